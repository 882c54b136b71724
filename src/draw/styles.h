// Styles as rows of a table: the shader of each, and the fields that it asks a solver for. Below are what
// the default looks share, and how light comes to a pixel.
#ifndef GF_STYLES_H
#define GF_STYLES_H

#include "gpufluid/draw.h"

#include "fluid/solver.h"
#include "gl/pass.h"

// What a drawing reads for detail below a cell (gfDetail_Follow).
typedef struct gfDetailView {
    const gfTexture *moved, *local, *swirls;
    float scale[2]; // tiles of swirls a cell
    float from[4];  // where the coordinates of each phase count from, tiles
} gfDetailView;

// The parts of a fluid that a drawing reads.
typedef struct gfDrawnFluid {
    const gfBody *body;
    const gfSolver *solver;
    void *state;
    double time_s;              // of the fluid's clock: for what moves by itself in a drawing
    const gfDetailView *detail; // null: it is drawn without
} gfDrawnFluid;

// The units by which stored values are multiplied before they are shown.
typedef enum gfStyleUnit {
    GF_STYLE_UNIT_ONE,
    GF_STYLE_UNIT_FIELD,   // the unit of the field's view
    GF_STYLE_UNIT_PER_CELL // one over the cell size: differences of neighbours become derivatives
} gfStyleUnit;

// The variants that a style's shader may have.
enum {
    GF_STYLE_SHADOW = 1,
    GF_STYLE_PALETTE = 2,
    GF_STYLE_WRAP = 4,
    GF_STYLE_REFRACTED = 8,
    GF_STYLE_SMOOTH = 16,    // it may read fields as gfSmooth_Prepare draws them
    GF_STYLE_PARTICLES = 32, // not a variant: the solver's particles come on top
    GF_STYLE_KINDS = 128,    // likewise; it is of the liquids among them, and the other kinds come on top
    GF_STYLE_SPILLED = 512,  // it may take what effects made of its light, and finish the picture itself
    GF_STYLE_DETAIL = 256,   // of GF_SOLVER_GRID: it reads dye beside its place (gfDrawDef.detail)
    GF_STYLE_DYED = 64       // it takes dye, too, if gfLiquidLook.dyed says so
};

struct gfDrawFields;

#define GF_STYLE_INPUTS 8
#define GF_STYLE_UNIFORMS 12

// Inputs of one style's shader, beside fields and the uniforms that all styles share. Zero is nothing.
typedef struct gfStyleInputs {
    const char *defines;             // of its program; null: none
    const gfPalette *palette;        // null: the definition's or, where that has none, the style's
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
    float range;      // value at the palette's end where the definition has 0
    const char *file, *defines;
    gfPalette palette;   // used where the definition has none
    uint32_t needs;      // fields, a bit each; the first is the one that `unit` is of
    uint32_t otherwise;  // fields in place of these where the solver lacks one; 0: there are none
    uint32_t takes;      // fields that are read too where the solver has them
    const char *smooths; // of GF_STYLE_SMOOTH: the define of its field in draw/smooth.frag; null: dye alone
    gfStyleUnit unit;
    unsigned variants;
    // Draws textures, and fills in the inputs that the shader is given beside fields. False and reported: SHADER,
    // OUT_OF_MEMORY, FRAMEBUFFER. Null: there are none.
    bool (*prepare)(const gfDrawnFluid *fluid, const struct gfDrawFields *fields, const gfDrawDef *def,
                    gfStyleInputs *inputs);
    const struct gfParticlesOnTop *onTop; // null: no particles are drawn over it, but those of GF_STYLE_PARTICLES
} gfStyle;

// Returns the style by which this fluid is drawn: a module may have its own of a kind (gfModule.getStyle).
const gfStyle *gfStyle_Get(const gfDrawnFluid *fluid, gfDrawStyle kind);

// The fields that a style asked for, and where they lie.
typedef struct gfDrawFields {
    const gfStyle *style;
    gfFieldView views[GF_SHOWN_COUNT]; // null textures: not asked for, or not had
    gfVec2 origin;
    float cellSize;
    int cellsX, cellsY;
    gfVec2 dyePerCell; // texels of the dye a cell
    int wrapX, wrapY;  // 1: periodic
    float ambient;     // temperature, K
    float unit;        // as the style's row says
    float sinceStep;   // time since the last step that is shown, s
    GLuint solidTable;
    gfVec2 solidsFrom; // of the domain's lower left corner in it, m
} gfDrawFields;

// Stand-ins for needed fields that are empty: one texel each, made when first needed.
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

// Tells whether the solver has what a style needs; reports UNSUPPORTED. Needs no context.
bool gfStyle_Check(const gfDrawnFluid *fluid, gfDrawStyle kind, const char *caller);

// Tells whether a liquid takes on the colour of its dye.
bool gfStyle_IsDyed(const gfStyle *style, const gfDrawDef *def);

// Asks the solver for the fields that a drawing's style needs and takes. False and reported: UNSUPPORTED (the solver
// lacks a field), or the solver's own failure.
bool gfDrawFields_Get(const gfDrawnFluid *fluid, const gfDrawDef *def, gfEmptyFields *empty, gfDrawFields *fields);

// --- default looks ---------------------------------------------------------------------------------------------------

// Helpers that the default looks of fluids share (gfDefaultDrawDefFor, gfDefaultDraw3DDefFor).

static inline float gfLook_Limit(float value, float most)
{
    return fminf(fmaxf(value, 0.0f), most);
}

// Returns whether all materials of particles expand, so that they are drawn as a gas.
bool gfLook_IsGas(const gfParticleParams *params);

// --- from light to a pixel -------------------------------------------------------------------------------------------

// The way of light to a pixel: opacity, alpha, exposure, layers and blending, as shaders/draw/finish.glsl takes them.

// The uniforms of shaders/draw/finish.glsl.
typedef struct gfFinish {
    float look[4], tone[4];
} gfFinish;

// The uniform u_fade of shaders/draw/fade.glsl.
typedef struct gfFade {
    float perSide[4];
    bool wanted; // at some side
} gfFade;

// Returns the fade of a domain of this size, m.
gfFade gfFade_Get(const gfDrawDef *def, float width, float height);

// Tells whether what is drawn lets coloured light through, over the host's own picture: it is laid over that in two
// passes.
bool gfFinish_NeedsLayers(const gfDrawDef *def);

// Finds out how the target of the drawing that begins stores what is written, for its noise. `host`: the framebuffer
// that it is drawn to, or, null, a texture of half floats. `linear`: noise is wanted in light that is not encoded.
void gfFinish_NoteTarget(gfDevice *device, const gfHostTarget *host, bool linear);

// Returns the uniforms of a layer: 0, or 1 and 2 of two passes.
gfFinish gfFinish_Get(const gfDevice *device, const gfDrawDef *def, int layer);

// Returns how the layer is blended.
gfBlend gfFinish_GetBlend(const gfDrawDef *def, int layer);

// Tells whether the context can blend into a texture, or, null, the host's framebuffer.
bool gfFinish_CanBlendInto(const gfDevice *device, const gfTexture *target);

#endif
