// A stage of the grid's step, as the life of a state (grid.c) sees it: the programs that it has, which follow from a
// few conditions of its own. Each stage has a file, a structure in gfGrid and a gfGridStage.
#ifndef GF_GRID_STAGE_H
#define GF_GRID_STAGE_H

#include "fluid/solver.h"

#include <stddef.h>

typedef struct gfGrid gfGrid;

// Needs come up while a fluid runs, and stay: bits of gfGrid.needs, which gfSolver.needs.get hands on.
enum {
    GF_NEED_EXPANSION = 1 << 0,        // some source asks for divergence
    GF_NEED_BALANCE = 1 << 1,          // a closed domain takes in as much as it lets out
    GF_NEED_FIELDS = 1 << 2,           // the host reads fields that are computed
    GF_NEED_SHOWN_DIVERGENCE = 1 << 3, // the divergence is read or drawn
    GF_NEED_TURNING = 1 << 4,          // the frame of the domain turns
    GF_NEED_VALVES = 1 << 5,           // some source is one-way
    // The next two are not in gfGrid.needs, for others know of them.
    GF_NEED_THIN_WALLS = 1 << 6,
    GF_NEED_RESIDUAL = 1 << 7
};

typedef struct gfGridStage {
    size_t programs, programsSize; // the stage's programs in gfGrid: offset and size
    size_t conditions;             // offset of the uint32_t that held when these were named
    gfProgramTable table;          // its conditions are bits of the stage's own
    uint32_t (*getConditions)(const gfBody *body, uint32_t needs);
} gfGridStage;

// The stage whose structure is `member` of gfGrid.
#define GF_GRID_STAGE(member, rows, optionDefines, getConditions)                                     \
    {                                                                                                 \
        offsetof(gfGrid, member.programs), sizeof(((gfGrid *)0)->member.programs),                    \
            offsetof(gfGrid, member.conditions), {rows, GF_COUNT(rows), optionDefines}, getConditions \
    }

// One condition of a stage: its bit, and whether it holds.
static inline uint32_t gfGridStage_If(bool holds, uint32_t bit)
{
    return holds ? bit : 0u;
}

// Either of gfPrograms_Load and gfPrograms_Name.
typedef bool (*gfLoadPrograms)(gfDevice *device, const gfProgramTable *table, uint32_t conditions, void *programs);

// Makes the programs of all stages of `grid` in `made`, of which nothing else counts. False and reported on failure.
bool gfGridStages_Load(const gfBody *body, const gfGrid *grid, uint32_t needs, gfLoadPrograms load, gfGrid *made);
// Takes over those that were made.
void gfGridStages_Take(gfGrid *grid, const gfGrid *made);

// Makes what these needs take, if it is not there. False and reported on failure.
bool gfGrid_Require(const gfBody *body, gfGrid *grid, uint32_t needs);
// Does the same for a need that a step can go on without: that it is left out is said once.
bool gfGrid_RequireOptional(const gfBody *body, gfGrid *grid, uint32_t need, gfFailure *failure, const char *what);

#endif
