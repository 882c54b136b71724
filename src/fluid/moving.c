// Public calls for a domain that moves over the world by whole cells, follows a point, or is carried by a moving frame
// of reference; and the forces of inertia in such a frame.
#include "fluid/validation.h"

#include "gpufluid/moving.h"

#include "fluid/records.h"

#include <stdlib.h>

// --- moves -----------------------------------------------------------------------------------------------------------

// Most cells of one move along an axis: far more than any domain has.
#define SCROLL_MAX (1 << 24)

// Solids are drawn relative to an origin that stays while the domain moves. It is the point nearest to the domain's
// corner on a lattice of this many cells.
#define SAME_ORIGIN 512

void gfFluid_Anchor(gfFluid *fluid)
{
    fluid->anchor[0] = (double)fluid->body.def.origin.x;
    fluid->anchor[1] = (double)fluid->body.def.origin.y;
    fluid->scrolled[0] = fluid->scrolled[1] = 0;
}

static int getMultiple(const gfFluid *fluid, int axis)
{
    const gfSolver *solver = fluid->solver;
    return solver->domain.getScrollMultiple != NULL ? solver->domain.getScrollMultiple(&fluid->body, axis) : 1;
}

gfCells gfFluid_GetScrollMultiple(const gfFluid *fluid)
{
    return fluid != NULL ? (gfCells){getMultiple(fluid, 0), getMultiple(fluid, 1)} : (gfCells){1, 1};
}

static double placeAt(const gfFluid *fluid, int axis, int64_t cells)
{
    return fluid->anchor[axis] + (double)(fluid->scrolled[axis] + cells) * (double)fluid->body.def.cellSize;
}

gfVec2 gfFluid_GetOrigin(const gfFluid *fluid)
{
    return (gfVec2){(float)placeAt(fluid, 0, 0), (float)placeAt(fluid, 1, 0)};
}

// The origin changes only every SAME_ORIGIN cells, so that short moves keep it and what is drawn stays the same. It is
// always near enough to the domain for floats to be exact.
gfVec2 gfFluid_GetSolidsOrigin(const gfFluid *fluid, const int64_t scrolled[2], int corner[2])
{
    int64_t way[2] = {scrolled[0], scrolled[1]};
    for (int axis = 0; axis < 2; axis++) {
        int64_t past = (scrolled[axis] % SAME_ORIGIN + SAME_ORIGIN + SAME_ORIGIN / 2) % SAME_ORIGIN;
        corner[axis] = fluid->solver->domain.keepsSolids ? (int)past - SAME_ORIGIN / 2 : 0;
        way[axis] -= corner[axis] + fluid->scrolled[axis];
    }
    return (gfVec2){(float)placeAt(fluid, 0, way[0]), (float)placeAt(fluid, 1, way[1])};
}

static bool checkScroll(const gfFluid *fluid, const int cells[2], const char *caller)
{
    static const char *const names[2] = {"cellsX", "cellsY"};
    const gfCore *core = &fluid->body.device->core;
    for (int axis = 0; axis < 2; axis++) {
        int multiple = getMultiple(fluid, axis);
        GF_REQUIRE(core, gfInRange(cells[axis], -SCROLL_MAX, SCROLL_MAX), OUT_OF_RANGE,
                   "%s: %s is %d; within +-%d is expected", caller, names[axis], cells[axis], SCROLL_MAX);
        GF_REQUIRE(core, cells[axis] % multiple == 0, OUT_OF_RANGE,
                   "%s: %s is %d; a multiple of %d is expected (dyeScale %g)", caller, names[axis], cells[axis],
                   multiple, (double)fluid->body.def.dyeScale);
        GF_REQUIRE(core, gfInRange(placeAt(fluid, axis, cells[axis]), -1e9, 1e9), OUT_OF_RANGE,
                   "%s: the origin comes to %g; within +-1e9 m is expected", caller, placeAt(fluid, axis, cells[axis]));
    }
    return true;
}

