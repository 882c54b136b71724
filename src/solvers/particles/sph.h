// Smoothed-particle hydrodynamics (SPH) in fragment passes, in 2D and 3D, for gfFluid and gfFluid3D, which describe
// their domain by a gfSphDomain. The state is a list of particles, one texel each, of which the first `count` are in
// use. Its lengths are in cells, whose side is one kernel radius (particles/layout.glsl). A substep computes densities,
// pressures, forces and motion. Then it updates the neighbour search, so that between steps that fits the state.
#ifndef GF_SPH_H
#define GF_SPH_H

#include "gpufluid/particle_params.h"
#include "gpufluid/particles.h"

#include "base/core.h"
#include "base/slots.h"
#include "fluid/field.h"
#include "fluid/sources.h"
#include "fluid/state.h"
#include "fluid/turn.h"
#include "gl/pass.h"
#include "gl/routing.h"

// --- the container ---------------------------------------------------------------------------------------------------

// Place, orientation and size of a container: the box around a gfFluid3D, which may move.
typedef struct gfContainerPose {
    double position[3]; // centre of the box in the world, m
    gfTurn turn;
    double size[3]; // lengths of the box along its own axes, m
} gfContainerPose;

// A container on its way from the present pose to a target.
typedef struct gfContainer {
    gfContainerPose now, target;
} gfContainer;

// A container's motion in a substep. Vectors are along its axes after the substep; coordinates from its lower corner.
typedef struct gfContainerMotion {
    bool moves;
    float size[2][3];  // lengths of the box before and after the substep, m
    float carry[3][4]; // rows: map coordinates of what rests in the world from before the substep to after it, m
    float velocity[3]; // velocity of the container's centre, m/s
    float spin[3];     // angular velocity, radians/s
    float stretch[3];  // outward speed of the sides across each axis, as the container changes its size, m/s
} gfContainerMotion;

gfContainerPose gfContainerPose_Make(gfVec3 position, gfQuat rotation, gfVec3 size);

// Moves a container 1 / `remaining` of the way to its target in `dt` seconds. `stretch`: most change of a length, m.
void gfContainer_Advance(gfContainer *container, int remaining, double stretch, double dt, gfContainerMotion *motion);

// Convert a point between world and container coordinates, m.
void gfContainer_ToLocal(const gfContainerPose *pose, const double world[3], double local[3]);
void gfContainer_ToWorld(const gfContainerPose *pose, const double local[3], double world[3]);

// --- scales ----------------------------------------------------------------------------------------------------------

// Numbers that the SPH scheme computes with. They follow from the parameters.
typedef struct gfSphScales {
    float radius;      // radius of the kernels, and side of a cell, m
    float spacing;     // mean distance between particles at rest, m
    float cellFill;    // number of particles per cell at rest
    float norm2;       // 1 / density at rest: the density kernel summed over all neighbours and the particle, in cells
    float norm3;       // 1 / near density at rest: the sum of the near density kernel, in cells
    float balance;     // the pressure that at rest balances a near pressure of 1
    float wantedSpeed; // speed of sound that the parameters ask for, m/s
    float soundSpeed;  // speed of sound as limited for stability, m/s
    float stiffness;   // pressure per excess density, 1/s^2 (shaders/particles/forces.frag)
    float friction;    // factor from kinematic viscosity, cells^2/s, to the viscous force (forces.frag)
    float predictionTime;  // how far ahead positions are predicted, s (gfParticleParams.lookAhead)
    float substep;         // length of a substep, s
    int substeps;          // number of substeps in a step
    double wantedSubsteps; // number of substeps that stability asks for
    bool softened;         // maxSubsteps is less than wantedSubsteps, so pressure or viscosity is lowered
    float viscosityMax;    // the highest kinematic viscosity at which substeps are stable, m^2/s
} gfSphScales;

// Computes the scales. `size`: of the domain, m; its height is the depth if none is given. `step`: the fixed step, s.
void gfSphScales_Compute(gfSphScales *scales, const gfParticleParams *params, int dimensions, const float size[3],
                         float step);

// Returns the kernel radius that the parameters ask for, m.
float gfSphScales_GetRadius(const gfParticleParams *params, int dimensions);

// Returns whether all parameters are in range; reports OUT_OF_RANGE.
bool gfParticleParams_Check(const gfCore *core, const gfParticleParams *params, int dimensions, const char *caller);

