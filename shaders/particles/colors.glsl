// The second tag of a particle holds its material and colour: material << 24 | blue << 16 | green << 8 | red, in sRGB.
#include "common/srgb.glsl"

int tagMaterial(uint tag)
{
    return int(tag >> 24);
}

// Returns linear light.
vec3 tagColor(uint tag)
{
    return decodeSrgb(vec3(uvec3(tag, tag >> 8, tag >> 16) & 0xffu) / 255.0);
}

// Makes a tag from linear light. `turn`: added to each byte before it is truncated; 0.5 rounds.
uint makeTag(int material, vec3 color, vec3 turn)
{
    uvec3 c = uvec3(min(floor(encodeSrgb(color) * 255.0 + turn), 255.0));
    return uint(material) << 24 | c.b << 16 | c.g << 8 | c.r;
}
