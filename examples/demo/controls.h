/// What a user does to a scene that runs, in a window or from a recording of it: keys, pointer, sizes and frames. All
/// that decides pictures comes this way, so that a recording has all of it.
#ifndef DEMO_CONTROLS_H
#define DEMO_CONTROLS_H

#include "demo.h"
#include "input.h"
#include "mouse.h"

typedef struct Controls {
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
    unsigned set;                      ///< Settings.changes when the demo's own tunables were last put in force
    char message[SETTINGS_ERROR_SIZE]; ///< why what was asked for last was not done; empty: it was
} Controls;

/// As the command line says.
Controls Controls_Make(Demo *demo, Recorder *recorder, const Input *replay);

/// Each does one thing, and records it.
void Controls_Press(Controls *controls, InputKey key);
void Controls_Zoom(Controls *controls, float notches);
void Controls_Resize(Controls *controls, InputSize size);
/// Sets a tunable (of the table in tunables/tunables.h), or gives it back to the scene. False, with a message.
bool Controls_Set(Controls *controls, int index, const double values[TUNABLE_NUMBERS]);
bool Controls_SetText(Controls *controls, const char *name, const char *text);
void Controls_Unset(Controls *controls, int index);
/// All that these settings have, and only that.
void Controls_TakeSettings(Controls *controls, const Settings *settings);
/// A scene by name; what was set for the one before is given back. The same one begins anew, as it was set.
void Controls_OpenScene(Controls *controls, const SceneInfo *info);
/// Of a preset that the run began with.
void Controls_RecordSettings(Controls *controls);
/// For a page: the table as JSON (Settings_PrintTable), to be freed, and one value from JSON. False, with a message.
char *Controls_PrintTunables(const Controls *controls);
bool Controls_SetJson(Controls *controls, const char *name, const char *json);
/// Files of settings; `path` is written, or read with its scene and values. False, with a message.
bool Controls_SavePreset(Controls *controls, const char *path);
bool Controls_LoadPreset(Controls *controls, const char *path);
/// A preset of the demo's own, by index.
void Controls_TakePreset(Controls *controls, int index);
/// One frame of `dt` seconds with the pointer there.
void Controls_Frame(Controls *controls, float dt, Pointer pointer);

/// Does what the recording has up to the end of its next frame. False, having done nothing, where there is none left.
bool Controls_Replay(Controls *controls);

/// Run the demo. Both return the exit status.
int Demo_RunHeadless(Controls *controls);
int Demo_RunWindow(Controls *controls);

#endif