// --- prefix sums -----------------------------------------------------------------------------------------------------

// Prefix sums of a list of counts: for each element the sum of all elements before it. Sums of 16 elements are computed
// level by level, and a last pass combines them. Shaders read the result by particles/prefix.glsl.

// Levels of sums over 16 elements each: five reduce 2^20 elements to one. The last pass adds what longer lists leave.
#define GF_PREFIX_LEVELS 5

// Textures for prefix sums of lists of one size. All zero: they are not made.
typedef struct gfPrefix {
    int levels;
    gfTexture level[GF_PREFIX_LEVELS]; // R32UI lists of sums over 16 elements, over 256, and so on
    gfTexture before; // R32UI list: for every 16th element the sum of all before it; the last element is the total
} gfPrefix;

// Makes textures for lists of width x height elements (particles/linear.glsl), fewer than 2^31. The width must be a
// power of two. On failure (OUT_OF_MEMORY, OUT_OF_RANGE, FRAMEBUFFER) nothing was made.
bool gfPrefix_Create(gfDevice *device, gfPrefix *prefix, int width, int height);
void gfPrefix_Destroy(gfDevice *device, gfPrefix *prefix);

// Computes the prefix sums of the red channel of `counts`, in any integer format.
bool gfPrefix_Run(gfDevice *device, const gfPrefix *prefix, const gfTexture *counts);

// --- a full sort -----------------------------------------------------------------------------------------------------

// A merge sort of keys in fragment shaders. Each pass merges sorted runs in pairs. Each element of a merged run finds
// its source by a binary search (Odeh, Green, Mwassi, Shmueli and Birk 2012, "Merge path").

// Sorts all texels of an RG32UI list (particles/linear.glsl) by red and then by green, into keys->read. Unused elements
// need a red of 0xffffffff, to come last. The width must be a power of two. On failure the list is invalid.
bool gfSort_Run(gfDevice *device, gfPair *keys);

// Draws the R32UI list `starts`: element b is the number of keys less than b in the sorted list `keys`.
bool gfSort_FindStarts(gfDevice *device, const gfTexture *keys, const gfTexture *starts);

// --- state and steps -------------------------------------------------------------------------------------------------

// Bits of gfSph.conditions, which follow from the definition. They choose rows of the table of textures (sph.c) and
// options of shaders. Exactly one of SORTED, SLOTS and HASHED is set: the method of the neighbour search. One of BLOCKS
// and SINGLE is set where particles push each other, and neither where a flow carries them (gfSphDomain.carried).
enum {
    GF_SPH_2D = 1 << 0,
    GF_SPH_3D = 1 << 1,
    GF_SPH_SORTED = 1 << 2,    // particles are sorted by cells
    GF_SPH_SLOTS = 1 << 3,     // each cell has a fixed number of slots for particles (gl/routing.h)
    GF_SPH_HASHED = 1 << 4,    // cells share buckets of a hash table, so the domain may be unbounded
    GF_SPH_BLOCKS = 1 << 5,    // a fragment handles four particles (with SORTED, unless gfParticleParams.plain)
    GF_SPH_SINGLE = 1 << 6,    // a fragment handles one particle
    GF_SPH_TENSION = 1 << 7,   // some material has a surface tension that rounds drops
    GF_SPH_BOUNDED = 1 << 8,   // particles that leave the domain are drained
    GF_SPH_MIXED = 1 << 9,     // there are several materials
    GF_SPH_TURNING = 1 << 10,  // the domain's frame of reference rotates
    GF_SPH_STRESS = 1 << 11,   // 2D: particles have four more numbers, see gfSph.stress
    GF_SPH_MARKED = 1 << 12,   // particles may belong to groups, and have lifetimes
    GF_SPH_GROUPED = 1 << 13,  // particles may belong to groups
    GF_SPH_REPELS = 1 << 14,   // groups may push others away
    GF_SPH_BARRIERS = 1 << 15, // 2D: particles of some material let no others through
    GF_SPH_MIXING = 1 << 16,   // colours of neighbouring particles mix
    GF_SPH_KINDS = 1 << 17,    // only a shader option: averages leave out particles that are not drawn as liquid
    GF_SPH_FAR = 1 << 18       // 2D, with SORTED: particles may move by several cells at once, see gfSph.reach
};

