// Closes faces in one-way sources (gfZone.oneWay) through which the fluid would go back. In: u_faces (open fractions
// and more, solid/faces.frag). SHALLOW: it writes in blue (left) and alpha (bottom) how each face may be passed: .25
// against its axis, .75 along it. Otherwise, in, too: u_velocity (m/s, faces), u_pressure and the other inputs of
// grid/zones.frag. Out: u_faces with closed ones.
#define ZONES
#include "common/grid.glsl"
#include "source/batch.glsl"
#include "source/zones.glsl"
#ifndef SHALLOW
#ifndef WRAP
uniform ivec2 u_wrap;
#endif
#include "grid/pressure_change.glsl"

uniform sampler2D u_velocity;
uniform vec2 u_acceleration;
uniform float u_gradientScale;
#ifdef BUOYANCY
#include "grid/buoyancy.glsl"
#else
vec2 buoyancyAt(vec2 p)
{
    return vec2(0.0);
}
#endif
#endif
uniform sampler2D u_faces;
layout(location = 0) out vec4 o_faces;

// The way in which the face at p (cells) may be passed: 1 along its axis, -1 against it, 0 both; 2 neither.
float wayThrough(vec2 p, int axis)
{
    float way = 0.0;
    for (int i = FIRST_SHAPE; i < END_SHAPE; i++) {
        bool shuts = (int(u_amounts[3 * i + 2].x) & GF_ACTS_AS_VALVE) != 0;
        // The source reaches half a cell farther: then a staircase of faces has no gap.
        if (shuts && shapeDistance(i, p * u_cellSize) <= 0.5 * u_cellSize) {
            float angle = u_zones[3 * i + 2].w;
            float along = axis == 0 ? cos(angle) : sin(angle);
            float own = abs(along) > 1e-3 ? sign(along) : 0.0;
            way = way * own < 0.0 ? 2.0 : own != 0.0 && way != 2.0 ? own : way;
        }
    }
    return way;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 corner = vec2(texel);
    vec2 cell = min(corner, vec2(u_cells - 1));
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
    vec4 faces = texelFetch(u_faces, texel, 0);
    vec2 ways = vec2(wayThrough(left, 0), wayThrough(bottom, 1));
#ifdef SHALLOW
    o_faces = vec4(mix(faces.xy, vec2(0.0), equal(ways, vec2(2.0))), 0.5 + 0.25 * clamp(ways, -1.0, 1.0));
#else
    // The fluid would move so in the next step if the face were open: the pressure leans on one that is closed.
    vec2 goes = texelFetch(u_velocity, texel, 0).xy + u_acceleration + vec2(buoyancyAt(left).x, buoyancyAt(bottom).y) -
                u_gradientScale * pressureChange(texel);
    bvec2 shut = bvec2(ways.x == 2.0 || ways.x * goes.x < 0.0, ways.y == 2.0 || ways.y * goes.y < 0.0);
    o_faces = vec4(mix(faces.xy, vec2(0.0), shut), faces.zw);
#endif
}
