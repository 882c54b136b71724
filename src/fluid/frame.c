#include "fluid/frame.h"

void gfFrame_Set(gfFrame *frame, const gfFrameDef *def)
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
