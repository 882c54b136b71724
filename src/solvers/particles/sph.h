// Smoothed-particle hydrodynamics (SPH) in fragment passes, in 2D and 3D. gfFluid and gfFluid3D share it. It
// knows neither of them: they pass a gfSphDomain.
//
// The state is one texel a particle, the first `count` texels, in units of cells of one kernel radius
// (shaders/particles/layout.glsl). A substep is: densities, pressures, forces with motion, and then an update of the
// neighbour search, so that the search fits the state between steps.
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

// The box around a gfFluid3D: its pose, its target, and its motion.

typedef struct gfContainerPose {
    double position[3]; // of its centre, m
    gfTurn turn;
    double size[3]; // m
} gfContainerPose;

typedef struct gfContainer {
    gfContainerPose now, target;
} gfContainer;

// The motion in one substep, in the container's axes after it; coordinates count from its lower corner.
typedef struct gfContainerMotion {
    bool moves;
    float size[2][3];  // before and after the substep, m
    float carry[3][4]; // rows: maps local coordinates of a fixed world point, before to after, m
    float velocity[3]; // of its centre, m/s
    float spin[3];     // angular velocity, radians/s
    float stretch[3];  // outward speed of the sides across each axis, m/s
} gfContainerMotion;

gfContainerPose gfContainerPose_Make(gfVec3 position, gfQuat rotation, gfVec3 size);

// Moves it by 1 / `remaining` of the way to its target, in `dt` seconds; a length changes by at most `stretch` m.
void gfContainer_Advance(gfContainer *container, int remaining, double stretch, double dt, gfContainerMotion *motion);

// Convert a point between world and container coordinates, m.
void gfContainer_ToLocal(const gfContainerPose *pose, const double world[3], double local[3]);
void gfContainer_ToWorld(const gfContainerPose *pose, const double local[3], double world[3]);

// --- scales ----------------------------------------------------------------------------------------------------------

// Numbers of the scheme that follow from the definition's parameters.

typedef struct gfSphScales {
    float radius;         // of the kernels and the side of a cell, m
    float spacing;        // distance of particles at rest, on average, m
    float cellFill;       // particles a cell at rest
    float norm2;          // 1 / the sum of the density kernel at rest, in cells, the particle itself included
    float norm3;          // likewise, of the near density kernel
    float balance;        // the pressure at rest that balances a near pressure of 1
    float wantedSpeed;    // of sound, m/s, before it is limited for stability
    float soundSpeed;     // as limited, m/s
    float stiffness;      // 1/s^2, see forces.frag
    float friction;       // force factor of kinematic viscosity (cells^2/s), see forces.frag
    float predictionTime; // s, see gfParticleParams.lookAhead
    float substep;        // s
    int substeps;
    double wantedSubsteps;
    bool softened;      // maxSubsteps are too few, so that pressure or viscosity is lowered
    float viscosityMax; // the highest kinematic viscosity at which substeps are stable, m^2/s
} gfSphScales;

// `size`: of the domain, m, whose height stands for an unknown depth; `step`: fixed step, s.
void gfSphScales_Compute(gfSphScales *scales, const gfParticleParams *params, int dimensions, const float size[3],
                         float step);

// Returns the kernel radius that the parameters ask for, m.
float gfSphScales_GetRadius(const gfParticleParams *params, int dimensions);

// Returns whether all parameters are in range; reports OUT_OF_RANGE.
bool gfParticleParams_Check(const gfCore *core, const gfParticleParams *params, int dimensions, const char *caller);
// Returns whether parameters that are fixed at creation are unchanged; reports OUT_OF_RANGE.
bool gfParticleParams_CheckChange(const gfCore *core, const gfParticleParams *from, const gfParticleParams *to,
                                  const char *caller);

// --- prefix sums -----------------------------------------------------------------------------------------------------

// Prefix sums of a list of counts (for each element the sum of all before it): reductions by 16, and one pass that
// combines them. Shaders read them by particles/prefix.glsl.

// So many reductions by 16 sum up 2^20 elements. The last pass adds up the few sums that longer lists leave.
#define GF_PREFIX_LEVELS 5

// All zero: it was not made.
typedef struct gfPrefix {
    int levels;
    gfTexture level[GF_PREFIX_LEVELS]; // R32UI lists: sums of 16, of 256, and so on
    gfTexture before;                  // R32UI list: sum before each 16 elements; the last element is the total
} gfPrefix;

