// maze: a stream enters at the left, finds its way through a maze from the seed, and leaves at the right. The maze is
// a tree grown at random, with some walls taken out so that there is more than one way. Glowing ink is let in by
// pulses, each of another colour, and dies away: bright fronts run through the ways, and clear fluid between them.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define ROWS 9
#define COLUMNS_MAX 20
#define ROOMS_MAX (ROWS * COLUMNS_MAX)
#define WALL 0.007f     // half its thickness, m
#define MARGIN 0.05f    // of clear fluid before and behind the maze, m
#define SHORTCUTS 0.14f // share of walls that are taken out of the tree
#define SPEED 0.07f     // m/s, of the stream that enters
#define INKS 9
#define PULSE_S 1.9f // from one pulse to the next
#define COLORS 5

typedef struct Maze {
    int columns;
    float room;                            // width of a room, m; it is 1 / ROWS high
    bool openRight[COLUMNS_MAX + 1][ROWS]; // [i]: from column i - 1 to column i
    bool openUp[COLUMNS_MAX][ROWS + 1];    // [j]: from row j - 1 to row j
} Maze;

void Maze_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = SPEED;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->boundaries.bottom.kind = GF_BOUNDARY_NO_SLIP;
    def->boundaries.top.kind = GF_BOUNDARY_NO_SLIP;
    def->grid.viscosity = 6e-5f;
    def->grid.pressureCycles = 2;
    def->grid.dyeDissipation = 0.15f;
    def->grid.cflLimit = 1.5f; // a long step would cut corners
}

// The room on the other side (0 right, 1 up, 2 left, 3 down) of a room's wall. False: out of the maze.
static bool stepFrom(const Maze *maze, int room, int side, int *to)
{
    static const int stepX[4] = {1, 0, -1, 0};
    static const int stepY[4] = {0, 1, 0, -1};
    int x = room % maze->columns + stepX[side];
    int y = room / maze->columns + stepY[side];
    *to = y * maze->columns + x;
    return x >= 0 && x < maze->columns && y >= 0 && y < ROWS;
}

// Whether there is a way through that wall.
static bool *getWay(Maze *maze, int room, int side)
{
    int x = room % maze->columns;
    int y = room / maze->columns;
    return side % 2 == 0 ? &maze->openRight[x + (side == 0 ? 1 : 0)][y] : &maze->openUp[x][y + (side == 1 ? 1 : 0)];
}

// A random walk that goes back when it is stuck, until it has been in every room.
static void growMaze(Scene *scene, Maze *maze)
{
    bool seen[ROOMS_MAX] = {true};
    int path[ROOMS_MAX] = {0};
    int length = 1;
    while (length > 0) {
        int room = path[length - 1];
        int first = (int)(4.0f * Scene_Random(scene));
        int next = -1;
        for (int i = 0; i < 4 && next < 0; i++) {
            int to;
            if (stepFrom(maze, room, (first + i) % 4, &to) && !seen[to]) {
                next = to;
                *getWay(maze, room, (first + i) % 4) = true;
            }
        }
        if (next < 0) {
            length--;
        } else {
            seen[next] = true;
            path[length++] = next;
        }
    }
}

static void openShortcuts(Scene *scene, Maze *maze)
{
    for (int room = 0; room < ROWS * maze->columns; room++) {
        for (int side = 0; side < 2; side++) {
            int to;
            if (stepFrom(maze, room, side, &to) && Scene_Random(scene) < SHORTCUTS) {
                *getWay(maze, room, side) = true;
            }
        }
    }
    // Three ways in and three out.
    for (int i = 0; i < 3; i++) {
        maze->openRight[0][1 + 3 * i] = true;
        maze->openRight[maze->columns][1 + 3 * i] = true;
    }
}

static bool addWall(Scene *scene, gfVec2 from, gfVec2 to)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCapsule(from, to, WALL);
    def.surface = GF_WALL_NO_SLIP;
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// Walls that continue each other are one solid.
static bool addUpright(Scene *scene, const Maze *maze, int column)
{
    float x = MARGIN + (float)column * maze->room;
    for (int row = 0; row < ROWS; row++) {
        int from = row;
        while (row < ROWS && !maze->openRight[column][row]) {
            row++;
        }
        if (row > from && !addWall(scene, Scene_Vec(x, (float)from / ROWS), Scene_Vec(x, (float)row / ROWS))) {
            return false;
        }
    }
    return true;
}

static bool addLevel(Scene *scene, const Maze *maze, int row)
{
    float y = (float)row / ROWS;
    for (int column = 0; column < maze->columns; column++) {
        int from = column;
        while (column < maze->columns && !maze->openUp[column][row]) {
            column++;
        }
        gfVec2 left = {MARGIN + (float)from * maze->room, y};
        if (column > from && !addWall(scene, left, Scene_Vec(MARGIN + (float)column * maze->room, y))) {
            return false;
        }
    }
    return true;
}

static bool addMaze(Scene *scene)
{
    Maze maze = {.columns = (int)roundf((scene->width - 2.0f * MARGIN) * ROWS)};
    maze.columns = maze.columns < 1 ? 1 : maze.columns > COLUMNS_MAX ? COLUMNS_MAX : maze.columns;
    maze.room = (scene->width - 2.0f * MARGIN) / (float)maze.columns;
    growMaze(scene, &maze);
    openShortcuts(scene, &maze);
    for (int column = 0; column <= maze.columns; column++) {
        if (!addUpright(scene, &maze, column)) {
            return false;
        }
    }
    for (int row = 1; row < ROWS; row++) {
        if (!addLevel(scene, &maze, row)) {
            return false;
        }
    }
    return true;
}

// Ink `index` enters at its height, now and then.
static gfSourceDef getInk(const Scene *scene, int index)
{
    static const float colors[COLORS][3] = {{0.05f, 0.75f, 1.00f},
                                            {0.25f, 0.15f, 1.00f},
                                            {0.95f, 0.08f, 0.75f},
                                            {1.00f, 0.30f, 0.06f},
                                            {0.10f, 0.95f, 0.45f}};
    float place = ((float)index + 0.5f) / INKS;
    float clock = Scene_GetTime(scene) / PULSE_S + 0.25f * sinf(2.0f * SCENE_PI * place) + 0.3f;
    int pulse = (int)floorf(clock);
    float phase = clock - (float)pulse;
    float strength = fminf(fmaxf((0.21f - fabsf(phase - 0.3f)) / 0.05f, 0.0f), 1.0f);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeRectangle(Scene_Vec(0.0f, place), Scene_Vec(0.02f, 0.5f / INKS), 0.0f);
    for (int i = 0; i < 3; i++) {
        def.dye[i] = strength * colors[pulse % COLORS][i];
    }
    def.dye[3] = strength;
    return def;
}

bool Maze_SetUp(Scene *scene)
{
    for (int i = 0; i < INKS; i++) {
        gfSourceDef def = getInk(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addMaze);
}

void Maze_BeforeStep(Scene *scene)
{
    for (int i = 0; i < INKS; i++) {
        gfSourceDef def = getInk(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Maze_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.006f, 0.008f, 0.014f, 1.0f};
    static const float solid[4] = {0.16f, 0.18f, 0.22f, 1.0f};
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
    def->ink = GF_INK_LIGHT;
    def->range = 0.45f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->bloom.enabled = true;
    def->bloom.intensity = 0.6f;
}
