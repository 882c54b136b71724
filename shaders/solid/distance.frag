// Signed distance to the nearest solid, m, at cell centres: the smaller of u_distance (what was drawn before; none with
// FIRST) and a batch of shapes. With TEXTURED the one shape is a rectangle under u_hostTexture: solid where red times
// alpha, as it is or inverted (u_value.x), is over 0.5. u_texelSize: of a cell, m. Places are
// relative to the domain's lower left corner.
#include "common/shapes.glsl"

uniform vec2 u_texelSize;
#ifndef FIRST
uniform sampler2D u_distance;
#endif
#ifdef TEXTURED
uniform sampler2D u_hostTexture;
uniform vec4 u_value;
#endif
layout(location = 0) out float o_distance;

const float FAR_AWAY = 30000.0;

void main()
{
    vec2 p = gl_FragCoord.xy * u_texelSize;
#ifdef FIRST
    float nearest = FAR_AWAY;
#else
    float nearest = texelFetch(u_distance, ivec2(gl_FragCoord.xy), 0).x;
#endif
    for (int i = 0; i < u_shapeCount; i++) {
        float d = shapeDistance(i, p);
#ifdef TEXTURED
        vec2 uv = 0.5 + 0.5 * rectangleLocal(i, p) / u_shapes[3 * i + 1].zw;
        vec4 color = textureLod(u_hostTexture, uv, 0.0);
        float coverage = color.x * color.w;
        coverage = u_value.x > 0.5 ? 1.0 - coverage : coverage;
        d = max(d, (1.0 - 2.0 * coverage) * u_texelSize.x);
#endif
        nearest = min(nearest, d);
    }
    o_distance = nearest == 0.0 ? 1e-6 : nearest;
}
