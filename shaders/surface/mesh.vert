// The surface as a mesh, two triangles a quad, then vertical walls at the domain's sides, down to the ground. u_mesh:
// quads each way. u_toEye: from metres of the domain to the eye. u_upright: -1 where clip space's y goes down the rows.
//   GROUND  the ground, with walls down to u_base
#include "surface/place.glsl"
#include "draw/camera.glsl"

uniform ivec2 u_mesh;
uniform mat4 u_toEye;
uniform float u_upright;
uniform float u_base;
out vec3 v_place;   // m
out vec2 v_heights; // of the surface and of the ground, m
flat out int v_side; // 0: on top; 1 to 4: south, north, west, east

void main()
{
    int quad = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    corner = corner < 3 ? corner : 6 - corner;
    ivec2 turn = ivec2(corner & 1, corner >> 1);
    int side = quad - u_mesh.x * u_mesh.y;
    ivec2 node = ivec2(quad % u_mesh.x, quad / u_mesh.x) + turn;
    v_side = 0;
    if (side >= 0) {
        bool across = side < 2 * u_mesh.x;
        int from = across ? side : side - 2 * u_mesh.x;
        int count = across ? u_mesh.x : u_mesh.y;
        int along = from % count + turn.x;
        int far = from / count;
        v_side = (across ? 1 : 3) + far;
        node = across ? ivec2(along, far * u_mesh.y) : ivec2(far * u_mesh.x, along);
    }
    vec2 p = vec2(node) / vec2(u_mesh) * u_domainSize;
    v_heights = shapeAt(p).xy;
#ifdef GROUND
    float top = v_heights.y;
    float bottom = min(u_base, top);
#else
    float top = v_heights.x;
    float bottom = min(v_heights.y, top);
#endif
    v_place = vec3(p, v_side > 0 && turn.y == 0 ? bottom : top);
    vec4 clip = u_projection * (u_toEye * vec4(v_place, 1.0));
    gl_Position = vec4(clip.x, u_upright * clip.y, 0.0, clip.w);
}
