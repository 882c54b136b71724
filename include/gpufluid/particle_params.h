/// Tunables and materials of particle fluids: GF_SOLVER_PARTICLES and gfFluid3D. They are a member of gfFluidDef and
/// gfFluid3DDef, which hold the defaults; usually `spacing`, `capacity` and `materials` are all that a game sets.
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
/// Most groups of particles of one fluid.
#define GF_PARTICLE_GROUPS_MAX 256
/// Largest ratio of the densest material of a fluid to its lightest.
#define GF_DENSITY_RATIO_MAX 20.0f

/// A vector or a position in 3D: metres, y up.
typedef struct gfVec3 {
    float x; ///< to the right
    float y; ///< up
    float z; ///< out of the screen, right-handed
} gfVec3;

/// Methods to find a particle's neighbours. All find the same ones, except SLOTS in crowded places.
typedef enum gfParticleSearch {
    GF_SEARCH_AUTO,   ///< SORTED, or HASHED if gfParticleParams.unbounded
    GF_SEARCH_SORTED, ///< sorts particles by cell anew in each substep: the fastest; bounded domain
    GF_SEARCH_SLOTS,  ///< a texture with slots for the particles of each cell (Purcell 2003); bounded domain. Beyond
                      ///< slotBlock^2 * slotPages particles in a cell, the rest is not found: gfParticleStats.dropped
    GF_SEARCH_HASHED  ///< hashes cells and sorts fully in each substep: the domain has no bounds where sides are open
} gfParticleSearch;

/// A kind of particle. All kinds of a fluid have the same spacing and differ in mass.
typedef struct gfParticleMaterial {
    /// Density at rest, kg/m^3 (2D: of a layer one metre thick), 1e-3 to 1e6. Default 1000. The densest of a fluid is
    /// at most GF_DENSITY_RATIO_MAX times the lightest.
    float density;
    /// Kinematic viscosity, m^2/s, 0 to 1e6. Default 1e-4. A viscosity that needs more than maxSubsteps substeps is cut
    /// down to gfParticleStats.viscosityMax, with a warning.
    float viscosity;
    /// Fraction of negative pressure (in fluid thinner than at rest) that acts, 0 to 1. It draws the surface together
    /// and keeps momentum. Default 0.05.
    float tension;
    /// Cheap surface tension that makes drops round, m/s^2, 0 to 1e6. Default 0. It accelerates a particle towards the
    /// mean direction of its neighbours, in proportion to the fraction of empty cells around it, less the third that a
    /// flat surface has (after WebGL SPH). It does not keep momentum exactly.
    float pull;
    /// Near pressure, which keeps pairs apart, over pressure (Clavet 2005), 0 to 0.3. Default 0.01; a higher value is
    /// stiffer.
    float nearStiffness;
    /// Makes a gas: fraction of the pressure that remains where the fluid is thin, 0 (a liquid, the default) to 1.
    /// Below its density at rest it is an ideal gas, with a speed of sound lower by the root of this fraction. It fills
    /// the space that it has, down to some quarter of its density at rest, where particles hardly meet.
    float expansion;
    /// Colour of its particles, red, green, blue in linear light, 0 to 1 each; the fourth is not used. Default (0.02,
    /// 0.22, 0.62, 1), water's blue.
    float color[4];
    /// Makes a powder (2D): angle of internal friction, degrees, 0 (none, the default) to 45. Grains push and do not
    /// pull. They bear more shear with a larger angle and under higher pressure (Mohr-Coulomb), so that heaps stand at
    /// about this angle. They rub on walls as on each other.
    float friction;
    /// Shear stress that it bears without pressure, over density, m^2/s^2, 0 (the default) to 1e6 (2D). With `friction`
    /// it makes wet sand or snow; alone it makes a paste that flows only under a larger stress.
    float cohesion;
    /// Makes walls: its particles stay where they are, and all others feel them. Default false.
    bool fixed;
    /// Makes a barrier: no particle of another material passes between two of its particles that are no more than 1.3
    /// spacings apart, however fast (2D). With `fixed` a wall, in a group a shell. Default false.
    bool barrier;
    /// Rate at which its particles take on the colours around them, 1/s, 0 (the default) to 1000; of two materials the
    /// lower one counts. Colours are mixed once a step, and stored in 8 bits.
    float mixing;
    /// Acceleration by which particles of different groups push each other away, m/s^2, 0 (the default) to
    /// 1e6, for each neighbour at no distance; it falls to 0 at the kernel radius. Of two materials the higher one
    /// counts. Particles in no group count as one.
    float repulsion;
} gfParticleMaterial;

/// Ready-made materials, see gfGetParticleMaterial.
typedef enum gfParticlePreset {
    GF_PARTICLES_WATER,
    GF_PARTICLES_OIL,   ///< lighter than water, thicker
    GF_PARTICLES_HONEY, ///< heavier than water, very thick
    GF_PARTICLES_JELLY, ///< thick, and holds together
    GF_PARTICLES_GAS,   ///< no surface: it fills the space it has
    GF_PARTICLES_SAND,  ///< a powder: it flows and piles up
    GF_PARTICLE_PRESET_COUNT
} gfParticlePreset;

