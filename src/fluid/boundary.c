#include "fluid/boundary.h"

#include "gpufluid/source.h"

#include "shared.h"

#include <string.h>

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
    bool equal = true;
    for (int i = 0; i < GF_SIDES; i++) {
        const gfBoundary *x = gfBoundaries_Get(a, i), *y = gfBoundaries_Get(b, i);
        equal = equal && x->kind == y->kind && x->wallSpeed == y->wallSpeed && x->inflowSpeed == y->inflowSpeed &&
                x->inflowProfile == y->inflowProfile && x->fixedTemperature == y->fixedTemperature &&
                x->temperature == y->temperature && memcmp(x->table, y->table, sizeof x->table) == 0 &&
                memcmp(x->dye, y->dye, sizeof x->dye) == 0 && x->inflowDepth == y->inflowDepth &&
                x->holdsLevel == y->holdsLevel && x->level == y->level;
    }
    return equal;
}

static bool checkBoundary(const gfCore *core, const gfBoundary *boundary, const char *side, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    const struct {
        const char *name;
        float value;
    } values[] = {
        {"wallSpeed", boundary->wallSpeed},     {"inflowSpeed", boundary->inflowSpeed},
        {"temperature", boundary->temperature}, {"dye[0]", boundary->dye[0]},
        {"dye[1]", boundary->dye[1]},           {"dye[2]", boundary->dye[2]},
        {"dye[3]", boundary->dye[3]},           {"level", boundary->level},
    };
    GF_REQUIRE(core, (unsigned)boundary->kind <= GF_BOUNDARY_PERIODIC, OUT_OF_RANGE,
               "%s: boundaries.%s.kind is %d; a gfBoundaryKind is expected", caller, side, (int)boundary->kind);
    GF_REQUIRE(core, (unsigned)boundary->inflowProfile <= GF_INFLOW_TABLE, OUT_OF_RANGE,
               "%s: boundaries.%s.inflowProfile is %d; a gfInflowProfile is expected", caller, side,
               (int)boundary->inflowProfile);
    for (int i = 0; i < GF_COUNT(values); i++) {
        GF_REQUIRE(core, gfInRange((double)values[i].value, -most, most), OUT_OF_RANGE,
                   "%s: boundaries.%s.%s is %g; within +-%g is expected", caller, side, values[i].name,
                   (double)values[i].value, most);
    }
    GF_REQUIRE(core, gfInRange((double)boundary->inflowDepth, 0.0, most), OUT_OF_RANGE,
               "%s: boundaries.%s.inflowDepth is %g; 0 to %g m is expected", caller, side,
               (double)boundary->inflowDepth, most);
    for (int i = 0; i < GF_INFLOW_VALUES && boundary->inflowProfile == GF_INFLOW_TABLE; i++) {
        GF_REQUIRE(core, gfInRange((double)boundary->table[i] * (double)boundary->inflowSpeed, -most, most),
                   OUT_OF_RANGE, "%s: boundaries.%s.table[%d] is %g; speeds within +-%g m/s are expected", caller, side,
                   i, (double)boundary->table[i], most);
    }
    return true;

error:
    return false;
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

error:
    return false;
}

bool gfBoundaries_Check(const gfCore *core, const gfBoundaries *boundaries, int cellsX, int cellsY, const char *caller)
{
    static const char *const names[GF_SIDES] = {"left", "right", "bottom", "top"};
    for (int i = 0; i < GF_SIDES; i++) {
        if (!checkBoundary(core, gfBoundaries_Get(boundaries, i), names[i], caller)) {
            return false;
        }
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
