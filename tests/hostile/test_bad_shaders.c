// Shaders that do not compile, do not link, are missing or name each other: what cannot run is refused by name.
#include "support/canvas.h"
#include "support/poor.h"

#define GRID 16

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

static gfFluid *makeFluid(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = GRID;
    return gfCreateFluid(device, &def);
}

static const char *const constantShader = "layout(location = 0) out vec4 o;\nvoid main()\n{\n    o = vec4(1.0);\n}\n";

// What stands in a file in place of what should, and what is said of it.
static const struct {
    const char *file, *text;
    gfErrorCode code;
    const char *said;
} brokenShaders[] = {
    {"grid/gradient.frag", "this is no GLSL\n", GF_ERROR_SHADER, "grid/gradient.frag"},
    {"grid/gradient.frag", NULL, GF_ERROR_SHADER_FILE, "grid/gradient.frag"},
    {"grid/gradient.frag", "#include \"common/absent.glsl\"\n", GF_ERROR_SHADER_FILE, "common/absent.glsl"},
    {"grid/gradient.frag", "vec4 absent();\nlayout(location = 0) out vec4 o;\nvoid main()\n{\n    o = absent();\n}\n",
     GF_ERROR_SHADER, "grid/gradient.frag"},
    {"common/cover.vert", "void main() { gl_Position = 1; }\n", GF_ERROR_SHADER, "common/cover.vert"},
    {"common/probe.frag", "not this either\n", GF_ERROR_SHADER, "common/probe.frag"},
    {"common/probe.frag", NULL, GF_ERROR_SHADER_FILE, "common/probe.frag"},
    {"solid/faces.frag", NULL, GF_ERROR_SHADER_FILE, "solid/faces.frag"},
    {"solid/distance.frag", "#error no\n", GF_ERROR_SHADER, "solid/distance.frag"},
};

TEST(testBrokenShaders)
{
    for (size_t i = 0; i < ROWS(brokenShaders); i++) {
        ShaderCopy copy = ShaderCopy_Make();
        ShaderCopy_Overwrite(&copy, brokenShaders[i].file, brokenShaders[i].text);
        gfDeviceDef def = Poor_DeviceDef(fixture, (GlHooks){0});
        def.shaderDir = copy.dir;
        gfDevice *device = gfCreateDevice(&def);
        assert_null(device != NULL ? makeFluid(device) : NULL);
        Fixture_ExpectError(fixture, brokenShaders[i].code, brokenShaders[i].said);
        if (device != NULL) { // a second try reads the file anew, and is refused for the same reason
            assert_null(makeFluid(device));
            Fixture_ExpectError(fixture, brokenShaders[i].code, brokenShaders[i].said);
            assert_int_equal(gfDevice_GetMemory(device).textures, 0);
        }
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
        ShaderCopy_Free(&copy);
    }
    Poor_ForgiveGlErrors(fixture);
}

// Shaders that are compiled on first use: the call fails, the fluid goes on.
TEST(testBrokenShadersOfOneCall)
{
    float values[2 * GRID * GRID];
    ShaderCopy copy = ShaderCopy_Make();
    ShaderCopy_Overwrite(&copy, "common/resample.frag", "no\n");
    ShaderCopy_Overwrite(&copy, "grid/field.frag", "no\n");
    ShaderCopy_Overwrite(&copy, "draw/velocity.frag", "no\n");
    ShaderCopy_Overwrite(&copy, "draw/look.glsl", NULL);
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    gfDrawDef drawDef = gfDefaultDrawDef();
    def.shaderDir = copy.dir;
    gfDevice *device = gfCreateDevice(&def);
    gfFluid *fluid = MADE(makeFluid(device));
    Canvas_Make(fixture, GRID, GRID);
    gfMemoryCounts before = gfDevice_GetMemory(device);
    EXPECT_REFUSED(gfFluid_Resize(fluid, 8, 8, 0.1f, (gfVec2){0.0f, 0.0f}), SHADER, "common/resample.frag");
    assert_int_equal(gfFluid_GetDef(fluid).gridWidth, GRID);
    assert_int_equal(gfDevice_GetMemory(device).gpuBytes, before.gpuBytes);
    for (int i = 0; i < 2; i++) {
        EXPECT_REFUSED(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, values, 2 * GRID * GRID), SHADER,
                       "grid/field.frag");
        EXPECT_REFUSED(!GF_IS_NULL(gfFluid_RequestField(fluid, GF_FIELD_VORTICITY)), SHADER, "grid/field.frag");
        assert_false(gfFluid_Draw(fluid, &drawDef));
        Fixture_ExpectError(fixture, i == 0 ? GF_ERROR_SHADER_FILE : GF_ERROR_SHADER,
                            i == 0 ? "look.glsl" : "dye.frag");
    }
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_TEMPERATURE, values, GRID * GRID));
    gfDestroyDevice(device);
    ShaderCopy_Free(&copy);
    Poor_ForgiveGlErrors(fixture);
}

// A file is taken once however often it is named, so that files which name each other are no trouble.
TEST(testIncludeCycle)
{
    ShaderCopy copy = ShaderCopy_Make();
    char text[512];
    snprintf(text, sizeof text, "#include \"common/one.glsl\"\n%s", constantShader);
    ShaderCopy_Overwrite(&copy, "common/one.glsl", "#include \"common/two.glsl\"\nfloat one() { return 1.0; }\n");
    ShaderCopy_Overwrite(&copy, "common/two.glsl", "#include \"common/one.glsl\"\nfloat two() { return 2.0; }\n");
    ShaderCopy_Overwrite(&copy, "draw/dye.frag", text);
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    gfDrawDef drawDef = gfDefaultDrawDef();
    def.shaderDir = copy.dir;
    Canvas_Make(fixture, 8, 8);
    gfDevice *device = gfCreateDevice(&def);
    assert_true(gfFluid_Draw(MADE(makeFluid(device)), &drawDef));
    gfDestroyDevice(device);
    ShaderCopy_Free(&copy);
    Fixture_ExpectNoGlError(fixture);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
