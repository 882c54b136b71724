/// Reads the text of a preset from beginning to end: each value is checked and handed on. It allocates nothing.
#ifndef PRESET_TEXT_H
#define PRESET_TEXT_H

#include "tunables.h"

/// First key of a preset, and the number that belongs to it.
#define PRESET_FORMAT_KEY "fluid_demo preset"
#define PRESET_FORMAT_NUMBER 1

/// Objects of a preset that hold values.
typedef enum PresetPart {
    PRESET_SCENE_VALUES, ///< the scene's own values that differ from the library's defaults: for games
    PRESET_VALUES        ///< values that were set
} PresetPart;

/// Rows for what a scene decides and no panel sets, among the scene's values: gfFluidDef.solver and gfDrawDef.style.
#define PRESET_SCENE_ROWS 2
extern const Tunable presetSceneRows[PRESET_SCENE_ROWS];

/// Receives each value, in the order of the text. `index` is that of the table, or -1 for one of presetSceneRows.
typedef void PresetSetFn(void *user, PresetPart part, int index, const Tunable *tunable,
                         const double values[TUNABLE_NUMBERS]);

/// Reads `size` bytes. `scene` receives the scene's name, or "". False: `error` says what is wrong where.
bool Preset_Read(const char *text, size_t size, PresetSetFn *set, void *user, char scene[TUNABLE_NAME_SIZE],
                 char *error, size_t errorSize);

/// Returns the text of a file of at most 1 MiB, which the caller frees. Null: `error` says why, file name first.
char *Preset_LoadText(const char *path, size_t *size, char *error, size_t errorSize);

#endif
