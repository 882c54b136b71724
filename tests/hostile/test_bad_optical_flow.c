// Optical flow: what is refused, and that what fails leaves nothing behind.
#include "support/bad_input.h"
#include "support/failing.h"

#include <limits.h>
#include <math.h>

#define SIDE 16

static gfOpticalFlow *flowOfStage;

static gfOpticalFlow *makeFlow(gfDevice *device)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = def.height = SIDE;
    return gfCreateOpticalFlow(device, &def);
}

static bool callCreate(Stage *s, const void *def)
{
    gfOpticalFlowDef copy;
    memcpy(&copy, def, sizeof copy);
    gfOpticalFlow *flow = gfCreateOpticalFlow(s->fixture->device, &copy);
    gfDestroyOpticalFlow(flow);
    return flow != NULL;
}

static bool callStir(Stage *s, const void *def)
{
    gfStirDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfOpticalFlow_Stir(flowOfStage, s->fluid, &copy, 0.1f);
}

static void testBadDefinitions(void **state)
{
    Stage *s = *state;
    static const FloatRow floats[] = {FLOAT_ROW(gfOpticalFlowDef, noise, 1e-4f, 0.5f)};
    static const IntRow ints[] = {INT_ROW(gfOpticalFlowDef, width, 7, -1, GF_OPTICAL_FLOW_MAX + 1, INT_MAX),
                                  INT_ROW(gfOpticalFlowDef, height, 7, 0, GF_OPTICAL_FLOW_MAX + 1, INT_MIN),
                                  INT_ROW(gfOpticalFlowDef, levels, -1, 9, INT_MAX, INT_MIN),
                                  INT_ROW(gfOpticalFlowDef, iterations, 0, 11, INT_MAX, INT_MIN),
                                  INT_ROW(gfOpticalFlowDef, window, 1, 9, INT_MAX, INT_MIN)};
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    BadInput_TryFloats(s, callCreate, &def, sizeof def, floats, ROWS(floats));
    BadInput_TryInts(s, callCreate, &def, sizeof def, ints, ROWS(ints));
    REFUSED(gfCreateOpticalFlow(NULL, &def), NULL_ARGUMENT, "device");
    REFUSED(gfCreateOpticalFlow(s->fixture->device, NULL), NULL_ARGUMENT, "def");
    def.cookie = 0;
    REFUSED(gfCreateOpticalFlow(s->fixture->device, &def), COOKIE, "gfDefaultOpticalFlowDef");
    gfDestroyOpticalFlow(NULL);
}

static void testBadCalls(void **state)
{
    Stage *s = *state;
    static const FloatRow floats[] = {FLOAT_ROW(gfStirDef, centre.x, -1e9f, 1e9f),
                                      FLOAT_ROW(gfStirDef, centre.y, -1e9f, 1e9f),
                                      FLOAT_ROW(gfStirDef, halfExtents.x, 0.0f, 1e9f),
                                      FLOAT_ROW(gfStirDef, halfExtents.y, 0.0f, 1e9f),
                                      FLOAT_ROW(gfStirDef, angle, -1e6f, 1e6f),
                                      FLOAT_ROW(gfStirDef, frameTime, 1e-4f, 1e4f),
                                      FLOAT_ROW(gfStirDef, gain, -1000.0f, 1000.0f),
                                      FLOAT_ROW(gfStirDef, pull, 0.0f, 1e6f),
                                      FLOAT_ROW(gfStirDef, dye[0], -GF_VALUE_MAX, GF_VALUE_MAX),
                                      FLOAT_ROW(gfStirDef, dye[3], -GF_VALUE_MAX, GF_VALUE_MAX),
                                      FLOAT_ROW(gfStirDef, fullSpeed, 1e-6f, 1e6f),
                                      FLOAT_ROW(gfStirDef, hold, 0.0f, 1.0f)};
    gfStirDef def = gfDefaultStirDef();
    float values[4 * SIDE * SIDE];
    flowOfStage = makeFlow(s->fixture->device);
    assert_non_null(flowOfStage);
    s->witness = BadInput_Witness(s);
    BadInput_TryFloats(s, callStir, &def, sizeof def, floats, ROWS(floats));
    const float times[] = {-1e-6f, 1.0001e6f, NAN, INFINITY};
    for (size_t i = 0; i < ROWS(times); i++) {
        REFUSED(gfOpticalFlow_Stir(flowOfStage, s->fluid, &def, times[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfOpticalFlow_Stir(NULL, s->fluid, &def, 0.1f), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_Stir(flowOfStage, NULL, &def, 0.1f), NULL_ARGUMENT, "fluid");
    REFUSED(gfOpticalFlow_Stir(flowOfStage, s->fluid, NULL, 0.1f), NULL_ARGUMENT, "def");
    def.cookie = 0;
    REFUSED(gfOpticalFlow_Stir(flowOfStage, s->fluid, &def, 0.1f), COOKIE, "gfDefaultStirDef");
    REFUSED(gfOpticalFlow_Add(NULL, 1), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_Add(flowOfStage, 0), OUT_OF_RANGE, "texture");
    REFUSED(gfOpticalFlow_Compare(NULL, 1, 1), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_Compare(flowOfStage, 0, 1), OUT_OF_RANGE, "texture");
    REFUSED(gfOpticalFlow_Compare(flowOfStage, 1, 0), OUT_OF_RANGE, "texture");
    REFUSED(gfOpticalFlow_Restart(NULL), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_GetTexture(NULL) != 0, NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_ReadBlocking(NULL, values, 4 * SIDE * SIDE), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_ReadBlocking(flowOfStage, NULL, 4 * SIDE * SIDE), NULL_ARGUMENT, "values");
    REFUSED(gfOpticalFlow_ReadBlocking(flowOfStage, values, 4), OUT_OF_RANGE, "count");
    gfDeviceDef deviceDef = Fixture_DeviceDef(s->fixture);
    gfDevice *device = gfCreateDevice(&deviceDef);
    gfOpticalFlow *foreign = makeFlow(device);
    def = gfDefaultStirDef();
    REFUSED(gfOpticalFlow_Stir(foreign, s->fluid, &def, 0.1f), OUT_OF_RANGE, "another device");
    gfDestroyDevice(device); // and its flow
    assert_true(gfOpticalFlow_GetTexture(flowOfStage) != 0);
    gfDestroyOpticalFlow(flowOfStage);
}

static gfFluid *makeFluid(gfDevice *device, int cells)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = cells;
    return gfCreateFluid(device, &def);
}

static bool attemptFlow(Failing *f)
{
    gfOpticalFlow *flow = makeFlow(f->device);
    gfStirDef def = gfDefaultStirDef();
    uint32_t picture = flow != NULL ? gfOpticalFlow_GetTexture(flow) : 0; // as good as any
    bool done =
        flow != NULL && gfOpticalFlow_Compare(flow, picture, picture) && gfOpticalFlow_Stir(flow, f->fluid, &def, 0.1f);
    gfDestroyOpticalFlow(flow);
    return done;
}

static void testFailureLeavesNothing(void **state)
{
    const FailingCase c = {.make = makeFluid, .attempt = attemptFlow, .which = 16, .rounds = {2, 2, 2, 2}, .stride = 7};
    Failing_EachInTurn(*state, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testFailureLeavesNothing),
    };
    const struct CMUnitTest refused[] = {
        cmocka_unit_test_setup_teardown(testBadDefinitions, BadInput_SetUp, BadInput_TearDown),
        cmocka_unit_test_setup_teardown(testBadCalls, BadInput_SetUp, BadInput_TearDown),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown) + cmocka_run_group_tests(refused, NULL, NULL);
}
