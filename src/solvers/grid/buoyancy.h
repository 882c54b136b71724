// Buoyancy and body acceleration (shaders/grid/buoyancy.glsl).
#ifndef GF_BUOYANCY_H
#define GF_BUOYANCY_H

#include "fluid/body.h"

// Change of velocity in a time step, m/s: for each kelvin, for each unit of dye, and of all fluid.
typedef struct gfBuoyancy {
    gfVec2 heat, dye, all;
} gfBuoyancy;
gfBuoyancy gfGrid_GetBuoyancy(const gfBody *body, float dt);
#define GF_BUOYANCY_UNIFORMS(g, p, change)                                                               \
    GF_F4(buoyancy, (change).heat.x, (change).heat.y, (change).dye.x, (change).dye.y),                   \
        GF_F2(dyePerCell, (float)(g)->dyeX / (float)(g)->cellsX, (float)(g)->dyeY / (float)(g)->cellsY), \
        GF_F1(ambient, (p)->ambientTemperature), GF_F2(acceleration, (change).all.x, (change).all.y)

// The acceleration that acts on all fluid, m/s^2: the definition's and that of a moving frame.
gfVec2 gfGrid_GetAcceleration(const gfBody *body);
// Returns whether that acceleration is as in the last step: velocity is not extrapolated over a change of it.
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastAcceleration, float dt);
#endif
