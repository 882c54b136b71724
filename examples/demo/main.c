// fluid_demo: the scenes in a window, or drawn without one.
#include "ways.h"

#include "player/program.h"

static int run(Controls *controls)
{
    return controls->demo->options->headless ? Demo_RunHeadless(controls) : Demo_RunWindow(controls);
}

int main(int argc, char **argv)
{
    static const Program program = {"fluid_demo", OPTIONS_DEMO, run, NULL};
    return Program_Main(&program, argc, argv);
}
