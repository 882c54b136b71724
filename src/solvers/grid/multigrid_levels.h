// The levels of a multigrid solver and its programs: what multigrid_levels.c makes and prepares, and multigrid.c solves
// with. Only these two include it.
#ifndef GF_MULTIGRID_LEVELS_H
#define GF_MULTIGRID_LEVELS_H

#include "solvers/grid/multigrid.h"

#include "solvers/grid/residual.h"

#define GF_MULTIGRID_LEVELS_MAX 14
#define GF_MULTIGRID_TILE_TEXELS 8 // a side

typedef struct gfMultigridLevel {
    int cellsX, cellsY;
    gfPair field; // of the finest level: none, the caller's
    gfTexture rhs, weights;
    // In two colours, two cells a texel: black cells, the same after a sweep, what that changed, red right-hand sides.
    bool colours;
    gfTexture black, swept, change, redRhs;
    // With components: a second value for each cell, see shaders/multigrid/components.glsl.
    gfPair fieldB;
    gfTexture rhsB, components, componentWeights;
    bool tiled;      // only the tiles that need it are drawn with two components; else all are
    gfTexture tiles; // 1 for those, see shaders/multigrid/tiles.frag
    gfTexture busy;  // 1 for tiles of `components` that are more than A everywhere, see shaders/multigrid/busy.frag
} gfMultigridLevel;

// What holds of a level, or of all of them.
enum {
    GF_LEVEL_COARSE = 1,
    GF_LEVEL_PAIRS = 2,
    GF_LEVEL_NEAR_WALLS = 4,
    GF_LEVEL_TILED = 8,
    GF_LEVEL_COLOURS = 16,
    GF_LEVEL_SOLID_FREE = 32
};

// Of passes on the levels, with a gate or without.
typedef struct gfMultigridPrograms {
    const gfProgram *sweep, *sweepZero, *restrictRhs, *prolong, *bottom;
    const gfProgram *pairSweep, *pairSweepZero, *pairBottom, *pairRestrict[2], *pairProlong[2]; // [finest]
    // Of levels in two colours: from packed cells to colours, within these, and back.
    const gfProgram *toColours, *toColoursZero, *sweepColours, *changeColours, *fromColours;
    const gfProgram *restrictChange, *prolongColours, *pairRestrictChange, *pairProlongColours;
} gfMultigridPrograms;

// The same where only sides bound the fluid.
typedef struct gfSolidFreePrograms {
    const gfProgram *toColoursGuarded, *toColoursZero, *sweepColours, *changeColours, *fromColours;
    const gfProgram *restrictChange, *prolongColours;
} gfSolidFreePrograms;

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components;       // coarse levels may have them
    gfFailure pairsFailed; // they could not be made
    bool pairs;            // coarse levels have them
    bool prepared;         // coarse levels are drawn, with pairs or without as they are
    uint32_t conditions;   // of its programs; GF_LEVEL_PAIRS once they are made
    int levels;
    gfMultigridLevel level[GF_MULTIGRID_LEVELS_MAX];
    gfResidual start, residual; // of the field that a solve starts from; of what cycles left
    // With components: the field before a cycle, and how the cycle changed what is left.
    gfTexture before;
    gfResidual change;
    const gfProgram *sweepGuarded, *toColoursGuarded, *coarseWeights, *copy, *extrapolate;
    const gfProgram *cellComponents[2], *busyComponents[2], *componentWeights[2], *tiles[2], *busy[2]; // [finest]
    const gfProgram *groupedCells;   // components and their weights in one pass, which finds each component three times
    gfMultigridPrograms programs[2]; // [gated]
    gfSolidFreePrograms solidFree;   // of solves that know where it is so
};

// Whether a level is so small that it is solved in one pass (multigrid/bottom.frag).
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
