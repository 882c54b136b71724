/// The text of a preset, read from beginning to end: each value is checked and handed on. Nothing is allocated.
#ifndef PRESET_TEXT_H
#define PRESET_TEXT_H

#include "tunables.h"

/// Its first key, and the number that belongs to it.
#define PRESET_FORMAT_KEY "fluid_demo preset"
#define PRESET_FORMAT_NUMBER 1

/// The objects of a preset that have values.
typedef enum PresetPart {
    PRESET_SCENE_VALUES, ///< what the scene has itself that is not the library's default: for games
    PRESET_VALUES        ///< what was set
} PresetPart;

/// What a scene decides and no panel sets: gfFluidDef.solver and gfDrawDef.style, among the scene's values.
#define PRESET_SCENE_ROWS 2
extern const Tunable presetSceneRows[PRESET_SCENE_ROWS];

/// Is called with each value, in the order of the text. `index` of the table, or -1: one of presetSceneRows.
typedef void PresetSetFn(void *user, PresetPart part, int index, const Tunable *tunable,
                         const double values[TUNABLE_NUMBERS]);

/// Reads `size` bytes. `scene` becomes the scene's name, or "". False with a line in `error`: what is wrong where.
bool Preset_Read(const char *text, size_t size, PresetSetFn *set, void *user, char scene[TUNABLE_NAME_SIZE],
                 char *error, size_t errorSize);

/// The text of a file of at most 1 MiB, to be freed. Null with a line in `error`, which begins with its name.
char *Preset_LoadText(const char *path, size_t *size, char *error, size_t errorSize);

#endif
