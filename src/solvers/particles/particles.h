// Particles as the solver of a gfFluid: views and host calls on top of a gfSph.
#ifndef GF_PARTICLES_H
#define GF_PARTICLES_H

#include "fluid/solver.h"
#include "solvers/particles/sph.h"

// Sizes of textures: of the fluid's raster, or with a texel for each particle.
typedef enum gfRasterExtent {
    GF_RASTER_CELLS,
    GF_RASTER_CORNERS, // of cells: one texel more than cells along each axis
    GF_RASTER_PACKED,  // 2 x 2 cells a texel
    GF_RASTER_PARTICLES,
    GF_RASTER_EXTENTS
} gfRasterExtent;

// Fields that are drawn on demand, each into a texture of its own.
typedef enum gfRasterView {
    GF_RASTER_LAW,       // pressure of each particle, see gfSph_DrawLaw
    GF_RASTER_MEANS,     // mass and velocity; this and all others are rasters
    GF_RASTER_PRESSURES, // this and all others are in the form that drawings read; those before, as the host reads them
    GF_RASTER_COLORS,
    GF_RASTER_VELOCITY,
    GF_RASTER_MASS,
    GF_RASTER_PRESSURE,
    GF_RASTER_DYE,
    GF_RASTER_VORTICITY,
    GF_RASTER_FLOW,
    GF_RASTER_PACKED_PRESSURE,
    GF_RASTER_LIQUIDS, // means and colours of particles drawn as liquid, where there are other kinds
    GF_RASTER_LIQUID_COLORS,
    GF_RASTER_VIEWS
} gfRasterView;

typedef struct gfParticles2D {
    gfSph sph; // must be first: offsets in its state table count from its start
    int rasterExtents[GF_RASTER_EXTENTS][2];
    uint32_t viewed; // a bit for each view that has its texture
    gfTexture views[GF_RASTER_VIEWS];
} gfParticles2D;

// Returns the domain of a gfFluid for gfSph.
gfSphDomain gfParticles2D_GetDomain(const gfBody *body);

// Returns whether particles can have this source; reports OUT_OF_RANGE.
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
// Only velocity can be written: particles take theirs from the cells around by linear interpolation.
bool gfParticles2D_IsWritable(gfField field);
bool gfParticles2D_WriteField(const gfBody *body, void *state, gfField field, const float *values);
uint32_t gfParticles2D_GetNeeds(const void *state);
bool gfParticles2D_MakeNeeds(const gfBody *body, void *state, uint32_t needs);

// Takes over the particles of an old state (host.c), see gfSolver.domain.resample. Waits for the GPU.
bool gfParticles2D_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);

// See gfSolver.solids.drawContacts, gfSolver.countInside and gfSolver.drawTouches.
bool gfParticles2D_DrawContacts(const gfBody *body, void *state, const gfContactTarget *target);
bool gfParticles2D_CountInside(const gfBody *body, void *state, const gfCountTarget *target);
bool gfParticles2D_DrawTouches(const gfBody *body, void *state, const gfTouchTarget *target);
// See gfParticleCalls.
bool gfParticles2D_Sample(const gfBody *body, void *state, const gfParticleSamples *wanted);

#endif
