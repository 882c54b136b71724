// One stage of viscosity: adds the divergence of the stress to the velocity, mixed with that of two stages ago
// (water_forces.c). In: u_strain and the first velocity of water/strain.frag; u_latest, u_former. Out: velocity on faces
// and its weight.
#include "shared.h"

uniform ivec2 u_cells;
uniform sampler2D u_strain;
uniform sampler2D u_latest;
uniform sampler2D u_former;
uniform vec4 u_stage;     // shares of the latest and of the former velocity; viscosity times a time, cells^2; 0
uniform vec4 u_sideSpeed; // left, right, bottom, top: of the side along itself, cells/s
layout(location = 0) out vec4 o_velocity;

vec2 velocityAt(ivec2 texel)
{
    return texelFetch(u_latest, clamp(texel, ivec2(0), u_cells), 0).xy;
}

// Returns the stress along an axis in a cell.
float stretchAt(ivec2 cell, int axis)
{
    float factor = cell[axis] >= 0 ? mod(texelFetch(u_strain, cell, 0)[axis], GF_NO_STRESS) : 0.0;
    ivec2 next = cell + (axis == 0 ? ivec2(1, 0) : ivec2(0, 1));
    return factor * (velocityAt(next)[axis] - velocityAt(cell)[axis]);
}

float shearAt(ivec2 corner)
{
    vec2 factors = texelFetch(u_strain, corner, 0).zw;
    float here = velocityAt(corner).x, below = velocityAt(corner - ivec2(0, 1)).x;
    float right = velocityAt(corner).y, left = velocityAt(corner - ivec2(1, 0)).y;
    below = corner.y == 0 ? u_sideSpeed.z : below;
    here = corner.y == u_cells.y ? u_sideSpeed.w : here;
    left = corner.x == 0 ? u_sideSpeed.x : left;
    right = corner.x == u_cells.x ? u_sideSpeed.y : right;
    return factors.x * (here - below) + factors.y * (right - left);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy), x = ivec2(1, 0), y = ivec2(0, 1);
    vec4 latest = texelFetch(u_latest, texel, 0);
    bvec2 acts = lessThan(texelFetch(u_strain, texel, 0).xy, vec2(GF_NO_STRESS));
    float shear = shearAt(texel);
    vec2 force = vec2(0.0);
    if (acts.x) {
        force.x = stretchAt(texel, 0) - stretchAt(texel - x, 0) + shearAt(texel + y) - shear;
    }
    if (acts.y) {
        force.y = stretchAt(texel, 1) - stretchAt(texel - y, 1) + shearAt(texel + x) - shear;
    }
    vec2 former = texelFetch(u_former, texel, 0).xy;
    o_velocity = vec4(u_stage.x * latest.xy + u_stage.y * former + u_stage.z * force, latest.zw);
}
