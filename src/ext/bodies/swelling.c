// A body that is put into liquid would push out at once all that is in its place, which excites waves many times as
// fast as any that it makes later. So its solid begins as a speck and swells.
#include "ext/bodies/rigid_bodies2d.h"

#include <float.h>

#define SWELL_FROM 0.5  // cells
#define SWELL_SPEED 0.1 // of sound

void gfRigidBody2D_Swell(gfRigidBody *b, const gfBody *body)
{
    b->grown = gfRigidBodies2D_AreMeasured(body) ? fmin(SWELL_FROM * (double)body->def.cellSize / b->bound, 1.0) : 1.0;
}

static gfVec2 drawIn(gfVec2 p, const double place[2], double share)
{
    return (gfVec2){(float)(place[0] + share * ((double)p.x - place[0])),
                    (float)(place[1] + share * ((double)p.y - place[1]))};
}

// Returns a share of a size, but never 0 of one that is more: a solid of no size could not be saved.
static float shrink(float size, float share)
{
    return fmaxf(share * size, fminf(size, FLT_MIN));
}

gfShape gfRigidBody2D_GetGrownShape(const gfRigidBody *b)
{
    gfShape shape = gfRigidBody2D_GetShape(b);
    float share = (float)b->grown;
    if (b->grown >= 1.0) {
        return shape;
    }
    bool line = shape.kind == GF_SHAPE_CAPSULE;
    shape.a = drawIn(shape.a, b->place, b->grown);
    shape.b = line ? drawIn(shape.b, b->place, b->grown) : (gfVec2){shrink(shape.b.x, share), shrink(shape.b.y, share)};
    shape.radius = shrink(shape.radius, share);
    for (int i = 0; i < shape.pointCount; i++) {
        shape.points[i] = drawIn(shape.points[i], b->place, b->grown);
    }
    return shape;
}

// A body in the dry is at full size at once, as no liquid is in its way.
void gfRigidBody2D_Grow(gfRigidBody *b, const gfLoadScene *scene, uint64_t step)
{
    bool dry = b->around.known && b->around.wet <= 0.0 && b->submerged <= 0.0;
    if (b->grown < 1.0) {
        b->grown = dry ? 1.0 : fmin(b->grown + SWELL_SPEED * scene->sound * scene->dt / b->bound, 1.0);
        b->grownStep = step;
    }
}
