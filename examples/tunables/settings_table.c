// The table as JSON: all of it, which a page makes its panel from, or what a scene has itself, for presets.
#include "tunables/about.h"
#include "tunables/settings.h"

#include "preset_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Text that grows. Without memory it ends as null.
typedef struct Json {
    char *text;
    size_t length, room;
    bool failed;
} Json;

static bool makeRoom(Json *json, size_t more)
{
    if (json->length + more >= json->room) {
        size_t room = 2 * (json->room + more) + 4096;
        char *text = realloc(json->text, room);
        json->failed = json->failed || text == NULL;
        json->text = text != NULL ? text : json->text;
        json->room = text != NULL ? room : json->room;
    }
    return !json->failed;
}

static void add(Json *json, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int more = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (more > 0 && makeRoom(json, (size_t)more)) {
        vsnprintf(json->text + json->length, json->room - json->length, format, arguments);
        json->length += (size_t)more;
    }
    va_end(arguments);
}

// Names, units and texts of the table have nothing that JSON would have to escape: test_tunables looks.
static void addText(Json *json, const char *key, const char *value)
{
    add(json, "\"%s\":\"%s\",", key, value);
}

static void addBool(Json *json, const char *key, bool value)
{
    add(json, "\"%s\":%s,", key, value ? "true" : "false");
}

static void addNumbers(Json *json, const Tunable *t, const char *key, const double values[TUNABLE_NUMBERS])
{
    if (t->kind == TUNABLE_BOOL) {
        addBool(json, key, values[0] != 0.0);
    } else if (t->kind == TUNABLE_CHOICE) {
        addText(json, key, t->choices[(int)values[0]]);
    } else {
        char number[TUNABLE_NUMBER_SIZE];
        Tunable_PrintNumber(values[0], number);
        add(json, t->count > 1 ? "\"%s\":[%s" : "\"%s\":%s", key, number);
        for (int i = 1; i < t->count; i++) {
            Tunable_PrintNumber(values[i], number);
            add(json, ",%s", number);
        }
        add(json, t->count > 1 ? "]," : ",");
    }
}

static void addRange(Json *json, const Tunable *t)
{
    if (t->kind == TUNABLE_CHOICE) {
        for (int i = 0; i < t->choiceCount; i++) {
            add(json, i > 0 ? ",\"%s\"" : "\"choices\":[\"%s\"", t->choices[i]);
        }
        add(json, "],");
    } else if (t->kind != TUNABLE_BOOL) {
        add(json, "\"least\":%.9g,\"most\":%.9g,\"low\":%.9g,\"high\":%.9g,", t->least, t->most, t->low, t->high);
        addBool(json, "logarithmic", t->logarithmic);
    }
}

// The text, to be freed; null: no memory.
static char *finish(Json *json)
{
    if (json->failed) {
        free(json->text);
        return NULL;
    }
    return json->text;
}

char *Settings_PrintTable(const Settings *settings, const Scene *scene, gfDrawStyle view)
{
    static const char *const kinds[TUNABLE_KIND_COUNT] = {"float", "int", "bool", "choice", "color", "vector"};
    TunableDefs defaults = Tunables_GetDefaults();
    Json json = {.text = NULL};
    int count = Tunables_GetCount();
    add(&json, "[");
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        double values[TUNABLE_NUMBERS] = {0.0};
        char name[TUNABLE_NAME_SIZE];
        Tunable_GetName(t, name);
        add(&json, i > 0 ? ",{" : "{");
        addText(&json, "name", name);
        addText(&json, "group", t->group);
        addText(&json, "label", t->label);
        addText(&json, "unit", t->unit);
        addText(&json, "about", Tunable_GetAbout(t));
        Settings_Get(settings, i, values);
        addNumbers(&json, t, "value", values);
        Tunable_Read(t, &defaults, values);
        addNumbers(&json, t, "default", values);
        addRange(&json, t);
        addBool(&json, "set", settings->set[i]);
        addBool(&json, "shown", Settings_IsShown(settings, scene, view, i));
        addBool(&json, "restarts", t->restarts);
        addBool(&json, "effect", Tunable_IsEffect(t));
        addBool(&json, "colors", Tunable_CountsColors(t));
        add(&json, "\"kind\":\"%s\"}", kinds[t->kind]);
    }
    add(&json, "]");
    return finish(&json);
}

static void addOwn(Json *json, const Tunable *t, const TunableDefs *own, const TunableDefs *defaults)
{
    double value[TUNABLE_NUMBERS] = {0.0}, usual[TUNABLE_NUMBERS] = {0.0};
    char name[TUNABLE_NAME_SIZE];
    Tunable_Read(t, own, value);
    Tunable_Read(t, defaults, usual);
    if (memcmp(value, usual, sizeof value) != 0) {
        Tunable_GetName(t, name);
        addNumbers(json, t, name, value);
    }
}

char *Settings_PrintSceneValues(const Settings *settings, const Scene *scene)
{
    TunableDefs own = settings->own, defaults = Tunables_GetDefaults();
    own.draw.style = settings->now.draw.style; // which the view chooses
    Json json = {.text = NULL};
    add(&json, "{");
    for (int i = 0; i < PRESET_SCENE_ROWS && scene->fluid3d == NULL; i++) {
        addOwn(&json, &presetSceneRows[i], &own, &defaults);
    }
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        if (t->of != TUNABLE_OF_DEMO && !settings->set[i] && Settings_IsOfScene(t, scene)) {
            addOwn(&json, t, &own, &defaults);
        }
    }
    if (!json.failed && json.text[json.length - 1] == ',') {
        json.length--;
    }
    add(&json, "}");
    return finish(&json);
}
