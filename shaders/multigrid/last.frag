// Ends a cycle on the finest level: adds the coarser levels' correction (multigrid/between.glsl) to black cells, then
// sweeps. In: u_black of multigrid/first.frag, u_rhs, u_weights. u_share: relaxation factor of black cells; below 1 it
// leaves smaller residuals in red cells. Out: the field, packed.
//   LINKED  the correction is prolonged by weights; there is no sweep, and red cells are 0
//   AGAIN   only sweeps u_pressure (packed) once more, without a correction
//   ALONE   the same, but u_pressure has only black cells, as multigrid/first.frag outputs them
//   START   subtracts the mean of the old pressure times u_start.y from the result
#include "multigrid/relax.glsl"
#ifdef AGAIN
uniform sampler2D u_pressure;
#else
#include "multigrid/between.glsl"
uniform sampler2D u_black;
#endif

uniform sampler2D u_rhs;
uniform highp usampler2D u_weights;
uniform ivec2 u_cells;
uniform float u_share;
layout(location = 0) out vec4 o_pressure;
#ifdef START
uniform vec2 u_start;
flat in float v_mean;
#else
const vec2 u_start = vec2(0.0);
const float v_mean = 0.0;
#endif

#ifdef ALONE
#define BLACK(x, y) FETCH(u_pressure, x, y).xy
#elif defined(AGAIN)
#define BLACK(x, y) FETCH(u_pressure, x, y).yz
#else
#define BLACK(x, y) FETCH(u_black, x, y).xy
#endif

vec4 found(Old o, Stencil s, vec4 rhs, vec4 ringRhs)
{
    vec4 value = swept(o, s, rhs, ringRhs);
    value.yz = s.isFree.yz * (o.own.yz + u_share * (value.yz - o.own.yz));
    return value - u_start.y * v_mean * s.isFree;
}

void main()
{
    vec2 size = vec2((u_cells + 1) / 2);
    Around at = aroundBlock(gl_FragCoord.xy, size, 1.0);
    uvec4 bits = texelFetch(u_weights, ivec2(gl_FragCoord.xy), 0);
#ifdef LINKED
    o_pressure = vec4(0.0, BLACK(at.here.x, at.here.y) + prolonged(gl_FragCoord.xy, size, stencilOf(bits)).yz, 0.0);
#else
#ifdef AGAIN
    Old o = Old(vec4(0.0), vec2(0.0), vec2(0.0), vec2(0.0), vec2(0.0), 0.0, 0.0, vec4(0.0));
#else
    Old o = prolonged(gl_FragCoord.xy, size);
#endif
    o.own.yz += BLACK(at.here.x, at.here.y);
    o.l += at.hasLow.x * BLACK(at.low.x, at.here.y);
    o.r += at.hasHigh.x * BLACK(at.high.x, at.here.y);
    o.b += at.hasLow.y * BLACK(at.here.x, at.low.y);
    o.t += at.hasHigh.y * BLACK(at.here.x, at.high.y);
    o.lt += at.hasLow.x * at.hasHigh.y * BLACK(at.low.x, at.high.y).x;
    o.rb += at.hasHigh.x * at.hasLow.y * BLACK(at.high.x, at.low.y).y;
    vec4 ringRhs = vec4(FETCH(u_rhs, at.high.x, at.here.y).x, FETCH(u_rhs, at.here.x, at.high.y).x,
                        FETCH(u_rhs, at.low.x, at.here.y).w, FETCH(u_rhs, at.here.x, at.low.y).w);
    vec4 rhs = FETCH(u_rhs, at.here.x, at.here.y);
    o_pressure = FOUND(o, ivec2(gl_FragCoord.xy), bits, rhs, ringRhs);
#endif
}
