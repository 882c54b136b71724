// taylor_green: rows of vortices that turn against each other in a periodic box (Taylor and Green 1937). They would
// turn for ever; a slight disturbance, from the seed, grows until they break away and merge. Reflection keeps them
// alive until then. Each square of a checkerboard of ink is wound up by one vortex and its neighbours.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define ROWS 4 // of vortices, even
#define SPEED 0.4f
#define SQUARES 2 // of ink to a vortex, along a side
#define WAVES 6

void TaylorGreen_TuneFluid(gfFluidDef *def)
{
    // A periodic axis has an even number of cells.
    def->gridWidth -= def->gridWidth % 2;
    def->gridHeight -= def->gridHeight % 2;
    def->cellSize = 1.0f / (float)def->gridHeight;
    def->boundaries.left.kind = GF_BOUNDARY_PERIODIC;
    def->boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    def->boundaries.bottom.kind = GF_BOUNDARY_PERIODIC;
    def->boundaries.top.kind = GF_BOUNDARY_PERIODIC;
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.conserveDye = true;
}

// Vortices side by side: as round as fits, and an even number.
static int getColumns(const Scene *scene)
{
    return 2 * (int)fmaxf(roundf(0.5f * ROWS * scene->width), 1.0f);
}

// The stream function: the vortices, and long waves across them that are no solution by themselves.
static float getStream(const Scene *scene, float x, float y)
{
    float acrossX = x / scene->width;
    float acrossY = y;
    float turn = 2.0f * SCENE_PI;
    float sum = sinf(SCENE_PI * (float)getColumns(scene) * acrossX) * sinf(SCENE_PI * ROWS * acrossY);
    for (unsigned i = 0; i < WAVES; i++) {
        float alongX = floorf(5.0f * Scene_Hash(scene, 3 * i)) - 2.0f;
        float alongY = 1.0f + floorf(3.0f * Scene_Hash(scene, 3 * i + 1));
        sum += 0.035f * sinf(turn * (alongX * acrossX + alongY * acrossY + Scene_Hash(scene, 3 * i + 2)));
    }
    return SPEED / (SCENE_PI * ROWS) * sum;
}

// Differences of the stream function along each face: what enters a cell leaves it.
static gfVec2 getFlow(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    (void)user;
    float here = getStream(scene, corner.x, corner.y);
    return Scene_Vec((getStream(scene, corner.x, corner.y + cell.y) - here) / cell.y,
                     (here - getStream(scene, corner.x + cell.x, corner.y)) / cell.x);
}

// Squares of four inks, shifted by half a square so that each vortex winds up corners of several.
static void paintSquares(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    static const float colors[4][4] = {{1.00f, 0.24f, 0.03f, 1.0f},
                                       {0.25f, 0.01f, 0.10f, 1.0f},
                                       {0.95f, 0.85f, 0.60f, 1.0f},
                                       {0.00f, 0.22f, 0.38f, 1.0f}};
    int column = (int)floorf(position.x / scene->width * (float)(SQUARES * getColumns(scene)));
    int row = (int)floorf(position.y * (float)(SQUARES * ROWS));
    bool odd = (column + row) % 2 != 0;
    memcpy(rgba, colors[(odd ? 1 : 0) + (row % 4 < 2 ? 0 : 2)], sizeof colors[0]);
}

bool TaylorGreen_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, NULL) && Scene_PaintDye(scene, 4, paintSquares, NULL) &&
           Scene_WriteFlow(scene, getFlow, NULL);
}

void TaylorGreen_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.2f; // ink covers
}
