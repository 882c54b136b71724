#include "controls.h"

#include "support/complain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Controls Controls_Make(Demo *demo, Recorder *recorder, const Input *replay)
{
    const Options *options = demo->options;
    const OptionsPair picture = options->size;
    const InputSize size = {picture.width, picture.height, picture.width, picture.height};
    return (Controls){.demo = demo,
                      .fresh = true,
                      .size = size,
                      .recorder = options->inputRecording != NULL ? recorder : NULL,
                      .replay = options->replay != NULL ? replay : NULL};
}

// What keys did shows in the panel and in presets, too.
static void setView(Controls *c, gfDrawStyle view)
{
    Settings_SetText(&c->demo->settings, "demo.view", tunableViews[view]);
}

static void openScene(Controls *c, const SceneInfo *info)
{
    Demo *demo = c->demo;
    c->fresh = true;
    if (info != demo->scene.info) {
        Settings_Clear(&demo->settings, false);
    }
    if (!Demo_OpenScene(demo, info)) {
        c->failed = true;
        return;
    }
    if ((gfDrawStyle)demo->settings.now.demo.view != Demo_GetView(demo)) {
        setView(c, GF_DRAW_DYE);
    }
    Demo_NoteQuality(demo);
}

// Those that the scene's solver has.
static gfDrawStyle getNextView(const Controls *c)
{
    gfDrawStyle view = Demo_GetView(c->demo);
    do {
        view = (gfDrawStyle)((view + 1) % GF_DRAW_STYLE_COUNT);
    } while (!Scene_HasView(c->demo->scene.info, view));
    return view;
}

static const SceneInfo *getNextScene(const SceneInfo *info)
{
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    return &scenes[(info - scenes + 1) % count];
}

// The scene's own choices, then from low to reference. The next scenes keep it.
static void changeQuality(Demo *demo)
{
    if (demo->scene.solver != GF_SOLVER_GRID) {
        Complain("scene %s has no choice of quality", demo->scene.info->name);
        return;
    }
    const SceneConfig *config = &demo->config;
    bool last = config->useQuality && config->quality == GF_QUALITY_REFERENCE;
    double quality[TUNABLE_NUMBERS] = {!config->useQuality ? 1.0 : last ? 0.0 : (int)config->quality + 2.0};
    Settings_Set(&demo->settings, Tunables_Find("demo.quality"), quality);
}

static void throwSplats(Controls *c)
{
    const DemoTunables *tunables = &c->demo->settings.now.demo;
    Scene_ThrowSplats(&c->demo->scene, tunables->splatCount, tunables->splatSize, tunables->splatSpeed);
}

// --- tunables --------------------------------------------------------------------------------------------------------

static void applyQuality(Demo *demo)
{
    Scene *scene = &demo->scene;
    SceneConfig *config = &demo->config;
    int wanted = demo->settings.now.demo.quality;
    bool use = wanted > 0;
    if (use == config->useQuality && (!use || (int)config->quality == wanted - 1)) {
        return;
    }
    config->useQuality = use;
    config->quality = use ? (gfQuality)(wanted - 1) : config->quality;
    if (scene->solver != GF_SOLVER_GRID) {
        return;
    }
    if (!Scene_SetQuality(scene, config->useQuality, config->quality)) {
        Complain("the quality could not be changed: %s", gfErrorText(gfGetLastError(NULL)));
    }
    demo->settings.own.fluid.grid = gfFluid_GetDef(scene->fluid).grid;
}

static void applyGovernor(Demo *demo)
{
    const DemoTunables *tunables = &demo->settings.now.demo;
    float budget_ms = tunables->automatic ? tunables->budget_ms : 0.0f;
    if (budget_ms != demo->config.budget_ms) {
        demo->config.budget_ms = budget_ms;
        Scene_SetBudget(&demo->scene, budget_ms);
    }
}

// The demo's own tunables, where they changed.
static void applyDemo(Controls *c)
{
    Demo *demo = c->demo;
    if (c->set == demo->settings.changes) {
        return;
    }
    c->set = demo->settings.changes;
    applyQuality(demo);
    applyGovernor(demo);
}

// The brush as it is now; its hue goes round while a stroke is drawn.
static void turnBrush(Controls *c, float dt, bool stirs)
{
    const DemoTunables *tunables = &c->demo->settings.now.demo;
    SceneBrush *brush = &c->demo->scene.brush;
    brush->size = tunables->brushSize;
    brush->force = tunables->brushForce;
    brush->dye = tunables->brushDye;
    brush->painted = tunables->brushColors == BRUSH_OWN;
    memcpy(brush->color, tunables->brushColor, sizeof brush->color);
    if (tunables->brushColors != BRUSH_CYCLING) {
        brush->hue = 0.0f;
    } else if (stirs) {
        brush->hue = fmodf(brush->hue + tunables->cyclesPerSecond * dt, 1.0f);
    }
}

