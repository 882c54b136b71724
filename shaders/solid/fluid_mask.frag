// Measures how much of a texel is in fluid. Out: x: 1 where its centre is, 0 where that is in a solid. y: how many
// texels' area of fluid it stands for, times GF_AREA_UNIT: beside a wall more or less than one, so that sums over
// texels do not jump as a wall moves past their centres. In: u_distance (distance, m, at cell centres).
// u_cellsPerTexel: cells per texel; u_cellSize: m.
#include "shared.h"

uniform sampler2D u_distance;
uniform vec2 u_cellsPerTexel;
uniform float u_cellSize;
layout(location = 0) out vec4 o_fluid;

void main()
{
    float distance_ = texelFetch(u_distance, ivec2(gl_FragCoord.xy * u_cellsPerTexel), 0).x;
    // In a row of texels on from a wall the first one reaches from the wall to the second.
    float texels = distance_ / (u_cellSize * max(max(u_cellsPerTexel.x, u_cellsPerTexel.y), 1.0));
    float area = texels < 1.0 ? 0.5 + texels : 1.0;
    o_fluid = distance_ >= 0.0 ? vec4(1.0, area * GF_AREA_UNIT, 0.0, 0.0) : vec4(0.0);
}
