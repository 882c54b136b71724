// The demo's table of tunables: it has every member of the public definitions, as gpufluid_api.json has them; what is
// set of it is kept in files.
#include "support/testing.h"

#include "tunables/about.h"
#include "tunables/settings.h"

#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_SIZE 1024

static const struct {
    const char *name;
    TunableOf of;
} roots[] = {
    {"DemoTunables", TUNABLE_OF_DEMO},    {"gfFluidDef", TUNABLE_OF_FLUID}, {"gfParticleParams", TUNABLE_OF_PARTICLES},
    {"gfFluid3DDef", TUNABLE_OF_VOLUME},  {"gfDrawDef", TUNABLE_OF_DRAW},   {"gfDraw3DDef", TUNABLE_OF_DRAW3D},
    {"gfSurfaceDef", TUNABLE_OF_SURFACE},
};
#define ROOTS (sizeof roots / sizeof roots[0])

// Members that are no tunables, and why.
static const struct {
    TunableOf of;
    const char *path, *why;
} others[] = {
    {TUNABLE_OF_FLUID, "solver", "each scene is made for one"},
    {TUNABLE_OF_FLUID, "gridWidth", "--grid: it decides the size of all that a scene sets up"},
    {TUNABLE_OF_FLUID, "gridHeight", "likewise"},
    {TUNABLE_OF_FLUID, "cellSize", "likewise: scenes are 1 m high"},
    {TUNABLE_OF_FLUID, "origin", "scenes begin at 0"},
    {TUNABLE_OF_FLUID, "cookie", "the library's"},
    {TUNABLE_OF_VOLUME, "size", "the scene moves its container"},
    {TUNABLE_OF_VOLUME, "sizeMax", "likewise"},
    {TUNABLE_OF_VOLUME, "position", "likewise"},
    {TUNABLE_OF_VOLUME, "rotation", "likewise"},
    {TUNABLE_OF_VOLUME, "openSides", "what the scene draws around the fluid says where it is closed"},
    {TUNABLE_OF_VOLUME, "cookie", "the library's"},
    {TUNABLE_OF_DRAW, "style", "demo.view chooses it"},
    {TUNABLE_OF_DRAW, "view", "fitted to the window"},
    {TUNABLE_OF_DRAW, "refraction.background", "a GL object of the scene"},
    {TUNABLE_OF_DRAW, "tracers.set", "an object of the scene"},
    {TUNABLE_OF_DRAW, "ahead", "follows the clock"},
    {TUNABLE_OF_DRAW, "cookie", "the library's"},
    {TUNABLE_OF_DRAW3D, "view", "the scene's camera"},
    {TUNABLE_OF_DRAW3D, "projection", "likewise"},
    {TUNABLE_OF_DRAW3D, "zeroToOne", "the demo's clip space"},
    {TUNABLE_OF_DRAW3D, "background", "a GL object of the demo"},
    {TUNABLE_OF_DRAW3D, "depth", "likewise"},
    {TUNABLE_OF_DRAW3D, "ahead", "follows the clock"},
    {TUNABLE_OF_DRAW3D, "cookie", "the library's"},
    {TUNABLE_OF_SURFACE, "source.ahead", "follows the clock"},
    {TUNABLE_OF_SURFACE, "view", "the camera, which the mouse turns"},
    {TUNABLE_OF_SURFACE, "projection", "likewise"},
    {TUNABLE_OF_SURFACE, "zeroToOne", "the demo's clip space"},
    {TUNABLE_OF_SURFACE, "background", "a GL object of the demo"},
    {TUNABLE_OF_SURFACE, "depth", "likewise"},
    {TUNABLE_OF_SURFACE, "reflection", "likewise"},
    {TUNABLE_OF_SURFACE, "time_s", "follows the clock"},
    {TUNABLE_OF_SURFACE, "ground.texture", "a GL object of the demo"},
    {TUNABLE_OF_SURFACE, "cookie", "the library's"},
};
#define OTHERS (int)(sizeof others / sizeof others[0])

static bool otherSeen[OTHERS], rowSeen[SETTINGS_MAX];
static int missing;

static bool isRoot(const char *type)
{
    for (size_t i = 0; i < ROOTS; i++) {
        if (strcmp(roots[i].name, type) == 0) {
            return true;
        }
    }
    return false;
}

