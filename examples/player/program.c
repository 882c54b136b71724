// The frame of a program: streams, options, presets and files are checked, then a scene runs.
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include "files.h"
#include "video.h"

#include "support/complain.h"
#include "support/film.h"
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
    Complain("standard output cannot be written: %s",
             errno != 0 ? strerror(errno) : "what was printed is not complete");
    return status != 0 ? status : 1;
}

static bool readImage(const char *flag, const char *path, Image *image)
{
    char error[512];
    if (path == NULL || Image_Read(image, path, error, (int)sizeof error)) {
        return true;
    }
    return Complain("%s: %s", flag, error);
}

// What the command line says is set, too, so that the panel shows it and presets keep it.
static void takeOptions(Settings *settings, const Options *options)
{
    double budget[TUNABLE_NUMBERS] = {(double)options->budget_ms};
    if (options->budget_ms > 0.0f || options->automatic) {
        Settings_SetText(settings, "demo.automatic", "true");
    }
    if (options->budget_ms > 0.0f) {
        Settings_Set(settings, Tunables_Find("demo.budget_ms"), budget);
    }
    if (options->view != GF_DRAW_DYE) {
        Settings_SetText(settings, "demo.view", tunableViews[options->view]);
    }
    if (options->quality >= 0) {
        Settings_SetText(settings, "demo.quality", tunableQualities[1 + options->quality]);
    }
}

static int run(const Program *program, const Options *options, const Input *replay, const Settings *settings)
{
    int status = 1;
    Recorder recorder = {0};
    Image mask = {0}, image = {0};
    Video video = {0};
    Demo demo = {.options = options, .config = Options_GetConfig(options), .settings = *settings};
    if (!readImage("--mask", options->mask, &mask) || !readImage("--image", options->image, &image) ||
        !Files_AreWritable(options) || (options->record != NULL && !Film_HasMaker(options->record))) {
        goto end;
    }
    if (options->video != NULL || options->camera != NULL) {
        if (!Video_Prepare(&video, options->video, options->camera)) {
            goto end;
        }
        demo.config.video = &video.source;
    }
    demo.config.mask = options->mask != NULL ? &mask : NULL;
    demo.config.image = options->image != NULL ? &image : NULL;
    takeOptions(&demo.settings, options);
    demo.config.tuning = Settings_GetTuning(&demo.settings);
    demo.config.budget_ms = demo.settings.now.demo.automatic ? demo.settings.now.demo.budget_ms : 0.0f;
    demo.betweenSteps = options->replay != NULL ? replay->ahead : !options->headless;
    if (options->inputRecording != NULL && !Recorder_Begin(&recorder, options, demo.betweenSteps)) {
        goto end;
    }
    Controls controls = Controls_Make(&demo, &recorder, replay);
    Controls_RecordSettings(&controls);
    status = program->run(&controls);
    status = video.ended ? 1 : status; // which was said
    if (options->inputRecording != NULL && !Recorder_End(&recorder, options->inputRecording)) {
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
        return Complain("--preset %s", error);
    }
    const DemoTunables *demo = &settings->now.demo;
    if (demo->automatic && (options->inputRecording != NULL || options->stats != NULL)) {
        return Complain("--preset %s: demo.automatic: expected without --record-input and --stats", options->preset);
    }
    options->scene = scene != NULL && !Options_IsGiven(options, "scene") ? scene : options->scene;
    if (!Options_IsGiven(options, "view") && Scene_HasView(options->scene, (gfDrawStyle)demo->view)) {
        options->view = demo->view;
    }
    if (options->quality < 0) {
        options->quality = demo->quality - 1;
    }
    return true;
}

int Program_Main(const Program *program, int argc, char **argv)
{
    holdStreams();
    Output_CatchSignals();
    Complain_SetName(program->name);
    Options options;
    Input replay = {0};
    static Settings settings;
    OptionsResult result = Options_Parse(&options, program->options, argc, argv);
    int status = result == OPTIONS_BAD ? 2 : 0;
    if (result == OPTIONS_REPORT) {
        program->report();
    } else if (result == OPTIONS_RUN &&
               ((options.replay != NULL && !Input_Read(&replay, &options)) || !readPreset(&settings, &options))) {
        status = 1;
    } else if (result == OPTIONS_RUN && (!Options_Complete(&options) || !Files_AreApart(&options))) {
        status = 2;
    } else if (result == OPTIONS_RUN) {
        status = run(program, &options, &replay, &settings);
    }
    Input_Free(&replay);
    return status == 2 ? 2 : closeOutput(status);
}
