#include "keep_up.h"

#include "support/complain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEAST_STEPS 0.5f // share of them, as fineness.c has it

// What is kept must not depend on the machine's speed, and what was chosen by hand stays.
static bool isWanted(const Options *options)
{
    bool kept = Options_IsGiven(options, "record record-input replay out no-auto");
    return !kept && (options->automatic || !Options_IsGiven(options, "quality grid dye-scale"));
}

KeepUp KeepUp_Make(Demo *demo)
{
    return (KeepUp){.demo = demo, .on = isWanted(demo->options), .qualified = demo->config.useQuality};
}

void KeepUp_Free(KeepUp *k, const GladGLContext *gl)
{
    Canvas_Free(&k->canvas, gl);
}

static bool setCells(KeepUp *k)
{
    const SceneConfig *config = &k->demo->config;
    Scene *scene = &k->demo->scene;
    int width = 0, height = 0;
    Fineness_FitGrid(config->gridWidth, config->gridHeight, Fineness_GetShare(&k->fineness, FINENESS_CELLS), &width,
                     &height);
    if (width == scene->config.gridWidth && height == scene->config.gridHeight) {
        return false;
    }
    if (!Scene_SetCells(scene, width, height)) {
        Complain("the cells stay as they are: %s", gfErrorText(gfGetLastError(NULL)));
        Fineness_Refuse(&k->fineness, FINENESS_CELLS);
    }
    return true;
}

// Steps of GF_SOLVER_GRID may be longer; those that were set by hand stay.
static bool hasLongerSteps(const KeepUp *k)
{
    return k->demo->scene.fluid != NULL && k->demo->scene.solver == GF_SOLVER_GRID && k->demo->scene.governor == NULL;
}

static void setSteps(KeepUp *k)
{
    Scene *scene = &k->demo->scene;
    if (!hasLongerSteps(k)) {
        return;
    }
    float own = scene->ownStep, now = gfFluid_GetDef(scene->fluid).fixedStep;
    float wanted = own / Fineness_GetShare(&k->fineness, FINENESS_STEPS);
    bool ours = now == own || now == own / LEAST_STEPS;
    if (ours && now != wanted && !gfFluid_SetFixedStep(scene->fluid, wanted)) {
        Fineness_Refuse(&k->fineness, FINENESS_STEPS);
    }
}

// Without a graphics chip the first frames, as fine as can be, would take half a second each.
static bool drawsInSoftware(const KeepUp *k)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader", "Basic Render"};
    const char *renderer = gfDevice_GetRenderer(k->demo->device);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strstr(renderer, names[i]) != NULL) {
            return true;
        }
    }
    return false;
}

// False if they stay as they are: so many as the options say, or the scene has.
static bool setParticles(KeepUp *k, Controls *controls)
{
    Demo *demo = k->demo;
    const SceneInfo *info = demo->scene.info;
    float share = Fineness_GetShare(&k->fineness, FINENESS_PARTICLES);
    int own = demo->options->particles;
    int wanted = share < 1.0f ? (int)lroundf(share * (float)Scene_GetParticles(info)) : own;
    bool changes = Scene_GetParticles(info) > 0 && wanted != demo->config.particles;
    if (changes) {
        demo->config.particles = wanted;
        Controls_OpenScene(controls, info);
    }
    return changes;
}

static bool set(KeepUp *k, Controls *controls)
{
    k->demo->plain = Fineness_GetShare(&k->fineness, FINENESS_LOOK) < 1.0f;
    bool others = setParticles(k, controls);
    k->opened = k->demo->opened;
    k->since = 0;
    if (controls->failed) {
        return true;
    }
    setSteps(k);
    return setCells(k) || others;
}

// Whether demo.plain leaves out anything.
static bool hasPlainerLook(const Scene *scene)
{
    if (scene->fluid == NULL || scene->info->diorama != NULL) {
        return scene->fluid != NULL;
    }
    gfDrawDef def = Scene_GetDrawDef(scene);
    return def.shadow.enabled || def.shafts.enabled || def.detail > 0.0f;
}

