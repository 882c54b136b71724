/// gfFluid is one box of fluid, moved by the solver that its definition chooses. Fill in gfDefaultFluidDef(), call
/// gfCreateFluid, then gfFluid_Step each frame.
///
/// Time runs in steps of gfFluidDef.fixedStep seconds, of which gfFluid_Step runs as many as the frame needs. Comments
/// that say "cells a step" or "1/step" mean such a step. A substep is one of the parts into which some solvers cut a
/// step: GF_SOLVER_PARTICLES, and GF_SOLVER_GRID and GF_SOLVER_SHALLOW with their CFL substeps. Dye makes flow visible:
/// four numbers in each cell, by convention red, green, blue and an amount.
#ifndef GPUFLUID_FLUID_H
#define GPUFLUID_FLUID_H

#include "gpufluid/base.h"
#include "gpufluid/device.h"
#include "gpufluid/particle_params.h"
#include "gpufluid/shallow_params.h"
#include "gpufluid/shape.h"
#include "gpufluid/water_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fewest cells along a side.
#define GF_GRID_MIN 4
/// Most cells along a side; the context's largest texture may allow less.
#define GF_GRID_MAX 8192

/// One fluid: its domain (a rectangle of cells), fields, clock, sources and solids. Opaque.
typedef struct gfFluid gfFluid;

/// Methods that can move a fluid. docs/games.md has a table of which solver has what.
typedef enum gfSolverKind {
    /// Smoke, ink, wind, fire: stable fluids (Stam 1999) on a staggered grid (Harlow and Welch 1965). It fills the
    /// domain.
    GF_SOLVER_GRID,
    /// Liquids with a free surface: splashes, drops, pools. One particle per cell moves, is spread over its neighbours
    /// by a Gaussian, and is gathered back to the grid (the one-tweet fluid, a simplified reintegration tracking).
    GF_SOLVER_GAUSSIAN,
    /// Liquids of several materials, drops, sprays: smoothed-particle hydrodynamics with double density (Clavet,
    /// Beaudoin, Poulin 2005). No particle is ever lost. See gfParticleParams and particles.h.
    GF_SOLVER_PARTICLES,
    /// Rivers, floods, tides, ponds, lava, seen from above: shallow water over ground (Stelling and Duinmeijer 2003).
    /// No water is made or lost, and a lake at rest stays at rest. See gfShallowParams and shallow.h.
    GF_SOLVER_SHALLOW,
    /// Water with a free surface: pools, waves, splashes, floods seen from the side. Particles carry the velocity, and
    /// a staggered grid makes it free of divergence (FLIP: Brackbill and Ruppel 1986, Zhu and Bridson 2005). See
    /// gfWaterParams. Particles are added, read and counted as in GF_SOLVER_PARTICLES (particles.h).
    GF_SOLVER_WATER
} gfSolverKind;

/// Ways to carry fields along the flow (advection). Each cell traces its fluid back by the midpoint rule (RK2) and
/// interpolates there. docs/advection.md compares them.
typedef enum gfAdvection {
    /// Linear between four cells: the cheapest, but it blurs.
    GF_ADVECTION_BILINEAR,
    /// Catmull-Rom for dye and temperature (twelve of its sixteen cells), a cubic through four cells for velocity. Both
    /// are clamped to the range of the inner four: sharp, without new extremes.
    GF_ADVECTION_CATMULL_ROM,
    /// The sharpest, and totals of dye and heat are kept. Dye and temperature use a polynomial of fifth order along
    /// each axis (Lagrange's through six cells), clamped to the inner four; velocity is as in GF_ADVECTION_CATMULL_ROM.
    /// Uniform dye stays uniform. The GPU sums the dye and heat that a step makes or loses, and corrects the next step
    /// by it, each cell within the range of its neighbours. Totals are right to some 5e-4; the clamp alone errs by some
    /// per cent in 100 steps. Dye and heat that solids push aside are given back, too. Changes by open sides, inflows,
    /// sources, dissipation, newly placed solids and the host are not corrected. It costs three small passes.
    GF_ADVECTION_QUINTIC
} gfAdvection;