static bool refuse(Controls *c, const char *why)
{
    snprintf(c->message, sizeof c->message, "%s", why);
    return false;
}

bool Controls_Set(Controls *c, int index, const double values[TUNABLE_NUMBERS])
{
    const Tunable *t = Tunables_Get(index);
    char text[TUNABLE_TEXT_SIZE], name[TUNABLE_NAME_SIZE];
    Tunable_GetName(t, name);
    if (strcmp(name, "demo.view") == 0 && !Scene_HasView(c->demo->scene.info, (gfDrawStyle)values[0])) {
        return refuse(c, "this scene has no such view");
    }
    if (strcmp(name, "demo.automatic") == 0 && values[0] != 0.0 && (c->recorder != NULL || c->replay != NULL)) {
        return refuse(c, "what follows from the machine's speed cannot be recorded");
    }
    if (!Settings_Set(&c->demo->settings, index, values)) {
        return refuse(c, c->demo->settings.error);
    }
    c->message[0] = '\0';
    Tunable_Print(t, values, text);
    Recorder_Add(c->recorder, "set %s %s\n", name, text);
    applyDemo(c);
    return true;
}

bool Controls_SetText(Controls *c, const char *name, const char *text)
{
    Settings *settings = &c->demo->settings;
    double values[TUNABLE_NUMBERS] = {0.0};
    char why[SETTINGS_ERROR_SIZE / 2];
    int index = Tunables_Find(name);
    if (index < 0 || !Tunable_Parse(Tunables_Get(index), text, values, why, (int)sizeof why)) {
        Settings_SetText(settings, name, text);
        return refuse(c, settings->error);
    }
    return Controls_Set(c, index, values);
}

void Controls_Unset(Controls *c, int index)
{
    char name[TUNABLE_NAME_SIZE];
    Tunable_GetName(Tunables_Get(index), name);
    Settings_Unset(&c->demo->settings, index);
    Recorder_Add(c->recorder, "unset %s\n", name);
    c->message[0] = '\0';
    applyDemo(c);
}

void Controls_TakeSettings(Controls *c, const Settings *settings)
{
    int count = Tunables_GetCount();
    for (int i = 0; i < count; i++) {
        if (settings->set[i]) {
            Controls_Set(c, i, settings->values[i]);
        } else if (c->demo->settings.set[i]) {
            Controls_Unset(c, i);
        }
    }
}

void Controls_TakePalette(Controls *c, int index, int kind)
{
    gfPalette palette = gfGetPalette((gfStockPalette)kind);
    double values[TUNABLE_NUMBERS] = {(double)palette.count};
    Controls_Set(c, index, values);
    for (int stop = 0; stop < palette.count; stop++) {
        for (int i = 0; i < 4; i++) {
            values[i] = (double)palette.colors[stop][i];
        }
        Controls_Set(c, index + 1 + stop, values);
    }
}

void Controls_RecordSettings(Controls *c)
{
    const Settings *settings = &c->demo->settings;
    bool any = false;
    int count = Tunables_GetCount();
    for (int i = 0; i < count && c->recorder != NULL; i++) {
        const Tunable *t = Tunables_Get(i);
        char text[TUNABLE_TEXT_SIZE], name[TUNABLE_NAME_SIZE];
        if (settings->set[i]) {
            Tunable_GetName(t, name);
            Tunable_Print(t, settings->values[i], text);
            Recorder_Add(c->recorder, "set %s %s\n", name, text);
            any = any || t->restarts;
        }
    }
    if (any) {
        Recorder_Add(c->recorder, "key %s\n", inputKeys[INPUT_RESET]);
    }
}

void Controls_OpenScene(Controls *c, const SceneInfo *info)
{
    Recorder_Add(c->recorder, "scene %s\n", info->name);
    openScene(c, info);
}

// --- what is done ----------------------------------------------------------------------------------------------------

void Controls_Press(Controls *c, InputKey key)
{
    Recorder_Add(c->recorder, "key %s\n", inputKeys[key]);
    switch (key) {
    case INPUT_PAUSE:
        c->paused = !c->paused;
        break;
    case INPUT_STEP:
        c->paused = true;
        c->stepOnce = true;
        break;
    case INPUT_RESET:
        openScene(c, c->demo->scene.info);
        break;
    case INPUT_NEXT:
        openScene(c, getNextScene(c->demo->scene.info));
        break;
    case INPUT_VIEW:
        setView(c, getNextView(c));
        break;
    case INPUT_QUALITY:
        changeQuality(c->demo);
        applyDemo(c);
        break;
    case INPUT_SPLATS:
        throwSplats(c);
        break;
    default:
        break;
    }
}

