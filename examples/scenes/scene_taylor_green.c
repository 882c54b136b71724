// taylor_green: rows of vortices that turn against each other in a periodic box (Taylor and Green 1937). They would
// turn for ever; a slight disturbance, from the seed, grows until they break away and merge. Reflection keeps them
// alive until then. Each square of a checkerboard of ink is wound up by one vortex and its neighbours. Once all is
// mixed, a front goes out from somewhere and sets vortices and squares anew, in other inks.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define ROWS 4 // of vortices, even
#define SPEED 0.4f
#define SQUARES 2 // of ink to a vortex, along a side
#define WAVES 6
#define ROUND_S 5.6f // from one front to the next
#define FRONT_S 1.4f // that it takes
#define PASS_S 0.05f // that a place is held while it passes
#define PALETTES 4

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
    def->grid.keepTotals = true;
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

// The inks of a round: of squares side by side, in the rows of two kinds.
static const float *getInk(int round, bool odd, bool lower)
{
    static const float inks[PALETTES][4][4] = {{{1.00f, 0.24f, 0.03f, 1.0f},
                                                {0.25f, 0.01f, 0.10f, 1.0f},
                                                {0.95f, 0.85f, 0.60f, 1.0f},
                                                {0.00f, 0.22f, 0.38f, 1.0f}},
                                               {{0.02f, 0.10f, 0.34f, 1.0f},
                                                {0.93f, 0.88f, 0.74f, 1.0f},
                                                {0.03f, 0.42f, 0.50f, 1.0f},
                                                {0.01f, 0.03f, 0.10f, 1.0f}},
                                               {{0.95f, 0.62f, 0.08f, 1.0f},
                                                {0.40f, 0.02f, 0.12f, 1.0f},
                                                {0.85f, 0.08f, 0.10f, 1.0f},
                                                {0.97f, 0.86f, 0.62f, 1.0f}},
                                               {{0.10f, 0.02f, 0.22f, 1.0f},
                                                {0.95f, 0.30f, 0.32f, 1.0f},
                                                {0.98f, 0.80f, 0.62f, 1.0f},
                                                {0.36f, 0.05f, 0.40f, 1.0f}}};
    return inks[round % PALETTES][(odd ? 1 : 0) + (lower ? 0 : 2)];
}

// Squares of four inks, shifted by half a square so that each vortex winds up corners of several.
static void paintSquares(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    int column = (int)floorf(position.x / scene->width * (float)(SQUARES * getColumns(scene)));
    int row = (int)floorf(position.y * (float)(SQUARES * ROWS));
    memcpy(rgba, getInk(0, (column + row) % 2 != 0, row % 4 < 2), 4 * sizeof rgba[0]);
}

// A vortex is set anew: its fluid stops, turns, and has its squares again.
static void setVortex(Scene *scene, int column, int row, int round)
{
    gfVec2 half = {0.5f * scene->width / (float)getColumns(scene), 0.5f / ROWS};
    gfVec2 centre = {half.x * (float)(2 * column + 1), half.y * (float)(2 * row + 1)};
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(centre, half, 0.0f);
    gfFluid_Splat(scene->fluid, &def);
    unsigned n = 100u + 64u * (unsigned)round + (unsigned)(row * getColumns(scene) + column);
    float strength = 0.96f + 0.14f * Scene_Hash(scene, n);
    def.shape = gfMakeCircle(centre, 0.85f * fminf(half.x, half.y));
    def.softness = 0.7f * fminf(half.x, half.y);
    def.angularVelocity = ((column + row) % 2 == 0 ? strength : -strength) * SPEED * SCENE_PI * ROWS;
    gfFluid_Splat(scene->fluid, &def);
    def.fields = GF_SOURCE_DYE;
    def.softness = 0.0f;
    for (int i = 0; i < SQUARES * SQUARES; i++) {
        int x = SQUARES * column + i % SQUARES, y = SQUARES * row + i / SQUARES;
        gfVec2 part = {half.x / SQUARES, half.y / SQUARES};
        def.shape = gfMakeRectangle(Scene_Vec(part.x * (float)(2 * x + 1), part.y * (float)(2 * y + 1)), part, 0.0f);
        memcpy(def.dye, getInk(round, (x + y) % 2 != 0, y % 4 < 2), sizeof def.dye);
        gfFluid_Splat(scene->fluid, &def);
    }
}

bool TaylorGreen_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, NULL) && Scene_PaintDye(scene, 4, paintSquares, NULL) &&
           Scene_WriteFlow(scene, getFlow, NULL);
}

void TaylorGreen_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene);
    int round = (int)(time / ROUND_S), columns = getColumns(scene);
    float since = time - ROUND_S * (float)round;
    if (round == 0 || since > FRONT_S + PASS_S) {
        return;
    }
    gfVec2 from = {scene->width * Scene_Hash(scene, 40u + 2u * (unsigned)round),
                   Scene_Hash(scene, 41u + 2u * (unsigned)round)};
    float farthest = hypotf(fmaxf(from.x, scene->width - from.x), fmaxf(from.y, 1.0f - from.y));
    for (int i = 0; i < ROWS * columns; i++) {
        gfVec2 centre = {scene->width * ((float)(i % columns) + 0.5f) / (float)columns,
                         ((float)(i / columns) + 0.5f) / ROWS};
        float arrival = FRONT_S * hypotf(centre.x - from.x, centre.y - from.y) / farthest;
        if (since >= arrival && since < arrival + PASS_S) {
            setVortex(scene, i % columns, i / columns, round);
        }
    }
}

void TaylorGreen_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.2f; // ink covers
}
