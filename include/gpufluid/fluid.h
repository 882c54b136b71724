/// gfFluid: one body of fluid, of a solver kind chosen in its definition.
#ifndef GPUFLUID_FLUID_H
#define GPUFLUID_FLUID_H

#include "gpufluid/base.h"
#include "gpufluid/device.h"
#include "gpufluid/particle_params.h"
#include "gpufluid/shallow_params.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fewest cells along a side.
#define GF_GRID_MIN 4
/// Most cells along a side (the context's largest texture may be less).
#define GF_GRID_MAX 8192

/// One body of fluid. Opaque.
typedef struct gfFluid gfFluid;

/// Which method moves the fluid.
typedef enum gfSolverKind {
    /// Stable fluids (Stam 1999) on a staggered grid (Harlow and Welch 1965): smoke, ink, wind.
    GF_SOLVER_GRID,
    /// One particle a cell: it moves, is smeared over its neighbours by a Gaussian, and is gathered back to the grid
    /// (the one-tweet fluid, a simplified reintegration tracking). Splashes, drops, free surfaces.
    GF_SOLVER_GAUSSIAN,
    /// Smoothed-particle hydrodynamics with double density (Clavet, Beaudoin, Poulin 2005), see gfParticleParams and
    /// particles.h. Liquids of several materials, drops, sprays: no particle is ever lost.
    GF_SOLVER_PARTICLES,
    /// Shallow water over ground, seen from above (Stelling and Duinmeijer 2003): rivers, floods, tides, ponds, lava.
    /// No water is made or lost, and a lake at rest stays at rest. See gfShallowParams and shallow.h.
    GF_SOLVER_SHALLOW
} gfSolverKind;

/// How fields are carried along the flow. Tracing back is with the midpoint rule (RK2). docs/advection.md compares
/// them.
typedef enum gfAdvection {
    /// Linear between four cells: it is the cheapest, and blurs.
    GF_ADVECTION_BILINEAR,
    /// Dye and temperature by Catmull-Rom (twelve of its sixteen cells), velocity by the cubic through four cells, both
    /// clamped to the inner four: it is sharp and makes no new extremes.
    GF_ADVECTION_CATMULL_ROM,
    /// Dye and temperature by a polynomial of fifth order along each axis (Lagrange's through six cells), clamped to
    /// the
    /// inner four; velocity as GF_ADVECTION_CATMULL_ROM. Sharper, even dye stays even, and totals are kept: what a step
    /// makes or loses of dye and heat is summed on the GPU and given back in the next one, to each cell within the
    /// range of those around it. So totals are right to some 5e-4, where the clamp alone makes some per cent in 100
    /// steps. What flows through open sides and inflows, is poured, dies away, is covered by a solid that is placed or
    /// taken by the host is not given back; what solids push aside as they move is. Four small passes more.
    GF_ADVECTION_CONSERVING
} gfAdvection;

/// How the pressure is found.
typedef enum gfPressureMethod {
    /// Multigrid V(2,1) cycles with red-black sweeps (Brandt 1977): every scale of the flow at once, so that one cycle
    /// leaves about a tenth of the divergence, whatever the size of the grid. Mazes take more cycles, and so do
    /// periodic axes whose number of cells can't be halved often, see gfFluidDef.boundaries.
    GF_PRESSURE_MULTIGRID,
    /// Jacobi iteration (Harris 2004): each iteration spreads pressure by one cell, so that large scales take many.
    GF_PRESSURE_JACOBI
} gfPressureMethod;

/// How a step is put together.
typedef enum gfScheme {
    /// Advection, forces, projection (Stam 1999), of second order in time: flow is carried by the velocity half a step
    /// ahead, as the last two tell, and the last pressure pulls half of it where it comes from (as in Bell, Colella,
    /// Glaz 1989). In the first step after creation, a reset or a written velocity it is of first order.
    GF_SCHEME_PROJECT,
    /// Advection-reflection (Zehnder, Narain, Thomaszewski 2018): two half steps with a projection each, between them
    /// the velocity is reflected about the divergence-free ones, and the velocity that carries is that of half-way. Of
    /// second order in time, with smaller errors in long steps. About twice the cost.
    GF_SCHEME_REFLECT,
    /// PROJECT as published, of first order in time and of the least cost: flow is carried by the velocity as it is,
    /// and each projection takes energy from what turns. With GF_ADVECTION_BILINEAR a face takes the mean of where the
    /// fluid of its two cells comes from. Figures: docs/figures/grid.md.
    GF_SCHEME_SIMPLE
} gfScheme;