// Makes textures for lists (particles/linear.glsl) of width x height elements, less than 2^31; the width is a power of
// two. On false, which is reported (OUT_OF_MEMORY, OUT_OF_RANGE, FRAMEBUFFER), nothing was made.
bool gfPrefix_Create(gfDevice *device, gfPrefix *prefix, int width, int height);
void gfPrefix_Destroy(gfDevice *device, gfPrefix *prefix);

// Computes the prefix sums of the red channel of a list in any integer format. False and reported: a pass was not
// drawn.
bool gfPrefix_Run(gfDevice *device, const gfPrefix *prefix, const gfTexture *counts);

// --- a full sort -----------------------------------------------------------------------------------------------------

// A merge sort of keys in fragment shaders. A pass doubles the length of sorted runs: each element of a merged run
// finds its source by a binary search (Odeh, Green, Mwassi, Shmueli and Birk 2012, "Merge path").

// Sorts all texels of an RG32UI list (particles/linear.glsl) by red and then by green; the result is in keys->read.
// Absent elements have red 0xffffffff and so come last. The width is a power of two; the height may be any. False and
// reported: a pass was not drawn, and the list is invalid.
bool gfSort_Run(gfDevice *device, gfPair *keys);

// Element b of the R32UI list `starts` becomes the number of keys less than b in the sorted list `keys`.
bool gfSort_FindStarts(gfDevice *device, const gfTexture *keys, const gfTexture *starts);

// --- state and steps -------------------------------------------------------------------------------------------------

// Bits of gfSph.conditions, made from the definition. They choose rows of the state table and options of shaders.
enum {
    GF_SPH_2D = 1 << 0,
    GF_SPH_3D = 1 << 1,
    GF_SPH_SORTED = 1 << 2,
    GF_SPH_SLOTS = 1 << 3,
    GF_SPH_HASHED = 1 << 4,
    GF_SPH_BLOCKS = 1 << 5, // a fragment handles four particles (SORTED, without `plain`)
    GF_SPH_SINGLE = 1 << 6, // a fragment handles one particle
    GF_SPH_TENSION = 1 << 7,
    GF_SPH_BOUNDED = 1 << 8,
    GF_SPH_MIXED = 1 << 9,    // several materials
    GF_SPH_TURNING = 1 << 10, // the domain's frame turns
    GF_SPH_STRESS = 1 << 11,  // 2D: particles bear shear
    GF_SPH_MARKED = 1 << 12,  // particles may belong to groups, and have lifetimes
    GF_SPH_GROUPED = 1 << 13, // there are groups
    GF_SPH_REPELS = 1 << 14,  // groups push each other away
    GF_SPH_BARRIERS = 1 << 15,
    GF_SPH_MIXING = 1 << 16, // colours mix
    GF_SPH_KINDS = 1 << 17   // only an option of shaders: kinds of particles are averaged apart
};

typedef enum gfSphExtent {
    GF_SPH_PARTICLES,
    GF_SPH_BLOCK, // a texel for four particles
    GF_SPH_CELLS, // a texel a cell, and one more
    GF_SPH_KEYS,
    GF_SPH_ONE,
    GF_SPH_SITES, // a texel for each place where sources may pour, as many as one pass handles
    GF_SPH_EXTENTS
} gfSphExtent;

struct gfSphDomain;