static bool begin(KeepUp *k, Controls *controls)
{
    const SceneConfig *config = &k->demo->config;
    const Scene *scene = &k->demo->scene;
    int cells = config->gridWidth > config->gridHeight ? config->gridWidth : config->gridHeight;
    k->info = scene->info;
    FinenessScene lowered = {.cells = Scene_CanSetCells(scene) ? cells : 0,
                             .particles = k->demo->options->particles > 0 ? 0 : Scene_GetParticles(scene->info),
                             .plainer = hasPlainerLook(scene),
                             .slows = !hasLongerSteps(k),
                             .dear = Scene_IsPerspective(scene->info)};
    Fineness_Begin(&k->fineness, &lowered, k->on && drawsInSoftware(k), k->width, k->height);
    return set(k, controls);
}

bool KeepUp_Switch(KeepUp *k, Controls *controls, bool on)
{
    k->on = on;
    return begin(k, controls);
}

bool KeepUp_Frame(KeepUp *k, Controls *controls, float interval, int width, int height, bool rests)
{
    bool resized = width != k->width || height != k->height;
    bool qualified = k->demo->config.useQuality, chosen = qualified && !k->qualified;
    k->width = width;
    k->height = height;
    k->qualified = qualified;
    if (k->opened != k->demo->opened) {
        Fineness_Forget(&k->fineness);
        return k->info == k->demo->scene.info ? set(k, controls) : begin(k, controls);
    }
    if (resized) {
        Fineness_Resize(&k->fineness, width, height);
    }
    if (chosen && k->on) {
        return KeepUp_Switch(k, controls, false);
    }
    if (!k->on || rests || controls->paused || controls->fresh || controls->failed) {
        Fineness_Forget(&k->fineness);
        return false;
    }
    k->since++;
    return Fineness_Take(&k->fineness, 1000.0f * interval) && set(k, controls);
}

float KeepUp_GetStep(const KeepUp *k, float interval)
{
    float share = hasLongerSteps(k) ? 1.0f : Fineness_GetShare(&k->fineness, FINENESS_STEPS);
    return fminf(interval, FINENESS_LONGEST * share);
}

static int scale(const KeepUp *k, int pixels)
{
    int scaled = (int)lroundf((float)pixels * Fineness_GetShare(&k->fineness, FINENESS_DRAWING));
    return scaled < 1 ? 1 : scaled;
}

void KeepUp_BeginDrawing(KeepUp *k, const GladGLContext *gl, int *width, int *height)
{
    int smallWidth = scale(k, *width), smallHeight = scale(k, *height);
    bool smaller = smallWidth != *width || smallHeight != *height;
    k->drawsSmaller = smaller && Canvas_Begin(&k->canvas, gl, smallWidth, smallHeight);
    if (k->drawsSmaller) {
        *width = smallWidth;
        *height = smallHeight;
        return;
    }
    if (smaller) {
        Fineness_Refuse(&k->fineness, FINENESS_DRAWING);
    }
    gl->Viewport(0, 0, *width, *height);
}

void KeepUp_EndDrawing(KeepUp *k, const GladGLContext *gl, int width, int height)
{
    if (k->drawsSmaller) {
        Canvas_End(&k->canvas, gl, width, height);
    }
    k->drawsSmaller = false;
}

void KeepUp_Describe(const KeepUp *k, char *text, int size)
{
    const SceneConfig *config = &k->demo->scene.config;
    char cells[64] = "", particles[32] = "";
    if (k->demo->scene.fluid != NULL) {
        snprintf(cells, sizeof cells, "%d x %d cells, ", config->gridWidth, config->gridHeight);
    }
    if (Fineness_GetShare(&k->fineness, FINENESS_PARTICLES) < 1.0f) {
        snprintf(particles, sizeof particles, "%d particles, ", config->particles);
    }
    bool fewer = Fineness_GetShare(&k->fineness, FINENESS_STEPS) < 1.0f;
    snprintf(text, (size_t)size, "%s%sdrawn at %d x %d%s%s", cells, particles, scale(k, k->width), scale(k, k->height),
             k->demo->plain ? ", plain" : "",
             !fewer              ? ""
             : hasLongerSteps(k) ? ", longer steps"
                                 : ", slower");
}
