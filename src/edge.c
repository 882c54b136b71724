#include "edge.h"

#include "gpufluid/source.h"

gfSideFlags gfEdges_Are(const gfEdges *edges, gfEdgeKind kind)
{
    gfSideFlags flags;
    for (int i = 0; i < GF_SIDES; i++) {
        flags.value[i] = gfEdges_Get(edges, i)->kind == kind ? 1.0f : 0.0f;
    }
    return flags;
}

bool gfEdges_Any(const gfEdges *edges, gfEdgeKind kind)
{
    for (int i = 0; i < GF_SIDES; i++) {
        if (gfEdges_Get(edges, i)->kind == kind) {
            return true;
        }
    }
    return false;
}

bool gfEdges_Wrap(const gfEdges *edges, int axis)
{
    return gfEdges_Get(edges, 2 * axis)->kind == GF_EDGE_PERIODIC;
}

static bool checkEdge(const gfCore *core, const gfEdge *edge, const char *side, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    const struct {
        const char *name;
        float value;
    } values[] = {
        {"wallSpeed", edge->wallSpeed}, {"inflowSpeed", edge->inflowSpeed}, {"temperature", edge->temperature},
        {"dye[0]", edge->dye[0]},       {"dye[1]", edge->dye[1]},           {"dye[2]", edge->dye[2]},
        {"dye[3]", edge->dye[3]},
    };
    GF_REQUIRE(core, (unsigned)edge->kind <= GF_EDGE_PERIODIC, OUT_OF_RANGE,
               "%s: edges.%s.kind is %d; a gfEdgeKind is expected", caller, side, (int)edge->kind);
    GF_REQUIRE(core, (unsigned)edge->profile <= GF_PROFILE_TABLE, OUT_OF_RANGE,
               "%s: edges.%s.profile is %d; a gfInflowProfile is expected", caller, side, (int)edge->profile);
    for (int i = 0; i < GF_COUNT(values); i++) {
        GF_REQUIRE(core, gfInRange((double)values[i].value, -most, most), OUT_OF_RANGE,
                   "%s: edges.%s.%s is %g; within +-%g is expected", caller, side, values[i].name,
                   (double)values[i].value, most);
    }
    for (int i = 0; i < GF_PROFILE_VALUES && edge->profile == GF_PROFILE_TABLE; i++) {
        GF_REQUIRE(core, gfInRange((double)edge->table[i] * (double)edge->inflowSpeed, -most, most), OUT_OF_RANGE,
                   "%s: edges.%s.table[%d] is %g; speeds within +-%g m/s are expected", caller, side, i,
                   (double)edge->table[i], most);
    }
    return true;

error:
    return false;
}

static bool checkAxis(const gfCore *core, const gfEdges *edges, int axis, int cells, const char *caller)
{
    static const char *const names[] = {"left and right", "bottom and top"};
    bool first = gfEdges_Get(edges, 2 * axis)->kind == GF_EDGE_PERIODIC;
    bool last = gfEdges_Get(edges, 2 * axis + 1)->kind == GF_EDGE_PERIODIC;
    GF_REQUIRE(core, first == last, OUT_OF_RANGE, "%s: %s sides must both be periodic or neither", caller, names[axis]);
    GF_REQUIRE(core, !first || cells % 2 == 0, OUT_OF_RANGE,
               "%s: %d cells along a periodic axis; an even number is expected", caller, cells);
    return true;

error:
    return false;
}

bool gfEdges_Check(const gfCore *core, const gfEdges *edges, int cellsX, int cellsY, const char *caller)
{
    static const char *const names[GF_SIDES] = {"left", "right", "bottom", "top"};
    for (int i = 0; i < GF_SIDES; i++) {
        if (!checkEdge(core, gfEdges_Get(edges, i), names[i], caller)) {
            return false;
        }
    }
    return checkAxis(core, edges, 0, cellsX, caller) && checkAxis(core, edges, 1, cellsY, caller);
}

void gfEdges_Inflow(const gfEdges *edges, float speeds[GF_PROFILE_VALUES][GF_SIDES])
{
    for (int side = 0; side < GF_SIDES; side++) {
        const gfEdge *edge = gfEdges_Get(edges, side);
        float inward = side % 2 == 0 ? 1.0f : -1.0f;
        float speed = edge->kind == GF_EDGE_INFLOW ? inward * edge->inflowSpeed : 0.0f;
        for (int i = 0; i < GF_PROFILE_VALUES; i++) {
            speeds[i][side] = speed * (edge->profile == GF_PROFILE_TABLE ? edge->table[i] : 1.0f);
        }
    }
}
