// fluid_bake: films, flip-books, maps, fields and sheets of scenes, and a report of the machine.
#include "bake.h"

#include "player/program.h"

static bool bake(Run *run)
{
    const Options *options = run->options;
    if (options->sheet != NULL) {
        return Overview_Draw(run);
    }
    Assets *assets = NULL;
    if (Options_IsGiven(options, "record flipbook flowmap normals distance")) {
        assets = Assets_Create(run);
        run->user = assets;
        run->afterFrame = Assets_AddFrame;
    }
    bool good = (assets != NULL || run->afterFrame == NULL) && Run_StepAll(run) && Run_WriteLast(run) &&
                (assets == NULL || Assets_Finish(assets));
    Assets_Destroy(assets);
    if (good && options->out != NULL) {
        printf("fluid_bake: %s, %d frames, in %s\n", run->demo->scene.info->name, run->frames, options->out);
    }
    return good;
}

static int run(Controls *controls)
{
    static Run run = {.write = Run_WritePicture};
    if (controls->demo->options->field >= 0) {
        run.write = Assets_WriteField;
    }
    int status = Run_Open(&run, controls) && bake(&run) ? 0 : 1;
    Run_Close(&run);
    return status;
}

int main(int argc, char **argv)
{
    static const Program program = {"fluid_bake", OPTIONS_BAKE, run, Report_Print};
    return Program_Main(&program, argc, argv);
}
