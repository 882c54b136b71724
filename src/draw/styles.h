// Styles as rows: what each is drawn by, and the fields that it asks a solver for.
#ifndef GF_STYLES_H
#define GF_STYLES_H

#include "gpufluid/draw.h"

#include "fluid/solver.h"

// A fluid as a drawing sees it.
typedef struct gfDrawnFluid {
    const gfBody *body;
    const gfSolver *solver;
    void *state;
    double time_s; // of the fluid's clock: for what moves by itself in a drawing
} gfDrawnFluid;

// The units by which stored values are multiplied before they are shown.
typedef enum gfStyleUnit {
    GF_STYLE_UNIT_ONE,
    GF_STYLE_UNIT_FIELD,   // what the field's view says
    GF_STYLE_UNIT_PER_CELL // one over the cell size: differences of neighbours become derivatives
} gfStyleUnit;

// The variants that a style's shader may have.
enum {
    GF_STYLE_SHADOW = 1,
    GF_STYLE_PALETTE = 2,
    GF_STYLE_WRAP = 4,
    GF_STYLE_REFRACTED = 8,
    GF_STYLE_SOLIDS = 16,    // it reads dye through the fluid mask
    GF_STYLE_PARTICLES = 32, // not a variant: the solver's particles come on top
    GF_STYLE_DYED = 64,      // it takes dye, too, if gfLiquidDef.dyed says so
    GF_STYLE_WATER = 128     // water from above, see top_water.h
};

typedef struct gfStyle {
    const char *name; // for messages
    float range;      // what stands for the palette's end where the definition has 0
    const char *file, *defines;
    gfPalette palette;  // where the definition has none
    uint32_t needs;     // fields, a bit each; the first is the one that `unit` is of
    uint32_t otherwise; // fields in place of these where the solver lacks one; 0: there are none
    uint32_t takes;     // fields that are read too where the solver has them
    gfStyleUnit unit;
    unsigned variants;
} gfStyle;

extern const gfStyle gf_styles[GF_DRAW_STYLE_COUNT];

// The style by which this fluid is drawn: water over ground has a liquid's own.
const gfStyle *gfStyle_Get(const gfDrawnFluid *fluid, gfDrawStyle kind);

// The fields that a style asked for, and where they lie.
typedef struct gfDrawFields {
    const gfStyle *style;
    gfFieldView views[GF_SHOWN_COUNT]; // null textures: not asked for, or not had
    gfVec2 origin;
    float cellSize;
    int cellsX, cellsY;
    gfVec2 dyePerCell;        // texels of the dye a cell
    int wrapX, wrapY;         // 1: periodic
    float ambient;            // temperature, K
    float unit;               // as the style's row says
    const gfTexture *heights; // of GF_DRAW_LIQUID, see height_field.h
    float sinceStep;          // time since the last step that is shown, s
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

// The GL name of a field's texture; 0 if it was not had.
static inline GLuint gfDrawFields_Texture(const gfDrawFields *fields, gfFieldId id)
{
    const gfTexture *texture = gfDrawFields_View(fields, id)->texture;
    return texture != NULL ? texture->id : 0;
}

// Tells whether the solver has what a style needs; reports UNSUPPORTED. Needs no context.
bool gfStyle_Check(const gfDrawnFluid *fluid, gfDrawStyle kind, const char *caller);

// Tells whether a liquid takes on the colour of its dye.
bool gfStyle_IsDyed(const gfStyle *style, const gfDrawDef *def);

// Asks the solver for what a drawing's style needs and takes. False and reported: UNSUPPORTED (the solver lacks a
// field), or the solver's own failure.
bool gfDrawFields_Get(const gfDrawnFluid *fluid, const gfDrawDef *def, gfEmptyFields *empty, gfDrawFields *fields);

#endif