/// Ways to solve for the pressure, which makes the flow divergence-free.
typedef enum gfPressureMethod {
    /// Multigrid by sawtooth cycles (Wesseling 1982) with red-black sweeps. They treat every scale of the flow at once:
    /// one cycle leaves about a tenth of the divergence, whatever the size of the grid. Mazes take more cycles. So do
    /// periodic axes whose number of cells can't be halved often, see gfFluidDef.boundaries.
    GF_PRESSURE_MULTIGRID,
    /// Jacobi iteration (Harris 2004). Each iteration spreads pressure by one cell, so large scales take many.
    GF_PRESSURE_JACOBI
} gfPressureMethod;

/// Time integration of GF_SOLVER_GRID.
typedef enum gfScheme {
    /// Advection, forces, projection (Stam 1999), of second order in time. The velocity that carries the flow is
    /// extrapolated by half a step from the last two velocities, and half of the last pressure gradient acts before
    /// advection (as in Bell, Colella, Glaz 1989). The first step after creation, a reset or a written velocity is of
    /// first order.
    GF_SCHEME_PROJECT,
    /// Advection-reflection (Zehnder, Narain, Thomaszewski 2018): two half steps with a projection each, and a
    /// reflection of the velocity between them. Of second order, with smaller errors in long steps, at twice the cost.
    GF_SCHEME_REFLECT,
    /// PROJECT as published: of first order in time, and the cheapest. The last velocity carries the flow, and each
    /// projection takes energy from vortices. With GF_ADVECTION_BILINEAR a face takes the mean of the values to which
    /// its two cells trace back. Figures: docs/figures/grid.md.
    GF_SCHEME_SIMPLE
} gfScheme;

/// Ready-made sets of tunables, see gfGridParams_SetQuality.
typedef enum gfQuality { GF_QUALITY_LOW, GF_QUALITY_MEDIUM, GF_QUALITY_HIGH, GF_QUALITY_REFERENCE } gfQuality;

/// Kinds of sides that a domain can have.
typedef enum gfBoundaryKind {
    /// A wall along which the fluid slips.
    GF_BOUNDARY_FREE_SLIP,
    /// A wall that the fluid sticks to, which acts through viscosity only (GF_SOLVER_GAUSSIAN: on liquid that would
    /// reach it within the step; GF_SOLVER_WATER: on the cells beside it). The wall may slide along itself, like a
    /// conveyor: gfBoundary.wallSpeed.
    GF_BOUNDARY_NO_SLIP,
    /// No wall: fluid leaves and enters freely, at pressure 0. GF_SOLVER_SHALLOW, GF_SOLVER_WATER: water falls over the
    /// edge; with gfBoundary.holdsLevel a still sea lies outside, into which waves run out, and from which water comes
    /// until it stands as high inside.
    GF_BOUNDARY_OPEN,
    /// Fluid is pushed in at a given speed, or drawn out if that is negative. With viscosity the velocity along the
    /// side is held at 0, as at a no-slip wall. GF_SOLVER_WATER: it enters all along the side or, with
    /// gfBoundary.holdsLevel, below gfBoundary.level, until there are gfWaterParams.capacity particles; only water that
    /// is there is drawn out.
    GF_BOUNDARY_INFLOW,
    /// Fluid that leaves here enters on the opposite side, which must be periodic, too. Solids and sources are not
    /// repeated across the seam: add a copy one period away. GF_SOLVER_PARTICLES and GF_SOLVER_WATER have none.
    GF_BOUNDARY_PERIODIC
} gfBoundaryKind;

/// Ways in which the speed of an inflow varies along its side.
typedef enum gfInflowProfile {
    /// The same speed everywhere.
    GF_INFLOW_UNIFORM,
    /// A parabola, 0 at both ends and 1.5 times the mean in the middle: developed flow between two plates.
    GF_INFLOW_PARABOLIC,
    /// Factors from gfBoundary.table, linear between its values.
    GF_INFLOW_TABLE
} gfInflowProfile;

/// Number of values in an inflow table.
#define GF_INFLOW_VALUES 16