/// Sets of tunables, see gfGridParams_SetQuality.
typedef enum gfQuality { GF_QUALITY_LOW, GF_QUALITY_MEDIUM, GF_QUALITY_HIGH, GF_QUALITY_REFERENCE } gfQuality;

/// What one side of the domain is.
typedef enum gfBoundaryKind {
    /// A wall along which the fluid slips.
    GF_BOUNDARY_FREE_SLIP,
    /// A wall that the fluid sticks to; felt through viscosity (GF_SOLVER_GAUSSIAN: within a step of it). It may slide
    /// along itself: a lid.
    GF_BOUNDARY_NO_SLIP,
    /// Nothing there: fluid leaves and enters freely, at pressure 0. GF_SOLVER_SHALLOW: water falls over the edge, or
    /// with gfBoundary.holdsLevel a still sea lies outside, into which waves run out.
    GF_BOUNDARY_OPEN,
    /// Fluid is pushed in (or, with a negative speed, drawn out) at a given speed. With viscosity the velocity along
    /// the side is held at 0 there, as at a no-slip wall, whichever way the fluid goes.
    GF_BOUNDARY_INFLOW,
    /// What leaves here enters on the opposite side, which must be periodic too. Solids and sources are not repeated
    /// across the seam: add a copy one period away.
    GF_BOUNDARY_PERIODIC
} gfBoundaryKind;

/// How the speed of an inflow varies along its side.
typedef enum gfInflowProfile {
    /// The same everywhere.
    GF_INFLOW_UNIFORM,
    /// A parabola, 0 at both ends and 1.5 times the mean in the middle: developed flow between two plates.
    GF_INFLOW_PARABOLIC,
    /// gfBoundary.table, linear between its values.
    GF_INFLOW_TABLE
} gfInflowProfile;

/// Values of an inflow table.
#define GF_INFLOW_VALUES 16

/// One side of the domain. All zero is an insulated wall along which the fluid slips. Speeds (those of a table, times
/// inflowSpeed, too), temperature and dye are within +-GF_VALUE_MAX.
typedef struct gfBoundary {
    /// What the side is. Default GF_BOUNDARY_FREE_SLIP.
    gfBoundaryKind kind;
    /// GF_BOUNDARY_NO_SLIP: speed of the wall along itself, m/s, towards +x (bottom, top) or +y (left, right).
    /// Default 0.
    float wallSpeed;
    /// GF_BOUNDARY_INFLOW: mean speed into the domain, m/s. Default 0.
    float inflowSpeed;
    /// GF_BOUNDARY_INFLOW: how the speed varies along the side. Default GF_INFLOW_UNIFORM.
    gfInflowProfile inflowProfile;
    /// GF_INFLOW_TABLE: factors on inflowSpeed, evenly spaced from the lower or left end of the side to the other.
    /// Default 0.
    float table[GF_INFLOW_VALUES];
    /// Whether diffusion holds the fluid at the side at `temperature`; otherwise the side is insulated.
    /// Ignored on a periodic side. Default false.
    bool fixedTemperature;
    /// Temperature of the side above (or below) grid.ambientTemperature, and of fluid that enters by an open side or
    /// inflow, K. Default 0.
    float temperature;
    /// Dye of fluid that enters by an open side or inflow, as gfSourceDef.dye. Default 0.
    float dye[4];
    /// GF_BOUNDARY_INFLOW of GF_SOLVER_SHALLOW: depth of the water that comes in, m, 0 (the default: as deep as
    /// inside) to GF_VALUE_MAX.
    float inflowDepth;
    /// GF_BOUNDARY_OPEN of GF_SOLVER_SHALLOW: whether still water up to `level` lies outside. Default false.
    bool holdsLevel;
    /// Height of that water's surface, m: raise and lower it for a tide. Default 0.
    float level;
} gfBoundary;

/// The four sides of the domain. All zero: closed walls that slip.
typedef struct gfBoundaries {
    gfBoundary left;   ///< at the smallest x
    gfBoundary right;  ///< at the largest x
    gfBoundary bottom; ///< at the smallest y
    gfBoundary top;    ///< at the largest y
} gfBoundaries;

