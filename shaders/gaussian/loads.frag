// What particles do to solids, summed: the reverse of the momentum that each solid gave to them in the last step.
// GF_LOAD_PARTS_X x GF_LOAD_PARTS_Y texels side by side for each solid, and each takes every so many-th row of its box,
// and of REACH cells about it. In: u_impulseX, u_impulseY (packed, see LOADS of gaussian/forces.frag); u_distance
// (nearest solid at cell centres); u_boxes (cells: corner and size), u_places (column in the table of solids; centre,
// cells). Out: force and torque, of momentum times u_unit and arms in m.
#include "common/packed.glsl"
#include "shared.h"

uniform sampler2D u_impulseX;
uniform sampler2D u_impulseY;
uniform sampler2D u_distance;
uniform ivec4 u_boxes[GF_LOADS_PER_PASS];
uniform vec4 u_places[GF_LOADS_PER_PASS];
uniform ivec2 u_cells;
uniform float u_unit;
uniform float u_cellSize;
layout(location = 0) out uvec4 o_sums;

const int REACH = 5;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int number = texel.x / GF_LOAD_PARTS_X;
    int part = texel.x - number * GF_LOAD_PARTS_X;
    ivec4 box = u_boxes[number];
    vec4 place = u_places[number];
    ivec2 low = max(box.xy - REACH, ivec2(0));
    ivec2 size = box.z > 0 ? min(box.xy + box.zw + REACH, u_cells) - low : ivec2(0);
    vec3 sum = vec3(0.0);
    for (int y = GF_LOAD_PARTS_X * texel.y + part; y < size.y; y += GF_LOAD_PARTS_X * GF_LOAD_PARTS_Y) {
        for (int x = 0; x < size.x; x++) {
            ivec2 cell = low + ivec2(x, y);
            vec2 nearest = texelFetch(u_distance, cell, 0).xy;
            if (abs(nearest.y - place.x) < 0.5) {
                vec2 force = -vec2(packedFetch(u_impulseX, cell), packedFetch(u_impulseY, cell));
                vec2 arm = vec2(cell) + 0.5 - place.yz;
                sum += vec3(force, arm.x * force.y - arm.y * force.x);
            }
            x += int(max(-nearest.x / u_cellSize - 1.0, 0.0)); // within a solid there is nothing
        }
    }
    o_sums = floatBitsToUint(u_unit * vec4(sum.xy, sum.z * u_cellSize, 0.0));
}
