// Intersects a line of sight with a sphere.
#include "draw/hidden.glsl"

flat in vec4 v_sphere;
flat in vec4 v_color;
flat in vec2 v_foamDensity;

struct Meeting {
    vec3 near;    // the intersection nearer to the eye
    float across; // distance of the line from the middle, over the radius; from 1 on it misses
};

// Computes relative to the sphere's middle: squares of whole distances would lose the radius to rounding.
Meeting meet(Ray ray)
{
    float length2 = dot(ray.way, ray.way);
    vec3 off = ray.origin - v_sphere.xyz;
    float z = -dot(off, ray.way) / length2;
    vec3 across = off + z * ray.way;
    float share = dot(across, across) / (v_sphere.w * v_sphere.w);
    z += v_sphere.w * sqrt(max(1.0 - share, 0.0) / length2);
    return Meeting(ray.origin + z * ray.way, sqrt(share));
}
