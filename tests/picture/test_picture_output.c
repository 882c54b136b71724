// Drawing into a texture, dither, tracers, and looks that are refused.
#include "support/flow.h"
#include "support/picture.h"
#include "support/poor.h"

// A disc is seen where gfFluid_WorldToPixel says, and that pixel is of its place.
TEST(testPixelsAndPlaces)
{
    enum { WIDTH = 96, HEIGHT = 64 };
    gfFluidDef fluidDef = Flow_Def(48, 32, 1);
    fluidDef.origin = (gfVec2){20.0f, -7.0f};
    gfFluid *fluid = Flow_Make(fixture, &fluidDef);
    const gfVec2 at = {20.4f, -6.3f};
    Flow_AddDisc(fluid, at.x, at.y, 0.1f);
    gfTransform2D fit = gfFluid_GetFitView(fluid, 0.5f * WIDTH / HEIGHT);
    const float c = 0.8f, s = 0.6f, *m = fit.m;
    const gfTransform2D views[] = {
        {{0}},
        fit,
        {{c * m[0], s * m[3], -s * m[0], c * m[3], -m[0] * (20.5f * c + 6.4f * s), m[3] * (6.4f * c - 20.5f * s)}},
        gfMakeView((gfVec2){20.5f, -6.2f}, 1.2f, (float)WIDTH / HEIGHT)};
    for (int i = 0; i < 4; i++) {
        gfDrawDef def = Picture_Look(GF_DRAW_SOLIDS, true);
        def.view = views[i];
        const float *pixels = Picture_ReadTexture(fixture, fluid, &def, WIDTH, HEIGHT);
        gfVec2 seen = Picture_GetMiddle(pixels, WIDTH, HEIGHT, 3); // its first row is at the bottom
        seen.y = HEIGHT - seen.y;
        gfVec2 pixel = gfFluid_WorldToPixel(fluid, &def, WIDTH, HEIGHT, at);
        gfVec2 place = gfFluid_PixelToWorld(fluid, &def, WIDTH, HEIGHT, pixel);
        fail_if(hypot((double)(pixel.x - seen.x), (double)(pixel.y - seen.y)) > 0.3 ||
                    hypot((double)(place.x - at.x), (double)(place.y - at.y)) > 1e-5,
                "view %d: at (%g, %g), said to be at (%g, %g), of (%g, %g)", i, (double)seen.x, (double)seen.y,
                (double)pixel.x, (double)pixel.y, (double)place.x, (double)place.y);
    }
    // By default the viewport's corners are the domain's.
    gfDrawDef def = gfDefaultDrawDef();
    gfVec2 corner = gfFluid_PixelToWorld(fluid, &def, WIDTH, HEIGHT, (gfVec2){0.0f, 0.0f});
    gfVec2 other = gfFluid_PixelToWorld(fluid, &def, WIDTH, HEIGHT, (gfVec2){WIDTH, HEIGHT});
    assert_true(corner.x == 20.0f && corner.y == -6.0f && other.x == 21.5f && other.y == -7.0f);
    // A camera shows so many metres across, and as many up as its shape has, around its centre.
    def.view = views[3];
    corner = gfFluid_PixelToWorld(fluid, &def, WIDTH, HEIGHT, (gfVec2){0.0f, 0.0f});
    other = gfFluid_PixelToWorld(fluid, &def, WIDTH, HEIGHT, (gfVec2){WIDTH, HEIGHT});
    assert_true(fabsf(corner.x - 19.9f) < 1e-5f && fabsf(corner.y + 5.8f) < 1e-5f);
    assert_true(fabsf(other.x - 21.1f) < 1e-5f && fabsf(other.y + 6.6f) < 1e-5f);
}

// As in a framebuffer of floats, unblended.
static const float *readDrawn(const Fixture *fixture, gfFluid *fluid, gfDrawDef def, int width, int height)
{
    GLuint texture, framebuffer = Picture_MakeFloatTarget(fixture, width, height, &texture);
    fixture->gl.ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    def.blend = false;
    assert_true(gfFluid_Draw(fluid, &def));
    const float *pixels = Picture_ReadTexels(fixture, texture, width, height);
    Picture_FreeFloatTarget(fixture, framebuffer, texture);
    return pixels;
}

