// The inside of a gfMultigrid, for no files but multigrid_levels.c and multigrid_surface.c, which prepare it, and
// multigrid.c, which solves.
#ifndef GF_MULTIGRID_LEVELS_H
#define GF_MULTIGRID_LEVELS_H

#include "solvers/grid/multigrid.h"

#define GF_MULTIGRID_LEVELS_MAX 14
#define GF_MULTIGRID_TILE_TEXELS 8   // texels along each side of the square tiles in which large levels are drawn
#define GF_MULTIGRID_LEVELS_A_PASS 4 // the most levels of which one pass draws sums

// A multigrid level: a lattice with half as many cells along each axis as the next finer level. Level 0 is the finest.
typedef struct gfMultigridLevel {
    int cellsX, cellsY, blocksX, blocksY; // cells along each axis, and texels of 2 x 2 cells
    int place[2];      // a coarse level's lower left texel in the textures that hold all coarse levels
    gfTexture weights; // couplings between cells (shaders/multigrid/weights.glsl); of coarse levels only
    // With a free surface: diagonals (shaders/multigrid/surface.glsl), of coarse levels only, and where the level's
    // openings begin in gfMultigrid.openings[openingsIn].
    gfTexture diagonals;
    int openingsPlace[2], openingsIn;
    // Where walls are thin, a coarse cell has two values, A and B, one for each side of the wall. These textures tell
    // which finer cells belong to each, and the couplings (shaders/multigrid/components.glsl).
    gfTexture components, componentWeights;
    bool tiled;       // values B are drawn only in the marked `tiles`; false: on the whole level
    gfTexture tiles;  // a texel per tile: 1 if some cell has two values (shaders/multigrid/tiles.frag)
    gfTexture active; // a texel per tile: 1 if cells could get two values when redrawn (multigrid/active.frag)
} gfMultigridLevel;

// Slots, with one value per cell on all coarse levels: two of fields and two of right-hand sides, to read and write.
enum { GF_SLOT_FIELD, GF_SLOT_RHS = 2, GF_SLOTS = 4 };

typedef struct gfMultigridSlot {
    int texture; // index into gfMultigrid.all
    int x;       // the slot's first column in the texture
} gfMultigridSlot;

// Bits of gfMultigrid.conditions, of the tables of textures, and of shader options.
enum {
    GF_LEVEL_COARSE = 1,      // a level other than the finest
    GF_LEVEL_PAIRS = 2,       // the textures for two values per coarse cell
    GF_LEVEL_NEAR_WALLS = 4,  // the kind is GF_MULTIGRID_NEAR_WALLS
    GF_LEVEL_TILED = 8,       // values B are drawn in tiles only (gfMultigridLevel.tiled)
    GF_LEVEL_OUTFLOW = 16,    // a solve's first pass also draws the right-hand side
    GF_LEVEL_APART = 32,      // a pass can't read and write parts of the same texture, so each slot is a texture
    GF_LEVEL_LARGE = 64,      // the finest level is large, so that branches that skip work pay off
    GF_LEVEL_MOVING = 128,    // together with OUTFLOW: solids move
    GF_LEVEL_EXPANSION = 256, // together with OUTFLOW: sources ask for divergence
    GF_LEVEL_SURFACE = 512    // the kind is GF_MULTIGRID_SURFACE
};

// A multigrid solver for one lattice.
struct gfMultigrid {
    bool wrapX, wrapY;
    bool components;       // coarse cells may get two values (GF_MULTIGRID_COMPONENTS)
    gfFailure pairsFailed; // textures or programs for two values per cell could not be made
    bool pairs;            // coarse cells have two values now, as there are thin walls
    bool prepared;         // the coarse levels' weights are drawn, and were drawn for this value of `pairs`
    uint32_t conditions;   // GF_LEVEL_... bits; GF_LEVEL_PAIRS once the textures for two values per cell are made
    int levels;            // number of levels that were made
    gfMultigridLevel level[GF_MULTIGRID_LEVELS_MAX];
    // The finest level's black cells (red-black order), two per texel: fields after the first sweep, and their change.
    gfTexture black, swept;
    // The slots, with values A and B of all coarse levels. If `inPlace`, all slots are parts of the first texture.
    gfTexture all[GF_SLOTS], allB[GF_SLOTS];
    gfMultigridSlot slot[GF_SLOTS];
    // With a free surface: atlases of coarse levels' openings (multigrid/surface_openings.frag). One pass draws a few
    // levels into one of them, from the other, which has the finer levels of the pass before.
    gfTexture openings[2];
    bool inPlace;        // a pass may read and write different parts of one texture, by texture barriers
    gfResidual residual; // sums of squares of the residual after a cycle
    // For two values per cell: the solution before a cycle, and how residuals changed, which tells how to extrapolate.
    gfTexture before;
    gfResidual change;
};

// Returns whether a level is small enough to be solved in one pass (shaders/multigrid/bottom.frag).
static inline bool gfMultigridLevel_IsBottom(const gfMultigridLevel *level)
{
    return level->cellsX <= 4 && level->cellsY <= 4;
}

// Returns whether a level fits into one texel of 2 x 2 cells.
static inline bool gfMultigridLevel_IsOneBlock(const gfMultigridLevel *level)
{
    return level->cellsX <= 2 && level->cellsY <= 2;
}

// Returns a shader of shaders/multigrid. `options`: GF_LEVEL_... bits, besides that for the solver's kind.
gfShader gfMultigrid_GetShader(const gfMultigrid *multigrid, const gfVertexStage *stage, const char *file,
                               const char *defines, uint32_t options);

// Returns how many levels from `first` to `last` one pass of sums draws, so that passes are few and alike.
static inline int gfMultigrid_CountTogether(int first, int last)
{
    int left = last + 1 - first, passes = (left + GF_MULTIGRID_LEVELS_A_PASS - 1) / GF_MULTIGRID_LEVELS_A_PASS;
    return (left + passes - 1) / passes;
}

// Returns the coarsest level that solves use: unless cells have two values, the first that one pass can solve.
int gfMultigrid_GetBottom(const gfMultigrid *multigrid);

#endif
