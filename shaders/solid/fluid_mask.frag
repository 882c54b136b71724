// Draws the fluid mask, and the area of fluid of each texel. In: u_distance (distance, m, at cell centres).
// u_cellsPerTexel: cells per texel; u_cellSize: m. Out: x: 1 if the texel's centre is in fluid, 0 in a solid. y: the
// area of fluid that the texel stands for in sums, in texels times GF_AREA_UNIT: beside a wall it is 1/2 to 3/2, so
// that sums do not jump when a wall passes texels' centres.
#include "shared.h"

uniform sampler2D u_distance;
uniform vec2 u_cellsPerTexel;
uniform float u_cellSize;
layout(location = 0) out vec4 o_fluid;

void main()
{
    float distance_ = texelFetch(u_distance, ivec2(gl_FragCoord.xy * u_cellsPerTexel), 0).x;
    // The first texel beside a wall stands for all fluid from the wall to the second texel.
    float texels = distance_ / (u_cellSize * max(max(u_cellsPerTexel.x, u_cellsPerTexel.y), 1.0));
    float area = texels < 1.0 ? 0.5 + texels : 1.0;
    o_fluid = distance_ >= 0.0 ? vec4(1.0, area * GF_AREA_UNIT, 0.0, 0.0) : vec4(0.0);
}
