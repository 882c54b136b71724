// Smoothed-particle hydrodynamics in fragment passes, in 2D and 3D: what the solver of gfFluid and gfFluid3D share. It
// knows neither: they hand it a domain.
//
// State is one texel a particle (shaders/particles/layout.glsl), in cells of one kernel radius, without a gap: the
// first `count` texels. A substep is: densities, pressures, forces and motion, then the search is brought up to date,
// so that between steps state and search always fit.
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

// The box that a gfFluid3D is in: where it is, where it goes, and how its motion moves places in it.

typedef struct gfContainerPose {
    double position[3]; // of its centre, m
    gfTurn turn;
    double size[3]; // m
} gfContainerPose;

typedef struct gfContainer {
    gfContainerPose now, target;
} gfContainer;

// One substep's motion, in the container's axes after it; places are from its lower corner.
typedef struct gfContainerMotion {
    bool moves;
    float size[2][3];  // before and after, m
    float carry[3][4]; // rows: from a place before to the same place of the world after, m
    float velocity[3]; // of its centre, m/s
    float spin[3];     // radians/s
    float stretch[3];  // of the sides along each axis, outwards, m/s
} gfContainerMotion;

gfContainerPose gfContainerPose_Make(gfVec3 position, gfQuat rotation, gfVec3 size);

// Goes 1 / `remaining` of the way that is left, in `dt` seconds; a length changes by at most `stretch` m.
void gfContainer_Advance(gfContainer *container, int remaining, double stretch, double dt, gfContainerMotion *motion);

// A place of the world as one in the container, and back; m. A vector likewise, without the shift.
void gfContainer_ToLocal(const gfContainerPose *pose, const double world[3], double local[3]);
void gfContainer_ToWorld(const gfContainerPose *pose, const double local[3], double world[3]);

// --- scales ----------------------------------------------------------------------------------------------------------

// The numbers of the scheme follow from the definition's parameters: kernel radius, sums at rest, stiffness, time
// steps.

typedef struct gfSphScales {
    float radius;   // of the kernels, m: the side of a cell
    float spacing;  // m
    float cellFill; // particles a cell at rest
    float norm2;    // one over the sums of the kernels at rest, in cells, each counting itself
    float norm3;
    float balance;        // pressure at rest that makes up for near pressure 1
    float wantedSpeed;    // of sound, m/s, before it is lowered to what is stable
    float soundSpeed;     // m/s
    float stiffness;      // 1/s^2, see forces.frag
    float friction;       // of kinematic viscosity (cells^2/s), likewise
    float predictionTime; // s, see gfParticleParams.lookAhead
    float substep;        // s
    int substeps;
    double wantedSubsteps;
    bool softened;      // maxSubsteps are too few: pressure or viscosity is less than asked for
    float viscosityMax; // m^2/s: what substeps of this length stay stable with
} gfSphScales;

// `gravity`: size of the acceleration, m/s^2; `depth`: of the liquid, m.
void gfSphScales_Compute(gfSphScales *scales, const gfParticleParams *params, int dimensions, const float size[3],
                         float step);

// Returns the kernel radius that the parameters ask for, m.
float gfSphScales_GetRadius(const gfParticleParams *params, int dimensions);

// Returns whether all parameters are in range; reports OUT_OF_RANGE.
bool gfParticleParams_Check(const gfCore *core, const gfParticleParams *params, int dimensions, const char *caller);

// --- prefix sums -----------------------------------------------------------------------------------------------------

// Sums of all elements before each element of a list of counts: reductions by 16, and one pass that adds up their
// results. Shaders read them by particles/prefix.glsl.

// After this many reductions by 16 a list of 2^20 elements is one, and what is left of a longer one is added up by one.
#define GF_PREFIX_LEVELS 5

// Zero is "none".
typedef struct gfPrefix {
    int levels;
    gfTexture level[GF_PREFIX_LEVELS]; // R32UI lists: sums of 16, of 256, and so on
    gfTexture before;                  // R32UI list: of all that comes before each 16; one more has the total
} gfPrefix;

