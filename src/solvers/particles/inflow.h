// Sources act on particles: they take them, pour new ones, move and colour them. The caller packs sources into batches;
// shaders/particles/shapes.glsl reads them.
#ifndef GF_INFLOW_H
#define GF_INFLOW_H

#include "fluid/sources.h"
#include "solvers/particles/sph.h"

#define GF_SPH_BATCH_UNIFORMS 12

// The phases of sources, in this order.
typedef enum gfSphPhase { GF_SPH_DRAIN, GF_SPH_POUR, GF_SPH_STIR, GF_SPH_PHASES } gfSphPhase;

// One source of a batch, as far as the CPU must know it; m and seconds, from the domain's corner.
typedef struct gfSphSource {
    float low[3], high[3]; // bounds
    float drift[3];        // the lattice of places where it pours moves along with what it pours
    double shift[3];       // m, of that lattice besides
} gfSphSource;

typedef struct gfSphBatch {
    int count;
    gfSphSource sources[GF_SHAPES_PER_BATCH];
    gfUniform uniforms[GF_SPH_BATCH_UNIFORMS]; // what shapes.glsl reads; up to the first of name none
    GLuint texture;                            // the host's, or 0
} gfSphBatch;

// Fields that a source acts on in a phase, of those (gfSource_GetFields) on which it acts at all.
uint32_t gfSph_GetPhaseFields(gfSphPhase phase, uint32_t fields, gfSourceMode mode, float mass);
// Tells whether a source of the batch and another one may offer places too near to each other.
bool gfSphBatch_Overlaps(const gfSphBatch *batch, const gfSphSource *source, float spacing);

// All return false, which was reported, if a pass was not drawn.
// Runs one of the three below.
bool gfSph_RunBatch(gfSph *sph, const gfSphDomain *domain, gfSphPhase phase, const gfSphBatch *batch);
// Takes the particles that sources take.
bool gfSph_Drain(gfSph *sph, const gfSphDomain *domain, const gfSphBatch *batch);
// Takes the oldest, as many as the sites that were found need room for.
bool gfSph_DropOldest(gfSph *sph, const gfSphDomain *domain);
// Pours. Boxes around the sources, `spacing` wider each way, must not overlap.
bool gfSph_Pour(gfSph *sph, const gfSphDomain *domain, const gfSphBatch *batch);
// Moves and colours particles.
bool gfSph_Stir(gfSph *sph, const gfSphDomain *domain, const gfSphBatch *batch);
// Takes particles outside the domain. What follows must be gfSph_Rebuild.
bool gfSph_DropOutside(gfSph *sph, const gfSphDomain *domain);

// Puts the batch's input and uniforms behind those of a pass.
void gfSphBatch_AddTo(const gfSphBatch *batch, gfPass *pass);

// Returns a number that differs from step to step.
static inline GLint gfSph_GetSeed(const gfSph *s)
{
    return (GLint)(s->steps & 0x7fffffff);
}

#endif
