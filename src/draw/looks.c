// The public default looks of fluids: what suits its solver and the size of its domain.
#include "fluid/fluid.h"
#include "ext/fluid3d/fluid3d.h"

#include "gpufluid/draw3d.h"

#include <string.h>

// Of the domain's shorter side.
#define RIM_SHARE 0.03f
#define SHADE_SHARE 0.25f
#define DEEP_SHARE 0.08f
#define FINE_SHARE 0.03f
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

// A lake over sand: grounds lie anywhere, so no height has a colour that would look wrong under water.
static void lookLikeWater(gfDrawDef *look, const gfFluidDef *def)
{
    const gfPalette sand = {3,
                            {{0.30f, 0.235f, 0.15f, 1.0f}, {0.46f, 0.37f, 0.235f, 1.0f}, {0.36f, 0.33f, 0.17f, 1.0f}}};
    float size = getShorterSide(def), deep = DEEP_SHARE * size;
    look->style = GF_DRAW_LIQUID;
    look->range = limited(deep, 1e9f);
    look->liquid.dyed = 0.8f;
    look->liquid.foamSpeed = limited(0.6f * sqrtf(def->shallow.gravity * deep), 1e6f);
    look->water.fineLength = limited(FINE_SHARE * size, 1e6f);
    look->water.ground = sand;
    look->water.groundLow = -limited(2.0f * deep, GF_VALUE_MAX);
    look->water.groundHigh = limited(2.0f * deep, GF_VALUE_MAX);
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
        lookLikeWater(&look, def);
        break;
    }

error:
    return look;
}

// --- in three dimensions ---------------------------------------------------------------------------------------------

#define CLEAR_SIZE 0.35f // of what the default absorption suits, of a container's longest side (1 m)
#define NEAR_SHARE 0.05f // of the distance from the middle
#define FAR_SHARE 20.0f

// From the front and 30 degrees above, as far as its farthest corner is in sight of 60 degrees.
static void lookAtContainer(gfDraw3DDef *look, gfVec3 middle, float radius)
{
    const float c = 0.8660254f, s = 0.5f, distance = fmaxf(2.1f * radius, 1e-3f);
    const float near = NEAR_SHARE * distance, far = FAR_SHARE * distance;
    const float view[16] = {[0] = 1.0f,
                            [5] = c,
                            [6] = s,
                            [9] = -s,
                            [10] = c,
                            [12] = -middle.x,
                            [13] = s * middle.z - c * middle.y,
                            [14] = -s * middle.y - c * middle.z - distance,
                            [15] = 1.0f};
    memcpy(look->view, view, sizeof view);
    look->projection[10] = -(far + near) / (far - near);
    look->projection[14] = -2.0f * far * near / (far - near);
}

gfDraw3DDef gfDefaultDraw3DDefFor(const gfFluid3D *fluid)
{
    gfDraw3DDef look = gfDefaultDraw3DDef();
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfDefaultDraw3DDefFor: fluid is null");
    const gfFluid3DDef *def = &fluid->body.def;
    gfVec3 size = def->size, g = def->particles.gravity;
    float longest = fmaxf(fmaxf(size.x, size.y), size.z), gravity = hypotf(hypotf(g.x, g.y), g.z);
    float speed = limited(sqrtf(0.4f * (gravity > 0.0f ? gravity : 9.81f) * size.y), 1e6f);
    for (int i = 0; i < 3; i++) {
        look.water.absorption[i] = limited(look.water.absorption[i] / (CLEAR_SIZE * longest), 1e4f);
    }
    look.water.foamSpeed = speed;
    look.range = fmaxf(speed, 1e-9f);
    look.style = isGas(&def->particles) ? GF_DRAW3D_SPHERES : GF_DRAW3D_WATER;
    lookAtContainer(&look, def->position, 0.5f * hypotf(hypotf(size.x, size.y), size.z));

error:
    return look;
}
