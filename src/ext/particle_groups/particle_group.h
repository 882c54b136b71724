// Groups of particles that keep their shape: sums over members give the pose in which these are pulled to their places.
//
// Each particle has a mark (shaders/particles/marks.glsl): the number of its group, and its index in the list of
// members. The list is sorted by groups, so that each has one range. In a substep, after forces, members write place
// and velocity into it. Sums over a range give the group's pose and motion, by which members are moved. A member that
// leaves its group leaves a gap in the list; when particles join, the list is sorted anew.
#ifndef GF_PARTICLE_GROUP_H
#define GF_PARTICLE_GROUP_H

#include "gpufluid/particle_groups.h"

#include "base/members.h"
#include "fluid/field.h"
#include "fluid/fluid.h"
#include "solvers/particles/particles.h"

// --- state and passes ------------------------------------------------------------------------------------------------

#define GF_LINK_TEXTURES 4 // each has four of a member's links, so that it can have 16
#define GF_POSE_ROWS 3     // of gfParticleGroups.poses: see shaders/particle_groups/groups.glsl

// A group on the CPU. Shaders know the group in slot i by the number i + 1, as 0 is a particle without a group.
typedef struct gfParticleGroup {
    gfParticleGroupParams params;
    uint64_t asked; // number of requests for poses before the group was made: their answers don't contain it
} gfParticleGroup;

// The groups of a fluid.
typedef struct gfParticleGroups {
    gfDevice *device;
    int most;          // largest number of groups
    int parts;         // members of a group are summed in this many parts at once, which are then summed
    gfSlots slots;     // a list of gfParticleGroup
    float radius;      // size of a cell when `rests` was written, m, as places in it are in cells
    gfTexture members; // RGBA32F, a texel for each member in list order: place and velocity, cells and cells/s
    // RGBA32F. rests: a texel for each member: its place in the group's shape, mass, group and material. poses: a
    // column for each group. See groups.glsl
    gfPair rests, poses;
    gfTexture firsts;   // R32UI, a texel for each group: the index of its first member in the list
    gfTexture sums[3];  // RGBA32F, a column for each group, a row for each part: partial sums, see sums.frag
    gfTexture settings; // a column for each group: how it is held together, see apply.frag
    // RGBA32UI: indices + 1 of linked members, see links.frag. Made with the first links, like all down to `holders`.
    gfPair links[GF_LINK_TEXTURES];
    gfPair pulled;        // RGBA32F, a texel for each member: velocity by links, see pull.frag
    gfTexture bounds[2];  // R32F: bound of the strength of a group's links, of parts and of groups, see bounds.frag
    int boundsFor;        // which materials were fixed when `bounds` were drawn, as bits; below 0: they must be drawn
    gfTexture holders;    // R32UI: for each entry of the list, the index + 1 of the particle that is this member
    bool stale;           // particles have moved since `poses` were drawn
    float settledFor;     // length of the substep for which `settings` were written, s; below 0: they must be written
    gfTexture report;     // RGBA32UI: the bits of `poses` as integers, which are read back exactly
    gfReadRing ring;      // reads `report` without waiting
    uint32_t *answer;     // the newest `report` that was read
    uint64_t asked, came; // number of requests for poses; number of the request that `answer` is of
} gfParticleGroups;

// Sets up the groups of a fluid in the zeroed state of a part. Destroy cleans up after false, too.
bool gfParticleGroups_Init(gfParticleGroups *groups, const gfBody *body, const gfSph *sph);
// Calls of a gfFluidPart. Reset removes all groups; particles are not changed.
void gfParticleGroups_Destroy(void *owner, void *groups);
void gfParticleGroups_Reset(gfFluid *fluid, void *groups);
// Lets the substeps of a fluid's state call the groups.
void gfParticleGroups_Attach(gfParticleGroups *groups, gfSph *sph);
void gfParticleGroups_Archive(gfArchive *archive, gfParticleGroups *groups);

