// The levels of a multigrid solver and its textures, which multigrid_levels.c makes and prepares and multigrid.c solves
// with. Only these two include it.
#ifndef GF_MULTIGRID_LEVELS_H
#define GF_MULTIGRID_LEVELS_H

#include "solvers/grid/multigrid.h"

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

// Conditions of a level, or of all of them, and options of their shaders.
enum {
    GF_LEVEL_COARSE = 1,
    GF_LEVEL_PAIRS = 2,
    GF_LEVEL_NEAR_WALLS = 4,
    GF_LEVEL_TILED = 8,
    GF_LEVEL_OUTFLOW = 16, // a solve's first pass finds the right-hand side
    GF_LEVEL_APART = 32,   // passes can't be drawn in place
    GF_LEVEL_LARGE = 64,
    GF_LEVEL_MOVING = 128,   // of an outflow: walls move
    GF_LEVEL_EXPANSION = 256 // of an outflow: sources ask for divergence
};

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components;       // coarse levels may have them
    gfFailure pairsFailed; // they could not be made
    bool pairs;            // coarse levels have them
    bool prepared;         // coarse levels are drawn, with pairs or without as they are
    uint32_t conditions;   // GF_LEVEL_...; PAIRS once they are made
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

// A shader of the folder multigrid. `options`: GF_LEVEL_... beside NEAR_WALLS, which all of a multigrid's have or not.
gfShader gfMultigrid_GetShader(const gfMultigrid *multigrid, const gfVertexStage *stage, const char *file,
                               const char *defines, uint32_t options);

// The coarsest level in use: with one component the first that can be solved in one pass.
int gfMultigrid_GetBottom(const gfMultigrid *multigrid);

#endif
