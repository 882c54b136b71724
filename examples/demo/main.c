// fluid_demo: the scenes in a window or headless. This file opens what both need and hands over.
#define _POSIX_C_SOURCE 200809L
#include "controls.h"
#include "demo.h"
#include "files.h"
#include "gl.h"
#include "video.h"

#include "scenes/backdrop.h"
#include "support/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
    Stage_Free(demo->gl, &demo->stage);
    Scene_Destroy(&demo->scene);
}

bool Demo_OpenScene(Demo *demo, const SceneInfo *info)
{
    char error[512];
    Demo_CloseScene(demo);
    if (!Scene_Create(&demo->scene, info, &demo->config, demo->device, error, (int)sizeof error)) {
        fprintf(stderr, "fluid_demo: %s\n", error);
        return false;
    }
    Settings_TakeOwn(&demo->settings, &demo->scene);
    Backdrop_Make(demo->gl, &demo->scene);
    if (!Stage_Make(demo->gl, &demo->stage, &demo->scene)) {
        fprintf(stderr, "fluid_demo: what is around the fluid of %s has a bad shader\n", info->name);
        return false;
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
    def.tier = demo->options->tier;
    if (!demo->options->noCache) {
        Cache_Open(&demo->cache, demo->options->cache);
        Cache_Use(&demo->cache, &def);
    }
    demo->device = gfCreateDevice(&def);
    if (demo->device == NULL) {
        fprintf(stderr, "fluid_demo: no gpufluid device: %s\n", gfErrorText(gfGetLastError(NULL)));
        return false;
    }
    if (!Demo_OpenScene(demo, demo->options->scene)) {
        Demo_Close(demo);
        return false;
    }
    Demo_NoteQuality(demo);
    if (demo->options->load != NULL && !Demo_LoadFluid(demo, demo->options->load)) {
        Demo_Close(demo);
        return false;
    }
    return true;
}

void Demo_NoteQuality(const Demo *demo)
{
    if (demo->config.useQuality && demo->scene.solver != GF_SOLVER_GRID) {
        fprintf(stderr, "fluid_demo: scene %s has no choice of quality: %s is not used\n", demo->scene.info->name,
                Options_GetQualityName(demo->config.quality));
    }
}

void Demo_Close(Demo *demo)
{
    Demo_CloseScene(demo);
    gfDestroyDevice(demo->device);
    demo->device = NULL;
}

static gfDrawDef getDrawDef(Demo *demo, gfDrawStyle view, int width, int height)
{
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
    Settings_ApplyToDraw(&demo->settings, &def);
    // Shapes that differ by less than a pixel fill the picture: a fitted view could leave a seam at its edge.
    float aspect = (float)width / (float)height;
    float longest = (float)(width > height ? width : height);
    def.useView = fabsf(demo->scene.width / aspect - 1.0f) * longest >= 1.0f;
    if (def.useView) {
        def.view = gfFluid_GetFitView(demo->scene.fluid, aspect);
    }
    return def;
}

// Time of the picture since the last step, s.
static float getAhead(const Demo *demo)
{
    const Scene *scene = &demo->scene;
    gfStepInfo info =
        scene->fluid3d != NULL ? gfFluid3D_GetStepInfo(scene->fluid3d) : gfFluid_GetStepInfo(scene->fluid);
    return demo->betweenSteps ? (float)info.pending_s : 0.0f;
}

static bool drawSpace(Demo *demo, gfDrawStyle view, int width, int height)
{
    gfDraw3DDef def = Scene_GetDraw3DDef(&demo->scene, (float)width / (float)height);
    if (view == GF_DRAW_LIQUID) {
        def.style = GF_DRAW3D_WATER;
    } else if (view == GF_DRAW_PARTICLES) {
        def.style = GF_DRAW3D_SPHERES;
    }
    Settings_ApplyToDraw3D(&demo->settings, &def);
    def.ahead = getAhead(demo);
    return Stage_Draw(demo->gl, &demo->stage, &demo->scene, &def, width, height);
}

bool Demo_IsDiorama(const Demo *demo, gfDrawStyle view)
{
    return demo->scene.info != NULL && demo->scene.info->diorama != NULL && view == GF_DRAW_DYE;
}

bool Demo_Draw(Demo *demo, gfDrawStyle view, int width, int height)
{
    bool drawn = false;
    if (demo->scene.fluid3d != NULL) {
        drawn = drawSpace(demo, view, width, height);
    } else if (Demo_IsDiorama(demo, view)) {
        gfSurfaceDef def = Scene_GetSurfaceDef(&demo->scene, (float)width / (float)height);
        Settings_ApplyToSurface(&demo->settings, &def);
        def.source.ahead = getAhead(demo);
        drawn = Stage_DrawDiorama(demo->gl, &demo->stage, &demo->scene, &def, width, height);
    } else {
        gfDrawDef def = getDrawDef(demo, view, width, height);
        def.ahead = getAhead(demo);
        Demo_ClearPicture(demo->gl, &def);
        drawn = gfFluid_Draw(demo->scene.fluid, &def);
    }
    if (!drawn) {
        fprintf(stderr, "fluid_demo: the scene could not be drawn: %s\n", gfErrorText(gfGetLastError(NULL)));
    }
    return drawn;
}

bool Demo_DrawCutOut(Demo *demo, gfDrawStyle view, int width, int height)
{
    gfDrawDef def = getDrawDef(demo, view, width, height);
    def.alpha = GF_ALPHA_STRAIGHT;
    def.blend = false;
    def.encodeSrgb = true;
    def.solids.shown = false;
    def.solids.outlineWidth = 0.0f;
    def.refraction.enabled = def.shafts.enabled = false;
    demo->gl->ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    demo->gl->Clear(GL_COLOR_BUFFER_BIT);
    bool drawn = gfFluid_Draw(demo->scene.fluid, &def);
    if (!drawn) {
        fprintf(stderr, "fluid_demo: the scene could not be drawn: %s\n", gfErrorText(gfGetLastError(NULL)));
    }
    return drawn;
}

// A closed stream would be taken by the next file that is opened, and what is printed would go there.
static void holdStreams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            open("/", O_RDONLY); // takes the lowest number, this one; writing there is an error
        }
    }
}

