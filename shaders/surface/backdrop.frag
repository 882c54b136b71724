// Converts the host's picture to light, by the inverse of the tone map, and finds its distance. In: u_backdrop,
// u_hostDepth. u_refraction: y: 1: the backdrop is sRGB. Out: light and coverage 0; z, of the eye's space, m.
#include "draw/finish.glsl"
#include "draw/hidden.glsl"

uniform sampler2D u_backdrop;
uniform vec4 u_refraction;
layout(location = 0) out vec4 o_scene;
layout(location = 1) out vec4 o_distance;

// Returns the light that the filmic curve maps to `shown`: its inverse.
vec3 lightOf(vec3 shown)
{
    if (int(u_tone.y) == GF_TONES_FILMIC) {
        vec3 y = clamp(shown, 0.0, 0.98);
        vec3 a = 2.51 - 2.43 * y, b = 0.03 - 0.59 * y;
        shown = (sqrt(b * b + 0.56 * a * y) - b) / (2.0 * a);
    }
    return shown / max(u_tone.x, 1e-4);
}

void main()
{
    vec2 place = gl_FragCoord.xy * u_scale;
    vec3 color = textureLod(u_backdrop, place, 0.0).rgb;
    color = u_refraction.y > 0.5 ? decodeSrgb(color) : color;
    o_scene = vec4(lightOf(color), 0.0);
    o_distance = vec4(hostAt(place), 0.0, 0.0, 1.0);
}
