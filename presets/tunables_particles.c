// The tunables of particle fluids, in two and in three dimensions.
#include "tunables_rows.h"

// The parts of definitions that have rows here.
#define PARTICLES(kind, in, member, ...) TOLD(kind, PARTICLES, in, member, gfParticleParams, member, __VA_ARGS__)
#define VOLUME(kind, in, member, ...) TOLD(kind, VOLUME, in, member, gfFluid3DDef, member, __VA_ARGS__)

const char *const tunableSearches[TUNABLE_SEARCHES] = {
    [GF_SEARCH_AUTO] = "auto",
    [GF_SEARCH_SORTED] = "sorted",
    [GF_SEARCH_SLOTS] = "slots",
    [GF_SEARCH_HASHED] = "hashed",
};
static const char *const surfaces[] = {"free_slip", "no_slip"};

#define MATERIAL(in, i)                                                                                               \
    TOLD(LOG, PARTICLES, in, materials[i].density, gfParticleMaterial, density, "density", 10, 20000),                \
        TOLD(LOG, PARTICLES, in, materials[i].viscosity, gfParticleMaterial, viscosity, "viscosity", 0, 1),           \
        TOLD(FLOAT, PARTICLES, in, materials[i].tension, gfParticleMaterial, tension, "tension", 0, 0.5),             \
        TOLD(LOG, PARTICLES, in, materials[i].pull, gfParticleMaterial, pull, "pull of surfaces", 0, 200),            \
        TOLD(FLOAT, PARTICLES, in, materials[i].nearStiffness, gfParticleMaterial, nearStiffness, "near pressure", 0, \
             0.3),                                                                                                    \
        TOLD(FLOAT, PARTICLES, in, materials[i].expansion, gfParticleMaterial, expansion, "expansion", 0, 1),         \
        TOLD(FLOAT, PARTICLES, in, materials[i].friction, gfParticleMaterial, friction, "friction (0: a liquid)", 0,  \
             45),                                                                                                     \
        TOLD(LOG, PARTICLES, in, materials[i].cohesion, gfParticleMaterial, cohesion, "cohesion", 0, 10),             \
        TOLD(BOOL, PARTICLES, in, materials[i].fixed, gfParticleMaterial, fixed, "stays in place"),                   \
        TOLD(BOOL, PARTICLES, in, materials[i].barrier, gfParticleMaterial, barrier, "lets none through"),            \
        TOLD(LOG, PARTICLES, in, materials[i].mixing, gfParticleMaterial, mixing, "mixing of colours", 0, 10),        \
        TOLD(LOG, PARTICLES, in, materials[i].repulsion, gfParticleMaterial, repulsion, "repulsion of groups", 0,     \
             200),                                                                                                    \
        TOLD(COLOR, PARTICLES, in, materials[i].color, gfParticleMaterial, color, "colour")

const Tunable tunablesOfParticles[] = {
    PARTICLES(VECTOR, "Particles", gravity, "gravity", 20),
    PARTICLES(LOG, "Particles", spacing, "spacing", 0.002, 0.1),
    PARTICLES(LOG, "Particles", compression, "compression", 0.001, 0.5),
    PARTICLES(FLOAT, "Particles", depth, "depth (0: the domain's)", 0, 4),
    PARTICLES(FLOAT, "Particles", speed, "fastest flow (0: auto)", 0, 20),
    PARTICLES(FLOAT, "Particles", wallDamping, "walls damp", 0, 1),
    PARTICLES(LOG, "Particles", drag, "drag", 0, 10),
    PARTICLES(LOG, "Particles", lookAhead, "look-ahead (0: auto)", 0, 0.05),
    PARTICLES(LOG, "Particles", stiffness, "stiffness (0: auto)", 0, 10000),
    PARTICLES(INT, "Particles", substeps, "substeps (0: auto)", 0, 64),
    PARTICLES(INT, "Particles", maxSubsteps, "most substeps", 1, 64),
    PARTICLES(START_INT, "Particles", capacity, "most particles", 1000, 200000),
    PARTICLES(START_FLOAT, "Particles", radius, "radius (0: auto)", 0, 0.2),
    PARTICLES(START_CHOICE, "Particles", search, "neighbours by", tunableSearches),
    PARTICLES(START_INT, "Particles", slotBlock, "slots: side of a block", 1, 8),
    PARTICLES(START_INT, "Particles", slotPages, "slots: pages", 1, 15),
    PARTICLES(BOOL, "Particles", replacesOldest, "the oldest make room"),
    PARTICLES(START_INT, "Particles", groups, "most groups", 0, 64),
    PARTICLES(START_BOOL, "Particles", lifetimes, "lifetimes"),
    PARTICLES(START_BOOL, "Particles", unbounded, "without bounds"),
    PARTICLES(START_BOOL, "Particles", plain, "plain shaders"),
    PARTICLES(INT, "Particles", materialCount, "materials", 1, GF_MATERIAL_MAX),
    MATERIAL("Material 1", 0),
    MATERIAL("Material 2", 1),
    MATERIAL("Material 3", 2),
    MATERIAL("Material 4", 3),
    MATERIAL("Material 5", 4),
    MATERIAL("Material 6", 5),
    MATERIAL("Material 7", 6),
    MATERIAL("Material 8", 7),

    VOLUME(LOG, "Container", fixedStep, "step", 0.001, 0.1),
    VOLUME(INT, "Container", maxSteps, "most steps a frame", 1, 16),
    VOLUME(CHOICE, "Container", surface, "walls", surfaces),
    VOLUME(START_INT, "Container", collisionTexels, "texels of the collision map", 16, 512),
    VOLUME(FLOAT, "Container", collisionThickness, "thickness of its surfaces (0: solid)", 0, 1) MORE_OF_particles,
};
const int tunablesOfParticlesCount = COUNT_OF(tunablesOfParticles);
