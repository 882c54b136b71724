// Prepares the texture that water seen from above is drawn from (surface/top_water.frag), one texel a cell. In:
// u_waterField (height of the surface, depth, foam, wetness of the ground), u_groundField (m), u_velocity (faces, m/s),
// and the inputs of surface/shore.glsl. Out: depth of the water, below 0 where the ground rises above the water around
// it, so that the shore is a smooth line between cells; foam, below 0 on dry ground (GF_DRY_FOAM); wetness; caustics on
// the ground, relative to flat water. Then slope of the surface, and velocity (m/s).
//   GROUND  also the height of the ground in u_soil (lowest, one over the range), and its slope
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "surface/shore.glsl"
#include "shared.h"

uniform sampler2D u_waterField;
uniform sampler2D u_groundField;
uniform sampler2D u_velocity;
layout(location = 0) out vec4 o_heights;
layout(location = 1) out vec4 o_motion;
#ifdef GROUND
uniform vec4 u_soil;
layout(location = 2) out vec4 o_relief;
#endif

const float BENT = 0.25;  // bending of light that falls straight down over a slope, by water of depth 1
const float MOST = 30000.0; // half floats end at twice this value

vec2 waterAt(ivec2 cell)
{
    return texelFetch(u_waterField, placed(cell, u_cells, 0), 0).xy;
}

// Returns the height of the surface, or `own` in dry cells: waves end at the shore.
float levelAt(ivec2 cell, float own)
{
    vec2 water = waterAt(cell);
    return water.y > DRY ? water.x : own;
}

// Returns the mean wetness of the ground around, so that its rim shows no cells.
float wetnessAround(ivec2 cell)
{
    float sum = 0.0;
    for (int i = 0; i < 9; i++) {
        sum += texelFetch(u_waterField, placed(cell + ivec2(i % 3, i / 3) - 1, u_cells, 0), 0).w;
    }
    return contain(sum) / 9.0;
}

// Returns one over the area of ground that receives the light of one cell of the surface.
float gatheredAt(ivec2 cell, float own, float depth)
{
    float h[9];
    for (int i = 0; i < 9; i++) {
        h[i] = levelAt(cell + ivec2(i % 3, i / 3) - 1, own);
    }
    float reach = BENT * depth / (u_cellSize * u_cellSize);
    float xx = 1.0 + reach * (h[3] + h[5] - 2.0 * own);
    float yy = 1.0 + reach * (h[1] + h[7] - 2.0 * own);
    float xy = 0.25 * reach * (h[8] + h[0] - h[2] - h[6]);
    return min(1.0 / max(abs(xx * yy - xy * xy), 0.2), 4.0);
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    vec4 water = contain(texelFetch(u_waterField, cell, 0));
    float ground = contain(texelFetch(u_groundField, cell, 0).x);
    vec2 slope = vec2(0.0), velocity = vec2(0.0);
    float depth = water.y;
    float gathered = 1.0;
    float foam = clamp(water.z, 0.0, 1.0);
    if (depth > DRY) {
        slope = vec2(levelAt(cell + x, water.x) - levelAt(cell - x, water.x),
                     levelAt(cell + y, water.x) - levelAt(cell - y, water.x)) / (2.0 * u_cellSize);
        vec2 low = texelFetch(u_velocity, cell, 0).xy;
        velocity = 0.5 * (low + vec2(texelFetch(u_velocity, cell + x, 0).x, texelFetch(u_velocity, cell + y, 0).y));
        gathered = gatheredAt(cell, water.x, depth);
    } else {
        depth = levelAround(u_waterField, cell, ground - 0.02 * u_cellSize) - ground;
        foam = isSolid(cell) ? 0.0 : GF_DRY_FOAM;
    }
    o_heights = vec4(clamp(depth, -MOST, MOST), foam, clamp(wetnessAround(cell), 0.0, 1.0), gathered);
    o_motion = vec4(clamp(slope, -100.0, 100.0), contain(velocity));
#ifdef GROUND
    vec2 rise = vec2(slopeOfGround(u_groundField, cell, x), slopeOfGround(u_groundField, cell, y));
    o_relief = vec4(clamp((ground - u_soil.x) * u_soil.y, -1.0, 2.0), clamp(rise, -100.0, 100.0), 0.0);
#endif
}
