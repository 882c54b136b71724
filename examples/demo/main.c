// fluid_demo: the scenes in a window or headless. This file opens what both need and hands over.
#include "controls.h"
#include "demo.h"
#include "files.h"

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

static int run(const Options *options, const Input *replay)
{
    int status = 1;
    Recorder recorder = {0};
    Image mask = {0};
    Image image = {0};
    Demo demo = {.options = options, .config = Scene_DefaultConfig()};
    if (!readImage("--mask", options->mask, &mask) || !readImage("--image", options->image, &image) ||
        !Files_AreWritable(options)) {
        goto end;
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
    demo.config.budget_ms = options->budget_ms;
    demo.betweenSteps = options->replay != NULL ? replay->ahead : !options->headless;
    if (options->record != NULL && !Recorder_Begin(&recorder, options, demo.betweenSteps)) {
        goto end;
    }
    Controls controls = Controls_Make(&demo, &recorder, replay);
    status = options->headless ? Demo_RunHeadless(&controls) : Demo_RunWindow(&controls);
    if (options->record != NULL && !Recorder_End(&recorder, options->record)) {
        status = 1;
    }

end:
    free(recorder.text);
    Image_Destroy(&mask);
    Image_Destroy(&image);
    return status;
}

int main(int argc, char **argv)
{
    holdStreams();
    Output_CatchSignals();
    Options options;
    Input replay = {0};
    OptionsResult result = Options_Parse(&options, argc, argv);
    int status = result == OPTIONS_BAD ? 2 : 0;
    if (result == OPTIONS_RUN && options.replay != NULL && !Input_Read(&replay, &options)) {
        status = 1;
    } else if (result == OPTIONS_RUN && (!Options_Complete(&options) || !Files_AreApart(&options))) {
        status = 2;
    } else if (result == OPTIONS_RUN) {
        status = run(&options, &replay);
    }
    Input_Free(&replay);
    return status == 2 ? 2 : closeOutput(status);
}
