/// fluid_bench: its options, its cases and what they find. A case is a row of the table in main.c; it times the library
/// and what it is compared with on one grid, in turn, and reports rows of its own.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "gpu.h"

#include <gpufluid/gpufluid.h>

#include <stdio.h>

#define BENCH_SIZES_MAX 16

/// What the command line asked for.
typedef struct BenchOptions {
    int steps;               ///< in a batch of the library and of plain; 0: as many as fill a batch
    int batches;             ///< of each kind of work; the median counts
    int warmup;              ///< steps before the state or residual is taken and the clock starts; < 0: the case's own
    bool warmStart;          ///< the library starts from the last pressure; plain always from zero
    bool plume;              ///< there is only the dye that the source pours in; else there is some all over
    const char *precision;   ///< of the library's fluid: `16`, `32` or `mixed`; null: as by default
    const char *quality;     ///< of the library's steps, by name; null: as by default
    gfPressureMethod method; ///< of the library's steps
    int cycles;              ///< of multigrid, or iterations of Jacobi
    int particles[BENCH_SIZES_MAX];
    int particleCount;  ///< numbers of particles; 0: the case's own
    int dimensions;     ///< of particles; 0: 2 and 3
    const char *search; ///< of particles; null: all
    int fluids;         ///< of a group: a square number
    int seconds;        ///< most that a row of particles may take; 0: any
} BenchOptions;

typedef struct BenchCase BenchCase;

/// What was measured, in the order of measuring (report.c).
typedef struct Report Report;

/// What a case works on.
typedef struct BenchSetup {
    const BenchCase *row;
    Gpu *gpu;
    gfDevice *device;
    const BenchOptions *options;
    int width; ///< cells; 0 of a case without grids
    int height;
} BenchSetup;

/// Time of one kind of pass.
typedef struct BenchPass {
    char label[64];
    double count; ///< in a step, or a drawing of the case `effects`
    double ms;    ///< in that, all of them
} BenchPass;

/// Passes of steps that were profiled apart from the timed ones. None without time queries.
typedef struct BenchProfile {
    uint64_t dropped; ///< passes without a time
    int count;
    BenchPass passes[GF_PROFILE_MAX];
} BenchProfile;

/// What the case `step` found. Times are of one step, residuals are divergence (root mean square over fluid cells)
/// after the projection over that before, each in its own discretisation.
typedef struct StepResult {
    double ms;
    double plain_ms;
    double limit_ms; ///< every field of the library's state read and written once, in its own format
    double copy_ms;  ///< one RGBA32F field of the grid's size read and written once
    double residual;
    double plainResidual;
    int stepsPerBatch;
    int plainStepsPerBatch;
    int batches;
    int bits[3];                 ///< of velocity, dye and temperature, as they are stored
    double passes, calls, binds; ///< of a step: drawings, calls of the GL, and those that bind a framebuffer
    BenchProfile profile;
} StepResult;

/// What the case `projection` found of one method. Times are of one pressure solve.
typedef struct ProjectionResult {
    const char *solids;
    const char *input; ///< `edge`: pushes up to the walls; `margin`: none near them
    gfPressureMethod method;
    int cycles;      ///< of multigrid, or iterations of Jacobi
    double residual; ///< as StepResult's, from zero
    double ms;
    double plain_ms; ///< 40 textbook iterations without solids
    double cycle_ms; ///< one cycle of multigrid on this grid with these solids, whatever `method` is
    int batches;
} ProjectionResult;

/// What the cases `quality` and `advection` found of one set of tunables.
typedef struct QualityResult {
    const char *quality;
    double ms; ///< one step
    double residual;
    int batches;
} QualityResult;

/// What the case `effects` found. Times are of one drawing, or step.
typedef struct EffectsResult {
    double ms;       ///< of refraction and bloom: draw_ms - plain_ms
    double plain_ms; ///< drawing without
    double draw_ms;  ///< drawing with both
    double step_ms;
    int batches;
    BenchProfile profile; ///< of drawing with both
} EffectsResult;

