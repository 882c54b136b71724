// The style of liquids as a module of its own: smoke does without it.
#include "draw_liquid/height_field.h"
#include "draw_liquid/kinds.h"
#include "fluid/module.h"

#define LIQUID_FIELD(name) (1u << (GF_SHOWN_##name - GF_SHOWN_FIRST))

static const gfStyle liquidStyle = {.name = "liquid",
                                    .range = 1.0f,
                                    .file = "draw_liquid/liquid.frag",
                                    .defines = "",
                                    .needs = LIQUID_FIELD(LIQUID),
                                    .otherwise = LIQUID_FIELD(DYE) | LIQUID_FIELD(FLOW),
                                    .takes = LIQUID_FIELD(FLUID_MASK),
                                    .variants = GF_STYLE_REFRACTED | GF_STYLE_DYED,
                                    .prepare = gfHeightField_Prepare};

// The same of the liquids among particles of several kinds.
static const gfStyle kindsStyle = {.name = "kinds",
                                   .range = 1.0f,
                                   .file = "draw_liquid/liquid.frag",
                                   .defines = "",
                                   .needs = LIQUID_FIELD(LIQUIDS_ALONE),
                                   .variants = GF_STYLE_REFRACTED | GF_STYLE_DYED | GF_STYLE_KINDS,
                                   .prepare = gfHeightField_Prepare,
                                   .onTop = &gf_kindsOnTop};

// Water over ground has a style of this kind in another module, the surface's.
static const gfStyle *getLiquidStyle(const gfDrawnFluid *fluid, int kind)
{
    bool water = fluid->solver->hasField(fluid->body, fluid->state, GF_SHOWN_WATER);
    return kind == GF_DRAW_KINDS ? &kindsStyle : kind == GF_DRAW_LIQUID && !water ? &liquidStyle : NULL;
}

const gfModule gf_module_draw_liquid = {.name = "draw_liquid", .getStyle = getLiquidStyle};
