// Reads a smooth picture of a field (draw/smooth.frag): none of its cells is seen, however many pixels it is wide.
// `from`: texels beside the domain in it, and the size of what is drawn there.
#include "common/spline.glsl"

vec4 smoothlyAt(sampler2D picture, vec4 from, vec2 texel)
{
    vec2 at = clamp(texel + from.xy, vec2(2.0), from.zw - 2.0);
    return smoothAt(picture, at / vec2(textureSize(picture, 0)));
}
