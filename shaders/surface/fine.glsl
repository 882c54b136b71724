// Fine waves from a tile that repeats (surface/ripples.frag), without visible repetition: it adds two equally strong
// tiles that are rotated and scaled relative to each other by irrational factors; each is also shifted sideways by a
// wave some tiles long, so that no pattern recurs one tile away. u_micro: tiles a metre, slope, depth from which on it
// is reached (m), wavelength (m).
#include "surface/tile.glsl"

uniform sampler2D u_waves;
uniform vec4 u_micro;

const mat2 FINE_TURN = 1.2720196 * mat2(0.7373689, 0.6754903, -0.6754903, 0.7373689);

vec2 bentAside(vec2 q)
{
    return q + 0.28 * sin(vec2(1.13, 0.97) * q.yx + vec2(0.3, 1.9));
}

// Returns slope and height.
vec3 fineWavesAt(vec2 p)
{
    vec2 q = p * u_micro.x;
    vec3 one = tileAt(u_waves, bentAside(q)).xyz;
    vec3 two = tileAt(u_waves, bentAside(FINE_TURN * q + 0.37)).xyz;
    return vec3(0.75 * one.xy + 0.66 * two.xy * FINE_TURN / 1.2720196, one.z);
}

// Returns the light that fine waves gather: two patterns that are sharp where they meet.
float fineLightAt(vec2 p)
{
    vec2 q = p * u_micro.x;
    float one = tileAt(u_waves, bentAside(q)).w;
    float two = tileAt(u_waves, bentAside(FINE_TURN * q + 0.37)).w;
    return 0.8 * min(one, two) + 0.2 * min(max(one, two), 2.0);
}
