#include "solids.h"
#include "library.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

#define CORRIDOR 8
#define PITCH (CORRIDOR + 1)
#define SPECK_SHARE 0.1f

static float getWidth(const BenchSetup *setup)
{
    return (float)setup->width / (float)setup->height;
}

static bool addShape(const BenchSetup *setup, gfFluid *fluid, gfShape shape)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = shape;
    return !GF_IS_NULL(gfFluid_AddSolid(fluid, &def)) || Library_Fail(setup->gpu, "gfFluid_AddSolid");
}

static bool addNone(const BenchSetup *setup, gfFluid *fluid)
{
    (void)setup;
    (void)fluid;
    return true;
}

static bool addCircle(const BenchSetup *setup, gfFluid *fluid)
{
    return addShape(setup, fluid, gfMakeCircle((gfVec2){0.45f * getWidth(setup), 0.55f}, 0.2f));
}

static bool addDiscs(const BenchSetup *setup, gfFluid *fluid)
{
    // x in shares of the width, y and radius in m
    static const float discs[8][3] = {
        {0.17f, 0.21f, 0.09f}, {0.41f, 0.14f, 0.06f}, {0.73f, 0.23f, 0.11f}, {0.26f, 0.52f, 0.07f},
        {0.55f, 0.47f, 0.10f}, {0.86f, 0.56f, 0.05f}, {0.19f, 0.81f, 0.08f}, {0.64f, 0.79f, 0.09f},
    };
    for (int i = 0; i < 8; i++) {
        const float *disc = discs[i];
        if (!addShape(setup, fluid, gfMakeCircle((gfVec2){disc[0] * getWidth(setup), disc[1]}, disc[2]))) {
            return false;
        }
    }
    return true;
}

/// One cell thick: rows `bottom` to `top` - 1 of a column.
static bool addWall(const BenchSetup *setup, gfFluid *fluid, int column, int bottom, int top)
{
    float cell = 1.0f / (float)setup->height;
    gfVec2 centre = {((float)column + 0.5f) * cell, 0.5f * (float)(bottom + top) * cell};
    gfVec2 halfExtents = {0.5f * cell, 0.5f * (float)(top - bottom) * cell};
    return addShape(setup, fluid, gfMakeRectangle(centre, halfExtents, 0.0f));
}

static bool addOddWall(const BenchSetup *setup, gfFluid *fluid)
{
    return addWall(setup, fluid, setup->width / 2 | 1, 0, setup->height * 9 / 10);
}

static bool addEvenWall(const BenchSetup *setup, gfFluid *fluid)
{
    return addWall(setup, fluid, setup->width / 2 & ~1, 0, setup->height * 9 / 10);
}

static bool addDiagonal(const BenchSetup *setup, gfFluid *fluid)
{
    float width = getWidth(setup);
    float radius = 0.75f / (float)setup->height;
    return addShape(setup, fluid,
                    gfMakeCapsule((gfVec2){0.06f * width, 0.09f}, (gfVec2){0.93f * width, 0.94f}, radius));
}

/// Two cells are open, which belong to different coarse cells.
static bool addGap(const BenchSetup *setup, gfFluid *fluid)
{
    int gap = (setup->height / 2 - 1) | 1;
    int column = setup->width / 2;
    return addWall(setup, fluid, column, 0, gap) && addWall(setup, fluid, column, gap + 2, setup->height);
}

/// An image of one pixel a cell over the whole domain. `cells` has its first row at the bottom.
static bool addCells(const BenchSetup *setup, gfFluid *fluid, uint8_t *cells)
{
    if (cells == NULL) {
        return Gpu_Fail(setup->gpu, "out of memory");
    }
    size_t row = (size_t)setup->width;
    for (int y = 0; y < setup->height / 2; y++) {
        uint8_t *low = cells + (size_t)y * row;
        uint8_t *high = cells + (size_t)(setup->height - 1 - y) * row;
        for (size_t x = 0; x < row; x++) {
            uint8_t kept = low[x];
            low[x] = high[x];
            high[x] = kept;
        }
    }
    const gfMask mask = {cells, setup->width, setup->height, setup->width};
    gfVec2 half = {0.5f * getWidth(setup), 0.5f};
    gfShape domain = gfMakeRectangle(half, half, 0.0f);
    bool added = !GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &domain));
    free(cells);
    return added || Library_Fail(setup->gpu, "gfFluid_AddSolidMask");
}

