// The levels of a multigrid solver and its programs, which multigrid_levels.c makes and prepares and multigrid.c solves
// with. Only these two include it.
#ifndef GF_MULTIGRID_LEVELS_H
#define GF_MULTIGRID_LEVELS_H

#include "solvers/grid/multigrid.h"

#include "solvers/grid/residual.h"

#define GF_MULTIGRID_LEVELS_MAX 14
#define GF_MULTIGRID_TILE_TEXELS 8 // a side

typedef struct gfMultigridLevel {
    int cellsX, cellsY, blocksX, blocksY;
    int place[2]; // the first texel of a coarse level in the textures that have all of them
    gfTexture weights;
    // A level with components has a second value for each cell, see shaders/multigrid/components.glsl.
    gfTexture components, componentWeights;
    bool tiled;       // only the tiles that need it are drawn with two components; else all are
    gfTexture tiles;  // 1 for those, see shaders/multigrid/tiles.frag
    gfTexture active; // 1 for tiles of `components` that are more than A everywhere, see shaders/multigrid/active.frag
} gfMultigridLevel;

// What coarse levels have room for, each of all levels: fields and right-hand sides, of which passes read one of two
// and draw to the other.
enum { GF_SLOT_FIELD, GF_SLOT_RHS = 2, GF_SLOTS = 4 };

typedef struct gfMultigridSlot {
    int texture; // of gfMultigrid.all
    int x;       // its first texel there
} gfMultigridSlot;

// Conditions of a level, or of all of them.
enum {
    GF_LEVEL_COARSE = 1,
    GF_LEVEL_PAIRS = 2,
    GF_LEVEL_NEAR_WALLS = 4,
    GF_LEVEL_TILED = 8,
    GF_LEVEL_OUTFLOW = 16,
    GF_LEVEL_APART = 32, // passes can't be drawn in place
    GF_LEVEL_LARGE = 64
};

// Ways to find the right-hand side in a solve's first pass.
enum { GF_OUTFLOW_NONE, GF_OUTFLOW_PLAIN, GF_OUTFLOW_MOVING, GF_OUTFLOW_EXPANSION, GF_OUTFLOW_BOTH, GF_OUTFLOWS };

// Programs of passes on the levels, with a gate or without.
typedef struct gfMultigridPrograms {
    const gfProgram *first, *restrictRhs, *sums, *bottom, *up, *prolong, *sweep, *last, *correct, *again, *alone;
    const gfProgram *pairRestrict, *pairSums, *pairBottom, *pairSweep, *pairProlong[2]; // [finest]
} gfMultigridPrograms;

// Programs that draw coarse weights and components after weights changed. [finest]
typedef struct gfCoarseningPrograms {
    const gfProgram *weights;
    const gfProgram *components[2], *activeComponents[2], *componentWeights[2], *tiles[2], *active[2];
    const gfProgram *groupedCells; // components and their weights in one pass, which finds each component three times
} gfCoarseningPrograms;

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components;       // coarse levels may have them
    gfFailure pairsFailed; // they could not be made
    bool pairs;            // coarse levels have them
    bool prepared;         // coarse levels are drawn, with pairs or without as they are
    uint32_t conditions;   // of its programs; GF_LEVEL_PAIRS once they are made
    int levels;
    gfMultigridLevel level[GF_MULTIGRID_LEVELS_MAX];
    // Of the finest level, two cells a texel: black ones, and what the first sweep changed of them.
    gfTexture black, swept;
    // Textures of all coarse levels, for A and for B. Each slot lies in one of its own or, where passes can be drawn in
    // place, in the first one, beside the others.
    gfTexture all[GF_SLOTS], allB[GF_SLOTS];
    gfMultigridSlot slot[GF_SLOTS];
    bool inPlace;
    gfResidual residual; // after cycles
    // A solve with components keeps the field before a cycle, and how the cycle changed the residual.
    gfTexture before;
    gfResidual change;
    const gfProgram *start[GF_OUTFLOWS], *guarded, *copy, *extrapolate;
    gfMultigridPrograms programs[2]; // [gated]
    gfCoarseningPrograms coarsening;
};

// Returns whether a level is so small that it is solved in one pass (multigrid/bottom.frag).
static inline bool gfMultigridLevel_IsBottom(const gfMultigridLevel *level)
{
    return level->cellsX <= 4 && level->cellsY <= 4;
}

static inline bool gfMultigridLevel_IsOneBlock(const gfMultigridLevel *level)
{
    return level->cellsX <= 2 && level->cellsY <= 2;
}

// The coarsest level in use: with one component the first that can be solved in one pass.
int gfMultigrid_GetBottom(const gfMultigrid *multigrid);

#endif
