// The tunables of the solvers that work on grids, and of the demo.
#include "tunables_rows.h"

// The parts of definitions that have rows here.
#define FLUID(kind, in, member, ...) TOLD(kind, FLUID, in, member, gfFluidDef, member, __VA_ARGS__)
#define DEMO(kind, in, member, ...) EXPAND(kind(DEMO, in, member, "", , __VA_ARGS__))
#define DEMO_NUMBER(kind, in, member, unit, least_, most_, ...) \
    EXPAND(kind(DEMO, in, member, unit, (least_, most_), __VA_ARGS__))
#define GRID(kind, in, member, ...) TOLD(kind, FLUID, in, grid.member, gfGridParams, member, __VA_ARGS__)
#define GAUSSIAN(kind, in, member, ...) TOLD(kind, FLUID, in, gaussian.member, gfGaussianParams, member, __VA_ARGS__)
#define SHALLOW(kind, in, member, ...) TOLD(kind, FLUID, in, shallow.member, gfShallowParams, member, __VA_ARGS__)
#define POOL(kind, in, member, ...) TOLD(kind, FLUID, in, water.member, gfWaterParams, member, __VA_ARGS__)
#define RIPPLES(kind, in, member, ...) \
    TOLD(kind, FLUID, in, shallow.ripples.member, gfRippleParams, member, __VA_ARGS__)

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
static const char *const advections[] = {"bilinear", "catmull_rom", "quintic"};
static const char *const schemes[] = {"project", "reflect", "simple"};
static const char *const pressures[] = {"multigrid", "jacobi"};
static const char *const modes[] = {"conserving", "simple", "classic"};

const Tunable tunablesOfDemo[] = {
    DEMO(CHOICE, "View", view, "view", tunableViews),
    DEMO(CHOICE, "View", quality, "quality", tunableQualities),
    DEMO_NUMBER(LOG, "View", speed, "x", 0.01, 4, "speed of time", 0.05, 4),
    DEMO(BOOL, "View", automatic, "quality follows the machine"),
    DEMO_NUMBER(LOG, "View", budget_ms, "ms", 0.01, 10000, "time for steps", 0.5, 50),
    DEMO_NUMBER(LOG, "Brush", brushSize, "x", 0.05, 20, "size", 0.2, 5),
    DEMO_NUMBER(FLOAT, "Brush", brushForce, "x", 0, 20, "force", 0, 4),
    DEMO_NUMBER(FLOAT, "Brush", brushDye, "x", 0, 20, "dye", 0, 4),
    DEMO(CHOICE, "Brush", brushColors, "colours", brushColors),
    DEMO_NUMBER(FLOAT, "Brush", cyclesPerSecond, "1/s", 0, 10, "cycles", 0, 2),
    DEMO_NUMBER(COLOR, "Brush", brushColor, "", 0, 10, "colour"),
    DEMO_NUMBER(INT, "Brush", splatCount, "", 1, 64, "splats", 1, 32),
    DEMO_NUMBER(FLOAT, "Brush", splatSize, "m", 0.005, 1, "splat size", 0.01, 0.25),
    DEMO_NUMBER(FLOAT, "Brush", splatSpeed, "m/s", 0, 20, "splat speed", 0, 4),
};
const int tunablesOfDemoCount = COUNT_OF(tunablesOfDemo);

#define SIDE(in, side)                                                                                                \
    TOLD(CHOICE, FLUID, in, boundaries.side.kind, gfBoundary, kind, "kind", boundaries),                              \
        TOLD(FLOAT, FLUID, in, boundaries.side.wallSpeed, gfBoundary, wallSpeed, "wall slides", -4, 4),               \
        TOLD(FLOAT, FLUID, in, boundaries.side.inflowSpeed, gfBoundary, inflowSpeed, "inflow", -4, 4),                \
        TOLD(CHOICE, FLUID, in, boundaries.side.inflowProfile, gfBoundary, inflowProfile, "profile", profiles),       \
        TOLD(VECTOR_FACTOR, FLUID, in, boundaries.side.table, gfBoundary, table, "profile's table", 2),               \
        TOLD(BOOL, FLUID, in, boundaries.side.fixedTemperature, gfBoundary, fixedTemperature,                         \
             "holds its temperature"),                                                                                \
        TOLD(FLOAT, FLUID, in, boundaries.side.temperature, gfBoundary, temperature, "temperature", -50, 50),         \
        TOLD(COLOR, FLUID, in, boundaries.side.dye, gfBoundary, dye, "dye that enters"),                              \
        TOLD(FLOAT, FLUID, in, boundaries.side.inflowDepth, gfBoundary, inflowDepth, "inflow's depth (0: as inside)", \
             0, 1),                                                                                                   \
        TOLD(BOOL, FLUID, in, boundaries.side.holdsLevel, gfBoundary, holdsLevel, "a still sea lies outside"),        \
        TOLD(FLOAT, FLUID, in, boundaries.side.level, gfBoundary, level, "level of that sea", -1, 1)

