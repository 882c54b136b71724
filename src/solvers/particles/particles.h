// Particles as the solver of a gfFluid (2D): what it adds to gfSph, fields on a raster of cells and calls of the host.
#ifndef GF_PARTICLES_H
#define GF_PARTICLES_H

#include "gpufluid/prepare.h"

#include "fluid/solver.h"
#include "solvers/particles/sph.h"

// Sizes of textures, as indices into gfParticles2D.rasterExtents.
typedef enum gfRasterExtent {
    GF_RASTER_CELLS,     // a texel per cell of the fluid's raster (gfFluidDef)
    GF_RASTER_CORNERS,   // one texel more than cells along each axis
    GF_RASTER_PACKED,    // a texel per 2 x 2 cells
    GF_RASTER_PARTICLES, // a texel per particle
    GF_RASTER_DROPS,     // several texels per cell along each axis, for drops of GF_SOLVER_WATER
    GF_RASTER_EXTENTS
} gfRasterExtent;

// Fields that are drawn only when they are read. Each is drawn into a texture of its own.
typedef enum gfRasterView {
    GF_RASTER_LAW,       // pressure of each particle (gfSph_DrawPressures); all others are on the raster
    GF_RASTER_MEANS,     // mass and velocity, as means over the particles around each cell
    GF_RASTER_PRESSURES, // mean pressure of the particles around each cell
    GF_RASTER_COLORS,    // mean colour of the particles around each cell
    GF_RASTER_VELOCITY,
    GF_RASTER_MASS,
    GF_RASTER_PRESSURE,
    GF_RASTER_DYE,
    GF_RASTER_VORTICITY,
    GF_RASTER_FLOW,
    GF_RASTER_PACKED_PRESSURE,
    GF_RASTER_LIQUIDS,       // GF_RASTER_MEANS of only those particles that are drawn as liquid, if there are others
    GF_RASTER_LIQUID_COLORS, // mean colour of only those particles that are drawn as liquid
    GF_RASTER_SPRAY,         // drops of particles that are alone, only of GF_SOLVER_WATER (shaders/water/spray.frag)
    GF_RASTER_VIEWS
} gfRasterView;

typedef struct gfParticles2D {
    gfSph sph; // must be first, as rows of gf_sphStateTable have offsets from its start
    int rasterExtents[GF_RASTER_EXTENTS][2];
    uint32_t viewed; // bit i: views[i] is made
    gfTexture views[GF_RASTER_VIEWS];
    const gfParticleParams *derived; // parameters that the solver derived from tunables of its own; null: the fluid's
    // Draws the pressure of each particle over density, m^2/s^2, where a flow carries the particles
    // (gfSphDomain.carried).
    bool (*drawPressures)(const gfBody *body, const struct gfParticles2D *particles, const gfTexture *law);
} gfParticles2D;

// Returns the parameters of the particles of a fluid.
static inline const gfParticleParams *gfParticles2D_GetParams(const gfBody *body, const gfParticles2D *particles)
{
    return particles->derived != NULL ? particles->derived : &body->def.particles;
}

// Describes the domain of a gfFluid to gfSph.
gfSphDomain gfParticles2D_GetDomain(const gfBody *body, const gfParticles2D *particles);

// Lets sources drain, pour, push and colour particles in a step of `dt` seconds.
bool gfParticles2D_ApplySources(const gfBody *body, gfParticles2D *particles, float dt);
// Fills a shape with particles at rest, where there are none yet (GF_SPH_FAR). `level`: see gfSphBatch.
bool gfParticles2D_Fill(const gfBody *body, gfParticles2D *particles, const gfShape *shape, const float level[4]);
// Returns whether a source sets what it pours in motion: the lattice of sites at which it pours moves along.
bool gfParticles2D_IsJet(const gfSourceDef *def);
// Collects one-way sources (gfZone.oneWay) for gfSphDomain.valves. Those that exceed its room have no effect.
void gfParticles2D_FindValves(const gfBody *body, const gfParticles2D *particles, gfSphValves *valves);

// Returns whether a source can act on particles; reports OUT_OF_RANGE if not.
bool gfParticles2D_CheckSource(const gfBody *body, const gfSourceDef *def, const char *caller);

extern const gfParticleCalls gf_particleCalls; // defined in host.c
// See gfParticleCalls.hasGroups and findGroup.
bool gfParticles2D_HasGroups(const void *state);
int gfParticles2D_FindGroup(const gfBody *body, const void *state, gfHandle group, const char *caller);
bool gfParticles2D_Measure(const gfBody *body, const void *state, gfFluidStats *stats);

// Fields, forces on solids, and counts of particles (particle_fields.c). See the calls of gfSolver of the same names.
void gfParticles2D_InitViews(gfParticles2D *particles, const gfBody *body);
// Tells drawings how to read the particles, see gfParticleCalls.view.
void gfParticles2D_View(const gfBody *body, const void *state, gfParticleView *view);
void gfParticles2D_DestroyViews(gfDevice *device, gfParticles2D *particles);
bool gfParticles2D_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfParticles2D_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfParticles2D_HasField(const gfBody *body, const void *state, int id);
bool gfParticles2D_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
// Only velocity can be written. Each particle takes the velocity interpolated linearly between the cells around it.
bool gfParticles2D_IsWritable(gfField field);
bool gfParticles2D_WriteField(const gfBody *body, void *state, gfField field, const float *values);
uint32_t gfParticles2D_GetNeeds(const void *state);
bool gfParticles2D_MakeNeeds(const gfBody *body, void *state, uint32_t needs);

// Copies the particles of a state before a resize (host.c), see gfSolver.domain.resample. Waits for the GPU.
bool gfParticles2D_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);

// Draw the sums for queries, see gfSolver.solids.drawContacts, gfSolver.countInside and gfSolver.drawTouches.
bool gfParticles2D_DrawContacts(const gfBody *body, void *state, const gfContactTarget *target);
bool gfParticles2D_CountInside(const gfBody *body, void *state, const gfCountTarget *target);
bool gfParticles2D_DrawTouches(const gfBody *body, void *state, const gfTouchTarget *target);

// A request for a property of the particles, such as density, at `count` places of the world, which must be finite.
typedef struct gfParticleSamples {
    gfParticleProperty property;
    const gfVec2 *points;
    int count;
    float *values;
    gfVec2 *gradients; // slope of the property at each place; null: not wanted
} gfParticleSamples;
// Evaluates such a request. Waits for the GPU.
bool gfParticles2D_Sample(const gfBody *body, void *state, const gfParticleSamples *wanted);

// Makes the host's calls to particles in a dry run, see gfModule.dryRun.
struct gfDryRun;
void gfParticles2D_DryRun(const struct gfDryRun *run, gfUse use);

#endif
