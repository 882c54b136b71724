// Drawings that fade towards the sides of the domain: nothing at its rim, and in the middle all as it is without; of
// every style, alpha mode and effect.
#include "support/flow.h"
#include "support/picture.h"

#define SIZE 64

PICTURE_AMOUNT(everywhere, 2.0 + 0.5 * sin(9.0 * x) * cos(7.0 * y))

static gfFluid *makeGrid(Fixture *fixture)
{
    static const double color[3] = {0.9, 0.5, 0.2};
    gfFluid *fluid = Picture_MakeDyed(fixture->device, 48, everywhere, color);
    gfSourceDef stir = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.5f, 0.2f}, 0.0f));
    stir.fields = GF_SOURCE_VELOCITY | GF_SOURCE_TEMPERATURE;
    stir.velocity.x = 1.0f;
    stir.temperature = 2000.0f;
    assert_true(gfFluid_Splat(fluid, &stir));
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.5f, 0.02f}, (gfVec2){0.5f, 0.06f}, 0.0f));
    assert_true(gfFluid_StepOnce(fluid));
    return fluid;
}

static const float *pixelAt(const float *pixels, int x, int y)
{
    return &pixels[4 * (SIZE * y + x)];
}

// Straight alpha has a colour where nothing is seen, too.
static bool straight;

static float differenceOf(const float *a, const float *b)
{
    float most = 0.0f;
    if (straight && a[3] < 0.02f && b[3] < 0.02f) {
        return 0.0f;
    }
    for (int c = 0; c < 4; c++) {
        most = fmaxf(most, fabsf(a[c] - b[c]));
    }
    return most;
}

// `behind`: what is seen where nothing is drawn.
static void expectFaded(Fixture *fixture, gfFluid *fluid, gfDrawDef def, const float behind[4])
{
    const float *plain = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    def.fade = (gfFadeLook){0.25f, 0.25f, 0.25f, 0.25f};
    const float *faded = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    def.fade = (gfFadeLook){.left = 0.25f};
    const float *atLeft = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    float brightest = 0.0f;
    for (int i = 0; i < 4 * SIZE * SIZE; i++) {
        brightest = fmaxf(brightest, plain[i]);
    }
    for (int i = 0; i < SIZE; i++) {
        const float *rim[4] = {pixelAt(faded, 0, i), pixelAt(faded, SIZE - 1, i), pixelAt(faded, i, 0),
                               pixelAt(faded, i, SIZE - 1)};
        for (int side = 0; side < 4; side++) {
            if (differenceOf(rim[side], behind) > 0.02f + 0.01f * brightest) { // its middle lies within
                print_error("style %d, side %d, pixel %d: (%g, %g, %g, %g)\n", (int)def.style, side, i,
                            (double)rim[side][0], (double)rim[side][1], (double)rim[side][2], (double)rim[side][3]);
                fail();
            }
        }
        assert_true(differenceOf(pixelAt(atLeft, 0, i), behind) <= 0.02f + 0.01f * brightest);
        assert_true(differenceOf(pixelAt(atLeft, SIZE - 1, i), pixelAt(plain, SIZE - 1, i)) < 2e-3f);
    }
    for (int y = 20; y < 44; y++) {
        for (int x = 20; x < 44; x++) {
            assert_true(differenceOf(pixelAt(faded, x, y), pixelAt(plain, x, y)) < 2e-3f);
        }
    }
    // Half-way it is between.
    float seen = differenceOf(pixelAt(plain, 8, 32), behind), half = differenceOf(pixelAt(faded, 8, 32), behind);
    assert_true(straight || half <= 0.9f * seen + 1e-3f);
}

TEST(testEveryStyle)
{
    static const float nothing[4] = {0.0f};
    gfFluid *fluid = makeGrid(*state);
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        if (style == GF_DRAW_MASS || style == GF_DRAW_PARTICLES || style == GF_DRAW_DENSITY || style == GF_DRAW_KINDS) {
            continue; // not of the grid
        }
        expectFaded(*state, fluid, Picture_Look((gfDrawStyle)style, false), nothing);
    }
}

