// Sums the water along a line of sight (out, m), and the foam near its surface, over all particles, each of which has
// its volume at rest. u_sphere: x as in fluid3d/sprites.vert. u_water: that volume (m3), depth of seen foam (m).
#include "fluid3d/sphere.glsl"

uniform sampler2D u_surface;
uniform vec4 u_water;
layout(location = 0) out vec4 o_thickness; // m, foam

void main()
{
    vec2 place = gl_FragCoord.xy * u_scale;
    Meeting m = meet(rayAt(place));
    float share = 1.0 - m.across * m.across;
    if (share <= 0.0 || isHidden(v_sphere.xyz, place)) {
        discard;
    }
    // The thickness, whose integral over the disc is the particle's volume.
    float amount = 2.0 * u_water.x / (3.14159265 * v_sphere.w * v_sphere.w) * share;
    float surface = textureLod(u_surface, place, 0.0).x;
    float below = max(surface - v_sphere.z - v_sphere.w, 0.0);
    o_thickness = vec4(amount, 0.4 * v_foamDensity.x * share * share * exp(-below / u_water.y), 0.0, 0.0);
}
