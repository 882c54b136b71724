// Closes faces in one-way sources (gfZone.oneWay) through which no direction is allowed, and stores the allowed
// direction of others. In: u_faces (open fractions and more, solid/faces.frag), a batch of sources. Out: u_faces with
// blue (left) and alpha (bottom) as the allowed direction: .25 against the axis, .5 both, .75 along it.
#define ZONES
#include "common/grid.glsl"
#include "source/batch.glsl"
#include "source/zones.glsl"
#include "source/one_way.glsl"

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
    o_faces = vec4(mix(faces.xy, vec2(0.0), equal(ways, vec2(2.0))), 0.5 + 0.25 * clamp(ways, -1.0, 1.0));
}