TEST(testDrawToTexture)
{
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    gfFluid *fluid = Picture_MakeBlob(device, GRID);
    GLuint background = Picture_MakeGradient(fixture, 16), texture = 0;
    for (int choice = 0; choice < 36; choice++) {
        int width = choice % 5 == 4 ? 48 : 31, side = choice % 7 == 6 ? 16 : 40;
        gfDrawDef def = choice / 9 & 1 ? Picture_Everything(background) : gfDefaultDrawDef();
        def.refraction.enabled = choice == 35;
        def.ink = (gfInk)(choice % 3);
        def.alpha = (gfAlphaMode)(choice / 3 % 3);
        def.encodeSrgb = choice / 18;
        if (choice & 1) { // the domain need not fill it: the rest is clear
            def.view = (gfTransform2D){{1.2f, 0.2f, -0.2f, 1.2f, -0.5f, -0.4f}};
        }
        const float *expected = readDrawn(fixture, fluid, def, width, side);
        const float *pixels = Picture_ReadTexture(fixture, fluid, &def, width, side);
        for (int k = 0; k < width * side * 4; k++) {
            fail_if(pixels[k] != expected[k], "choice %d: %g at %d, not %g", choice, (double)pixels[k], k,
                    (double)expected[k]);
        }
    }
    // One texture at a time, of the size of the last call; it goes with its device.
    gfDrawDef def = gfDefaultDrawDef();
    int32_t textures = gfDevice_GetMemory(device).textures;
    for (int i = 1; i < 40; i += 13) {
        texture = gfFluid_DrawToTexture(fluid, &def, i, 2 * i);
        assert_true(fixture->gl.IsTexture(texture));
        assert_int_equal(gfDevice_GetMemory(device).textures, textures);
    }
    assert_int_equal(gfFluid_DrawToTexture(fluid, &def, 0, 8), 0);
    assert_true(fixture->gl.IsTexture(texture)); // a refused call takes nothing away
    // Refraction is refused for want of a background, and not given up.
    def.refraction.enabled = true;
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_DrawToTexture(fluid, &def, 8, 8) != 0, OUT_OF_RANGE, "refraction.background");
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    uint8_t pixels[2][SIDE * SIDE * 4];
    def = Picture_Everything(0);
    Picture_DrawOverChecker(fixture, &canvas, fluid, &def, pixels[0]);
    def.refraction.enabled = false;
    Picture_DrawOverChecker(fixture, &canvas, fluid, &def, pixels[1]);
    assert_memory_not_equal(pixels[0], pixels[1], sizeof pixels[0]);
    gfDestroyDevice(device);
    assert_false(fixture->gl.IsTexture(texture));
    assert_int_equal(GlHooks_Left(), 0);
}