TEST(testEveryAlphaAndInk)
{
    gfFluid *fluid = makeGrid(*state);
    for (int alpha = 0; alpha <= GF_ALPHA_PREMULTIPLIED; alpha++) {
        for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
            const float background[4] = {0.3f, 0.5f, 0.1f, 1.0f}, nothing[4] = {0.0f};
            gfDrawDef def = gfDefaultDrawDef();
            def.alpha = (gfAlphaMode)alpha;
            def.ink = (gfInk)ink;
            def.encodeSrgb = false;
            straight = alpha == GF_ALPHA_STRAIGHT;
            memcpy(def.background, background, sizeof background);
            expectFaded(*state, fluid, def, alpha == GF_ALPHA_OPAQUE ? background : nothing);
        }
    }
    straight = false;
}

// Bloom and shadow act on what is left: of bright dye that fades away no light spills over the rim.
TEST(testEffects)
{
    gfFluid *fluid = makeGrid(*state);
    gfDrawDef def = Picture_Look(GF_DRAW_DYE, false);
    def.bloom.enabled = def.shadow.enabled = true;
    const float *plain = Picture_ReadTexture(*state, fluid, &def, SIZE, SIZE);
    def.fade = (gfFadeLook){0.3f, 0.3f, 0.3f, 0.3f};
    const float *faded = Picture_ReadTexture(*state, fluid, &def, SIZE, SIZE);
    for (int i = 0; i < SIZE; i++) {
        assert_true(pixelAt(faded, 0, i)[3] < 0.03f && pixelAt(faded, i, SIZE - 1)[3] < 0.03f);
        assert_true(pixelAt(faded, 0, i)[0] < 0.5f * pixelAt(plain, 0, i)[0] + 0.02f);
    }
    assert_true(pixelAt(faded, 32, 32)[3] > 0.5f);
}

static double sumOf(const float *pixels, bool rim)
{
    double sum = 0.0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            bool isRim = x < 3 || y < 3 || x >= SIZE - 3 || y >= SIZE - 3;
            const float *p = pixelAt(pixels, x, y);
            sum += isRim == rim ? (double)(p[0] + p[1] + p[2]) : 0.0;
        }
    }
    return sum;
}

TEST(testParticlesAndTracers)
{
    for (int k = 0; k < 2; k++) {
        gfFluidDef def = Flow_Def(48, 48, 2);
        gfDrawDef draw = gfDefaultDrawDef();
        if (k == 0) {
            def.solver = GF_SOLVER_PARTICLES;
            def.particles.spacing = 0.03f;
            def.particles.capacity = 4096;
            draw.style = GF_DRAW_PARTICLES;
        }
        def.origin = (gfVec2){5.0f, -3.0f};
        gfFluid *fluid = Flow_Make(fixture, &def);
        if (k == 0) {
            gfSourceDef pool = Flow_SourceDef(gfMakeRectangle((gfVec2){5.5f, -2.5f}, (gfVec2){0.5f, 0.5f}, 0.0f));
            pool.fields = GF_SOURCE_MASS;
            pool.mass = 1.0f;
            Flow_Pour(fluid, &pool, 1);
        } else {
            draw.tracers.set = Fixture_MakeTracers(fluid, 4000, 100.0f);
        }
        for (int i = 0; i < 30 && k == 1; i++) { // they come softly
            assert_true(gfTracers_Step((gfTracers *)draw.tracers.set, 0.5f));
        }
        const float *plain = Picture_ReadTexture(fixture, fluid, &draw, SIZE, SIZE);
        draw.fade = (gfFadeLook){0.3f, 0.3f, 0.3f, 0.3f};
        const float *faded = Picture_ReadTexture(fixture, fluid, &draw, SIZE, SIZE);
        assert_true(sumOf(plain, true) > 20.0 && sumOf(faded, true) < 0.1 * sumOf(plain, true));
        assert_true(sumOf(faded, false) > 0.3 * sumOf(plain, false));
    }
}
