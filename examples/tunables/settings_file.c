// Settings as files, in JSON.
#include "tunables/settings.h"

#include "preset_text.h"
#include "support/output.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>

// --- values ----------------------------------------------------------------------------------------------------------

static json_t *makeNumber(const Tunable *t, double value)
{
    char text[TUNABLE_NUMBER_SIZE];
    if (t->kind == TUNABLE_BOOL) {
        return json_boolean(value != 0.0);
    }
    if (t->kind == TUNABLE_INT) {
        return json_integer((json_int_t)value);
    }
    if (t->kind == TUNABLE_CHOICE) {
        return json_string(t->choices[(int)value]);
    }
    Tunable_PrintNumber(value, text);
    return json_real(strtod(text, NULL));
}

static json_t *makeValue(const Tunable *t, const double values[TUNABLE_NUMBERS])
{
    if (t->count == 1) {
        return makeNumber(t, values[0]);
    }
    json_t *array = json_array();
    for (int i = 0; i < t->count; i++) {
        json_array_append_new(array, makeNumber(t, values[i]));
    }
    return array;
}

// --- files -----------------------------------------------------------------------------------------------------------

static int addToFile(const char *text, size_t size, void *user)
{
    return Output_Write(user, text, size) ? 0 : -1;
}

bool Settings_Save(const Settings *settings, const Scene *scene, const char *path, char *error, int errorSize)
{
    json_t *values = json_object();
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        if (settings->set[i]) {
            const Tunable *t = Tunables_Get(i);
            char name[TUNABLE_NAME_SIZE];
            Tunable_GetName(t, name);
            json_object_set_new(values, name, makeValue(t, settings->values[i]));
        }
    }
    char *own = Settings_PrintSceneValues(settings, scene);
    json_t *file = json_object();
    json_object_set_new(file, PRESET_FORMAT_KEY, json_integer(PRESET_FORMAT_NUMBER));
    json_object_set_new(file, "scene", json_string(scene->info->name));
    json_object_set_new(file, "scene values", own != NULL ? json_loads(own, 0, NULL) : NULL);
    json_object_set_new(file, "values", values);
    free(own);
    Output output;
    bool good = Output_Open(&output, path, error, errorSize);
    if (good) {
        bool written = json_dump_callback(file, addToFile, &output, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 &&
                       Output_Write(&output, "\n", 1);
        good = Output_Close(&output, written, error, errorSize);
    }
    json_decref(file);
    return good;
}

// What a scene has itself is for games.
static void setValue(void *user, PresetPart part, int index, const Tunable *tunable,
                     const double values[TUNABLE_NUMBERS])
{
    (void)tunable;
    if (part == PRESET_VALUES) {
        Settings_Set(user, index, values);
    }
}

// Into `settings`, from which all was cleared.
static bool readText(Settings *settings, const char *text, size_t size, const SceneInfo **scene, char *error,
                     int errorSize)
{
    char name[TUNABLE_NAME_SIZE];
    if (!Preset_Read(text, size, setValue, settings, name, error, (size_t)errorSize)) {
        return false;
    }
    *scene = Scene_Find(name);
    if (*scene == NULL && name[0] != '\0') {
        snprintf(error, (size_t)errorSize, "\"scene\": there is no scene '%s', see --list", name);
        return false;
    }
    return true;
}

bool Settings_Read(Settings *settings, const char *text, size_t size, const SceneInfo **scene, char *error,
                   int errorSize)
{
    Settings *read = malloc(sizeof *read);
    if (read == NULL) {
        snprintf(error, (size_t)errorSize, "no memory for it");
        return false;
    }
    *read = *settings;
    Settings_Clear(read, true);
    bool good = readText(read, text, size, scene, error, errorSize);
    if (good) {
        *settings = *read;
    }
    free(read);
    return good;
}

bool Settings_Load(Settings *settings, const char *path, const SceneInfo **scene, char *error, int errorSize)
{
    char why[SETTINGS_ERROR_SIZE] = "";
    size_t size = 0;
    char *text = Preset_LoadText(path, &size, error, (size_t)errorSize);
    if (text == NULL) {
        return false;
    }
    bool good = Settings_Read(settings, text, size, scene, why, (int)sizeof why);
    free(text);
    if (!good) {
        snprintf(error, (size_t)errorSize, "%s: %s", path, why);
    }
    return good;
}
