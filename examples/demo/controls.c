#include "controls.h"

#include <stdio.h>
#include <string.h>

Controls Controls_Make(Demo *demo, Recorder *recorder, const Input *replay)
{
    const Options *options = demo->options;
    const InputSize size = {options->width, options->height, options->width, options->height};
    return (Controls){.demo = demo,
                      .view = options->view,
                      .fresh = true,
                      .size = size,
                      .recorder = options->record != NULL ? recorder : NULL,
                      .replay = options->replay != NULL ? replay : NULL};
}

static void openScene(Controls *c, const SceneInfo *info)
{
    Demo *demo = c->demo;
    c->fresh = true;
    if (!Demo_OpenScene(demo, info)) {
        c->failed = true;
        return;
    }
    if (!Options_HasView(demo->scene.info, c->view)) {
        c->view = GF_DRAW_DYE;
    }
    Demo_NoteQuality(demo);
}

// Those that the scene's solver has.
static gfDrawStyle getNextView(const Controls *c)
{
    gfDrawStyle view = c->view;
    do {
        view = (gfDrawStyle)((view + 1) % GF_DRAW_STYLE_COUNT);
    } while (!Options_HasView(c->demo->scene.info, view));
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
        fprintf(stderr, "fluid_demo: scene %s has no choice of quality\n", demo->scene.info->name);
        return;
    }
    SceneConfig *config = &demo->config;
    bool last = config->useQuality && config->quality == GF_QUALITY_REFERENCE;
    config->quality = config->useQuality && !last ? (gfQuality)(config->quality + 1) : GF_QUALITY_LOW;
    config->useQuality = !last;
    if (!Scene_SetQuality(&demo->scene, config->useQuality, config->quality)) {
        fprintf(stderr, "fluid_demo: the quality could not be changed: %s\n", gfErrorText(gfGetLastError(NULL)));
    }
}

static void record(Controls *c, InputEvent event)
{
    if (c->recorder != NULL) {
        Recorder_Add(c->recorder, &event);
    }
}

void Controls_Press(Controls *c, InputKey key)
{
    record(c, (InputEvent){.kind = INPUT_KEY, .key = key});
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
        c->view = getNextView(c);
        break;
    case INPUT_QUALITY:
        changeQuality(c->demo);
        break;
    default:
        break;
    }
}

void Controls_Zoom(Controls *c, float notches)
{
    record(c, (InputEvent){.kind = INPUT_WHEEL, .notches = notches});
    Mouse_Zoom(&c->demo->scene, notches);
}

void Controls_Resize(Controls *c, InputSize size)
{
    if (memcmp(&size, &c->size, sizeof size) != 0) {
        record(c, (InputEvent){.kind = INPUT_SIZE, .size = size});
        c->size = size;
    }
}

static void step(Controls *c, float dt)
{
    if (c->failed || (c->paused && !c->stepOnce)) {
        return;
    }
    int frame = c->demo->scene.frame;
    if (!Scene_Step(&c->demo->scene, c->stepOnce ? 1.0f / 60.0f : dt)) {
        fprintf(stderr, "fluid_demo: frame %d failed: %s\n", frame, gfErrorText(gfGetLastError(NULL)));
        c->failed = true;
    }
    c->stepOnce = false;
}

void Controls_Frame(Controls *c, float dt, Pointer pointer)
{
    record(c, (InputEvent){.kind = INPUT_FRAME, .dt = dt, .pointer = pointer});
    if (!c->failed) {
        // While paused strokes would only queue up.
        Mouse_Move(&c->mouse, &pointer, &c->size, &c->demo->scene, dt, !c->paused || c->stepOnce);
        step(c, dt);
    }
}

bool Controls_Replay(Controls *c)
{
    if (c->nextEvent == c->replay->count) {
        return false;
    }
    for (bool framed = false; !framed && !c->failed;) {
        const InputEvent *event = &c->replay->events[c->nextEvent++];
        framed = event->kind == INPUT_FRAME;
        if (framed) {
            Controls_Frame(c, event->dt, event->pointer);
        } else if (event->kind == INPUT_KEY) {
            Controls_Press(c, event->key);
        } else if (event->kind == INPUT_WHEEL) {
            Controls_Zoom(c, event->notches);
        } else {
            Controls_Resize(c, event->size);
        }
    }
    return true;
}
