// Porous zones and one-way walls are drawn over every style, where they are and nowhere else, or not at all by choice.
#include "support/few_particles.h"
#include "support/picture.h"

#define SIZE 64

static const float left = 0.25f, right = 0.75f, low = 0.375f, high = 0.625f;

static gfDrawDef greenDef(gfDrawStyle style)
{
    gfDrawDef def = Picture_Look(style, false);
    def.solids.color[0] = 0.2f;
    def.solids.color[1] = 2.0f;
    def.solids.color[2] = 0.3f;
    return def;
}

static gfSourceDef porous(void)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.25f, 0.125f}, 0.0f);
    def.zone.drag = 5.0f;
    return def;
}

static gfSourceDef valve(float way)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCapsule((gfVec2){0.5f, 0.2f}, (gfVec2){0.5f, 0.8f}, 0.004f);
    def.zone.oneWay.x = way;
    return def;
}

static bool differs(const float *a, const float *b, int pixel)
{
    float most = 0.0f;
    for (int c = 4 * pixel; c < 4 * pixel + 4; c++) {
        most = fmaxf(most, fabsf(a[c] - b[c]));
    }
    return most > 2e-3f;
}

static void expectSame(const float *a, const float *b)
{
    for (int i = 0; i < SIZE * SIZE; i++) {
        assert_false(differs(a, b, i));
    }
}

// With a zone that is added to it the picture is another one within it, and with `media` of 0 the same.
static void expectPorous(Fixture *fixture, gfFluid *fluid, gfDrawDef def)
{
    const float *before = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    gfSourceDef source = porous();
    gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
    const float *with = Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
    int inside = 0, changed = 0, beyond = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        float x = ((float)(i % SIZE) + 0.5f) / SIZE, y = ((float)(i / SIZE) + 0.5f) / SIZE;
        bool within = x > left && x < right && y > low && y < high, change = differs(before, with, i);
        inside += within ? 1 : 0;
        changed += within && change ? 1 : 0;
        beyond += !within && change ? 1 : 0;
    }
    fail_if(changed < inside - 4 || (beyond > 0 && !def.bloom.enabled), "style %d: %d of %d changed, and %d outside",
            (int)def.style, changed, inside, beyond);
    def.solids.media = 0.0f;
    expectSame(Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE), before);
    def.solids.media = 1.0f;
    source.zone.velocity.x = 1.0f; // a fan
    assert_true(gfFluid_SetEmitter(fluid, id, &source));
    expectSame(Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE), before);
    assert_true(gfFluid_RemoveEmitter(fluid, id));
}

TEST(testEveryStyle)
{
    gfFluid *grid = Picture_MakeBlob(fixture->device, GRID);
    gfFluidDef few = FewParticles_Def(GRID, GF_SEARCH_SORTED);
    gfFluid *particles = MADE(gfCreateFluid(fixture->device, &few));
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        bool other =
            style == GF_DRAW_MASS || style == GF_DRAW_PARTICLES || style == GF_DRAW_DENSITY || style == GF_DRAW_KINDS;
        expectPorous(fixture, other ? particles : grid, greenDef((gfDrawStyle)style));
    }
}

// Whatever the alpha mode, in two layers, and in the light that effects act on.
TEST(testEveryWay)
{
    gfFluid *fluid = Picture_MakeBlob(fixture->device, GRID);
    for (int alpha = 0; alpha <= GF_ALPHA_PREMULTIPLIED; alpha++) {
        gfDrawDef def = greenDef(GF_DRAW_DYE);
        def.alpha = (gfAlphaMode)alpha;
        expectPorous(fixture, fluid, def);
        def.ink = GF_INK_ABSORB;
        expectPorous(fixture, fluid, def);
        def.bloom.enabled = true;
        expectPorous(fixture, fluid, def);
    }
    gfDrawDef hidden = greenDef(GF_DRAW_DYE);
    hidden.solids.shown = false;
    const float *before = Picture_ReadTexture(fixture, fluid, &hidden, SIZE, SIZE);
    const gfSourceDef source = porous();
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    expectSame(before, Picture_ReadTexture(fixture, fluid, &hidden, SIZE, SIZE));
}

static const float *drawAlone(Fixture *fixture, const gfSourceDef *source, const gfMask *mask)
{
    gfFluid *fluid = Picture_MakeFluid(fixture->device, GRID);
    const gfDrawDef def = greenDef(GF_DRAW_SOLIDS);
    gfEmitterId id = GIVEN(gfFluid_AddEmitter(fluid, source));
    assert_true(mask == NULL || gfFluid_SetEmitterMask(fluid, id, mask));
    return Picture_ReadTexture(fixture, fluid, &def, SIZE, SIZE);
}

// Grains are seen in it, and go along with it; a mask hides half.
TEST(testGrains)
{
    const uint8_t halves[2] = {255, 0};
    const gfMask mask = {.pixels = halves, .width = 2, .height = 1, .stride = 2};
    gfSourceDef source = porous();
    const float *here = drawAlone(*state, &source, NULL);
    const float *masked = drawAlone(*state, &source, &mask);
    source.shape.a.x += 4.0f / SIZE;
    const float *there = drawAlone(*state, &source, NULL);
    int grains = 0, between = 0;
    for (int y = 26; y < 38; y++) {
        for (int x = 18; x < 44; x++) {
            float cover = here[4 * (SIZE * y + x) + 3];
            grains += cover > 0.75f ? 1 : 0;
            between += cover > 0.15f && cover < 0.3f ? 1 : 0;
            assert_true(fabsf(cover - there[4 * (SIZE * y + x + 4) + 3]) < 2e-3f);
        }
        assert_true(masked[4 * (SIZE * y + 20) + 3] > 0.15f && masked[4 * (SIZE * y + 44) + 3] < 1e-3f);
    }
    assert_true(grains > 40 && between > 100);
}

// Arrowheads point the way: a wall that is turned over is the mirror image, and neither is its own.
TEST(testArrowheads)
{
    const gfSourceDef toRight = valve(1.0f), toLeft = valve(-2.0f);
    const float *a = drawAlone(*state, &toRight, NULL), *b = drawAlone(*state, &toLeft, NULL);
    double own = 0.0;
    int seen = 0;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            float cover = a[4 * (SIZE * y + x) + 3];
            assert_true(fabsf(cover - b[4 * (SIZE * y + SIZE - 1 - x) + 3]) < 0.01f);
            own += fabs((double)cover - (double)a[4 * (SIZE * y + SIZE - 1 - x) + 3]);
            seen += cover > 0.1f ? 1 : 0;
            assert_true(cover == 0.0f || abs(2 * x + 1 - SIZE) < 22);
        }
    }
    assert_true(own > 10.0);
    assert_in_range(seen, 60, 500);
}
