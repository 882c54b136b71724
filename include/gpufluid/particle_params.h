/// What particle fluids are made of and how they are solved: of GF_SOLVER_PARTICLES and of gfFluid3D.
#ifndef GPUFLUID_PARTICLE_PARAMS_H
#define GPUFLUID_PARTICLE_PARAMS_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most materials of one fluid.
#define GF_MATERIAL_MAX 8
/// Most particles of one fluid; the context's textures may hold fewer.
#define GF_PARTICLE_MAX 4194304
/// Densest over lightest material of one fluid, at most.
#define GF_DENSITY_RATIO_MAX 20.0f

/// A vector or a position in 3D: metres, y up.
typedef struct gfVec3 {
    float x; ///< to the right
    float y; ///< up
    float z; ///< out of the plane of the two, right-handed
} gfVec3;

/// How particles find their neighbours. All give the same neighbours, but for SLOTS in crowded places.
typedef enum gfParticleSearch {
    GF_SEARCH_AUTO,   ///< SORTED; HASHED for a fluid without bounds (gfParticleParams.unbounded)
    GF_SEARCH_SORTED, ///< the state lies in the order of cells and is sorted anew each substep: the fastest; bounded
    GF_SEARCH_SLOTS,  ///< a texture with slots for the particles of each cell (Purcell 2003); bounded. Beyond
                      ///< slotBlock^2 * slotPages in a cell particles are not found by others: gfParticleStats.dropped
    GF_SEARCH_HASHED  ///< cells by a hash, and a full sort each substep: the domain has no bounds where sides are open
} gfParticleSearch;

/// A kind of particle. All kinds of a fluid are spaced alike, and differ in mass.
typedef struct gfParticleMaterial {
    /// Density at rest, kg/m^3 (2D: as of a layer one metre thick), 1e-3 to 1e6. Default 1000. The densest of a fluid
    /// is at most GF_DENSITY_RATIO_MAX times the lightest.
    float density;
    /// Kinematic viscosity, m^2/s, 0 to 1e6. What is too much for the substeps that maxSubsteps allows is cut down to
    /// gfParticleStats.viscosityMax, with a warning. Default 1e-4.
    float viscosity;
    /// Share of negative pressure (of fluid thinner than at rest) that counts, 0 to 1: it draws the surface together.
    /// It keeps momentum. Default 0.05.
    float tension;
    /// Cheap surface tension by counting (as WebGL SPH has done): an acceleration, m/s^2, 0 to 1e6, towards the mean of
    /// the directions to neighbours, times the share of cells around that are empty beyond a third, which is what a
    /// flat surface has. It makes drops round, and does not keep momentum exactly. Default 0.
    float pull;
    /// Near pressure, which keeps pairs apart, over pressure (Clavet 2005), 0 to 0.3. Default 0.01: more of it makes
    /// still fluid stiff.
    float nearStiffness;
    /// Pressure that it still has where it is thin, as a share of what it has when pressed together, 0 to 1: below its
    /// density at rest it is an ideal gas whose sound is slower by the root of this, and it fills the space that it
    /// has, down to some quarter of that density, where particles hardly meet. 0 (the default): a liquid.
    float expansion;
    /// Colour of its particles, linear light, 0 to 1 each. Default water's blue.
    float color[4];
} gfParticleMaterial;

/// Materials for gfGetParticleMaterial.
typedef enum gfParticlePreset {
    GF_PARTICLES_WATER,
    GF_PARTICLES_OIL,   ///< lighter than water, thicker
    GF_PARTICLES_HONEY, ///< heavier than water, very thick
    GF_PARTICLES_JELLY, ///< thick, and holds together
    GF_PARTICLES_GAS,   ///< no surface: it fills the space it has
    GF_PARTICLE_PRESET_COUNT
} gfParticlePreset;

