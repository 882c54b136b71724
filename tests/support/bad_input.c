#include "support/bad_input.h"

uint64_t BadInput_Witness(const Stage *s)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE,
                                     GF_FIELD_SOLID};
    float values[4 * (GRID_W + 1) * (GRID_H + 1)];
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        memset(values, 0, sizeof values);
        assert_true(gfFluid_ReadFieldBlocking(s->fluid, fields[i], values, sizeof values / sizeof values[0]));
        h = Fixture_Hash(h, values, sizeof values);
    }
    gfStepInfo clock = gfFluid_GetStepInfo(s->fluid);
    gfMemoryCounts counts = gfDevice_GetMemory(s->fixture->device);
    return Fixture_Hash(Fixture_Hash(h, &clock, sizeof clock), &counts, sizeof counts);
}

int BadInput_SetUp(void **state)
{
    Stage *s = calloc(1, sizeof *s);
    void *fixture = NULL;
    Fixture_SetUp(&fixture);
    s->fixture = fixture;
    s->fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.3f);
    def.dye[3] = def.velocity.x = def.temperature = 1.0f;
    assert_true(gfFluid_Splat(s->fluid, &def));
    assert_true(gfFluid_StepOnce(s->fluid));
    BadInput_Witness(s); // the first read makes a texture for the next ones
    s->witness = BadInput_Witness(s);
    Fixture_ClearLog(fixture);
    *state = s;
    return 0;
}

int BadInput_TearDown(void **state)
{
    Stage *s = *state;
    void *fixture = s->fixture;
    gfDestroyFluid(s->fluid);
    free(s);
    return Fixture_TearDown(&fixture);
}

void BadInput_ExpectRefused(Stage *s, bool refused, gfErrorCode code, const char *text)
{
    if (!refused) {
        fail_msg("accepted, where '%s' was expected", text);
    }
    Fixture_ExpectError(s->fixture, code, text);
    assert_true(BadInput_Witness(s) == s->witness);
    Fixture_ExpectNoGlError(s->fixture);
}