/// Storage of velocity, dye and temperature. Pressure is in 32 bits wherever the context can. What is stored in 16 bits
/// is rounded at random in proportion, so that little by little nothing fades; docs/figures/grid.md says what it costs.
typedef enum gfPrecision {
    GF_PRECISION_32F,
    GF_PRECISION_16F,
    /// As suits the field: see gfFluidDef.precision and gfGridParams.velocityPrecision.
    GF_PRECISION_AUTO
} gfPrecision;

/// Tunables of the grid solver; they may change at any time with gfFluid_SetGridParams. Viscosity, diffusivities and
/// dissipations are at most 1e6; gravity, acceleration, ambientTemperature, thermalExpansion and dyeDensity are within
/// +-GF_VALUE_MAX.
typedef struct gfGridParams {
    /// How fields are carried along the flow. Default GF_ADVECTION_CONSERVING.
    gfAdvection advection;
    /// How a step is put together. Default GF_SCHEME_PROJECT.
    gfScheme scheme;
    /// Bits of velocity while gfFluidDef.precision is AUTO. When it changes, what is stored is taken over. Default
    /// GF_PRECISION_AUTO: 32.
    gfPrecision velocityPrecision;
    /// The same of dye. Default GF_PRECISION_AUTO: 16, rounded up or down at random, so that totals stay.
    gfPrecision dyePrecision;
    /// The same of temperature. Default GF_PRECISION_AUTO: as dye, but 32 where ambientTemperature is not 0, for 16
    /// bits have steps of 0.25 K at 300 K.
    gfPrecision temperaturePrecision;
    /// How the pressure is found. Default GF_PRESSURE_MULTIGRID.
    gfPressureMethod pressureMethod;
    /// GF_PRESSURE_MULTIGRID: most V-cycles a projection, 0 to 100. Default 1.
    int32_t pressureCycles;
    /// GF_PRESSURE_MULTIGRID: no further cycle once the residual (divergence left, root mean square, over that before)
    /// is at most this, 0 (the default: all cycles run) to 1. The test is made on the GPU.
    float pressureTolerance;
    /// GF_PRESSURE_JACOBI: iterations a projection, 0 to 10000. Default 40. The last one goes half-way, which removes
    /// the checkerboard.
    int32_t pressureIterations;
    /// Share of the last projection's pressure to start from, 0 (from nothing) to 1. Default 1.
    float pressureWarmStart;
    /// Factor on the pressure gradient that is subtracted, 0 to 2. 1 (the default) makes the flow divergence-free; less
    /// looks thinner (compressible), more looks thicker.
    float pressureGradientScale;
    /// Largest CFL number, cells travelled in one CFL substep, 0 to 1e6: a step is cut into as many equal CFL substeps
    /// as the fastest fluid of two steps ago asks for, at most cflSubsteps. Reading that speed waits only where the GPU
    /// is further behind. The first two steps after creation, reset and resize know no speed and are not cut. 0 (the
    /// default): no step is cut.
    float cflLimit;
    /// Most CFL substeps of a step, 1 to 64. Default 4. Beyond cflLimit * cflSubsteps cells the step stays stable but
    /// loses detail.
    int32_t cflSubsteps;
    /// Kinematic viscosity, m^2/s, >= 0: implicit, stable at any value. No-slip walls are felt only with it. Default 0.
    float viscosity;
    /// Diffusivity of dye, m^2/s, >= 0, implicit. Default 0.
    float dyeDiffusivity;
    /// Diffusivity of temperature, m^2/s, >= 0, implicit. Default 0.
    float temperatureDiffusivity;
    /// V-cycles of each implicit diffusion, 1 to 20. Default 1.
    int32_t diffusionCycles;
    /// Strength of vorticity confinement (Fedkiw, Stam, Jensen 2001), 1/s, 0 to 1000: puts back curls that the grid
    /// smears, by a force of this times cell size times vorticity, where vorticity has one sense over two cells each
    /// way. Default 0; 1 to 10 is lively.
    float vorticityConfinement;
    /// Rate at which velocity dies away, 1/s, >= 0: a factor exp(-rate t) whatever the time step. Default 0.
    float velocityDissipation;
    /// The same for dye, 1/s, >= 0. Default 0.
    float dyeDissipation;
    /// The same for temperature, towards ambientTemperature, 1/s, >= 0. Default 0.
    float temperatureDissipation;
    /// Whether advection gives back what it makes or loses of dye and heat, as GF_ADVECTION_CONSERVING always does; for
    /// the other ways of advection. Default false.
    bool conserveDye;
    /// Gravity, m/s^2. Default (0, -9.81). It acts on differences of density only (Boussinesq): that of the fluid at
    /// rest is carried by the pressure.
    gfVec2 gravity;
    /// Uniform acceleration of all fluid, m/s^2: drives a periodic channel. Default (0, 0).
    gfVec2 acceleration;
    /// Temperature that neither rises nor sinks, K; fluid starts at it. Default 0.
    float ambientTemperature;
    /// Thermal expansion, 1/K: fluid one kelvin above ambient is lighter by this share. Default 0.01.
    float thermalExpansion;
    /// Share by which one unit of dye (its fourth channel) makes the fluid heavier. Default 0.
    float dyeDensity;
} gfGridParams;