/// What the cases `frame` and `detail` found. Times are of one frame.
typedef struct FrameResult {
    double less_ms; ///< frame: of its step alone; detail: without detail
    double frame_ms;
    int batches;
    BenchProfile profile;
} FrameResult;

/// What a case of solver `gaussian` found. Times are of one step.
typedef struct GaussianResult {
    double ms;
    double plain_ms;
    double copy_ms;    ///< one RGBA32F field of the grid's size read and written once
    bool compared;     ///< `difference` is known
    double difference; ///< largest of mass after one step of both from the same state, over the largest mass
    int stepsPerBatch;
    int batches;
    BenchProfile profile;
} GaussianResult;

/// What the case `column` found of one search. Times are of one substep.
typedef struct ColumnResult {
    int particles;
    int dimensions;
    const char *search;
    double substep_ms;
    double copy_ms; ///< one RGBA32F field with a texel a particle read and written once
    int substepsPerStep;
    double neighbours; ///< of a particle, mean
    double densest;    ///< over the density at rest
    uint64_t dropped;  ///< particles without a slot, summed over all substeps
    int stepsPerBatch;
    int batches;
    BenchProfile profile;
} ColumnResult;

/// What the case `kinds` found. Times are of one substep.
typedef struct KindsResult {
    double water_ms;  ///< of particles of water
    double kinds_ms;  ///< of as many of five kinds
    double groups_ms; ///< of as many in 256 groups
    int particles;
    int batches;
    BenchProfile profile; ///< of a step of five kinds
} KindsResult;

/// What the case `flood` of shallow water found. Times are of one step.
typedef struct ShallowResult {
    double ms;
    double detailed_ms; ///< with ripples and foam
    double copy_ms;     ///< its state, one RGBA32F field of the grid's size, read and written once
    int substeps;       ///< CFL substeps in a step
    int stepsPerBatch;
    int batches;
    BenchProfile profile; ///< with ripples and foam
} ShallowResult;

/// What the case `game` found. Times are of one step.
typedef struct GameResult {
    double static_ms; ///< nothing changes between steps
    double moving_ms; ///< every solid moves before every step
    double query_ms;  ///< nothing changes, and 1,000 points, 64 regions and 64 solids are asked about after each step
    double scroll_ms; ///< nothing else changes, and the domain moves by a cell before each step
    uint64_t waits;   ///< for the GPU, of these questions
    uint64_t answers; ///< number of the newest answer that came
    int solids;
    int batches;
    BenchProfile profile; ///< while they move
} GameResult;

/// What the case `group` found. Times are of one step of all fluids.
typedef struct GroupResult {
    double ms;
    double whole_ms; ///< of one fluid with as many cells as all have together
    double apart_ms; ///< of the same fluids, each stepped alone
    int fluids;
    int batches;
    BenchProfile profile; ///< of the group
} GroupResult;
/// What the case `cpu` found: of one step, while no call of the GL does anything.
typedef struct CpuResult {
    double us;       ///< of this thread, each step a call of its own
    double calls;    ///< of the GL
    double us_frame; ///< the same of steps between gfDevice_BeginFrame and gfDevice_EndFrame
    double callsFrame;
    int batches;
} CpuResult;

/// What a frame and a start cost (start.h).
typedef struct StartResult StartResult;

/// One row of the table of cases.
struct BenchCase {
    const char *name;
    const char *solver;
    const char *summary; ///< one line, for --list
    const char *grids;   ///< without --grid, as it would be written there; null: it has no grids
    int warmup;          ///< without --warmup
    bool byDefault;      ///< whether its solver's run has it without --case
    /// False with a line in setup->gpu->error.
    bool (*run)(const BenchSetup *setup, Report *report);
};

