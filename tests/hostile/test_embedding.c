// The host's GL state: all of it poisoned, each public call made, all of it compared; and what the poison must not
// change. One context a test: a poisoned one is not worth cleaning.
#include "random/guided.h"
#include "support/failing.h"
#include "support/flow.h"
#include "support/gl_poison.h"
#include "support/solvers.h"

#define GRID_W 24
#define GRID_H 16

typedef struct Host {
    Fixture *fixture;
    GlPoison *poison;
    GlSnapshot *before;
} Host;

// Calls that write into the host's framebuffer.
static bool draws(const Caller *c)
{
    return strcmp(c->name, "gfFluid_Draw") == 0 || strcmp(c->name, "gfFluid_DrawSurface") == 0 ||
           strcmp(c->name, "gfFluid3D_Draw") == 0 || strcmp(c->name, "gfDevice_RunGameFrame") == 0;
}

static void expectPixelsUntouched(Caller *c)
{
    const Host *host = c->user;
    if (c->frame == NULL && draws(c)) {
        GlPoison_ExpectUntouched(host->poison, 0);
    }
}

static void expectHostState(Caller *c, bool done)
{
    const Host *host = c->user;
    (void)done;
    if (c->frame == NULL) {
        GlPoison_ExpectSame(host->before, GlPoison_Take(host->poison), c->name);
    }
    if (c->frame == NULL && draws(c)) {
        GlPoison_FillFramebuffer(host->poison);
    }
    Fixture_ExpectNoGlError(host->fixture);
    if (host->fixture->lastCode == GF_ERROR_HOST_STATE) {
        CALLER_FAIL(c, "warns: %s", host->fixture->lastMessage);
    }
    Fixture_ClearLog(host->fixture);
}

static void expectDrawn(const Host *host, gfFluid *fluid, const gfDrawDef *def, const char *what)
{
    assert_true(gfFluid_Draw(fluid, def));
    GlPoison_ExpectSame(host->before, GlPoison_Take(host->poison), what);
}

// All that a drawing may have, of which each sets state of its own.
static void drawEverything(const Host *host, gfFluid *fluid, gfTracers *tracers)
{
    enum { GRID_STYLES = GF_DRAW_MASS };
    static const gfDrawStyle flowStyles[] = {GF_DRAW_DIVERGENCE, GF_DRAW_LIC, GF_DRAW_ARROWS};
    gfDrawDef def = gfDefaultDrawDef();
    for (int i = 0; i < GRID_STYLES * (GF_ALPHA_PREMULTIPLIED + 1); i++) {
        def.style = (gfDrawStyle)(i % GRID_STYLES);
        def.alpha = (gfAlphaMode)(i / GRID_STYLES);
        def.blend = def.style != GF_DRAW_PRESSURE;
        expectDrawn(host, fluid, &def, "a style");
    }
    for (int i = 0; i < 3; i++) {
        def = gfDefaultDrawDef();
        def.style = flowStyles[i];
        expectDrawn(host, fluid, &def, "a style of the flow");
    }
    for (int i = 0; i < 4 * (GF_INK_ABSORB + 1); i++) {
        def = gfDefaultDrawDef();
        def.solids.outlineWidth = 2.0f;
        def.tone.map = GF_TONE_FILMIC;
        def.tone.dither = def.shadow.enabled = true;
        def.ink = (gfInk)(i / 4);
        def.depth = (gfDepthLook){(gfDepthTest)(i % 4), 0.5f, false};
        def.refraction.enabled = i & 1;
        def.bloom.enabled = def.shafts.enabled = i & 2;
        expectDrawn(host, fluid, &def, "effects");
    }
    def = gfDefaultDrawDef();
    def.tracers.set = tracers;
    def.tracers.trail = 0.1f;
    expectDrawn(host, fluid, &def, "tracers");
    def.bloom.enabled = true;
    expectDrawn(host, fluid, &def, "tracers and bloom");
}

static Caller *makeHost(Host *host, gfSolverKind solver)
{
    Caller *c = Guided_Make(&host->fixture->gl, Fixture_DeviceDef(host->fixture), solver);
    host->poison = GlPoison_Create(c->gl);
    host->before = GlPoison_Take(host->poison);
    c->gl->GetIntegerv(GL_FRAMEBUFFER_BINDING, &c->canvas);
    c->user = host;
    c->before = expectPixelsUntouched;
    c->after = expectHostState;
    return c;
}

static void endHost(Host *host, Caller *c)
{
    GlPoison_ExpectUntouched(host->poison, 1);
    GlPoison_ExpectDepthUntouched(host->poison);
    Caller_Free(c);
}

TEST(testEveryCallKeepsAllState)
{
    Host host = {.fixture = *state};
    Caller *c = makeHost(&host, GF_SOLVER_GRID);
    Guided_Prepare(c, true);
    Guided_CallAll(c, true);
    endHost(&host, c);
}