/// Which equations GF_SOLVER_GAUSSIAN follows. In all of them a cell's mass m and velocity v (cells a step) are a
/// particle at its centre, which moves by v and is spread about where it arrives.
typedef enum gfGaussianMode {
    /// Keeps mass and momentum: quadratic B-splines as weights, pressure between pairs of particles, equal and
    /// opposite, a drift that undoes what spreading does to surfaces. With gravity, viscosity, sides and solids, in
    /// which the liquid is mirrored. Nothing gets through a solid of a cell or more. The force between two particles
    /// ends where they would come no nearer than 2.7 cells, and for those more than 15 cells apart; thin solids don't
    /// keep it off. Method and figures: docs/liquid.md.
    GF_GAUSSIAN_CONSERVING,
    /// The readable form of the tweet: 13 x 13 neighbours, an explicit test for zero mass, a splash now and then.
    /// Reads outside the grid are empty; gravity, sides and solids do nothing. Mass is not kept.
    GF_GAUSSIAN_SIMPLE,
    /// The tweet as published: 196 neighbours, exp(-x.x)/3.142, momentum / (mass + 1e-6), mass 0.3 and an outward
    /// velocity added everywhere in the first two of every 500 steps. Takes no tunables. Outside as SIMPLE.
    GF_GAUSSIAN_CLASSIC
} gfGaussianMode;

/// Least contact angle, degrees: a wall that draws liquid more is covered by a film.
#define GF_CONTACT_ANGLE_MIN 50.0f
/// Largest contact angle, degrees: a wall that draws liquid less lets it float.
#define GF_CONTACT_ANGLE_MAX 150.0f
/// Largest gfGaussianParams.stiffness; 1.6 was still stable.
#define GF_GAUSSIAN_STIFFNESS_MAX 1.0f
/// gfGaussianParams.surfaceTension: as strong as suits the stiffness.
#define GF_SURFACE_TENSION_AUTOMATIC (-1.0f)
/// Fastest fluid of GF_GAUSSIAN_CONSERVING along an axis, cells a step: faster is slowed down to it.
#define GF_GAUSSIAN_SPEED_MAX 12.0f