typedef struct gfSph {
    int dimensions;
    int capacity;                   // the most particles
    int cells[3], cellCount;        // border cells included; with HASHED buckets
    int shifts[4];                  // log2 of the width of lists of particles, cells, keys, and sites
    int extents[GF_SPH_EXTENTS][2]; // texels
    uint32_t conditions;            // of GF_SPH_...
    gfPair place, velocity, tags;   // see gfParticleView
    gfPair starts;                  // index of each cell's first particle; one more has the end of the last
    gfPair keys;                    // of a full sort: cell and number of each particle
    gfPair marks;                   // groups and lifetimes, see marks.glsl
    gfTexture moved, movedMoves;    // 2D: place and `moves` before groups are moved
    gfPair stress;                  // 2D: shear stress of each particle, and the part of it that acts (stress.glsl)
    gfTexture moves;                // which cell around its own a particle enters
    gfTexture density, packed, masks[3]; // see density.frag
    gfTexture record;                    // see record.glsl
    gfTexture arrivals[3], totals;       // numbers of particles that enter a cell, by the row that they leave; in total
    gfPair count;                        // one texel: numbers of particles now, emitted and drained so far; next id
    gfTexture survivors, sites;          // 1 or 0 a texel: whether a particle stays; whether a site gets one
    gfPrefix cellSums, survivorSums, siteSums;
    gfRouting routing; // of SLOTS, and `dropped`: particles without a slot, with prefix sums and, one texel, their sum
    gfTexture dropped;
    gfPrefix droppedSums;
    gfPair droppedSum;
    gfSphScales scales;
    gfParticleParams ramped; // tunables, ramping to the definition's; automatic ones as their values
    bool ramping;            // some tunables have not reached the definition's
    bool softened;           // the warning about too few substeps was given
    uint64_t steps, added;   // since creation or reset
    double time;             // since creation or reset, s
    bool mortal;             // some particles have had a lifetime
    int left;                // remaining substeps of this step, this one included
    bool (*regroup)(void *groups, struct gfSph *sph,
                    const struct gfSphDomain *domain);       // moves groups; null: no groups
    void (*tellGroups)(const void *groups, int32_t words[]); // fills in gfParticleView.groups
    // See gfParticleCalls.findGroup; `fluid` is the fluid's number. Null: no groups.
    int (*findGroup)(const void *groups, uint32_t fluid, gfHandle group, const char *caller);
    bool rigid; // some groups are rigid
    void *groups;
    float layoutSpacing; // `spacing` of the definition at creation, which sizes of textures follow from; m
} gfSph;

// Shapes that let particles through in one direction only.
typedef struct gfSphValves {
    gfShapeBatch shapes;
    float ways[GF_SHAPES_PER_BATCH][4]; // unit direction, least half width (m), 0
} gfSphValves;

typedef struct gfSphDomain {
    gfDevice *device;
    int dimensions;
    float size[3];     // of the box between the walls, m
    float gridSize[3]; // the largest `size` that it may become, m
    const gfParticleParams *params;
    float step;                         // s
    gfSideFlags closed, holding, speed; // left, right, bottom, top: 1 for a wall; 1 for no-slip; wall speed, m/s
    gfSideFlags closedEnds;             // 3D: back and front: 1 for a wall; the same for no-slip
    bool solids;                        // there are solids
    GLuint distance, solidTable;        // see fluid/solids/solids.h and, of 3D, ext/fluid3d/volume.h
    int solidCount;                     // 3D: columns of `solidTable`
    const gfTexture *map;               // 3D: collision map, see ext/fluid3d/volume.h; null: none
    float mapThickness;                 // depth of the ground below the map, m; 0: unlimited
    const gfContainerMotion *motion;    // 3D: motion of the container in this substep; 2D: null
    float rasterSize;                   // 2D: cell size of the raster of `distance`, m
    float acceleration[3];              // gravity and the frame's, m/s^2
    bool turns;                         // 2D: the domain's frame turns, see common/turning.glsl
    float turning[4];                   // u_turning of common/turning.glsl, in m and s
    const gfSphValves *valves;          // 2D: one-way sources; null: none
} gfSphDomain;

// The define of each condition, by its bit number, for shaders that have it as an option.
extern const char *const gf_sphOptionDefines[];

#define GF_SPH_DIMENSIONS (GF_SPH_2D | GF_SPH_3D)
#define GF_SPH_SEARCHES (GF_SPH_SORTED | GF_SPH_SLOTS | GF_SPH_HASHED)
#define GF_SPH_KEPT (GF_SPH_STRESS | GF_SPH_MARKED) // optional data of particles

// A shader of particles. `bits`: the GF_SPH_... conditions that are its options, beside the dimensions.
#define GF_SPH_SHADER(s, ofFile, itsDefines, bits)                                                           \
    {                                                                                                        \
        .file = "particles/" ofFile, .defines = (itsDefines),                                                \
        .options = (s)->conditions & (uint32_t)((bits) | GF_SPH_DIMENSIONS), .optionOf = gf_sphOptionDefines \
    }

