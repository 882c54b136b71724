// Colours of particles: linear light here, sRGB bytes in their tags (material << 24 | blue << 16 | green << 8 | red).
#include "common/srgb.glsl"
#include "shared.h"

uniform vec4 u_colors[GF_MATERIALS]; // of materials

// Where `dye` is premultiplied by its alpha.
vec3 over(vec4 dye, vec3 color)
{
    return clamp(dye.rgb + (1.0 - clamp(dye.a, 0.0, 1.0)) * color, 0.0, 1.0);
}

vec3 tagColor(uint tag)
{
    return decodeSrgb(vec3(float(tag & 0xffu), float(tag >> 8 & 0xffu), float(tag >> 16 & 0xffu)) / 255.0);
}

// `turn`: from where on a fraction of a byte counts as a whole; 0.5 rounds.
uint makeTag(int material, vec3 color, vec3 turn)
{
    uvec3 c = uvec3(min(floor(encodeSrgb(color) * 255.0 + turn), 255.0));
    return uint(material) << 24 | c.b << 16 | c.g << 8 | c.r;
}
