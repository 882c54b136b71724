// Restricts the residual after the first sweep of a cycle (multigrid/first.frag): a block's sum is the right-hand side
// of a coarser cell. In: u_change, u_weights, finest level. Out: the right-hand side, packed, from TO on.
#include "multigrid/places.glsl"
#include "multigrid/weights.glsl"
#include "multigrid/around.glsl"

uniform sampler2D u_change;
uniform highp usampler2D u_weights;
uniform ivec2 u_cells; // of the finest level
layout(location = 0) out vec4 o_rhs;

#define CHANGE(x, y) FETCH(u_change, x, y).xy

// Returns the residual of a block's red cells. `around`: changes of black cells left of, below a; right of, above d.
float residual(vec2 own, vec4 around, uvec4 bits)
{
    vec4 a = inUnits(uvec4(bits.x & 31u, (bits.x >> 5) & 31u, bits.y & 31u, (bits.y >> 10) & 31u));
    vec4 d = inUnits(uvec4(bits.x >> 20 & 31u, bits.x >> 25 & 31u, bits.y >> 15 & 31u, bits.y >> 25 & 31u));
    vec2 isFree = vec2(bits.x >> 30 & 1u, bits.y >> 31);
    return -WEIGHT_UNIT * dot(isFree, vec2(dot(a, vec4(around.x, own.x, around.y, own.y)),
                                           dot(d, vec4(own.y, around.z, own.x, around.w))));
}

void main()
{
    vec2 size = vec2((u_cells + 1) / 2);
    vec2 block = 2.0 * (gl_FragCoord.xy - vec2(TO)) - 0.5;
    Around at = aroundBlock(block, size, 2.0);
    PLACE next = placeIn(Field(size, vec2(0.0), size), block + 1.0);
    vec2 has = step(block + 1.0, size); // 1: the block has a second column, row (odd levels' last block: 0)
    vec2 p00 = CHANGE(at.here.x, at.here.y);
    vec2 p10 = has.x * CHANGE(next.x, at.here.y);
    vec2 p01 = has.y * CHANGE(at.here.x, next.y);
    vec2 p11 = has.x * has.y * CHANGE(next.x, next.y);
    vec2 left = at.hasLow.x * vec2(CHANGE(at.low.x, at.here.y).x, CHANGE(at.low.x, next.y).x);
    vec2 right = at.hasHigh.x * vec2(CHANGE(at.high.x, at.here.y).y, CHANGE(at.high.x, next.y).y);
    vec2 bottom = at.hasLow.y * vec2(CHANGE(at.here.x, at.low.y).y, CHANGE(next.x, at.low.y).y);
    vec2 top = at.hasHigh.y * vec2(CHANGE(at.here.x, at.high.y).x, CHANGE(next.x, at.high.y).x);
    ivec2 first = ivec2(block);
    ivec2 second = min(first + 1, ivec2(size) - 1);
    o_rhs = vec4(residual(p00, vec4(left.x, bottom.x, p10.y, p01.x), texelFetch(u_weights, first, 0)),
                 has.x * residual(p10, vec4(p00.x, bottom.y, right.x, p11.x),
                                  texelFetch(u_weights, ivec2(second.x, first.y), 0)),
                 has.y * residual(p01, vec4(left.y, p00.y, p11.y, top.x),
                                  texelFetch(u_weights, ivec2(first.x, second.y), 0)),
                 has.x * has.y * residual(p11, vec4(p01.x, p10.y, right.y, top.y),
                                          texelFetch(u_weights, second, 0)));
}