// The public headers' types; null where the build does not describe them.
static json_t *readApi(void)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/gpufluid_api.json", getenv("GF_BUILD_DIR"));
    return json_load_file(path, 0, NULL);
}

static const char *getText(const json_t *item, const char *key)
{
    return json_string_value(json_object_get(item, key));
}

// The members of a structure, or the values of an enumeration; null if it is none.
static const json_t *findParts(const json_t *api, const char *kind, const char *name)
{
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(api, kind), i, item)
    {
        if (strcmp(getText(item, "name"), name) == 0) {
            return json_object_get(item, strcmp(kind, "structs") == 0 ? "fields" : "values");
        }
    }
    return NULL;
}

static int countEnumerators(const json_t *api, const char *name)
{
    size_t i;
    int count = 0;
    const json_t *value;
    json_array_foreach(findParts(api, "enums", name), i, value)
    {
        count += strstr(getText(value, "name"), "_COUNT") == NULL ? 1 : 0;
    }
    return count;
}

static void expectKind(const json_t *api, const Tunable *t, const char *type, int count)
{
    if (strcmp(type, "bool") == 0) {
        assert_int_equal(t->kind, TUNABLE_BOOL);
    } else if (strcmp(type, "int32_t") == 0) {
        assert_true(t->kind == TUNABLE_INT || t->kind == TUNABLE_CHOICE);
    } else if (count > 1) {
        assert_true(t->kind == TUNABLE_VECTOR || t->kind == TUNABLE_COLOR);
    } else if (strcmp(type, "float") == 0) {
        assert_int_equal(t->kind, TUNABLE_FLOAT);
    } else {
        assert_int_equal(t->kind, TUNABLE_CHOICE);
        assert_int_equal(t->choiceCount, countEnumerators(api, type));
    }
    assert_int_equal(t->count, count);
}

// The row of a member; null: it is no tunable, or it is missing, which is told.
static const Tunable *findRow(TunableOf of, const char *path)
{
    for (int i = 0; i < OTHERS; i++) {
        if (others[i].of == of && strcmp(others[i].path, path) == 0) {
            otherSeen[i] = true;
            return NULL;
        }
    }
    for (int i = 0; i < Tunables_GetCount(); i++) {
        const Tunable *t = Tunables_Get(i);
        if (t->of == of && strcmp(t->path, path) == 0) {
            assert_false(rowSeen[i]); // once
            rowSeen[i] = true;
            return t;
        }
    }
    print_error("the table of tunables lacks %s of %s\n", path, roots[of].name);
    missing++;
    return NULL;
}

// Whether gfFluid_SetDef and gfFluid3D_SetDef refuse to change a member.
static bool isFixed(const json_t *member)
{
    return strstr(getText(member, "comment"), "Fixed") != NULL;
}

static void walk(const json_t *api, TunableOf of, const char *type, const char *prefix);

// Each of an array of structures or of arrays has rows of its own.
static void walkMember(const json_t *api, TunableOf of, const json_t *member, const char *prefix)
{
    static const char *const vectors[] = {"gfVec2", "gfVec3", "gfQuat", "gfTransform2D"};
    const char *name = getText(member, "name"), *type = getText(member, "type");
    const json_t *array = json_object_get(member, "array");
    bool isStruct = findParts(api, "structs", type) != NULL;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        isStruct = isStruct && strcmp(vectors[i], type) != 0;
    }
    bool each = array != NULL && (isStruct || json_array_size(array) > 1);
    int count = each ? (int)json_integer_value(json_array_get(array, 0)) : 1;
    for (int i = 0; i < count && !isRoot(type); i++) { // roots are definitions of their own
        char path[PATH_SIZE], index[16] = "";
        if (each) {
            snprintf(index, sizeof index, "[%d]", i);
        }
        snprintf(path, sizeof path, "%s%s%s%s", prefix, name, index, isStruct ? "." : "");
        if (isStruct) {
            walk(api, of, type, path);
            continue;
        }
        const Tunable *t = findRow(of, path);
        int bytes = (int)json_integer_value(json_object_get(member, "size")) / count;
        if (t != NULL) {
            expectKind(api, t, type, strcmp(type, "bool") == 0 ? bytes : bytes / 4);
            fail_if(t->restarts != isFixed(member), "%s of %s restarts: %d", path, roots[of].name, t->restarts);
        }
    }
}