// Sizes of textures, as indices into gfSph.extents.
typedef enum gfSphExtent {
    GF_SPH_PARTICLES, // a texel per particle
    GF_SPH_BLOCK,     // a texel per four particles
    GF_SPH_CELLS,     // a texel per cell (with HASHED: per bucket), and one more
    GF_SPH_KEYS,      // a texel per key of a full sort
    GF_SPH_ONE,
    GF_SPH_SITES, // a texel per place where sources may pour, as many as one pass handles
    GF_SPH_EXTENTS
} gfSphExtent;

struct gfSphDomain;

typedef struct gfSph {
    int dimensions;
    int capacity;            // the largest number of particles
    int cells[3], cellCount; // cells along each axis, with a border of one; number of cells or, with HASHED, of buckets
    int shifts[4];           // log2 of the width of lists of particles, of cells, of keys, and of sites
    int extents[GF_SPH_EXTENTS][2]; // width and height, texels
    uint32_t conditions;            // GF_SPH_... bits
    gfPair place, velocity, tags;   // a texel per particle: position, velocity, id and material (gfParticleView)
    gfPair starts; // for each cell the index of its first particle; an element more for the end of the last cell
    gfPair keys;   // keys of a full sort: cell and index of each particle
    gfPair marks;  // group and end of life of each particle (shaders/particles/marks.glsl)
    gfTexture moved, movedMoves; // 2D: scratch for `place` and `moves`, before groups move their members
    // 2D: shear stress of each particle, and the part that acts (shaders/particles/stress.glsl), where some material
    // bears shear, as sand does; or with gfSphDomain.sloped the slope of its velocity, 1/s: du/dx, du/dy, dv/dx, dv/dy.
    gfPair stress;
    gfTexture moves; // for each particle a code of the cell that it enters (shaders/particles/moves.glsl)
    // With FAR, made and drawn by the owner: a texture of one texel, R32F. Red is 1 to GF_REACH_MAX, the most cells
    // along an axis by which any particle moves until the next gfSph_Update, which takes the longer the more they are.
    GLuint reach;
    // Densities; bits of which neighbours are in reach (shaders/particles/density.frag).
    gfTexture density, packed, masks[3];
    gfTexture record;              // what forces read of a neighbour (shaders/particles/record.glsl)
    gfTexture arrivals[3], totals; // for each cell how many particles enter: from each row of cells; in total
    gfPair count;                  // 1 x 1: numbers of particles now, emitted and drained so far; the next id
    gfTexture survivors, sites;    // lists of 1 or 0: whether a particle stays; whether a site gets a new particle
    gfPrefix cellSums, survivorSums, siteSums; // prefix sums over cells, over `survivors`, and over `sites`
    // Slots of the search SLOTS. `dropped`: 1 for particles that found no slot; droppedSums, droppedSum: its sums.
    gfRouting routing;
    gfTexture dropped;
    gfPrefix droppedSums;
    gfPair droppedSum;
    gfSphScales scales;
    gfParticleParams ramped; // parameters in use: they approach the definition's; automatic ones (0) have their values
    bool ramping;            // `ramped` has not reached the definition's parameters
    bool softened;           // the host was warned that substeps are too few
    uint64_t steps, added;   // steps, and particles that the host added, since creation or reset
    double time;             // simulated time since creation or reset, s
    bool mortal;             // some particle has had a lifetime
    int left;                // substeps left in this step, this one included
    bool (*regroup)(void *groups, struct gfSph *sph,
                    const struct gfSphDomain *domain);       // moves the members of groups; null: there are no groups
    void (*tellGroups)(const void *groups, int32_t words[]); // fills in gfParticleView.groups
    // Finds a group, see gfParticleCalls.findGroup. `fluid`: the fluid's number. Null: there are no groups.
    int (*findGroup)(const void *groups, uint32_t fluid, gfHandle group, const char *caller);
    bool rigid;          // some group is rigid
    void *groups;        // the argument `groups` of regroup, tellGroups and findGroup
    float layoutSpacing; // the definition's spacing at creation, m; the sizes of textures follow from it
} gfSph;

// One-way sources (gfZone.oneWay): shapes that let particles through in one direction only.
typedef struct gfSphValves {
    gfShapeBatch shapes;
    float ways[GF_SHAPES_PER_BATCH][4]; // direction in which particles pass (x, y, length 1), least half width (m), 0
} gfSphValves;

