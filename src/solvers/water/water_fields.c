// Fields of water: those of particles, but for the pressure, which is the grid's.
#include "solvers/water/water.h"

bool gfWater_HasField(const gfBody *body, const void *state, int id)
{
    return gfParticles2D_HasField(body, state, id);
}

bool gfWater_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfWater *w = state;
    if (id == GF_SHOWN_PRESSURE) {
        float h = body->def.cellSize;
        *view = (gfFieldView){.texture = &w->pressure.read,
                              .width = w->pressure.read.width,
                              .height = w->pressure.read.height,
                              .channels = 4,
                              .unit = h * h / body->def.fixedStep};
        return true;
    }
    return gfParticles2D_GetField(body, state, id, view);
}
