// Tracers as they are drawn, with and without bloom.
#include "support/canvas.h"
#include "support/poor.h"

#define SIDE 64

static double drawnLight(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def)
{
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    fixture->gl.ClearColor(0.0f, 0.0f, 0.0f, 0.25f);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    assert_true(gfFluid_Draw(fluid, def));
    uint8_t *pixels = malloc(SIDE * SIDE * 4);
    assert_non_null(pixels);
    Canvas_Read(fixture, &canvas, pixels);
    double sum = 0.0;
    for (int i = 0; i < SIDE * SIDE * 4; i++) {
        sum += i % 4 != 3 ? (double)pixels[i] / 255.0 : 0.0;
    }
    free(pixels);
    Canvas_Free(fixture, &canvas);
    return sum;
}

static void runDrawn(Fixture *fixture, gfDevice *device)
{
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 32;
    fluidDef.cellSize = 1.0f / 32.0f;
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    assert_non_null(fluid);
    gfTracers *tracers = Fixture_MakeTracers(fluid, 200, 1e6f);
    gfDrawDef def = gfDefaultDrawDef();
    def.tracers.palette = (gfPalette){2, {{1.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f, 1.0f}}};
    for (int bloom = 0; bloom < 2; bloom++) {
        def.bloom.enabled = bloom == 1;
        def.tracers.set = NULL;
        double none = drawnLight(fixture, fluid, &def);
        def.tracers.set = tracers;
        double some = drawnLight(fixture, fluid, &def);
        assert_true(none == 0.0 && some > 20.0);
    }
    gfDestroyFluid(fluid); // and what drifts in it
    gfMemoryCounts counts = gfDevice_GetMemory(device);
    assert_int_equal(counts.fluids, 0);
}

// Also where the largest point is a pixel.
static void testDrawn(void **state)
{
    Fixture *fixture = *state;
    for (int i = 0; i < 2; i++) {
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.smallPoints = i == 1});
        runDrawn(fixture, device);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    Fixture_ExpectNoGlError(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDrawn),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