// Returns false, which is reported, on failure.
bool gfSph_Create(gfSph *sph, const gfSphDomain *domain);
void gfSph_Destroy(gfDevice *device, gfSph *sph);
// MayTune returns whether Tune can take over domain->params, and reports if not.
bool gfSph_MayTune(const gfSph *sph, const gfSphDomain *domain);
void gfSph_Tune(gfSph *sph, const gfSphDomain *domain);
void gfSph_Reset(gfSph *sph, const gfSphDomain *domain);
// Must be called after domain->step changed.
void gfSph_ChangeStep(gfSph *sph, const gfSphDomain *domain);
// Ramps tunables towards those of the domain; called before a step.
void gfSph_Ramp(gfSph *sph, const gfSphDomain *domain);
// Sets tunables to those of the domain at once.
void gfSph_Settle(gfSph *sph, const gfSphDomain *domain);
bool gfSph_Step(gfSph *sph, const gfSphDomain *domain, int *substeps);
// Runs one of scales.substeps substeps, for a domain that changes between substeps.
bool gfSph_Substep(gfSph *sph, const gfSphDomain *domain);

// Moves the 2D domain by `way`, m, under the particles, and drains particles that are then outside. False and reported
// on failure; if a program could not be made, nothing has changed.
bool gfSph_Scroll(gfSph *sph, const gfSphDomain *domain, const double way[2]);

// Particles for gfSph_Add, which reports TOO_MANY, OUT_OF_RANGE or OUT_OF_MEMORY on false, and waits for the GPU.
typedef struct gfSphAdded {
    const float *places;     // `dimensions` floats each, m from the domain's corner
    const float *velocities; // m/s; null: at rest
    const uint32_t *tags;    // material << 24 | colour; null: 0
    const uint32_t *marks;   // two each, see marks.glsl; null: 0
    int count;
} gfSphAdded;
bool gfSph_Add(gfSph *sph, const gfSphDomain *domain, const gfSphAdded *added, const char *caller);

// Measures, writes or reads the state (gl/archive.h); reading rebuilds the search. A state fits an archive if it was
// created with params that gfSph_LayOut of the written one had adjusted.
void gfSph_Archive(gfSph *sph, const gfSphDomain *domain, gfArchive *archive);
void gfSph_LayOut(const gfSph *sph, gfParticleParams *params);

// Reads the numbers of particles, emitted and drained ones, and the next id. Waits for the GPU. False and reported (GL)
// if there are more particles than `capacity`, which only a broken GPU would answer.
bool gfSph_ReadCount(gfDevice *device, const gfSph *sph, uint32_t count[4]);

// All particles, in the order and units of the state; made by gfSph_Read, which waits for the GPU, and freed by
// gfSphHost_Free.
typedef struct gfSphHost {
    int count;
    float *places, *velocities; // four each: place and velocity; in 3D place and density, and velocity
    uint32_t *tags;             // four each: id, tag, 0, 1
    uint32_t *marks;            // four each: mark, end of life, 0, 1; null: the state has none
    float *stresses;            // four each; null: the state has none
} gfSphHost;
bool gfSph_Read(gfDevice *device, const gfSph *sph, gfSphHost *host);
void gfSphHost_Free(gfDevice *device, gfSphHost *host);

bool gfSph_GetStats(gfDevice *device, const gfSph *sph, gfParticleStats *stats);
// Fills in how drawings read the particles. World coordinates count from the domain's corner.
void gfSph_View(const gfSph *sph, const gfParticleParams *params, gfParticleView *view);
// Returns the tag (see gfParticleView) of a particle of this material in the material's colour.
uint32_t gfParticles_MakeTag(const gfParticleMaterial *material, uint32_t index);

// Returns the index of a particle's material; 0 if that material was removed since, as in shaders.
static inline uint32_t gfSph_GetMaterialIndex(const gfParticleParams *params, uint32_t tag)
{
    uint32_t index = tag >> 24;
    return index < (uint32_t)params->materialCount ? index : 0;
}

static inline const gfParticleMaterial *gfSph_GetMaterial(const gfParticleParams *params, uint32_t tag)
{
    return &params->materials[gfSph_GetMaterialIndex(params, tag)];
}

// Builds the search anew: sorts all particles and finds where cells begin.
bool gfSph_Rebuild(gfSph *sph, const gfSphDomain *domain);
// Updates the search after a substep that moved no particle by more than a cell.
bool gfSph_Update(gfSph *sph, const gfSphDomain *domain);

