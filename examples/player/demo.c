// What the window, the headless run and the page share: the device, the scene on it, and its picture.
#define _POSIX_C_SOURCE 200809L
#include "demo.h"
#include "gl.h"

#include "scenes/backdrop.h"
#include "scenes/stage.h"
#include "support/complain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double Demo_GetSeconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void printLog(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    static const char *const levels[] = {"error", "warning", "info"};
    Demo *demo = user;
    // A machine too slow for real time loses time in every frame: once is enough to know.
    if (code == GF_ERROR_TIME_LOST) {
        if (demo->saidTimeLost) {
            return;
        }
        demo->saidTimeLost = true;
    }
    fprintf(stderr, "gpufluid: %s: %s\n", levels[level], message);
}

static void printGovernor(const gfGovernor *governor)
{
    gfGovernorStatus status = gfGovernor_GetStatus(governor);
    if (status.levelCount > 0) {
        printf("governor: level %d of 0 to %d, %.2f of %g ms, %llu changes%s\n", (int)status.level,
               (int)status.levelCount - 1, (double)status.time_ms, (double)status.budget_ms,
               (unsigned long long)status.changes, status.measures ? "" : "; this context tells no times");
    }
}

void Demo_CloseScene(Demo *demo)
{
    printGovernor(demo->scene.governor);
    Backdrop_Free(demo->gl, &demo->scene);
    if (demo->stage != NULL) {
        Stage_Free(demo->gl, demo->stage);
    }
    Scene_Destroy(&demo->scene);
}

bool Demo_OpenScene(Demo *demo, const SceneInfo *info)
{
    char error[512];
    Demo_CloseScene(demo);
    demo->opened++;
    if (!Scene_Create(&demo->scene, info, &demo->config, demo->device, error, (int)sizeof error)) {
        return Complain("%s", error);
    }
    Settings_TakeOwn(&demo->settings, &demo->scene);
    Backdrop_Make(demo->gl, &demo->scene);
    if (!Stage_Make(demo->gl, demo->stage, &demo->scene)) {
        return Complain("what is around the fluid of %s has a bad shader", info->name);
    }
    return true;
}

bool Demo_Open(Demo *demo, gfGetProcAddressFn getProcAddress, bool profiling)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = getProcAddress;
    def.log = printLog;
    def.logUser = demo;
    def.profiling = profiling;
    def.tier = (gfTier)demo->options->tier;
    def.keepHostState = !demo->ownsState;
    if (!demo->options->noCache) {
        Cache_Open(&demo->cache, demo->options->cache);
        Cache_Use(&demo->cache, &def);
    }
    demo->device = gfCreateDevice(&def);
    if (demo->device == NULL) {
        return Complain("no gpufluid device: %s", gfErrorText(gfGetLastError(NULL)));
    }
    demo->stage = calloc(1, sizeof *demo->stage);
    bool opened = demo->stage != NULL && Demo_OpenScene(demo, demo->options->scene);
    if (opened) {
        Demo_NoteQuality(demo);
        opened = demo->options->load == NULL || Demo_LoadFluid(demo, demo->options->load);
    }
    if (!opened) {
        Demo_Close(demo);
    }
    return opened;
}

void Demo_NoteQuality(const Demo *demo)
{
    if (demo->config.useQuality && demo->scene.solver != GF_SOLVER_GRID) {
        Complain("scene %s has no choice of quality: %s is not used", demo->scene.info->name,
                 tunableQualities[1 + (int)demo->config.quality]);
    }
}

void Demo_Close(Demo *demo)
{
    Demo_CloseScene(demo);
    free(demo->stage);
    demo->stage = NULL;
    Pace_Destroy(&demo->pace, demo->gl);
    gfDestroyDevice(demo->device);
    demo->device = NULL;
}

// Water seen from above, as the library shows it by default.
static void lookFromAbove(gfDrawDef *def, const gfFluid *fluid)
{
    const gfDrawDef own = gfDefaultDrawDefFor(fluid);
    def->range = own.range;
    def->liquid = own.liquid;
    def->water = own.water;
}

