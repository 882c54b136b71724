// Reads a field's smooth picture (draw/smooth.frag). `from`: texels beside the domain, and the size of the drawn part.
#include "common/spline.glsl"

uniform sampler2D u_smoothField; // heat, pressure and the like
uniform vec4 u_smoothFieldFrom;

vec4 smoothlyAt(sampler2D picture, vec4 from, vec2 texel)
{
    vec2 at = clamp(texel + from.xy, vec2(2.0), from.zw - 2.0);
#ifdef MANUAL_BILINEAR
    vec2 base = floor(at - 0.5), t = at - 0.5 - base;
    vec4 wx = splineWeights(t.x), wy = splineWeights(t.y), sum = vec4(0.0);
    for (int i = 0; i < 16; i++) {
        sum += wx[i % 4] * wy[i / 4] * texelFetch(picture, ivec2(base) + ivec2(i % 4, i / 4) - 1, 0);
    }
    return sum;
#else
    return smoothAt(picture, at / vec2(textureSize(picture, 0)));
#endif
}

float smoothFieldAt(vec2 texel)
{
    return smoothlyAt(u_smoothField, u_smoothFieldFrom, texel).x;
}
