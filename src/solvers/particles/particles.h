// The solver of gfFluid with particles: what it knows beyond what gfSph does.
#ifndef GF_PARTICLES_H
#define GF_PARTICLES_H

#include "fluid/solver.h"
#include "solvers/particles/sph.h"

// Sizes of textures of the raster, and of those with a texel a particle.
typedef enum gfRasterExtent {
    GF_RASTER_CELLS,
    GF_RASTER_CORNERS, // one more each way
    GF_RASTER_PACKED,  // 2 x 2 cells a texel
    GF_RASTER_PARTICLES,
    GF_RASTER_EXTENTS
} gfRasterExtent;

// Fields that are drawn when they are asked for, each into a texture of its own.
typedef enum gfRasterView {
    GF_RASTER_LAW,       // pressures of the particles, see gfSph_DrawLaw
    GF_RASTER_MEANS,     // mass and velocity, from here on of cells
    GF_RASTER_PRESSURES, // as drawings read it; before, as the host reads it
    GF_RASTER_COLORS,
    GF_RASTER_VELOCITY,
    GF_RASTER_MASS,
    GF_RASTER_PRESSURE,
    GF_RASTER_DYE,
    GF_RASTER_VORTICITY,
    GF_RASTER_FLOW,
    GF_RASTER_PACKED_PRESSURE,
    GF_RASTER_LIQUIDS, // as means and colors, of what is drawn as liquid beside other kinds
    GF_RASTER_LIQUID_COLORS,
    GF_RASTER_VIEWS
} gfRasterView;

typedef struct gfParticles2D {
    gfSph sph; // first, so that its table of state holds for this
    int rasterExtents[GF_RASTER_EXTENTS][2];
    uint32_t viewed; // a bit for each view that is there
    gfTexture views[GF_RASTER_VIEWS];
} gfParticles2D;

// The domain of a gfFluid as gfSph has it.
gfSphDomain gfParticles2D_GetDomain(const gfBody *body);

// Checks it; reports OUT_OF_RANGE.
bool gfParticles2D_CheckSource(const gfBody *body, const gfSourceDef *def, const char *caller);

// Calls of the host for particles (host.c).
extern const gfParticleCalls gf_particleCalls;
bool gfParticles2D_Measure(const gfBody *body, const void *state, gfFluidStats *stats);

// Fields, loads and counts of particles (particle_fields.c).
void gfParticles2D_InitViews(gfParticles2D *particles, const gfBody *body);
// See gfParticleCalls.
void gfParticles2D_View(const gfBody *body, const void *state, gfParticleView *view);
void gfParticles2D_DestroyViews(gfDevice *device, gfParticles2D *particles);
// See gfSolver.solids.drawLoads.
bool gfParticles2D_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfParticles2D_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfParticles2D_HasField(const gfBody *body, const void *state, int id);
bool gfParticles2D_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
// Only velocity can be written: that of the particles, linear between cells.
bool gfParticles2D_IsWritable(gfField field);
bool gfParticles2D_WriteField(const gfBody *body, void *state, gfField field, const float *values);
uint32_t gfParticles2D_GetNeeds(const void *state);
bool gfParticles2D_MakeNeeds(const gfBody *body, void *state, uint32_t needs);

// Takes over the particles of an old state (host.c), as gfSolver.domain.resample says. Waits for the GPU.
bool gfParticles2D_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);

// See gfSolver.solids.drawContacts, gfSolver.countInside and gfSolver.drawTouches.
bool gfParticles2D_DrawContacts(const gfBody *body, void *state, const gfContactTarget *target);
bool gfParticles2D_CountInside(const gfBody *body, void *state, const gfCountTarget *target);
bool gfParticles2D_DrawTouches(const gfBody *body, void *state, const gfTouchTarget *target);
// See gfParticleCalls.
bool gfParticles2D_Sample(const gfBody *body, void *state, const gfParticleSamples *wanted);

#endif