const Tunable tunablesOfFluid[] = {
    FLUID(LOG, "Time", fixedStep, "step", 0.001, 0.1),
    FLUID(INT, "Time", maxSteps, "most steps a frame", 1, 16),
    FLUID(START_FLOAT, "Time", dyeScale, "dye cells a cell", 0.5, 4),
    FLUID(START_CHOICE, "Time", fieldPrecision, "bits", precisions),

    GRID(LOG, "Fluid", viscosity, "viscosity", 0, 0.1),
    GRID(LOG, "Fluid", vorticityConfinement, "vorticity confinement", 0, 50),
    GRID(LOG, "Fluid", velocityDissipation, "velocity dies away", 0, 10),
    GRID(LOG, "Fluid", dyeDissipation, "dye dies away", 0, 10),
    GRID(LOG, "Fluid", temperatureDissipation, "heat dies away", 0, 10),
    GRID(LOG, "Fluid", dyeDiffusivity, "dye diffuses", 0, 0.01),
    GRID(LOG, "Fluid", temperatureDiffusivity, "heat diffuses", 0, 0.01),
    GRID(BOOL, "Fluid", keepTotals, "dye keeps its total"),

    GRID(VECTOR, "Forces", gravity, "gravity", 20),
    GRID(VECTOR, "Forces", acceleration, "acceleration", 5),
    GRID(FLOAT, "Forces", thermalExpansion, "thermal expansion", 0, 0.05),
    GRID(FLOAT, "Forces", ambientTemperature, "ambient temperature", -50, 50),
    GRID(FLOAT, "Forces", dyeDensity, "weight of dye", -1, 1),

    GRID(CHOICE, "Solver", advection, "advection", advections),
    GRID(CHOICE, "Solver", scheme, "scheme", schemes),
    GRID(CHOICE, "Solver", velocityPrecision, "bits of velocity", precisions),
    GRID(CHOICE, "Solver", dyePrecision, "bits of dye", precisions),
    GRID(CHOICE, "Solver", temperaturePrecision, "bits of temperature", precisions),
    GRID(CHOICE, "Solver", pressureMethod, "pressure by", pressures),
    GRID(INT, "Solver", pressureCycles, "Multigrid cycles", 0, 10),
    GRID(LOG, "Solver", pressureTolerance, "residual that will do", 0, 1),
    GRID(INT, "Solver", pressureIterations, "Jacobi iterations", 0, 200),
    GRID(FLOAT, "Solver", pressureWarmStart, "warm start", 0, 1),
    GRID(FACTOR, "Solver", pressureGradientScale, "gradient", 0, 2),
    GRID(FLOAT, "Solver", cflLimit, "CFL limit (0: none)", 0, 20),
    GRID(INT, "Solver", cflSubsteps, "most CFL substeps", 1, 16),
    GRID(INT, "Solver", diffusionCycles, "cycles of diffusion", 1, 10),

    GAUSSIAN(CHOICE, "Liquid", mode, "equations", modes),
    GAUSSIAN(FLOAT, "Liquid", restDensity, "density at rest", 0.2, 3),
    GAUSSIAN(FLOAT, "Liquid", stiffness, "stiffness", 0, 1),
    GAUSSIAN(FLOAT, "Liquid", surfaceTension, "surface tension (-1: auto)", -1, 0.01),
    GAUSSIAN(LOG, "Liquid", viscosity, "viscosity", 0, 0.01),
    GAUSSIAN(FLOAT, "Liquid", contactAngle, "contact angle", GF_CONTACT_ANGLE_MIN, GF_CONTACT_ANGLE_MAX),
    GAUSSIAN(VECTOR, "Liquid", gravity, "gravity", 3),
    GAUSSIAN(BOOL, "Liquid", massCorrection, "mass is held"),
    GAUSSIAN(BOOL, "Liquid", plain, "plain shaders"),
    GAUSSIAN(FACTOR, "Liquid, simple form", force, "force", -2, 2),
    GAUSSIAN(INT, "Liquid, simple form", radius, "neighbours", 1, 7),
    GAUSSIAN(INT, "Liquid, simple form", splashPeriod, "steps between splashes", 0, 2000),
    GAUSSIAN(FLOAT, "Liquid, simple form", splashMass, "mass of a splash", 0, 2),
    GAUSSIAN(FLOAT, "Liquid, simple form", splashSpeed, "speed of a splash", -0.01, 0.01),

    SHALLOW(FLOAT, "Shallow water", gravity, "gravity", 0.1, 20),
    SHALLOW(FLOAT, "Shallow water", manning, "Manning's n", 0, 0.2),
    SHALLOW(LOG, "Shallow water", linearFriction, "linear friction", 0, 10),
    SHALLOW(LOG, "Shallow water", filmViscosity, "viscosity of a film", 0, 1),
    SHALLOW(LOG, "Shallow water", yieldStress, "yield stress", 0, 1),
    SHALLOW(LOG, "Shallow water", viscosity, "viscosity", 0, 0.1),
    SHALLOW(VECTOR, "Shallow water", wind, "wind", 30),
    SHALLOW(LOG, "Shallow water", windDrag, "drag of wind", 0, 0.01),
    SHALLOW(LOG, "Shallow water", rain, "rain", 0, 0.1),
    SHALLOW(LOG, "Shallow water", evaporation, "evaporation", 0, 0.1),
    SHALLOW(FLOAT, "Shallow water", cflLimit, "CFL limit", 0.05, 0.5),
    SHALLOW(INT, "Shallow water", cflSubsteps, "most CFL substeps", 1, 32),
    RIPPLES(BOOL, "Ripples and foam", enabled, "ripples"),
    RIPPLES(LOG, "Ripples and foam", speed, "speed of ripples", 0.01, 5),
    RIPPLES(FLOAT, "Ripples and foam", damping, "they die away", 0, 5),
    RIPPLES(LOG, "Ripples and foam", drops, "drops of rain", 0, 200),
    RIPPLES(LOG, "Ripples and foam", dropHeight, "height of a drop", 0, 0.05),
    RIPPLES(FACTOR, "Ripples and foam", stirring, "stirring", 0, 5),
    SHALLOW(BOOL, "Ripples and foam", foam, "foam"),
    SHALLOW(LOG, "Ripples and foam", foamLife, "life of foam", 0.1, 20),
    SHALLOW(LOG, "Ripples and foam", foamSpeed, "foams from", 0.01, 5),
    SHALLOW(LOG, "Ripples and foam", dryingTime, "ground dries in", 1, 100),

    POOL(VECTOR, "Water", gravity, "gravity", 20),
    POOL(LOG, "Water", density, "density", 10, 20000),
    POOL(FLOAT, "Water", flip, "own velocity that stays", 0.9, 1),
    POOL(START_BOOL, "Water", affine, "carries slopes (APIC)"),
    POOL(LOG, "Water", viscosity, "viscosity", 0, 0.1),
    POOL(LOG, "Water", surfaceTension, "surface tension", 0, 0.01),
    POOL(LOG, "Water", sprayDrag, "drag of spray", 0, 10),
    POOL(INT, "Water", pressureCycles, "Multigrid cycles", 1, 10),
    POOL(INT, "Water", cflSubsteps, "most CFL substeps", 1, 16),
    POOL(START_INT, "Water", particlesPerCell, "particles a cell", 3, 9),
    POOL(START_INT, "Water", capacity, "most particles (0: auto)", 0, 200000),
    POOL(COLOR, "Water", color, "colour"),

    SIDE("Left side", left),
    SIDE("Right side", right),
    SIDE("Bottom side", bottom),
    SIDE("Top side", top) MORE_OF_fluid,
};
const int tunablesOfFluidCount = COUNT_OF(tunablesOfFluid);
