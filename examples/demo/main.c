// fluid_demo: the scenes in a window or headless. This file opens what both need and hands over.
#include "controls.h"
#include "demo.h"
#include "files.h"
#include "film.h"
#include "video.h"

#include "support/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        !Files_AreWritable(options) || (options->assets.record != NULL && !Film_HasMaker(options->assets.record))) {
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
