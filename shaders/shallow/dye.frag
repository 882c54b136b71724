// Advects dye by the fluxes through faces, so that dye that leaves one cell enters the next. In: u_dye (per depth,
// RGBA), u_flow and u_before (the state after and before the depths changed), u_fluxes (m^2/s), u_clock. u_entryDye: of
// water that comes in through sides. Dry cells have none.
//   BITS  the dye is in half floats
#ifdef BITS
#define ROUND_DYE
#endif
#include "common/contain.glsl"
#include "common/rounded.glsl"
#include "shallow/state.glsl"

uniform ExactSampler u_before;
uniform sampler2D u_dye;
uniform ExactSampler u_fluxes;
uniform ExactSampler u_clock;
uniform float u_cellSize;
uniform mat4 u_entryDye; // a column each: left, right, bottom, top
layout(location = 0) out vec4 o_dye;

vec4 dyeAt(ivec2 cell)
{
    return texelFetch(u_dye, cellTexel(cell), 0);
}

vec4 carried(float flux, vec4 before2, vec4 before, vec4 after, vec4 after2)
{
    vec4 rise = after - before;
    return flux * (flux > 0.0 ? before + 0.5 * limitedSlope(before - before2, rise)
                              : after - 0.5 * limitedSlope(rise, after2 - after));
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float k = exactFetch(u_clock, ivec2(0)).y / u_cellSize;
    float depth = flowAt(cell).x;
    float before = exactFetch(u_before, cell).x;
    vec2 low = exactFetch(u_fluxes, cell).xy;
    vec2 high = vec2(exactFetch(u_fluxes, texelOf(cell + ivec2(1, 0))).x,
                     exactFetch(u_fluxes, texelOf(cell + ivec2(0, 1))).y);
    vec4 c = dyeAt(cell);
    // Dye that enters through a side of the domain.
    bvec4 edge = bvec4(cell.x == 0 && low.x > 0.0, cell.x == u_cells.x - 1 && high.x < 0.0, cell.y == 0 && low.y > 0.0,
                       cell.y == u_cells.y - 1 && high.y < 0.0);
    bvec2 wraps = equal(u_wrap, ivec2(1));
    vec4 l = edge.x && !wraps.x ? u_entryDye[0] : dyeAt(cell - ivec2(1, 0));
    vec4 r = edge.y && !wraps.x ? u_entryDye[1] : dyeAt(cell + ivec2(1, 0));
    vec4 d = edge.z && !wraps.y ? u_entryDye[2] : dyeAt(cell - ivec2(0, 1));
    vec4 t = edge.w && !wraps.y ? u_entryDye[3] : dyeAt(cell + ivec2(0, 1));
    vec4 change = carried(high.x, l, c, r, dyeAt(cell + ivec2(2, 0))) -
                  carried(low.x, dyeAt(cell - ivec2(2, 0)), l, c, r) +
                  carried(high.y, d, c, t, dyeAt(cell + ivec2(0, 2))) -
                  carried(low.y, dyeAt(cell - ivec2(0, 2)), d, c, t);
    // Rain dilutes dye and drying concentrates it, also beyond the range of the cells around.
    float flowed = max(before - k * ((high.x - low.x) + (high.y - low.y)), 0.0);
    float thinned = flowed / max(depth, 1e-30);
    vec4 least = thinned * min(min(min(l, r), min(d, t)), c);
    vec4 most = thinned * max(max(max(l, r), max(d, t)), c);
    vec4 dye = (before * c - k * change) / max(depth, 1e-30);
    o_dye = depth > 0.0 ? storedDye(contain(clamp(dye, least, most))) : vec4(0.0);
}
