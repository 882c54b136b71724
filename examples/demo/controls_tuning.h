/// What the panel, the page, presets and recordings do to a scene that runs, beside keys and the pointer. This header
/// has no GL in it, and C++ can include it.
#ifndef DEMO_CONTROLS_TUNING_H
#define DEMO_CONTROLS_TUNING_H

#include "input.h"

#include "tunables/settings.h"

typedef struct Controls Controls;

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
/// Files of settings; `path` is written, or read with its scene and values. False, with a message.
bool Controls_SavePreset(Controls *controls, const char *path);
bool Controls_LoadPreset(Controls *controls, const char *path);
/// A preset of the demo's own, by index.
void Controls_TakePreset(Controls *controls, int index);
/// A palette of the library's (gfStockPalette) in place of the colours that follow this row, which counts them.
void Controls_TakePalette(Controls *controls, int index, int kind);

/// A key, as from the keyboard.
void Controls_Press(Controls *controls, InputKey key);

/// How it stands.
const Scene *Controls_GetScene(const Controls *controls);
const Settings *Controls_GetSettings(const Controls *controls);
gfDrawStyle Controls_GetView(const Controls *controls);
bool Controls_IsPaused(const Controls *controls);
/// Whether a recording is made or replayed: it cannot have what follows from the machine's speed.
bool Controls_IsRecorded(const Controls *controls);
/// Why what was asked for last was not done; empty: it was.
const char *Controls_GetMessage(const Controls *controls);

#endif