/// One side of the domain. All zero is an insulated wall along which the fluid slips. Speeds (inflowSpeed times each
/// table value, too), level, temperature and dye are within +-GF_VALUE_MAX.
typedef struct gfBoundary {
    /// Kind of this side. Default GF_BOUNDARY_FREE_SLIP.
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
    /// Whether the side conducts heat: diffusion (gfGridParams.temperatureDiffusivity) then holds the fluid next to it
    /// at `temperature`. Otherwise it is insulated. Ignored on a periodic side. Default false.
    bool fixedTemperature;
    /// Temperature of the side, and of fluid that enters by an open side or inflow, above (or below)
    /// grid.ambientTemperature, K. Default 0.
    float temperature;
    /// Dye of fluid that enters by an open side or inflow, as gfSourceDef.dye. Default 0.
    float dye[4];
    /// GF_BOUNDARY_INFLOW of GF_SOLVER_SHALLOW: depth of the water that comes in, m, 0 (the default: as deep as inside)
    /// to GF_VALUE_MAX.
    float inflowDepth;
    /// GF_BOUNDARY_OPEN of GF_SOLVER_SHALLOW and GF_SOLVER_WATER: whether still water up to `level` lies outside.
    /// GF_BOUNDARY_INFLOW of GF_SOLVER_WATER: whether it acts below `level` only. Default false.
    bool holdsLevel;
    /// Height of the surface of the still water outside (`holdsLevel`), m: raise and lower it for a tide.
    /// GF_SOLVER_WATER: against gravity, as that of gfFluid_FillToLevel. Default 0.
    float level;
} gfBoundary;

/// The four sides of the domain. All zero: closed walls along which the fluid slips.
typedef struct gfBoundaries {
    gfBoundary left;   ///< at the smallest x
    gfBoundary right;  ///< at the largest x
    gfBoundary bottom; ///< at the smallest y
    gfBoundary top;    ///< at the largest y
} gfBoundaries;

/// Storage of velocity, dye and temperature. Pressure takes 32 bits wherever the context can. Values stored in 16 bits
/// are rounded up or down at random, and are right in the mean, so that nothing fades little by little. Cost:
/// docs/figures/grid.md.
typedef enum gfPrecision {
    GF_PRECISION_32F,
    GF_PRECISION_16F,
    /// Whatever suits the field: see gfFluidDef.fieldPrecision and gfGridParams.velocityPrecision.
    GF_PRECISION_AUTO
} gfPrecision;

