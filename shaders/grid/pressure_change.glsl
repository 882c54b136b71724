// The pressure's change over a cell's left (x) and bottom (y) face. In: u_pressure (packed). u_wrap: 1 on periodic axes.
// Beyond open sides pressure is 0, half a cell away.
#include "common/packed.glsl"

uniform sampler2D u_pressure;
#ifndef ZONES // which has them from common/grid.glsl
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
#endif

// Pressure of a cell and, doubled for its half distance, of the one across an open side.
float difference(float own, float before, int at, int cells, bool wraps)
{
    bool isFirst = at == 0 && !wraps;
    bool isLast = at == cells && !wraps;
    return isFirst ? 2.0 * own : isLast ? -2.0 * own : own - before;
}

vec2 pressureChange(ivec2 texel)
{
    bvec2 wraps = equal(u_wrap, ivec2(1));
    ivec2 cell = ivec2(texel.x == u_cells.x ? (wraps.x ? 0 : texel.x - 1) : texel.x,
                       texel.y == u_cells.y ? (wraps.y ? 0 : texel.y - 1) : texel.y);
    ivec2 before = ivec2(cell.x == 0 ? (wraps.x ? u_cells.x - 1 : 0) : cell.x - 1,
                         cell.y == 0 ? (wraps.y ? u_cells.y - 1 : 0) : cell.y - 1);
    float own = packedValue(u_pressure, cell);
    float left = packedValue(u_pressure, ivec2(before.x, cell.y));
    float below = packedValue(u_pressure, ivec2(cell.x, before.y));
    return vec2(difference(own, left, texel.x, u_cells.x, wraps.x),
                difference(own, below, texel.y, u_cells.y, wraps.y));
}
