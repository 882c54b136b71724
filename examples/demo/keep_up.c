#include "keep_up.h"

#include "support/complain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BUDGET_MS 36.0f  // a frame: 30 a second, and what a display adds
#define BROKEN_MS 100.0f // above that a scene is worth to be begun anew
#define LEAST_WIDTH 320.0f
#define LEAST_HEIGHT 180.0f
#define LEAST_PARTICLES 2000
#define LONGEST_S (1.0f / 30.0f) // of the scene in a frame
#define JUDGED 4                 // frames that are enough to call a scene broken

static const float particleShares[] = {1.0f, 0.7f, 0.5f, 0.35f, 0.25f};
#define PARTICLE_STEPS (int)(sizeof particleShares / sizeof particleShares[0])
#define PARTICLES_HALF 2

// What is kept must not depend on the machine's speed, and what was chosen by hand stays.
static bool isWanted(const Options *options)
{
    bool kept = Options_IsGiven(options, "record record-input replay out no-auto");
    return !kept && (options->automatic || !Options_IsGiven(options, "quality grid dye-scale"));
}

KeepUp KeepUp_Make(Demo *demo)
{
    return (KeepUp){.demo = demo,
                    .on = isWanted(demo->options),
                    .qualified = demo->config.useQuality,
                    .fixedStep = Tunables_Find("fixedStep"),
                    .status = {.drawing = 1.0f, .speed = 1.0f}};
}

// The governor ends, and steps are the scene's own again.
static void end(KeepUp *k)
{
    Scene *scene = &k->demo->scene;
    if (scene->pacer != NULL && (k->levers & GF_GOVERNED_RATE) != 0) {
        Scene_SetOwnStep(scene);
    }
    gfDestroyGovernor(k->frames);
    gfDestroyGovernor(scene->pacer);
    k->frames = scene->pacer = NULL;
    k->status = (gfGovernorStatus){.drawing = 1.0f, .speed = 1.0f};
}