/// Tunables of the grid solver; change them at any time with gfFluid_SetDef. Gravity, acceleration,
/// ambientTemperature, thermalExpansion and dyeDensity are within +-GF_VALUE_MAX.
typedef struct gfGridParams {
    /// Way to carry fields along the flow. Default GF_ADVECTION_QUINTIC.
    gfAdvection advection;
    /// Time integration. Default GF_SCHEME_PROJECT.
    gfScheme scheme;
    /// Storage of velocity while gfFluidDef.fieldPrecision is AUTO. A change keeps the stored values. Default
    /// GF_PRECISION_AUTO: 32 bits.
    gfPrecision velocityPrecision;
    /// Storage of dye while gfFluidDef.fieldPrecision is AUTO. Default GF_PRECISION_AUTO: 16 bits, rounded up or down
    /// at random, so that totals stay.
    gfPrecision dyePrecision;
    /// Storage of temperature while gfFluidDef.fieldPrecision is AUTO. Default GF_PRECISION_AUTO: as dye, but 32 bits
    /// where ambientTemperature is not 0, because 16 bits have steps of 0.25 K at 300 K.
    gfPrecision temperaturePrecision;
    /// Way to solve for the pressure. Default GF_PRESSURE_MULTIGRID.
    gfPressureMethod pressureMethod;
    /// GF_PRESSURE_MULTIGRID: most cycles in a projection, 0 to 100. Default 1. More leave less divergence.
    int32_t pressureCycles;
    /// GF_PRESSURE_MULTIGRID: cycles end when the residual is at most this, 0 (the default: all cycles run) to 1. The
    /// residual is the divergence left over the divergence before, each as a root mean square. The GPU makes the test.
    float pressureTolerance;
    /// GF_PRESSURE_JACOBI: iterations in a projection, 0 to 10000. Default 40. The last one goes half-way, which
    /// removes the checkerboard pattern.
    int32_t pressureIterations;
    /// Fraction of the last projection's pressure from which the next projection starts, 0 (from no pressure) to 1.
    /// Default 1. The step after splats, a written velocity or a new solid starts from no pressure, unless it has such
    /// changes, too.
    float pressureWarmStart;
    /// Factor on the pressure gradient that is subtracted, 0 to 2. 1 (the default) makes the flow divergence-free; less
    /// looks thinner (compressible), more looks thicker.
    float pressureGradientScale;
    /// Most that fluid travels in one CFL substep (the CFL number), cells, 0 to 1e6; 0 (the default): no step is cut.
    /// Each step is cut into equal CFL substeps, at most cflSubsteps, by the largest speed of two steps ago. Reading
    /// that speed waits only if the GPU is more than two steps behind. The first two steps after creation, reset and
    /// resize stay whole.
    float cflLimit;
    /// Most CFL substeps in a step, 1 to 64. Default 4. Faster flow stays stable but loses detail.
    int32_t cflSubsteps;
    /// Kinematic viscosity, m^2/s, 0 to 1e6 (air: 1.5e-5). It is solved implicitly, so stable at any value. No-slip
    /// walls act only with it. Default 0.
    float viscosity;
    /// Diffusivity of dye, m^2/s, 0 to 1e6, solved implicitly. Default 0.
    float dyeDiffusivity;
    /// Diffusivity of temperature, m^2/s, 0 to 1e6, solved implicitly. Default 0.
    float temperatureDiffusivity;
    /// Multigrid cycles of each implicit diffusion, 1 to 20. Default 1. One more is made where diffusion reaches
    /// farther than a cell and a half in a step.
    int32_t diffusionCycles;
    /// Strength of vorticity confinement (Fedkiw, Stam, Jensen 2001), 1/s, 0 to 1000. It restores curls that the grid
    /// smears, by a force of this times cell size times vorticity. It acts where vorticity has one sign over two cells
    /// each way. Default 0; 1 to 10 is lively.
    float vorticityConfinement;
    /// Rate at which velocity dies away, 1/s, 0 to 1e6: the factor is exp(-rate t) whatever the time step. Default 0.
    float velocityDissipation;
    /// Rate at which dye dies away, 1/s, 0 to 1e6. Default 0.
    float dyeDissipation;
    /// Rate at which temperature falls back to ambientTemperature, 1/s, 0 to 1e6. Default 0.
    float temperatureDissipation;
    /// Whether advection gives back dye and heat that it makes or loses, also with BILINEAR and CATMULL_ROM;
    /// GF_ADVECTION_QUINTIC always does. Default false.
    bool keepTotals;
    /// Gravity, m/s^2. Default (0, -9.81). It acts on differences of density only (Boussinesq), because pressure
    /// carries the weight of fluid at rest.
    gfVec2 gravity;
    /// Acceleration that acts on all fluid, m/s^2, to drive a periodic channel say. Default (0, 0).
    gfVec2 acceleration;
    /// Temperature at which fluid neither rises nor sinks, K; fluid starts at it. Default 0.
    float ambientTemperature;
    /// Fraction by which fluid one kelvin above ambient is lighter, 1/K. Default 0.01.
    float thermalExpansion;
    /// Fraction by which one unit of dye (its fourth channel) makes the fluid heavier. Default 0.
    float dyeDensity;
} gfGridParams;

/// Equations that GF_SOLVER_GAUSSIAN can follow. In all of them each cell's mass m and velocity v (cells a step) are a
/// particle at its centre. It moves by v and is spread about the place where it arrives.
typedef enum gfGaussianMode {
    /// The liquid for games: it keeps mass and momentum, and has gravity, viscosity, sides and solids. Weights are
    /// quadratic B-splines; pairs of particles exchange equal and opposite pressures; a drift undoes the spreading of
    /// surfaces. Walls and solids mirror the liquid, and nothing passes through a solid a cell thick or more. Two
    /// particles push each other if they would come within 2.7 cells in this step, from up to 15 cells apart, even
    /// through thin solids. Method and figures: docs/liquid.md.
    GF_GAUSSIAN_CONSERVING,
    /// The tweet in a readable form: 13 x 13 neighbours, an explicit test for zero mass, a splash now and then. Cells
    /// outside the grid are empty. Gravity, sides and solids do nothing, and mass is not kept.
    GF_GAUSSIAN_SIMPLE,
    /// The tweet as published: 196 neighbours, exp(-x.x)/3.142, momentum / (mass + 1e-6). The first two of every 500
    /// steps add mass 0.3 and an outward velocity everywhere. It takes no tunables; the outside is as in SIMPLE.
    GF_GAUSSIAN_CLASSIC
} gfGaussianMode;

