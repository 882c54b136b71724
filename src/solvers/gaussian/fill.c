// Filling the conserving mode's liquid in, at rest.
#include "solvers/gaussian/gaussian.h"

#include <math.h>

// Mass at which m^2 (m - 1) is `pressure`.
static double massAtPressure(double pressure)
{
    double m = 1.0 + fmin(pressure, cbrt(pressure));
    for (int i = 0; i < 20; i++) {
        m -= (m * m * (m - 1.0) - pressure) / (3.0 * m * m - 2.0 * m);
    }
    return m;
}

bool gfGaussian_FillToLevel(const gfBody *body, void *state, const gfShape *shape, float level)
{
    gfGaussian *g = state;
    const gfFluidDef *def = &body->def;
    const gfGaussianParams *p = &def->gaussian;
    GF_REQUIRE(&body->device->core, p->mode == GF_GAUSSIAN_CONSERVING, UNSUPPORTED,
               "gfFluid_FillToLevel: gaussian.mode is %d; GF_GAUSSIAN_CONSERVING is expected", (int)p->mode);
    const double h = (double)def->cellSize, stiffness = fmax((double)p->stiffness, 1e-9);
    const double perCell = (double)def->fixedStep / (double)gfGaussian_GetSpeed(body);
    gfVec2 down = gfFrame_Turn(&body->frame, p->gravity);
    double gravity = hypot((double)down.x, (double)down.y);
    double up[2] = {gravity > 0.0 ? -(double)down.x / gravity : 0.0, gravity > 0.0 ? -(double)down.y / gravity : 1.0};
    double height = (double)level - up[0] * (double)def->origin.x - up[1] * (double)def->origin.y;
    // Without stiffness nothing carries the liquid.
    double compression = p->stiffness > 0.0f ? 2.0 * gravity * perCell / stiffness : 0.0;
    double softPressure = GF_GAUSSIAN_HARDEST / stiffness, soft = massAtPressure(softPressure);
    double softAcceleration = 4.0 / 3.0 * (soft * soft * soft - 1.0) - 1.5 * (soft * soft - 1.0);
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    if (shape != NULL) {
        gfShapeBatch_Add(&batch, shape, def->origin, 0.0f, 0.0f);
    }
    if (!gfPass_Run(
            body->device,
            &(gfPass){
                .label = "fill",
                .shader = GF_SHADER("gaussian/fill.frag", NULL),
                .writes = {STATE_WRITES(g, true)},
                .inputs = {STATE_INPUTS(g), GF_IN(distance, body->solids.distance.read.id)},
                .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_SHAPE_UNIFORMS(&batch),
                             GF_F1(cellSize, def->cellSize), GF_F1(restDensity, p->restDensity),
                             GF_F4(up, (float)up[0], (float)up[1], (float)(height / h), shape == NULL ? 1.0f : 0.0f),
                             GF_F1(compression, (float)compression),
                             GF_F4(soft, (float)softAcceleration, (float)soft, (float)softPressure, 0.0f)}})) {
        return false;
    }
    for (int i = 0; i < GF_GAUSSIAN_STATES; i++) {
        gfPair_Swap(&g->state[i]);
    }
    g->massKnown = false;
    gfGaussian_Rewritten(body, g);
    return true;

error:
    return false;
}
