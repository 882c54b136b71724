// Loads of water on solids, per density (solid/loads.glsl): the pressure of the last step. A cell's pressure is that at
// its centre; the wall lies elsewhere, and is pressed as much more as it lies deeper. In: u_pressure, times the time
// over which it acted, over density, cells^2/s, packed; u_depth (water/cells.glsl); u_fall, change of velocity by
// gravity in that time, cells/s.
#include "common/packed.glsl"

uniform sampler2D u_pressure;
uniform sampler2D u_depth;
uniform vec2 u_fall;

float pressureAt(ivec2 cell);

#include "solid/loads.glsl"

// Returns the way from a cell's centre to the nearest surface, cells.
vec2 wayToWall(ivec2 cell)
{
    const float LEAST = 0.25; // where solids are near on both sides the distance has no clear slope
    vec4 c = vec4(cornerAt(cell), cornerAt(cell + ivec2(1, 0)), cornerAt(cell + ivec2(0, 1)), cornerAt(cell + 1));
    c /= u_cellSize;
    vec2 slope = 0.5 * vec2(c.y + c.w - c.x - c.z, c.z + c.w - c.x - c.y);
    return -0.25 * dot(c, vec4(1.0)) * slope / max(dot(slope, slope), LEAST);
}

float pressureAt(ivec2 cell)
{
    bool liquid = texelFetch(u_depth, cell, 0).x > 0.0;
    return liquid ? packedFetch(u_pressure, cell) + dot(u_fall, wayToWall(cell)) : 0.0;
}