/// Smallest contact angle, degrees; liquid would cover a wall with a smaller one as a film.
#define GF_CONTACT_ANGLE_MIN 50.0f
/// Largest contact angle, degrees; liquid would float off a wall with a larger one.
#define GF_CONTACT_ANGLE_MAX 150.0f
/// Largest gfGaussianParams.stiffness (1.6 was still stable in tests).
#define GF_GAUSSIAN_STIFFNESS_MAX 1.0f
/// Value of gfGaussianParams.surfaceTension that follows the stiffness.
#define GF_TENSION_AUTOMATIC (-1.0f)
/// Fastest fluid of GF_GAUSSIAN_CONSERVING along an axis, cells a step; faster fluid is slowed down to it.
#define GF_GAUSSIAN_SPEED_MAX 12.0f

/// Tunables of GF_SOLVER_GAUSSIAN; change them at any time with gfFluid_SetDef. Mass 1 is a cell full of fluid at
/// rest. A member whose comment begins with a mode is ignored in the other modes.
typedef struct gfGaussianParams {
    /// Equations to follow. Default GF_GAUSSIAN_CONSERVING.
    gfGaussianMode mode;
    /// Runs unoptimised shaders, which visit each neighbour of a fixed window. Tests compare the fast ones with them;
    /// they are several times slower. Default false.
    bool plain;
    /// CONSERVING, SIMPLE: mass of a cell without pressure, 0.01 to 100. Denser fluid spreads, thinner contracts.
    /// Default 1.
    float restDensity;
    /// CONSERVING: resistance to compression, 0 to GF_GAUSSIAN_STIFFNESS_MAX. Default 0.5. Pressure of mass m is P =
    /// stiffness * m (m - restDensity) / restDensity^3, in (cells a step)^2; where m |P| is above 0.5 it grows more
    /// slowly, so that no mass makes a step unstable. Sound travels at sqrt(stiffness / 2) cells a step at rest
    /// density. Gravity times the fluid's height should stay below stiffness / 8 (cellSize / fixedStep)^2: beyond that
    /// take shorter steps, or the bottom is pressed together.
    float stiffness;
    /// CONSERVING: surface tension over density, m^3/s^2, 0 (a gas) to 1e6. Default GF_TENSION_AUTOMATIC. Water
    /// has 7.3e-5 (N/m over kg/m^2, for a depth of 1). Drops of 10 cells' radius or more oscillate by it. With u =
    /// cellSize^3 / fixedStep^2, at most 0.0058 u takes effect (0.0062 u at a stiffness of 1), so that drops stay
    /// round. This limit is lower at a stiffness below 0.27 (0.0143 stiffness^0.7 u), and viscosity lowers it by 0.0045
    /// viscosity cellSize / fixedStep. Shorter steps raise it; tensions below 0.001 u are less exact, see
    /// docs/liquid.md. AUTOMATIC keeps the equation's own negative pressure: 0.0088 stiffness^0.7 u, or the limit.
    float surfaceTension;
    /// CONSERVING: kinematic viscosity, m^2/s, 0 to 1e6. Default 0. Between 0.0155 and 0.37 cellSize^2 / fixedStep
    /// shear waves decay by it; for a value outside the nearer of the two limits takes effect.
    float viscosity;
    /// CONSERVING: angle at which the surface of resting liquid meets closed sides, as gfSolidDef.contactAngle,
    /// degrees, GF_CONTACT_ANGLE_MIN to GF_CONTACT_ANGLE_MAX. Default 90.
    float contactAngle;
    /// CONSERVING: gravity, m/s^2, within +-GF_VALUE_MAX. Default (0, 0). Its strength is limited by
    /// `stiffness`.
    gfVec2 gravity;
    /// CONSERVING: whether the total mass is held at the amount that sources put in, against rounding of some 1e-8 a
    /// step. All mass is scaled by at most 1 % a step; gfFluidStats.massCorrection sums these changes. Nothing is
    /// corrected while a side is open. Default true.
    bool massCorrection;
    /// SIMPLE: factor on the force of the published equation, -10 to 10. Default 1.
    float force;
    /// SIMPLE: distance from which a cell gathers its neighbours' fluid, cells, 1 to 7. Default 6.
    int32_t radius;
    /// SIMPLE: steps between splashes, 0 (none) to 1e6. The first step has one. Default 500.
    int32_t splashPeriod;
    /// SIMPLE: mass that a splash adds to every cell, 0 to 100. Default 0.5.
    float splashMass;
    /// SIMPLE: velocity that a splash adds, per distance from the domain's middle, 1/step, -1 to 1. Default 0.001.
    float splashSpeed;
} gfGaussianParams;

