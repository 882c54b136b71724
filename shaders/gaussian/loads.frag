// Pressure on solids, see solid/loads.glsl. It is known at cells alone, and is 0 in solids: at a surface it is what it
// would be there by its values one and two cells off. In: u_source (pressure, at cells).
#include "common/placed.glsl"

#define CORNERS_BETWEEN
uniform sampler2D u_source;

float pressureAt(ivec2 cell);

#include "solid/loads.glsl"

float distanceAt(ivec2 cell)
{
    return texelFetch(u_distance, clamp(cell, ivec2(0), u_cells - 1), 0).x;
}

float cornerAt(ivec2 corner)
{
    return 0.25 * (distanceAt(corner - 1) + distanceAt(corner - ivec2(1, 0)) + distanceAt(corner - ivec2(0, 1)) +
                   distanceAt(corner));
}

float linearAt(vec2 p)
{
    vec2 base = floor(p - 0.5);
    vec2 t = p - 0.5 - base;
    ivec2 a = clamp(ivec2(base), ivec2(0), u_cells - 1);
    ivec2 b = clamp(ivec2(base) + 1, ivec2(0), u_cells - 1);
    return mix(mix(texelFetch(u_source, a, 0).x, texelFetch(u_source, ivec2(b.x, a.y), 0).x, t.x),
               mix(texelFetch(u_source, ivec2(a.x, b.y), 0).x, texelFetch(u_source, b, 0).x, t.x), t.y);
}

float pressureAt(ivec2 cell)
{
    vec2 slope = vec2(distanceAt(cell + ivec2(1, 0)) - distanceAt(cell - ivec2(1, 0)),
                      distanceAt(cell + ivec2(0, 1)) - distanceAt(cell - ivec2(0, 1)));
    vec2 away = slope / max(length(slope), 1e-20);
    vec2 foot = vec2(cell) + 0.5 - away * distanceAt(cell) / u_cellSize;
    return max(2.0 * linearAt(foot + 1.25 * away) - linearAt(foot + 2.5 * away), 0.0);
}
