// Sources of dye, velocity, heat or liquid: splats act once, in the next step, and emitters in every step.
#ifndef GF_SOURCE_H
#define GF_SOURCE_H

#include "gpufluid/source.h"

#include "base/shape.h"
#include "base/slots.h"
#include "gl/pass.h"

// A splat or emitter of a gfFluid. `def` must come first, so that a gfSource can be read as its gfSourceDef.
typedef struct gfSource {
    gfSourceDef def;
    // Centre of an emitter's shape after the last step, world, m; the emitter acts along the way from there.
    gfVec2 centre;
    float angle;
    gfTexture mask; // texture that the library made of the host's mask image, used in place of def.texture; id 0: none
    bool acted;     // this emitter has acted in a step
    float left;     // remaining lifetime of an emitter, s
    // Way of an emitter's jet until now less its velocity times the fluid's time, m: a jet whose velocity changes goes
    // on from where it is.
    gfVec2 shift;
    bool passing; // this splat has a texture of another module of the library, so snapshots leave the splat out
} gfSource;

// The sources of one fluid. Items of both lists are gfSource in a gfFluid, gfSource3DDef in a gfFluid3D.
typedef struct gfSources {
    char *splats;
    int splatCount, splatCapacity;
    gfSource *media; // drag of the fluid's solids (gfSolidDef.drag), which acts in each substep of the next step
    int mediumCount, mediumCapacity;
    gfSlots emitters;
    double time; // the fluid's time at the start of the step, s
    // Steps that the public call has still to run, with this one: a moved emitter arrives in the last. 0 counts as 1.
    int left;
    float dt; // length of the step, s
} gfSources;

// Further bits of gfSource_GetFields: the source attracts, or fills a zone of drag or turbulence. Both act on velocity.
#define GF_SOURCE_ATTRACTION 32u
#define GF_SOURCE_ZONE 64u
#define GF_SOURCE_VALVE 128u // the source is an emitter that lets fluid through one way only (gfZone.oneWay)

// Up to GF_SHAPES_PER_BATCH sources that one pass adds to fields, packed as the shader's uniforms.
typedef struct gfSourceBatch {
    gfShapeBatch shapes;
    float amounts[3 * GF_SHAPES_PER_BATCH][4]; // what each source gives, three rows a shape (shaders/source/batch.glsl)
    float ways[3 * GF_SHAPES_PER_BATCH][4];
    // Velocity, drag, turbulence and one-way direction of zones, three rows a shape (shaders/source/zones.glsl).
    float zones[3 * GF_SHAPES_PER_BATCH][4];
    GLuint texture; // texture that sources of the batch read, the host's or a mask; 0: no source has one
    // For fluids in a group: the region of an atlas that some of the shapes cover, for each fluid.
    gfAtlasPart parts[GF_SHAPES_PER_BATCH];
    int partCount, firstOfPart;
} gfSourceBatch;

// The pass that adds sources to fields. Its lists end before the first entry without a name or a field.
typedef struct gfSourcePass {
    const char *label;                  // null: "sources"
    gfShader shader;                    // see shaders/source/batch.glsl
    gfPair *fields[GF_ATTACHMENTS_MAX]; // in the order of the shader's outputs
    uint32_t mask;                      // the fields, as gfSourceFields
    gfInput inputs[8];                  // beside the host's texture
    gfUniform uniforms[12];             // beside those of all sources
} gfSourcePass;

// What sources are added to: fields by a pass, and where their values lie.
typedef struct gfSourceTarget {
    gfSourcePass pass;
    bool bits;        // fields hold bits of floats in integers (shaders/common/exact.glsl)
    bool splats;      // whether splats act, too, or emitters and media alone
    gfVec2 origin;    // the domain's lower left corner, world, m
    gfVec2 texelSize; // distance between neighbouring values, m
    int block;        // values in a texel along each axis: 2 where a texel holds 2 x 2 cells, else 1
    gfVec2 cellsPerTexel;
    float cellSize;
    float reach;     // distance beyond the outline of a shape up to which the shader still acts, m
    bool ownTexel;   // the shader reads the fields only at the texel that it writes, so it can draw in place
    float stepCells; // for fields of velocity: how many cells a step 1 m/s is
} gfSourceTarget;

// One fluid of a group for gfSources_ApplyEach: its sources, and the lower left corner of its domain, world, m.
typedef struct gfSourcesOf {
    const gfSources *sources;
    gfVec2 origin;
} gfSourcesOf;

// Linear drag (1/s), quadratic drag (1/m) and turbulence of a zone, in two or in three dimensions.
typedef struct gfZoneDrags {
    float drag, quadraticDrag;
    const gfTurbulence *turbulence;
} gfZoneDrags;

// Returns whether a zone's drag or turbulence can move fluid, that is, not all of it is 0.
bool gfZoneDrags_Pull(const gfZoneDrags *zone);
// Returns a place or time, in units of the noise lattice of zones' turbulence, modulo the noise's period.
float gfZone_GetLattice(double value);

