// One Jacobi iteration of the pressure equation: the sum of weight * (neighbour - own) over a cell's weights equals
// u_rhs. In: u_pressure and u_rhs (packed, m/s), u_weights (multigrid/weights.glsl). u_warmStart: factor on u_pressure,
// 1 except in the first iteration. u_relaxation: the fraction of the way to the solved value. u_largest: pressure is
// kept within it. u_wrap: 1 on periodic axes. Out: pressure (packed, m/s), 0 in cells that are not free.
#include "multigrid/weights.glsl"

uniform sampler2D u_pressure;
uniform sampler2D u_rhs;
uniform highp usampler2D u_weights;
uniform ivec2 u_wrap;
uniform float u_warmStart;
uniform float u_relaxation;
uniform float u_largest;
layout(location = 0) out vec4 o_pressure;

// Returns the pressure, 0 if it is not finite.
vec4 pressureAt(vec2 uv)
{
    vec4 pressure = textureLod(u_pressure, uv, 0.0);
    return mix(vec4(0.0), pressure, lessThanEqual(abs(pressure), vec4(u_largest)));
}

void main()
{
    vec2 size = vec2(textureSize(u_pressure, 0));
    vec2 uv = gl_FragCoord.xy / size;
    uvec4 bits = texelFetch(u_weights, ivec2(gl_FragCoord.xy), 0);
    Weights weights = ownWeights(bits);
    vec4 own = pressureAt(uv);
    // Samplers repeat the edge, where pressure must be 0 beyond an open side, and beyond a periodic one the other's.
    vec2 first = step(gl_FragCoord.xy, vec2(1.0));
    vec2 last = step(size - 1.0, gl_FragCoord.xy);
    vec2 inside = 1.0 - first * (1.0 - vec2(u_wrap));
    vec2 insideLast = 1.0 - last * (1.0 - vec2(u_wrap));
    vec2 texel = 1.0 / size;
    vec2 jump = vec2(u_wrap);
    vec2 l = inside.x * pressureAt(uv + vec2(first.x * jump.x - texel.x, 0.0)).yw;
    vec2 r = insideLast.x * pressureAt(uv + vec2(texel.x - last.x * jump.x, 0.0)).xz;
    vec2 b = inside.y * pressureAt(uv + vec2(0.0, first.y * jump.y - texel.y)).zw;
    vec2 t = insideLast.y * pressureAt(uv + vec2(0.0, texel.y - last.y * jump.y)).xy;
    vec4 sum = weights.left * vec4(l.x, own.x, l.y, own.z) + weights.right * vec4(own.y, r.x, own.w, r.y) +
               weights.bottom * vec4(b, own.xy) + weights.top * vec4(own.zw, t);
    vec4 diagonal = weights.left + weights.right + weights.bottom + weights.top;
    vec4 solved = (u_warmStart * sum - textureLod(u_rhs, uv, 0.0)) / max(diagonal, 1.0 / 30.0);
    vec4 pressure = mix(u_warmStart * own, solved, u_relaxation);
    o_pressure = ownFree(bits) * clamp(pressure, -u_largest, u_largest);
}
