// Finds and checks the kinds of the domain's four sides, and draws how far sides and solids leave faces of cells open.
#include "fluid/body.h"

#include "fluid/records.h"

// --- sides -----------------------------------------------------------------------------------------------------------

_Static_assert(GF_INFLOW_VALUES == GF_INFLOW_PLACES, "shaders have room for so many speeds along a side");

gfSideFlags gfBoundaries_Are(const gfBoundaries *boundaries, gfBoundaryKind kind)
{
    gfSideFlags flags;
    for (int i = 0; i < GF_SIDES; i++) {
        flags.value[i] = gfBoundaries_Get(boundaries, i)->kind == kind ? 1.0f : 0.0f;
    }
    return flags;
}

gfSideFlags gfBoundaries_AreClosed(const gfBoundaries *boundaries)
{
    gfSideFlags flags;
    for (int i = 0; i < GF_SIDES; i++) {
        gfBoundaryKind kind = gfBoundaries_Get(boundaries, i)->kind;
        flags.value[i] = kind != GF_BOUNDARY_OPEN && kind != GF_BOUNDARY_PERIODIC ? 1.0f : 0.0f;
    }
    return flags;
}

bool gfBoundaries_Any(const gfBoundaries *boundaries, gfBoundaryKind kind)
{
    for (int i = 0; i < GF_SIDES; i++) {
        if (gfBoundaries_Get(boundaries, i)->kind == kind) {
            return true;
        }
    }
    return false;
}

bool gfBoundaries_Wrap(const gfBoundaries *boundaries, int axis)
{
    return gfBoundaries_Get(boundaries, 2 * axis)->kind == GF_BOUNDARY_PERIODIC;
}

bool gfBoundaries_Equal(const gfBoundaries *a, const gfBoundaries *b)
{
    return gfRecord_Equal(&gf_boundariesRecord, a, b);
}

static bool checkTable(const gfCore *core, const gfBoundary *boundary, const char *side, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    for (int i = 0; i < GF_INFLOW_VALUES && boundary->inflowProfile == GF_INFLOW_TABLE; i++) {
        GF_REQUIRE(core, gfInRange((double)boundary->table[i] * (double)boundary->inflowSpeed, -most, most),
                   OUT_OF_RANGE, "%s: boundaries.%s.table[%d] is %g; speeds within +-%g m/s are expected", caller, side,
                   i, (double)boundary->table[i], most);
    }
    return true;
}

static bool checkAxis(const gfCore *core, const gfBoundaries *boundaries, int axis, int cells, const char *caller)
{
    static const char *const names[] = {"left and right", "bottom and top"};
    bool first = gfBoundaries_Get(boundaries, 2 * axis)->kind == GF_BOUNDARY_PERIODIC;
    bool last = gfBoundaries_Get(boundaries, 2 * axis + 1)->kind == GF_BOUNDARY_PERIODIC;
    GF_REQUIRE(core, first == last, OUT_OF_RANGE, "%s: %s sides must both be periodic or neither", caller, names[axis]);
    GF_REQUIRE(core, !first || cells % 2 == 0, OUT_OF_RANGE,
               "%s: %d cells along a periodic axis; an even number is expected", caller, cells);
    return true;
}

bool gfBoundaries_Check(const gfCore *core, const gfBoundaries *boundaries, int cellsX, int cellsY, const char *caller)
{
    static const char *const names[GF_SIDES] = {"left", "right", "bottom", "top"};
    GF_TRY(gfMembers_Check(core, &gf_boundariesRecord, boundaries, "boundaries", caller));
    for (int i = 0; i < GF_SIDES; i++) {
        GF_TRY(checkTable(core, gfBoundaries_Get(boundaries, i), names[i], caller));
    }
    return checkAxis(core, boundaries, 0, cellsX, caller) && checkAxis(core, boundaries, 1, cellsY, caller);
}

void gfBoundaries_Inflow(const gfBoundaries *boundaries, float speeds[GF_INFLOW_VALUES][GF_SIDES])
{
    for (int side = 0; side < GF_SIDES; side++) {
        const gfBoundary *boundary = gfBoundaries_Get(boundaries, side);
        float inward = side % 2 == 0 ? 1.0f : -1.0f;
        float speed = boundary->kind == GF_BOUNDARY_INFLOW ? inward * boundary->inflowSpeed : 0.0f;
        for (int i = 0; i < GF_INFLOW_VALUES; i++) {
            speeds[i][side] = speed * (boundary->inflowProfile == GF_INFLOW_TABLE ? boundary->table[i] : 1.0f);
        }
    }
}

// --- faces -----------------------------------------------------------------------------------------------------------

void gfFaces_Draw(gfDevice *device, const gfSolids *solids, const gfBoundaries *boundaries, const gfFacesTarget *target,
                  bool shapes)
{
    static const char *const defines[2][2] = {{NULL, "WHOLE"}, {"HELD", "HELD;WHOLE"}};
    const gfSolidTiles *tiles = &solids->textures->tiles;
    const int *corner = solids->textures->domain.corner;
    float inflow[GF_INFLOW_VALUES][GF_SIDES];
    gfSideFlags closed = gfBoundaries_AreClosed(boundaries), parabolic;
    gfBoundaries_Inflow(boundaries, inflow);
    for (int i = 0; i < GF_SIDES; i++) {
        bool curved = gfBoundaries_Get(boundaries, i)->inflowProfile == GF_INFLOW_PARABOLIC;
        parabolic.value[i] = curved ? 1.0f : 0.0f;
    }
    if (shapes) {
        gfSolids_DrawDistance(device, solids, target->corners, 0.0f);
    }
    gfPass_Run(
        device,
        &(gfPass){.label = "solids",
                  .shader = {.stage = &gf_vertexListed,
                             .file = "solid/faces.frag",
                             .defines = defines[target->held][solids->whole]},
                  .writes = {target->faces, target->wallVelocity},
                  .geometry = GF_LISTED(&tiles->lists[0], tiles->size),
                  .inputs = {GF_IN(distance, solids->distance.read.id), GF_IN(corners, target->corners->read.id),
                             GF_IN(solidTable, solids->table.id)},
                  .uniforms = {GF_I2(cells, target->faces->width - 1, target->faces->height - 1),
                               GF_I2(wrap, gfBoundaries_Wrap(boundaries, 0), gfBoundaries_Wrap(boundaries, 1)),
                               GF_F2(offset, (float)corner[0], (float)corner[1]),
                               GF_F1(cellSize, solids->textures->domain.cellSize), GF_F4V(closedSides, 1, closed.value),
                               GF_F4V(parabolic, 1, parabolic.value), GF_F4V(inflow, GF_INFLOW_VALUES, inflow)}});
}
