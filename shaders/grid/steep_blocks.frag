// How far the fluid at the faces of 4 x 4 texels moves in a step, at most along either axis (x, texels), and by how much
// that differs between faces that follow each other along their axis (y). In: u_carrier, the volume that crosses faces
// (m/s); u_stepTexels: dt over a texel's size.
#include "common/grid.glsl"

uniform sampler2D u_carrier;
uniform vec2 u_stepTexels;
layout(location = 0) out vec2 o_steep;

vec2 wayAt(ivec2 face)
{
    return u_stepTexels * texelFetch(u_carrier, placed(face, textureSize(u_carrier, 0), 1), 0).xy;
}

void main()
{
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec2 most = vec2(0.0), steep = vec2(0.0);
    vec4 before = vec4(0.0);
    for (int row = 0; row < 5; row++) {
        vec2 a = wayAt(first + ivec2(0, row)), b = wayAt(first + ivec2(1, row)), c = wayAt(first + ivec2(2, row)),
             d = wayAt(first + ivec2(3, row)), e = wayAt(first + ivec2(4, row));
        vec4 across = abs(vec4(b.x, c.x, d.x, e.x) - vec4(a.x, b.x, c.x, d.x));
        vec4 along = vec4(a.y, b.y, c.y, d.y);
        vec4 up = row > 0 ? abs(along - before) : vec4(0.0);
        across = max(across, up);
        steep = max(steep, max(across.xy, across.zw));
        most = max(most, max(max(abs(a), abs(b)), max(abs(c), abs(d))));
        before = along;
    }
    o_steep = vec2(max(most.x, most.y), max(steep.x, steep.y));
}
