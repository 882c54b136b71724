// The dye at a place of the domain.
//   SMOOTH  from its smooth picture (draw/smooth.frag)
//   FINE    its texels are less than a pixel wide: linear reads, which look the same as cubic ones then
//   HDR     with FINE: means over a pixel
uniform sampler2D u_dye;
uniform vec2 u_dyePerCell; // texels; there may be more texels beyond the domain
#ifdef SMOOTH
#include "draw/smooth.glsl"

uniform sampler2D u_smoothDye;
uniform vec4 u_smoothDyeFrom;
#endif

#if defined(FINE) && defined(HDR)
// Returns the mean over a pixel: effects work on large pixels, between which thin lines of dye must not be lost. 4 x 4
// texels count by their overlap with the pixel; one linear read takes two of them along each axis.
vec4 meanAround(vec2 texel)
{
    vec2 width = clamp(abs(dFdx(texel)) + abs(dFdy(texel)), 1.0, 3.0);
    vec2 first = texel - 0.5 * width, base = floor(first), t = first - base;
    vec2 w0 = 1.0 - t, w1 = min(t + width - 1.0, 1.0), w2 = clamp(t + width - 2.0, 0.0, 1.0);
    vec2 w3 = max(t + width - 3.0, 0.0);
    vec2 low = base + 0.5 + w1 / (w0 + w1), high = base + 2.5 + w3 / max(w2 + w3, 1e-6);
    vec2 share = (w0 + w1) / width;
    return mix(mix(sampleLinear(u_dye, high), sampleLinear(u_dye, vec2(low.x, high.y)), share.x),
               mix(sampleLinear(u_dye, vec2(high.x, low.y)), sampleLinear(u_dye, low), share.x), share.y);
}
#endif

vec4 dyeAt(vec2 place)
{
    vec2 texel = place * vec2(u_cells) * u_dyePerCell;
#if defined(FINE) && defined(HDR)
    return max(meanAround(texel), 0.0);
#elif defined(FINE)
    return max(sampleLinear(u_dye, texel), 0.0);
#elif defined(SMOOTH)
    return max(smoothlyAt(u_smoothDye, u_smoothDyeFrom, texel), 0.0);
#else
    return readClampedCubic(u_dye, tapsAt(texel, vec2(textureSize(u_dye, 0))));
#endif
}
