/// A run without a window: frames are stepped and drawn into a framebuffer of its own.
#ifndef PLAYER_RUN_H
#define PLAYER_RUN_H

#include "canvas.h"
#include "controls.h"

#include "support/headless.h"
#include "support/progress.h"

#include <stdio.h>

typedef struct Run {
    Demo *demo;
    Controls *controls;
    const Options *options;
    Headless *headless;
    GladGLContext gl;
    Canvas canvas;     ///< that is drawn into
    Image picture;     ///< that Run_Read fills
    int first, frames; ///< frame to begin with, and how many there are then
    Progress progress;
    /// Writes the picture, or a field in its place. False after a message.
    bool (*write)(struct Run *run, const char *path);
    /// After frame `number`, from 1 on; null: nothing. False after a message.
    bool (*afterFrame)(struct Run *run, int number);
    void *user;         ///< of both
    gfProfile *profile; ///< of the passes; null: nothing is measured
    double stepping_ms; ///< wall time of the steps of the later half of the frames, when programs are there
    uint64_t steps;     ///< of these
} Run;

/// Makes context, device, scene and picture; `run` has what is not 0 already. False after a message. To be closed in
/// both cases.
bool Run_Open(Run *run, Controls *controls);
void Run_Close(Run *run);

/// Steps all frames from `first` on; writes each where --out is a pattern. False after a message.
bool Run_StepAll(Run *run);

/// Writes --out, unless its frames are written. False after a message.
bool Run_WriteLast(Run *run);

/// Reads what was drawn into the picture. False after a message.
bool Run_Read(Run *run);

/// Draws the scene, reads and writes it: for Run.write.
bool Run_WritePicture(Run *run, const char *path);

/// Where lines about the run go: where measures are printed nothing else is.
FILE *Run_GetLog(const Run *run);

#endif