static bool scroll(gfFluid *fluid, const int cells[2], const char *caller)
{
    gfDevice *device = fluid->body.device;
    GF_TRY(checkScroll(fluid, cells, caller));
    if (cells[0] == 0 && cells[1] == 0) {
        return gfDevice_CheckCurrent(device, caller);
    }
    GF_TRY(gfTraps_CheckScroll(fluid, cells, caller) && gfDevice_Begin(device, caller));
    const int64_t scrolled[2] = {fluid->scrolled[0] + cells[0], fluid->scrolled[1] + cells[1]};
    gfScroll by = gfScroll_Make(&fluid->body, cells[0], cells[1]);
    int corner[2];
    const gfVec2 origin = gfFluid_GetSolidsOrigin(fluid, scrolled, corner);
    bool ok = fluid->solver->domain.scroll(&fluid->body, fluid->state, &by);
    if (ok) {
        // The faces that one-way emitters close stay at their place in the world, so they move in the domain.
        gfFluid_TouchValves(fluid);
        memcpy(fluid->scrolled, scrolled, sizeof scrolled);
        fluid->body.def.origin = gfFluid_GetOrigin(fluid);
        gfSolids_Scroll(&fluid->body.solids, origin, corner);
        ok = gfFluid_FollowChange(fluid);
    }
    gfDevice_End(device);
    return ok;
}

bool gfFluid_Scroll(gfFluid *fluid, int32_t cellsX, int32_t cellsY)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Scroll: fluid is null");
    return scroll(fluid, (const int[2]){cellsX, cellsY}, "gfFluid_Scroll");
}

// Returns by how many cells, a multiple of what the solver allows, the domain must at least move along an axis so that
// `point` is at most `margin` from its middle; both in m.
static int64_t getWay(const gfFluid *fluid, int axis, double point, double margin)
{
    const gfFluidDef *def = &fluid->body.def;
    double h = (double)def->cellSize, unit = h * getMultiple(fluid, axis);
    double middle = placeAt(fluid, axis, 0) + 0.5 * h * (axis == 0 ? def->gridWidth : def->gridHeight);
    double off = point - middle, beyond = fabs(off) - margin;
    double units = beyond > 0.0 ? ceil(beyond / unit - 1e-6) : 0.0;
    return (int64_t)(units * getMultiple(fluid, axis)) * (off < 0.0 ? -1 : 1);
}

bool gfFluid_Follow(gfFluid *fluid, gfVec2 centre, float margin, gfCells *scrolled)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    const gfCore *core = &fluid->body.device->core;
    GF_REQUIRE(core, gfInRange((double)centre.x, -1e9, 1e9) && gfInRange((double)centre.y, -1e9, 1e9), OUT_OF_RANGE,
               "%s: centre is (%g, %g); within +-1e9 m is expected", __func__, (double)centre.x, (double)centre.y);
    GF_REQUIRE(core, gfInRange((double)margin, 0.0, 1e9), OUT_OF_RANGE, "%s: margin is %g; 0 to 1e9 m is expected",
               __func__, (double)margin);
    const double points[2] = {(double)centre.x, (double)centre.y};
    int cells[2] = {0, 0};
    for (int axis = 0; axis < 2; axis++) {
        int64_t way = getWay(fluid, axis, points[axis], (double)margin);
        int most = SCROLL_MAX / getMultiple(fluid, axis) * getMultiple(fluid, axis);
        cells[axis] = (int)(way > most ? most : way < -most ? -most : way);
    }
    GF_TRY(scroll(fluid, cells, __func__));
    if (scrolled != NULL) {
        *scrolled = (gfCells){cells[0], cells[1]};
    }
    return true;
}

static void setFrame(gfFrame *frame, const gfFrameDef *def)
{
    const gfFrameDef *old = &frame->def;
    if (!def->goesAlong) {
        frame->impulse.x += def->velocity.x - old->velocity.x;
        frame->impulse.y += def->velocity.y - old->velocity.y;
        frame->spin += def->angularVelocity - old->angularVelocity;
    }
    frame->def = *def;
    frame->used = true;
    frame->turns =
        frame->turns || frame->spin != 0.0f || def->angularVelocity != 0.0f || def->angularAcceleration != 0.0f;
}

