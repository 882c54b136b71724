/// What a user does to a scene that runs, in a window, on a page or from a recording of it: keys, pointer, sizes,
/// settings and frames. All that decides pictures comes this way, so that a recording has all of it. C++ can include
/// it.
#ifndef PLAYER_CONTROLS_H
#define PLAYER_CONTROLS_H

#include "demo.h"
#include "input.h"
#include "mouse.h"

typedef struct Controls {
    Demo *demo;
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
} Controls;

/// As the command line says.
Controls Controls_Make(Demo *demo, Recorder *recorder, const Input *replay);

/// Each does one thing, and records it. A key, as from the keyboard:
void Controls_Press(Controls *controls, InputKey key);
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

/// Sets a tunable (of the table in tunables.h), or gives it back to the scene. False, with a message.
bool Controls_Set(Controls *controls, int index, const double values[TUNABLE_NUMBERS]);
bool Controls_SetText(Controls *controls, const char *name, const char *text);
void Controls_Unset(Controls *controls, int index);
/// All that these settings have, and only that.
void Controls_TakeSettings(Controls *controls, const Settings *settings);
/// A scene by name; what was set for the one before is given back. The same one begins anew, as it was set.
void Controls_OpenScene(Controls *controls, const SceneInfo *info);
/// Of a preset that the run began with.
void Controls_RecordSettings(Controls *controls);
/// Files of settings; `path` is written, or read with its scene and values. False, with a message.
bool Controls_SavePreset(Controls *controls, const char *path);
bool Controls_LoadPreset(Controls *controls, const char *path);
/// A preset of the demo's own, by index.
void Controls_TakePreset(Controls *controls, int index);
/// A palette of the library's (gfStockPalette) in place of the colours that follow this row, which counts them.
void Controls_TakePalette(Controls *controls, int index, int kind);

/// Why what was asked for last was not done; empty: it was.
const char *Controls_GetMessage(const Controls *controls);

#endif
