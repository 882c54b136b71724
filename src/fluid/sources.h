// Splats that wait for a substep, emitters, and adding both to a solver's fields.
#ifndef GF_SOURCE_H
#define GF_SOURCE_H

#include "gpufluid/source.h"

#include "base/shape.h"
#include "base/slots.h"
#include "gl/pass.h"

// A source. `def` is its first member, so that a gfSource pointer is also a gfSourceDef pointer.
typedef struct gfSource {
    gfSourceDef def;
    gfVec2 centre; // of an emitter's shape after the last substep
    float angle;
    gfTexture mask; // the library's own, in place of the definition's texture
    bool acted;     // a substep has seen this emitter
    float left;     // remaining lifetime of an emitter, s
    bool passing;   // a splat with a texture of the library's own, which snapshots leave out
} gfSource;

// The sources of one fluid: gfSource of a gfFluid, gfSource3DDef of a gfFluid3D.
typedef struct gfSources {
    char *splats;
    int splatCount, splatCapacity;
    gfSlots emitters;
    double time; // of the fluid at the start of the substep, s
    int left;    // substeps of this call, this one included, over which emitters move; 0 counts as 1
    float dt;    // of the substep, s
} gfSources;

// Bits of gfSource_GetFields beside gfSourceFields. Attraction and zones act on velocity.
#define GF_SOURCE_ATTRACTION 32u
#define GF_SOURCE_ZONE 64u
#define GF_SOURCE_VALVE 128u // an emitter that lets fluid through one way

// The sources of one pass, packed for its program.
typedef struct gfSourceBatch {
    gfShapeBatch shapes;
    float amounts[3 * GF_SHAPES_PER_BATCH][4]; // see shaders/source/batch.glsl
    float ways[3 * GF_SHAPES_PER_BATCH][4];
    float zones[3 * GF_SHAPES_PER_BATCH][4]; // see shaders/source/zones.glsl
    GLuint texture;                          // the host's or a mask; 0: none has one
    gfAtlasPart parts[GF_SHAPES_PER_BATCH];  // of a group: each the region of one fluid that some of the shapes cover
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
    bool splats;      // whether waiting splats act, too
    gfVec2 origin;    // of the domain, world, m
    gfVec2 texelSize; // m, from value to value
    int block;        // values of a texel along a side: 2 in packed fields, else 1
    gfVec2 cellsPerTexel;
    float cellSize;
    float reach;     // distance beyond outlines up to which sources act, m
    bool ownTexel;   // the shader reads only the texel that it writes, so it can draw in place
    float stepCells; // cells a step for 1 m/s, of fields that hold velocity
} gfSourceTarget;

// The sources of one fluid of a group, and the origin of its domain.
typedef struct gfSourcesOf {
    const gfSources *sources;
    gfVec2 origin;
} gfSourcesOf;

// The drags and turbulence that zones of two and of three dimensions share.
typedef struct gfZoneDrags {
    float drag, quadraticDrag;
    const gfTurbulence *turbulence;
} gfZoneDrags;

// Returns whether drags or turbulence have an effect.
bool gfZoneDrags_Pull(const gfZoneDrags *zone);
// Wraps a place or time in the lattice of the turbulence's noise to its period.
float gfZone_GetLattice(double value);

// Makes an empty list. `emitters`: the kind of their handles. `defSize`: bytes of one definition.
void gfSources_Init(gfSources *sources, gfHandleKind emitters, size_t defSize);
void gfSources_Destroy(gfSources *sources, gfCore *core);
// Destroys the textures of masks; sources are gfSource.
void gfSources_DestroyMasks(gfDevice *device, gfSources *sources);
bool gfSource_Check(const gfCore *core, const gfSourceDef *def, bool splat, const char *caller);

// What moves the fluid in a source's definition, each as its largest component.
typedef struct gfSourceMotion {
    float velocity, angularVelocity, acceleration, angularAcceleration;
} gfSourceMotion;

// Returns whether an emitter that adds has no velocity, and all other sources no acceleration; reports OUT_OF_RANGE.
bool gfSource_CheckMotion(const gfCore *core, bool adds, const gfSourceMotion *motion, const char *caller);
// Makes room for `count` splats. False and reported: no memory.
bool gfSources_Reserve(gfSources *sources, gfCore *core, int count);
// Returns a source at the place of its definition.
gfSource gfSource_Make(const gfSourceDef *def);
// Adds a splat that waits for the next substep. `source`: a struct of `defSize` bytes.
bool gfSources_AddSplat(gfSources *sources, gfCore *core, const void *source);
// Returns a source by number; null: no source has it. Numbers of splats follow those of emitters, from
// `emitters.capacity` on. CountNumbers returns the last number plus one.
const void *gfSources_At(const gfSources *sources, int number);
int gfSources_CountNumbers(const gfSources *sources);
// Returns the fields that a source sets or adds to.
uint32_t gfSource_GetFields(const gfSourceDef *def);
void gfSourceBatch_Clear(gfSourceBatch *batch);
bool gfSourceBatch_HasRoom(const gfSourceBatch *batch, const gfSource *source);
// Values that all sources of a batch share.
typedef struct gfSourceUse {
    gfVec2 origin; // the domain's lower left corner
    float dt;      // of the substep, s
    float least;   // least width over which shapes fade, m
} gfSourceUse;

// Adds the source of this number with its effect on `fields`.
void gfSourceBatch_Add(gfSourceBatch *batch, const gfSources *sources, int number, uint32_t fields,
                       const gfSourceUse *use);
// Returns the bounds of a source's shape over its motion in this substep, without softness.
gfBounds gfSource_GetBounds(const gfSources *sources, int number);
#define GF_SOURCE_UNIFORMS(batch)                                                                                \
    GF_SHAPE_UNIFORMS(&(batch)->shapes), GF_F4V(amounts, 3 * gfMax(1, (batch)->shapes.count), (batch)->amounts), \
        GF_F4V(ways, 3 * gfMax(1, (batch)->shapes.count), (batch)->ways),                                        \
        GF_F4V(zones, 3 * gfMax(1, (batch)->shapes.count), (batch)->zones)
// Returns whether an emitter, or with `splats` a waiting splat, acts on one of these fields; sources are gfSource.
bool gfSources_Touch(const gfSources *sources, uint32_t mask, bool splats);
// Returns whether a waiting splat acts on one of these fields.
bool gfSources_Splat(const gfSources *sources, uint32_t mask);
// Applies every source that acts on the target's fields, in batches, each in the region of the fields that it covers.
void gfSources_Apply(gfDevice *device, const gfSources *sources, const gfSourceTarget *target, float dt);
// Applies the sources of each of `count` fluids to fields in an atlas; the target's origin is not used.
void gfSources_ApplyEach(gfDevice *device, const gfSourcesOf *fluids, int count, const gfSourceTarget *target,
                         float dt);
// Drops waiting splats that read this texture. False: there was none.
bool gfSources_DropTexture(gfSources *sources, GLuint texture);
// Drops all splats after a substep, as they act once.
void gfSources_DropSplats(gfSources *sources);
// Moves emitters on after a substep; sources are gfSource.
void gfSources_Advance(gfSources *sources);

#endif
