// The front of spheres. u_sphere: see fluid3d/sprites.vert. Out: z in the eye's space, m; smoothing, least for drops.
#include "fluid3d/sphere.glsl"

uniform vec4 u_sphere;
layout(location = 0) out vec4 o_surface;

void main()
{
    vec2 place = gl_FragCoord.xy * u_scale;
    Meeting m = meet(rayAt(place));
    if (m.across >= 1.0 || isHidden(m.near, place)) {
        discard;
    }
    o_surface = vec4(m.near.z, smoothstep(0.4 * u_sphere.w, 1.2 * u_sphere.w, v_foamDensity.y), 0.0, 0.0);
    gl_FragDepth = depthOf(m.near.z, 4.0);
}