// Makes the sums for lists (particles/linear.glsl) of width x height elements, less than 2^31; the width is a power of
// two. On false, which is reported (OUT_OF_MEMORY, OUT_OF_RANGE, FRAMEBUFFER), nothing is left.
bool gfPrefix_Create(gfDevice *device, gfPrefix *prefix, int width, int height);
void gfPrefix_Destroy(gfDevice *device, gfPrefix *prefix);

// Sums up red of such a list, of any format of whole numbers. False and reported: something was not drawn.
bool gfPrefix_Run(gfDevice *device, const gfPrefix *prefix, const gfTexture *counts);

// --- a full sort -----------------------------------------------------------------------------------------------------

// A full sort of keys in fragment shaders, by merging runs: each element of a merged run finds its own source by a
// search in both halves (Odeh, Green, Mwassi, Shmueli and Birk 2012, "Merge path"), so that a pass doubles the runs.

// Sorts a list (particles/linear.glsl) of format RG32UI, all of its texels, by red and then by green; the result is in
// keys->read. Elements that are absent have red 0xffffffff and so come last. The width is a power of two; the height
// may be any. False and reported: something was not drawn, and the list is not to be used.
bool gfSort_Run(gfDevice *device, gfPair *keys);

// Element b of `starts`, a list of format R32UI, becomes the number of keys less than b in the sorted list `keys`.
bool gfSort_FindStarts(gfDevice *device, const gfTexture *keys, const gfTexture *starts);

// --- state and steps -------------------------------------------------------------------------------------------------

// Conditions that a definition sets: bits for the table of state, and options of shaders.
enum {
    GF_SPH_2D = 1 << 0,
    GF_SPH_3D = 1 << 1,
    GF_SPH_SORTED = 1 << 2,
    GF_SPH_SLOTS = 1 << 3,
    GF_SPH_HASHED = 1 << 4,
    GF_SPH_BLOCKS = 1 << 5, // four particles a fragment: of the sorted state, but not with `plain`
    GF_SPH_SINGLE = 1 << 6, // one by one
    GF_SPH_TENSION = 1 << 7,
    GF_SPH_BOUNDED = 1 << 8,
    GF_SPH_MIXED = 1 << 9,    // several materials
    GF_SPH_TURNING = 1 << 10, // the domain's frame turns
    GF_SPH_STRESS = 1 << 11,  // 2D: particles bear shear
    GF_SPH_MARKED = 1 << 12,  // particles may belong to groups, and have lifetimes
    GF_SPH_GROUPED = 1 << 13, // some may belong to groups
    GF_SPH_REPELS = 1 << 14,  // groups push each other away
    GF_SPH_BARRIERS = 1 << 15,
    GF_SPH_MIXING = 1 << 16, // colours mix
    GF_SPH_KINDS = 1 << 17   // an option alone: each kind of particles counts for itself
};

typedef enum gfSphExtent {
    GF_SPH_PARTICLES,
    GF_SPH_BLOCK, // four particles
    GF_SPH_CELLS, // one more than cells
    GF_SPH_KEYS,
    GF_SPH_ONE,
    GF_SPH_SITES, // places where sources may pour, as many as one pass handles
    GF_SPH_EXTENTS
} gfSphExtent;

struct gfSphDomain;