// What was printed and got nowhere makes the run a failure.
static int closeOutput(int status)
{
    errno = 0;
    bool written = !ferror(stdout);
    written = fclose(stdout) == 0 && written;
    if (written) {
        return status;
    }
    fprintf(stderr, "fluid_demo: standard output cannot be written: %s\n",
            errno != 0 ? strerror(errno) : "what was printed is not complete");
    return status != 0 ? status : 1;
}

static bool readImage(const char *flag, const char *path, Image *image)
{
    char error[512];
    if (path == NULL || Image_Read(image, path, error, (int)sizeof error)) {
        return true;
    }
    fprintf(stderr, "fluid_demo: %s: %s\n", flag, error);
    return false;
}

// What the command line says is set, too, so that the panel shows it and presets keep it.
static void takeOptions(Demo *demo)
{
    const Options *options = demo->options;
    double budget[TUNABLE_NUMBERS] = {(double)options->budget_ms};
    Settings *settings = &demo->settings;
    if (options->budget_ms > 0.0f || options->automatic) {
        Settings_SetText(settings, "demo.automatic", "true");
    }
    if (options->budget_ms > 0.0f) {
        Settings_Set(settings, Tunables_Find("demo.budget_ms"), budget);
    }
    if (options->view != GF_DRAW_DYE) {
        Settings_SetText(settings, "demo.view", Options_GetViewName(options->view));
    }
    if (options->useQuality) {
        Settings_SetText(settings, "demo.quality", Options_GetQualityName(options->quality));
    }
}

