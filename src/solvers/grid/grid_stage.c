#include "solvers/grid/grid_stage.h"

#include "solvers/grid/grid_state.h"

const char *const gf_gridOptionDefines[] = {"BILINEAR",
                                            "QUINTIC",
                                            "WRAP",
                                            "ENTRY",
                                            "ENTRY",
                                            "LEDGER",
                                            "DEPARTURES",
                                            "PULLED",
                                            "PATHS",
                                            "EXPANSION",
                                            "BALANCED",
                                            "TURNING",
                                            "BUOYANCY 2",
                                            "BUOYANCY 1",
                                            "REFLECTED",
                                            "HELD",
                                            "WARM",
                                            "ROUND_DYE",
                                            "ROUND_TEMPERATURE",
                                            "ROUND_DEPARTURES",
                                            "ROUND_VELOCITY",
                                            "SOLIDS",
                                            "UNCOVERED",
                                            "MASKED",
                                            "MOVING",
                                            "SECOND",
                                            "WHOLE"};

uint32_t gfGrid_GetOptions(const gfBody *body, uint32_t needs)
{
    const gfGridParams *p = &body->def.grid;
    return gfGrid_If(p->advection == GF_ADVECTION_BILINEAR, GF_GRID_BILINEAR) |
           gfGrid_If(p->advection == GF_ADVECTION_CONSERVING, GF_GRID_QUINTIC) |
           gfGrid_If(gfGrid_Wraps(body), GF_GRID_WRAP) | gfGrid_If(gfGrid_HasEntries(body), GF_GRID_ENTRY) |
           gfGrid_If(gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW), GF_GRID_INFLOW) |
           gfGrid_If(gfGrid_KeepsLedger(body), GF_GRID_LEDGER) |
           gfGrid_If(p->scheme != GF_SCHEME_REFLECT, GF_GRID_DEPARTURES) |
           gfGrid_If(p->scheme == GF_SCHEME_PROJECT, GF_GRID_PULLED) |
           gfGrid_If(gfGrid_HasFineDye(&body->def), GF_GRID_PATHS) |
           gfGrid_If((needs & GF_NEED_EXPANSION) != 0, GF_GRID_EXPANSION) |
           gfGrid_If((needs & GF_NEED_BALANCE) != 0, GF_GRID_BALANCED) |
           gfGrid_If((needs & GF_NEED_TURNING) != 0, GF_GRID_TURNING) |
           gfGrid_If(gfGrid_HasTiltedBuoyancy(body), GF_GRID_TILTED) |
           gfGrid_If(gfGrid_HasUprightBuoyancy(body), GF_GRID_UPRIGHT) |
           gfGrid_If(p->scheme == GF_SCHEME_REFLECT, GF_GRID_REFLECT) | gfGrid_If(p->viscosity > 0.0f, GF_GRID_HELD) |
           gfGrid_If(p->temperatureDiffusivity > 0.0f, GF_GRID_WARM) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_DYE), GF_GRID_ROUND_DYE) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_TEMPERATURE), GF_GRID_ROUND_TEMPERATURE) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_DEPARTURES), GF_GRID_ROUND_DEPARTURES) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_VELOCITY), GF_GRID_ROUND_VELOCITY);
}

bool gfGrid_Require(const gfBody *body, gfGrid *g, uint32_t needs)
{
    gfGridPlan plan;
    if ((g->needs & needs) == needs) {
        return true;
    }
    gfGrid_PlanNeeded(body, g, g->needs | needs, &plan);
    if (!gfState_Create(body->device, &plan.plan, g)) {
        return false;
    }
    g->needs |= needs;
    g->options = gfGrid_GetOptions(body, g->needs);
    return true;
}

bool gfGrid_RequireOptional(const gfBody *body, gfGrid *g, uint32_t need, gfFailure *failure, const char *what)
{
    return (g->needs & need) == need || gfFailure_Try(failure, body->device, what, gfGrid_Require(body, g, need));
}
