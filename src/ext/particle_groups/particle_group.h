// Groups of particles: how each lies, by sums over its members, and what draws these to their places.
//
// A particle's mark (shaders/particles/marks.glsl) has its group and its place in the list of members. That list lies
// in the order of groups, so that each has one range. In a substep, after forces, members write their places into the
// list; sums over each range give where the group is and how it moves; and its members follow. Who leaves a group
// leaves a gap in the list; who joins one makes it anew, by a sort.
#ifndef GF_PARTICLE_GROUP_H
#define GF_PARTICLE_GROUP_H

#include "gpufluid/particle_groups.h"

#include "base/members.h"
#include "fluid/field.h"
#include "fluid/fluid.h"
#include "solvers/particles/particles.h"

// --- state and passes ------------------------------------------------------------------------------------------------

#define GF_LINK_TEXTURES 4 // of four links each
// Rows of gfParticleGroups.poses.
#define GF_POSE_ROWS 3

// A group as the host knows it; group number n of the shaders is at index n - 1 of the slots.
typedef struct gfParticleGroup {
    gfParticleGroupParams params;
    uint64_t asked; // requests before it was made: older answers are not about it
} gfParticleGroup;

typedef struct gfParticleGroups {
    gfDevice *device;
    int most;                       // groups
    int parts;                      // that sums over a group have
    gfSlots slots;                  // of gfParticleGroup
    float radius;                   // m a cell when places at rest were written
    gfTexture members;              // places and velocities
    gfPair rests, poses;            // see shaders/particle_groups/groups.glsl
    gfTexture firsts;               // likewise
    gfTexture sums[3];              // see sums.frag
    gfTexture settings;             // see apply.frag
    gfPair links[GF_LINK_TEXTURES]; // see links.frag; none until a group has links
    gfPair pulled;                  // see pull.frag; likewise
    gfTexture bounds[2];            // see bounds.frag: of parts, of groups; likewise
    int boundsFor;                  // bits of the fixed materials that these are for; below 0: none
    gfTexture holders;              // the particle, plus 1, of each member
    bool stale;                     // the poses are not those of the particles as they lie
    float settledFor;               // s, the substep that the settings are for; below 0: none
    gfTexture report;               // the poses as whole numbers
    gfReadRing ring;                // of them
    uint32_t *answer;               // the newest that came
    uint64_t asked, came;           // requests; those of which an answer came
} gfParticleGroups;

// Returns null on failure, which is reported. `sph` and `body` are those of its fluid.
gfParticleGroups *gfParticleGroups_Create(const gfBody *body, const gfSph *sph);
void gfParticleGroups_Destroy(gfParticleGroups *groups);
// Lets a state call it in substeps.
void gfParticleGroups_Attach(gfParticleGroups *groups, gfSph *sph);
// Forgets all groups.
void gfParticleGroups_Reset(gfParticleGroups *groups);
void gfParticleGroups_Archive(gfArchive *archive, gfParticleGroups *groups);

// All below are false, which is reported, if a pass could not be drawn.
// Brings the poses up to date with the particles as they lie.
bool gfParticleGroups_Measure(gfParticleGroups *groups, gfSph *sph);
// Sets how a group lies before it has members: at a place in cells. `centre` null: it stays where it is, and how it
// lies now is its shape.
bool gfParticleGroups_Seed(gfParticleGroups *groups, int number, const float centre[2]);
// Makes what links take, when a group first has some.
bool gfParticleGroups_MakeLinks(gfParticleGroups *groups, gfSph *sph);
// Makes the list of members anew, after some were added.
bool gfParticleGroups_List(gfParticleGroups *groups, gfSph *sph);

// A temperature by which members change.
typedef struct gfHeatField {
    gfFieldView view;
    gfVec2 origin, size; // of the air's domain, m
    bool above;          // those above the limit are meant; else those below
    float limit;         // K
    int material;        // and only those of this one; below 0: all
} gfHeatField;

// A change of who belongs to which group (shaders/particle_groups/regroup.frag).
typedef struct gfRegrouping {
    int from, to;            // numbers of groups; 0: none
    const gfShape *within;   // null: all
    gfVec2 origin;           // of the domain, m
    const gfHeatField *heat; // null: whatever their temperature
    bool anew;               // they lose their place among the members
    bool removes;            // they are gone in the next substep
    int material;            // that they become; below 0: none other
    const float *color;      // likewise; null: none other
} gfRegrouping;
bool gfParticleGroups_Regroup(gfParticleGroups *groups, gfSph *sph, const gfRegrouping *change);

// A push of one group (shaders/particle_groups/push.frag), in cells.
typedef struct gfGroupPush {
    int number;
    float move[4], impulse[4], ends[4];
} gfGroupPush;
bool gfParticleGroups_Push(gfParticleGroups *groups, gfSph *sph, const gfSphDomain *domain, const gfGroupPush *push);

// --- groups of a fluid -----------------------------------------------------------------------------------------------

// Public calls find the groups of a fluid and share these checks.

// The particles of a fluid with GF_SOLVER_PARTICLES.
static inline gfSph *gfFluid_GetSph(const gfFluid *fluid)
{
    return &((gfParticles2D *)fluid->state)->sph;
}

// The number of a group in shaders.
static inline int gfParticleGroup_GetNumber(gfParticleGroupId id)
{
    return (int)id.index + 1;
}

// The mass of a particle of the first material, kg for one metre of depth.
static inline float gfFluid_GetParticleMass(const gfFluid *fluid)
{
    float spacing = gfFluid_GetSph(fluid)->scales.spacing;
    return fluid->body.def.particles.materials[0].density * spacing * spacing;
}

extern const gfRecord gf_particleGroupParamsRecord;

// Returns the groups of a fluid; null: it has none.
gfParticleGroups *gfFluid_FindParticleGroups(const gfFluid *fluid);
// Returns null, which is reported, if the handle names no group of the fluid.
gfParticleGroup *gfFluid_FindParticleGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller);
// False and reported: OUT_OF_RANGE.
bool gfParticleGroup_CheckMaterial(const gfFluid *fluid, uint32_t material, const char *caller);

#endif
