// Levels and textures of a multigrid solver. multigrid_levels.c makes and prepares them, multigrid.c solves with them;
// no other file includes this header.
#ifndef GF_MULTIGRID_LEVELS_H
#define GF_MULTIGRID_LEVELS_H

#include "solvers/grid/multigrid.h"

#define GF_MULTIGRID_LEVELS_MAX 14
#define GF_MULTIGRID_TILE_TEXELS 8 // texels along a tile's side

typedef struct gfMultigridLevel {
    int cellsX, cellsY, blocksX, blocksY;
    int place[2]; // a coarse level's first texel in textures of all levels
    gfTexture weights;
    // With components, a cell may have two values, A and B: see shaders/multigrid/components.glsl.
    gfTexture components, componentWeights;
    bool tiled;       // two components are drawn only in `tiles`; false: everywhere
    gfTexture tiles;  // 1 for tiles with cells of two components, see shaders/multigrid/tiles.frag
    gfTexture active; // 1 for tiles whose cells may have two components, see shaders/multigrid/active.frag
} gfMultigridLevel;

// Room for values of all coarse levels: two slots for fields and two for right-hand sides, which passes read and write
// in turns (ping-pong).
enum { GF_SLOT_FIELD, GF_SLOT_RHS = 2, GF_SLOTS = 4 };

typedef struct gfMultigridSlot {
    int texture; // of gfMultigrid.all
    int x;       // the slot's first column there
} gfMultigridSlot;

// Conditions of levels and of gfMultigrid, and options of their shaders.
enum {
    GF_LEVEL_COARSE = 1,
    GF_LEVEL_PAIRS = 2,
    GF_LEVEL_NEAR_WALLS = 4,
    GF_LEVEL_TILED = 8,
    GF_LEVEL_OUTFLOW = 16, // a solve's first pass also draws the right-hand side
    GF_LEVEL_APART = 32,   // passes can't be drawn in place
    GF_LEVEL_LARGE = 64,
    GF_LEVEL_MOVING = 128,   // with OUTFLOW: walls move
    GF_LEVEL_EXPANSION = 256 // with OUTFLOW: sources ask for divergence
};

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components;       // coarse levels may have two components (GF_MULTIGRID_COMPONENTS)
    gfFailure pairsFailed; // textures or programs for two components could not be made
    bool pairs;            // coarse levels have two components now
    bool prepared;         // coarse weights are drawn, and fit `pairs`
    uint32_t conditions;   // GF_LEVEL_...; PAIRS once these textures are made
    int levels;
    gfMultigridLevel level[GF_MULTIGRID_LEVELS_MAX];
    // Of the finest level, two cells a texel: black cells, and their change in the first sweep.
    gfTexture black, swept;
    // Values A and B of all coarse levels. Each slot is a texture or, if passes can be drawn in place (with texture
    // barriers), a part of the first texture.
    gfTexture all[GF_SLOTS], allB[GF_SLOTS];
    gfMultigridSlot slot[GF_SLOTS];
    bool inPlace;
    gfResidual residual; // after a cycle
    // For solves with two components: the field before a cycle, and the cycle's change of the residual.
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

// Returns a shader of shaders/multigrid. `options`: of GF_LEVEL_..., without NEAR_WALLS, which the multigrid adds.
gfShader gfMultigrid_GetShader(const gfMultigrid *multigrid, const gfVertexStage *stage, const char *file,
                               const char *defines, uint32_t options);

// Returns the coarsest level in use: without pairs the first one that can be solved in one pass.
int gfMultigrid_GetBottom(const gfMultigrid *multigrid);

#endif