// The domain of particles, as its owner (gfFluid or gfFluid3D) describes it to SPH.
typedef struct gfSphDomain {
    gfDevice *device;
    int dimensions;
    float size[3];     // lengths of the box between the walls, m
    float gridSize[3]; // the largest `size` that the domain may get, m
    const gfParticleParams *params;
    float step;                         // fixed step, s
    gfSideFlags closed, holding, speed; // left, right, bottom, top: 1 for wall; 1 for no-slip; speed along itself, m/s
    gfSideFlags closedEnds;      // 3D: 1 for a wall at the back, at the front; 1 for no-slip at the back, at the front
    bool solids;                 // the fluid has solids
    GLuint distance, solidTable; // distance to the nearest solid; table of solids (solids.h; 3D: volume.h)
    int solidCount;              // 3D: number of solids, columns of `solidTable`
    const gfTexture *map;        // 3D: map of the ground for collisions (ext/fluid3d/volume.h); null: none
    float mapThickness;          // how deep the ground of the map is, m; 0: unlimited
    const gfContainerMotion *motion; // 3D: motion of the container in this substep; 2D: null
    float rasterSize;                // 2D: size of a cell of the texture `distance`, m
    float acceleration[3];           // gravity, and the acceleration of a moving frame of reference, m/s^2
    bool turns;                      // 2D: the domain's frame of reference rotates
    float turning[4];                // u_turning of shaders/common/turning.glsl, in m and s
    const gfSphValves *valves;       // 2D: one-way sources; null: none
    // 2D: a flow carries the particles, and there are no forces between them (GF_SPH_FAR). In each step the owner moves
    // them by a pass of its own, with enter() of shaders/particles/moves.glsl, whose outputs are GF_SPH_MOTION_WRITES,
    // calls gfSph_Update, and counts gfSph.steps and .time. Only beyond open sides, and at the end of lifetimes, may it
    // mark particles as gone. `gridSize` is a whole number of kernel radii. gfSph_Step, _Substep and _DrawPressures
    // must not be called.
    bool carried;
    bool sloped; // with `carried`: particles keep the slope of their velocity (gfSph.stress)
} gfSphDomain;

// Names of #defines: a shader whose options have bit i, of GF_SPH_..., is compiled with element i defined.
extern const char *const gf_sphOptionDefines[];

#define GF_SPH_DIMENSIONS (GF_SPH_2D | GF_SPH_3D)
#define GF_SPH_SEARCHES (GF_SPH_SORTED | GF_SPH_SLOTS | GF_SPH_HASHED)
#define GF_SPH_KEPT (GF_SPH_STRESS | GF_SPH_MARKED) // optional data of each particle

// Initializes a gfShader of shaders/particles. `bits`: its GF_SPH_... options, besides those for 2D and 3D.
#define GF_SPH_SHADER(s, ofFile, itsDefines, bits)                                                           \
    {                                                                                                        \
        .file = "particles/" ofFile, .defines = (itsDefines),                                                \
        .options = (s)->conditions & (uint32_t)((bits) | GF_SPH_DIMENSIONS), .optionOf = gf_sphOptionDefines \
    }

bool gfSph_Create(gfSph *sph, const gfSphDomain *domain);
void gfSph_Destroy(gfDevice *device, gfSph *sph);
// Returns whether gfSph_Tune can apply domain->params; reports if not.
bool gfSph_MayTune(const gfSph *sph, const gfSphDomain *domain);
void gfSph_Tune(gfSph *sph, const gfSphDomain *domain);
void gfSph_Reset(gfSph *sph, const gfSphDomain *domain);
// Computes the scales anew. Must be called after domain->step changed.
void gfSph_ChangeStep(gfSph *sph, const gfSphDomain *domain);
// Moves the parameters in use towards the definition's. Called before each step.
void gfSph_Ramp(gfSph *sph, const gfSphDomain *domain);
// Sets the parameters in use to the definition's at once.
void gfSph_Settle(gfSph *sph, const gfSphDomain *domain);
bool gfSph_Step(gfSph *sph, const gfSphDomain *domain, int *substeps);
// Runs one of the scales.substeps substeps of a step. The caller may change the domain between them.
bool gfSph_Substep(gfSph *sph, const gfSphDomain *domain);

// Moves the 2D domain by `way`, m, while particles keep their places in the world. Particles that are then outside are
// drained. Returns false and reports on failure; if a program could not be made, nothing has changed.
bool gfSph_Scroll(gfSph *sph, const gfSphDomain *domain, const double way[2]);

