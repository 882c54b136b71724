// tweet: the fluid of one tweet, as published: white is empty, black is a mass of one, a splash every 500 steps. It
// knows neither metres nor solids; a step is a frame. The splash pushes away from cell (500, 500): on a small grid all
// of it soon leaves to the lower left.
#include "scenes/scene_parts.h"

#include <string.h>

void Tweet_TuneFluid(gfFluidDef *def)
{
    def->solver = GF_SOLVER_GAUSSIAN;
    def->dyeScale = 1.0f;
    def->gaussian.mode = GF_GAUSSIAN_CLASSIC;
}

bool Tweet_SetUp(Scene *scene)
{
    (void)scene;
    return true; // its first step splashes
}

void Tweet_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->style = GF_DRAW_MASS;
    def->range = 1.0f;
    def->palette = (gfPalette){2, {{1.0f, 1.0f, 1.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}};
    memcpy(def->background, def->palette.colors[0], sizeof def->background);
    def->encodeSrgb = false; // 1 - mass is the pixel's value itself
    def->solids.shown = false;
}