bool gfFluid_SetFrame(gfFluid *fluid, const gfFrameDef *frame)
{
    GF_REQUIRE_BOTH(fluid, frame);
    GF_TRY(gfDef_Check(&fluid->body.device->core, &gf_frameDefRecord, frame, __func__) &&
           gfDevice_Begin(fluid->body.device, __func__));
    gfFrame old = fluid->body.frame, *own = &fluid->body.frame;
    setFrame(own, frame);
    bool ok = (!own->turns || gfFluid_RequireAlone(fluid, __func__, "a frame that does not turn")) &&
              ((own->used == old.used && own->turns == old.turns) ||
               (gfSolver_Tune(fluid->solver, &fluid->body, fluid->state) && gfFluid_FollowChange(fluid)));
    if (!ok) {
        *own = old;
    }
    gfDevice_End(fluid->body.device);
    return ok;
}

gfFrameDef gfFluid_GetFrame(const gfFluid *fluid)
{
    return fluid == NULL ? (gfFrameDef){0} : fluid->body.frame.used ? fluid->body.frame.def : gfDefaultFrameDef();
}

gfTransform2D gfFrame_GetView(const gfFrameDef *frame, gfVec2 position, gfTransform2D view)
{
    if (frame == NULL) {
        return view;
    }
    double c = cos((double)frame->angle), s = sin((double)frame->angle);
    const float *m = view.m;
    // The origin of the domain's coordinates, as a place in the world, m.
    double x = (double)position.x - c * (double)frame->pivot.x + s * (double)frame->pivot.y;
    double y = (double)position.y - s * (double)frame->pivot.x - c * (double)frame->pivot.y;
    gfTransform2D own;
    for (int row = 0; row < 2; row++) {
        double alongX = (double)m[row], alongY = (double)m[2 + row];
        own.m[row] = (float)(alongX * c + alongY * s);
        own.m[2 + row] = (float)(alongY * c - alongX * s);
        own.m[4 + row] = (float)(alongX * x + alongY * y + (double)m[4 + row]);
    }
    return own;
}

// --- frame of reference ----------------------------------------------------------------------------------------------

gfVec2 gfFrame_Turn(const gfFrame *frame, gfVec2 world)
{
    if (frame->def.angle == 0.0f) {
        return world;
    }
    float c = cosf(frame->def.angle), s = sinf(frame->def.angle);
    return (gfVec2){c * world.x + s * world.y, c * world.y - s * world.x};
}

void gfFrame_Reset(gfFrame *frame)
{
    frame->impulse = frame->bodyAcceleration = (gfVec2){0.0f, 0.0f};
    frame->spin = frame->rate = frame->angular = 0.0f;
}

void gfFrame_Advance(gfFrame *frame, float dt)
{
    const gfFrameDef *def = &frame->def;
    const gfVec2 world = {-def->inertia * (def->acceleration.x + frame->impulse.x / dt),
                          -def->inertia * (def->acceleration.y + frame->impulse.y / dt)};
    float angular = def->inertia * (def->angularAcceleration + frame->spin / dt);
    gfFrame_Reset(frame);
    frame->bodyAcceleration = gfFrame_Turn(frame, world);
    frame->rate = def->inertia * def->angularVelocity;
    frame->angular = angular;
}

gfVec2 gfFrame_GetGravity(const gfFrame *frame, gfVec2 gravity)
{
    gfVec2 turned = gfFrame_Turn(frame, gravity);
    return (gfVec2){turned.x + frame->bodyAcceleration.x, turned.y + frame->bodyAcceleration.y};
}

gfTurning gfFrame_GetTurning(const gfFrame *frame, gfVec2 corner, float length, float time)
{
    double x = (double)frame->def.pivot.x - (double)corner.x, y = (double)frame->def.pivot.y - (double)corner.y;
    return (gfTurning){
        {(float)(x / (double)length), (float)(y / (double)length), frame->rate * time, frame->angular * time * time}};
}
