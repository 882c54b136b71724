// What the stages of the grid's step share: the options of their shaders, and needs that come up while a fluid runs.
#ifndef GF_GRID_STAGE_H
#define GF_GRID_STAGE_H

#include "fluid/solver.h"
#include "gl/pass.h"

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

// Options of the grid's shaders. The first ones follow from the definition and the needs (gfGrid.options), the others
// from what a step meets. Each adds the define of its name (gf_gridOptionDefines).
enum {
    GF_GRID_BILINEAR = 1 << 0, // fields are carried by bilinear reads
    GF_GRID_QUINTIC = 1 << 1,  // dye and temperature are read by a polynomial of fifth order
    GF_GRID_WRAP = 1 << 2,
    GF_GRID_ENTRY = 1 << 3,  // some side is open or an inflow: values enter
    GF_GRID_INFLOW = 1 << 4, // some side is an inflow: velocity enters
    GF_GRID_LEDGER = 1 << 5,
    GF_GRID_DEPARTURES = 1 << 6, // scalar advection finds where the fluid comes from, for velocity to follow
    GF_GRID_PULLED = 1 << 7,     // half of the pressure's pull acts there
    GF_GRID_PATHS = 1 << 8,      // dye has much finer texels than cells
    GF_GRID_EXPANSION = 1 << 9,
    GF_GRID_BALANCED = 1 << 10,
    GF_GRID_TURNING = 1 << 11,
    GF_GRID_TILTED = 1 << 12,    // buoyancy acts along x, too
    GF_GRID_UPRIGHT = 1 << 13,   // it acts along y alone
    GF_GRID_REFLECT = 1 << 14,   // GF_SCHEME_REFLECT: velocity alone takes half a step
    GF_GRID_HELD = 1 << 15,      // walls hold the fluid, for it is viscous
    GF_GRID_WARM = 1 << 16,      // heat diffuses
    GF_GRID_ROUND_DYE = 1 << 17, // stored in 16 bits
    GF_GRID_ROUND_TEMPERATURE = 1 << 18,
    GF_GRID_ROUND_DEPARTURES = 1 << 19,
    GF_GRID_ROUND_VELOCITY = 1 << 20,
    GF_GRID_SOLIDS = 1 << 21,
    GF_GRID_UNCOVERED = 1 << 22, // some solid moved
    GF_GRID_MASKED = 1 << 23,    // some texels do not count
    GF_GRID_MOVING = 1 << 24,    // walls move
    GF_GRID_SECOND = 1 << 25,    // a second velocity is drawn
    GF_GRID_WHOLE = 1 << 26      // some solid is of whole cells
};
extern const char *const gf_gridOptionDefines[];

// A shader of the grid's: bits of the options that hold.
#define GF_GRID_SHADER(ofStage, ofFile, ownDefines, bits)                                                     \
    {                                                                                                         \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (ownDefines), .options = (uint32_t)(bits), \
        .optionOf = gf_gridOptionDefines                                                                      \
    }

// One option: its bit, and whether it holds.
static inline uint32_t gfGrid_If(bool holds, uint32_t bit)
{
    return holds ? bit : 0u;
}

// Makes the textures that these needs take, if they are not there. False and reported on failure.
bool gfGrid_Require(const gfBody *body, gfGrid *grid, uint32_t needs);
// Does the same for a need that a step can go on without: that it is left out is said once.
bool gfGrid_RequireOptional(const gfBody *body, gfGrid *grid, uint32_t need, gfFailure *failure, const char *what);

#endif
