// Waiting splats and standing emitters, and adding them to a solver's fields.
#ifndef GF_SOURCE_H
#define GF_SOURCE_H

#include "gpufluid/source.h"

#include "base/shape.h"
#include "base/slots.h"
#include "gl/pass.h"

// A source. `def` is first, so that a pointer to either is one to both.
typedef struct gfSource {
    gfSourceDef def;
    gfVec2 centre; // of an emitter's shape as the last substep left it
    float angle;
    gfTexture mask; // the library's own, in place of the definition's texture
    bool acted;     // an emitter that a substep has seen
    float left;     // of an emitter's lifetime, s
    bool passing;   // a splat whose texture is the library's own: snapshots leave it out
} gfSource;

// The sources of one fluid: each a gfSource or, of a gfFluid3D, a gfSource3DDef.
typedef struct gfSources {
    char *splats;
    int splatCount, splatCapacity;
    gfSlots emitters;
    double time; // of the fluid at the start of the substep, s
    int left;    // substeps of this call from this one on, which share the ways of emitters; 0 counts as 1
    float dt;    // of the substep, s
} gfSources;

// Bits that gfSource_GetFields returns beside gfSourceFields: attraction and zone act on velocity.
#define GF_SOURCE_ATTRACTION 32u
#define GF_SOURCE_ZONE 64u
#define GF_SOURCE_VALVE 128u // an emitter that lets fluid through one way

// The sources of one pass, packed for its program.
typedef struct gfSourceBatch {
    gfShapeBatch shapes;
    float amounts[3 * GF_SHAPES_PER_BATCH][4]; // as shaders/source/batch.glsl says
    float ways[3 * GF_SHAPES_PER_BATCH][4];
    float zones[3 * GF_SHAPES_PER_BATCH][4]; // as shaders/source/zones.glsl says
    GLuint texture;                          // the host's or a mask; 0: none has one
    gfAtlasPart parts[GF_SHAPES_PER_BATCH];  // of a group: the region of its fluid that a run of shapes covers
    int partCount, firstOfPart;
} gfSourceBatch;

// The fields that one shader adds sources to, and how.
typedef struct gfSourceTarget {
    const char *label;
    gfShader shader;       // as shaders/source/batch.glsl says
    gfPair *const *fields; // `fieldCount` of them, in the order of the shader's outputs
    int fieldCount;
    bool bits;             // they hold the bits of floats (shaders/common/exact.glsl)
    bool splats;           // whether those that wait act, too
    uint32_t mask;         // gfSourceFields among them
    const gfInput *inputs; // of the shader besides the host's texture, `inputCount` of them
    int inputCount;
    gfVec2 origin;    // of the domain, world, m
    gfVec2 texelSize; // m, from value to value
    int block;        // values of a texel along a side: 2 in packed fields, else 1
    gfVec2 cellsPerTexel;
    float cellSize;
    float reach;          // how far beyond their outlines sources act, m
    bool ownTexel;        // of the fields the shader reads but what it writes: it can be drawn in place
    float stepCells;      // of fields that hold velocity in cells a step: that of 1 m/s
    const gfUniform *own; // of the shader's own, `ownCount` of them
    int ownCount;
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

// Returns whether they have an effect.
bool gfZoneDrags_Pull(const gfZoneDrags *zone);
// Returns a place or time in the lattice of the turbulence's noise, within its period.
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
// Makes room for so many splats. False and reported without memory.
bool gfSources_Reserve(gfSources *sources, gfCore *core, int count);
// Returns a source that stands where its definition says.
gfSource gfSource_Make(const gfSourceDef *def);
// Adds a splat that waits for the next substep. `source`: a struct as emitters are stored.
bool gfSources_AddSplat(gfSources *sources, gfCore *core, const void *source);
// Finds sources by number, emitters and then the splats that wait; null if there is none of a number. Splats begin at
// `emitters.capacity`, and gfSources_CountNumbers is one more than the last number.
const void *gfSources_At(const gfSources *sources, int number);
int gfSources_CountNumbers(const gfSources *sources);
// Returns the fields on which a source has an effect: what it sets, or where it adds something.
uint32_t gfSource_GetFields(const gfSourceDef *def);
void gfSourceBatch_Clear(gfSourceBatch *batch);
bool gfSourceBatch_HasRoom(const gfSourceBatch *batch, const gfSource *source);
// Values that all sources of a batch are packed with.
typedef struct gfSourceUse {
    gfVec2 origin; // the domain's lower left corner
    float dt;      // of the substep, s
    float least;   // width over which shapes fade at least, m
} gfSourceUse;

// Adds the source of a number with its effect on `fields`.
void gfSourceBatch_Add(gfSourceBatch *batch, const gfSources *sources, int number, uint32_t fields,
                       const gfSourceUse *use);
// Returns the bounds of a source's shape on its whole way in this substep, softness left out.
gfBounds gfSource_GetBounds(const gfSources *sources, int number);
#define GF_SOURCE_UNIFORMS(batch)                                                                                \
    GF_SHAPE_UNIFORMS(&(batch)->shapes), GF_F4V(amounts, 3 * gfMax(1, (batch)->shapes.count), (batch)->amounts), \
        GF_F4V(ways, 3 * gfMax(1, (batch)->shapes.count), (batch)->ways),                                        \
        GF_F4V(zones, 3 * gfMax(1, (batch)->shapes.count), (batch)->zones)
// Returns whether an emitter, or with `splats` a waiting splat, acts on one of these fields; sources are gfSource.
bool gfSources_Touch(const gfSources *sources, uint32_t mask, bool splats);
// Returns whether a waiting splat does.
bool gfSources_Splat(const gfSources *sources, uint32_t mask);
// Applies every source that acts on the target's fields, in batches, each in the region of the fields that it covers.
void gfSources_Apply(gfDevice *device, const gfSources *sources, const gfSourceTarget *target, float dt);
// Applies the sources of each of `count` fluids to fields in an atlas; the target's origin is not used.
void gfSources_ApplyEach(gfDevice *device, const gfSourcesOf *fluids, int count, const gfSourceTarget *target,
                         float dt);
// Drops splats that wait and read this texture. False: there was none.
bool gfSources_DropTexture(gfSources *sources, GLuint texture);
// Drops the splats after a substep, as they act once.
void gfSources_DropSplats(gfSources *sources);
// Moves emitters on after a substep, by their share of the way; sources are gfSource.
void gfSources_Advance(gfSources *sources);

#endif
