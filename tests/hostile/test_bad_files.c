// Presets, recorded input and compiled programs whose files are damaged, cut off, spliced or forged: each is refused
// with a reason and changes nothing, or is taken as a whole; nothing is NaN afterwards, and memory stays bounded. What
// snapshots do is in test_bad_snapshot.c. GF_LONG=1 tries 10,000 of each.
#define _POSIX_C_SOURCE 200809L
#include "mutated_text.h"

#include "player/controls.h"
#include "player/files.h"
#include "player/gl.h"
#include "support/headless.h"
#include "support/testing.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 512
#define MEMORY_MOST (3L << 20) // kB that the test may ever hold, sanitizers with it

typedef struct Hostile {
    Headless *headless;
    GladGLContext gl;
    GLuint framebuffer, renderbuffer;
    char folder[PATH_SIZE], file[PATH_SIZE]; // the file is what is mutated
    FILE *console, *said;                    // what the demo prints on stderr
    uint32_t random;
    Demo *demo; // that replays run in, and what it was opened with
    Options options;
} Hostile;

static int countOf(int shortForm)
{
    const char *longer = getenv("GF_LONG"), *given = getenv("GF_MUTATIONS");
    int count = longer != NULL && longer[0] == '1' ? 10000 : shortForm;
    return given != NULL ? atoi(given) : count;
}

static void listen(Hostile *s)
{
    rewind(s->said);
    assert_int_equal(ftruncate(fileno(s->said), 0), 0);
    stderr = s->said;
}

// Whether something was said since.
static bool heard(Hostile *s)
{
    fflush(s->said);
    stderr = s->console;
    return ftell(s->said) > 0;
}

// Of a command line that ends with a flag and a path.
static Options makeOptions(const char *scene, const char *flag, const char *path)
{
    const char *const made[] = {"fluid_demo", "--headless",  "--no-cache", "--out", "/dev/null",
                                "--scene",    scene,         "--size",     "48x32", "--grid",
                                "24x16",      "--particles", "200",        flag,    path};
    const char *const replayed[] = {"fluid_demo", "--headless", "--no-cache", "--out", "/dev/null", flag, path};
    Options options;
    optind = 0; // from the beginning
    OptionsResult result = scene != NULL ? Options_Parse(&options, OPTIONS_DEMO, flag != NULL ? 15 : 13, (char **)made)
                                         : Options_Parse(&options, OPTIONS_DEMO, 7, (char **)replayed);
    assert_int_equal(result, OPTIONS_RUN);
    return options;
}

// As main does.
static bool openDemo(Hostile *s, Demo *demo, const Options *options)
{
    *demo = (Demo){.options = options, .config = Options_GetConfig(options), .gl = &s->gl};
    Settings_Init(&demo->settings);
    demo->config.tuning = Settings_GetTuning(&demo->settings);
    return Demo_Open(demo, (gfGetProcAddressFn)Headless_GetProcAddress, false);
}

static void expectFinite(Hostile *s, Demo *demo, const Text *text, int number)
{
    gfFluidStats stats;
    struct rusage used;
    bool measured = demo->scene.info != NULL && Scene_Measure(&demo->scene, &stats);
    GLenum error = s->gl.GetError();
    if (!measured || stats.nonfinite > 0 || !isfinite(stats.mass) || !isfinite(stats.speedMax) || error != 0) {
        fprintf(s->console, "%.*s\n", (int)text->size, text->bytes);
        fail_msg("mutation %d: measured %d, %llu numbers are not finite, GL error 0x%x", number, (int)measured,
                 (unsigned long long)stats.nonfinite, error);
    }
    assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
    fail_if(used.ru_maxrss > MEMORY_MOST, "mutation %d: %ld MB of memory", number, used.ru_maxrss >> 10);
}

static const char *const scenes[] = {"ink", "blobs", "splash", "sph_drops", "pond", "sph3d_box"};

#define SCENES (int)(sizeof scenes / sizeof *scenes)

// All that can be set, as it is; or `count` of that at its limits.
static Text makePreset(Hostile *s, const Demo *demo, int count)
{
    char error[SETTINGS_ERROR_SIZE];
    Settings *all = MADE(malloc(sizeof *all));
    *all = demo->settings;
    for (int i = 0; i < Tunables_GetCount() && count == 0; i++) {
        Settings_Get(&demo->settings, i, all->values[i]);
        all->set[i] = true;
    }
    for (int i = 0; i < count; i++) {
        char line[1024];
        Text_PrintTunable(&s->random, line, (int)sizeof line);
        line[strlen(line) - 1] = '\0';
        char *name = line + 4, *value = strchr(name, ' ');
        *value = '\0';
        assert_true(Settings_SetText(all, name, value + 1));
    }
    assert_true(Settings_Save(all, &demo->scene, s->file, error, (int)sizeof error));
    free(all);
    return Text_Read(s->file);
}

