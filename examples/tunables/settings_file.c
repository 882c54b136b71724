// Settings as files, in JSON.
#include "tunables/settings.h"

#include "support/output.h"

#include <jansson.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_KEY "fluid_demo preset"
#define FORMAT_NUMBER 1
#define FILE_MAX (1 << 20) // bytes

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

// A value as Tunable_Parse takes it. False: it cannot be one.
static bool printValue(const json_t *value, char text[TUNABLE_TEXT_SIZE])
{
    int length = 0;
    if (json_is_string(value)) {
        length = snprintf(text, TUNABLE_TEXT_SIZE, "%s", json_string_value(value));
    } else if (json_is_boolean(value)) {
        length = snprintf(text, TUNABLE_TEXT_SIZE, "%s", json_is_true(value) ? "true" : "false");
    } else if (json_is_number(value)) {
        length = snprintf(text, TUNABLE_TEXT_SIZE, "%.9g", json_number_value(value));
    } else if (json_is_array(value)) {
        text[0] = '\0';
        for (size_t i = 0; i < json_array_size(value) && length < TUNABLE_TEXT_SIZE; i++) {
            const json_t *number = json_array_get(value, i);
            if (!json_is_number(number)) {
                return false;
            }
            length += snprintf(text + length, (size_t)(TUNABLE_TEXT_SIZE - length), "%s%.9g", i > 0 ? " " : "",
                               json_number_value(number));
        }
    } else {
        return false;
    }
    return length < TUNABLE_TEXT_SIZE;
}

static bool setValue(Settings *settings, const char *name, const json_t *value)
{
    char text[TUNABLE_TEXT_SIZE];
    if (!printValue(value, text)) {
        snprintf(settings->error, sizeof settings->error,
                 "%.80s: expected a number, true or false, a name, or an array of numbers", name);
        return false;
    }
    return Settings_SetText(settings, name, text);
}

// --- files -----------------------------------------------------------------------------------------------------------

static int addToFile(const char *text, size_t size, void *user)
{
    return Output_Write(user, text, size) ? 0 : -1;
}

bool Settings_Save(const Settings *settings, const char *scene, const char *path, char *error, int errorSize)
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
    json_t *file = json_object();
    json_object_set_new(file, FORMAT_KEY, json_integer(FORMAT_NUMBER));
    json_object_set_new(file, "scene", json_string(scene));
    json_object_set_new(file, "values", values);
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

// Into `settings`, from which all was cleared.
static bool readFile(Settings *settings, json_t *file, const SceneInfo **scene, char *error, int errorSize)
{
    const json_t *format = json_object_get(file, FORMAT_KEY);
    const json_t *name = json_object_get(file, "scene");
    json_t *values = json_object_get(file, "values");
    *scene = NULL;
    if (!json_is_integer(format) || json_integer_value(format) != FORMAT_NUMBER || !json_is_object(values)) {
        snprintf(error, (size_t)errorSize, "this is no preset: \"%s\": %d and an object \"values\" are expected",
                 FORMAT_KEY, FORMAT_NUMBER);
        return false;
    }
    if (name != NULL) {
        *scene = json_is_string(name) ? Scene_Find(json_string_value(name)) : NULL;
        if (*scene == NULL) {
            snprintf(error, (size_t)errorSize, "\"scene\": there is no scene '%.80s', see --list",
                     json_is_string(name) ? json_string_value(name) : "?");
            return false;
        }
    }
    const char *key = NULL;
    const json_t *value = NULL;
    json_object_foreach(values, key, value)
    {
        if (!setValue(settings, key, value)) {
            snprintf(error, (size_t)errorSize, "%s", settings->error);
            return false;
        }
    }
    return true;
}

bool Settings_Read(Settings *settings, const char *text, size_t size, const SceneInfo **scene, char *error,
                   int errorSize)
{
    json_error_t where;
    json_t *file = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    if (file == NULL) {
        snprintf(error, (size_t)errorSize, "line %d: %s", where.line, where.text);
        return false;
    }
    Settings *read = malloc(sizeof *read);
    bool good = read != NULL;
    if (good) {
        *read = *settings;
        Settings_Clear(read, true);
        good = readFile(read, file, scene, error, errorSize);
        if (good) {
            *settings = *read;
        }
    } else {
        snprintf(error, (size_t)errorSize, "no memory for it");
    }
    free(read);
    json_decref(file);
    return good;
}

static char *readText(const char *path, size_t *size, char *why, int whySize)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(FILE_MAX) : NULL;
    *size = text != NULL ? fread(text, 1, FILE_MAX, file) : 0;
    bool good = text != NULL && !ferror(file) && *size < FILE_MAX;
    if (!good) {
        snprintf(why, (size_t)whySize, "%s", text != NULL && !ferror(file) ? "it is too large" : strerror(errno));
        free(text);
        text = NULL;
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

bool Settings_Load(Settings *settings, const char *path, const SceneInfo **scene, char *error, int errorSize)
{
    char why[SETTINGS_ERROR_SIZE] = "";
    size_t size = 0;
    char *text = readText(path, &size, why, (int)sizeof why);
    bool good = text != NULL && Settings_Read(settings, text, size, scene, why, (int)sizeof why);
    free(text);
    if (!good) {
        snprintf(error, (size_t)errorSize, "%s: %s", path, why);
    }
    return good;
}
