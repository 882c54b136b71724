/// gfFluid: one body of fluid, of a solver kind chosen in its definition.
#ifndef GPUFLUID_FLUID_H
#define GPUFLUID_FLUID_H

#include "gpufluid/base.h"
#include "gpufluid/device.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Cells along a side: least and most (the context's largest texture may be less).
#define GF_GRID_MIN 4
#define GF_GRID_MAX 8192

typedef struct gfFluid gfFluid;

/// Which method moves the fluid.
typedef enum gfSolverKind {
    /// Stable fluids (Stam 1999) on a staggered grid (Harlow and Welch 1965): smoke, ink, wind.
    GF_SOLVER_GRID
} gfSolverKind;

/// How fields are carried along the flow. Both trace back with the midpoint rule (RK2).
typedef enum gfAdvection {
    /// Linear between four cells: cheapest, blurs.
    GF_ADVECTION_BILINEAR,
    /// Catmull-Rom (twelve of its sixteen cells), clamped to the inner four: sharp, makes no new extremes.
    GF_ADVECTION_CATMULL_ROM
} gfAdvection;

/// How the pressure is found.
typedef enum gfPressureMethod {
    /// Jacobi iteration (Harris 2004): each iteration spreads pressure by one cell, so that large scales take many.
    GF_PRESSURE_JACOBI
} gfPressureMethod;

/// Storage of velocity, dye and temperature. Pressure is in 32 bits wherever the context can.
typedef enum gfPrecision { GF_PRECISION_32F, GF_PRECISION_16F } gfPrecision;

/// Tunables of the grid solver; they may change at any time with gfFluid_SetGridParams.
typedef struct gfGridParams {
    /// Default GF_ADVECTION_CATMULL_ROM.
    gfAdvection advection;
    /// Default GF_PRESSURE_JACOBI.
    gfPressureMethod pressureMethod;
    /// Iterations a step, 0 to 10000. Default 40. The last one goes half-way, which removes the checkerboard.
    int32_t pressureIterations;
    /// Share of the last step's pressure to start from, 0 (from nothing) to 1. Default 1.
    float pressureWarmStart;
    /// Factor on the pressure gradient that is subtracted, 0 to 2. 1 (the default) makes the flow divergence-free; less
    /// looks thinner (compressible), more looks thicker.
    float pressureGradientScale;
    /// Rate at which velocity dies away, 1/s, >= 0: a factor exp(-rate t) whatever the time step. Default 0.
    float velocityDissipation;
    /// The same for dye, 1/s, >= 0. Default 0.
    float dyeDissipation;
    /// The same for temperature, towards ambientTemperature, 1/s, >= 0. Default 0.
    float temperatureDissipation;
    /// Temperature that neither rises nor sinks, K; fluid starts at it. Default 0.
    float ambientTemperature;
    /// Upward acceleration for each kelvin above ambient, m/s^2/K. Default 0.1.
    float buoyancy;
    /// Downward acceleration for each unit of dye (its fourth channel), m/s^2. Default 0.
    float dyeWeight;
} gfGridParams;

/// What a fluid is made from. Make it with gfDefaultFluidDef().
typedef struct gfFluidDef {
    /// Default GF_SOLVER_GRID.
    gfSolverKind solver;
    /// Cells across and up, GF_GRID_MIN to GF_GRID_MAX. Default 256 x 256.
    int32_t gridWidth;
    int32_t gridHeight;
    /// Side of a (square) cell, m, 1e-6 to 1e6. Default 1/256. The domain is grid times cell size: half the cell size
    /// and twice the grid is the same flow, only sharper.
    float cellSize;
    /// World position of the domain's lower left corner, m. Default (0, 0).
    gfVec2 origin;
    /// Dye cells per grid cell along a side, 0.25 to 8. Default 1.
    float dyeScale;
    /// Default GF_PRECISION_32F. Falls back with a message where the context can't.
    gfPrecision precision;
    /// Length of a substep, s, 1e-6 to 1. Default 1/60.
    float fixedStep;
    /// Most substeps in one gfFluid_Step, 1 to 1000. Default 4.
    int32_t maxSubsteps;
    /// Tunables of GF_SOLVER_GRID.
    gfGridParams grid;
    /// Set by gfDefaultFluidDef().
    int32_t cookie;
} gfFluidDef;

/// What the time accumulator has done.
typedef struct gfStepInfo {
    uint64_t stepCount;   ///< substeps since creation or reset
    double time_s;        ///< simulated time, s
    double lostTime_s;    ///< time asked for beyond maxSubsteps and dropped, s
    double pending_s;     ///< time asked for and not yet simulated, under one substep, s
    int32_t lastSubsteps; ///< substeps of the last gfFluid_Step
} gfStepInfo;

/// A definition with every default.
GF_API gfFluidDef gfDefaultFluidDef(void);

/// Makes a fluid at rest at ambient temperature, without dye or solids. The context must be current.
/// Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfFluid *gfCreateFluid(gfDevice *device, const gfFluidDef *def);

/// Frees the fluid and its GL objects. The context must be current. Null is allowed.
GF_API void gfDestroyFluid(gfFluid *fluid);

/// The definition in force, with the sizes of the last resize. Undefined cookie of 0 for a null fluid.
GF_API gfFluidDef gfFluid_GetDef(const gfFluid *fluid);

/// Adds `dt` seconds (0 to 1e6) to the clock and runs the fixed substeps that fit, maxSubsteps at most; time beyond
/// them is dropped and counted, and logged as TIME_LOST once until the host catches up. A frame may run none. The
/// context must be current. False, nothing done: NULL_ARGUMENT, OUT_OF_RANGE, HOST_STATE.
GF_API bool gfFluid_Step(gfFluid *fluid, float dt);

/// Runs exactly one fixed substep, whatever the clock. The context must be current. False: as gfFluid_Step.
GF_API bool gfFluid_StepOnce(gfFluid *fluid);

/// What the clock has done. All zero for a null fluid.
GF_API gfStepInfo gfFluid_GetStepInfo(const gfFluid *fluid);

/// Changes the grid solver's tunables. The context must be current (a new variant of a shader may be compiled).
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (not a grid fluid), SHADER, HOST_STATE.
GF_API bool gfFluid_SetGridParams(gfFluid *fluid, const gfGridParams *params);

/// Changes grid, cell size and origin, and resamples every field by world position; what was outside the old domain
/// starts empty. Sources, solids and the clock stay. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_Resize(gfFluid *fluid, int32_t gridWidth, int32_t gridHeight, float cellSize, gfVec2 origin);

/// Back to rest, without dye, at ambient temperature, clock at 0, waiting splats dropped. Emitters and solids stay.
/// The context must be current. False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfFluid_Reset(gfFluid *fluid);

#ifdef __cplusplus
}
#endif
#endif
