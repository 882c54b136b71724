// The dye at a place of the domain. SMOOTH: out of its smooth picture.
uniform sampler2D u_dye;
uniform vec2 u_dyePerCell; // texels, of which there may be more beyond the domain
#ifdef SMOOTH
#include "draw/smooth.glsl"

uniform sampler2D u_smoothDye;
uniform vec4 u_smoothDyeFrom;
#endif

vec4 dyeAt(vec2 place)
{
    vec2 texel = place * vec2(u_cells) * u_dyePerCell;
#ifdef SMOOTH
    return max(smoothlyAt(u_smoothDye, u_smoothDyeFrom, texel), 0.0);
#else
    return readClampedCubic(u_dye, tapsAt(texel, vec2(textureSize(u_dye, 0))));
#endif
}
