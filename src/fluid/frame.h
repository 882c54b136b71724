// The frame that a domain is carried in, and what its fluid feels of it: forces of inertia, in the domain's axes.
#ifndef GF_FRAME_H
#define GF_FRAME_H

#include "gpufluid/moving.h"

#include "base/core.h"

// Zero: at rest, and never moved.
typedef struct gfFrame {
    gfFrameDef def;
    bool used;               // some call has set it
    bool turns;              // it turns, or did
    gfVec2 impulse;          // change of velocity that was not yet felt, world, m/s
    float spin;              // likewise of the angular velocity, radians/s
    gfVec2 bodyAcceleration; // of this step, domain's axes: m/s^2 everywhere
    float rate, angular;     // radians/s, and what changes it, radians/s^2
} gfFrame;

bool gfFrame_Check(const gfCore *core, const gfFrameDef *def, const char *caller);
void gfFrame_Set(gfFrame *frame, const gfFrameDef *def);
// Finds what acts in the next step of `dt` seconds; what the velocities changed by until now acts in that one.
void gfFrame_Advance(gfFrame *frame, float dt);
// Drops what was not yet felt.
void gfFrame_Reset(gfFrame *frame);
// A direction of the world in the domain's axes.
gfVec2 gfFrame_Turn(const gfFrame *frame, gfVec2 world);
// Gravity as the fluid feels it, m/s^2: turned, less what the frame is accelerated by.
gfVec2 gfFrame_GetGravity(const gfFrame *frame, gfVec2 gravity);
// u_turning of shaders/common/turning.glsl, for places that count from `corner` in units of `length` m, and times in
// units of `time` s.
typedef struct gfTurning {
    float value[4];
} gfTurning;
gfTurning gfFrame_GetTurning(const gfFrame *frame, gfVec2 corner, float length, float time);

#endif
