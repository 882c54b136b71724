// Styles as rows of a table: the shader of each, and the fields that it needs of a solver. Below are helpers of default
// looks, and the way from light to a pixel.
#ifndef GF_STYLES_H
#define GF_STYLES_H

#include "gpufluid/draw.h"

#include "fluid/solver.h"
#include "gl/pass.h"

// The inputs of a drawing for detail below a cell (gfDetail_Follow).
typedef struct gfDetailView {
    const gfTexture *moved, *local, *swirls;
    float scale[2]; // tiles a cell
    float from[4];  // origin of each phase's coordinates, x and y, tiles
} gfDetailView;

// The parts of a fluid that a drawing reads.
typedef struct gfDrawnFluid {
    const gfBody *body;
    const gfSolver *solver;
    void *state;
    double time_s;              // of the fluid's clock, for animated parts of a drawing
    const gfDetailView *detail; // null: no detail
} gfDrawnFluid;

// The factors that stored values are multiplied by before they are shown.
typedef enum gfStyleUnit {
    GF_STYLE_UNIT_ONE,
    GF_STYLE_UNIT_FIELD,   // gfFieldView.unit
    GF_STYLE_UNIT_PER_CELL // one over the cell size: differences of neighbours become derivatives
} gfStyleUnit;

// Variants of a style's shader, and other properties of a style.
enum {
    GF_STYLE_SHADOW = 1,
    GF_STYLE_PALETTE = 2,
    GF_STYLE_WRAP = 4,
    GF_STYLE_REFRACTED = 8,
    GF_STYLE_SMOOTH = 16,    // it may read the pictures of gfSmooth_Prepare
    GF_STYLE_PARTICLES = 32, // no variant: the solver's particles are drawn on top
    GF_STYLE_KINDS = 128,    // likewise: it draws the liquids among particles, and other kinds on top
    GF_STYLE_SPILLED = 512,  // it may add the results of effects, and so finish the picture
    GF_STYLE_DETAIL = 256,   // it reads dye of GF_SOLVER_GRID at displaced places (gfDrawDef.detail)
    GF_STYLE_DYED = 64       // it also takes dye, if gfLiquidLook.dyed says so
};

struct gfDrawFields;

#define GF_STYLE_INPUTS 8
#define GF_STYLE_UNIFORMS 12

// Inputs of one style's shader, beside fields and the uniforms of all styles. Zeroed: none.
typedef struct gfStyleInputs {
    const char *defines;             // of its program; null: none
    const gfPalette *palette;        // null: the definition's or, if it has none, the style's
    gfInput inputs[GF_STYLE_INPUTS]; // up to the first without a name
    int count;                       // of uniforms
    const char *names[GF_STYLE_UNIFORMS];
    float values[GF_STYLE_UNIFORMS][4];
} gfStyleInputs;

// Adds a texture to the inputs.
void gfStyleInputs_AddTexture(gfStyleInputs *inputs, gfInput texture);
// Adds a uniform of four numbers. `name`: a string literal.
void gfStyleInputs_Add(gfStyleInputs *inputs, const char *name, float x, float y, float z, float w);
// Adds the looks of a liquid. `first` and `second` are the first numbers of u_liquid.
void gfStyleInputs_AddLiquid(gfStyleInputs *inputs, const gfLiquidLook *liquid, float first, float second);

struct gfParticlesOnTop;

typedef struct gfStyle {
    const char *name; // for messages
    float range;      // value at the palette's end if the definition has 0
    const char *file, *defines;
    gfPalette palette;   // used where the definition has none
    uint32_t needs;      // fields, a bit each; `unit` is that of the first
    uint32_t otherwise;  // fields in place of `needs` if the solver lacks one; 0: none
    uint32_t takes;      // further fields, read if the solver has them
    const char *smooths; // of GF_STYLE_SMOOTH: the field's define in draw/smooth.frag; null: only dye
    gfStyleUnit unit;
    unsigned variants;
    // Draws textures, and fills in the shader's inputs beside fields. False and reported: SHADER, OUT_OF_MEMORY,
    // FRAMEBUFFER. Null: there are none.
    bool (*prepare)(const gfDrawnFluid *fluid, const struct gfDrawFields *fields, const gfDrawDef *def,
                    gfStyleInputs *inputs);
    const struct gfParticlesOnTop *onTop; // null: none, but for GF_STYLE_PARTICLES
} gfStyle;