// Particles for gfSph_Add, which waits for the GPU, and fails with TOO_MANY, OUT_OF_RANGE or OUT_OF_MEMORY.
typedef struct gfSphAdded {
    const float *places;     // `dimensions` floats each, m from the domain's corner
    const float *velocities; // `dimensions` floats each, m/s; null: all at rest
    const uint32_t *tags;    // material index << 24 | colour; null: 0
    const uint32_t *marks;   // two per particle, see shaders/particles/marks.glsl; null: 0
    int count;
} gfSphAdded;
bool gfSph_Add(gfSph *sph, const gfSphDomain *domain, const gfSphAdded *added, const char *caller);

// Measures, writes or reads the state, by the mode of the archive (gl/archive.h). Reading rebuilds the neighbour
// search. Create a state to be read with parameters that gfSph_LayOut of the written one adjusted: sizes must match.
void gfSph_Archive(gfSph *sph, const gfSphDomain *domain, gfArchive *archive);
void gfSph_LayOut(const gfSph *sph, gfParticleParams *params);

// Reads four numbers: particles now, emitted so far, drained so far, and the next id. Waits for the GPU. Returns false
// and reports (GL) if there are more particles than `capacity`, which only a broken GPU would answer.
bool gfSph_ReadCount(gfDevice *device, const gfSph *sph, uint32_t count[4]);

// A copy of all particles in host memory, in the state's order and units. gfSph_Read makes it, and waits for the GPU.
typedef struct gfSphHost {
    int count;
    float *places, *velocities; // four each: 2D place and velocity; 3D place and density, and velocity
    uint32_t *tags;             // four each: id, material index << 24 | colour, 0, 1
    uint32_t *marks;            // four each: group and member, end of life, 0, 1; null: the state has none
    float *stresses;            // four each, see gfSph.stress; null: the state has none
} gfSphHost;
bool gfSph_Read(gfDevice *device, const gfSph *sph, gfSphHost *host);
void gfSphHost_Free(gfDevice *device, gfSphHost *host);
// Makes `share` particles of each one in 2D, on the mean: it divides or joins them, near their places. New ones get ids
// from `nextId` on.
bool gfSphHost_Divide(gfDevice *device, const gfSph *sph, gfSphHost *host, double share, uint32_t nextId);

bool gfSph_GetStats(gfDevice *device, const gfSph *sph, gfParticleStats *stats);
// Fills in the view by which drawings read the particles. World coordinates count from the domain's lower corner.
void gfSph_View(const gfSph *sph, const gfParticleParams *params, gfParticleView *view);
// Returns the material and colour of a new particle of material `index`, as tags hold them (see gfParticleView).
uint32_t gfParticles_MakeTag(const gfParticleMaterial *material, uint32_t index);

// Returns the index of a particle's material. It is 0 if the material was removed, as in shaders.
static inline uint32_t gfSph_GetMaterialIndex(const gfParticleParams *params, uint32_t tag)
{
    uint32_t index = tag >> 24;
    return index < (uint32_t)params->materialCount ? index : 0;
}

static inline const gfParticleMaterial *gfSph_GetMaterial(const gfParticleParams *params, uint32_t tag)
{
    return &params->materials[gfSph_GetMaterialIndex(params, tag)];
}

// Builds the neighbour search anew: sorts all particles and finds where each cell begins.
bool gfSph_Rebuild(gfSph *sph, const gfSphDomain *domain);
// Updates the neighbour search after a substep. No particle may have moved by more than a cell, or than gfSph.reach.
// Particles of a cell keep the order of before, whatever the reach.
bool gfSph_Update(gfSph *sph, const gfSphDomain *domain);

// Draws the present pressure of each particle into `law`, in units of gfSph_GetPressureUnit. Null: draws gfSph.record
// instead, as the forces of the next substep will read it. It overwrites gfSph.density, which each substep draws anew.
bool gfSph_DrawPressures(const gfSph *sph, const gfSphDomain *domain, const gfTexture *law);

extern const gfStateTable gf_sphStateTable;
gfStatePlan gfSph_Plan(const gfSph *sph);

// Outputs of passes, in the order of their shaders' locations. Those of 3D alone come last, as in 2D they are missing.
#define GF_SPH_BLOCK_WRITES(s) \
    (s)->dimensions == 3 ? &(s)->density : &(s)->packed, &(s)->masks[0], &(s)->masks[1], &(s)->masks[2]
