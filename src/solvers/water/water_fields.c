// Fields of water: those of particles, but for the pressure, which is the grid's.
#include "solvers/water/water.h"

// Returns the unit of the stored pressure, m^2/s^2.
static float getWaterPressureUnit(const gfBody *body, const gfWater *w)
{
    return body->def.cellSize * body->def.cellSize / w->lastDt;
}

bool gfWater_HasField(const gfBody *body, const void *state, int id)
{
    return gfParticles2D_HasField(body, state, id);
}

static bool drawPressure(const gfBody *body, gfWater *w)
{
    return gfParticles2D_MakeNeeds(body, w, 1u << GF_RASTER_PRESSURE) &&
           gfPass_Run(body->device,
                      &(gfPass){.label = "read_field",
                                .shader = GF_SHADER("water/pressure.frag", NULL),
                                .writes = {&w->particles.views[GF_RASTER_PRESSURE]},
                                .inputs = {GF_IN(pressure, w->pressure.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(unit, getWaterPressureUnit(body, w))}});
}

bool gfWater_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfWater *w = state;
    bool packed = id == GF_SHOWN_PRESSURE;
    if (!packed && id != GF_FIELD_PRESSURE) {
        return gfParticles2D_GetField(body, state, id, view);
    }
    const gfTexture *texture = packed ? &w->pressure.read : &w->particles.views[GF_RASTER_PRESSURE];
    *view = (gfFieldView){.texture = texture,
                          .width = packed ? texture->width : w->cellsX,
                          .height = packed ? texture->height : w->cellsY,
                          .channels = packed ? 4 : 1,
                          .unit = packed ? getWaterPressureUnit(body, w) : 1.0f};
    return packed || drawPressure(body, w);
}
