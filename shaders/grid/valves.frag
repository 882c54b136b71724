// Closes faces in one-way sources (gfZone.oneWay) through which the fluid would go back. In: u_faces
// (solid/faces.frag), u_velocity (m/s, faces), and grid/zones.frag's inputs. Out: u_faces with these closed.
#define ZONES
#include "common/grid.glsl"
#include "source/batch.glsl"
#include "source/zones.glsl"
#include "grid/pressure_change.glsl"
#include "grid/buoyancy.glsl"
#include "source/one_way.glsl"

uniform sampler2D u_velocity;
uniform float u_gradientScale;
uniform sampler2D u_faces;
layout(location = 0) out vec4 o_faces;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 corner = vec2(texel);
    vec2 cell = min(corner, vec2(u_cells - 1));
    vec2 left = vec2(corner.x, cell.y + 0.5);
    vec2 bottom = vec2(cell.x + 0.5, corner.y);
    vec4 faces = texelFetch(u_faces, texel, 0);
    vec2 ways = vec2(wayThrough(left, 0), wayThrough(bottom, 1));
    // The fluid's next velocity if the face were open, because a closed face changes the pressure.
    vec2 goes = texelFetch(u_velocity, texel, 0).xy + u_acceleration + vec2(buoyancyAt(left).x, buoyancyAt(bottom).y) -
                u_gradientScale * pressureChange(texel);
    bvec2 shut = bvec2(ways.x == 2.0 || ways.x * goes.x < 0.0, ways.y == 2.0 || ways.y * goes.y < 0.0);
    o_faces = vec4(mix(faces.xy, vec2(0.0), shut), faces.zw);
}
