// Default looks of fluids (gfDefaultDrawDefFor), by the solver and the size of the domain, and the stock palettes.
#include "draw/styles.h"

#include "gpufluid/draw.h"

#include "fluid/fluid.h"

// --- looks -----------------------------------------------------------------------------------------------------------

// Default widths of a liquid's rim, smoke's shade, deep water and fine ripples, as parts of the domain's shorter side.
#define RIM_FRACTION 0.03f
#define SHADE_FRACTION 0.25f
#define DEEP_FRACTION 0.08f
#define FINE_FRACTION 0.03f
#define RIM_CELLS 2.0f // least width of a liquid's lit rim, cells
// How dark shade becomes: the optical thickness of dye of amount `range` over the length of its shade.
#define SHADE_ALONG 6.0f

bool gfLook_IsGas(const gfParticleParams *params)
{
    for (int i = 0; i < params->materialCount; i++) {
        if (params->materials[i].expansion <= 0.0f) {
            return false;
        }
    }
    return true;
}

static float getShorterSide(const gfFluidDef *def)
{
    return (float)gfMin(def->gridWidth, def->gridHeight) * def->cellSize;
}

// Makes a fluid of GF_SOLVER_GRID look like smoke, with shade that is as dark in a domain of any size.
static void lookLikeSmoke(gfDrawDef *look, const gfFluidDef *def)
{
    const float ambient[3] = {0.16f, 0.18f, 0.24f};
    look->style = GF_DRAW_DYE;
    look->range = 0.5f; // a low range, so that thin smoke is seen
    look->tone.exposure = 1.25f;
    memcpy(look->shadow.ambient, ambient, sizeof ambient);
    look->shadow.enabled = true;
    look->shadow.length = gfLook_Limit(SHADE_FRACTION * getShorterSide(def), 100.0f);
    look->shadow.density = gfLook_Limit(SHADE_ALONG / fmaxf(look->shadow.length, 1e-6f), 1000.0f);
    look->shadow.scattering = 0.6f;
    look->tone.dither = true;
}

// Foam begins at the speed of a fall by a twentieth of the domain's height, under Earth's gravity if `gravity` is 0.
static void lookLikeLiquid(gfDrawDef *look, const gfFluidDef *def, float gravity)
{
    float height = (float)def->gridHeight * def->cellSize;
    look->style = GF_DRAW_LIQUID;
    look->liquid.rim = gfLook_Limit(fmaxf(RIM_FRACTION * getShorterSide(def), RIM_CELLS * def->cellSize), 10.0f);
    look->liquid.foamSpeed = gfLook_Limit(sqrtf(0.1f * (gravity > 0.0f ? gravity : 9.81f) * height), 1e6f);
}

// Returns whether some particles may be neither liquid nor gas: powder, walls, or members of elastic or rigid groups.
static bool hasKinds(const gfParticleParams *params)
{
    bool has = params->groups > 0;
    for (int i = 0; i < params->materialCount; i++) {
        has = has || params->materials[i].friction > 0.0f || params->materials[i].fixed;
    }
    return has;
}

static void lookLikeParticles(gfDrawDef *look, const gfFluidDef *def)
{
    const gfParticleParams *params = &def->particles;
    lookLikeLiquid(look, def, hypotf(params->gravity.x, params->gravity.y));
    if (gfLook_IsGas(params)) {
        look->style = GF_DRAW_PARTICLES;
        look->particles.speedRange = fmaxf(look->liquid.foamSpeed, 1e-9f);
    } else if (params->materialCount > 1) {
        look->liquid.dyed = 1.0f;
    }
    if (hasKinds(params)) {
        look->style = GF_DRAW_KINDS;
    }
}