/// The case `step` of the grid solver: one step of a plume that meets a disc, dye all over (step.c).
bool Step_RunGrid(const BenchSetup *setup, Report *report);

/// The case `projection`: what a pressure solve costs and leaves, by method and solids (projection.c).
bool Projection_RunGrid(const BenchSetup *setup, Report *report);

/// The case `quality`: the plume again, by quality (quality.c).
bool Quality_RunGrid(const BenchSetup *setup, Report *report);

/// The case `advection`: the plume again, medium quality, by gfAdvection (quality.c).
bool Quality_RunAdvection(const BenchSetup *setup, Report *report);

/// The case `effects`: what refraction and bloom add to a drawing of the plume, beside its step (effects.c).
bool Effects_RunGrid(const BenchSetup *setup, Report *report);

/// The case `frame`: a step and a drawing with dye finer than cells and effects on the picture (frame.c).
bool Frame_RunEffects(const BenchSetup *setup, Report *report);

/// The case `detail`: a frame with detail below a cell beside one without (frame.c).
bool Frame_RunDetail(const BenchSetup *setup, Report *report);

/// The case `game`: a step among solids that move each frame, beside one among still ones (game.c).
bool Game_RunGrid(const BenchSetup *setup, Report *report);

/// The case `group`: a step of many small fluids beside one of a large one (group.c).
bool Group_RunGrid(const BenchSetup *setup, Report *report);
/// The case `cpu`: what a step of the plume costs the processor beside the driver (cpu.c).
bool Cpu_RunGrid(const BenchSetup *setup, Report *report);

/// The cases `tweet` and `pour` of the Gaussian solver: one step of the scene of that name (gaussian.c).
bool Gaussian_RunTweet(const BenchSetup *setup, Report *report);
bool Gaussian_RunPour(const BenchSetup *setup, Report *report);

/// The case `column` of particles: one substep of a dam that breaks, by number, dimensions and search (particles.c).
bool Particles_RunColumn(const BenchSetup *setup, Report *report);
bool Particles_RunKinds(const BenchSetup *setup, Report *report);

/// The case `flood` of shallow water: one step of a lake of waves over rolling ground (shallow.c).
bool Shallow_RunFlood(const BenchSetup *setup, Report *report);

/// Null without memory. `file` is where the JSON goes, or null.
Report *Report_Create(const char *renderer, const char *api, const char *tier, FILE *file);
void Report_Destroy(Report *report);

/// Each prints one row, below the head of its table if the last row was of another case, and keeps it for the JSON.
/// False with a line in setup->gpu->error.
bool Report_AddStep(Report *report, const BenchSetup *setup, const StepResult *result);
bool Report_AddProjection(Report *report, const BenchSetup *setup, const ProjectionResult *result);
bool Report_AddGaussian(Report *report, const BenchSetup *setup, const GaussianResult *result);
bool Report_AddQuality(Report *report, const BenchSetup *setup, const QualityResult *result);
bool Report_AddFrame(Report *report, const BenchSetup *setup, const FrameResult *result);
bool Report_AddEffects(Report *report, const BenchSetup *setup, const EffectsResult *result);
bool Report_AddKinds(Report *report, const BenchSetup *setup, const KindsResult *result);
bool Report_AddGroup(Report *report, const BenchSetup *setup, const GroupResult *result);
bool Report_AddGame(Report *report, const BenchSetup *setup, const GameResult *result, const StartResult *start);
bool Report_AddCpu(Report *report, const BenchSetup *setup, const CpuResult *result);
bool Report_AddShallow(Report *report, const BenchSetup *setup, const ShallowResult *result);
bool Report_AddColumn(Report *report, const BenchSetup *setup, const ColumnResult *result);

/// Says which row is not there, and why.
bool Report_SkipColumn(Report *report, const BenchSetup *setup, const ColumnResult *result, const char *reason);

/// Prints the passes of every row that has some, and writes the JSON. False if that could not be written.
bool Report_Finish(Report *report);

#endif