#define GF_SPH_CELL_WRITES(s)                                                         \
    &(s)->totals, &(s)->arrivals[0], (s)->dimensions == 3 ? &(s)->arrivals[1] : NULL, \
        (s)->dimensions == 3 ? &(s)->arrivals[2] : NULL
#define GF_SPH_MOTION_WRITES(s, placed, marked, side)                              \
    (placed), gfTexture_Pick(0, &(s)->velocity.side, (marked), &(s)->stress.side), \
        gfTexture_Pick(1, &(s)->velocity.side, (marked), &(s)->stress.side)
#define GF_SPH_GATHER_WRITES(s, placeSide, tagsSide)                                               \
    &(s)->place.placeSide, &(s)->tags.tagsSide,                                                    \
        gfTexture_Pick(0, &(s)->velocity.placeSide, &(s)->stress.placeSide, &(s)->marks.tagsSide), \
        gfTexture_Pick(1, &(s)->velocity.placeSide, &(s)->stress.placeSide, &(s)->marks.tagsSide)

// Returns the simulated time since the last reset in ms, the unit of the ends of life in marks.
static inline GLint gfSph_GetTime(const gfSph *s)
{
    return (GLint)(1000.0 * s->time);
}

// Swaps the textures of tags and marks. A substep, which doesn't write them, doesn't swap them.
static inline void gfSph_SwapTags(gfSph *s)
{
    gfPair_Swap(&s->tags);
    gfPair_Swap(&s->marks);
}

static inline void gfSph_SwapState(gfSph *s)
{
    gfPair_Swap(&s->place);
    gfPair_Swap(&s->velocity);
    gfPair_Swap(&s->stress);
}

// Returns the n-th existing texture (from 0) of the three, or null if fewer exist. Optional outputs thus close up.
static inline const gfTexture *gfTexture_Pick(int n, const gfTexture *a, const gfTexture *b, const gfTexture *c)
{
    const gfTexture *const all[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        if (all[i]->id != 0 && n-- == 0) {
            return all[i];
        }
    }
    return NULL;
}

#define GF_SPH_LAYOUT(s)                                                                                  \
    {"grid", GF_IVEC4S, 1, (const GLint[]){(s)->cells[0], (s)->cells[1], (s)->cells[2], (s)->cellCount}}, \
        {"shifts", GF_IVEC4S, 1, (const GLint[]){(s)->shifts[0], (s)->shifts[1], 0, 0}},                  \
        GF_I2(slotShape, (s)->routing.side, (s)->routing.pages)
#define GF_SPH_STATE(s, side)                                                         \
    GF_IN(place, (s)->place.side.id), GF_IN(particleVelocity, (s)->velocity.side.id), \
        GF_IN(stress, (s)->stress.side.id), GF_IN(count, (s)->count.read.id)

#define GF_SPH_TAGS(s) GF_IN(tags, (s)->tags.read.id), GF_IN(marks, (s)->marks.read.id)

#define GF_SPH_SEARCH(s) GF_IN(starts, (s)->starts.read.id), GF_IN(slots, (s)->routing.slots.id)

// The uniform u_norm: 1 / sums of both kernels at rest, and the number of particles per cell at rest.
#define GF_SPH_NORM(s) GF_F4(norm, (s)->scales.norm2, (s)->scales.norm3, (s)->scales.cellFill, 0.0f)

// Returns the unit of pressure, m^2/s^2: only about scales.soundSpeed squared, as kernels' sums differ from integrals.
static inline float gfSph_GetPressureUnit(const gfSph *s)
{
    return s->scales.stiffness * s->scales.radius * s->scales.radius * s->scales.cellFill;
}

// --- walls -----------------------------------------------------------------------------------------------------------

// The most cells by which a particle may move along an axis in a substep: below 1, as the search sees only next cells.
#define GF_SPH_FASTEST 0.9f

// Uniforms for sides, solids and the collision map in passes of a substep (shaders/particles/walls.glsl), in cells.
typedef struct gfSphWalls {
    float extents[2][4]; // size of the box before and after the substep
    // Of the container: velocity, spin and stretch; gfContainerMotion.carry; then speeds of the sides along themselves.
    float motion[3][4];
    float carry[3][4];
    float speed[4];
    float map[4]; // place and scale of the collision map: u_mapScale of shaders/particles/collision.glsl
} gfSphWalls;

