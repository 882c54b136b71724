/// Tunables that a user has set, over what the scene has itself: applied to the fluid and to drawings, kept in a file,
/// and told to a page.
#ifndef TUNABLES_SETTINGS_H
#define TUNABLES_SETTINGS_H

#include "scenes/scene.h"
#include "tunables.h"

#define SETTINGS_MAX TUNABLES_MAX
#define SETTINGS_ERROR_SIZE 512

typedef struct Settings {
    TunableDefs own;         ///< what the scene has itself
    TunableDefs now;         ///< with what was set
    TunableDefs defined;     ///< what the scene defines its fluid with
    bool set[SETTINGS_MAX];  ///< by index
    bool back[SETTINGS_MAX]; ///< no longer set, and the fluid is not told yet
    double values[SETTINGS_MAX][TUNABLE_NUMBERS];
    unsigned changes;                ///< so far
    unsigned applied;                ///< of them, to the fluid
    bool refused;                    ///< the library refused what was applied last
    char error[SETTINGS_ERROR_SIZE]; ///< why
} Settings;

/// Nothing is set.
void Settings_Init(Settings *settings);

/// Sets a tunable. False with a line in settings->error: out of its range.
bool Settings_Set(Settings *settings, int index, const double values[TUNABLE_NUMBERS]);

/// By name and as text (Tunable_Parse). False with a line in settings->error, which names it.
bool Settings_SetText(Settings *settings, const char *name, const char *text);

/// Back to what the scene has itself.
void Settings_Unset(Settings *settings, int index);

/// All of them, or all but the demo's own.
void Settings_Clear(Settings *settings, bool demoToo);

/// The value in force.
void Settings_Get(const Settings *settings, int index, double values[TUNABLE_NUMBERS]);

/// Whether the scene's fluid and its drawings have it.
bool Settings_IsOfScene(const Tunable *t, const Scene *scene);

/// Whether it does something in this scene as it is shown.
bool Settings_IsShown(const Settings *settings, const Scene *scene, gfDrawStyle view, int index);

/// Whether some take effect only when the scene begins anew.
bool Settings_WaitForRestart(const Settings *settings, const Scene *scene);

/// For SceneConfig: `tuning` makes the scene's fluids with the settings, and applies them as they change. Both must
/// outlive the scene.
SceneTuning Settings_GetTuning(Settings *settings);

/// Takes what a scene has itself, once it is made.
void Settings_TakeOwn(Settings *settings, const Scene *scene);

/// Applies the settings to the scene's fluid, where that is not so already. False with a line in settings->error: the
/// library refuses it; it is not tried again before something else is set.
bool Settings_ApplyToFluid(Settings *settings, Scene *scene);

/// Applies them to what is drawn next, which is the scene's own.
void Settings_ApplyToDraw(Settings *settings, gfDrawDef *def);
void Settings_ApplyToDraw3D(Settings *settings, gfDraw3DDef *def);
void Settings_ApplyToSurface(Settings *settings, gfSurfaceDef *def);

/// Writes what is set to a file, with the scene's name and what it has itself. False with a line in `error`.
bool Settings_Save(const Settings *settings, const Scene *scene, const char *path, char *error, int errorSize);

/// What a scene has itself that is neither set nor the library's default, as the JSON object "scene values" of a
/// preset, to be freed; null: no memory. Of its fluid as the scene made it, of drawings as the last one was. The demo
/// has no use for it: games do, which have the library's defaults and no scene.
char *Settings_PrintSceneValues(const Settings *settings, const Scene *scene);

/// Reads such a file, `scene` is what it names, or null. All that was set before is cleared. False with a line in
/// `error`, which names the file, and nothing changed.
bool Settings_Load(Settings *settings, const char *path, const SceneInfo **scene, char *error, int errorSize);

/// The same from text.
bool Settings_Read(Settings *settings, const char *text, size_t size, const SceneInfo **scene, char *error,
                   int errorSize);

/// The table as JSON for a page, to be freed; null: no memory. An array of objects: name, group, label, unit, about
/// (what it does), kind ("float", "int", "bool", "choice", "color", "vector"), value (a number, a bool, a choice's
/// name, or an array of numbers), default (the library's), set, shown, restarts, effect (Tunable_IsEffect), colors
/// (Tunable_CountsColors); of numbers least and most (what the library takes), low, high and logarithmic (a slider); of
/// choices `choices`.
char *Settings_PrintTable(const Settings *settings, const Scene *scene, gfDrawStyle view);

/// Presets that the demo has itself.
int Presets_GetCount(void);
const char *Presets_GetName(int index);
/// For Settings_Read; of the settings of all scenes.
const char *Presets_GetText(int index);
/// Of the library's palettes, by gfStockPalette.
const char *Presets_GetPaletteName(int kind);

#endif
