/// A window of SDL2's with an OpenGL 3.3 core context, a device of gpufluid's in it, and a loop: what games that show
/// something else than that have in common.
#ifndef SUPPORT_SDL_GAME_H
#define SUPPORT_SDL_GAME_H

#include <gpufluid/gpufluid.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdlGame {
    const char *name; ///< the window's title, and what complaints begin with
    void *game;       ///< given to both
    /// Builds the world. False ends the program.
    bool (*build)(void *game, gfDevice *device);
    /// Goes on by `dt` seconds and draws to a cleared window that is `aspect` times as wide as high, in a viewport of
    /// all of it. False ends the program.
    bool (*play)(void *game, float dt, float aspect);
} SdlGame;

/// Runs it until Escape; with `--frames N` for so many frames of 1/60 s, with `--out FILE.png` for a picture of the
/// last one. Returns the program's exit status. The device, which is destroyed last, takes its fluids with it.
int SdlGame_Run(const SdlGame *game, int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
