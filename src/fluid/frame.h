// The frame of reference that a domain is carried in, and the forces of inertia that its fluid feels there, in the
// domain's axes.
#ifndef GF_FRAME_H
#define GF_FRAME_H

#include "gpufluid/moving.h"

#include "base/core.h"

// The state of a frame. Zero: it is at rest, and was never moved.
typedef struct gfFrame {
    gfFrameDef def;
    bool used;               // some call has set it
    bool turns;              // it turns, or did
    gfVec2 impulse;          // change of velocity that was not yet felt, world, m/s
    float spin;              // change of the angular velocity that was not yet felt, radians/s
    gfVec2 bodyAcceleration; // of this step, domain's axes: m/s^2 everywhere
    float rate, angular;     // angular velocity, radians/s, and acceleration, radians/s^2
} gfFrame;

void gfFrame_Set(gfFrame *frame, const gfFrameDef *def);
// Finds the forces of the next step of `dt` seconds; changes of the velocities until now act in that step.
void gfFrame_Advance(gfFrame *frame, float dt);
// Drops changes of velocity that were not yet felt.
void gfFrame_Reset(gfFrame *frame);
// Returns a direction of the world in the domain's axes.
gfVec2 gfFrame_Turn(const gfFrame *frame, gfVec2 world);
// Returns gravity as the fluid feels it, m/s^2: turned, less the acceleration of the frame.
gfVec2 gfFrame_GetGravity(const gfFrame *frame, gfVec2 gravity);
// The uniform u_turning of shaders/common/turning.glsl, for places that count from `corner` in units of `length` m, and
// times in units of `time` s.
typedef struct gfTurning {
    float value[4];
} gfTurning;
gfTurning gfFrame_GetTurning(const gfFrame *frame, gfVec2 corner, float length, float time);

#endif
