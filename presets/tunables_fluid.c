// The tunables of the solvers that work on grids, and of the demo.
#include "tunables_rows.h"

#define VALUE 60000.0 // GF_VALUE_MAX

const char *const tunableViews[GF_DRAW_STYLE_COUNT] = {
    [GF_DRAW_DYE] = "dye",
    [GF_DRAW_VELOCITY] = "velocity",
    [GF_DRAW_PRESSURE] = "pressure",
    [GF_DRAW_TEMPERATURE] = "temperature",
    [GF_DRAW_VORTICITY] = "vorticity",
    [GF_DRAW_SOLIDS] = "solids",
    [GF_DRAW_MASS] = "mass",
    [GF_DRAW_DIVERGENCE] = "divergence",
    [GF_DRAW_FIRE] = "fire",
    [GF_DRAW_LIQUID] = "liquid",
    [GF_DRAW_LIC] = "lic",
    [GF_DRAW_ARROWS] = "arrows",
    [GF_DRAW_PARTICLES] = "particles",
    [GF_DRAW_DENSITY] = "density",
    [GF_DRAW_KINDS] = "kinds",
};
const char *const tunableQualities[TUNABLE_QUALITIES] = {
    "own",
    [1 + GF_QUALITY_LOW] = "low",
    [1 + GF_QUALITY_MEDIUM] = "medium",
    [1 + GF_QUALITY_HIGH] = "high",
    [1 + GF_QUALITY_REFERENCE] = "reference",
};
static const char *const brushColors[] = {"stroke", "cycling", "own"};
static const char *const precisions[] = {"32", "16", "auto"};
static const char *const boundaries[] = {"free_slip", "no_slip", "open", "inflow", "periodic"};
static const char *const profiles[] = {"uniform", "parabolic", "table"};
static const char *const advections[] = {"bilinear", "catmull_rom", "conserving"};
static const char *const schemes[] = {"project", "reflect", "simple"};
static const char *const pressures[] = {"multigrid", "jacobi"};
static const char *const modes[] = {"conserving", "simple", "classic"};

const Tunable tunablesOfDemo[] = {
    CHOICE(DEMO, "View", view, "view", tunableViews),
    CHOICE(DEMO, "View", quality, "quality", tunableQualities),
    LOG(DEMO, "View", speed, "speed of time", "x", 0.01, 4, 0.05, 4),
    BOOL(DEMO, "View", automatic, "quality follows the machine"),
    LOG(DEMO, "View", budget_ms, "time for steps", "ms", 0.01, 10000, 0.5, 50),
    LOG(DEMO, "Brush", brushSize, "size", "x", 0.05, 20, 0.2, 5),
    FLOAT(DEMO, "Brush", brushForce, "force", "x", 0, 20, 0, 4),
    FLOAT(DEMO, "Brush", brushDye, "dye", "x", 0, 20, 0, 4),
    CHOICE(DEMO, "Brush", brushColors, "colours", brushColors),
    FLOAT(DEMO, "Brush", cyclesPerSecond, "cycles", "1/s", 0, 10, 0, 2),
    COLOR(DEMO, "Brush", brushColor, "colour", 0, 10),
    INT(DEMO, "Brush", splatCount, "splats", "", 1, 64, 1, 32),
    FLOAT(DEMO, "Brush", splatSize, "splat size", "m", 0.005, 1, 0.01, 0.25),
    FLOAT(DEMO, "Brush", splatSpeed, "splat speed", "m/s", 0, 20, 0, 4),
};
const int tunablesOfDemoCount = COUNT_OF(tunablesOfDemo);

#define SIDE(in, side)                                                                                       \
    CHOICE(FLUID, in, boundaries.side.kind, "kind", boundaries),                                             \
        FLOAT(FLUID, in, boundaries.side.wallSpeed, "wall slides", "m/s", -VALUE, VALUE, -4, 4),             \
        FLOAT(FLUID, in, boundaries.side.inflowSpeed, "inflow", "m/s", -VALUE, VALUE, -4, 4),                \
        CHOICE(FLUID, in, boundaries.side.inflowProfile, "profile", profiles),                               \
        VECTOR(FLUID, in, boundaries.side.table, "profile's table", "x", VALUE, 2),                          \
        BOOL(FLUID, in, boundaries.side.fixedTemperature, "holds its temperature"),                          \
        FLOAT(FLUID, in, boundaries.side.temperature, "temperature", "K", -VALUE, VALUE, -50, 50),           \
        COLOR(FLUID, in, boundaries.side.dye, "dye that enters", -VALUE, VALUE),                             \
        FLOAT(FLUID, in, boundaries.side.inflowDepth, "inflow's depth (0: as inside)", "m", 0, VALUE, 0, 1), \
        BOOL(FLUID, in, boundaries.side.holdsLevel, "a still sea lies outside"),                             \
        FLOAT(FLUID, in, boundaries.side.level, "level of that sea", "m", -VALUE, VALUE, -1, 1)

