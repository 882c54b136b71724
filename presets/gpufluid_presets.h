/// Presets: what was tuned in the panel of fluid_demo and saved to a file, read into the definitions of a game. It is
/// no part of libgpufluid itself: link gpufluid::presets too, or compile gpufluid_presets.c of `./run drop-in`.
/// docs/demo.md#presets-in-a-game shows a program.
#ifndef GPUFLUID_PRESETS_H
#define GPUFLUID_PRESETS_H

#include <gpufluid/gpufluid.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Room that the longest message needs, in bytes.
#define GF_PRESET_ERROR_SIZE 512

/// What a preset is read into. Each may be null: what the preset says of it is checked, and then left out. What the
/// preset does not say stays as it is, so begin with the definitions of gfDefault...Def().
typedef struct gfPresetTargets {
    /// The fluid: its solver, its parameters and boundaries, all but its grid, cell size and origin, which are the
    /// game's.
    gfFluidDef *fluid;
    gfFluid3DDef *volume;  ///< the same of a fluid in three dimensions, without its container
    gfDrawDef *draw;       ///< the look, without its view
    gfDraw3DDef *draw3d;   ///< the look of a fluid in three dimensions, without its camera
    gfSurfaceDef *surface; ///< the look of water over ground, without its camera
} gfPresetTargets;

/// Reads a preset from text, which is JSON in UTF-8 and need not end with a 0. First what the demo's scene has itself,
/// then what was set. What is the demo's own (brush, window, speed of time) is left out. Needs no context, allocates
/// nothing, does not depend on the locale, and may be called on any thread.
///
/// False, and nothing has changed: the text is no such preset, has a name that there is not, or a value that the
/// library would not take. `error` then has a line of at most GF_PRESET_ERROR_SIZE bytes: the number of the line in the
/// text, the name, and what was expected; may be null, with an `errorSize` of 0.
bool gfReadPreset(const char *text, size_t size, const gfPresetTargets *to, char *error, size_t errorSize);

/// The same from a file of at most 1 MiB. `error` then begins with its name.
bool gfLoadPreset(const char *path, const gfPresetTargets *to, char *error, size_t errorSize);

/// Gives a fluid that runs what differs in `def` and may change while it does: fixedStep, boundaries and the parameters
/// of its solver. So a game can read its preset again while it is tuned. What is decided when a fluid is made
/// (maxSubsteps, dyeScale, precision, of particles capacity, radius and search) needs another fluid. The context must
/// be current. False as gfFluid_SetFixedStep, gfFluid_SetBoundaries and gfFluid_SetGridParams, or that of the solver,
/// say, and gfGetLastError tells: NULL_ARGUMENT, OUT_OF_RANGE ...; UNSUPPORTED, `def` is of another solver. What came
/// before the value that is refused is in force then.
bool gfRetuneFluid(gfFluid *fluid, const gfFluidDef *def);

#ifdef __cplusplus
}
#endif

#endif