// Noise is a level of what the target stores, in its dark and in its light, and does not change the mean.
TEST(testDitherKeepsTheMean)
{
    static const double black[4] = {0.0, 0.0, 0.0, 1.0};
    static const double levels[] = {0.0,  0.3,  0.5,    0.8,   1.0,   1.4,   2.5,   7.2,
                                    20.6, 64.0, 100.25, 100.5, 100.9, 200.7, 254.6, 255.0};
    static const struct {
        const char *text;
        GLenum format;
        bool encodeSrgb, stored; // the library encodes, and what is stored is encoded
        double off;              // levels by which the GL may be wrong: llvmpipe takes a curve that is near
    } targets[] = {{"linear light", GL_RGBA8, false, false, 0.0},
                   {"light that is encoded", GL_RGBA8, true, true, 0.0},
                   {"light that the GL encodes", GL_SRGB8_ALPHA8, false, true, 0.1}};
    enum { N = 128 };
    static uint8_t pixels[N * N * 4];
    const bool controls = Fixture_Api() == HEADLESS_GL33; // ES encodes for every target of sRGB
    gfFluid *fluid = Picture_MakeFluid(fixture->device, 8);
    gfFluidDef tuned = gfFluid_GetDef(fluid);
    tuned.grid.dyePrecision = GF_PRECISION_32F; // levels are finer than half floats
    assert_true(gfFluid_SetDef(fluid, &tuned));
    Canvas canvas = Canvas_Make(fixture, N, N);
    gfDrawDef def = gfDefaultDrawDef();
    def.ink = GF_INK_LIGHT;
    def.tone.dither = true;
    def.bloom.intensity = 0.0f;
    for (int i = 0; i < 3 * (int)(sizeof levels / sizeof levels[0]); i++) {
        const double wanted = levels[i / 3];
        const bool stored = targets[i % 3].stored;
        const float light = (float)(stored ? Picture_Decode(wanted / 255.0) : wanted / 255.0);
        const float dye[4] = {light, light, light, light};
        fixture->gl.RenderbufferStorage(GL_RENDERBUFFER, targets[i % 3].format, N, N);
        if (controls) {
            (targets[i % 3].format == GL_SRGB8_ALPHA8 ? fixture->gl.Enable : fixture->gl.Disable)(GL_FRAMEBUFFER_SRGB);
        }
        Picture_Fill(fluid, GF_FIELD_DYE, dye);
        def.encodeSrgb = targets[i % 3].encodeSrgb;
        for (int way = 0; way < 4; way++) {
            // What covers is encoded alone if it is to be blended with encoded values.
            def.alpha = way & 1 || def.encodeSrgb ? GF_ALPHA_OPAQUE : GF_ALPHA_PREMULTIPLIED;
            def.bloom.enabled = way & 2;
            Picture_DrawOver(fixture, &canvas, fluid, &def, black, pixels);
            double sums[3] = {0.0};
            for (int k = 0; k < N * N * 4; k++) {
                if (k % 4 < 3) {
                    sums[k % 4] += pixels[k];
                    // A level from what is nearest, either of two that are as near.
                    fail_if(fabs((double)pixels[k] - wanted) > 1.51 + targets[i % 3].off,
                            "%s: a channel of %g levels is %d", targets[i % 3].text, wanted, pixels[k]);
                }
            }
            double cut = way & 2 ? wanted / 1024 : 0.0; // what half floats may cut off
            for (int c = 0; c < 3; c++) {
                fail_if(fabs(sums[c] / (N * N) - wanted) > 0.1 + cut + targets[i % 3].off,
                        "%s: channel %d: the mean of %g levels is %g", targets[i % 3].text, c, wanted,
                        sums[c] / (N * N));
            }
        }
    }
    if (controls) {
        fixture->gl.Disable(GL_FRAMEBUFFER_SRGB);
    }
}

// Light of what is drawn over black.
static double drawnLight(Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def)
{
    static const double black[4] = {0.0, 0.0, 0.0, 0.25};
    uint8_t pixels[SIDE * SIDE * 4];
    double sum = 0.0;
    Picture_DrawOver(fixture, canvas, fluid, def, black, pixels);
    for (int i = 0; i < SIDE * SIDE * 4; i++) {
        sum += i % 4 != 3 ? (double)pixels[i] / 255.0 : 0.0;
    }
    return sum;
}

// Tracers are seen, with and without bloom, also where the largest point is a pixel.
TEST(testTracers)
{
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    for (int i = 0; i < 4; i++) {
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.smallPoints = i / 2 == 1});
        gfFluid *fluid = Picture_MakeFluid(device, GRID);
        gfTracers *tracers = Fixture_MakeTracers(fluid, 200, 1e6f);
        gfDrawDef def = gfDefaultDrawDef();
        def.tracers.palette = (gfPalette){2, {{1.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 1.0f}}};
        def.bloom.enabled = i % 2 == 1;
        assert_true(drawnLight(fixture, &canvas, fluid, &def) == 0.0);
        def.tracers.set = tracers;
        assert_true(drawnLight(fixture, &canvas, fluid, &def) > 20.0);
        gfDestroyFluid(fluid); // and what drifts in it
        assert_int_equal(gfDevice_GetMemory(device).fluids, 0);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
}

// Two heights that are one: each is a number that may be.
TEST(testRefusedLooks)
{
    gfFluid *fluid = Picture_MakeFluid(fixture->device, 8);
    gfDrawDef def = gfDefaultDrawDef();
    def.water.groundHigh = def.water.groundLow;
    EXPECT_REFUSED(gfFluid_DrawToTexture(fluid, &def, 8, 8) != 0, OUT_OF_RANGE, "groundHigh");
}
