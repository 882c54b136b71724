#include "support/every_call.h"

#define CELLS 16
#define VALUES_MAX ((CELLS + 1) * (CELLS + 1) * 4)

static float values[VALUES_MAX];

static gfSolidId addMask(gfFluid *fluid)
{
    static const uint8_t pixels[4] = {255, 0, 0, 255};
    const gfMask mask = {pixels, 2, 2, 2};
    gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    return gfFluid_AddSolidMask(fluid, &mask, &place);
}

CallStage CallStage_Make(gfDevice *device, gfSolverKind solver)
{
    CallStage s = {.device = device};
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    s.fluid = gfCreateFluid(device, &def);
    assert_non_null(s.fluid);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.4f, 0.4f}, 0.2f);
    source.velocity.x = source.mass = source.dye[0] = source.dye[3] = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(s.fluid, &source)));
    s.mask = addMask(s.fluid);
    assert_false(GF_IS_NULL(s.mask));
    s.tracers = Fixture_MakeTracers(s.fluid, 50, 1.0f);
    gfDrawDef draw = gfDefaultDrawDef();
    draw.bloom.enabled = draw.shafts.enabled = true;
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_StepOnce(s.fluid));
        assert_true(gfFluid_Draw(s.fluid, &draw));
    }
    s.read = gfFluid_RequestField(s.fluid, GF_FIELD_DYE);
    assert_false(GF_IS_NULL(s.read));
    return s;
}

static bool createFluid(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    return gfCreateFluid(s->device, &def) != NULL;
}

static bool step(CallStage *s)
{
    return gfFluid_Step(s->fluid, 0.05f);
}

static bool stepOnce(CallStage *s)
{
    return gfFluid_StepOnce(s->fluid);
}

static bool setParams(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    return def.solver == GF_SOLVER_GRID ? gfFluid_SetGridParams(s->fluid, &def.grid)
                                        : gfFluid_SetGaussianParams(s->fluid, &def.gaussian);
}

static bool setBoundaries(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    return gfFluid_SetBoundaries(s->fluid, &def.boundaries);
}

static bool resize(CallStage *s)
{
    return gfFluid_Resize(s->fluid, CELLS - 2, CELLS, 1.0f / CELLS, (gfVec2){0.0f, 0.0f});
}

static bool reset(CallStage *s)
{
    return gfFluid_Reset(s->fluid);
}

static bool draw(CallStage *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    return gfFluid_Draw(s->fluid, &def);
}

static bool drawToTexture(CallStage *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    return gfFluid_DrawToTexture(s->fluid, &def, 8, 8) != 0;
}

static bool requestField(CallStage *s)
{
    return !GF_IS_NULL(gfFluid_RequestField(s->fluid, GF_FIELD_VELOCITY));
}

static bool pollRead(CallStage *s)
{
    return gfFluid_PollRead(s->fluid, s->read, values, VALUES_MAX) != GF_READ_FAILED;
}

static bool readField(CallStage *s)
{
    return gfFluid_ReadFieldBlocking(s->fluid, GF_FIELD_VELOCITY, values, VALUES_MAX);
}

static bool writeField(CallStage *s)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(s->fluid, GF_FIELD_DYE, &info));
    memset(values, 0, sizeof values);
    return gfFluid_WriteField(s->fluid, GF_FIELD_DYE, values, (size_t)info.width * (size_t)info.height * 4);
}

static bool measure(CallStage *s)
{
    gfFluidStats stats;
    return gfFluid_MeasureBlocking(s->fluid, &stats);
}

static bool addSolidMask(CallStage *s)
{
    return !GF_IS_NULL(addMask(s->fluid));
}

static bool createTracers(CallStage *s)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 10;
    return gfCreateTracers(s->fluid, &def) != NULL;
}

static bool stepTracers(CallStage *s)
{
    return gfTracers_Step(s->tracers, 0.01f);
}

static bool readTracers(CallStage *s)
{
    return gfTracers_ReadBlocking(s->tracers, values, 100);
}

#define CALL(function)      \
    {                       \
#function, function \
    }

// Removing a mask is left to tests: it can be done once.
const EveryCall everyCall[EVERY_CALL_COUNT] = {
    CALL(createFluid), CALL(step),    CALL(stepOnce),      CALL(setParams),     CALL(setBoundaries), CALL(resize),
    CALL(reset),       CALL(draw),    CALL(drawToTexture), CALL(readField),     CALL(requestField),  CALL(pollRead),
    CALL(writeField),  CALL(measure), CALL(addSolidMask),  CALL(createTracers), CALL(stepTracers),   CALL(readTracers),
};
