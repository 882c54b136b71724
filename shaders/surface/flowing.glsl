// Patterns that drift with the water and are never drawn out: two of them by turns, each of which starts anew while the
// other one is seen. In: u_patterns, which is declared before. u_drift: how long each has drifted (s, from minus half a
// turn on), share of the second, seconds a turn. u_micro: tiles a metre, slope, depth with all of it (m), length (m).
#include "surface/tile.glsl"

uniform sampler2D u_waves;
uniform vec4 u_drift;
uniform vec4 u_micro;

// Slope and height of fine waves; two sizes, one turned, for no eye to find the tile.
vec3 ripplesAt(vec2 p)
{
    vec3 one = tileAt(u_waves, p * u_micro.x).xyz;
    mat2 turn = 1.83 * mat2(0.8, 0.6, -0.6, 0.8);
    vec3 two = tileAt(u_waves, turn * p * u_micro.x + 0.37).xyz;
    return vec3(0.8 * one.xy + 0.33 * two.xy * turn, one.z);
}

vec3 driftingRipples(vec2 p, vec2 velocity)
{
    // Their waves run by themselves: the flow carries them in its own way only where it is much faster.
    vec3 first = ripplesAt(p - velocity * u_drift.x);
    vec3 second = ripplesAt(p - velocity * u_drift.y + 0.31);
    return mix(first, second, u_drift.z) * inversesqrt(1.0 - 2.0 * u_drift.z * (1.0 - u_drift.z));
}

vec4 driftingPattern(vec2 p, vec2 velocity, float tiles)
{
    vec4 first = tileAt(u_patterns, (p - velocity * u_drift.x) * tiles);
    vec4 second = tileAt(u_patterns, (p - velocity * u_drift.y) * tiles + 0.5);
    return mix(first, second, u_drift.z);
}
