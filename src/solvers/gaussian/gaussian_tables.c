// Tables of the Gaussian solver: options of its shaders, its textures, and the framebuffers that its steps draw to.
#include "solvers/gaussian/gaussian.h"

#include <stddef.h>

const char *const gf_gaussianOptionDefines[] = {"CLASSES", "CORRECTED", "REFERENCE",     NULL,
                                                "WRAP",    "CLASSIC",   [20] = "TURNING"};

// --- textures ------------------------------------------------------------------------------------------------------

// clang-format off
#define ROW(name, member, kind, format, extent, when, persists, sampled, shift, saved)                                \
    {name, offsetof(gfGaussian, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, GF_EXTENT_##extent,  \
     when, persists, GF_RESAMPLE_##sampled, 0, 0, GF_SHIFT_##shift, GF_SAVED_##saved, 0}
#define LASTING(name, member, extent, when, shift) ROW(name, member, PAIR, RGBA32F, extent, when, true, SOLVER, shift, BOTH)
// Textures of one step that a later one reads: which tiles need not be drawn, and views of the velocity.
#define LINGERING(name, member, extent, when) ROW(name, member, TEXTURE, RGBA32F, extent, when, false, NONE, NONE, READ)
#define PASSING(name, member, extent, when) ROW(name, member, TEXTURE, RGBA32F, extent, when, false, NONE, NONE, NOT)
#define VIEW(name, view, format, extent) \
    ROW(name, views[GF_VIEW_##view], TEXTURE, format, extent, (uint32_t)GF_WHEN_VIEWED << GF_VIEW_##view, false, NONE, NONE, \
        NOT)

static const gfStateRow gaussianStateRows[] = {
    LASTING("velocity along x", state[GF_GAUSSIAN_VELOCITY_X], PACKED, 0, PACKED),
    LASTING("velocity along y", state[GF_GAUSSIAN_VELOCITY_Y], PACKED, 0, PACKED),
    LASTING("mass", state[GF_GAUSSIAN_MASS], PACKED, 0, PACKED),
    ROW("bulk pressure", bulkPressure, PAIR, RGBA32F, PACKED, GF_WHEN_CONSERVING, true, NONE, PACKED, READ),
    LASTING("red dye", dye[0], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("green dye", dye[1], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("blue dye", dye[2], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("amount of dye", dye[3], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("mass budget", massBudget, ONE, 0, NONE),
    LINGERING("way along x", moves[0], PACKED, GF_WHEN_CONSERVING),
    LINGERING("way along y", moves[1], PACKED, GF_WHEN_CONSERVING),
    PASSING("held way along x", heldMoves[0], PACKED, GF_WHEN_VALVED),
    PASSING("held way along y", heldMoves[1], PACKED, GF_WHEN_VALVED),
    PASSING("ghost fluid", ghosts, CELLS, GF_WHEN_CONSERVING),
    ROW("tiles of ghost fluid", ghostTiles, PAIR, R32F, TILES, GF_WHEN_CONSERVING, false, NONE, NONE, NOT),
    PASSING("impulses along x", impulses[0], PACKED, GF_WHEN_LOADED),
    PASSING("impulses along y", impulses[1], PACKED, GF_WHEN_LOADED),
    PASSING("given along x", given[0], PACKED, GF_WHEN_LOADED),
    PASSING("given along y", given[1], PACKED, GF_WHEN_LOADED),
    PASSING("mass flow along x", massFlow[0], PACKED, GF_WHEN_FLOWING),
    PASSING("mass flow along y", massFlow[1], PACKED, GF_WHEN_FLOWING),
    PASSING("flow along x", flow[0], PACKED, GF_WHEN_FLOWING),
    PASSING("flow along y", flow[1], PACKED, GF_WHEN_FLOWING),
    LINGERING("bounds", bounds[0], TILES, 0),
    LINGERING("bounds", bounds[1], TILES, 0),
    LINGERING("bounds", bounds[2], TILES, 0),
    LINGERING("bounds", bounds[3], TILES, GF_WHEN_CONSERVING),
    LINGERING("fine bounds", fineBounds[0], FINE, 0),
    LINGERING("fine bounds", fineBounds[1], FINE, GF_WHEN_CONSERVING),
    LINGERING("neighbourhoods", neighbourhoods, TILES, 0),
    LINGERING("classes of tiles", tileClass, TILES, GF_WHEN_CONSERVING),
    LINGERING("fine mass", fineMass, FINE, GF_WHEN_KEEPING_MASS),
    LINGERING("mass of tiles", tileMass, TILES, GF_WHEN_KEEPING_MASS),
    ROW("mass from sources", requested, PAIR, RGBA32F, PACKED, GF_WHEN_KEEPING_MASS, false, NONE, NONE, NOT),
    ROW("total mass", total, REDUCTION, RGBA32F, TILES, GF_WHEN_KEEPING_MASS, false, NONE, NONE, NOT),
    VIEW("velocity", VELOCITY, RG32F, CORNERS),
    VIEW("dye", DYE, RGBA32F, CORNERS),
    VIEW("vorticity", VORTICITY, R32F, CORNERS),
    VIEW("pressure", PRESSURE, R32F, CORNERS),
    VIEW("mass", MASS, R32F, CORNERS),
    VIEW("dye as shown", SHOWN_DYE, RGBA32F, CORNERS),
    VIEW("mass as shown", SHOWN_MASS, R32F, CORNERS),
    VIEW("liquid", LIQUID, RGBA32F, CORNERS),
    VIEW("flow", FLOW, RGBA32F, CORNERS),
    VIEW("pressure as shown", SHOWN_PRESSURE, RGBA32F, PACKED),
};
// clang-format on

_Static_assert(GF_COUNT(gaussianStateRows) <= GF_STATE_ROWS_MAX, "gfState_Create has room for fewer rows");

const gfStateTable gf_gaussianStateTable = {gaussianStateRows, GF_COUNT(gaussianStateRows), "gaussian"};

// A step swaps the sides of the mass alone, sources those of all: the other side of the mass.
#define MIXED_WRITES(g, written)                                    \
    gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_X, (written)),     \
        gfGaussian_GetSide((g), GF_GAUSSIAN_VELOCITY_Y, (written)), \
        gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, !(written))

bool gfGaussian_Warm(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfGaussian *g = state;
    const struct {
        uint32_t when;
        int count;
        const gfTexture *writes[GF_ATTACHMENTS_MAX];
    } sets[] = {
        {0, 3, {STATE_WRITES(g, false)}},
        {0, 3, {STATE_WRITES(g, true)}},
        {0, 3, {MIXED_WRITES(g, false)}},
        {0, 3, {MIXED_WRITES(g, true)}},
        {GF_WHEN_CONSERVING, 4, {DEPARTING_WRITES(g)}},
        {GF_WHEN_VALVED, 4, {STATE_VELOCITY(g, false), &g->heldMoves[0], &g->heldMoves[1]}},
        {GF_WHEN_CONSERVING, 1, {&g->ghosts}},
        {GF_WHEN_CONSERVING, 1, {&g->ghostTiles.read}},
        {GF_WHEN_CONSERVING, 1, {&g->ghostTiles.write}},
        {GF_WHEN_CONSERVING, 2, {&g->neighbourhoods, &g->tileClass}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, false), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, false), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, true), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, true), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, false), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, false), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, true), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, true), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->fineBounds[0], &g->fineMass}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->bounds[0], &g->tileMass}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->bounds[1], &g->tileMass}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->bounds[2], &g->tileMass}},
        {GF_WHEN_LOADED, 2, {&g->impulses[0], &g->impulses[1]}},
        {GF_WHEN_LOADED, 2, {&g->given[0], &g->given[1]}},
        {GF_WHEN_FLOWING, 2, {&g->massFlow[0], &g->massFlow[1]}},
        {GF_WHEN_FLOWING, 2, {&g->flow[0], &g->flow[1]}},
        {GF_WHEN_DYED, 4, {DYE_WRITES(g, read)}},
        {GF_WHEN_DYED, 4, {DYE_WRITES(g, write)}},
        // The last sets are of textures that are there already: what fails before leaves none.
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, false), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, false), &g->bulkPressure.write}},
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, true), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, true), &g->bulkPressure.write}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, false), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, false), &g->bulkPressure.write}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, true), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, true), &g->bulkPressure.write}},
    };
    _Static_assert(GF_GAUSSIAN_HISTORY == 3, "each of the bounds in the history has a row");
    for (int i = 0; i < GF_COUNT(sets); i++) {
        if ((sets[i].when & conditions) == sets[i].when && !gfFramebuffer_Warm(device, sets[i].writes, sets[i].count)) {
            return false;
        }
    }
    return true;
}
