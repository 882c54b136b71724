// Computes the signed distance to the nearest solid. Out: distance, m, and the column of this solid in the table of
// solids; at u_reach (m) and farther away, u_reach and the column of no solid. Drawn tile by tile, each with its own
// list of solids in u_list, four a texel: v_listed is the list's first texel and length. u_offset: the first texel's
// centre (a cell's centre or corner), cells from the origin of the table. u_texelSize: of a cell, m.
//   TEXTURED  the smaller of u_distance and the distance to one solid, u_column: a rectangle with u_hostTexture, which
//             is solid where red times alpha (or, with u_invert, its inverse) exceeds 0.5
#include "solid/shapes.glsl"

uniform vec2 u_texelSize;
uniform vec2 u_offset;
uniform float u_reach;
uniform sampler2D u_distance;
uniform sampler2D u_hostTexture;
uniform int u_column;
uniform float u_invert;
uniform sampler2D u_list;
flat in ivec2 v_listed;
layout(location = 0) out vec2 o_nearest;

#ifdef TEXTURED
float texturedDistance(vec2 p)
{
    vec2 uv = 0.5 + 0.5 * rectangleLocal(u_column, p) / packedShape(u_column, 1).zw;
    vec4 color = textureLod(u_hostTexture, uv, 0.0);
    float coverage = color.x * color.w;
    coverage = u_invert > 0.5 ? 1.0 - coverage : coverage;
    return max(shapeDistance(u_column, p), (1.0 - 2.0 * coverage) * u_texelSize.x);
}
#endif

void main()
{
    vec2 p = (gl_FragCoord.xy - 0.5 + u_offset) * u_texelSize;
#ifdef TEXTURED
    vec2 nearest = texelFetch(u_distance, ivec2(gl_FragCoord.xy), 0).xy;
    float d = texturedDistance(p);
    nearest = d < nearest.x ? vec2(d, u_column) : nearest;
#else
    vec2 nearest = vec2(u_reach, -1.0);
    int width = textureSize(u_list, 0).x;
    for (int i = 0; i < v_listed.y; i++) {
        int texel = v_listed.x + i / 4;
        int solid = int(texelFetch(u_list, ivec2(texel % width, texel / width), 0)[i % 4]);
        float d = shapeDistance(solid, p);
        nearest = d < nearest.x ? vec2(d, solid) : nearest;
    }
#endif
    o_nearest = vec2(nearest.x == 0.0 ? 1e-6 : nearest.x, nearest.y);
}
