// Signed distance to the nearest solid, m, and that solid's column in the table of solids: the smaller of u_distance
// (what was drawn before; none with FIRST) and a batch of shapes. At cell centres, or with u_offset at cell corners: it
// is where the first texel's centre lies, cells. With TEXTURED the one shape is a rectangle under u_hostTexture: solid
// where red times alpha, as it is or inverted (u_invert), is over 0.5. u_texelSize: of a cell, m. Places are relative
// to the domain's lower left corner.
#include "common/shapes.glsl"

uniform vec2 u_texelSize;
uniform vec2 u_offset;
#ifndef FIRST
uniform sampler2D u_distance;
#endif
#ifdef TEXTURED
uniform sampler2D u_hostTexture;
uniform float u_invert;
#endif
layout(location = 0) out vec2 o_nearest;

const float FAR_AWAY = 30000.0;

void main()
{
    vec2 p = (gl_FragCoord.xy - 0.5 + u_offset) * u_texelSize;
#ifdef FIRST
    vec2 nearest = vec2(FAR_AWAY, -1.0);
#else
    vec2 nearest = texelFetch(u_distance, ivec2(gl_FragCoord.xy), 0).xy;
#endif
    for (int i = 0; i < u_shapeCount; i++) {
        float d = shapeDistance(i, p);
#ifdef TEXTURED
        vec2 uv = 0.5 + 0.5 * rectangleLocal(i, p) / u_shapes[3 * i + 1].zw;
        vec4 color = textureLod(u_hostTexture, uv, 0.0);
        float coverage = color.x * color.w;
        coverage = u_invert > 0.5 ? 1.0 - coverage : coverage;
        d = max(d, (1.0 - 2.0 * coverage) * u_texelSize.x);
#endif
        nearest = d < nearest.x ? vec2(d, u_shapes[3 * i].y) : nearest;
    }
    o_nearest = vec2(nearest.x == 0.0 ? 1e-6 : nearest.x, nearest.y);
}
