// A host with Dear ImGui in the same context, by that library's own backend: the fluid is drawn between its frames and
// in the middle of one, and neither changes what the other draws.
#include "imgui_host.h"
#include "support/canvas.h"

#define WIDTH 160
#define HEIGHT 96
#define FRAMES 3
#define BYTES (4 * WIDTH * HEIGHT)

typedef struct Host {
    Fixture *fixture;
    gfFluid *fluid;
    Canvas canvas;
} Host;

static gfFluid *makeFluid(Fixture *fixture)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 24, 16);
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){0.4f, 0.5f}, 0.3f);
    def.velocity = (gfVec2){1.0f, 0.5f};
    def.dye[0] = def.dye[3] = 1.0f;
    assert_true(gfFluid_Splat(fluid, &def));
    return fluid;
}

static void drawFluid(Host *host)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.bloom.enabled = true;
    assert_true(gfFluid_StepOnce(host->fluid));
    assert_true(gfFluid_Draw(host->fluid, &def));
}

static void clear(const Host *host)
{
    host->fixture->gl.ClearColor(0.1f, 0.2f, 0.3f, 1.0f);
    host->fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
}

static void read(const Host *host, uint8_t *pixels)
{
    Canvas_Read(host->fixture, &host->canvas, pixels);
    Fixture_ExpectNoGlError(host->fixture);
}

static int countDifferent(const uint8_t *a, const uint8_t *b, int from, int to)
{
    int count = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = from; x < to; x++) {
            count += memcmp(a + 4 * (y * WIDTH + x), b + 4 * (y * WIDTH + x), 4) != 0 ? 1 : 0;
        }
    }
    return count;
}

// The fluid's half of each frame is what it is without Dear ImGui, and there is something in the other half.
static void testFluidBetweenFrames(void **state)
{
    Host host = {.fixture = *state};
    static uint8_t alone[FRAMES][BYTES], both[BYTES];
    host.canvas = Canvas_Make(*state, WIDTH, HEIGHT);
    for (int with = 0; with < 2; with++) {
        host.fluid = makeFluid(*state);
        for (int i = 0; i < FRAMES; i++) {
            clear(&host);
            drawFluid(&host);
            if (with == 0) {
                read(&host, alone[i]);
                continue;
            }
            ImguiHost_Draw(NULL, NULL);
            read(&host, both);
            assert_int_equal(countDifferent(alone[i], both, 0, WIDTH / 2), 0);
            assert_true(countDifferent(alone[i], both, WIDTH / 2, WIDTH) > WIDTH * HEIGHT / 4);
        }
        gfDestroyFluid(host.fluid);
    }
    Canvas_Free(*state, &host.canvas);
}

static void stepBetween(void *user)
{
    Host *host = user;
    gfDrawDef def = gfDefaultDrawDef();
    assert_true(gfFluid_StepOnce(host->fluid));
    assert_true(gfFluid_DrawToTexture(host->fluid, &def, 32, 24) != 0);
}

// What Dear ImGui draws after the library was called in the middle of it is what it draws without.
static void testFluidWithinAFrame(void **state)
{
    Host host = {.fixture = *state};
    static uint8_t plain[BYTES], called[BYTES];
    host.canvas = Canvas_Make(*state, WIDTH, HEIGHT);
    host.fluid = makeFluid(*state);
    for (int i = 0; i < FRAMES; i++) {
        clear(&host);
        ImguiHost_Draw(NULL, NULL);
        read(&host, plain);
        clear(&host);
        ImguiHost_Draw(stepBetween, &host);
        read(&host, called);
        assert_int_equal(countDifferent(plain, called, 0, WIDTH), 0);
    }
    assert_int_equal(gfFluid_GetStepInfo(host.fluid).stepCount, FRAMES);
    gfDestroyFluid(host.fluid);
    Canvas_Free(*state, &host.canvas);
}

static int setUp(void **state)
{
    if (Fixture_SetUp(state) != 0) {
        return -1;
    }
    return ImguiHost_Open(Fixture_Api() == HEADLESS_ES30, WIDTH, HEIGHT) ? 0 : -1;
}

static int tearDown(void **state)
{
    ImguiHost_Close();
    return Fixture_TearDown(state);
}

int main(void)
{
    if (Fixture_Api() == HEADLESS_ES30) {
        puts("Debian's backend is for desktop GL: in OpenGL ES its own calls raise errors");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(testFluidBetweenFrames, setUp, tearDown),
        cmocka_unit_test_setup_teardown(testFluidWithinAFrame, setUp, tearDown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