static void walk(const json_t *api, TunableOf of, const char *type, const char *prefix)
{
    size_t i;
    const json_t *member;
    assert_non_null(findParts(api, "structs", type));
    json_array_foreach(findParts(api, "structs", type), i, member)
    {
        walkMember(api, of, member, prefix);
    }
}

// The demo's own definition is in no public header. Its members have texts.
static void walkDemo(void)
{
    for (int i = 0; i < tunableAboutCount; i++) {
        if (strncmp(tunableAbouts[i].name, "demo.", 5) == 0) {
            const Tunable *t = findRow(TUNABLE_OF_DEMO, tunableAbouts[i].name + 5);
            assert_true(t == NULL || t->size == (t->kind == TUNABLE_BOOL ? 1 : 4 * (size_t)t->count));
        }
    }
}

TEST(testTheTableHasEveryMember)
{
    json_t *api = readApi();
    if (api == NULL) {
        skip();
    }
    assert_true(Tunables_GetCount() <= SETTINGS_MAX);
    walkDemo();
    for (size_t i = 0; i < ROOTS; i++) {
        assert_int_equal(roots[i].of, i);
        if (i != TUNABLE_OF_DEMO) {
            walk(api, roots[i].of, roots[i].name, "");
        }
    }
    json_decref(api);
    assert_int_equal(missing, 0);
    for (int i = 0; i < OTHERS; i++) {
        fail_if(!otherSeen[i], "%s of %s, which is no tunable, is no member either", others[i].path,
                roots[others[i].of].name);
    }
    for (int i = 0; i < Tunables_GetCount(); i++) {
        fail_if(!rowSeen[i], "row %d, %s, is no member", i, Tunables_Get(i)->path);
    }
    print_message("%d tunables, %d members that are none\n", Tunables_GetCount(), OTHERS);
}

TEST(testNamesAreTold)
{
    for (int i = 0; i < Tunables_GetCount(); i++) {
        char name[TUNABLE_NAME_SIZE];
        Tunable_GetName(Tunables_Get(i), name);
        assert_int_equal(Tunables_Find(name), i); // no two are alike
        assert_true(strlen(name) < TUNABLE_NAME_SIZE - 1);
        assert_true(Tunables_Get(i)->label[0] != '\0' && Tunables_Get(i)->group[0] != '\0');
    }
    assert_int_equal(Tunables_Find("grid.viscosty"), -1);
    char guess[TUNABLE_NAME_SIZE];
    assert_string_equal(Tunables_Guess("grid.viscosty", guess), "grid.viscosity");
    assert_string_equal(Tunables_Guess("picture.bloom.enable", guess), "picture.bloom.enabled");
}

// The name of a style stands beside its number: a style that is new must get one.
TEST(testEachStyleHasAName)
{
    for (int i = 0; i < GF_DRAW_STYLE_COUNT; i++) {
        fail_if(tunableViews[i] == NULL || tunableViews[i][0] == '\0',
                "style %d has no name in tunableViews (presets/tunables_fluid.c)", i);
    }
}

// Each has a sentence, out of the headers, that a page can take as it is.
TEST(testEachSaysWhatItDoes)
{
    for (int i = 0; i < Tunables_GetCount(); i++) {
        const char *about = Tunable_GetAbout(Tunables_Get(i));
        char name[TUNABLE_NAME_SIZE];
        Tunable_GetName(Tunables_Get(i), name);
        fail_if(strlen(about) < 10 || strpbrk(about, "\"\\\n") != NULL, "%s: '%s'", name, about);
    }
    assert_string_equal(Tunable_GetAbout(Tunables_Get(Tunables_Find("picture.bloom.enabled"))),
                        "Whether light spills over.");
    assert_non_null(strstr(Tunable_GetAbout(Tunables_Get(Tunables_Find("picture.fade.top"))), "Fading towards"));
}

TEST(testNumbersAreShort)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{(double)0.6f, "0.6"},
                 {(double)0.1f, "0.1"},
                 {1e-6, "1e-06"},
                 {4194304.0, "4194304"},
                 {(double)(1.0f / 3.0f), "0.33333334"},
                 {-2.0, "-2"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[TUNABLE_NUMBER_SIZE];
        Tunable_PrintNumber(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
        assert_true(strtof(text, NULL) == (float)cases[i].value);
    }
}

