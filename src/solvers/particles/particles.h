// The solver of gfFluid with particles: what it knows beyond what gfSph does.
#ifndef GF_PARTICLES_H
#define GF_PARTICLES_H

#include "solvers/particles/sph.h"
#include "solvers/solver.h"

typedef struct gfParticles2D {
    gfSph sph; // first, so that its table of state holds for this
} gfParticles2D;

gfSphDomain gfParticles2D_GetDomain(const gfBody *body);

// emitters.c: what sources do in a fixed step, before its substeps. False and reported: a pass was not drawn.
bool gfParticles2D_ApplySources(const gfBody *body, gfSph *sph, float dt);
// Reports OUT_OF_RANGE.
bool gfParticles2D_CheckSource(const gfBody *body, const gfSourceDef *def, const char *caller);

// host.c: what the host asks of particles.
extern const gfParticleCalls gf_particleCalls;
bool gfParticles2D_Measure(const gfBody *body, const void *state, gfFluidStats *stats);

#endif
