// Sums the forces of particles on solids, in parts (solid/parts.glsl): the reverse of the walls' forces (forces.frag),
// by the pressures of u_record. In: u_boxes (cells of the raster: corner and size), u_places (column in the table of
// solids; centre, cells of the raster), u_unit: m^3 times 1/s^2 of slope. Out: force and torque over the first
// material's density, m^3/s^2 and m^4/s^2.
#include "common/loops.glsl"
#include "particles/layout.glsl"
#include "particles/kernels.glsl"
#include "particles/record.glsl"
#include "particles/walls.glsl"
#include "particles/corners.glsl"
#include "solid/parts.glsl"

uniform sampler2D u_place;
uniform usampler2D u_record;
uniform ivec4 u_boxes[GF_LOADS_PER_PASS];
uniform vec4 u_places[GF_LOADS_PER_PASS];
uniform vec4 u_norm; // z: particles a cell at rest
uniform float u_unit;
layout(location = 0) out uvec4 o_sums;

// Returns the force on the solid of a column by a particle at a place, cells.
vec2 forceOf(int i, vec2 place, float column)
{
    vec2 texel = place * u_scale.x;
    Wall wall = nearestSolid(place);
    float nearest = texelFetch(u_distance, clamp(ivec2(texel), ivec2(0), textureSize(u_distance, 0) - 1), 0).y;
    vec2 pressure = recordPressure(texelFetch(u_record, particleTexel(i), 0));
    vec2 force = vec2(0.0);
    ONLY_IF(wall.distance < 1.0) {
        bool planar = isPlanar(place, wall, vec2(u_extent));
        bool touches = planar && abs(nearest - column) < 0.5;
        force -= touches ? wall.normal * (WALL_FULLNESS * dot(beyondPlane(wall.distance).slope, pressure)) : vec2(0.0);
        ONLY_IF(!planar) {
            force -= aroundWalls(place, wall, vec2(u_extent), column).slope * pressure;
        }
    }
    return u_norm.z * force;
}

void main()
{
    int number = sumHere();
    vec4 centre = u_places[number];
    vec4 box = vec4(u_boxes[number]) / u_scale.x; // a cell around the solid, and the reach of a kernel
    vec2 low = box.xy - 1.0;
    vec2 high = box.xy + box.zw + 1.0;
    vec4 sum = vec4(0.0);
    int count = box.z > 0.0 ? liveCount() : 0;
    for (int i = partHere(); i < count; i += PARTS) {
        vec2 place = texelFetch(u_place, particleTexel(i), 0).xy;
        if (all(greaterThan(place, low)) && all(lessThan(place, high))) {
            vec2 force = forceOf(i, place, centre.x);
            vec2 arm = (place - centre.yz / u_scale.x) * u_scale.y;
            sum += vec4(force, arm.x * force.y - arm.y * force.x, 0.0);
        }
    }
    o_sums = floatBitsToUint(u_unit * sum);
}
