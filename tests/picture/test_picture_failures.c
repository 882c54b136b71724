// What is left out of the picture when it can't be had, and that nothing comes of what fresh textures hold.
#include "support/failing.h"
#include "support/picture.h"

enum { NO_BLOOM = 1, NO_SHAFTS = 2, NO_SHADOW = 4, NO_REFRACTION = 8, NO_EFFECT = 11 };

static gfDrawDef everythingBut(unsigned missing)
{
    gfDrawDef def = Picture_Everything(0);
    def.bloom.enabled = !(missing & NO_BLOOM);
    def.shafts.enabled = !(missing & NO_SHAFTS);
    def.shadow.enabled = !(missing & NO_SHADOW);
    def.refraction.enabled = !(missing & NO_REFRACTION);
    return def;
}

// Makes a device one of whose shaders has an error.
static gfDevice *makeBroken(Fixture *fixture, const char *file, const char *edit, ShaderCopy *copy)
{
    *copy = ShaderCopy_Make();
    ShaderCopy_Edit(copy, file, edit);
    gfDeviceDef def = Poor_DeviceDef(fixture, (GlHooks){0});
    def.shaderDir = copy->dir;
    return MADE(gfCreateDevice(&def));
}

static void destroyBroken(gfDevice *device, ShaderCopy *copy)
{
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    ShaderCopy_Free(copy);
}

// One warning says what is left out.
static void expectLeftOut(const Fixture *fixture, const char *file, const char *said)
{
    assert_int_equal(fixture->errors, 0);
    assert_int_equal(fixture->warnings, 1);
    fail_if(strstr(fixture->lastMessage, said) == NULL, "%s: %s", file, fixture->lastMessage);
}

TEST(testBrokenEffects)
{
    static const struct {
        const char *file, *edit, *said;
        unsigned missing;
    } broken[] = {
        {"effects/bloom_prefilter.frag", "s/void main/no/", "bloom is left out", NO_BLOOM},
        {"effects/bloom_down.frag", "s/void main/no/", "bloom is left out", NO_BLOOM},
        {"effects/bloom_up.frag", "s/void main/no/", "bloom is left out", NO_BLOOM},
        {"effects/shafts.frag", "s/void main/no/", "shafts of light are left out", NO_SHAFTS},
        {"draw/dye.frag", "s/color.rgb .= litThrough/no no/", "shadow is left out", NO_SHADOW},
        {"effects/composite.frag", "s/void main/no/", "every effect on the picture is left out", NO_EFFECT},
    };
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *whole = Picture_MakeBlob(fixture->device, GRID);
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        uint8_t expected[SIDE * SIDE * 4], pixels[SIDE * SIDE * 4];
        gfDrawDef def = everythingBut(broken[i].missing);
        Picture_DrawOverChecker(fixture, &canvas, whole, &def, expected);
        ShaderCopy copy;
        gfDevice *device = makeBroken(fixture, broken[i].file, broken[i].edit, &copy);
        gfFluid *fluid = Picture_MakeBlob(device, GRID);
        def = Picture_Everything(0);
        Fixture_ClearLog(fixture);
        for (int frame = 0; frame < 4; frame++) {
            Picture_DrawOverChecker(fixture, &canvas, fluid, &def, pixels);
            assert_memory_equal(pixels, expected, sizeof pixels);
        }
        expectLeftOut(fixture, broken[i].file, broken[i].said);
        destroyBroken(device, &copy);
    }
    fixture->glErrors = 0; // of the shaders that don't compile
}

// Detail and smoothing are variants of a style's shader: without them it is drawn nevertheless.
TEST(testBrokenVariants)
{
    static const struct {
        const char *file, *edit, *said;
        float detail;
    } broken[] = {{"draw/smooth.frag", "s/void main/no/", "smoothing is left out", 0.0f},
                  {"draw/smooth.glsl", "s/vec4 smoothlyAt/no/", "smoothing is left out", 0.0f},
                  {"draw/detail_way.frag", "s/vec2 swirlAt/no/", "detail is left out", 1.0f}};
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        uint8_t pixels[2][SIDE * SIDE * 4];
        ShaderCopy copy;
        gfDevice *device = makeBroken(fixture, broken[i].file, broken[i].edit, &copy);
        gfFluid *fluid = Picture_MakeBlob(device, SIDE / 4);
        assert_true(gfFluid_Step(fluid, 0.02f));
        gfDrawDef def = gfDefaultDrawDef();
        def.detail = broken[i].detail;
        Fixture_ClearLog(fixture);
        for (int frame = 0; frame < 2; frame++) {
            Picture_DrawOverChecker(fixture, &canvas, fluid, &def, pixels[frame]);
        }
        assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
        expectLeftOut(fixture, broken[i].file, broken[i].said);
        destroyBroken(device, &copy);
    }
    fixture->glErrors = 0; // of the shaders that don't compile
}

// Each effect or all of the picture is left out, once said; the next frames are like the first.
static bool attemptFrames(Failing *f)
{
    Canvas canvas = Canvas_Make(f->fixture, SIDE, SIDE);
    uint8_t expected[SIDE * SIDE * 4], pixels[SIDE * SIDE * 4];
    gfDrawDef def = Picture_Everything(0);
    for (int frame = 0; frame < 3; frame++) {
        Picture_DrawOverChecker(f->fixture, &canvas, f->fluid, &def, frame == 0 ? expected : pixels);
    }
    for (int k = 0; k < SIDE * SIDE * 4; k++) { // at once where the first frame went by half floats
        assert_in_range(pixels[k] + 1, expected[k], expected[k] + 2);
    }
    // The picture itself, or what the next textures were for, each by itself.
    assert_int_equal(f->fixture->errors, 0);
    assert_in_range(f->fixture->warnings, 0, 3);
    assert_true(f->fixture->warnings == 0 || strstr(f->fixture->lastMessage, "left out from now on") != NULL);
    assert_int_equal(gfFluid_DrawToTexture(f->fluid, &def, 16, 8), 0); // for want of a background
    def.refraction.enabled = false;
    Fixture_ClearLog(f->fixture);
    assert_true((gfFluid_DrawToTexture(f->fluid, &def, 16, 8) == 0) == (f->fixture->errors > 0));
    Canvas_Free(f->fixture, &canvas);
    return true;
}

TEST(testTexturesThatCantBeHad)
{
    const FailingCase c = {.make = Picture_MakeBlob,
                           .attempt = attemptFrames,
                           .which = GRID,
                           .eachDevice = true,
                           .rounds = {[FAIL_FRAMEBUFFERS] = 2}};
    Failing_EachInTurn(*state, &c);
}

// GL says nothing of what is in a texture that is made without data.
TEST(testFreshTexturesHoldAnything)
{
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    uint8_t pixels[2][SIDE * SIDE * 4];
    gfDrawDef def = Picture_Everything(0);
    for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
        def.ink = (gfInk)ink;
        for (int poor = 0; poor < 2; poor++) {
            gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.fillsTextures = poor == 1});
            Picture_DrawOverChecker(fixture, &canvas, Picture_MakeBlob(device, GRID), &def, pixels[poor]);
            gfDestroyDevice(device);
        }
        assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    }
}