typedef struct gfSph {
    int dimensions;
    int capacity;                        // particles
    int cells[3], cellCount;             // with the border; of HASHED: buckets
    int shifts[4];                       // log2 of texels a row: particles, cells, keys, sites
    int extents[GF_SPH_EXTENTS][2];      // texels
    uint32_t conditions;                 // of GF_SPH_...
    gfPair place, velocity, tags;        // see gfParticleView
    gfPair starts;                       // where each cell's particles begin, and behind the last where they end
    gfPair keys;                         // of a full sort: cell and number of each particle
    gfPair marks;                        // groups and lifetimes, see marks.glsl
    gfTexture moved, movedMoves;         // 2D: what a substep makes of them before it moves groups
    gfPair stress;                       // 2D: shear stress of each particle, and what acts of it (stress.glsl)
    gfTexture moves;                     // which cell around its own a particle enters
    gfTexture density, packed, masks[3]; // see density.frag
    gfTexture record;                    // see record.glsl
    gfTexture arrivals[3], totals;       // of each cell, by rows of cells that they come from; in all
    gfPair count;                        // one texel: particles, emitted so far, drained so far, next id
    gfTexture survivors, sites;          // 1 or 0: which particles stay, which sites get one
    gfPrefix cellSums, survivorSums, siteSums;
    gfRouting routing; // of SLOTS, and which particles had no slot, their sums, and how many in all (one texel)
    gfTexture dropped;
    gfPrefix droppedSums;
    gfPair droppedSum;
    gfSphScales scales;
    gfParticleParams ramped; // the tunables, on their way to what the definition says; raw values in place of tame ones
    bool ramping;            // some are not there yet
    bool softened;           // that it is softer than asked for has been said
    uint64_t steps, added;   // since creation or reset
    double time;             // likewise, s
    bool mortal;             // some particles have had a lifetime
    int left;                // substeps of this step that are left, this one counted
    bool (*regroup)(void *groups, struct gfSph *sph,
                    const struct gfSphDomain *domain);       // moves groups; null: there are none
    void (*tellGroups)(const void *groups, int32_t words[]); // fills in gfParticleView.groups
    // The number of a group, as gfParticleCalls.findGroup tells it of the fluid of this number; null likewise.
    int (*findGroup)(const void *groups, uint32_t fluid, gfHandle group, const char *caller);
    bool rigid; // some groups are
    void *groups;
    float layoutSpacing; // m, of the definition that it was made by
} gfSph;

// Shapes that let particles through one way, in metres and seconds.
typedef struct gfSphValves {
    gfShapeBatch shapes;
    float ways[GF_SHAPES_PER_BATCH][4]; // direction, least half width, m
} gfSphValves;

typedef struct gfSphDomain {
    gfDevice *device;
    int dimensions;
    float size[3];     // of what is walled in
    float gridSize[3]; // the largest that it may become
    const gfParticleParams *params;
    float step;                         // s
    gfSideFlags closed, holding, speed; // of left, right, bottom, top: 1 for walls, for those that hold the fluid
    gfSideFlags closedEnds;             // 3D: back and front, and whether they hold it
    bool solids;                        // there are some
    GLuint distance, solidTable;        // see fluid/solids/solids.h and, of 3D, ext/fluid3d/volume.h
    int solidCount;                     // 3D: columns of the table
    const gfTexture *map;               // 3D: see ext/fluid3d/volume.h; null: none
    float mapThickness;                 // m; 0: without an end
    const gfContainerMotion *motion;    // 3D: in this substep; in 2D null
    float rasterSize;                   // 2D: m a cell of the raster that `distance` is on
    float acceleration[3];              // all of it, m/s^2
    bool turns;                         // 2D: the domain's frame does, see common/turning.glsl
    float turning[4];                   // in m and s
    const gfSphValves *valves;          // 2D; null: there are none
} gfSphDomain;

// The defines that conditions add to shaders which have them as options.
extern const char *const gf_sphOptionDefines[];

#define GF_SPH_DIMENSIONS (GF_SPH_2D | GF_SPH_3D)
#define GF_SPH_SEARCHES (GF_SPH_SORTED | GF_SPH_SLOTS | GF_SPH_HASHED)
#define GF_SPH_KEPT (GF_SPH_STRESS | GF_SPH_MARKED) // what particles may have besides

// A shader of the particles'. `bits`: those GF_SPH_... that are its options, beside the dimensions.
#define GF_SPH_SHADER(s, ofFile, itsDefines, bits)                                                           \
    {                                                                                                        \
        .file = "particles/" ofFile, .defines = (itsDefines),                                                \
        .options = (s)->conditions & (uint32_t)((bits) | GF_SPH_DIMENSIONS), .optionOf = gf_sphOptionDefines \
    }

