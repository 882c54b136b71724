// Patterns that drift with the water without being stretched for long: of two patterns, each restarts while the other
// one is shown. In: u_patterns, which the including file declares before. u_drift: how long each has drifted (s, from
// minus half a period on), weight of the second, period (s).
#include "surface/fine.glsl"

uniform vec4 u_drift;

vec3 driftingRipples(vec2 p, vec2 velocity)
{
    // Waves travel by themselves: they follow the flow only where it is much faster.
    vec3 first = fineWavesAt(p - velocity * u_drift.x);
    vec3 second = fineWavesAt(p - velocity * u_drift.y + 0.31);
    return mix(first, second, u_drift.z) * inversesqrt(1.0 - 2.0 * u_drift.z * (1.0 - u_drift.z));
}

vec4 driftingPattern(vec2 p, vec2 velocity, float tiles)
{
    vec4 first = tileAt(u_patterns, (p - velocity * u_drift.x) * tiles);
    vec4 second = tileAt(u_patterns, (p - velocity * u_drift.y) * tiles + 0.5);
    return mix(first, second, u_drift.z);
}
