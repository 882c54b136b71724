// The pressure of water on solids, for queries and for rigid bodies.
#include "solvers/water/water.h"

static bool addPressure(const gfBody *body, gfWater *w, bool first)
{
    gfPair_Swap(&w->impulse);
    return gfPass_Run(body->device,
                      &(gfPass){.label = "impulse",
                                .shader = GF_SHADER("water/impulse.frag", first ? "FIRST" : NULL),
                                .writes = {&w->impulse.read},
                                .inputs = {GF_IN(pressure, w->pressure.read.id), GF_IN(before, w->impulse.write.id)}});
}

bool gfWater_SumPressure(const gfBody *body, gfWater *w, int number, int count)
{
    // Steps are cut only once water is fast, so that a dry run must name these programs by itself.
    bool naming = gfDevice_IsNaming(body->device);
    w->summed = count > 1;
    if (body->solids.count == 0 || (!w->summed && !naming)) {
        return true;
    }
    return addPressure(body, w, number == 0) && (!naming || addPressure(body, w, false));
}

bool gfWater_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target)
{
    const gfWater *w = state;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, &w->particles);
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    float h = body->def.cellSize, lasted = w->summed ? w->stepDt : w->lastDt;
    const gfPass pass = {
        .label = "loads",
        .shader = GF_SHADER("water/loads.frag", target->whole ? "WHOLE" : NULL),
        .writes = {target->sums},
        .region = &region,
        .inputs = {GF_IN(pressure, w->summed ? w->impulse.read.id : w->pressure.read.id), GF_IN(depth, w->depth.id),
                   GF_IN(distance, body->solids.distance.read.id), GF_IN(corners, w->corners.read.id)},
        .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(cellSize, h), GF_F1(unit, h * h * h / lasted),
                     GF_F2(fall, domain.acceleration[0] * lasted / h, domain.acceleration[1] * lasted / h),
                     GF_I4V(boxes, GF_LOADS_PER_PASS, target->boxes),
                     GF_F4V(places, GF_LOADS_PER_PASS, target->places)}};
    return target->count == 0 ? gfPrograms_Make(body->device, &pass.shader, 1) : gfPass_Run(body->device, &pass);
}
