// Drawing styles as a table: each one's shader and needed fields. Then default looks, and how light becomes a pixel.
#ifndef GF_STYLES_H
#define GF_STYLES_H

#include "gpufluid/draw.h"

#include "fluid/solver.h"
#include "gl/pass.h"

// What a drawing reads for detail below a cell; gfDetail_Follow fills it in.
typedef struct gfDetailView {
    const gfTexture *moved, *local, *swirls;
    float scale[2]; // how many tiles of the texture of swirls a cell is wide, in x and y
    // Where the coordinates of each of the two phases begin in the tile: x and y of the first, then of the second.
    float from[4];
} gfDetailView;

// The parts of a gfFluid that a drawing reads.
typedef struct gfDrawnFluid {
    const gfBody *body;
    const gfSolver *solver;
    void *state;
    double time_s;              // time of the fluid, s, for animated parts of a drawing
    const gfDetailView *detail; // what a drawing with detail reads; null: no detail
} gfDrawnFluid;

// The factor by which stored values of a style's field are multiplied before they are shown.
typedef enum gfStyleUnit {
    GF_STYLE_UNIT_ONE,
    GF_STYLE_UNIT_FIELD,   // the factor gfFieldView.unit of the field
    GF_STYLE_UNIT_PER_CELL // one over the cell size: makes derivatives of differences between neighbours
} gfStyleUnit;

// Bits of gfStyle.variants: defines with which the style's shader can be made, and other things that a style can do.
enum {
    GF_STYLE_SHADOW = 1,
    GF_STYLE_PALETTE = 2,
    GF_STYLE_WRAP = 4,
    GF_STYLE_REFRACTED = 8,
    GF_STYLE_SMOOTH = 16,    // the shader can read the smooth pictures of fields (gfSmooth_Prepare)
    GF_STYLE_PARTICLES = 32, // no define: the solver's particles are drawn on top
    // No define: the shader draws those particles that are liquid, and particles of other kinds are drawn on top.
    GF_STYLE_KINDS = 128,
    // The shader can add the results of effects itself, and so finish the picture in place of the composite pass.
    GF_STYLE_SPILLED = 512,
    GF_STYLE_DETAIL = 256, // the shader can read dye of GF_SOLVER_GRID at displaced places (gfDrawDef.detail)
    GF_STYLE_DYED = 64     // the shader can also colour the liquid by dye, if gfLiquidLook.dyed asks for it
};

struct gfDrawFields;

#define GF_STYLE_INPUTS 8
#define GF_STYLE_UNIFORMS 12

// What one style gives its shader, beside fields and the uniforms that all styles have. Zeroed: nothing.
typedef struct gfStyleInputs {
    const char *defines;      // further defines of the shader's program; null: none
    const gfPalette *palette; // the palette to use; null: that of the definition or, if it has none, of the style
    gfInput inputs[GF_STYLE_INPUTS]; // textures, up to the first input without a name
    int count;                       // number of uniforms in `names` and `values`
    const char *names[GF_STYLE_UNIFORMS];
    float values[GF_STYLE_UNIFORMS][4];
} gfStyleInputs;

void gfStyleInputs_AddTexture(gfStyleInputs *inputs, gfInput texture);
// Adds a uniform of four numbers for the style's shader. `name`: a string literal, without u_.
void gfStyleInputs_Add(gfStyleInputs *inputs, const char *name, float x, float y, float z, float w);
// Adds the uniforms for the look of a liquid. `first` and `second` become the first two numbers of u_liquid.
void gfStyleInputs_AddLiquid(gfStyleInputs *inputs, const gfLiquidLook *liquid, float first, float second);

struct gfParticlesOnTop;

typedef struct gfStyle {
    const char *name; // name of the style, for messages
    float range;      // the value that gets the palette's last colour if gfDrawDef.range is 0
    const char *file, *defines;
    gfPalette palette;  // the palette if the definition has none
    uint32_t needs;     // fields that the shader needs, a bit each from GF_SHOWN_FIRST on; `unit` is that of the first
    uint32_t otherwise; // fields that also do if the solver lacks one of `needs`; 0: none
    uint32_t takes;     // further fields that the shader reads if the solver has them
    // With GF_STYLE_SMOOTH: the define of draw/smooth.frag for the style's field; null: only dye gets a smooth picture.
    const char *smooths;
    gfStyleUnit unit;
    unsigned variants;
    // Makes and adds what the shader reads beside fields; null: nothing. Reports SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
    bool (*prepare)(const gfDrawnFluid *fluid, const struct gfDrawFields *fields, const gfDrawDef *def,
                    gfStyleInputs *inputs);
    // How particles are drawn on top, in several passes; null: not so (GF_STYLE_PARTICLES draws them in one).
    const struct gfParticlesOnTop *onTop;
} gfStyle;