// Draws the poses anew if particles have moved.
bool gfParticleGroups_Measure(gfParticleGroups *groups, gfSph *sph);
// Sets a new group's pose: unturned, at rest at `centre`, in cells; null: it stays, and members' places make the shape.
bool gfParticleGroups_Seed(gfParticleGroups *groups, int number, const float centre[2]);
// Makes the textures of links, unless they exist, and links the members of all groups.
bool gfParticleGroups_MakeLinks(gfParticleGroups *groups, gfSph *sph);
// Makes the list of members anew, after particles joined a group. `linksAll`: links all neighbours, not only new ones.
bool gfParticleGroups_List(gfParticleGroups *groups, gfSph *sph, bool linksAll);

// Temperature of the air, as a condition on particles that change their group.
typedef struct gfHeatField {
    gfFieldView view;    // the temperature: texture, size and unit
    gfVec2 origin, size; // lower left corner and size of the air's domain, m
    bool above;          // true: particles in hotter air than `limit` change; false: those in colder air
    float limit;         // temperature, K
    int material;        // only particles of this material change; below 0: of all
} gfHeatField;

// Moves particles from one group to another (shaders/particle_groups/regroup.frag): those that meet all conditions.
typedef struct gfRegrouping {
    int from, to;            // numbers of groups in shaders; 0: no group
    const gfShape *within;   // condition: particles in this shape; null: everywhere
    gfVec2 origin;           // lower left corner of the domain, m
    const gfHeatField *heat; // condition: temperature of the air; null: any
    bool anew;               // the particles get a new place in the group's shape, where they are now
    bool removes;            // the particles are removed in the next substep
    int material;            // material that the particles get; below 0: they keep theirs
    const float *color;      // colour that the particles get; null: they keep theirs
} gfRegrouping;
bool gfParticleGroups_Regroup(gfParticleGroups *groups, gfSph *sph, const gfRegrouping *change);

// Moves or pushes one group as a rigid body (shaders/particle_groups/push.frag); lengths in cells.
typedef struct gfGroupPush {
    int number; // of the group in shaders
    // `move`: shift x, y, cosine and sine of a turn. `impulse`: x, y and angular impulse, over the mass of a particle.
    // `ends`: of the domain, low x, y and high x, y.
    float move[4], impulse[4], ends[4];
} gfGroupPush;
bool gfParticleGroups_Push(gfParticleGroups *groups, gfSph *sph, const gfSphDomain *domain, const gfGroupPush *push);

// --- groups of a fluid -----------------------------------------------------------------------------------------------

// Returns the particles of a fluid, which must be of GF_SOLVER_PARTICLES.
static inline gfSph *gfFluid_GetSph(const gfFluid *fluid)
{
    return &((gfParticles2D *)fluid->state)->sph;
}

// Returns the number by which shaders know a group.
static inline int gfParticleGroup_GetNumber(gfParticleGroupId id)
{
    return (int)id.index + 1;
}

// Returns the mass of a particle of the first material, kg for each metre of depth.
static inline float gfFluid_GetParticleMass(const gfFluid *fluid)
{
    float spacing = gfFluid_GetSph(fluid)->scales.spacing;
    return fluid->body.def.particles.materials[0].density * spacing * spacing;
}

extern const gfRecord gf_particleGroupParamsRecord;

// Returns the groups of a fluid; null if it has none.
gfParticleGroups *gfFluid_FindParticleGroups(const gfFluid *fluid);
// Returns a group by its handle. Null and reported if the handle names none of the fluid's groups.
gfParticleGroup *gfFluid_FindParticleGroup(const gfFluid *fluid, gfParticleGroupId id, const char *caller);
// Returns whether the fluid has a material of this index; else reports OUT_OF_RANGE.
bool gfParticleGroup_CheckMaterial(const gfFluid *fluid, uint32_t material, const char *caller);

#endif