gfDrawDef Demo_GetDrawDef(Demo *demo, int width, int height)
{
    const gfDrawStyle view = Demo_GetView(demo);
    static const float ranges[GF_DRAW_STYLE_COUNT] = {
        [GF_DRAW_DYE] = 1.0f,          // dye
        [GF_DRAW_VELOCITY] = 1.2f,     // m/s
        [GF_DRAW_PRESSURE] = 0.3f,     // m^2/s^2
        [GF_DRAW_TEMPERATURE] = 25.0f, // K
        [GF_DRAW_VORTICITY] = 40.0f,   // 1/s
        [GF_DRAW_SOLIDS] = 1.0f,
        [GF_DRAW_MASS] = 1.5f,       // of a full cell
        [GF_DRAW_DIVERGENCE] = 0.1f, // 1/s
        [GF_DRAW_FIRE] = 25.0f,      // K
        [GF_DRAW_LIQUID] = 1.0f,     // mass or dye
        [GF_DRAW_LIC] = 1.2f,        // m/s
        [GF_DRAW_ARROWS] = 0.8f,     // m/s
        [GF_DRAW_PARTICLES] = 1.0f,
        [GF_DRAW_DENSITY] = 0.1f, // share of the density at rest
        [GF_DRAW_KINDS] = 1.0f,   // mass
    };
    const float depth = 0.2f; // m, of water, that the mass of GF_SOLVER_SHALLOW is
    gfDrawDef def = Scene_GetDrawDef(&demo->scene);
    if (view != GF_DRAW_DYE && view != def.style) {
        def.style = view;
        def.range = view == GF_DRAW_MASS && demo->scene.solver == GF_SOLVER_SHALLOW ? depth : ranges[view];
        def.palette.count = 0; // it was for the scene's own style
        def.encodeSrgb = true;
        def.solids.shown = true;
        def.tone.map = GF_TONE_NONE;
        def.refraction.enabled = def.bloom.enabled = def.shafts.enabled = false;
    }
    if (view == GF_DRAW_LIQUID && demo->scene.solver == GF_SOLVER_SHALLOW) {
        lookFromAbove(&def, demo->scene.fluid);
    }
    if (demo->plain) {
        def.shadow.enabled = def.shafts.enabled = false;
        def.detail = 0.0f;
    }
    Settings_ApplyToDraw(&demo->settings, &def);
    // Shapes that differ by less than a pixel fill the picture: a fitted view could leave a seam at its edge.
    float aspect = (float)width / (float)height;
    float longest = (float)(width > height ? width : height);
    if (fabsf(demo->scene.width / aspect - 1.0f) * longest >= 1.0f) {
        def.view = gfFluid_GetFitView(demo->scene.fluid, aspect);
    }
    return def;
}

gfStepInfo Demo_GetStepInfo(const Demo *demo)
{
    const Scene *scene = &demo->scene;
    return scene->fluid3d != NULL ? gfFluid3D_GetStepInfo(scene->fluid3d) : gfFluid_GetStepInfo(scene->fluid);
}

// Time of the picture since the last step, s.
static float getAhead(const Demo *demo)
{
    return demo->betweenSteps ? (float)Demo_GetStepInfo(demo).pending_s : 0.0f;
}

static bool drawSpace(Demo *demo, int width, int height)
{
    const gfDrawStyle view = Demo_GetView(demo);
    gfDraw3DDef def = Scene_GetDraw3DDef(&demo->scene, (float)width / (float)height);
    if (view == GF_DRAW_LIQUID) {
        def.style = GF_DRAW3D_WATER;
    } else if (view == GF_DRAW_PARTICLES) {
        def.style = GF_DRAW3D_SPHERES;
    }
    Settings_ApplyToDraw3D(&demo->settings, &def);
    def.ahead = getAhead(demo);
    return Stage_Draw(demo->gl, demo->stage, &demo->scene, &def, width, height);
}

gfDrawStyle Demo_GetView(const Demo *demo)
{
    gfDrawStyle view = (gfDrawStyle)demo->settings.now.demo.view;
    return Scene_HasView(demo->scene.info, view) ? view : GF_DRAW_DYE;
}

bool Demo_Draw(Demo *demo, int width, int height)
{
    bool drawn = false;
    if (demo->scene.fluid3d != NULL) {
        drawn = drawSpace(demo, width, height);
    } else if (demo->scene.info->diorama != NULL && Demo_GetView(demo) == GF_DRAW_DYE) {
        gfSurfaceDef def = Scene_GetSurfaceDef(&demo->scene, (float)width / (float)height);
        if (demo->plain) {
            def.supersampling = 1;
            def.caustics = 0.0f;
        }
        demo->stage->unmirrored = demo->plain;
        Settings_ApplyToSurface(&demo->settings, &def);
        def.source.ahead = getAhead(demo);
        drawn = Stage_DrawDiorama(demo->gl, demo->stage, &demo->scene, &def, width, height);
    } else {
        gfDrawDef def = Demo_GetDrawDef(demo, width, height);
        def.ahead = getAhead(demo);
        Demo_ClearPicture(demo->gl, &def);
        drawn = Scene_Draw(&demo->scene, &def);
    }
    if (!drawn) {
        Complain("the scene could not be drawn: %s", gfErrorText(gfGetLastError(NULL)));
    }
    return drawn;
}

void Demo_KeepDetail(Demo *demo)
{
    const int size = 8;
    gfDrawDef def = demo->scene.fluid != NULL ? Demo_GetDrawDef(demo, size, size) : gfDefaultDrawDef();
    if (def.detail > 0.0f) {
        gfDrawDef small = gfDefaultDrawDef();
        small.style = def.style;
        small.detail = def.detail;
        gfFluid_DrawToTexture(demo->scene.fluid, &small, size, size);
    }
}