// Returns false, which is reported, on failure.
bool gfSph_Create(gfSph *sph, const gfSphDomain *domain);
void gfSph_Destroy(gfDevice *device, gfSph *sph);
// MayTune returns whether the fluid may take over params as they are now; reports. Tune takes them over.
bool gfSph_MayTune(const gfSph *sph, const gfSphDomain *domain);
void gfSph_Tune(gfSph *sph, const gfSphDomain *domain);
void gfSph_Reset(gfSph *sph, const gfSphDomain *domain);
// Must be called after domain->step changed.
void gfSph_ChangeStep(gfSph *sph, const gfSphDomain *domain);
// Lets tunables go on towards those of the domain, before a step.
void gfSph_Ramp(gfSph *sph, const gfSphDomain *domain);
// Sets tunables to those of the domain at once.
void gfSph_Settle(gfSph *sph, const gfSphDomain *domain);
bool gfSph_Step(gfSph *sph, const gfSphDomain *domain, int *substeps);
// Runs one of its scales.substeps, for a domain that changes from one to the next.
bool gfSph_Substep(gfSph *sph, const gfSphDomain *domain);

// The domain, in 2D, moves by so many m: places are as of its corner, and particles that are then outside are drained.
// False and reported on failure; where that is for a program, nothing changed.
bool gfSph_Scroll(gfSph *sph, const gfSphDomain *domain, const double way[2]);

// Adds particles. False and reported: TOO_MANY, OUT_OF_RANGE, OUT_OF_MEMORY. Waits for the GPU.
typedef struct gfSphAdded {
    const float *places;     // `dimensions` each, m from the domain's corner
    const float *velocities; // m/s; null: at rest
    const uint32_t *tags;    // material << 24 | colour; null: 0
    const uint32_t *marks;   // two each, see marks.glsl; null: 0
    int count;
} gfSphAdded;
bool gfSph_Add(gfSph *sph, const gfSphDomain *domain, const gfSphAdded *added, const char *caller);

// Measures, writes or reads its state (gl/archive.h); the search is built anew when it is read. What is read is laid
// out as what was written if it was made by params that gfSph_LayOut changed.
void gfSph_Archive(gfSph *sph, const gfSphDomain *domain, gfArchive *archive);
void gfSph_LayOut(const gfSph *sph, gfParticleParams *params);

// particles, emitted, drained, next id. Waits for the GPU, which may answer anything: there are no more particles than
// `capacity`, or it is false and reported (GL).
bool gfSph_ReadCount(gfDevice *device, const gfSph *sph, uint32_t count[4]);

// All particles in the order of the state: place and velocity as they are stored, four floats each (3D: eight), and id
// and tag. To be freed by gfSphHost_Free. Waits.
typedef struct gfSphHost {
    int count;
    float *places, *velocities; // velocities: 3D only
    uint32_t *tags;             // four each: id, tag, 0, 1
    uint32_t *marks;            // four each: mark, time, 0, 1; null: there are none
    float *stresses;            // four each; null: there are none
} gfSphHost;
bool gfSph_Read(gfDevice *device, const gfSph *sph, gfSphHost *host);
void gfSphHost_Free(gfDevice *device, gfSphHost *host);

bool gfSph_GetStats(gfDevice *device, const gfSph *sph, gfParticleStats *stats);
// World coordinates are those of the domain's corner.
void gfSph_View(const gfSph *sph, const gfParticleParams *params, gfParticleView *view);
// Returns the tag in which a particle keeps its material, see gfParticleView.
uint32_t gfParticles_MakeTag(const gfParticleMaterial *material, uint32_t index);

// The material of a particle: the first one where gfSph_Tune left fewer than the tag counts on, as in shaders.
static inline uint32_t gfSph_GetMaterialIndex(const gfParticleParams *params, uint32_t tag)
{
    uint32_t index = tag >> 24;
    return index < (uint32_t)params->materialCount ? index : 0;
}

static inline const gfParticleMaterial *gfSph_GetMaterial(const gfParticleParams *params, uint32_t tag)
{
    return &params->materials[gfSph_GetMaterialIndex(params, tag)];
}

// Sorts all anew and finds where cells begin.
bool gfSph_Rebuild(gfSph *sph, const gfSphDomain *domain);
// Does the same after a substep that moved none by more than a cell.
bool gfSph_Update(gfSph *sph, const gfSphDomain *domain);

