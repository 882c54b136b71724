// Converts between linear light and the values that sRGB stores.
vec3 encodeSrgb(vec3 linear)
{
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}

// Returns the derivative of linear light by the encoded value, at a linear value.
vec3 linearPerEncoded(vec3 linear)
{
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(vec3(1.0 / 12.92), 2.4 / 1.055 * pow(c, vec3(1.4 / 2.4)), vec3(greaterThan(c, vec3(0.0031308))));
}

vec3 decodeSrgb(vec3 c)
{
    return mix(c / 12.92, pow((max(c, 0.0) + 0.055) / 1.055, vec3(2.4)), vec3(greaterThan(c, vec3(0.04045))));
}
