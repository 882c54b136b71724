// The dye at a place of the domain. SMOOTH: u_smoothDye is its picture (draw/smooth_dye.frag), which a B-spline is read
// through. u_smoothFrom: texels beside the domain in that, and the size of what is drawn there.
uniform sampler2D u_dye;
uniform vec2 u_dyePerCell; // texels, of which there may be more beyond the domain
#ifdef SMOOTH
#include "common/spline.glsl"

uniform sampler2D u_smoothDye;
uniform vec4 u_smoothFrom;
#endif

vec4 dyeAt(vec2 place)
{
#ifdef SMOOTH
    vec2 texel = place * vec2(u_cells) * u_dyePerCell + u_smoothFrom.xy;
    texel = clamp(texel, vec2(2.0), u_smoothFrom.zw - 2.0);
    return max(smoothAt(u_smoothDye, texel / vec2(textureSize(u_smoothDye, 0))), 0.0);
#else
    return readClampedCubic(u_dye, tapsAt(place * vec2(u_cells) * u_dyePerCell, vec2(textureSize(u_dye, 0))));
#endif
}
