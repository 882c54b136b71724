// The public default look of a fluid: what suits its solver and the size of its domain.
#include "api/fluid.h"

#include "gpufluid/draw.h"

#include <string.h>

// Of the domain's shorter side.
#define RIM_SHARE 0.03f
#define SHADE_SHARE 0.25f
#define DEEP_SHARE 0.08f
#define RIM_CELLS 2.0f   // the least that a lit rim is wide
#define SHADE_ALONG 6.0f // optical thickness of dye of amount `range` over the length of its shade

static float limited(float value, float most)
{
    return fminf(fmaxf(value, 0.0f), most);
}

static float getShorterSide(const gfFluidDef *def)
{
    return (float)gfMin(def->gridWidth, def->gridHeight) * def->cellSize;
}

// Smoke that shades itself, however large its world is.
static void lookLikeSmoke(gfDrawDef *look, const gfFluidDef *def)
{
    const float ambient[3] = {0.16f, 0.18f, 0.24f};
    look->style = GF_DRAW_DYE;
    look->range = 0.5f; // thin smoke is seen, too
    look->tone.exposure = 1.25f;
    memcpy(look->shadow.ambient, ambient, sizeof ambient);
    look->shadow.enabled = true;
    look->shadow.length = limited(SHADE_SHARE * getShorterSide(def), 100.0f);
    look->shadow.density = limited(SHADE_ALONG / fmaxf(look->shadow.length, 1e-6f), 1000.0f);
    look->tone.dither = true;
}

// Foam begins at the speed of a fall from a twentieth of the domain's height; without gravity, at a fall's there on
// Earth.
static void lookLikeLiquid(gfDrawDef *look, const gfFluidDef *def, float gravity)
{
    float height = (float)def->gridHeight * def->cellSize;
    look->style = GF_DRAW_LIQUID;
    look->liquid.rim = limited(fmaxf(RIM_SHARE * getShorterSide(def), RIM_CELLS * def->cellSize), 10.0f);
    look->liquid.foamSpeed = limited(sqrtf(0.1f * (gravity > 0.0f ? gravity : 9.81f) * height), 1e6f);
}

static bool isGas(const gfParticleParams *params)
{
    for (int i = 0; i < params->materialCount; i++) {
        if (params->materials[i].expansion <= 0.0f) {
            return false;
        }
    }
    return true;
}

static void lookLikeParticles(gfDrawDef *look, const gfFluidDef *def)
{
    const gfParticleParams *params = &def->particles;
    lookLikeLiquid(look, def, hypotf(params->gravity.x, params->gravity.y));
    if (isGas(params)) {
        look->style = GF_DRAW_PARTICLES;
        look->particles.range = fmaxf(look->liquid.foamSpeed, 1e-9f);
    } else if (params->materialCount > 1) {
        look->liquid.dyed = 1.0f;
    }
}

gfDrawDef gfDefaultDrawDefFor(const gfFluid *fluid)
{
    gfDrawDef look = gfDefaultDrawDef();
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfDefaultDrawDefFor: fluid is null");
    const gfFluidDef *def = &fluid->body.def;
    switch (def->solver) {
    case GF_SOLVER_GRID:
        lookLikeSmoke(&look, def);
        break;
    case GF_SOLVER_GAUSSIAN:
        lookLikeLiquid(&look, def, hypotf(def->gaussian.gravity.x, def->gaussian.gravity.y));
        break;
    case GF_SOLVER_PARTICLES:
        lookLikeParticles(&look, def);
        break;
    case GF_SOLVER_SHALLOW:
        look.style = GF_DRAW_MASS;
        look.range = DEEP_SHARE * getShorterSide(def);
        break;
    }

error:
    return look;
}