TEST(testValuesGoThroughText)
{
    TunableDefs defs = Tunables_GetDefaults();
    for (int i = 0; i < Tunables_GetCount(); i++) {
        const Tunable *t = Tunables_Get(i);
        double values[TUNABLE_NUMBERS] = {0.0}, read[TUNABLE_NUMBERS] = {0.0}, least[TUNABLE_NUMBERS] = {0.0};
        char text[TUNABLE_TEXT_SIZE], error[256] = "";
        Tunable_Read(t, &defs, values);
        Tunable_Print(t, values, text);
        fail_if(!Tunable_Parse(t, text, read, error, (int)sizeof error), "default of %s, '%s': %s", t->path, text,
                error);
        for (int n = 0; n < t->count; n++) {
            assert_true((float)read[n] == (float)values[n]);
            least[n] = t->least;
        }
        assert_true(t->least <= t->low && t->low < t->high && t->high <= t->most);
        Tunable_Write(t, &defs, least);
        Tunable_Read(t, &defs, read);
        for (int n = 0; n < t->count; n++) {
            assert_true((float)read[n] == (float)t->least);
        }
        least[0] = t->least - (t->kind == TUNABLE_FLOAT ? 1.0 + fabs(t->least) : 1.0);
        assert_false(Tunable_Check(t, least, error, (int)sizeof error));
        least[0] = NAN;
        assert_false(Tunable_Check(t, least, error, (int)sizeof error));
        assert_false(Tunable_Parse(t, "nonsense", read, error, (int)sizeof error));
        assert_non_null(strstr(error, "expected"));
    }
}

static Settings allSettings, *const settings = &allSettings; // for any of the tests
static char folder[] = "/tmp/gf_tunables_XXXXXX";

static const char *inFolder(const char *name)
{
    static char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

TEST(testPresetsRoundTrip)
{
    static Settings other;
    Settings *out = settings, *in = &other;
    const SceneInfo *scene = NULL;
    char error[SETTINGS_ERROR_SIZE] = "";
    Settings_Init(out);
    Settings_Init(in);
    for (int i = 0; i < Tunables_GetCount(); i++) {
        const Tunable *t = Tunables_Get(i);
        double values[TUNABLE_NUMBERS] = {0.0};
        for (int n = 0; n < t->count; n++) {
            double share = (double)((7 * i + n) % 11) / 11.0;
            values[n] = t->low + share * (t->high - t->low);
            bool whole = t->kind == TUNABLE_INT || t->kind == TUNABLE_CHOICE || t->kind == TUNABLE_BOOL;
            values[n] = whole ? floor(values[n]) : (double)(float)values[n];
        }
        assert_true(i % 3 == 0 || Settings_Set(out, i, values));
    }
    assert_true(Settings_SetText(in, "grid.gravity", "1 2")); // which is cleared
    const Scene ink = {.info = Scene_Find("ink")};
    assert_true(Settings_Save(out, &ink, inFolder("all.json"), error, (int)sizeof error));
    fail_if(!Settings_Load(in, inFolder("all.json"), &scene, error, (int)sizeof error), "%s", error);
    assert_ptr_equal(scene, Scene_Find("ink"));
    for (int i = 0; i < Tunables_GetCount(); i++) {
        assert_int_equal(in->set[i], out->set[i]);
        for (int n = 0; n < Tunables_Get(i)->count && in->set[i]; n++) {
            assert_true((float)in->values[i][n] == (float)out->values[i][n]);
        }
    }
    unlink(inFolder("all.json"));
}

TEST(testBadPresetsAreRefused)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "line 1"},
        {"{\"fluid_demo preset\": 1,\n \"values\": {\n", "line 3"},
        {"[1]", "no preset"},
        {"{\"fluid_demo preset\": 2, \"values\": {}}", "no preset"},
        {"{\"fluid_demo preset\": 1}", "no preset"},
        {"{\"fluid_demo preset\": 1, \"scene\": \"nowhere\", \"values\": {}}", "no scene 'nowhere'"},
        {"{\"fluid_demo preset\": 1, \"scene\": 3, \"values\": {}}", "expected the name of a scene"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.viscosty\": 1}}", "is 'grid.viscosity' meant?"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.viscosity\": -1}}", "a number from 0 to 1e+06 m^2/s"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.viscosity\": true}}", "a number from 0"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.viscosity\": null}}", "'null': expected a number from 0"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.pressureCycles\": 1.5}}", "a whole number from 0 to 100"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.gravity\": [1]}}", "2 numbers"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.gravity\": [1, \"a\"]}}", "'[1, \"a\"]': expected 2 numbers"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.scheme\": \"other\"}}", "one of project reflect"},
        {"{\"fluid_demo preset\": 1, \"values\": {\"grid.scheme\": \"project\", \"grid.scheme\": \"reflect\"}}",
         "duplicate"},
    };
    const SceneInfo *scene = NULL;
    Settings_Init(settings);
    assert_true(Settings_SetText(settings, "grid.viscosity", "0.5"));
    int index = Tunables_Find("grid.viscosity");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char error[SETTINGS_ERROR_SIZE] = "";
        assert_false(Settings_Read(settings, bad[i].text, strlen(bad[i].text), &scene, error, (int)sizeof error));
        fail_if(strstr(error, bad[i].why) == NULL, "%s: '%s', without '%s'", bad[i].text, error, bad[i].why);
        assert_true(settings->set[index] && settings->values[index][0] == 0.5); // nothing changed
    }
    char error[SETTINGS_ERROR_SIZE] = "";
    assert_false(Settings_Load(settings, inFolder("none.json"), &scene, error, (int)sizeof error));
    assert_non_null(strstr(error, "none.json: No such file"));
    const Scene ink = {.info = Scene_Find("ink")};
    assert_false(Settings_Save(settings, &ink, inFolder("none/a.json"), error, (int)sizeof error));
}

