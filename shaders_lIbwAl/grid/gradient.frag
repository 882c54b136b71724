// Takes the pressure's gradient from the velocity: the exact adjoint of the divergence. In: u_velocity (m/s, faces),
// u_pressure (packed, m/s), u_faces (open share), with MOVING u_wallVelocity (m/s, faces). Out: velocity (m/s, faces):
// of the solid, or 0, on closed faces; the texels beyond the last row and column repeat their neighbours
// (common/grid.glsl). REFLECTED: also the velocity reflected about it. u_gradientScale: 1 is right. u_wrap: 1 on
// periodic axes. Beyond open sides pressure is 0, half a cell away.
#include "common/contain.glsl"
#include "common/packed.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_pressure;
uniform sampler2D u_faces;
#ifdef MOVING
uniform sampler2D u_wallVelocity;
#endif
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_gradientScale;
layout(location = 0) out vec2 o_velocity;
#ifdef REFLECTED
layout(location = 1) out vec2 o_reflected;
#endif

// Pressure of a cell and, doubled for its half distance, of the one across an open side.
float difference(float own, float before, int at, int cells, bool wraps)
{
    bool isFirst = at == 0 && !wraps;
    bool isLast = at == cells && !wraps;
    return isFirst ? 2.0 * own : isLast ? -2.0 * own : own - before;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    bvec2 wraps = equal(u_wrap, ivec2(1));
    ivec2 cell = ivec2(texel.x == u_cells.x ? (wraps.x ? 0 : texel.x - 1) : texel.x,
                       texel.y == u_cells.y ? (wraps.y ? 0 : texel.y - 1) : texel.y);
    ivec2 before = ivec2(cell.x == 0 ? (wraps.x ? u_cells.x - 1 : 0) : cell.x - 1,
                         cell.y == 0 ? (wraps.y ? u_cells.y - 1 : 0) : cell.y - 1);
    float own = packedValue(u_pressure, cell);
    float left = packedValue(u_pressure, ivec2(before.x, cell.y));
    float below = packedValue(u_pressure, ivec2(cell.x, before.y));
    vec2 change = u_gradientScale * vec2(difference(own, left, texel.x, u_cells.x, wraps.x),
                                         difference(own, below, texel.y, u_cells.y, wraps.y));
    vec2 velocity = texelFetch(u_velocity, texel, 0).xy;
    vec2 open = step(vec2(0.01), texelFetch(u_faces, texel, 0).xy);
#ifdef MOVING
    vec2 closed = texelFetch(u_wallVelocity, texel, 0).xy;
#else
    vec2 closed = vec2(0.0);
#endif
    o_velocity = mix(closed, contain(velocity - change), open);
#ifdef REFLECTED
    o_reflected = mix(closed, contain(velocity - 2.0 * change), open);
#endif
}
