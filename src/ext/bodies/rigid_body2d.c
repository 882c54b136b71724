// One rigid body: its definition, what follows from that, its shape and solid, and how the host moves it.
#include "ext/bodies/rigid_bodies2d.h"

#define LEAST_YIELDING 1.25 // cells from the middle to the outline: what is thinner would let liquid through

gfRigidBodyDef gfDefaultRigidBodyDef(void)
{
    return (gfRigidBodyDef){.density = 500.0f,
                            .height = 0.1f,
                            .friction = 0.4f,
                            .gravityScale = 1.0f,
                            .drag = 1.0f,
                            .angularDrag = 1.0f,
                            .cookie = GF_RIGID_BODY_COOKIE};
}

bool gfRigidBody2D_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_RIGID_BODY_COOKIE, COOKIE,
               "%s: make the definition with gfDefaultRigidBodyDef()", caller);
    GF_REQUIRE(core, def->surface == GF_SURFACE_FREE_SLIP || def->surface == GF_SURFACE_NO_SLIP, OUT_OF_RANGE,
               "%s: surface is %d; a gfSurface is expected", caller, (int)def->surface);
    const gfRange ranges[] = {
        {"density", (double)def->density, (double)1e-3f, 1e6},
        {"mass", (double)def->mass, 0.0, (double)1e12f},
        {"inertia", (double)def->inertia, 0.0, (double)1e18f},
        {"fluidDensity", (double)def->fluidDensity, 0.0, 1e6},
        {"height", (double)def->height, (double)1e-6f, 1e6},
        {"velocity.x", (double)def->velocity.x, -most, most},
        {"velocity.y", (double)def->velocity.y, -most, most},
        {"angularVelocity", (double)def->angularVelocity, -most, most},
        {"friction", (double)def->friction, 0.0, 10.0},
        {"restitution", (double)def->restitution, 0.0, 1.0},
        {"gravityScale", (double)def->gravityScale, -10.0, 10.0},
        {"drag", (double)def->drag, 0.0, 100.0},
        {"angularDrag", (double)def->angularDrag, 0.0, 100.0},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) && gfShape_Check(core, &def->shape, false, caller) &&
           gfHull_Check(core, &def->shape, caller);

error:
    return false;
}

bool gfRigidBodies2D_HaveSolids(const gfBody *body)
{
    return gfSolver_GetMedium(body).kind != GF_MEDIUM_ABOVE;
}

bool gfRigidBodies2D_AreMeasured(const gfBody *body)
{
    return gfSolver_GetMedium(body).measured;
}

// Measures how far the farthest and the nearest point of the outline are from the centre of mass.
static void measureOutline(gfRigidBody *b)
{
    const gfOutline outline = gfOutline_Make(&b->hull);
    b->bound = 0.0;
    b->inner = INFINITY;
    for (int i = 0; i < outline.count; i++) {
        const double *p = outline.points[i], *q = outline.points[(i + 1) % outline.count];
        double x = q[0] - p[0], y = q[1] - p[1], length = hypot(x, y);
        b->bound = fmax(b->bound, hypot(p[0], p[1]));
        if (length > 0.0) {
            b->inner = fmin(b->inner, fabs(p[0] * y - p[1] * x) / length);
        }
    }
    b->inner = fmin(b->inner, b->bound);
}

gfRigidBody gfRigidBody2D_Make(const gfBody *body, const gfRigidBodyDef *def)
{
    const gfMedium medium = gfSolver_GetMedium(body);
    gfRigidBody b = {.def = *def, .traits = GF_BODY_TRAITS(def), .grown = 1.0};
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    double from[2] = {(double)centre.x, (double)centre.y};
    gfHull hull = gfHull_Make(&def->shape, from); // near 0, whatever the place
    gfOutline outline = gfOutline_Make(&hull);
    gfArea area = gfOutline_GetArea(&outline);
    double depth = medium.kind == GF_MEDIUM_ABOVE ? (double)def->height : 1.0;
    b.size = fmax(area.size, 1e-18);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.size * depth, 1e-18);
    b.inertia[2] = def->inertia > 0.0f ? (double)def->inertia : fmax(b.mass * area.inertia / b.size, 1e-24);
    b.density = def->fluidDensity > 0.0f ? (double)def->fluidDensity : medium.density;
    for (int axis = 0; axis < 2; axis++) {
        b.offset[axis] = -area.centre[axis];
        b.place[axis] = from[axis] + area.centre[axis];
    }
    b.hull = gfHull_Move(&hull, b.offset, 0.0);
    b.velocity[0] = (double)def->velocity.x;
    b.velocity[1] = (double)def->velocity.y;
    b.spin[2] = (double)def->angularVelocity;
    measureOutline(&b);
    if (def->hostDriven && medium.kind != GF_MEDIUM_ABOVE) { // it is borne until the fluid is known
        gfRigidBody_Bear(&b, (const double[3]){(double)medium.gravity.x, (double)medium.gravity.y});
    }
    return b;
}

// Returns the way from the centre of mass to the shape's own centre now.
static void getShapeCentre(const gfRigidBody *b, double arm[2])
{
    double c = cos(b->angle), s = sin(b->angle);
    arm[0] = c * b->offset[0] - s * b->offset[1];
    arm[1] = s * b->offset[0] + c * b->offset[1];
}

gfShape gfRigidBody2D_GetShape(const gfRigidBody *b)
{
    double arm[2];
    getShapeCentre(b, arm);
    gfVec2 old = gfShape_GetCentre(&b->def.shape);
    gfVec2 offset = {(float)(b->place[0] + arm[0] - (double)old.x), (float)(b->place[1] + arm[1] - (double)old.y)};
    const gfShape moved = gfMoveShape(&b->def.shape, offset, (float)remainder(b->angle, 6.283185307179586));
    return gfShape_Limit(&moved);
}

gfSolidDef gfRigidBody2D_GetSolid(const gfRigidBody *b)
{
    gfSolidDef def = gfDefaultSolidDef();
    double arm[2];
    getShapeCentre(b, arm);
    def.shape = gfRigidBody2D_GetGrownShape(b);
    def.velocity = (gfVec2){gfRigidBody2D_Bound(b->velocity[0] - b->spin[2] * arm[1]),
                            gfRigidBody2D_Bound(b->velocity[1] + b->spin[2] * arm[0])};
    def.angularVelocity = gfRigidBody2D_Bound(b->spin[2]);
    def.surface = b->def.surface;
    return def;
}

void gfRigidBody2D_MarkSolid(const gfRigidBody *b, const gfBody *body)
{
    gfSolid *solid = gfRigidBody_FindSolid(b, &body->solids.list);
    if (solid != NULL) {
        solid->yields = gfRigidBodies2D_AreMeasured(body) && b->inner >= LEAST_YIELDING * (double)body->def.cellSize;
    }
}