// Makes water look like a lake over sand. The ground is not coloured by its height, as its heights are not known.
static void lookLikeWater(gfDrawDef *look, const gfFluidDef *def)
{
    const gfPalette sand = {3,
                            {{0.30f, 0.235f, 0.15f, 1.0f}, {0.46f, 0.37f, 0.235f, 1.0f}, {0.36f, 0.33f, 0.17f, 1.0f}}};
    float size = getShorterSide(def), deep = DEEP_FRACTION * size;
    look->style = GF_DRAW_LIQUID;
    look->range = gfLook_Limit(deep, 1e9f);
    look->liquid.dyed = 0.8f;
    look->liquid.foamSpeed = gfLook_Limit(0.6f * sqrtf(def->shallow.gravity * deep), 1e6f);
    look->water.fineLength = gfLook_Limit(FINE_FRACTION * size, 1e6f);
    look->water.ground = sand;
    look->water.groundLow = -gfLook_Limit(2.0f * deep, GF_VALUE_MAX);
    look->water.groundHigh = gfLook_Limit(2.0f * deep, GF_VALUE_MAX);
}

gfDrawDef gfDefaultDrawDefFor(const gfFluid *fluid)
{
    gfDrawDef look = gfDefaultDrawDef();
    GF_REQUIRE_OR(look, NULL, fluid != NULL, NULL_ARGUMENT, "gfDefaultDrawDefFor: fluid is null");
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
    case GF_SOLVER_WATER:
        lookLikeLiquid(&look, def, hypotf(def->water.gravity.x, def->water.gravity.y));
        look.liquid.threshold = 0.5f; // where queries find the surface, too
        break;
    case GF_SOLVER_SHALLOW:
        lookLikeWater(&look, def);
        break;
    }
    return look;
}

// --- palettes --------------------------------------------------------------------------------------------------------

// A stock palette: colours of well-known colour maps as sRGB bytes, which are decoded to linear light.
typedef struct Stock {
    int count;
    bool clear; // coverage rises from 0 to 1 over the first two colours, so that low values let the background through
    uint32_t rgb[GF_PALETTE_MAX];
} Stock;

static const Stock stocks[GF_PALETTE_COUNT] = {
    [GF_PALETTE_VIRIDIS] = {8, false, {0x440154, 0x46327e, 0x365c8d, 0x277f8e, 0x1fa187, 0x4ac16d, 0xa0da39, 0xfde725}},
    [GF_PALETTE_MAGMA] = {8, false, {0x000004, 0x221150, 0x5f187f, 0x982d80, 0xd3436e, 0xf8765c, 0xfebb81, 0xfcfdbf}},
    [GF_PALETTE_ICE] = {7, true, {0x03061c, 0x0a1c4f, 0x10408c, 0x1f72c4, 0x4fa9e6, 0xa2dbf7, 0xf7fdff}},
    [GF_PALETTE_EMBER] = {7, true, {0x0a0203, 0x4a0808, 0x951505, 0xd94206, 0xfb8a18, 0xffc95e, 0xfff6d6}},
    [GF_PALETTE_NEON] = {7, true, {0x080216, 0x360a7a, 0x8a12c4, 0xee2bc0, 0xff74cc, 0x8fe4ff, 0xf6ffff}},
    [GF_PALETTE_INK] = {6, true, {0xdfe6f2, 0xb3c1de, 0x7488b8, 0x3d5391, 0x1c2c63, 0x080d26}},
    [GF_PALETTE_BLUE_RED] = {7, false, {0x2166ac, 0x67a9cf, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xef8a62, 0xb2182b}},
};

static float decodeSrgb(uint32_t byte)
{
    float v = (float)byte / 255.0f;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

gfPalette gfGetPalette(gfStockPalette kind)
{
    gfPalette palette = {0};
    GF_REQUIRE_OR(palette, NULL, (unsigned)kind < GF_PALETTE_COUNT, OUT_OF_RANGE,
                  "gfGetPalette: there is no palette %d", (int)kind);
    const Stock *stock = &stocks[kind];
    palette.count = stock->count;
    for (int i = 0; i < stock->count; i++) {
        for (int c = 0; c < 3; c++) {
            palette.colors[i][c] = decodeSrgb(stock->rgb[i] >> (16 - 8 * c) & 0xff);
        }
        palette.colors[i][3] = stock->clear ? fminf(0.5f * (float)i, 1.0f) : 1.0f;
    }
    return palette;
}