static bool addSpecks(const BenchSetup *setup, gfFluid *fluid)
{
    size_t count = (size_t)setup->width * (size_t)setup->height;
    uint8_t *cells = calloc(count, 1);
    uint32_t random = 20250u;
    for (size_t i = 0; cells != NULL && i < count; i++) {
        cells[i] = Random_Next(&random) < SPECK_SHARE ? 255 : 0;
    }
    return addCells(setup, fluid, cells);
}

/// Rooms of CORRIDOR cells a side, and walls of one cell between them.
typedef struct Maze {
    uint8_t *cells; ///< 255 in walls
    int width;
    int height;
    int *cameFrom; ///< for each room the one it was entered from; -1: not yet
    int columns;
    int rows;
    uint32_t random;
} Maze;

static void drawWalls(Maze *maze)
{
    for (int y = 0; y < maze->height; y++) {
        for (int x = 0; x < maze->width; x++) {
            bool wall = x % PITCH == CORRIDOR || y % PITCH == CORRIDOR;
            maze->cells[(size_t)y * (size_t)maze->width + (size_t)x] = wall ? 255 : 0;
        }
    }
}

/// Removes the wall between two rooms that are neighbours.
static void openWall(Maze *maze, int room, int other)
{
    int low = room < other ? room : other;
    bool beside = room / maze->columns == other / maze->columns;
    int left = low % maze->columns * PITCH;
    int bottom = low / maze->columns * PITCH;
    for (int i = 0; i < CORRIDOR; i++) {
        int x = left + (beside ? CORRIDOR : i);
        int y = bottom + (beside ? i : CORRIDOR);
        if (x < maze->width && y < maze->height) {
            maze->cells[(size_t)y * (size_t)maze->width + (size_t)x] = 0;
        }
    }
}

/// A neighbour not entered yet, in a random direction; -1 if there is none.
static int chooseNext(Maze *maze, int room)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int first = (int)(4.0f * Random_Next(&maze->random));
    for (int i = 0; i < 4; i++) {
        const int *direction = directions[(first + i) % 4];
        int column = room % maze->columns + direction[0];
        int row = room / maze->columns + direction[1];
        int next = row * maze->columns + column;
        if (column >= 0 && column < maze->columns && row >= 0 && row < maze->rows && maze->cameFrom[next] < 0) {
            return next;
        }
    }
    return -1;
}

/// Goes on into new rooms while there are some, else one room back: long corridors, one way from room to room.
static void carveMaze(Maze *maze)
{
    memset(maze->cameFrom, -1, (size_t)maze->columns * (size_t)maze->rows * sizeof(*maze->cameFrom));
    maze->cameFrom[0] = 0;
    int room = 0;
    int next;
    while ((next = chooseNext(maze, room)) >= 0 || room != 0) {
        if (next >= 0) {
            openWall(maze, room, next);
            maze->cameFrom[next] = room;
            room = next;
        } else {
            room = maze->cameFrom[room];
        }
    }
}

static bool addMaze(const BenchSetup *setup, gfFluid *fluid)
{
    Maze maze = {
        .width = setup->width,
        .height = setup->height,
        .columns = (setup->width + PITCH - 1) / PITCH,
        .rows = (setup->height + PITCH - 1) / PITCH,
        .random = 7919u,
    };
    maze.cells = malloc((size_t)maze.width * (size_t)maze.height);
    maze.cameFrom = malloc((size_t)maze.columns * (size_t)maze.rows * sizeof(*maze.cameFrom));
    if (maze.cells == NULL || maze.cameFrom == NULL) {
        free(maze.cells);
        maze.cells = NULL; // addCells says so
    } else {
        drawWalls(&maze);
        carveMaze(&maze);
    }
    free(maze.cameFrom);
    return addCells(setup, fluid, maze.cells);
}

const Solids solidsTable[SOLIDS_COUNT] = {
    {"none", addNone},        {"circle", addCircle},      {"discs", addDiscs},
    {"wall_odd", addOddWall}, {"wall_even", addEvenWall}, {"diagonal", addDiagonal},
    {"gap", addGap},          {"maze", addMaze},          {"specks", addSpecks},
};