/// Settings of a fluid. Make it with gfDefaultFluidDef(). Members that say "Fixed" stay as they were at creation;
/// gfFluid_SetDef changes all others.
typedef struct gfFluidDef {
    /// Method that moves the fluid. Default GF_SOLVER_GRID. Fixed.
    gfSolverKind solver;
    /// Cells across, GF_GRID_MIN to GF_GRID_MAX. Default 256. Fixed, but for gfFluid_Resize.
    int32_t gridWidth;
    /// Cells up, GF_GRID_MIN to GF_GRID_MAX. Default 256. Fixed, but for gfFluid_Resize.
    int32_t gridHeight;
    /// Side of a (square) cell, m, 1e-6 to 1e6. Default 1/256. The domain's size is grid times cell size: half the cell
    /// size and twice the grid is the same flow, only sharper. Fixed, but for gfFluid_Resize.
    float cellSize;
    /// World position of the domain's lower left corner, m, within +-1e9. Default (0, 0). Fixed, but for gfFluid_Resize
    /// and gfFluid_Scroll.
    gfVec2 origin;
    /// Dye cells per grid cell along a side, 0.25 to 8, within the context's largest texture. Default 1, the only value
    /// outside GF_SOLVER_GRID. Along a periodic axis dye cells must be even in number, too. Fixed, but for a governor
    /// (GF_GOVERNED_DYE).
    float dyeScale;
    /// Storage of velocity, dye and temperature together. Default GF_PRECISION_AUTO: each as gfGridParams says. The
    /// context may force another, with a message. The other solvers always ask for 32 bits, because 16 lose mass.
    /// Fixed.
    gfPrecision fieldPrecision;
    /// Length of a step, s, 1e-6 to 1. Default 1/60. A change counts from the next step on: for slow motion, or steps
    /// as long as frames are. Time not yet simulated stays. Shorter steps make the liquid of GF_SOLVER_GAUSSIAN
    /// stiffer and its sound faster (gfGaussianParams.stiffness is in cells a step); the other solvers' physics stays.
    float fixedStep;
    /// Most steps in one gfFluid_Step, 1 to 1000. Default 4. On a machine that computes a step more slowly than it
    /// lasts, frames grow until they hold this many, and the fluid moves in slow motion. A lower number keeps such
    /// frames short; a higher one catches up after a hitch.
    int32_t maxSteps;
    /// Sides of the domain. Default: closed walls that slip. A periodic axis needs an even number of cells, best a
    /// multiple of 32 (of more in large grids): multigrid halves the grid only as long as periodic axes stay even. With
    /// 200 cells, each cycle after the first leaves about half of the divergence in some flows; 250 cells have no
    /// coarser level and converge like plain sweeps.
    /// GF_SOLVER_GAUSSIAN takes walls, open sides, by which fluid only leaves, and periodic sides, but no inflow. It
    /// ignores their temperature and dye. A periodic axis needs a multiple of 8 cells, at least 16.
    gfBoundaries boundaries;
    /// Tunables of GF_SOLVER_GRID. The other solvers ignore them, as GRID ignores the tunables of the others.
    gfGridParams grid;
    /// Tunables of GF_SOLVER_GAUSSIAN.
    gfGaussianParams gaussian;
    /// Tunables of GF_SOLVER_PARTICLES. The cells of gridWidth and gridHeight then serve solids, fields and drawings.
    gfParticleParams particles;
    /// Tunables of GF_SOLVER_SHALLOW.
    gfShallowParams shallow;
    /// Tunables of GF_SOLVER_WATER.
    gfWaterParams water;
    /// Set by gfDefaultFluidDef().
    int32_t cookie;
} gfFluidDef;

