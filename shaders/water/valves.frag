// Closes faces in one-way sources (gfZone.oneWay) through which water would go back. In: u_faces, open fractions of the
// left and the bottom face (solid/faces.frag); the gathered velocity (water/faces.glsl); u_pressure, the last one,
// packed, and u_warm, by which it becomes that of this step. Out: u_faces with these closed.
#include "common/packed.glsl"
#include "water/cells.glsl"
#include "water/faces.glsl"
#include "particles/valves.glsl"

uniform sampler2D u_faces;
uniform sampler2D u_pressure;
uniform float u_warm;
layout(location = 0) out vec4 o_faces;

// Returns how a face whose middle is at `place` may be passed: 1 along its axis, -1 against it, 0 both ways, 2 neither.
float wayThrough(vec2 place, int axis)
{
    float way = 0.0;
    for (int shape = 0; shape < u_shapeCount; shape++) {
        // Half a cell more, so that a staircase of faces has no gap.
        if (shapeDistance(shape, place * u_unit) <= 0.5 * u_unit) {
            float along = u_ways[shape][axis];
            float own = abs(along) > 1e-3 ? sign(along) : 0.0;
            way = way * own < 0.0 ? 2.0 : own != 0.0 && way != 2.0 ? own : way;
        }
    }
    return way;
}

// Returns the pressure that a cell had, 0 outside and in air.
float pressureAt(ivec2 cell)
{
    float p = isInside(cell) ? packedFetch(u_pressure, cell) : 0.0;
    return abs(p) < 1e20 ? p : 0.0;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 faces = texelFetch(u_faces, texel, 0);
    float own = pressureAt(texel);
    // The velocity if the face were open, because a closed face changes the pressure.
    vec2 before = vec2(pressureAt(texel - ivec2(1, 0)), pressureAt(texel - ivec2(0, 1)));
    vec2 goes = pushedAt(texel) - u_warm * (own - before);
    vec2 corner = vec2(texel);
    vec2 ways = vec2(wayThrough(corner + vec2(0.0, 0.5), 0), wayThrough(corner + vec2(0.5, 0.0), 1));
    bvec2 shut = bvec2(ways.x == 2.0 || ways.x * goes.x < 0.0, ways.y == 2.0 || ways.y * goes.y < 0.0);
    o_faces = vec4(mix(faces.xy, vec2(0.0), shut), faces.zw);
}
