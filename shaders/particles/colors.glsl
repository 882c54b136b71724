// What the second tag of a particle holds: material << 24 | blue << 16 | green << 8 | red, in sRGB.
int tagMaterial(uint tag)
{
    return int(tag >> 24);
}

// Linear light.
vec3 tagColor(uint tag)
{
    vec3 c = vec3(uvec3(tag, tag >> 8, tag >> 16) & 0xffu) / 255.0;
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), vec3(greaterThan(c, vec3(0.04045))));
}
