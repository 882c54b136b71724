// The host's GL state: all of it poisoned, each public call made, all of it compared; and what the poison must not
// change. One context a test: a poisoned one is not worth cleaning.
#include "embedded_calls.h"

#include "support/gl_poison.h"

static void testEveryCallKeepsAllState(void **state)
{
    Embedded *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->fixture = *state;
    GlPoison *poison = GlPoison_Create(&s->fixture->gl);
    GlSnapshot *before = GlPoison_Take(poison);
    for (int i = 0; i < embeddedCallCount; i++) {
        embeddedCalls[i].call(s);
        GlPoison_ExpectSame(before, GlPoison_Take(poison), embeddedCalls[i].name);
        Fixture_ExpectNoGlError(s->fixture);
        if (strcmp(embeddedCalls[i].name, "drawToTexture") ==
            0) { // all calls but drawing leave the host's pixels alone
            GlPoison_ExpectUntouched(poison, 0);
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    GlPoison_ExpectDepthUntouched(poison);
    assert_int_equal(s->fixture->warnings, 0);
    GlSnapshot_Free(before);
    GlPoison_Destroy(poison);
    free(s);
}

static void testPoisonChangesNoResult(void **state)
{
    enum { ROOM = 65536 };
    Embedded *s = calloc(1, sizeof *s);
    float *clean = calloc(ROOM, sizeof *clean), *poisoned = calloc(ROOM, sizeof *poisoned);
    assert_true(s != NULL && clean != NULL && poisoned != NULL);
    s->fixture = *state;
    size_t count = Embedded_RunScene(s, clean, ROOM);
    assert_true(count > 1000 && count <= ROOM);
    GlPoison *poison = GlPoison_Create(&s->fixture->gl);
    assert_int_equal(Embedded_RunScene(s, poisoned, ROOM), count);
    assert_memory_equal(clean, poisoned, count * sizeof *clean);
    GlPoison_Destroy(poison);
    free(clean);
    free(poisoned);
    free(s);
}

// Of the host's framebuffer only texels of attachment 0 inside viewport and scissor are written, and each of those.
static void testDrawKeepsToViewportAndScissor(void **state)
{
    static const GLint box[4] = POISON_SCISSOR;
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.encodeSrgb = false;
    def.background[1] = 1.0f;
    assert_true(gfFluid_Draw(fluid, &def));
    GlPoison_ReadFramebuffer(poison, 0, &pixels[0][0][0]);
    for (int y = 0; y < POISON_HEIGHT; y++) {
        for (int x = 0; x < POISON_WIDTH; x++) {
            bool inside = x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
            for (int c = 0; c < 4; c++) {
                int expected = inside ? (c == 1 || c == 3 ? 255 : 0) : GlPoison_FilledByte(0, c);
                if (pixels[y][x][c] != expected) {
                    fail_msg("channel %d at %d, %d is %d instead of %d", c, x, y, pixels[y][x][c], expected);
                }
            }
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    GlPoison_ExpectDepthUntouched(poison);
    gfDestroyFluid(fluid);
    GlPoison_Destroy(poison);
}

// What refraction copies is what is drawn to, though the host reads from elsewhere.
static void testRefractionBendsWhatIsDrawnTo(void **state)
{
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    def.refraction.enabled = true;
    assert_true(gfFluid_Draw(fluid, &def));
    GlPoison_ReadFramebuffer(poison, 0, &pixels[0][0][0]);
    for (int y = 0; y < POISON_HEIGHT; y++) {
        for (int x = 0; x < POISON_WIDTH; x++) {
            for (int c = 0; c < 3; c++) {
                assert_in_range(pixels[y][x][c] + 1, GlPoison_FilledByte(0, c), GlPoison_FilledByte(0, c) + 2);
            }
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    gfDestroyFluid(fluid);
    GlPoison_Destroy(poison);
}

// A resize must not leave the solids undrawn until the next step, which may be frames away.
static void testSolidsAreDrawnAfterAResize(void **state)
{
    unsigned char pixels[2][POISON_HEIGHT * POISON_WIDTH * 4];
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    gfSolidDef solid = gfDefaultSolidDef();
    def.style = GF_DRAW_SOLIDS;
    def.alpha = GF_ALPHA_OPAQUE;
    solid.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.3f, 0.3f}, 0.0f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    assert_true(gfFluid_StepOnce(fluid));
    for (int i = 0; i < 2; i++) {
        assert_true(gfFluid_Draw(fluid, &def));
        GlPoison_ReadFramebuffer(poison, 0, pixels[i]);
        GlPoison_FillFramebuffer(poison);
        assert_true(gfFluid_Resize(fluid, GRID_W, GRID_H, 1.0f / GRID_H, (gfVec2){0.0f, 0.0f}));
    }
    assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    gfDestroyFluid(fluid);
    GlPoison_Destroy(poison);
}

// A host that sets what it needs before each call, and tells the library not to bother.
static void testHostThatKeepsItsOwnState(void **state)
{
    Fixture *fixture = *state;
    const GladGLContext *gl = &fixture->gl;
    gfDeviceDef deviceDef = Fixture_DeviceDef(fixture);
    deviceDef.keepHostState = false;
    Embedded *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->fixture = fixture;
    s->device = gfCreateDevice(&deviceDef);
    assert_non_null(s->device);
    Embedded_CreateFluid(s);
    Embedded_Step(s);
    Embedded_AddSolidMask(s);
    Embedded_AddSolid(s);
    Embedded_ReadFields(s);
    GLuint texture, framebuffer;
    unsigned char pixels[16][16][4];
    gl->GenTextures(1, &texture);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl->Disable(GL_SCISSOR_TEST);
    gl->Viewport(0, 0, 16, 16);
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.background[2] = 1.0f;
    assert_true(gfFluid_Draw(s->fluid, &def));
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->ReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    assert_true(pixels[0][0][2] == 255 && pixels[15][15][2] == 255 && pixels[0][15][3] == 255);
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteTextures(1, &texture);
    Embedded_Measure(s);
    Embedded_DestroyFluid(s);
    Embedded_DestroyDevice(s);
    free(s);
}

// Two contexts on one thread, in turns, give what one alone gives.
static void testTwoContextsInTurns(void **state)
{
    Fixture *one = *state;
    void *otherState = NULL;
    float *expected = NULL, *values[2];
    Fixture_SetUp(&otherState);
    Fixture *fixtures[2] = {one, otherState};
    Embedded *stages[3];
    for (int i = 0; i < 3; i++) {
        stages[i] = calloc(1, sizeof *stages[i]);
        assert_non_null(stages[i]);
        stages[i]->fixture = fixtures[i & 1];
        stages[i]->device = fixtures[i & 1]->device;
    }
    Headless_MakeCurrent(one->headless);
    Embedded_CreateFluid(stages[2]);
    Embedded_Step(stages[2]);
    Embedded_Step(stages[2]);
    expected = Fixture_ReadField(stages[2]->fluid, GF_FIELD_DYE, NULL);
    gfDestroyFluid(stages[2]->fluid);
    void (*const turns[])(Embedded *) = {Embedded_CreateFluid, Embedded_Step, Embedded_Step};
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < 2; i++) {
            Headless_MakeCurrent(fixtures[i]->headless);
            turns[t](stages[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        Headless_MakeCurrent(fixtures[i]->headless);
        values[i] = Fixture_ReadField(stages[i]->fluid, GF_FIELD_DYE, NULL);
        assert_memory_equal(values[i], expected, sizeof(float) * 4 * (2 * GRID_W) * (2 * GRID_H));
        gfDestroyFluid(stages[i]->fluid);
        free(values[i]);
    }
    Fixture_TearDown(&otherState);
    Headless_MakeCurrent(one->headless);
    for (int i = 0; i < 3; i++) {
        free(stages[i]);
    }
    free(expected);
}

static void testTwoDevicesInOneContext(void **state)
{
    Embedded *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    assert_true(a != NULL && b != NULL);
    a->fixture = b->fixture = *state;
    Embedded_CreateDevice(a);
    Embedded_CreateDevice(b);
    Embedded_CreateFluid(a);
    Embedded_CreateFluid(b);
    for (int i = 0; i < 2; i++) {
        Embedded_Step(a);
        Embedded_Step(b);
    }
    float *first = Fixture_ReadField(a->fluid, GF_FIELD_DYE, NULL);
    Embedded_DestroyFluid(a);
    Embedded_DestroyDevice(a);
    float *second = Fixture_ReadField(b->fluid, GF_FIELD_DYE, NULL);
    assert_memory_equal(first, second, sizeof(float) * 4 * (2 * GRID_W) * (2 * GRID_H));
    Embedded_DestroyFluid(b);
    Embedded_DestroyDevice(b);
    free(first);
    free(second);
    free(a);
    free(b);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, Fixture_SetUp, Fixture_TearDown)

typedef struct Loader {
    int asked;
    bool blind; // it knows no function
} Loader;

static gfGLProc loadWithUser(const char *name, void *user)
{
    Loader *loader = user;
    loader->asked++;
    return loader->blind ? NULL : (gfGLProc)Headless_GetProcAddress(name);
}

// A loader that takes a user pointer gets it with every name, and only while the device is made.
static void testLoaderWithUserPointer(void **state)
{
    Fixture *fixture = *state;
    Loader loader = {0}, blind = {.blind = true};
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = NULL;
    def.loadProc = loadWithUser;
    def.loadUser = &blind;
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(fixture, GF_ERROR_NO_CONTEXT, "no GL context is current");
    def.loadUser = &loader;
    gfDevice *device = gfCreateDevice(&def);
    assert_non_null(device);
    assert_true(blind.asked == 1 && loader.asked > 100);
    int asked = loader.asked;
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 8;
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    assert_non_null(fluid);
    assert_true(gfFluid_StepOnce(fluid));
    assert_int_equal(loader.asked, asked);
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
    Fixture_ExpectNoGlError(fixture);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(testLoaderWithUserPointer),
        TEST(testEveryCallKeepsAllState),
        TEST(testDrawKeepsToViewportAndScissor),
        TEST(testRefractionBendsWhatIsDrawnTo),
        TEST(testSolidsAreDrawnAfterAResize),
        TEST(testHostThatKeepsItsOwnState),
        TEST(testTwoContextsInTurns),
        TEST(testTwoDevicesInOneContext),
        // Those that take long.
        TEST(testPoisonChangesNoResult),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof tests[0], NULL, NULL);
}
