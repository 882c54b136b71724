// Groups of particles: finds each group's pose by sums over its members, and pulls members to their places in it.
//
// A particle's mark (shaders/particles/marks.glsl) has its group and its place in the list of members. The list is
// sorted by groups, so that each has one range. In a substep, after forces, members write their positions into the
// list; sums over a range give the group's pose and motion; and its members follow. A member that leaves leaves a gap
// in the list; if particles join, the list is sorted anew.
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

// A group on the CPU. Shaders know the group at index i of the slots as number i + 1.
typedef struct gfParticleGroup {
    gfParticleGroupParams params;
    uint64_t asked; // number of requests before it was made: their answers don't know it
} gfParticleGroup;

typedef struct gfParticleGroups {
    gfDevice *device;
    int most;                       // the most groups
    int parts;                      // number of partial sums of a group
    gfSlots slots;                  // of gfParticleGroup
    float radius;                   // cell size, m, in which `rests` were written
    gfTexture members;              // members' places and velocities
    gfPair rests, poses;            // see shaders/particle_groups/groups.glsl
    gfTexture firsts;               // see shaders/particle_groups/groups.glsl
    gfTexture sums[3];              // see sums.frag
    gfTexture settings;             // see apply.frag
    gfPair links[GF_LINK_TEXTURES]; // see links.frag; made for the first group with links
    gfPair pulled;                  // see pull.frag; likewise
    gfTexture bounds[2];            // see bounds.frag; of partial sums, and of groups; likewise
    int boundsFor;                  // bits of fixed materials that `bounds` were drawn for; below 0: not drawn
    gfTexture holders;              // index + 1 of each member's particle
    bool stale;                     // particles have moved since poses were drawn
    float settledFor;               // length of the substep that `settings` are for, s; below 0: not written
    gfTexture report;               // `poses` as integers, for exact reads
    gfReadRing ring;                // reads of `report`
    uint32_t *answer;               // the newest answer
    uint64_t asked, came;           // number of requests; number of answered requests
} gfParticleGroups;

// Makes the groups of a fluid. Returns null on failure, which is reported.
gfParticleGroups *gfParticleGroups_Create(const gfBody *body, const gfSph *sph);
void gfParticleGroups_Destroy(gfParticleGroups *groups);
// Hooks the groups into the substeps of a state.
void gfParticleGroups_Attach(gfParticleGroups *groups, gfSph *sph);
// Forgets all groups.
void gfParticleGroups_Reset(gfParticleGroups *groups);
void gfParticleGroups_Archive(gfArchive *archive, gfParticleGroups *groups);

// All calls below return false, which is reported, if a pass could not be drawn.
// Draws the poses anew if particles have moved.
bool gfParticleGroups_Measure(gfParticleGroups *groups, gfSph *sph);
// Sets a group's pose before it has members; `centre`: in cells. If it is null the pose stays, and the present places
// of members become its shape.
bool gfParticleGroups_Seed(gfParticleGroups *groups, int number, const float centre[2]);
// Makes the textures for links, when a group first has some.
bool gfParticleGroups_MakeLinks(gfParticleGroups *groups, gfSph *sph);
// Makes the list of members anew, after some were added.
bool gfParticleGroups_List(gfParticleGroups *groups, gfSph *sph);

// The air's temperature, by which particles join or leave groups.
typedef struct gfHeatField {
    gfFieldView view;
    gfVec2 origin, size; // of the air's domain, m
    bool above;          // true: particles above the limit change; false: those below
    float limit;         // K
    int material;        // only particles of this material; below 0: all
} gfHeatField;

// A change of particles' groups (shaders/particle_groups/regroup.frag). All conditions must hold for a particle.
typedef struct gfRegrouping {
    int from, to;            // numbers of groups; 0: none
    const gfShape *within;   // particles in this shape; null: all
    gfVec2 origin;           // of the domain, m
    const gfHeatField *heat; // null: particles of any temperature
    bool anew;               // they lose their place in the list of members
    bool removes;            // they are removed in the next substep
    int material;            // their new material; below 0: it stays
    const float *color;      // their new colour; null: it stays
} gfRegrouping;
bool gfParticleGroups_Regroup(gfParticleGroups *groups, gfSph *sph, const gfRegrouping *change);

// A push of one group (shaders/particle_groups/push.frag), in cells.
typedef struct gfGroupPush {
    int number;
    float move[4], impulse[4], ends[4];
} gfGroupPush;
bool gfParticleGroups_Push(gfParticleGroups *groups, gfSph *sph, const gfSphDomain *domain, const gfGroupPush *push);

// --- groups of a fluid -----------------------------------------------------------------------------------------------

// Returns the particles of a fluid with GF_SOLVER_PARTICLES.
static inline gfSph *gfFluid_GetSph(const gfFluid *fluid)
{
    return &((gfParticles2D *)fluid->state)->sph;
}

// Returns the number of a group in shaders.
static inline int gfParticleGroup_GetNumber(gfParticleGroupId id)
{
    return (int)id.index + 1;
}

// Returns the mass of a particle of the first material, kg for one metre of depth.
static inline float gfFluid_GetParticleMass(const gfFluid *fluid)
{
    float spacing = gfFluid_GetSph(fluid)->scales.spacing;
    return fluid->body.def.particles.materials[0].density * spacing * spacing;
}

extern const gfRecord gf_particleGroupParamsRecord;

// Returns the groups of a fluid; null if it has none.
gfParticleGroups *gfFluid_FindParticleGroups(const gfFluid *fluid);
// Returns null, which is reported, if the handle names no group of the fluid.
gfParticleGroup *gfFluid_FindParticleGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller);
// Returns whether the fluid has this material; reports OUT_OF_RANGE.
bool gfParticleGroup_CheckMaterial(const gfFluid *fluid, uint32_t material, const char *caller);

#endif