// Returns the style for drawing this fluid: a module's (gfModule.getStyle) or, if no module has one, the table's.
const gfStyle *gfStyle_Get(const gfDrawnFluid *fluid, gfDrawStyle kind);

// The fields that a drawing reads, and where they lie in the world.
typedef struct gfDrawFields {
    const gfStyle *style;
    // A view for each field; its texture is null if the style does not want the field or the solver lacks it.
    gfFieldView views[GF_SHOWN_COUNT];
    gfVec2 origin;
    float cellSize;
    int cellsX, cellsY;
    gfVec2 dyePerCell; // texels of dye to a cell, in x and y
    int wrapX, wrapY;  // 1: the axis is periodic
    float ambient;     // ambient temperature, K
    float unit;        // the factor that gfStyle.unit asks for
    float sinceStep;   // time since the last step, s; the picture shows the fluid moved on by the flow for so long
    GLuint solidTable;
    gfVec2 solidsFrom; // the domain's lower left corner in the coordinates of the table of solids, m
} gfDrawFields;

// One-texel textures that stand in for fields that a style needs and that are still empty; made on demand.
typedef struct gfEmptyFields {
    gfTexture texture[GF_SHOWN_COUNT];
} gfEmptyFields;

void gfEmptyFields_Destroy(gfDevice *device, gfEmptyFields *empty);

static inline const gfFieldView *gfDrawFields_View(const gfDrawFields *fields, gfFieldId id)
{
    return &fields->views[id - GF_SHOWN_FIRST];
}

// Returns the GL name of a field's texture; 0 if the drawing has no such field.
static inline GLuint gfDrawFields_Texture(const gfDrawFields *fields, gfFieldId id)
{
    const gfTexture *texture = gfDrawFields_View(fields, id)->texture;
    return texture != NULL ? texture->id : 0;
}

// Returns whether the solver has the fields that a style needs. If not, reports UNSUPPORTED. Needs no GL context.
bool gfStyle_Check(const gfDrawnFluid *fluid, gfDrawStyle kind, const char *caller);

// Returns whether the style draws a liquid in the colour of its dye, as the definition asks.
bool gfStyle_IsDyed(const gfStyle *style, const gfDrawDef *def);

// Gets the fields that the style needs or uses. Reports UNSUPPORTED (the solver lacks one), or the solver's failure.
bool gfDrawFields_Get(const gfDrawnFluid *fluid, const gfDrawDef *def, gfEmptyFields *empty, gfDrawFields *fields);

// --- default looks ---------------------------------------------------------------------------------------------------

// Functions that the default looks of a gfFluid and of a gfFluid3D share (gfDefaultDrawDefFor, gfDefaultDraw3DDefFor).

static inline float gfLook_Limit(float value, float most)
{
    return fminf(fmaxf(value, 0.0f), most);
}

// Returns whether all materials of particles expand into the space they have, and so are drawn as gas.
bool gfLook_IsGas(const gfParticleParams *params);

// --- from light to a pixel -------------------------------------------------------------------------------------------

// Every style's shader ends with shaders/draw/finish.glsl: exposure, tone, opacity and alpha turn light into a pixel.

// The values of the uniforms u_look and u_tone of shaders/draw/finish.glsl.
typedef struct gfFinish {
    float look[4], tone[4];
} gfFinish;

// How a picture fades out at the sides of the domain: the uniform u_fade of shaders/draw/fade.glsl.
typedef struct gfFade {
    float perSide[4];
    bool wanted; // the picture fades at some side, which takes another program
} gfFade;

// Returns how a drawing fades out at the sides of a domain of this size, m.
gfFade gfFade_Get(const gfDrawDef *def, float width, float height);

// Returns whether a drawing tints the host's picture like coloured glass, by a pass that multiplies and one that adds.
bool gfFinish_NeedsLayers(const gfDrawDef *def);

// Notes at the start of a drawing how the target stores colours (device->storage), for the strength of dither. `host`:
// the framebuffer to draw to; null: a texture of half floats. `linear`: the drawing writes linear light, not sRGB.
void gfFinish_NoteTarget(gfDevice *device, const gfHostTarget *host, bool linear);

// Returns the uniforms of one pass of a drawing. `layer`: 0 if there is a single pass, else 1 and 2.
gfFinish gfFinish_Get(const gfDevice *device, const gfDrawDef *def, int layer);

// Returns how a pass of a drawing is blended with the target; `layer` as in gfFinish_Get.
gfBlend gfFinish_GetBlend(const gfDrawDef *def, int layer);

// Returns whether GL can blend into a texture (32-bit floats may need an extension); null: the host's framebuffer.
bool gfFinish_CanBlendInto(const gfDevice *device, const gfTexture *target);

#endif
