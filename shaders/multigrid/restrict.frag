// Restricts what a sweep left to the next coarser level: the plain sum of the four residuals of each block is the
// right-hand side of one coarse cell. In: u_pressure, u_rhs and u_weights of the finer level. Out: rhs of the coarser
// one, packed. Black cells have just been solved for: only red ones have a residual. CHANGE: u_change is the change of
// black cells since red ones were solved for, and the residual follows from it alone. SOLID_FREE: with CHANGE, as in
// multigrid/sweep.frag.
#include "multigrid/weights.glsl"
#include "multigrid/around.glsl"

#ifdef CHANGE
uniform sampler2D u_change;
#else
uniform sampler2D u_pressure;
uniform sampler2D u_rhs;
uniform float u_alpha;
#endif
#ifndef SOLID_FREE
uniform highp usampler2D u_weights;
#endif
uniform ivec2 u_cells; // of the finer level
layout(location = 0) out vec4 o_rhs;

#ifdef CHANGE
#define READ(x, y) vec4(0.0, FETCH(u_change, x, y).xy, 0.0)
#define READ_RHS(x, y) vec4(0.0)
#else
#define READ(x, y) FETCH(u_pressure, x, y)
#define READ_RHS(x, y) FETCH(u_rhs, x, y)
#endif

#ifndef SOLID_FREE
// `around`: the black cells left of a, below a, right of d, above d.
float residual(vec4 own, vec4 around, vec4 rhs, uvec4 bits)
{
    vec4 a = inFifteenths(uvec4(bits.x & 31u, (bits.x >> 5) & 31u, bits.y & 31u, (bits.y >> 10) & 31u));
    vec4 d = inFifteenths(uvec4((bits.x >> 20) & 31u, (bits.x >> 25) & 31u, (bits.y >> 15) & 31u, (bits.y >> 25) & 31u));
    vec2 isFree = vec2(bits.x >> 30 & 1u, bits.y >> 31);
    vec2 flux = vec2(dot(a, vec4(around.x, own.y, around.y, own.z) - own.x),
                     dot(d, vec4(own.z, around.z, own.y, around.w) - own.w));
#ifdef CHANGE
    return -WEIGHT_UNIT * dot(isFree, flux);
#else
    return dot(isFree, rhs.xw - WEIGHT_UNIT * flux + u_alpha * own.xw);
#endif
}
#endif

void main()
{
    vec2 size = vec2((u_cells + 1) / 2);
    vec2 block = 2.0 * gl_FragCoord.xy - 0.5;
    Around at = aroundBlock(block, size, 2.0);
    PLACE next = placeOf(block + 1.0, size);
    vec2 has = step(block + 1.0, size); // in an odd level's last block there is no second one
    vec4 p00 = READ(at.here.x, at.here.y);
    vec4 p10 = has.x * READ(next.x, at.here.y);
    vec4 p01 = has.y * READ(at.here.x, next.y);
    vec4 p11 = has.x * has.y * READ(next.x, next.y);
    vec2 left = at.hasLow.x * vec2(READ(at.low.x, at.here.y).y, READ(at.low.x, next.y).y);
    vec2 right = at.hasHigh.x * vec2(READ(at.high.x, at.here.y).z, READ(at.high.x, next.y).z);
    vec2 bottom = at.hasLow.y * vec2(READ(at.here.x, at.low.y).z, READ(next.x, at.low.y).z);
    vec2 top = at.hasHigh.y * vec2(READ(at.here.x, at.high.y).y, READ(next.x, at.high.y).y);
#ifdef SOLID_FREE
    o_rhs = -vec4(2.0 * (p00.y + p00.z) + left.x + bottom.x + p10.z + p01.y,
                  2.0 * (p10.y + p10.z) + p00.y + bottom.y + right.x + p11.y,
                  2.0 * (p01.y + p01.z) + left.y + p00.z + p11.z + top.x,
                  2.0 * (p11.y + p11.z) + p01.y + p10.z + right.y + top.y);
#else
    ivec2 first = ivec2(block);
    ivec2 second = min(first + 1, ivec2(size) - 1);
    o_rhs = vec4(residual(p00, vec4(left.x, bottom.x, p10.z, p01.y), READ_RHS(at.here.x, at.here.y),
                          texelFetch(u_weights, first, 0)),
                 has.x * residual(p10, vec4(p00.y, bottom.y, right.x, p11.y),
                                  READ_RHS(next.x, at.here.y),
                                  texelFetch(u_weights, ivec2(second.x, first.y), 0)),
                 has.y * residual(p01, vec4(left.y, p00.z, p11.z, top.x),
                                  READ_RHS(at.here.x, next.y),
                                  texelFetch(u_weights, ivec2(first.x, second.y), 0)),
                 has.x * has.y * residual(p11, vec4(p01.y, p10.z, right.y, top.y), READ_RHS(next.x, next.y),
                                          texelFetch(u_weights, second, 0)));
#endif
}
