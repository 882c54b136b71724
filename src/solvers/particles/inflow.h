// What sources do to particles: they take them, pour new ones, move and colour them. The caller packs sources into
// batches; shaders/particles/shapes.glsl reads them.
#ifndef GF_INFLOW_H
#define GF_INFLOW_H

#include "solvers/particles/sph.h"

#define GF_SPH_BATCH_UNIFORMS 10

// One source of a batch, as far as the CPU must know it; m and seconds, from the domain's corner.
typedef struct gfSphSource {
    float low[3], high[3]; // bounds
    float drift[3];        // the lattice of places where it pours moves along with what it pours
} gfSphSource;

typedef struct gfSphBatch {
    int count;
    gfSphSource sources[GF_SHAPES_PER_BATCH];
    gfUniform uniforms[GF_SPH_BATCH_UNIFORMS]; // what shapes.glsl reads; up to the first of name none
    GLuint texture;                            // the host's, or 0
} gfSphBatch;

// All return false, which was reported, if a pass was not drawn.
// Takes the particles that sources take.
bool gfSph_Drain(gfSph *sph, const gfSphDomain *domain, const gfSphBatch *batch);
// Pours. Boxes around the sources, `spacing` wider each way, must not overlap.
bool gfSph_Pour(gfSph *sph, const gfSphDomain *domain, const gfSphBatch *batch);
// Moves and colours particles.
bool gfSph_Push(gfSph *sph, const gfSphDomain *domain, const gfSphBatch *batch);
// Takes particles outside the domain. What follows must be gfSph_Rebuild.
bool gfSph_DropOutside(gfSph *sph, const gfSphDomain *domain);

// Puts the batch's input and uniforms behind those of a pass.
void gfSphBatch_AddTo(const gfSphBatch *batch, gfPass *pass);

// Differs from step to step.
static inline GLint gfSph_GetSeed(const gfSph *s)
{
    return (GLint)(s->steps & 0x7fffffff);
}

#endif
