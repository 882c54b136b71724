// The tunables of particle fluids, in two and in three dimensions.
#include "tunables_rows.h"

#define VALUE 60000.0 // GF_VALUE_MAX

const char *const tunableSearches[TUNABLE_SEARCHES] = {
    [GF_SEARCH_AUTO] = "auto",
    [GF_SEARCH_SORTED] = "sorted",
    [GF_SEARCH_SLOTS] = "slots",
    [GF_SEARCH_HASHED] = "hashed",
};
static const char *const surfaces[] = {"free_slip", "no_slip"};

#define MATERIAL(in, i)                                                                                 \
    LOG(PARTICLES, in, materials[i].density, "density", "kg/m^3", 1e-3, 1e6, 10, 20000),                \
        LOG(PARTICLES, in, materials[i].viscosity, "viscosity", "m^2/s", 0, 1e6, 0, 1),                 \
        FLOAT(PARTICLES, in, materials[i].tension, "tension", "", 0, 1, 0, 0.5),                        \
        LOG(PARTICLES, in, materials[i].pull, "pull of surfaces", "m/s^2", 0, 1e6, 0, 200),             \
        FLOAT(PARTICLES, in, materials[i].nearStiffness, "near pressure", "", 0, 0.3, 0, 0.3),          \
        FLOAT(PARTICLES, in, materials[i].expansion, "expansion", "", 0, 1, 0, 1),                      \
        FLOAT(PARTICLES, in, materials[i].friction, "friction (0: a liquid)", "degrees", 0, 45, 0, 45), \
        LOG(PARTICLES, in, materials[i].cohesion, "cohesion", "m^2/s^2", 0, 1e6, 0, 10),                \
        BOOL(PARTICLES, in, materials[i].fixed, "stays in place"),                                      \
        BOOL(PARTICLES, in, materials[i].barrier, "lets none through"),                                 \
        LOG(PARTICLES, in, materials[i].mixing, "mixing of colours", "1/s", 0, 1000, 0, 10),            \
        LOG(PARTICLES, in, materials[i].repulsion, "repulsion of groups", "m/s^2", 0, 1e6, 0, 200),     \
        COLOR(PARTICLES, in, materials[i].color, "colour", 0, 1)

const Tunable tunablesOfParticles[] = {
    VECTOR(PARTICLES, "Particles", gravity, "gravity", "m/s^2", VALUE, 20),
    LOG(PARTICLES, "Particles", spacing, "spacing", "m", 1e-6, 1e6, 0.002, 0.1),
    LOG(PARTICLES, "Particles", compression, "compression", "", 1e-4, 0.5, 0.001, 0.5),
    FLOAT(PARTICLES, "Particles", depth, "depth (0: the domain's)", "m", 0, 1e6, 0, 4),
    FLOAT(PARTICLES, "Particles", speed, "fastest flow (0: auto)", "m/s", 0, VALUE, 0, 20),
    FLOAT(PARTICLES, "Particles", wallDamping, "walls damp", "", 0, 1, 0, 1),
    LOG(PARTICLES, "Particles", drag, "drag", "1/s", 0, 1000, 0, 10),
    LOG(PARTICLES, "Particles", lookAhead, "look-ahead (0: auto)", "s", 0, 1, 0, 0.05),
    LOG(PARTICLES, "Particles", stiffness, "stiffness (0: auto)", "m^2/s^2", 0, 1e12, 0, 10000),
    INT(PARTICLES, "Particles", substeps, "substeps (0: auto)", "", 0, 1000, 0, 64),
    INT(PARTICLES, "Particles", maxSubsteps, "most substeps", "", 1, 1000, 1, 64),
    START_INT(PARTICLES, "Particles", capacity, "most particles", "", 1, GF_PARTICLE_MAX, 1000, 200000),
    START_FLOAT(PARTICLES, "Particles", radius, "radius (0: auto)", "m", 0, 1e6, 0, 0.2),
    START_CHOICE(PARTICLES, "Particles", search, "neighbours by", tunableSearches),
    START_INT(PARTICLES, "Particles", slotBlock, "slots: side of a block", "", 1, 8, 1, 8),
    START_INT(PARTICLES, "Particles", slotPages, "slots: pages", "", 1, 15, 1, 15),
    BOOL(PARTICLES, "Particles", replacesOldest, "the oldest make room"),
    START_INT(PARTICLES, "Particles", groups, "most groups", "", 0, GF_PARTICLE_GROUPS_MAX, 0, 64),
    START_BOOL(PARTICLES, "Particles", lifetimes, "lifetimes"),
    START_BOOL(PARTICLES, "Particles", unbounded, "without bounds"),
    START_BOOL(PARTICLES, "Particles", plain, "plain shaders"),
    INT(PARTICLES, "Particles", materialCount, "materials", "", 1, GF_MATERIAL_MAX, 1, GF_MATERIAL_MAX),
    MATERIAL("Material 1", 0),
    MATERIAL("Material 2", 1),
    MATERIAL("Material 3", 2),
    MATERIAL("Material 4", 3),
    MATERIAL("Material 5", 4),
    MATERIAL("Material 6", 5),
    MATERIAL("Material 7", 6),
    MATERIAL("Material 8", 7),

    START_FLOAT(VOLUME, "Container", fixedStep, "step", "s", 1e-6, 1, 0.001, 0.1),
    START_INT(VOLUME, "Container", maxSubsteps, "most steps a frame", "", 1, 1000, 1, 16),
    START_CHOICE(VOLUME, "Container", surface, "walls", surfaces),
    START_INT(VOLUME, "Container", collisionTexels, "texels of the collision map", "", 1, 4096, 16, 512),
    START_FLOAT(VOLUME, "Container", collisionThickness, "thickness of its surfaces (0: solid)", "m", 0, 1e6, 0, 1),
};
const int tunablesOfParticlesCount = COUNT_OF(tunablesOfParticles);
