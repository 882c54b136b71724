#include "port.h"

#include <math.h>

#define GRAVITY 4.0f // m/s^2: the testbed has 10, and a gravity scale of .4 for particles
#define STRIDE 0.75f // b2_particleStride: the distance between particles over their diameter
#define CELLS_PER_METRE 32.0f

const Port *const ports[] = {&dam, &elastic, &faucet, &powder, &rigid, &wave_machine, NULL};

gfFluidDef Port_MakeDef(const Port *port, float radius)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.origin = port->low;
    def.cellSize = 1.0f / CELLS_PER_METRE;
    def.gridWidth = (int32_t)lroundf((port->high.x - port->low.x) * CELLS_PER_METRE);
    def.gridHeight = (int32_t)lroundf((port->high.y - port->low.y) * CELLS_PER_METRE);
    def.particles.spacing = STRIDE * 2.0f * radius;
    def.particles.materials[0].tension = 0.0f; // LiquidFun has some with b2_tensileParticle alone
    def.particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    return def;
}

bool Port_Fill(gfFluid *fluid, gfVec2 centre, gfVec2 half)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeRectangle(centre, half, 0.0f);
    def.mass = 1.0f; // a particle at every place
    return gfFluid_Splat(fluid, &def);
}

gfSolidId Port_AddBox(gfFluid *fluid, gfVec2 centre, gfVec2 half)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(centre, half, 0.0f);
    return gfFluid_AddSolid(fluid, &def);
}