/// Tunables of particle fluids. They may change at any time, without a burst: pressure, viscosity and spacing approach
/// new values over some tenths of a second. Only capacity, radius (which gfFluid_Resize finds anew where it is
/// 0), search, slotBlock, slotPages, unbounded and plain stay as they were at creation. Of fewer materials than before,
/// particles of those taken away count as the first.
typedef struct gfParticleParams {
    /// Most particles, 1 to GF_PARTICLE_MAX. Default 16384.
    int32_t capacity;
    /// Distance between particles at rest, m, 1e-6 to 1e6: each stands for an area of its square (3D: a volume of its
    /// cube). While the fluid is there: from a quarter to two thirds of the radius. Default 0.01. The domain may have
    /// at most 2^24 cells of `radius`.
    float spacing;
    /// Radius of the kernels, m: particles nearer than this act on each other. 1.5 to 4 times the spacing; 0 (the
    /// default): 2.6 times it in 2D (21 neighbours), 1.65 in 3D (19).
    float radius;
    /// By how much the liquid's own weight may press it together at its bottom, as a share, 1e-4 to 0.5. Default 0.04.
    /// Less takes shorter substeps: their number grows with its inverse square root.
    float compression;
    /// Depth of the liquid that `compression` is meant for, m, 0 to 1e6; 0 (the default): the domain's height.
    float depth;
    /// Fastest flow that `compression` is meant for, m/s, 0 to GF_VALUE_MAX; 0 (the default): by gravity alone, and
    /// without gravity the domain's height a second.
    float speed;
    /// Gravity, m/s^2, within +-GF_VALUE_MAX; in 2D z does nothing. Default (0, -9.81, 0).
    gfVec3 gravity;
    /// Share of the speed into a wall that is not given back, 0 (bounces) to 1 (the default).
    float wallDamping;
    /// Rate at which velocity dies away, 1/s, 0 to 1000. Default 0.
    float drag;
    /// Neighbours, densities and forces are of where particles will be so much later, s, 0 to 1: it damps sound. 0 (the
    /// default): 0.4 of the time that sound takes for one radius, whatever the substep.
    float lookAhead;
    /// Raw stiffness: the square of the speed of sound, m^2/s^2, 0 to 1e12. 0 (the default): from `compression`.
    float stiffness;
    /// Raw number of substeps in each fixed step, 0 to 1000. 0 (the default): as many as stability needs, each at most
    /// GF_SPH_CFL * radius / speed of sound; times the root of the densest over the lightest material, if there are
    /// several.
    int32_t substeps;
    /// Most substeps in each fixed step, 1 to 1000. Default 32. Where more are needed the fluid is softened to what is
    /// stable, with one warning until they do again: stiffness and viscosity are less than asked for.
    int32_t maxSubsteps;
    /// How neighbours are found. Default GF_SEARCH_AUTO.
    gfParticleSearch search;
    /// SLOTS: texels along a side of a cell's block, 1 to 8. Default 4.
    int32_t slotBlock;
    /// SLOTS: pages of blocks, 1 to 15; slotBlock^2 * slotPages is at most 240. Default 2.
    int32_t slotPages;
    /// HASHED: particles that pass an open side are not drained but move on without bounds. Default false.
    bool unbounded;
    /// Finds neighbours one particle at a time: what the fast form of SORTED is tested against. Default false.
    bool plain;
    /// Kinds of particles, 1 (the default) to GF_MATERIAL_MAX.
    int32_t materialCount;
    /// What they are like. Default: water.
    gfParticleMaterial materials[GF_MATERIAL_MAX];
} gfParticleParams;

/// Longest stable substep, in kernel radii over the speed of sound.
#define GF_SPH_CFL 0.4
/// Most of a difference of velocity that viscosity takes away in a substep, as a share.
#define GF_SPH_VISCOUS_LIMIT 0.5

/// Defaults, as in gfDefaultFluidDef(). Reports nothing and needs no context.
GF_API gfParticleParams gfDefaultParticleParams(void);

/// A material. Water for an unknown preset. Reports nothing and needs no context.
GF_API gfParticleMaterial gfGetParticleMaterial(gfParticlePreset preset);

#ifdef __cplusplus
}
#endif
#endif
