// The divergence of each cell, less what sources pour in: the right-hand side of the pressure equation. In: u_velocity
// (m/s, faces), u_weights, with MOVING u_wallVelocity (of solids and inflows, m/s, faces), with EXPANSION u_expansion
// (1/s). Out: packed, m/s (divergence times the cell size). Fluid passes the open fraction of a face, a moving solid
// the rest of it. u_wrap: 1 on periodic axes. SOLID_FREE: there are no solids in reach, and u_weights is not read;
// u_sides: weights across the sides left, right, bottom, top, 0 of walls.
#include "multigrid/weights.glsl"

uniform sampler2D u_velocity;
#ifdef SOLID_FREE
uniform vec4 u_sides;
#else
uniform highp usampler2D u_weights;
#endif
uniform ivec2 u_cells;
uniform ivec2 u_wrap;
uniform float u_cellSize;
#ifdef MOVING
uniform sampler2D u_wallVelocity;
#endif
#ifdef EXPANSION
uniform sampler2D u_expansion;

float expansion(ivec2 cell)
{
    return texelFetch(u_expansion, min(cell, u_cells - 1), 0).x;
}
#endif
layout(location = 0) out vec4 o_rhs;

// Through the left, right, bottom and top faces of a block's cells.
struct Flow {
    vec4 left;
    vec4 right;
    vec4 bottom;
    vec4 top;
};

Flow flowOf(sampler2D field, ivec2 c)
{
    // Faces beyond the last one are clamped to it.
#ifdef SOFTWARE
    vec2 unit = 1.0 / vec2(u_cells + 1);
    vec2 first = (vec2(c) + 0.5) * unit;
    vec2 second = first + unit;
    vec2 third = second + unit;
#define FETCH(x, y) textureLod(field, vec2(x, y), 0.0)
#else
    ivec2 last = u_cells;
    ivec2 first = c;
    ivec2 second = min(c + 1, last);
    ivec2 third = min(c + 2, last);
#define FETCH(x, y) texelFetch(field, ivec2(x, y), 0)
#endif
    vec2 v00 = FETCH(first.x, first.y).xy;
    vec2 v10 = FETCH(second.x, first.y).xy;
    vec2 v01 = FETCH(first.x, second.y).xy;
    vec2 v11 = FETCH(second.x, second.y).xy;
    float u20 = FETCH(third.x, first.y).x;
    float u21 = FETCH(third.x, second.y).x;
    float v02 = FETCH(first.x, third.y).y;
    float v12 = FETCH(second.x, third.y).y;
    return Flow(vec4(v00.x, v10.x, v01.x, v11.x), vec4(v10.x, u20, v11.x, u21), vec4(v00.y, v10.y, v01.y, v11.y),
                vec4(v01.y, v11.y, v02, v12));
}

#ifdef SOLID_FREE
Weights openFractions(ivec2 c)
{
    vec4 sides = min(mix(vec4(1.0), u_sides, vec4(equal(ivec4(c, c + 2), ivec4(0, 0, u_cells)).xzyw)), 1.0);
    return Weights(vec4(sides.x, 1.0, sides.x, 1.0), vec4(1.0, sides.y, 1.0, sides.y), vec4(sides.zz, 1.0, 1.0),
                   vec4(1.0, 1.0, sides.ww));
}
#else
// A weight across an open side is twice the open fraction.
Weights openFractions(uvec4 bits, ivec2 c)
{
    Weights l = ownWeights(bits);
    vec2 first = u_wrap.x == 1 ? vec2(1.0) : vec2(c.x == 0 ? 0.5 : 1.0, 1.0);
    vec2 low = u_wrap.y == 1 ? vec2(1.0) : vec2(c.y == 0 ? 0.5 : 1.0, 1.0);
    ivec2 toLast = u_cells - 1 - c;
    vec2 last = u_wrap.x == 1 ? vec2(1.0) : vec2(toLast.x == 0 ? 0.5 : 1.0, toLast.x == 1 ? 0.5 : 1.0);
    vec2 high = u_wrap.y == 1 ? vec2(1.0) : vec2(toLast.y == 0 ? 0.5 : 1.0, toLast.y == 1 ? 0.5 : 1.0);
    return Weights(l.left * first.xyxy, l.right * last.xyxy, l.bottom * low.xxyy, l.top * high.xxyy);
}
#endif

void main()
{
    ivec2 block = ivec2(gl_FragCoord.xy);
    ivec2 c = 2 * block;
#ifdef SOLID_FREE
    Weights open = openFractions(c);
#else
    uvec4 bits = texelFetch(u_weights, block, 0);
    Weights open = openFractions(bits, c);
#endif
    Flow f = flowOf(u_velocity, c);
    vec4 rhs = open.right * f.right - open.left * f.left + open.top * f.top - open.bottom * f.bottom;
#ifdef MOVING
    vec4 least = min(min(open.left, open.right), min(open.bottom, open.top));
    if (any(lessThan(least, vec4(0.999)))) {
        Flow w = flowOf(u_wallVelocity, c);
        rhs += (1.0 - open.right) * w.right - (1.0 - open.left) * w.left + (1.0 - open.top) * w.top -
               (1.0 - open.bottom) * w.bottom;
    }
#endif
#ifdef EXPANSION
    rhs -= u_cellSize *
           vec4(expansion(c), expansion(c + ivec2(1, 0)), expansion(c + ivec2(0, 1)), expansion(c + ivec2(1, 1)));
#endif
#ifdef SOLID_FREE
    o_rhs = rhs;
#else
    o_rhs = ownFree(bits) * rhs;
#endif
}
