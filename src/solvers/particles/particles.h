// The solver of gfFluid with particles: what it knows beyond what gfSph does.
#ifndef GF_PARTICLES_H
#define GF_PARTICLES_H

#include "solvers/particles/sph.h"
#include "solvers/solver.h"

typedef struct gfParticles2D {
    gfSph sph; // first, so that its table of state holds for this
} gfParticles2D;

gfSphDomain gfParticles2D_GetDomain(const gfBody *body);

// host.c: what the host asks of particles.
extern const gfParticleCalls gf_particleCalls;
bool gfParticles2D_Measure(const gfBody *body, const void *state, gfFluidStats *stats);

#endif