// Draws the current pressure of each particle into `law`, in units of gfSph_GetPressureUnit (pressures.frag). It also
// overwrites densities, which each substep draws anew.
bool gfSph_DrawLaw(const gfSph *sph, const gfSphDomain *domain, const gfTexture *law);

// Draws the current record of each particle (record.glsl), as the forces of the next substep will read it.
bool gfSph_DrawRecord(const gfSph *sph, const gfSphDomain *domain);

extern const gfStateTable gf_sphStateTable;
gfStatePlan gfSph_Plan(const gfSph *sph);

// Outputs of passes, in the order of their shaders' locations. Textures that only 3D has come last: in 2D they are not
// made and are left out.
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

// Returns the time since the last reset, ms, the unit of lifetimes in marks.
static inline GLint gfSph_GetTime(const gfSph *s)
{
    return (GLint)(1000.0 * s->time);
}

// Swaps tags and marks, which motion doesn't change.
static inline void gfSph_SwapTags(gfSph *s)
{
    gfPair_Swap(&s->tags);
    gfPair_Swap(&s->marks);
}

// Swaps the pairs that a substep writes.
static inline void gfSph_SwapState(gfSph *s)
{
    gfPair_Swap(&s->place);
    gfPair_Swap(&s->velocity);
    gfPair_Swap(&s->stress);
}

// Returns the n-th of those among three textures that were made; null: there are fewer.
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

// One over the kernels' sums at rest, and the number of particles in a cell.
#define GF_SPH_NORM(s) GF_F4(norm, (s)->scales.norm2, (s)->scales.norm3, (s)->scales.cellFill, 0.0f)

// Returns the unit of pressure, m^2/s^2 (see particle_fields.c): scales.soundSpeed squared, but for the difference of
// the kernels' sums at rest and their integrals.
static inline float gfSph_GetPressureUnit(const gfSph *s)
{
    return s->scales.stiffness * s->scales.radius * s->scales.radius * s->scales.cellFill;
}

// --- walls -----------------------------------------------------------------------------------------------------------

// The most cells that a particle's velocity may move it along an axis in a substep.
#define GF_SPH_FASTEST 0.9f

// Sides, solids and the collision map for passes of a substep (shaders/particles/walls.glsl), in cells.
typedef struct gfSphWalls {
    float extents[2][4]; // size of the box before and after the substep
    float motion[3][4];
    float carry[3][4];
    float speed[4];
    float map[4]; // u_mapScale of shaders/particles/collision.glsl
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

// Sources drain particles, pour new ones, and stir the others. The caller packs sources into batches, which
// shaders/particles/shapes.glsl reads.

#define GF_SPH_BATCH_UNIFORMS 12

// The phases of sources, in this order.
typedef enum gfSphPhase { GF_SPH_DRAIN, GF_SPH_POUR, GF_SPH_STIR, GF_SPH_PHASES } gfSphPhase;

// The part of a source that the CPU must know; m and m/s, from the domain's corner.
typedef struct gfSphSource {
    float low[3], high[3]; // bounding box
    float drift[3];        // velocity of its lattice of sites, which moves along with the poured fluid
    double shift[3];       // a further shift of that lattice, m
} gfSphSource;

typedef struct gfSphBatch {
    int count;
    gfSphSource sources[GF_SHAPES_PER_BATCH];
    gfUniform uniforms[GF_SPH_BATCH_UNIFORMS]; // for shapes.glsl; ends at the first with a null name
    GLuint texture;                            // the host's texture; 0: none
} gfSphBatch;

// Returns those of a source's `fields` (gfSource_GetFields) on which it acts in this phase.
uint32_t gfSph_GetPhaseFields(gfSphPhase phase, uint32_t fields, gfSourceMode mode, float mass);
// Tells whether sites of `source` and of a source in the batch may be nearer to each other than `spacing`.
bool gfSphBatch_Overlaps(const gfSphBatch *batch, const gfSphSource *source, float spacing);

// Lets the sources of a batch act in a phase. False and reported: a pass was not drawn.
bool gfSph_RunBatch(gfSph *sph, const gfSphDomain *domain, gfSphPhase phase, const gfSphBatch *batch);
// Drains particles outside the domain. The caller must call gfSph_Rebuild next. False and reported: as above.
bool gfSph_DropOutside(gfSph *sph, const gfSphDomain *domain);

#endif
