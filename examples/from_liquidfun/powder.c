// A column of powder that falls apart, as particles with b2_powderParticle do in the testbed's dam: here it makes a
// heap.
#include "port.h"

#define RADIUS 0.025f // m

static gfFluid *begin(gfDevice *device)
{
    gfFluidDef def = Port_MakeDef(&powder, RADIUS);
    def.particles.materials[0] = gfGetParticleMaterial(GF_PARTICLES_SAND);
    def.particles.materials[0].friction = 30.0f; // degrees
    def.particles.depth = 2.0f;                  // m
    gfFluid *fluid = gfCreateFluid(device, &def);
    return Port_Fill(fluid, (gfVec2){0.0f, 1.0f}, (gfVec2){0.5f, 1.0f}) ? fluid : NULL;
}

const Port powder = {"powder", {-4.0f, 0.0f}, {4.0f, 4.0f}, 2.5f, begin, NULL};