// Returns the style for drawing this fluid: a module's own (gfModule.getStyle) or the table's.
const gfStyle *gfStyle_Get(const gfDrawnFluid *fluid, gfDrawStyle kind);

// The fields of a drawing, and their places.
typedef struct gfDrawFields {
    const gfStyle *style;
    gfFieldView views[GF_SHOWN_COUNT]; // null textures: not wanted, or missing
    gfVec2 origin;
    float cellSize;
    int cellsX, cellsY;
    gfVec2 dyePerCell; // dye texels a cell
    int wrapX, wrapY;  // 1: periodic
    float ambient;     // temperature, K
    float unit;        // of gfStyle.unit
    float sinceStep;   // time since the last step by which the picture is moved on, s
    GLuint solidTable;
    gfVec2 solidsFrom; // the domain's lower left corner in the table's coordinates, m
} gfDrawFields;

// Stand-ins for needed fields that are empty: one texel each, made on demand.
typedef struct gfEmptyFields {
    gfTexture texture[GF_SHOWN_COUNT];
} gfEmptyFields;

void gfEmptyFields_Destroy(gfDevice *device, gfEmptyFields *empty);

static inline const gfFieldView *gfDrawFields_View(const gfDrawFields *fields, gfFieldId id)
{
    return &fields->views[id - GF_SHOWN_FIRST];
}

// Returns the GL name of a field's texture; 0 if the solver has none.
static inline GLuint gfDrawFields_Texture(const gfDrawFields *fields, gfFieldId id)
{
    const gfTexture *texture = gfDrawFields_View(fields, id)->texture;
    return texture != NULL ? texture->id : 0;
}

// Returns whether the solver has the fields that a style needs; reports UNSUPPORTED. Needs no context.
bool gfStyle_Check(const gfDrawnFluid *fluid, gfDrawStyle kind, const char *caller);

// Returns whether a liquid takes the colour of its dye.
bool gfStyle_IsDyed(const gfStyle *style, const gfDrawDef *def);

// Asks the solver for the fields that a drawing's style needs, and for those that it uses where they exist. False and
// reported: UNSUPPORTED (the solver lacks a field), or the solver's own failure.
bool gfDrawFields_Get(const gfDrawnFluid *fluid, const gfDrawDef *def, gfEmptyFields *empty, gfDrawFields *fields);

// --- default looks ---------------------------------------------------------------------------------------------------

// Helpers of the default looks of fluids (gfDefaultDrawDefFor, gfDefaultDraw3DDefFor).

static inline float gfLook_Limit(float value, float most)
{
    return fminf(fmaxf(value, 0.0f), most);
}

// Returns whether all materials of particles expand, and so are drawn as gas.
bool gfLook_IsGas(const gfParticleParams *params);

// --- from light to a pixel -------------------------------------------------------------------------------------------

// How light becomes a pixel: opacity, alpha, exposure, layers and blending, for shaders/draw/finish.glsl.

// The uniforms of shaders/draw/finish.glsl.
typedef struct gfFinish {
    float look[4], tone[4];
} gfFinish;

// The uniform u_fade of shaders/draw/fade.glsl.
typedef struct gfFade {
    float perSide[4];
    bool wanted; // some side fades
} gfFade;

// Returns the fade at the sides of a domain of this size, m.
gfFade gfFade_Get(const gfDrawDef *def, float width, float height);

// Returns whether a drawing over the host's picture filters its colours, which takes two passes.
bool gfFinish_NeedsLayers(const gfDrawDef *def);

// Sets device->storage, by which dither is scaled, at the start of a drawing. `host`: the framebuffer that it draws to;
// null: a texture of half floats. `linear`: the drawing writes light that is not encoded.
void gfFinish_NoteTarget(gfDevice *device, const gfHostTarget *host, bool linear);

// Returns the uniforms of a layer: 0 of a single pass, or 1 and 2 of two passes.
gfFinish gfFinish_Get(const gfDevice *device, const gfDrawDef *def, int layer);

// Returns how the layer is blended.
gfBlend gfFinish_GetBlend(const gfDrawDef *def, int layer);

// Returns whether the context can blend into a texture, or, null, the host's framebuffer.
bool gfFinish_CanBlendInto(const gfDevice *device, const gfTexture *target);

#endif