static bool tryPreset(Hostile *s, Controls *c, const Text *text, int number)
{
    Demo *demo = c->demo;
    const SceneInfo *scene = demo->scene.info;
    Settings *before = MADE(malloc(sizeof *before));
    *before = demo->settings;
    Text_Write(s->file, text);
    listen(s);
    bool taken = Controls_LoadPreset(c, s->file);
    if (!taken && (c->message[0] == '\0' || demo->scene.info != scene ||
                   memcmp(before->set, demo->settings.set, sizeof before->set) != 0 ||
                   memcmp(before->values, demo->settings.values, sizeof before->values) != 0)) {
        heard(s);
        fail_msg("mutation %d is refused, '%s', and changes something", number, c->message);
    }
    free(before);
    Controls_Frame(c, 1.0f / 60.0f, (Pointer){20.0, 12.0, POINTER_LEFT});
    bool failed = c->failed || !Demo_Draw(demo, 48, 32), said = heard(s);
    if (failed) { // settings that do not go together: the demo would end
        listen(s);
        Settings_Init(&demo->settings);
        bool opened = Demo_OpenScene(demo, scene);
        heard(s);
        assert_true(said && opened);
        *c = Controls_Make(demo, NULL, NULL);
    } else {
        expectFinite(s, demo, text, number);
    }
    return taken;
}

TEST(testPresets)
{
    Hostile *s = *state;
    int count = countOf(60), taken = 0;
    Text last = {strdup("{\"fluid_demo preset\": 1, \"scene\": \"smoke\", \"values\": {}}"), 54};
    for (int k = 0; k < SCENES; k++) {
        Options options = makeOptions(scenes[k], NULL, NULL);
        Demo *demo = malloc(sizeof *demo);
        assert_true(demo != NULL && Options_Complete(&options));
        listen(s);
        bool opened = openDemo(s, demo, &options);
        heard(s);
        assert_true(opened);
        Controls controls = Controls_Make(demo, NULL, NULL);
        Text whole = makePreset(s, demo, 0);
        assert_true(tryPreset(s, &controls, &whole, -1));
        for (int i = 0; i < count / SCENES; i++) {
            Text text = Text_Pick(&s->random, 3) == 0 ? makePreset(s, demo, 1 + Text_Pick(&s->random, 6))
                                                      : Text_Mutate(&s->random, &whole, &last);
            taken += tryPreset(s, &controls, &text, i) ? 1 : 0;
            free(text.bytes);
        }
        free(last.bytes);
        last = whole;
        listen(s);
        Demo_Close(demo);
        heard(s);
        free(demo);
    }
    free(last.bytes);
    printf("%d of %d presets are taken\n", taken, count);
    assert_true(taken > count / 5 && taken < count);
}

static const char *const input = "frame 0x1p-6 20 12 0\n"
                                 "frame 0x1p-6 20 12 1\n"
                                 "set grid.viscosity 0.001\n"
                                 "wheel -0x1p+1\n"
                                 "frame 0x1.8p-6 30 20 2\n"
                                 "key reset\n"
                                 "set demo.brushSize 0.1\n"
                                 "frame 0x1p-6 10 12 1\n"
                                 "key view\n"
                                 "size 64 48 64 48\n"
                                 "key splats\n"
                                 "frame 0x1.8p-6 30 16 1\n"
                                 "unset grid.viscosity\n"
                                 "key pause\n"
                                 "key step\n"
                                 "frame 0x1p-6 24 20 5\n";

// The lines before the last, and their sum.
static void seal(Text *text)
{
    char end[32];
    size_t size = text->size;
    while (size > 0 && text->bytes[size - 1] != '\n') {
        size--;
    }
    snprintf(end, sizeof end, "end %u\n", (unsigned)Files_Sum(text->bytes, size));
    memcpy(text->bytes + size, end, strlen(end));
    text->size = size + strlen(end);
}

// What a recording may ask of the machine is what the command line may; here it must be small.
static bool isSmall(const Options *o)
{
    return o->grid.width * o->grid.height <= 4096 && o->particles <= 4096 && o->dyeScale <= 4.0f;
}

// Whether a demo that runs with one command line can do what the other asks.
static bool areAlike(const Options *a, const Options *b)
{
    return a->scene == b->scene && a->grid.width == b->grid.width && a->grid.height == b->grid.height &&
           a->dyeScale == b->dyeScale && a->seed == b->seed && a->tier == b->tier && a->quality == b->quality &&
           a->particles == b->particles && a->search == b->search;
}

static void closeReplayed(Hostile *s)
{
    if (s->demo != NULL) {
        Demo_Close(s->demo);
        free(s->demo);
        s->demo = NULL;
    }
}

