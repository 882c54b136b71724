// One rigid body: its definition, what follows from that, its shape and solid, and how the host moves it.
#include "ext/bodies/rigid_bodies.h"

#include <string.h>

#include "ext/bodies/members.inc"

#define LEAST_YIELDING 1.25 // cells from the middle to the outline: what is thinner would let liquid through

bool gfRigidBody_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_rigidBodyDefRecord, def, caller) && gfShape_Check(core, &def->shape, false, caller) &&
           gfHull_Check(core, &def->shape, caller);
}

// Measures how far the farthest and the nearest point of the outline are from the centre of mass.
static void measureOutline(gfRigidBody *b)
{
    b->bound = 0.0;
    b->inner = INFINITY;
    for (int i = 0; i < b->outline.count; i++) {
        const double *p = b->outline.points[i], *q = b->outline.points[(i + 1) % b->outline.count];
        double x = q[0] - p[0], y = q[1] - p[1], length = hypot(x, y);
        b->bound = fmax(b->bound, hypot(p[0], p[1]));
        if (length > 0.0) {
            b->inner = fmin(b->inner, fabs(p[0] * y - p[1] * x) / length);
        }
    }
    b->inner = fmin(b->inner, b->bound);
}

gfRigidBody gfRigidBody_Make(const gfBody *body, const gfRigidBodyDef *def)
{
    gfRigidBody b = {.def = *def, .grown = 1.0};
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    double from[2] = {(double)centre.x, (double)centre.y};
    gfHull hull = gfHull_Make(&def->shape, from); // near 0, whatever the place
    gfOutline outline = gfOutline_Make(&hull);
    gfArea area = gfOutline_GetArea(&outline);
    double depth = gfRigidBodies_HaveSolids(body) ? 1.0 : (double)def->height;
    const double back[2] = {-area.centre[0], -area.centre[1]};
    b.hull = gfHull_Move(&hull, back, 0.0);
    b.outline = gfOutline_Make(&b.hull);
    b.area = fmax(area.size, 1e-18);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.area * depth, 1e-18);
    b.inertia = def->inertia > 0.0f ? (double)def->inertia : fmax(b.mass * area.inertia / b.area, 1e-24);
    b.density = (double)def->fluidDensity;
    if (b.density <= 0.0) {
        bool particles = body->def.solver == GF_SOLVER_PARTICLES;
        b.density = particles ? (double)body->def.particles.materials[0].density : 1000.0;
    }
    for (int axis = 0; axis < 2; axis++) {
        b.offset[axis] = back[axis];
        b.start[axis] = b.place[axis] = from[axis] + area.centre[axis];
    }
    b.velocity[0] = (double)def->velocity.x;
    b.velocity[1] = (double)def->velocity.y;
    b.spin = (double)def->angularVelocity;
    measureOutline(&b);
    if (def->hostDriven) { // it is borne until the fluid is known
        const gfLoadScene scene = gfLoadScene_Get(body, (double)body->def.fixedStep);
        gfRigidBody_Bear(&b, &scene);
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

gfShape gfRigidBody_GetShape(const gfRigidBody *b)
{
    double arm[2];
    getShapeCentre(b, arm);
    gfVec2 old = gfShape_GetCentre(&b->def.shape);
    gfVec2 offset = {(float)(b->place[0] + arm[0] - (double)old.x), (float)(b->place[1] + arm[1] - (double)old.y)};
    const gfShape moved = gfMoveShape(&b->def.shape, offset, (float)remainder(b->angle, 6.283185307179586));
    return gfShape_Limit(&moved);
}

gfSolidDef gfRigidBody_GetSolid(const gfRigidBody *b)
{
    gfSolidDef def = gfDefaultSolidDef();
    double arm[2];
    getShapeCentre(b, arm);
    def.shape = gfRigidBody_GetGrownShape(b);
    def.velocity = (gfVec2){gfRigidBody_Bound(b->velocity[0] - b->spin * arm[1]),
                            gfRigidBody_Bound(b->velocity[1] + b->spin * arm[0])};
    def.angularVelocity = gfRigidBody_Bound(b->spin);
    def.surface = b->def.surface;
    return def;
}

void gfRigidBody_MarkSolid(const gfRigidBody *b, const gfBody *body)
{
    gfSolid *solid = gfSlots_At(&body->solids.list, b->solid.index);
    if (solid != NULL && gfSolids_Find(&body->solids, b->solid) == solid) {
        solid->yields = gfRigidBodies_AreMeasured(body) && b->inner >= LEAST_YIELDING * (double)body->def.cellSize;
    }
}

void gfRigidBody_Forget(gfRigidBody *b, uint64_t step)
{
    memset(&b->around, 0, sizeof b->around);
    b->host = (gfHostMotion){.velocity = {b->velocity[0], b->velocity[1], b->spin}};
    b->knownFrom = step;
}

// All that changed its velocity and was not the fluid is the host's. Poses that no step came between count as one.
void gfRigidBody_Drive(gfRigidBody *b, const gfPose *pose)
{
    gfHostMotion *h = &b->host;
    const double velocity[3] = {pose->velocity[0], pose->velocity[1], pose->spin};
    const double masses[3] = {b->mass, b->mass, b->inertia}, told[3] = {b->force[0], b->force[1], b->torque};
    for (int i = 0; i < 3 && h->lasted > 0.0; i++) {
        h->force[i] = masses[i] * (velocity[i] - h->velocity[i]) / h->lasted - told[i];
        h->velocity[i] = velocity[i];
    }
    h->period = h->lasted > 0.0 ? h->lasted : h->period;
    h->lasted = 0.0;
    memcpy(b->place, pose->place, sizeof b->place);
    memcpy(b->velocity, pose->velocity, sizeof b->velocity);
    b->angle = pose->angle;
    b->spin = pose->spin;
}