/// Tunables of GF_SOLVER_GAUSSIAN; they may change at any time with gfFluid_SetGaussianParams. Mass is measured in that
/// of a full cell: 1 where the fluid is at rest.
typedef struct gfGaussianParams {
    /// Which equations are solved. Default GF_GAUSSIAN_CONSERVING.
    gfGaussianMode mode;
    /// Runs the plain shaders, one neighbour after the other over a fixed window: what the fast ones are tested
    /// against, several times slower. Default false.
    bool plain;
    /// CONSERVING, SIMPLE: mass without pressure, 0.01 to 100. Denser fluid spreads, thinner fluid draws together.
    /// Default 1.
    float restDensity;
    /// CONSERVING: pressure P of mass m is stiffness * m (m - restDensity) / restDensity^3, in (cells a step)^2; 0 to
    /// GF_GAUSSIAN_STIFFNESS_MAX. Where m |P| is above 0.5 particles push more softly, so that no mass, thin or dense,
    /// makes a step unstable. Sound travels at sqrt(stiffness / 2) cells a step at rest density, so gravity times the
    /// height of the fluid should stay below stiffness / 8 (cellSize / fixedStep)^2, or it is pressed together at the
    /// bottom: take shorter steps then. gfSuggestLiquid picks both. Default 0.5.
    float stiffness;
    /// CONSERVING: surface tension over density, m^3/s^2 (N/m over kg/m^2, depth being 1; water has 7.3e-5), 0 (a gas)
    /// to 1e6: what a drop of 10 cells' radius or more oscillates by. With u = cellSize^3 / fixedStep^2, up to 0.0058 u
    /// (0.0062 u at a stiffness of 1) takes effect, so that drops stay round, less at a stiffness below 0.27 (0.0143
    /// stiffness^0.7 u) and with viscosity (by 0.0045 viscosity cellSize / fixedStep): shorter steps have room for
    /// more. Below 0.001 u it is less exact, see docs/liquid.md. Default GF_SURFACE_TENSION_AUTOMATIC: the thin fluid's
    /// negative pressure as the equation has it, 0.0088 stiffness^0.7 u, or the most that takes effect.
    float surfaceTension;
    /// CONSERVING: kinematic viscosity, m^2/s, >= 0. From 0.0155 to 0.37 cellSize^2 / fixedStep it is what shear waves
    /// decay by; below and above the nearest of the two takes effect. Default 0.
    float viscosity;
    /// CONSERVING: angle at which the surface of resting liquid meets closed sides, as gfSolidDef.contactAngle.
    /// Default 90.
    float contactAngle;
    /// CONSERVING: gravity, m/s^2, within +-GF_VALUE_MAX. Default (0, 0): see `stiffness`.
    gfVec2 gravity;
    /// CONSERVING: whether the total mass, which rounding changes by some 1e-8 a step, is held at what sources put in,
    /// by a factor of at most 1 % a step on all of it; gfFluidStats.massCorrection tells how much that was. It does
    /// nothing while a side is open. Default true.
    bool massCorrection;
    /// SIMPLE: factor on the force of the published form, -10 to 10. Default 1.
    float force;
    /// SIMPLE: how far neighbours are gathered from, cells each way, 1 to 7. Default 6.
    int32_t radius;
    /// SIMPLE: steps from one splash to the next, the first in the first step, 0 (none) to 1e6. Default 500.
    int32_t splashPeriod;
    /// SIMPLE: mass that a splash adds to every cell, 0 to 100. Default 0.5.
    float splashMass;
    /// SIMPLE: velocity that it adds, times the distance from the domain's middle, 1/step, -1 to 1. Default 0.001.
    float splashSpeed;
} gfGaussianParams;

/// What a fluid is made from. Make it with gfDefaultFluidDef().
typedef struct gfFluidDef {
    /// Which method moves the fluid. Default GF_SOLVER_GRID.
    gfSolverKind solver;
    /// Cells across, GF_GRID_MIN to GF_GRID_MAX. Default 256.
    int32_t gridWidth;
    /// Cells up, GF_GRID_MIN to GF_GRID_MAX. Default 256.
    int32_t gridHeight;
    /// Side of a (square) cell, m, 1e-6 to 1e6. Default 1/256. The domain is grid times cell size: half the cell size
    /// and twice the grid is the same flow, only sharper.
    float cellSize;
    /// World position of the domain's lower left corner, m, within +-1e9. Default (0, 0).
    gfVec2 origin;
    /// Dye cells per grid cell along a side, 0.25 to 8; the context's largest texture limits them too. Default 1, which
    /// is all that GF_SOLVER_GAUSSIAN takes.
    float dyeScale;
    /// Bits of velocity, dye and temperature, all of them. Default GF_PRECISION_AUTO: each as gfGridParams says. Falls
    /// back with a message where the context can't. The other solvers always ask for 32 bits: 16 lose mass.
    gfPrecision precision;
    /// Length of a substep, s, 1e-6 to 1. Default 1/60.
    float fixedStep;
    /// Most substeps in one gfFluid_Step, 1 to 1000. Default 4. Where a substep takes longer to compute than it lasts,
    /// frames grow until they hold this many, and the fluid moves in slow motion: a lower number keeps frames short
    /// then, a higher one catches up after a hitch.
    int32_t maxSubsteps;
    /// The sides of the domain. Default: closed walls that slip. A periodic axis needs an even number of cells.
    /// Multigrid halves the grid only as long as periodic axes stay even: multiples of 32 (of more in large grids)
    /// converge like closed sides, 200 cells leave about half of the divergence in each cycle after the first in some
    /// flows, and 250 cells have no coarser level and converge like plain sweeps.
    /// GF_SOLVER_GAUSSIAN takes walls, open and periodic sides, of which it ignores temperature and dye; no inflow;
    /// and along a periodic axis a multiple of 8 cells, at least 16. Through an open side its fluid only leaves.
    gfBoundaries boundaries;
    /// Tunables of GF_SOLVER_GRID.
    gfGridParams grid;
    /// Tunables of GF_SOLVER_GAUSSIAN.
    gfGaussianParams gaussian;
    /// Tunables of GF_SOLVER_PARTICLES. Its cells (gridWidth, gridHeight) are those of solids, fields and drawings.
    gfParticleParams particles;
    /// Tunables of GF_SOLVER_SHALLOW.
    gfShallowParams shallow;
    /// Set by gfDefaultFluidDef().
    int32_t cookie;
} gfFluidDef;