const Tunable tunablesOfFluid[] = {
    LOG(FLUID, "Time", fixedStep, "step", "s", 1e-6, 1, 0.001, 0.1),
    START_INT(FLUID, "Time", maxSubsteps, "most steps a frame", "", 1, 1000, 1, 16),
    START_FLOAT(FLUID, "Time", dyeScale, "dye cells a cell", "", 0.25, 8, 0.5, 4),
    START_CHOICE(FLUID, "Time", precision, "bits", precisions),

    LOG(FLUID, "Fluid", grid.viscosity, "viscosity", "m^2/s", 0, 1e6, 0, 0.1),
    LOG(FLUID, "Fluid", grid.vorticityConfinement, "vorticity confinement", "1/s", 0, 1000, 0, 50),
    LOG(FLUID, "Fluid", grid.velocityDissipation, "velocity dies away", "1/s", 0, 1e6, 0, 10),
    LOG(FLUID, "Fluid", grid.dyeDissipation, "dye dies away", "1/s", 0, 1e6, 0, 10),
    LOG(FLUID, "Fluid", grid.temperatureDissipation, "heat dies away", "1/s", 0, 1e6, 0, 10),
    LOG(FLUID, "Fluid", grid.dyeDiffusivity, "dye diffuses", "m^2/s", 0, 1e6, 0, 0.01),
    LOG(FLUID, "Fluid", grid.temperatureDiffusivity, "heat diffuses", "m^2/s", 0, 1e6, 0, 0.01),
    BOOL(FLUID, "Fluid", grid.conserveDye, "dye keeps its total"),

    VECTOR(FLUID, "Forces", grid.gravity, "gravity", "m/s^2", VALUE, 20),
    VECTOR(FLUID, "Forces", grid.acceleration, "acceleration", "m/s^2", VALUE, 5),
    FLOAT(FLUID, "Forces", grid.thermalExpansion, "thermal expansion", "1/K", -VALUE, VALUE, 0, 0.05),
    FLOAT(FLUID, "Forces", grid.ambientTemperature, "ambient temperature", "K", -VALUE, VALUE, -50, 50),
    FLOAT(FLUID, "Forces", grid.dyeDensity, "weight of dye", "", -VALUE, VALUE, -1, 1),

    CHOICE(FLUID, "Solver", grid.advection, "advection", advections),
    CHOICE(FLUID, "Solver", grid.scheme, "scheme", schemes),
    CHOICE(FLUID, "Solver", grid.velocityPrecision, "bits of velocity", precisions),
    CHOICE(FLUID, "Solver", grid.dyePrecision, "bits of dye", precisions),
    CHOICE(FLUID, "Solver", grid.temperaturePrecision, "bits of temperature", precisions),
    CHOICE(FLUID, "Solver", grid.pressureMethod, "pressure by", pressures),
    INT(FLUID, "Solver", grid.pressureCycles, "Multigrid cycles", "", 0, 100, 0, 10),
    LOG(FLUID, "Solver", grid.pressureTolerance, "residual that will do", "", 0, 1, 0, 1),
    INT(FLUID, "Solver", grid.pressureIterations, "Jacobi iterations", "", 0, 10000, 0, 200),
    FLOAT(FLUID, "Solver", grid.pressureWarmStart, "warm start", "", 0, 1, 0, 1),
    FLOAT(FLUID, "Solver", grid.pressureGradientScale, "gradient", "x", 0, 2, 0, 2),
    FLOAT(FLUID, "Solver", grid.cflLimit, "CFL limit (0: none)", "cells", 0, 1e6, 0, 20),
    INT(FLUID, "Solver", grid.cflSubsteps, "most CFL substeps", "", 1, 64, 1, 16),
    INT(FLUID, "Solver", grid.diffusionCycles, "cycles of diffusion", "", 1, 20, 1, 10),

    CHOICE(FLUID, "Liquid", gaussian.mode, "equations", modes),
    FLOAT(FLUID, "Liquid", gaussian.restDensity, "density at rest", "", 0.01, 100, 0.2, 3),
    FLOAT(FLUID, "Liquid", gaussian.stiffness, "stiffness", "", 0, GF_GAUSSIAN_STIFFNESS_MAX, 0, 1),
    FLOAT(FLUID, "Liquid", gaussian.surfaceTension, "surface tension (-1: auto)", "m^3/s^2", -1, 1e6, -1, 0.01),
    LOG(FLUID, "Liquid", gaussian.viscosity, "viscosity", "m^2/s", 0, 1e6, 0, 0.01),
    FLOAT(FLUID, "Liquid", gaussian.contactAngle, "contact angle", "degrees", GF_CONTACT_ANGLE_MIN,
          GF_CONTACT_ANGLE_MAX, GF_CONTACT_ANGLE_MIN, GF_CONTACT_ANGLE_MAX),
    VECTOR(FLUID, "Liquid", gaussian.gravity, "gravity", "m/s^2", VALUE, 3),
    BOOL(FLUID, "Liquid", gaussian.massCorrection, "mass is held"),
    BOOL(FLUID, "Liquid", gaussian.plain, "plain shaders"),
    FLOAT(FLUID, "Liquid, simple form", gaussian.force, "force", "x", -10, 10, -2, 2),
    INT(FLUID, "Liquid, simple form", gaussian.radius, "neighbours", "cells", 1, 7, 1, 7),
    INT(FLUID, "Liquid, simple form", gaussian.splashPeriod, "steps between splashes", "", 0, 1e6, 0, 2000),
    FLOAT(FLUID, "Liquid, simple form", gaussian.splashMass, "mass of a splash", "", 0, 100, 0, 2),
    FLOAT(FLUID, "Liquid, simple form", gaussian.splashSpeed, "speed of a splash", "1/step", -1, 1, -0.01, 0.01),

    FLOAT(FLUID, "Shallow water", shallow.gravity, "gravity", "m/s^2", 1e-3, 1e3, 0.1, 20),
    FLOAT(FLUID, "Shallow water", shallow.manning, "Manning's n", "s/m^(1/3)", 0, 10, 0, 0.2),
    LOG(FLUID, "Shallow water", shallow.linearFriction, "linear friction", "1/s", 0, 1e6, 0, 10),
    LOG(FLUID, "Shallow water", shallow.filmViscosity, "viscosity of a film", "m^2/s", 0, 1e6, 0, 1),
    LOG(FLUID, "Shallow water", shallow.yieldStress, "yield stress", "m^2/s^2", 0, 1e6, 0, 1),
    LOG(FLUID, "Shallow water", shallow.viscosity, "viscosity", "m^2/s", 0, 1e6, 0, 0.1),
    VECTOR(FLUID, "Shallow water", shallow.wind, "wind", "m/s", 1e3, 30),
    LOG(FLUID, "Shallow water", shallow.windDrag, "drag of wind", "", 0, 1, 0, 0.01),
    LOG(FLUID, "Shallow water", shallow.rain, "rain", "m/s", 0, 1e3, 0, 0.1),
    LOG(FLUID, "Shallow water", shallow.evaporation, "evaporation", "m/s", 0, 1e3, 0, 0.1),
    FLOAT(FLUID, "Shallow water", shallow.cflLimit, "CFL limit", "cells", 0.05, 0.5, 0.05, 0.5),
    INT(FLUID, "Shallow water", shallow.cflSubsteps, "most CFL substeps", "", 1, 64, 1, 32),
    BOOL(FLUID, "Ripples and foam", shallow.ripples.enabled, "ripples"),
    LOG(FLUID, "Ripples and foam", shallow.ripples.speed, "speed of ripples", "m/s", 1e-6, 1e6, 0.01, 5),
    FLOAT(FLUID, "Ripples and foam", shallow.ripples.damping, "they die away", "1/s", 0, 1e3, 0, 5),
    LOG(FLUID, "Ripples and foam", shallow.ripples.drops, "drops of rain", "1/(m^2 s)", 0, 1e6, 0, 200),
    LOG(FLUID, "Ripples and foam", shallow.ripples.dropHeight, "height of a drop", "m", 0, 1e3, 0, 0.05),
    FLOAT(FLUID, "Ripples and foam", shallow.ripples.stirring, "stirring", "x", 0, 100, 0, 5),
    BOOL(FLUID, "Ripples and foam", shallow.foam, "foam"),
    LOG(FLUID, "Ripples and foam", shallow.foamLife, "life of foam", "s", 1e-3, 1e6, 0.1, 20),
    LOG(FLUID, "Ripples and foam", shallow.foamSpeed, "foams from", "m/s", 1e-6, 1e6, 0.01, 5),
    LOG(FLUID, "Ripples and foam", shallow.dryingTime, "ground dries in", "s", 1e-3, 1e6, 1, 100),

    SIDE("Left side", left),
    SIDE("Right side", right),
    SIDE("Bottom side", bottom),
    SIDE("Top side", top),
};
const int tunablesOfFluidCount = COUNT_OF(tunablesOfFluid);