void Controls_Zoom(Controls *c, float notches)
{
    Recorder_Add(c->recorder, "wheel %a\n", (double)notches);
    Mouse_Zoom(&c->demo->scene, notches);
}

void Controls_Resize(Controls *c, InputSize size)
{
    if (memcmp(&size, &c->size, sizeof size) != 0) {
        Recorder_Add(c->recorder, "size %d %d %d %d\n", size.windowWidth, size.windowHeight, size.width, size.height);
        c->size = size;
    }
}

void Controls_EndFrame(Controls *c, float dt)
{
    c->step_ms = 0.0f;
    if (c->failed || (c->paused && !c->stepOnce)) {
        return;
    }
    int frame = c->demo->scene.frame;
    double before = Demo_GetSeconds();
    if (!Scene_Step(&c->demo->scene, (c->stepOnce ? 1.0f / 60.0f : dt) * c->demo->settings.now.demo.speed)) {
        Complain("frame %d failed: %s", frame, gfErrorText(gfGetLastError(NULL)));
        c->failed = true;
    }
    c->step_ms = (float)(1000.0 * (Demo_GetSeconds() - before));
    c->stepOnce = false;
}

void Controls_BeginFrame(Controls *c, float dt, bool stirs)
{
    applyDemo(c);
    turnBrush(c, dt, stirs);
}

void Controls_Frame(Controls *c, float dt, Pointer pointer)
{
    Recorder_Add(c->recorder, "frame %a %a %a %u\n", (double)dt, pointer.x, pointer.y, pointer.buttons);
    if (!c->failed) {
        Controls_BeginFrame(c, dt, (pointer.buttons & POINTER_LEFT) != 0);
        // While paused strokes would only queue up.
        Mouse_Move(&c->mouse, &pointer, &c->size, &c->demo->scene, dt, !c->paused || c->stepOnce);
        Controls_EndFrame(c, dt);
    }
}

bool Controls_Replay(Controls *c)
{
    if (c->nextEvent == c->replay->count) {
        return false;
    }
    for (bool framed = false; !framed && !c->failed;) {
        const InputEvent *event = &c->replay->events[c->nextEvent++];
        const double *n = event->numbers;
        framed = event->kind == INPUT_FRAME;
        if (framed) {
            Controls_Frame(c, (float)n[0], (Pointer){n[1], n[2], (unsigned)n[3]});
        } else if (event->kind == INPUT_KEY) {
            Controls_Press(c, (InputKey)event->key);
        } else if (event->kind == INPUT_WHEEL) {
            Controls_Zoom(c, (float)n[0]);
        } else if (event->kind == INPUT_SCENE) {
            Controls_OpenScene(c, Scene_Find(event->text));
        } else if (event->kind == INPUT_SET) {
            Controls_SetText(c, event->text, event->value);
        } else if (event->kind == INPUT_UNSET) {
            Controls_Unset(c, Tunables_Find(event->text));
        } else {
            Controls_Resize(c, (InputSize){(int)n[0], (int)n[1], (int)n[2], (int)n[3]});
        }
    }
    return true;
}

const char *Controls_GetMessage(const Controls *c)
{
    return c->message[0] != '\0' || !c->demo->settings.refused ? c->message : c->demo->settings.error;
}

// --- presets ---------------------------------------------------------------------------------------------------------

bool Controls_SavePreset(Controls *c, const char *path)
{
    c->message[0] = '\0';
    return Settings_Save(&c->demo->settings, &c->demo->scene, path, c->message, (int)sizeof c->message);
}

bool Controls_LoadPreset(Controls *c, const char *path)
{
    Settings *settings = malloc(sizeof *settings);
    const SceneInfo *scene = NULL;
    if (settings == NULL) {
        return refuse(c, "no memory for it");
    }
    Settings_Init(settings);
    char error[SETTINGS_ERROR_SIZE];
    bool good = Settings_Load(settings, path, &scene, error, (int)sizeof error);
    if (good) {
        if (scene != NULL && scene != c->demo->scene.info) {
            Controls_OpenScene(c, scene);
        }
        Controls_TakeSettings(c, settings);
        if (!c->failed && Settings_WaitForRestart(&c->demo->settings, &c->demo->scene)) {
            Controls_Press(c, INPUT_RESET);
        }
    } else {
        refuse(c, error);
    }
    free(settings);
    return good;
}

void Controls_TakePreset(Controls *c, int index)
{
    Settings *settings = malloc(sizeof *settings);
    const SceneInfo *scene = NULL;
    const char *text = Presets_GetText(index);
    char error[SETTINGS_ERROR_SIZE];
    if (settings != NULL) {
        Settings_Init(settings);
        if (Settings_Read(settings, text, strlen(text), &scene, error, (int)sizeof error)) {
            Controls_TakeSettings(c, settings);
        }
        free(settings);
    }
}