/// What the time accumulator has done.
typedef struct gfStepInfo {
    uint64_t stepCount;      ///< substeps since creation or reset
    double time_s;           ///< simulated time, s
    double lostTime_s;       ///< time asked for beyond maxSubsteps and dropped, s
    double pending_s;        ///< time asked for and not yet simulated, under one substep, s
    int32_t lastSubsteps;    ///< substeps of the last gfFluid_Step
    int32_t lastCflSubsteps; ///< CFL substeps that the last substep was cut into, see gfGridParams.cflLimit
} gfStepInfo;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfFluidDef gfDefaultFluidDef(void);

/// A definition of a liquid (GF_SOLVER_GAUSSIAN) in a box `height` m high, 1e-3 to 1e4, under a gravity of `gravity`
/// m/s^2, 1e-3 to 1e3, that points down, with `cells` cells up, GF_GRID_MIN to GF_GRID_MAX: gravity, cellSize, and the
/// longest step and the stiffness with which the box can be full. A whole number of steps make a sixtieth of a second.
/// A pool that gfFluid_FillToLevel filled keeps its height. The grid is square: set gridWidth, origin and sides as you
/// like. A frame takes some cells sqrt(gravity / height) / 20 steps: 10 for 64 cells in 1 m of the earth's, 5 in 5 m.
/// Where that is too much, ask for fewer cells or a weaker gravity. `maxSubsteps` is that of four such frames: a
/// machine that is too slow comes to 15 frames a second before it shows slow motion, with half as many to 30. Needs no
/// context, and logs nothing: only gfGetLastError tells of an error. All zero on failure: OUT_OF_RANGE (also where a
/// frame would take more than 1000 steps).
GF_API gfFluidDef gfSuggestLiquid(float height, float gravity, int32_t cells);

/// Makes a fluid at rest at ambient temperature, without dye or solids. The context must be current.
/// Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfFluid *gfCreateFluid(gfDevice *device, const gfFluidDef *def);

/// Frees the fluid, its tracers, queries and GL objects. Null is allowed. The context must be current: where it is not,
/// GL objects are forgotten and not deleted, as in gfDestroyDevice. A fluid of a group stays and UNSUPPORTED is
/// reported: gfDestroyFluidGroup frees it.
GF_API void gfDestroyFluid(gfFluid *fluid);

/// The definition in force, with the sizes of the last resize. All zero, its cookie too, for a null fluid. Reports
/// nothing and needs no context.
GF_API gfFluidDef gfFluid_GetDef(const gfFluid *fluid);

/// Adds `dt` seconds (0 to 1e6) to the clock and runs the fixed substeps that fit, maxSubsteps at most; time beyond
/// them is dropped and counted, and logged as TIME_LOST once until the host catches up. A frame may run none. The
/// context must be current, then too. It waits for the GPU in the first three substeps of GF_SOLVER_SHALLOW, which
/// measure how they are to be divided, and where the GPU has not done yet what was told to it some substeps before:
/// CFL substeps and rigid bodies follow what was measured then. False, nothing done: NULL_ARGUMENT, OUT_OF_RANGE,
/// UNSUPPORTED (a fluid of a group), CONTEXT_LOST, WRONG_CONTEXT, HOST_STATE. False, though the clock has gone on: a
/// pass could not be drawn (OUT_OF_MEMORY, FRAMEBUFFER, SHADER).
GF_API bool gfFluid_Step(gfFluid *fluid, float dt);

/// Runs exactly one fixed substep, whatever the clock. The context must be current. False: as gfFluid_Step.
GF_API bool gfFluid_StepOnce(gfFluid *fluid);

/// What the clock has done. All zero for a null fluid. Reports nothing and needs no context.
GF_API gfStepInfo gfFluid_GetStepInfo(const gfFluid *fluid);

