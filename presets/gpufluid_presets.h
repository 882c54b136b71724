/// Presets read what was tuned in the panel of fluid_demo, and saved to a file, into the definitions of a game. Call
/// gfReadPreset or gfLoadPreset before the fluid is made. It is no part of libgpufluid itself: link gpufluid::presets
/// too, or compile gpufluid_presets.c of `./run drop-in`. docs/demo.md#presets-in-a-game shows a program.
#ifndef GPUFLUID_PRESETS_H
#define GPUFLUID_PRESETS_H

#include <gpufluid/gpufluid.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Size of the longest message, bytes.
#define GF_PRESET_ERROR_SIZE 512

/// Definitions that a preset is read into. Each may be null: its part of the preset is checked and then dropped.
/// Members that the preset does not name stay, so begin with the definitions of gfDefault...Def().
typedef struct gfPresetTargets {
    /// Solver, tunables and boundaries of the fluid. Grid, cell size and origin stay the game's.
    gfFluidDef *fluid;
    gfFluid3DDef *volume;  ///< the same for a fluid in three dimensions, without its container
    gfDrawDef *draw;       ///< look, without the view
    gfDraw3DDef *draw3d;   ///< look of a fluid in three dimensions, without the camera
    gfSurfaceDef *surface; ///< look of water over ground, without the camera
} gfPresetTargets;

/// Reads a preset from text: JSON in UTF-8, of `size` bytes, with or without a 0 at the end. Values of the demo's scene
/// come first, then those that were set. Settings of the demo itself (brush, window, speed of time) are skipped. It
/// needs no context, allocates nothing, does not depend on the locale, and may be called on any thread.
///
/// False, nothing changed: the text is no such preset, has an unknown name, or has a value that the library would not
/// take. `error` then receives a message of at most GF_PRESET_ERROR_SIZE bytes: the line's number, the name, and what
/// was expected. It may be null, with an `errorSize` of 0.
bool gfReadPreset(const char *text, size_t size, const gfPresetTargets *to, char *error, size_t errorSize);

/// Reads a preset from a file of at most 1 MiB. `error` then begins with the file's name.
bool gfLoadPreset(const char *path, const gfPresetTargets *to, char *error, size_t errorSize);

/// Gives a running fluid what differs in `def` and may change while it runs: fixedStep, maxSteps, boundaries and its
/// solver's tunables. A game can so read its preset again while it is tuned. Members that say "Fixed" in their header
/// (such as dyeScale, fieldPrecision, and capacity, radius and search of particles) keep their values and need a new
/// fluid. The context must be current. False, nothing changed: as gfFluid_SetDef, also if `def` is of another solver;
/// gfGetLastError has it.
bool gfRetuneFluid(gfFluid *fluid, const gfFluidDef *def);

#ifdef __cplusplus
}
#endif

#endif