static int run(const Options *options, const Input *replay, const Settings *settings)
{
    int status = 1;
    Recorder recorder = {0};
    Image mask = {0};
    Image image = {0};
    Video video = {0};
    Demo demo = {.options = options, .config = Scene_DefaultConfig(), .settings = *settings};
    if (!readImage("--mask", options->mask, &mask) || !readImage("--image", options->image, &image) ||
        !Files_AreWritable(options) || (options->assets.record != NULL && !Ffmpeg_IsThere("--record"))) {
        goto end;
    }
    const AssetOptions *assets = &options->assets;
    if (assets->video != NULL || assets->camera != NULL) {
        if (!Video_Prepare(&video, assets->video, assets->camera)) {
            goto end;
        }
        demo.config.video = &video.source;
    }
    demo.config.gridWidth = options->gridWidth;
    demo.config.gridHeight = options->gridHeight;
    demo.config.dyeScale = options->dyeScale;
    demo.config.seed = options->seed;
    demo.config.mask = options->mask != NULL ? &mask : NULL;
    demo.config.image = options->image != NULL ? &image : NULL;
    demo.config.useQuality = options->useQuality;
    demo.config.quality = options->quality;
    demo.config.particles = options->particles;
    demo.config.search = options->search;
    takeOptions(&demo);
    demo.config.tuning = Settings_GetTuning(&demo.settings);
    demo.config.budget_ms = demo.settings.now.demo.automatic ? demo.settings.now.demo.budget_ms : 0.0f;
    demo.betweenSteps = options->replay != NULL ? replay->ahead : !options->headless;
    if (options->record != NULL && !Recorder_Begin(&recorder, options, demo.betweenSteps)) {
        goto end;
    }
    Controls controls = Controls_Make(&demo, &recorder, replay);
    Controls_RecordSettings(&controls);
    status = options->headless ? Demo_RunHeadless(&controls) : Demo_RunWindow(&controls);
    status = video.ended ? 1 : status; // which was said
    if (options->record != NULL && !Recorder_End(&recorder, options->record)) {
        status = 1;
    }

end:
    free(recorder.text);
    Video_Close(&video);
    Image_Destroy(&mask);
    Image_Destroy(&image);
    return status;
}

// --preset: the scene and the view that it names count where the command line names none.
static bool readPreset(Settings *settings, Options *options)
{
    char error[SETTINGS_ERROR_SIZE];
    const SceneInfo *scene = NULL;
    Settings_Init(settings);
    if (options->preset == NULL) {
        return true;
    }
    if (!Settings_Load(settings, options->preset, &scene, error, (int)sizeof error)) {
        fprintf(stderr, "fluid_demo: --preset %s\n", error);
        return false;
    }
    const DemoTunables *demo = &settings->now.demo;
    if (demo->automatic && (options->record != NULL || options->stats != NULL)) {
        fprintf(stderr, "fluid_demo: --preset %s: demo.automatic: expected without --record-input and --stats\n",
                options->preset);
        return false;
    }
    options->scene = scene != NULL && !options->sceneGiven ? scene : options->scene;
    if (!options->viewGiven && Options_HasView(options->scene, (gfDrawStyle)demo->view)) {
        options->view = (gfDrawStyle)demo->view;
    }
    if (!options->useQuality && demo->quality > 0) {
        options->useQuality = true;
        options->quality = (gfQuality)(demo->quality - 1);
    }
    return true;
}

int main(int argc, char **argv)
{
    holdStreams();
    Output_CatchSignals();
    Options options;
    Input replay = {0};
    static Settings settings;
    OptionsResult result = Options_Parse(&options, argc, argv);
    int status = result == OPTIONS_BAD ? 2 : 0;
    if (result == OPTIONS_RUN && options.replay != NULL && !Input_Read(&replay, &options)) {
        status = 1;
    } else if (result == OPTIONS_RUN && !readPreset(&settings, &options)) {
        status = 1;
    } else if (result == OPTIONS_RUN && (!Options_Complete(&options) || !Files_AreApart(&options))) {
        status = 2;
    } else if (result == OPTIONS_RUN) {
        status = run(&options, &replay, &settings);
    }
    Input_Free(&replay);
    return status == 2 ? 2 : closeOutput(status);
}