gfSphWalls gfSph_FindWalls(const gfSph *sph, const gfSphDomain *domain);

#define GF_SPH_WALL_INPUTS(d)                                           \
    GF_IN(distance, (d)->distance), GF_IN(solidTable, (d)->solidTable), \
        GF_IN(collisionMap, (d)->map != NULL ? (d)->map->id : 0)
#define GF_SPH_WALL_UNIFORMS(s, d, w)                                                                               \
    GF_F4V(extent, 1, (w)->extents[0]), GF_F4V(nextExtent, 1, (w)->extents[1]), GF_F4V(wallMotion, 3, (w)->motion), \
        GF_F4V(closedSides, 1, (d)->closed.value), GF_F4V(holdingSides, 1, (d)->holding.value),                     \
        GF_F4V(wallSpeed, 1, (w)->speed), GF_F4V(closedEnds, 1, (d)->closedEnds.value),                             \
        GF_I1(solidCount, (d)->solidCount), GF_F4V(mapScale, 1, (w)->map),                                          \
        GF_F2(scale, (d)->rasterSize > 0.0f ? (s)->scales.radius / (d)->rasterSize : 0.0f, (s)->scales.radius)

// --- sources ---------------------------------------------------------------------------------------------------------

// Sources drain, pour, push or colour particles. The caller packs batches of them for shaders (particles/shapes.glsl).

#define GF_SPH_BATCH_UNIFORMS 12

// A step applies sources in these phases, in this order.
typedef enum gfSphPhase { GF_SPH_DRAIN, GF_SPH_POUR, GF_SPH_STIR, GF_SPH_PHASES } gfSphPhase;

// What the CPU must know of a source in a batch. Lengths count from the domain's lower corner, m.
typedef struct gfSphSource {
    float low[3], high[3]; // lower and upper corner of the source's bounding box
    float drift[3];  // velocity of the lattice of sites at which it pours, m/s: sites move along with the poured fluid
    double shift[3]; // offset of the lattice of sites, m
} gfSphSource;

// A batch: sources that act in one pass together.
typedef struct gfSphBatch {
    int count;
    gfSphSource sources[GF_SHAPES_PER_BATCH];
    gfUniform uniforms[GF_SPH_BATCH_UNIFORMS]; // for shapes.glsl; the first with a null name ends the list
    GLuint texture; // texture of the host by which a source colours or shapes its effect; 0: none
    // Where a flow carries the particles: the uniform u_level of sites.glsl, up to which sources that set mass pour.
    // All zero: everywhere.
    float level[4];
} gfSphBatch;

// Returns the subset of a source's `fields` (gfSource_GetFields) on which it acts in this phase.
uint32_t gfSph_GetPhaseFields(gfSphPhase phase, uint32_t fields, gfSourceMode mode, float mass);
// Returns whether sites at which `source` pours may be closer than `spacing` to sites of a source in the batch.
bool gfSphBatch_Overlaps(const gfSphBatch *batch, const gfSphSource *source, float spacing);

// Applies the sources of a batch in a phase. Returns false and reports if a pass was not drawn.
bool gfSph_RunBatch(gfSph *sph, const gfSphDomain *domain, gfSphPhase phase, const gfSphBatch *batch);
// What is poured: passes that draw gfSph.sites, 1 or 0 for each site from number `first` on (sites.frag), and that
// append the state of those with 1 (pour.frag), to GF_SPH_GATHER_WRITES of both `read`.
typedef struct gfSphPour {
    bool (*findSites)(gfSph *sph, const gfSphDomain *domain, const void *what, int first);
    bool (*fillSites)(gfSph *sph, const gfSphDomain *domain, const void *what, int first);
    const void *what; // passed to both
    int count;        // number of sites
} gfSphPour;
// Runs these passes for all sites, as many at a time as gfSph.sites has room for, and sorts the particles.
bool gfSph_PourAt(gfSph *sph, const gfSphDomain *domain, const gfSphPour *pour);
// The inputs of fillSites: which sites get a particle.
#define GF_SPH_SITE_INPUTS(s) GF_IN(counts, (s)->sites.id), GF_IN(countsBefore, (s)->siteSums.before.id)
// Drains particles outside the domain. The caller must call gfSph_Rebuild next.
bool gfSph_DropOutside(gfSph *sph, const gfSphDomain *domain);

#endif
