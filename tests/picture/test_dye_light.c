// Light within dye: it falls off by Beer and Lambert's law, whatever the cells, the pixels and the direction; scattered
// light goes deeper; fire lights the soot around it, and no farther than it is told.
#include "support/flow.h"
#include "support/picture.h"

#define SIZE 48
#define DEPTH 1.5 // optical thickness over the reach of shade

PICTURE_AMOUNT(disc, hypot(x - 0.5, y - 0.5) < 0.2 ? 1.0 : 0.0)

static gfFluid *makeDye(Fixture *fixture, int cells, AmountFn *amount)
{
    static const double grey[3] = {0.5, 0.5, 0.5};
    return Picture_MakeDyed(fixture->device, cells, amount, grey);
}

static gfDrawDef makeLook(gfVec2 direction, float length)
{
    gfDrawDef def = Picture_Look(GF_DRAW_DYE, false);
    def.shadow.enabled = true;
    def.shadow.direction = direction;
    def.shadow.length = length;
    def.shadow.density = (float)DEPTH / length;
    def.shadow.ambient[0] = 0.1f;
    return def;
}

/// At a place of the picture, 0 to 1 along each axis.
static double redAt(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int size, gfVec2 place)
{
    const float *pixels = Picture_ReadTexture(fixture, fluid, def, size, size);
    return (double)pixels[4 * ((int)(place.y * (float)size) * size + (int)(place.x * (float)size))];
}

/// Red with shade over red without.
static double lightAt(Fixture *fixture, gfFluid *fluid, gfDrawDef def, int size, gfVec2 place)
{
    double shaded = redAt(fixture, fluid, &def, size, place);
    def.shadow.enabled = false;
    return shaded / redAt(fixture, fluid, &def, size, place);
}

TEST(testLawOfLight)
{
    static const gfVec2 directions[] = {{0.0f, 1.0f}, {-3.0f, 0.0f}, {0.5f, -0.5f}};
    const double deep = 0.1 + 0.9 * exp(-DEPTH);
    for (int cells = 24; cells <= 96; cells *= 2) {
        gfFluid *fluid = makeDye(*state, cells, Picture_One);
        for (int i = 0; i < 3; i++) {
            const gfDrawDef def = makeLook(directions[i], 0.25f);
            Flow_ExpectNear("light", lightAt(*state, fluid, def, SIZE, (gfVec2){0.5f, 0.5f}), deep, 0.01);
            Flow_ExpectNear("light", lightAt(*state, fluid, def, 3 * SIZE, (gfVec2){0.45f, 0.55f}), deep, 0.01);
        }
        // Half the reach of dye above: all of the ray's weight up to there, which grows with the way.
        const gfDrawDef up = makeLook(directions[0], 0.4f);
        Flow_ExpectNear("light", lightAt(*state, fluid, up, SIZE, (gfVec2){0.5f, 0.8f}), 0.1 + 0.9 * exp(-0.5 * DEPTH),
                        0.04);
        assert_true(lightAt(*state, fluid, up, SIZE, (gfVec2){0.5f, 0.99f}) > 0.93);
    }
}

TEST(testShadeLiesBehind)
{
    gfFluid *fluid = makeDye(*state, 64, disc);
    const gfVec2 left = {0.36f, 0.5f}, right = {0.64f, 0.5f};
    for (int turned = 0; turned < 2; turned++) {
        const gfDrawDef def = makeLook((gfVec2){turned ? 1.0f : -1.0f, 0.0f}, 0.3f);
        double before = lightAt(*state, fluid, def, SIZE, turned ? right : left);
        assert_true(before > 0.7 && lightAt(*state, fluid, def, SIZE, turned ? left : right) < 0.45);
    }
}

TEST(testScatteringGoesDeeper)
{
    gfFluid *fluid = makeDye(*state, 32, Picture_One);
    gfDrawDef def = makeLook((gfVec2){0.0f, 1.0f}, 0.25f);
    double before = 0.0;
    for (int i = 0; i <= 2; i++) {
        def.shadow.scattering = 0.5f * (float)i;
        double light = lightAt(*state, fluid, def, SIZE, (gfVec2){0.5f, 0.5f});
        assert_true(light > before + 0.05 && light < 1.0);
        before = light;
    }
    Flow_ExpectNear("light", before,
                    0.1 + 0.9 * (0.5 * exp(-DEPTH) + 0.3 * exp(-0.35 * DEPTH) + 0.2 * exp(-0.12 * DEPTH)), 0.01);
}

static double sootAt(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, float x)
{
    return redAt(fixture, fluid, def, SIZE, (gfVec2){x, 0.5f});
}

TEST(testFireLightsSoot)
{
    gfFluid *fluid = makeDye(*state, 64, Picture_One);
    gfSourceDef hot = Flow_SourceDef(gfMakeRectangle((gfVec2){0.1f, 0.5f}, (gfVec2){0.1f, 0.5f}, 0.0f));
    hot.fields = GF_SOURCE_TEMPERATURE;
    hot.temperature = 2400.0f;
    Flow_Pour(fluid, &hot, 1);
    gfDrawDef def = makeLook((gfVec2){0.0f, 1.0f}, 0.3f);
    def.style = GF_DRAW_FIRE;
    double dark = sootAt(*state, fluid, &def, 0.35f), farDark = sootAt(*state, fluid, &def, 0.9f);
    def.shadow.scattering = 1.0f;
    double lit = sootAt(*state, fluid, &def, 0.35f), farLit = sootAt(*state, fluid, &def, 0.9f);
    assert_true(dark > 0.0 && farDark > 0.0);
    assert_true(lit / dark > 1.5 * farLit / farDark);
    assert_true(sootAt(*state, fluid, &def, 0.28f) > lit && lit > sootAt(*state, fluid, &def, 0.42f));
}
