// A fragment of the mesh (surface/mesh.vert): its place, and the view of it. u_toEye: from metres of the domain to the
// eye; it turns and shifts. surface/place.glsl stands before it. Directions: the domain's, third axis up.
#include "draw/hidden.glsl"

uniform mat4 u_toEye;
in vec3 v_place;
in vec2 v_heights;
flat in int v_side;

struct Seen {
    vec2 place; // 0 to 1 over the picture
    vec3 eye;   // its place in the eye's space, m
    vec3 toEye; // direction, of the domain
};

Seen seenHere()
{
    vec2 place = gl_FragCoord.xy * u_scale;
    vec3 way = normalize(rayAt(place).way);
    return Seen(place, (u_toEye * vec4(v_place, 1.0)).xyz, way * mat3(u_toEye));
}

vec3 sideNormal()
{
    return v_side == 1 ? vec3(0.0, -1.0, 0.0) : v_side == 2 ? vec3(0.0, 1.0, 0.0)
                                            : v_side == 3   ? vec3(-1.0, 0.0, 0.0)
                                                            : vec3(1.0, 0.0, 0.0);
}
