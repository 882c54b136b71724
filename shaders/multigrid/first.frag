// The first sweep of a cycle on the finest level. In: u_pressure, u_weights, u_rhs. Out: black cells, and the sweep's
// change of them, from which restriction finds the residual: right after red cells were solved for, only this change
// leaves one.
//   START    begins from u_pressure times u_start.x, less its mean times u_start.y; NaN and infinity count as 0
//   GUARDED  with START: begins from 0 where u_norms (multigrid/norms.frag) has a larger residual for u_pressure;
//            with SURFACE: one that is more than four times as large
//   OUTFLOW  computes the right-hand side (grid/outflow.glsl), and outputs it, too
#include "multigrid/relax.glsl"

uniform sampler2D u_pressure;
uniform highp usampler2D u_weights;
uniform ivec2 u_cells;
layout(location = 0) out vec2 o_black;
layout(location = 1) out vec2 o_change;
#ifdef OUTFLOW
#include "grid/outflow.glsl"
layout(location = 2) out vec4 o_rhs;
#else
uniform sampler2D u_rhs;
#endif
#ifdef START
uniform vec2 u_start;
#ifdef GUARDED
uniform sampler2D u_norms;
#ifdef SURFACE
const float WORSE = 16.0; // ratio of squares
#else
const float WORSE = 1.0;
#endif

// Returns whether a number is finite, by its bits: in comparisons compilers may assume that there is no NaN.
bool isNumber(float x)
{
    return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u;
}
#else
flat in float v_mean;
#endif
#ifdef ATLAS
uniform float u_guarded; // 1: each fluid of a group has its own flag whether to begin from its pressure
#endif

vec4 read(vec4 pressure)
{
#ifdef ATLAS
    vec2 start = mix(1.0, instanceValue(1).w, u_guarded) * u_start;
#else
    vec2 start = u_start;
#endif
#ifdef GUARDED
    vec4 norms = texelFetch(u_norms, ivec2(0), 0);
    float mean = norms.z / max(norms.w, 1.0);
    start *= isNumber(norms.y) && isNumber(norms.z) && norms.y <= WORSE * norms.x ? 1.0 : 0.0;
    mean = start.y > 0.0 ? mean : 0.0;
#else
    float mean = v_mean;
#endif
    vec4 good = mix(vec4(0.0), pressure, lessThanEqual(abs(pressure), vec4(1e9)));
    return start.x * good - start.y * mean;
}
#else
#define read(pressure) (pressure)
#endif
#define BLACK(x, y) read(FETCH(u_pressure, x, y)).yz

void main()
{
    vec2 size = vec2((u_cells + 1) / 2);
    Around at = aroundBlock(gl_FragCoord.xy, size, 1.0);
    Old o = Old(vec4(0.0), at.hasLow.x * BLACK(at.low.x, at.here.y), at.hasHigh.x * BLACK(at.high.x, at.here.y),
                at.hasLow.y * BLACK(at.here.x, at.low.y), at.hasHigh.y * BLACK(at.here.x, at.high.y),
                at.hasLow.x * at.hasHigh.y * BLACK(at.low.x, at.high.y).x,
                at.hasHigh.x * at.hasLow.y * BLACK(at.high.x, at.low.y).y, vec4(0.0));
    o.own.yz = BLACK(at.here.x, at.here.y);
    Stencil s = stencilAt(ivec2(gl_FragCoord.xy), texelFetch(u_weights, ivec2(gl_FragCoord.xy), 0));
    vec4 rhs;
    vec4 ringRhs;
#ifdef OUTFLOW
    outflow(ivec2(gl_FragCoord.xy), s.own, s.isFree, s.ring, s.ringIsFree, 1.0 / SCALE, rhs, ringRhs);
    o_rhs = rhs;
#else
    rhs = FETCH(u_rhs, at.here.x, at.here.y);
    ringRhs = vec4(FETCH(u_rhs, at.high.x, at.here.y).x, FETCH(u_rhs, at.here.x, at.high.y).x,
                   FETCH(u_rhs, at.low.x, at.here.y).w, FETCH(u_rhs, at.here.x, at.low.y).w);
#endif
    vec4 value = swept(o, s, rhs, ringRhs);
    o_black = value.yz;
    o_change = value.yz - o.own.yz;
}
