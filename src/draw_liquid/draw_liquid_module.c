// The style of liquids as a module of its own: smoke does without it.
#include "draw_liquid/height_field.h"
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

// A module before this one, such as the surface's, may have answered for its fluids.
static const gfStyle *getLiquidStyle(const gfDrawnFluid *fluid, int kind)
{
    (void)fluid;
    return kind == GF_DRAW_LIQUID ? &liquidStyle : NULL;
}

const gfModule gf_module_draw_liquid = {.name = "draw_liquid", .getStyle = getLiquidStyle};