/// State of a fluid's clock.
typedef struct gfStepInfo {
    uint64_t stepCount;      ///< steps since creation or reset
    double time_s;           ///< simulated time, s
    double lostTime_s;       ///< time beyond maxSteps that gfFluid_Step dropped, s
    double pending_s;        ///< time given to gfFluid_Step and not yet simulated, less than one step, s
    int32_t lastSteps;       ///< steps that the last gfFluid_Step ran
    int32_t lastCflSubsteps; ///< CFL substeps that the last step was cut into, see gfGridParams.cflLimit
} gfStepInfo;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfFluidDef gfDefaultFluidDef(void);

/// Returns a definition of water (GF_SOLVER_WATER) in a square box. `height` is the box's, m, 1e-3 to 1e4; `gravity`
/// points down, m/s^2, 1e-3 to 1e3; `cells` is the number of cells upwards, GF_GRID_MIN to GF_GRID_MAX. The call sets
/// gravity, cellSize, the longest step, .64 sqrt(cellSize / gravity), of which a whole number make a sixtieth of a
/// second, and as many CFL substeps as water needs that falls from the top. Set gridWidth, origin and sides freely.
/// Under the earth's gravity a frame takes one step with up to 150 cells in 1 m, 900 in 6 m. `maxSteps` is enough
/// for four such frames: a slow machine falls to 15 frames a second before it shows slow motion (half as many: to 30).
/// Needs no context, and logs nothing: only gfGetLastError has an error. All zero on failure: OUT_OF_RANGE (also where
/// a frame would take more than 1000 steps).
GF_API gfFluidDef gfSuggestLiquid(float height, float gravity, int32_t cells);

/// Makes a fluid at rest at ambient temperature, without dye or solids. The liquid solvers begin without liquid. The
/// context must be current.
/// Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfFluid *gfCreateFluid(gfDevice *device, const gfFluidDef *def);

/// Frees the fluid, its tracers, queries and GL objects. Null is allowed. The context must be current. A fluid of a
/// group stays and UNSUPPORTED is reported: gfDestroyFluidGroup frees it.
GF_API void gfDestroyFluid(gfFluid *fluid);

/// Returns the definition in force, with the sizes of the last resize. All zero, its cookie too, for a null fluid.
/// Reports nothing and needs no context.
GF_API gfFluidDef gfFluid_GetDef(const gfFluid *fluid);

/// Adds `dt` seconds (0 to 1e6) to the clock and runs the steps that fit, maxSteps at most. Time beyond these steps is
/// dropped, counted, and logged as TIME_LOST once until the host catches up. A frame may run no step; the context must
/// be current even then. The call waits for the GPU in the first three steps of GF_SOLVER_SHALLOW, to measure how many
/// CFL substeps they need. It also waits for results of earlier steps that it needs and the GPU has not finished:
/// speeds for CFL substeps, forces on rigid bodies. False, nothing done: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (a
/// fluid of a group), CONTEXT_LOST, WRONG_CONTEXT, HOST_STATE; OUT_OF_RANGE, too, if a texture of a source or solid
/// holds integers. False, though the clock has gone on: a pass could not be drawn (OUT_OF_MEMORY, FRAMEBUFFER, SHADER).
GF_API bool gfFluid_Step(gfFluid *fluid, float dt);

/// Runs exactly one step, whatever the clock. The context must be current. False: as gfFluid_Step.
GF_API bool gfFluid_StepOnce(gfFluid *fluid);

/// Returns the state of the clock. All zero for a null fluid. Reports nothing and needs no context.
GF_API gfStepInfo gfFluid_GetStepInfo(const gfFluid *fluid);