// Makes an empty list. `emitters`: the kind of handles for emitters. `defSize`: bytes of one item, see gfSources.
void gfSources_Init(gfSources *sources, gfHandleKind emitters, size_t defSize);
void gfSources_Destroy(gfSources *sources, gfCore *core);
// Destroys the textures that the library made of mask images, of all emitters of a gfFluid.
void gfSources_DestroyMasks(gfDevice *device, gfSources *sources);
bool gfSource_Check(const gfCore *core, const gfSourceDef *def, bool splat, const char *caller);

// The members of a source's definition that move fluid. Of vectors it is the component that is largest in size.
typedef struct gfSourceMotion {
    float velocity, angularVelocity, acceleration, angularAcceleration;
} gfSourceMotion;

// Checks motion: an emitter that adds may have no velocity, any other source no acceleration. Reports OUT_OF_RANGE.
bool gfSource_CheckMotion(const gfCore *core, bool adds, const gfSourceMotion *motion, const char *caller);
// Makes room for `count` splats in all. False and reported: OUT_OF_MEMORY.
bool gfSources_Reserve(gfSources *sources, gfCore *core, int count);
gfSource gfSource_Make(const gfSourceDef *def);
// Adds a splat, which acts in the next step. `source`: an item of as many bytes as gfSources_Init was told. False
// and reported: OUT_OF_MEMORY, or TOO_MANY splats wait.
bool gfSources_AddSplat(gfSources *sources, gfCore *core, const void *source);
// Adds a medium that drags fluid along in the next step, beside all that the host gives. False and reported:
// OUT_OF_MEMORY.
bool gfSources_AddMedium(gfSources *sources, gfCore *core, const gfSource *medium);
// Drops all media; called after each step.
void gfSources_DropMedia(gfSources *sources);
// Returns a source by number; null: none. Emitters have 0 to emitters.capacity - 1, with gaps; media and splats follow.
const void *gfSources_At(const gfSources *sources, int number);
int gfSources_CountNumbers(const gfSources *sources);
// Returns the number of the first splat. Sources before it act in each substep, splats only in the first.
int gfSources_GetFirstSplat(const gfSources *sources);
// Returns the fields on which a source acts, as bits of gfSourceFields and of GF_SOURCE_ATTRACTION and so on.
uint32_t gfSource_GetFields(const gfSourceDef *def);
void gfSourceBatch_Clear(gfSourceBatch *batch);
bool gfSourceBatch_HasRoom(const gfSourceBatch *batch, const gfSource *source);
// What gfSourceBatch_Add needs to know of the fluid and the step; the same for all sources of a batch.
typedef struct gfSourceUse {
    gfVec2 origin; // the domain's lower left corner, world, m
    float dt;      // length of the step, s
    float least;   // least width over which the effect fades at the outline of a shape, m
} gfSourceUse;

// Packs source `number` of the list into the batch, with what it does to `fields` and to no others.
void gfSourceBatch_Add(gfSourceBatch *batch, const gfSources *sources, int number, uint32_t fields,
                       const gfSourceUse *use);
// Returns the bounds of the area that a source sweeps in this step, without the softness of its outline, world, m.
gfBounds gfSource_GetBounds(const gfSources *sources, int number);
#define GF_SOURCE_UNIFORMS(batch)                                                                                \
    GF_SHAPE_UNIFORMS(&(batch)->shapes), GF_F4V(amounts, 3 * gfMax(1, (batch)->shapes.count), (batch)->amounts), \
        GF_F4V(ways, 3 * gfMax(1, (batch)->shapes.count), (batch)->ways),                                        \
        GF_F4V(zones, 3 * gfMax(1, (batch)->shapes.count), (batch)->zones)
// Returns whether an emitter or a medium, or with `splats` also a splat, acts on a field of `mask`. For lists of a
// gfFluid.
bool gfSources_Touch(const gfSources *sources, uint32_t mask, bool splats);
// Returns whether a splat that waits for the next step acts on one of the fields `mask`.
bool gfSources_Splat(const gfSources *sources, uint32_t mask);
// Draws what a fluid's sources do in `dt` seconds to the target, in batches of only the region that each covers.
void gfSources_Apply(gfDevice *device, const gfSources *sources, const gfSourceTarget *target, float dt);
// Draws the sources of `count` fluids of a group to an atlas, by the origins in `fluids`; target->origin is not used.
void gfSources_ApplyEach(gfDevice *device, const gfSourcesOf *fluids, int count, const gfSourceTarget *target,
                         float dt);
// Drops the splats that read this texture, before it is destroyed. False: no splat does.
bool gfSources_DropTexture(gfSources *sources, GLuint texture);
// Drops all splats; called after each step, as they act once.
void gfSources_DropSplats(gfSources *sources);
// Moves the emitters of a gfFluid on along their way, and shortens their lifetimes, after a step.
void gfSources_Advance(gfSources *sources);

#endif