/// Tunables of particle fluids. They may change at any time without a burst: pressure, viscosity and spacing approach
/// new values over some tenths of a second. Fixed at creation are capacity, radius (gfFluid_Resize recomputes one of
/// 0), search, slotBlock, slotPages, unbounded, plain, groups, lifetimes, and whether any material has friction or
/// cohesion. Particles of a removed material become the first.
typedef struct gfParticleParams {
    /// Most particles, 1 to GF_PARTICLE_MAX. Default 16384.
    int32_t capacity;
    /// Distance between particles at rest, m, 1e-6 to 1e6. Default 0.01. A particle stands for an area of its square
    /// (3D: a volume of its cube). Later changes keep it from a quarter to two thirds of the radius. The domain may
    /// have at most 2^24 cells of `radius`.
    float spacing;
    /// Radius of the kernels, m, 0 to 4e6: nearer particles act on each other. 1.5 to 4 times the spacing; 0 (the
    /// default): 2.6 times it in 2D (21 neighbours), 1.65 in 3D (19).
    float radius;
    /// Fraction by which the liquid's own weight may press it together at its bottom, 1e-4 to 0.5. Default 0.04. A
    /// smaller fraction takes more substeps, by its inverse square root.
    float compression;
    /// Depth of liquid that `compression` holds for, m, 0 to 1e6; 0 (the default): the domain's height.
    float depth;
    /// Fastest flow that `compression` holds for, m/s, 0 to GF_VALUE_MAX; 0 (the default): from gravity alone, or
    /// without gravity the domain's height a second.
    float speed;
    /// Gravity, m/s^2, within +-GF_VALUE_MAX; in 2D z does nothing. Default (0, -9.81, 0).
    gfVec3 gravity;
    /// Fraction of the speed into a wall that is lost, 0 (bounces) to 1 (the default).
    float wallDamping;
    /// Rate at which velocity dies away, 1/s, 0 to 1000. Default 0.
    float drag;
    /// Neighbours, densities and forces are computed at the places where particles will be after this time, s, 0 to 1,
    /// which damps sound. 0 (the default): 0.4 of the time that sound takes for one radius, whatever the substep.
    float lookAhead;
    /// Square of the speed of sound, m^2/s^2, 0 to 1e12, for experts. 0 (the default): from `compression`.
    float stiffness;
    /// Number of substeps in each fixed step, 0 to 1000, for experts. 0 (the default): as many as stability needs, each
    /// at most GF_SPH_CFL * radius / speed of sound. Several materials take more, by the root of their density ratio.
    int32_t substeps;
    /// Most substeps in each fixed step, 1 to 1000. Default 32. If more are needed, stiffness and viscosity are lowered
    /// to stable values, with one warning until maxSubsteps suffices again.
    int32_t maxSubsteps;
    /// Method to find neighbours. Default GF_SEARCH_AUTO.
    gfParticleSearch search;
    /// SLOTS: texels along a side of a cell's block, 1 to 8. Default 4.
    int32_t slotBlock;
    /// SLOTS: pages of blocks, 1 to 15; slotBlock^2 * slotPages is at most 240. Default 2.
    int32_t slotPages;
    /// HASHED: whether particles that pass an open side move on without bounds instead of being drained. Default false.
    bool unbounded;
    /// Visits neighbours one particle at a time, as a reference for tests of SORTED; slower. Default false.
    bool plain;
    /// Most groups of particles (particle_groups.h) that there may be at a time, 0 (the default) to
    /// GF_PARTICLE_GROUPS_MAX. 2D.
    int32_t groups;
    /// Whether particles may have a lifetime (gfSourceDef.particleLifetime, gfParticle.lifetime). Default false.
    bool lifetimes;
    /// Whether sources that pour into a full fluid (`capacity`) use its oldest particles anew. Default false: they pour
    /// no more.
    bool replacesOldest;
    /// Number of materials, 1 (the default) to GF_MATERIAL_MAX.
    int32_t materialCount;
    /// The materials. Default: the first is water.
    gfParticleMaterial materials[GF_MATERIAL_MAX];
} gfParticleParams;

/// Longest stable substep, in kernel radii over the speed of sound.
#define GF_SPH_CFL 0.4
/// Largest fraction of a velocity difference that viscosity removes in a substep.
#define GF_SPH_VISCOUS_LIMIT 0.5

/// Returns the defaults, as in gfDefaultFluidDef(). Reports nothing and needs no context.
GF_API gfParticleParams gfDefaultParticleParams(void);

/// Returns a ready-made material; water for an unknown preset. Reports nothing and needs no context.
GF_API gfParticleMaterial gfGetParticleMaterial(gfParticlePreset preset);

#ifdef __cplusplus
}
#endif
#endif