// In the demo that runs, begun anew, or in another. False: it could not be opened.
static bool openReplayed(Hostile *s, const Options *options)
{
    if (s->demo != NULL && areAlike(&s->options, options)) {
        s->options = *options;
        Settings_Init(&s->demo->settings);
        return Demo_OpenScene(s->demo, options->scene);
    }
    closeReplayed(s);
    s->demo = MADE(malloc(sizeof *s->demo));
    s->options = *options;
    if (!openDemo(s, s->demo, &s->options)) {
        free(s->demo);
        s->demo = NULL;
    }
    return s->demo != NULL;
}

static bool runReplay(Hostile *s, const Input *read, const Options *options, const Text *text, int number)
{
    if (!openReplayed(s, options)) {
        return false;
    }
    s->demo->betweenSteps = read->ahead;
    Controls controls = Controls_Make(s->demo, NULL, read);
    while (!controls.failed && Controls_Replay(&controls)) {
    }
    Demo_Draw(s->demo, 48, 32);
    if (controls.failed) {
        closeReplayed(s);
    } else {
        expectFinite(s, s->demo, text, number);
    }
    return true;
}

// 0: refused, 1: taken, 2: and run.
static int tryReplay(Hostile *s, const Text *text, int number)
{
    Input read = {0};
    Text_Write(s->file, text);
    Options options = makeOptions(NULL, "--replay", s->file);
    listen(s);
    bool good = Input_Read(&read, &options), run = good && Options_Complete(&options) && isSmall(&options);
    run = run && runReplay(s, &read, &options, text, number);
    bool said = heard(s);
    fail_if(!good && (!said || read.events != NULL || read.text != NULL),
            "mutation %d is refused and says nothing, or something is left", number);
    Input_Free(&read);
    return run ? 2 : good ? 1 : 0;
}

TEST(testReplays)
{
    Hostile *s = *state;
    int count = countOf(60), results[3] = {0};
    Text last = {strdup(input), strlen(input)};
    for (int k = 0; k < SCENES; k++) {
        Options options = makeOptions(scenes[k], "--record-input", s->file);
        Recorder recorder = {0};
        assert_true(Recorder_Begin(&recorder, &options, false) && Recorder_End(&recorder, s->file));
        Text begun = Text_Read(s->file), whole = Text_Copy(&begun);
        Text_Replace(&whole, whole.size, 0, input, strlen(input), 2 * begun.size + 4096);
        whole.bytes[whole.size] = '\0';
        char *end = strstr(whole.bytes, "end ");
        Text_Replace(&whole, (size_t)(end - whole.bytes), strcspn(end, "\n") + 1, "", 0, whole.size);
        Text sealed = Text_Copy(&whole);
        seal(&sealed);
        assert_int_equal(tryReplay(s, &sealed, -1), 2);
        free(sealed.bytes);
        for (int i = 0; i < count / SCENES; i++) {
            Text text =
                Text_Pick(&s->random, 2) == 0 ? Text_Forge(&s->random, &whole) : Text_Mutate(&s->random, &whole, &last);
            if (Text_Pick(&s->random, 10) > 0) {
                seal(&text);
            }
            results[tryReplay(s, &text, i)]++;
            free(text.bytes);
        }
        free(begun.bytes);
        free(last.bytes);
        last = whole;
    }
    listen(s);
    closeReplayed(s);
    heard(s);
    free(last.bytes);
    printf("%d of %d recordings are refused, %d run\n", results[0], count, results[2]);
    assert_true(results[0] > count / 10 && results[2] > count / 5);
}

#define PROGRAMS_MOST 256

typedef struct Kept {
    char path[2 * PATH_SIZE];
    Text text;
} Kept;

// One life of a device with the demo's cache: what its fluid is after a step, to be freed.
static Text live(Hostile *s, Cache *cache)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = (gfGetProcAddressFn)Headless_GetProcAddress;
    Cache_Use(cache, &def);
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 8;
    gfDevice *device = gfCreateDevice(&def);
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f);
    source.velocity.x = source.dye[0] = 1.0f;
    assert_true(fluid != NULL && gfFluid_Splat(fluid, &source) && gfFluid_StepOnce(fluid));
    Text text = {.size = gfFluid_GetSnapshotSize(fluid)};
    text.bytes = MADE(malloc(text.size));
    assert_true(gfFluid_SaveBlocking(fluid, text.bytes, text.size));
    gfDestroyDevice(device);
    assert_int_equal(s->gl.GetError(), 0);
    return text;
}

