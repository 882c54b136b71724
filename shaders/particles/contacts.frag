// Sums over the particles that touch each solid, in parts (solid/parts.glsl). In: u_boxes, u_places as in
// particles/loads.frag; u_reach: the distance below which a particle touches it, cells. Out: their number, and the sum
// of the nearest places of the surface, from the centre, cells of the raster; the sum of normals there.
#include "common/loops.glsl"
#include "particles/in_box.glsl"
#include "particles/walls.glsl"
#include "solid/parts.glsl"

uniform sampler2D u_place;
uniform ivec4 u_boxes[GF_LOADS_PER_PASS];
uniform vec4 u_places[GF_LOADS_PER_PASS];
uniform float u_reach;
layout(location = 0) out uvec4 o_touches;
layout(location = 1) out uvec4 o_normals;

vec4 solid; // as in u_places
vec3 touches;
vec2 normals;

void visit(int i)
{
    vec2 place = texelFetch(u_place, particleTexel(i), 0).xy;
    vec2 texel = place * u_scale.x;
    float nearest = texelFetch(u_distance, clamp(ivec2(texel), ivec2(0), textureSize(u_distance, 0) - 1), 0).y;
    ONLY_IF(abs(nearest - solid.x) < 0.5) {
        Wall wall = nearestSolid(place);
        bool touching = wall.distance <= u_reach;
        vec2 surface = texel - wall.distance * u_scale.x * wall.normal;
        touches += touching ? vec3(1.0, surface - solid.yz) : vec3(0.0);
        normals += touching ? wall.normal : vec2(0.0);
    }
}

void main()
{
    int number = sumHere();
    vec4 box = vec4(u_boxes[number]) / u_scale.x;
    solid = u_places[number];
    touches = vec3(0.0);
    normals = vec2(0.0);
    ONLY_IF(box.z > 0.0) {
        visitBox(box.xy - u_reach, box.xy + box.zw + u_reach, partHere(), PARTS);
    }
    o_touches = floatBitsToUint(vec4(touches, 0.0));
    o_normals = floatBitsToUint(vec4(normals, 0.0, 0.0));
}