TEST(testOwnPresetsAreGood)
{
    for (int i = 0; i < Presets_GetCount(); i++) {
        char error[SETTINGS_ERROR_SIZE] = "";
        const SceneInfo *scene = NULL;
        const char *text = Presets_GetText(i);
        Settings_Init(settings);
        fail_if(!Settings_Read(settings, text, strlen(text), &scene, error, (int)sizeof error), "%s: %s",
                Presets_GetName(i), error);
        assert_null(scene);
    }
}

// A page reads it with a reader of its own.
TEST(testTableIsJson)
{
    Settings_Init(settings);
    assert_true(Settings_SetText(settings, "grid.gravity", "1 -2.5"));
    char *text = Settings_PrintTable(settings, &(Scene){.info = Scene_Find("smoke")}, GF_DRAW_DYE);
    json_error_t error;
    json_t *table = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    fail_if(table == NULL, "%.40s: %s", text + error.position - 20, error.text);
    assert_int_equal(json_array_size(table), Tunables_GetCount());
    for (int i = 0; i < Tunables_GetCount(); i++) {
        const json_t *row = json_array_get(table, (size_t)i);
        const json_t *value = json_object_get(row, "value");
        const Tunable *t = Tunables_Get(i);
        assert_int_equal(Tunables_Find(json_string_value(json_object_get(row, "name"))), i);
        assert_string_equal(json_string_value(json_object_get(row, "unit")), t->unit);
        assert_int_equal(json_is_boolean(value), t->kind == TUNABLE_BOOL);
        assert_int_equal(json_is_string(value), t->kind == TUNABLE_CHOICE);
        assert_int_equal(json_array_size(value), t->count > 1 ? t->count : 0);
        assert_int_equal(json_array_size(json_object_get(row, "choices")), t->choiceCount);
        assert_int_equal(json_is_true(json_object_get(row, "set")), i == Tunables_Find("grid.gravity"));
        assert_true(json_object_get(row, "high") == NULL || json_number_value(json_object_get(row, "high")) == t->high);
    }
    const json_t *gravity = json_object_get(json_array_get(table, (size_t)Tunables_Find("grid.gravity")), "value");
    assert_true(json_number_value(json_array_get(gravity, 1)) == -2.5);
    json_decref(table);
    free(text);
}

static int makeFolder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int removeFolder(void **state)
{
    (void)state;
    return rmdir(folder);
}

TESTS_START_FROM(makeFolder, removeFolder)