void KeepUp_Free(KeepUp *k, const GladGLContext *gl)
{
    end(k);
    Canvas_Free(&k->canvas, gl);
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

// Whether demo.plain leaves out anything.
static bool hasPlainerLook(const Scene *scene)
{
    if (scene->fluid == NULL || scene->info->diorama != NULL) {
        return scene->fluid != NULL;
    }
    gfDrawDef def = Scene_GetDrawDef(scene);
    return def.shadow.enabled || def.shafts.enabled || def.detail > 0.0f;
}

// What may be lowered of the fluid: steps of GF_SOLVER_GRID may be longer, unless they were set by hand.
static uint32_t findLevers(const KeepUp *k)
{
    const Scene *scene = &k->demo->scene;
    bool cells = Scene_CanSetCells(scene);
    bool longer = cells && scene->solver == GF_SOLVER_GRID && !k->demo->settings.set[k->fixedStep];
    return (cells ? GF_GOVERNED_CELLS : 0u) | (longer ? GF_GOVERNED_RATE : 0u);
}

// Begins a scene anew with so many particles. False: it has as many, or what the options say.
static bool setParticles(KeepUp *k, Controls *controls, int step)
{
    Demo *demo = k->demo;
    const SceneInfo *info = demo->scene.info;
    int all = Scene_GetParticles(info), own = demo->options->particles;
    while (step > 0 && particleShares[step] * (float)all < (float)LEAST_PARTICLES) {
        step--;
    }
    int wanted = step > 0 && own == 0 ? (int)lroundf(particleShares[step] * (float)all) : own;
    k->particles = step;
    if (all == 0 || wanted == demo->config.particles) {
        return false;
    }
    demo->config.particles = wanted;
    end(k);
    Controls_OpenScene(controls, info);
    return true;
}

// The scene as it was asked for, and a governor that begins at this level.
static bool begin(KeepUp *k, int level)
{
    Scene *scene = &k->demo->scene;
    const SceneConfig *config = &k->demo->config;
    gfGovernorDef def = gfDefaultGovernorDef();
    end(k);
    bool other = scene->config.gridWidth != config->gridWidth || scene->config.gridHeight != config->gridHeight;
    if (other && Scene_CanSetCells(scene) && !Scene_SetCells(scene, config->gridWidth, config->gridHeight)) {
        Complain("the cells stay as they are: %s", gfErrorText(gfGetLastError(NULL)));
    }
    k->levers = findLevers(k);
    k->opened = k->demo->opened;
    k->info = scene->info;
    k->since = 0;
    def.budget_ms = BUDGET_MS;
    def.hostTimes = true;
    def.firstLevel = level;
    def.may = k->levers | ((k->levers & GF_GOVERNED_RATE) == 0 ? GF_GOVERNED_SPEED : 0u) | GF_GOVERNED_DRAWING |
              (hasPlainerLook(scene) ? GF_GOVERNED_LOOK : 0u); // where steps can't be longer time goes slower
    if (k->on && Scene_CanSetCells(scene)) {
        scene->pacer = gfCreateGovernor(scene->fluid, &def);
    } else if (k->on) {
        k->frames = gfCreateFrameGovernor(k->demo->device, &def);
    }
    return other;
}

// Sets the level, and applies what the host does of it. True: there are other cells.
static bool update(KeepUp *k)
{
    Scene *scene = &k->demo->scene;
    gfGovernor *governor = scene->pacer != NULL ? scene->pacer : k->frames;
    const gfGovernorStatus before = k->status;
    if (governor != NULL && gfGovernor_Update(governor)) {
        k->status = gfGovernor_GetStatus(governor);
    }
    k->demo->plain = k->status.plain;
    if (k->status.level == before.level) {
        return false;
    }
    k->since = 0;
    k->changes += k->status.changes > before.changes ? (int)(k->status.changes - before.changes) : 0;
    return scene->pacer != NULL && Scene_FollowCells(scene);
}

bool KeepUp_Switch(KeepUp *k, bool on)
{
    k->on = on;
    bool other = begin(k, 0);
    return update(k) || other;
}

// Another scene, or the same one anew, which goes on at its level.
static void follow(KeepUp *k, Controls *controls)
{
    bool weak = k->on && drawsInSoftware(k), same = k->info == k->demo->scene.info;
    int level = same ? (int)k->status.level : weak ? -1 : 0;
    k->changes = same ? k->changes : 0;
    k->demo->scene.pacer = NULL;
    if (!same) {
        setParticles(k, controls, weak ? PARTICLES_HALF : 0);
    }
    begin(k, level);
}

// Fewer particles, as the last resort: so many that a frame is short then.
static bool begsForFewer(KeepUp *k, Controls *controls)
{
    bool last = k->status.level + 1 == k->status.levelCount && k->since >= KEEP_UP_SPARED + JUDGED;
    int step = k->particles;
    if (!last || k->status.time_ms < BROKEN_MS || k->demo->options->particles > 0) {
        return false;
    }
    float time_ms = k->status.time_ms;
    while (step + 1 < PARTICLE_STEPS && time_ms > BUDGET_MS) {
        step++;
        time_ms = k->status.time_ms * powf(particleShares[step] / particleShares[k->particles], 1.5f);
    }
    return step > k->particles && setParticles(k, controls, step);
}

bool KeepUp_Frame(KeepUp *k, Controls *controls, float interval, InputSize size, bool rests)
{
    bool qualified = k->demo->config.useQuality, chosen = qualified && !k->qualified;
    k->width = size.width;
    k->height = size.height;
    k->qualified = qualified;
    if (k->opened != k->demo->opened) {
        follow(k, controls);
        update(k);
        return true;
    }
    if (chosen && k->on) {
        return KeepUp_Switch(k, false);
    }
    if (k->levers != findLevers(k)) {
        return begin(k, 0); // there is a budget of steps now, or they were set by hand
    }
    if (!k->on || rests || controls->paused || controls->fresh || controls->failed) {
        return false;
    }
    k->since++;
    gfGovernor *governor = k->demo->scene.pacer != NULL ? k->demo->scene.pacer : k->frames;
    if (governor != NULL) {
        gfGovernor_AddTime(governor, 1000.0f * fminf(interval, 1000.0f));
    }
    return update(k) || begsForFewer(k, controls);
}

float KeepUp_GetStep(const KeepUp *k, float interval)
{
    return fminf(interval, LONGEST_S) * k->status.speed;
}

// Pixels along a side, of no less than the least picture.
static int scale(const KeepUp *k, int pixels)
{
    float least = fmaxf(LEAST_WIDTH / (float)k->width, LEAST_HEIGHT / (float)k->height);
    return (int)lroundf((float)pixels * fminf(1.0f, fmaxf(k->status.drawing, least)));
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
    const Scene *scene = &k->demo->scene;
    const SceneConfig *config = &scene->config;
    char cells[64] = "", particles[32] = "";
    if (scene->fluid != NULL) {
        snprintf(cells, sizeof cells, "%d x %d cells, ", config->gridWidth, config->gridHeight);
    }
    if (k->particles > 0) {
        snprintf(particles, sizeof particles, "%d particles, ", config->particles);
    }
    bool longer = scene->pacer != NULL && scene->solver == GF_SOLVER_GRID &&
                  gfFluid_GetDef(scene->fluid).fixedStep > scene->ownStep;
    snprintf(text, (size_t)size, "%s%sdrawn at %d x %d%s%s", cells, particles, scale(k, k->width), scale(k, k->height),
             k->demo->plain ? ", plain" : "",
             k->status.speed < 1.0f ? ", slower"
             : longer               ? ", longer steps"
                                    : "");
}