// The pressure of each particle as it stands, in units of gfSph_GetPressureUnit (pressures.frag). What it overwrites
// besides, a substep draws anew.
bool gfSph_DrawLaw(const gfSph *sph, const gfSphDomain *domain, const gfTexture *law);

// The record of each particle as it stands (record.glsl), as the forces of the next substep will read it.
bool gfSph_DrawRecord(const gfSph *sph, const gfSphDomain *domain);

extern const gfStateTable gf_sphStateTable;
gfStatePlan gfSph_Plan(const gfSph *sph);

// The textures that passes write, in the order of their shaders' outputs; those of the other dimension are none and
// come last.
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

// Returns the time since the last reset as marks have it, ms.
static inline GLint gfSph_GetTime(const gfSph *s)
{
    return (GLint)(1000.0 * s->time);
}

// Exchanges the sides of what stays with a particle.
static inline void gfSph_SwapTags(gfSph *s)
{
    gfPair_Swap(&s->tags);
    gfPair_Swap(&s->marks);
}

// Exchanges the sides of what a substep changes.
static inline void gfSph_SwapState(gfSph *s)
{
    gfPair_Swap(&s->place);
    gfPair_Swap(&s->velocity);
    gfPair_Swap(&s->stress);
}

// Returns number `n` of those of three textures that there are; null: there are fewer.
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

// One over the sums at rest, and particles a cell.
#define GF_SPH_NORM(s) GF_F4(norm, (s)->scales.norm2, (s)->scales.norm3, (s)->scales.cellFill, 0.0f)

// Returns the unit of pressure, m^2/s^2 (see particle_fields.c): scales.soundSpeed squared, less what the kernels' sums
// at rest differ from their integrals by.
static inline float gfSph_GetPressureUnit(const gfSph *s)
{
    return s->scales.stiffness * s->scales.radius * s->scales.radius * s->scales.cellFill;
}

// --- walls -----------------------------------------------------------------------------------------------------------

// Sides, solids and the collision map as the passes of a substep take them (shaders/particles/walls.glsl).

// Cells along an axis that a particle may go in a substep, by its velocity.
#define GF_SPH_FASTEST 0.9f

// The sides and solids around particles, in cells.
typedef struct gfSphWalls {
    float extents[2][4]; // before and after the substep
    float motion[3][4];
    float carry[3][4];
    float speed[4];
    float map[4]; // as shaders/particles/collision.glsl has it
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

// Sources drain particles, pour new ones, and move and colour them. The caller packs sources into batches, which
// shaders/particles/shapes.glsl reads.

#define GF_SPH_BATCH_UNIFORMS 12

// The phases of sources, in this order.
typedef enum gfSphPhase { GF_SPH_DRAIN, GF_SPH_POUR, GF_SPH_STIR, GF_SPH_PHASES } gfSphPhase;

// One source of a batch, as far as the CPU must know it; m and seconds, from the domain's corner.
typedef struct gfSphSource {
    float low[3], high[3]; // bounds
    float drift[3];        // the lattice of places where it pours moves along with what it pours
    double shift[3];       // m, of that lattice besides
} gfSphSource;

typedef struct gfSphBatch {
    int count;
    gfSphSource sources[GF_SHAPES_PER_BATCH];
    gfUniform uniforms[GF_SPH_BATCH_UNIFORMS]; // what shapes.glsl reads; up to the first of name none
    GLuint texture;                            // the host's, or 0
} gfSphBatch;

// Fields that a source acts on in a phase, of those (gfSource_GetFields) on which it acts at all.
uint32_t gfSph_GetPhaseFields(gfSphPhase phase, uint32_t fields, gfSourceMode mode, float mass);
// Tells whether a source of the batch and another one may offer places too near to each other.
bool gfSphBatch_Overlaps(const gfSphBatch *batch, const gfSphSource *source, float spacing);

// Lets the sources of a batch act in a phase. False and reported: a pass was not drawn.
bool gfSph_RunBatch(gfSph *sph, const gfSphDomain *domain, gfSphPhase phase, const gfSphBatch *batch);
// Drains particles outside the domain. The caller must call gfSph_Rebuild next. False and reported likewise.
bool gfSph_DropOutside(gfSph *sph, const gfSphDomain *domain);

#endif