/// Changes the grid solver's tunables. The context must be current (shaders may be compiled and textures made).
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (not a grid fluid), OUT_OF_MEMORY, FRAMEBUFFER,
/// SHADER, HOST_STATE.
GF_API bool gfFluid_SetGridParams(gfFluid *fluid, const gfGridParams *params);

/// Changes the Gaussian solver's tunables. The context must be current (shaders may be compiled).
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (not a Gaussian fluid), OUT_OF_MEMORY,
/// FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetGaussianParams(gfFluid *fluid, const gfGaussianParams *params);

/// Sets the tunables that decide quality and cost: advection, scheme, velocityPrecision, pressureCycles, cflLimit,
/// cflSubsteps, diffusionCycles and conserveDye as below; in every set pressureMethod multigrid, pressureTolerance 0,
/// pressureWarmStart 1, and AUTO of the other precisions. The others stay. Needs no context, and logs nothing: only
/// gfGetLastError tells of an error. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (an unknown `quality`).
///   LOW        bilinear, SIMPLE, velocity in 16 bits, 1 cycle, cflLimit 0, cflSubsteps 4, 1 cycle of diffusion
///   MEDIUM     the defaults: LOW, but dye and heat conserving, velocity by a cubic and in 32 bits, PROJECT
///   HIGH       MEDIUM, but REFLECT, 2 cycles, cflLimit 10, cflSubsteps 2, 1 cycle of diffusion
///   REFERENCE  MEDIUM, but REFLECT, 4 cycles, cflLimit 2, cflSubsteps 8, 2 cycles of diffusion, conserveDye (false in
///              the others)
GF_API bool gfGridParams_SetQuality(gfGridParams *params, gfQuality quality);

/// Changes how long a step is, s, 1e-6 to 1, from the next one on: for slow motion, or steps as long as frames are.
/// Time that was not yet simulated stays. The liquid of GF_SOLVER_GAUSSIAN is stiffer and its sound faster with shorter
/// steps (gfGaussianParams.stiffness is in cells a step); the other solvers' physics stays. Cheap. The context must be
/// current. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (a fluid of a group), CONTEXT_LOST,
/// WRONG_CONTEXT, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetFixedStep(gfFluid *fluid, float fixedStep);

/// Changes the sides of the domain. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetBoundaries(gfFluid *fluid, const gfBoundaries *boundaries);

/// Changes grid, cell size and origin, and resamples every field by world position; what was outside the old domain
/// starts empty. Sources, solids and the clock stay. GF_SOLVER_GRID: the velocity is projected anew, and where the
/// domain stays (level of detail: half of the cells, twice their size, and back) the totals of each channel of dye and
/// of heat in fluid stay, too. An odd number of cells halves to one more, and the domain grows by half a cell. The
/// context must be current. GF_SOLVER_PARTICLES: particles keep place, velocity and id; those outside the new domain
/// are drained (gfParticleStats), but not if they are `unbounded`. That waits for the GPU. False, nothing changed:
/// NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (a fluid of a group), OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL, HOST_STATE.
GF_API bool gfFluid_Resize(gfFluid *fluid, int32_t gridWidth, int32_t gridHeight, float cellSize, gfVec2 origin);

/// Back to rest, without dye, at ambient temperature, clock at 0, waiting splats dropped. Emitters and solids stay;
/// particles go, and what counts them starts anew.
/// The context must be current. False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfFluid_Reset(gfFluid *fluid);

/// Fills a shape, or with null the whole domain, with still fluid up to `level` (m, within +-GF_VALUE_MAX): cells whose
/// centre is in the shape, and those of them that are higher become empty. The context must be current.
/// GF_SOLVER_SHALLOW: `level` is the height of the surface. Cells in solids are filled, too: a lake stands under its
/// piers, and at rest.
/// GF_SOLVER_GAUSSIAN, GF_GAUSSIAN_CONSERVING only: `level` is the height of the surface against gravity: its y where
/// that points down or is 0, -y where it points up, and in general -(gravity . place) / |gravity|. The liquid is as
/// dense as it rests below that level with the tunables in force: of mass restDensity at the level and without gravity
/// (or stiffness), see docs/liquid.md for what is below. Cells that the level cuts hold a part, those in solids
/// nothing. Its velocity is 0; dye per unit of mass stays. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE,
/// UNSUPPORTED (another solver or mode), HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfFluid_FillToLevel(gfFluid *fluid, const gfShape *shape, float level);

#ifdef __cplusplus
}
#endif
#endif