static int readFolder(const char *folder, Kept *kept)
{
    int count = 0;
    DIR *list = opendir(folder);
    for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
        if (entry->d_name[0] != '.') {
            assert_true(count < PROGRAMS_MOST);
            snprintf(kept[count].path, sizeof kept[count].path, "%s/%s", folder, entry->d_name);
            kept[count].text = Text_Read(kept[count].path);
            count++;
        }
    }
    closedir(list);
    return count;
}

// A file that is none, or has no end, or is some other program's, or damaged.
static void spoil(Hostile *s, const Kept *one, const Kept *other)
{
    int way = Text_Pick(&s->random, 12);
    assert_int_equal(remove(one->path), 0);
    if (way == 0) {
        assert_int_equal(mkdir(one->path, 0700), 0);
    } else if (way == 1) {
        assert_int_equal(symlink("/dev/zero", one->path), 0);
    } else if (way == 2) {
        assert_int_equal(mkfifo(one->path, 0600), 0);
    } else if (way == 3) {
        Text_Write(one->path, &one->text);
        assert_int_equal(truncate(one->path, (off_t)Text_Pick(&s->random, 2) * 30000000 + Text_Pick(&s->random, 2000)),
                         0);
    } else if (way == 4) {
        Text_Write(one->path, &other->text);
    } else {
        Text text = Text_Mutate(&s->random, &one->text, &other->text);
        Text_Write(one->path, &text);
        free(text.bytes);
    }
}

TEST(testCaches)
{
    Hostile *s = *state;
    char folder[PATH_SIZE + 16];
    Cache cache;
    Kept *kept = calloc(PROGRAMS_MOST, sizeof *kept);
    snprintf(folder, sizeof folder, "%s/cache", s->folder);
    Cache_Open(&cache, folder);
    Text expected = live(s, &cache);
    int programs = readFolder(folder, kept), count = countOf(60);
    if (programs == 0) {
        free(expected.bytes);
        free(kept);
        skip(); // a context without binaries
    }
    for (int done = 0, each = 0; done < count; done += each) {
        each = 1 + Text_Pick(&s->random, programs);
        int first = Text_Pick(&s->random, programs);
        for (int i = 0; i < each; i++) {
            spoil(s, &kept[(first + i) % programs], &kept[Text_Pick(&s->random, programs)]);
        }
        Text text = live(s, &cache);
        fail_if(text.size != expected.size || memcmp(text.bytes, expected.bytes, text.size) != 0,
                "with %d spoilt programs after %d the fluid is another one", each, done);
        free(text.bytes);
        for (int i = 0; i < each; i++) {
            const Kept *one = &kept[(first + i) % programs];
            remove(one->path);
            Text_Write(one->path, &one->text);
        }
    }
    for (int i = 0; i < programs; i++) {
        remove(kept[i].path);
        free(kept[i].text.bytes);
    }
    free(expected.bytes);
    free(kept);
    assert_int_equal(rmdir(folder), 0);
}

// A picture to draw into.
static void bindPicture(Hostile *s)
{
    s->gl.GenFramebuffers(1, &s->framebuffer);
    s->gl.GenRenderbuffers(1, &s->renderbuffer);
    s->gl.BindRenderbuffer(GL_RENDERBUFFER, s->renderbuffer);
    s->gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 48, 32);
    s->gl.BindFramebuffer(GL_FRAMEBUFFER, s->framebuffer);
    s->gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, s->renderbuffer);
    s->gl.Viewport(0, 0, 48, 32);
}

static int setUp(void **state)
{
    char error[256] = "";
    const char *api = getenv("GF_TEST_API"), *seed = getenv("GF_SEED");
    bool es = api != NULL && strcmp(api, "es30") == 0;
    Hostile *s = MADE(calloc(1, sizeof *s));
    s->random = seed != NULL ? (uint32_t)atoi(seed) : 1;
    s->headless = Headless_Create(es ? HEADLESS_ES30 : HEADLESS_GL33, false, error, (int)sizeof error);
    fail_if(s->headless == NULL || !Demo_LoadGL(&s->gl, es, (GLADapiproc(*)(const char *))Headless_GetProcAddress),
            "no context: %s", error);
    bindPicture(s);
    snprintf(s->folder, sizeof s->folder, "/tmp/bad_files.XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    assert_true(snprintf(s->file, sizeof s->file, "%s/file", s->folder) < PATH_SIZE);
    s->console = stderr;
    s->said = MADE(tmpfile());
    *state = s;
    return 0;
}

static int tearDown(void **state)
{
    Hostile *s = *state;
    stderr = s->console;
    fclose(s->said);
    remove(s->file);
    rmdir(s->folder);
    s->gl.DeleteFramebuffers(1, &s->framebuffer);
    s->gl.DeleteRenderbuffers(1, &s->renderbuffer);
    Headless_Destroy(s->headless);
    free(s);
    return 0;
}

TESTS_START_FROM(setUp, tearDown)