// All of them within one frame, whose end puts the host's state back.
TEST_CI(testEveryCallInAFrame)
{
    Host host = {.fixture = fixture};
    Caller *c = makeHost(&host, GF_SOLVER_GRID);
    Guided_Prepare(c, true);
    c->leavesOut = "gfDevice_BeginFrame gfDevice_EndFrame gfCreateDevice gfDestroyDevice gfDevice_Lose";
    assert_true(Guided_CallNamed(c, "gfDevice_BeginFrame", 1));
    Guided_CallAll(c, true);
    assert_non_null(c->frame);
    assert_true(Guided_CallNamed(c, "gfDevice_EndFrame", 1));
    endHost(&host, c);
}

TEST_CI(testOtherSolversKeepAllState)
{
    Host host = {.fixture = *state};
    Caller *c = makeHost(&host, GF_SOLVER_GAUSSIAN);
    for (int solver = GF_SOLVER_GAUSSIAN; solver <= GF_SOLVER_WATER; solver++) {
        Guided_ChangeSolver(c, (gfSolverKind)solver);
        Guided_CallAll(c, false);
    }
    assert_true(c->done[Caller_Find("gfFluid_SplitParticleGroup")] > 0); // which a GL that draws nothing can't do
    endHost(&host, c);
}

TEST_CI(testDrawingKeepsAllState)
{
    Host host = {.fixture = *state};
    Caller *c = makeHost(&host, GF_SOLVER_GRID);
    Guided_Prepare(c, false);
    drawEverything(&host, Caller_Object(c, OBJECT_gfFluid), Caller_Object(c, OBJECT_gfTracers));
    endHost(&host, c);
}

static gfFluid *makeFluid(gfDevice *device, gfSolverKind solver)
{
    gfFluidDef def = Flow_DefOf(solver, GRID_W, GRID_H, 1.0f / GRID_H);
    def.dyeScale = solver == GF_SOLVER_GRID ? 2.0f : 1.0f;
    def.shallow.ripples.enabled = true;
    return MADE(gfCreateFluid(device, &def));
}

static void step(gfFluid *fluid)
{
    gfSourceDef def = Flow_DiscSource(0.5f, 0.4f, 0.2f);
    def.dye[0] = def.dye[3] = 1.0f;
    def.velocity = (gfVec2){2.0f, 1.0f};
    assert_true(gfFluid_Splat(fluid, &def));
    def = Flow_Emitting(def);
    def.shape = gfMakeRectangle((gfVec2){1.0f, 0.6f}, (gfVec2){0.2f, 0.1f}, 0.5f);
    def.temperature = 20.0f;
    def.divergence = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &def)));
    assert_true(gfFluid_Step(fluid, 0.034f));
    assert_int_equal(gfFluid_GetStepInfo(fluid).lastSteps, 2);
}

static void addSolids(gfFluid *fluid)
{
    static const uint8_t mask[6] = {255, 0, 0, 255, 255, 0};
    const gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfSolidDef def = Flow_SolidDef(gfMakeCircle((gfVec2){0.3f, 0.7f}, 0.1f));
    assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &(gfMask){mask, 3, 2, 3}, &place)));
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &def)));
}

// A scene of air and one of water, with sources, solids, ground and a resize: what its fields come to.
static void runScenes(Fixture *fixture, uint64_t hashes[2])
{
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *air = makeFluid(device, GF_SOLVER_GRID), *water = makeFluid(device, GF_SOLVER_SHALLOW);
    gfFluidDef def = gfFluid_GetDef(air);
    gfGroundDef ground = gfDefaultGroundDef();
    def.grid.advection = GF_ADVECTION_BILINEAR;
    ground.shape = gfMakeCircle((gfVec2){0.9f, 0.5f}, 0.3f);
    ground.softness = 0.2f;
    ground.height = 0.4f;
    assert_true(gfFluid_FillToLevel(water, NULL, 0.3f) && gfFluid_ShapeGround(water, &ground));
    for (int i = 0; i < 2; i++) {
        gfFluid *fluid = i == 0 ? air : water;
        step(fluid);
        addSolids(fluid);
        assert_true(gfFluid_StepOnce(fluid) && (i == 1 || gfFluid_SetDef(fluid, &def)));
        assert_true(gfFluid_StepOnce(fluid));
        assert_true(gfFluid_Resize(fluid, GRID_W - 3, GRID_H + 2, 1.0f / GRID_H, (gfVec2){0.1f, -0.1f}));
        assert_true(gfFluid_StepOnce(fluid));
        hashes[i] = Solver_Hash(fluid);
    }
    gfDestroyDevice(device);
}

TEST_CI(testPoisonChangesNoResult)
{
    uint64_t clean[2], poisoned[2];
    runScenes(fixture, clean);
    GlPoison_Create(&fixture->gl);
    runScenes(fixture, poisoned);
    assert_memory_equal(clean, poisoned, sizeof clean);
}