/// Changes the definition of a living fluid: its step, sides and tunables, but no member that says "Fixed". Begin with
/// gfFluid_GetDef, and set what shall be new. A new fixedStep alone is cheap. The context must be current (shaders may
/// be compiled and textures made). False, nothing changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also for a fixed
/// member, with both values), UNSUPPORTED (a fluid of a group, but for what is its own there), CONTEXT_LOST,
/// WRONG_CONTEXT, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetDef(gfFluid *fluid, const gfFluidDef *def);

/// Sets the tunables that decide quality and cost, as listed below. Every set takes multigrid as pressureMethod,
/// pressureTolerance 0, pressureWarmStart 1, and AUTO as the precision of dye and temperature. Other members stay.
/// Needs no context, and logs nothing: only gfGetLastError has an error. False, nothing changed: NULL_ARGUMENT,
/// OUT_OF_RANGE (an unknown `quality`).
///   LOW        bilinear advection, SIMPLE scheme, velocity in 16 bits, 1 pressure cycle, cflLimit 0, cflSubsteps 4, 1
///              cycle of diffusion
///   MEDIUM     the defaults: as LOW, but GF_ADVECTION_QUINTIC, PROJECT, velocity in 32 bits
///   HIGH       as MEDIUM, but REFLECT, 2 pressure cycles, cflLimit 10, cflSubsteps 2
///   REFERENCE  as MEDIUM, but REFLECT, 4 pressure cycles, cflLimit 2, cflSubsteps 8, 2 cycles of diffusion,
///              keepTotals (false in the others)
GF_API bool gfGridParams_SetQuality(gfGridParams *params, gfQuality quality);

/// Changes grid, cell size and origin (ranges as in gfFluidDef) and resamples every field by world position; parts
/// outside the old domain start empty. Sources, solids and the clock stay. The context must be current. GF_SOLVER_GRID:
/// the velocity is projected anew. If the domain stays (level of detail: half the cells, twice their size, and back),
/// so do the totals of heat and of each channel of dye. Half of an odd number of cells is rounded up, and the domain
/// grows by half a cell. GF_SOLVER_PARTICLES and GF_SOLVER_WATER: particles keep place, velocity and id. Those outside
/// the new domain are drained (gfParticleStats), unless they are `unbounded`; draining waits for the GPU. With another
/// size of cells water is divided into other particles near by, as many as keep its volume: one becomes four at half
/// the size, of which one keeps the id and three count as emitted, or three of four are drained. False, nothing
/// changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (a fluid of a group), TOO_MANY (more particles than the water's
/// capacity), OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL, HOST_STATE.
GF_API bool gfFluid_Resize(gfFluid *fluid, int32_t gridWidth, int32_t gridHeight, float cellSize, gfVec2 origin);

/// Empties the fluid: at rest, without dye, at ambient temperature, its clock at 0. Waiting splats and particles are
/// dropped, and counts of particles start anew. Emitters, solids and the ground of GF_SOLVER_SHALLOW stay; rigid bodies
/// go back to where they were defined. The context must be current. False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfFluid_Reset(gfFluid *fluid);

/// Fills a shape, or with null the whole domain, with still fluid up to `level` (m, within +-GF_VALUE_MAX). It acts on
/// cells whose centre is in the shape; cells above the level become empty. The context must be current.
/// GF_SOLVER_SHALLOW: `level` is the height of the surface. Cells in solids are filled, too: a lake stands under its
/// piers. GF_SOLVER_GAUSSIAN, GF_GAUSSIAN_CONSERVING only: `level` is the surface's height against gravity, -(gravity .
/// place) / |gravity|: its y where gravity points down or is 0, -y where it points up. The liquid has the density at
/// which it rests under its own weight: mass restDensity at the level, and everywhere without gravity or stiffness
/// (formula: docs/liquid.md). Cells that the level cuts are filled in part, cells in solids not at all. Its velocity is
/// 0; dye per unit of mass stays. GF_SOLVER_WATER: particles at rest are added up to such a level, outside solids and
/// where there are none yet; nothing is taken away. If it reaches no cell, the log has a warning
/// (gfDeviceDef.validation). False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (another solver or mode),
/// HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfFluid_FillToLevel(gfFluid *fluid, const gfShape *shape, float level);

#ifdef __cplusplus
}
#endif
#endif
