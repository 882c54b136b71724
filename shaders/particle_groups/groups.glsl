// Groups in textures, a column each, group g in column g - 1. u_poses: row 0 the centre of mass (cells) and the cosine
// and sine of its turn; row 1 its velocity (cells/s), its rotation (1/s) and its mass, in particles of the first
// material; row 2 the centre of mass of the places at rest (cells), the moment of inertia over that mass and the number
// of members. u_firsts: the first member of each group in the list of members, and the one behind its last. u_rests: of
// each member its place at rest, its mass, and GF_MATERIALS times its group plus its material.
#include "shared.h"
#include "particles/linear.glsl"

uniform sampler2D u_poses;
uniform usampler2D u_firsts;
uniform sampler2D u_rests;
uniform ivec2 u_listShifts; // log2 of the texels in a row: of members, of u_firsts

vec4 poseOf(int group, int row)
{
    return texelFetch(u_poses, ivec2(group - 1, row), 0);
}

ivec2 membersOf(int group)
{
    return ivec2(texelFetch(u_firsts, texelOf(group, u_listShifts.y), 0).x,
                 texelFetch(u_firsts, texelOf(group + 1, u_listShifts.y), 0).x);
}

vec2 turnedBy(vec2 turn, vec2 v)
{
    return vec2(turn.x * v.x - turn.y * v.y, turn.y * v.x + turn.x * v.y);
}

float crossOf(vec2 a, vec2 b)
{
    return a.x * b.y - a.y * b.x;
}