// Of the host's framebuffer only texels of attachment 0 inside viewport and scissor are written, and each of those.
TEST(testDrawKeepsToViewportAndScissor)
{
    static const GLint box[4] = POISON_SCISSOR;
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
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
                fail_if(pixels[y][x][c] != expected, "channel %d at %d, %d is %d instead of %d", c, x, y,
                        pixels[y][x][c], expected);
            }
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    GlPoison_ExpectDepthUntouched(poison);
}

// What refraction copies is what is drawn to, though the host reads from elsewhere.
TEST(testRefractionBendsWhatIsDrawnTo)
{
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
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
}

// A resize must not leave the solids undrawn until the next step, which may be frames away.
TEST(testSolidsAreDrawnAfterAResize)
{
    unsigned char pixels[2][POISON_HEIGHT * POISON_WIDTH * 4];
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    def.style = GF_DRAW_SOLIDS;
    def.alpha = GF_ALPHA_OPAQUE;
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.3f, 0.3f}, 0.0f));
    assert_true(gfFluid_StepOnce(fluid));
    for (int i = 0; i < 2; i++) {
        assert_true(gfFluid_Draw(fluid, &def));
        GlPoison_ReadFramebuffer(poison, 0, pixels[i]);
        GlPoison_FillFramebuffer(poison);
        assert_true(gfFluid_Resize(fluid, GRID_W, GRID_H, 1.0f / GRID_H, (gfVec2){0.0f, 0.0f}));
    }
    assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
}

// A host that sets what it needs before each call, and tells the library not to bother.
TEST(testHostThatKeepsItsOwnState)
{
    const GladGLContext *gl = &fixture->gl;
    gfDeviceDef deviceDef = Fixture_DeviceDef(fixture);
    deviceDef.keepHostState = false;
    gfDevice *device = gfCreateDevice(&deviceDef);
    gfFluid *fluid = makeFluid(device, GF_SOLVER_GRID);
    step(fluid);
    addSolids(fluid);
    step(fluid);
    (void)Solver_Hash(fluid);
    Fixture_ClearLog(fixture); // of the fields that it has not
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
    assert_true(gfFluid_Draw(fluid, &def));
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->ReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    assert_true(pixels[0][0][2] == 255 && pixels[15][15][2] == 255 && pixels[0][15][3] == 255);
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_int_equal(stats.nonfinite, 0);
    gfDestroyDevice(device);
}

// Two devices, of one context or of two on one thread, in turns, give what one alone gives.
static void tryTurns(Fixture *fixtures[2], gfDevice *devices[2])
{
    enum { DYE_BYTES = 4 * (2 * GRID_W) * (2 * GRID_H) * sizeof(float) };
    gfFluid *fluids[2];
    Headless_MakeCurrent(fixtures[0]->headless);
    gfFluid *alone = makeFluid(devices[0], GF_SOLVER_GRID);
    step(alone);
    step(alone);
    float *expected = Fixture_Read(alone, GF_FIELD_DYE, NULL);
    gfDestroyFluid(alone);
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 2; i++) {
            Headless_MakeCurrent(fixtures[i]->headless);
            if (turn == 0) {
                fluids[i] = makeFluid(devices[i], GF_SOLVER_GRID);
            } else {
                step(fluids[i]);
            }
        }
    }
    for (int i = 0; i < 2; i++) { // the one without the other at last
        Headless_MakeCurrent(fixtures[i]->headless);
        float *values = Fixture_Read(fluids[i], GF_FIELD_DYE, NULL);
        assert_memory_equal(values, expected, DYE_BYTES);
        gfDestroyFluid(fluids[i]);
    }
}

TEST(testTwoContextsInTurns)
{
    Fixture *one = *state;
    void *other = NULL;
    Fixture_SetUp(&other);
    tryTurns((Fixture *[]){one, other}, (gfDevice *[]){one->device, ((Fixture *)other)->device});
    Fixture_TearDown(&other);
    Headless_MakeCurrent(one->headless);
}

TEST(testTwoDevicesInOneContext)
{
    gfDevice *other = Fixture_MakeDevice(fixture);
    tryTurns((Fixture *[]){fixture, fixture}, (gfDevice *[]){fixture->device, other});
    gfDestroyDevice(other);
}

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
TEST(testLoaderWithUserPointer)
{
    Loader loader = {0}, blind = {.blind = true};
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = NULL;
    def.getProcAddressFrom = loadWithUser;
    def.getProcAddressUser = &blind;
    EXPECT_REFUSED(gfCreateDevice(&def), NO_CONTEXT, "no GL context is current");
    def.getProcAddressUser = &loader;
    gfDevice *device = MADE(gfCreateDevice(&def));
    assert_true(blind.asked == 1 && loader.asked > 100);
    int asked = loader.asked;
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 8;
    assert_true(gfFluid_StepOnce(MADE(gfCreateFluid(device, &fluidDef))));
    assert_int_equal(loader.asked, asked);
    gfDestroyDevice(device);
    Fixture_ExpectNoGlError(fixture);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
