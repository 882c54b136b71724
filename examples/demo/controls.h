/// What a user does to a scene that runs, in a window or from a recording of it: keys, pointer, sizes and frames. All
/// that decides pictures comes this way, so that a recording has all of it.
#ifndef DEMO_CONTROLS_H
#define DEMO_CONTROLS_H

#include "controls_tuning.h"
#include "demo.h"
#include "input.h"
#include "mouse.h"

struct Controls {
    Demo *demo;
    gfDrawStyle view;
    bool paused;
    bool stepOnce;
    bool failed; ///< a message was printed
    bool fresh;  ///< the scene has not been shown yet
    Mouse mouse;
    InputSize size;
    Recorder *recorder;                ///< null: nothing is recorded
    const Input *replay;               ///< null: there is none
    int nextEvent;                     ///< of the replay
    float step_ms;                     ///< that the last frame's step took of the CPU
    unsigned set;                      ///< Settings.changes when the demo's own tunables were last put in force
    char message[SETTINGS_ERROR_SIZE]; ///< why what was asked for last was not done; empty: it was
};

/// As the command line says.
Controls Controls_Make(Demo *demo, Recorder *recorder, const Input *replay);

/// Each does one thing, and records it.
void Controls_Zoom(Controls *controls, float notches);
void Controls_Resize(Controls *controls, InputSize size);
/// One frame of `dt` seconds with the pointer there.
void Controls_Frame(Controls *controls, float dt, Pointer pointer);

/// The same for hosts that have several pointers and no recording: before they are moved, `stirs` if one of them does;
/// and the step after.
void Controls_BeginFrame(Controls *controls, float dt, bool stirs);
void Controls_EndFrame(Controls *controls, float dt);

/// Does what the recording has up to the end of its next frame. False, having done nothing, where there is none left.
bool Controls_Replay(Controls *controls);

/// Run the demo. Both return the exit status.
int Demo_RunHeadless(Controls *controls);
int Demo_RunWindow(Controls *controls);

#endif
