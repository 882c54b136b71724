#include "support/bad_input.h"

#include "support/flow.h"

Stage stage;

static uint64_t lookAtFluid(void)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE,
                                     GF_FIELD_SOLID};
    float values[4 * (GRID_W + 1) * (GRID_H + 1)];
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (size_t i = 0; i < ROWS(fields); i++) {
        memset(values, 0, sizeof values);
        assert_true(gfFluid_ReadFieldBlocking(stage.fluid, fields[i], values, ROWS(values)));
        h = Fixture_Hash(h, values, sizeof values);
    }
    gfStepInfo clock = gfFluid_GetStepInfo(stage.fluid);
    gfMemoryCounts counts = gfDevice_GetMemory(stage.fixture->device);
    return Fixture_Hash(Fixture_Hash(h, &clock, sizeof clock), &counts, sizeof counts);
}

void BadInput_Watch(void)
{
    stage.witness = stage.look();
    Fixture_ClearLog(stage.fixture);
}

int BadInput_SetUp(void **state)
{
    Fixture_SetUp(state);
    stage = (Stage){.fixture = *state, .look = lookAtFluid};
    stage.fluid = Fixture_MakeFluid(*state, GRID_W, GRID_H);
    gfSourceDef def = Flow_DiscSource(0.5f, 0.5f, 0.3f);
    def.dye[3] = def.velocity.x = def.temperature = 1.0f;
    assert_true(gfFluid_Splat(stage.fluid, &def) && gfFluid_StepOnce(stage.fluid));
    BadInput_Watch(); // the first read makes a texture for the next ones
    BadInput_Watch();
    return 0;
}

void BadInput_ExpectRefused(bool refused, gfErrorCode code, const char *text)
{
    fail_if(!refused, "accepted, where '%s' was expected", text);
    Fixture_ExpectError(stage.fixture, code, text);
    assert_true(stage.look() == stage.witness);
    Fixture_ExpectNoGlError(stage.fixture);
}
