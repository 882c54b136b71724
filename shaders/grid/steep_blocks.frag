// How far the fluid at the faces of 4 x 4 texels moves in a step, at most along either axis (x, texels), and by how
// much that differs between faces that follow each other along their axis (y); z: 1 where the texels hold something;
// w: 1 where some face is closed. In: u_moved (grid/moved.frag); with DYE u_dye, with TEMPERATURE u_temperature, which
// is u_ambient where nothing is held.
#include "common/grid.glsl"

uniform ivec2 u_texels; // of the field
uniform sampler2D u_moved;
#ifdef DYE
uniform sampler2D u_dye;
#endif
#ifdef TEMPERATURE
uniform sampler2D u_temperature;
uniform float u_ambient;
#endif
layout(location = 0) out vec4 o_steep;

vec2 wayAt(ivec2 face)
{
    return texelFetch(u_moved, placed(face, u_texels + 1, 1), 0).xy;
}

void main()
{
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec2 most = vec2(0.0), steep = vec2(0.0);
    float least = 1e9;
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
        vec4 open = abs(vec4(a.x, b.x, c.x, d.x)) * abs(along);
        least = min(least, min(min(open.x, open.y), min(open.z, open.w)));
        before = along;
    }
    bool holds = false;
    for (int i = 0; i < 16 && !holds; i++) {
        ivec2 texel = first + ivec2(i & 3, i >> 2);
#ifdef DYE
        holds = texelFetch(u_dye, min(texel, u_texels - 1), 0) != vec4(0.0);
#endif
#ifdef TEMPERATURE
        holds = holds || texelFetch(u_temperature, min(texel, u_texels - 1), 0).x != u_ambient;
#endif
    }
    o_steep = vec4(max(most.x, most.y), max(steep.x, steep.y), holds, least == 0.0);
}
