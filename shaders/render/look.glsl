// From a colour and its coverage to what is written: solids on top, background behind, encoding, alpha.
// u_look: (opacity, alpha mode: 0 opaque 1 straight 2 premultiplied, encode sRGB, draw solids).
in vec2 v_place;
layout(location = 0) out vec4 o_color;
uniform sampler2D u_distance;
uniform vec4 u_background;
uniform vec4 u_solidColor;
uniform vec4 u_look;
uniform vec4 u_palette[8];
uniform int u_paletteCount;

vec4 paletteColor(float value)
{
    float at = clamp(value, 0.0, 1.0) * float(u_paletteCount - 1);
    int first = min(int(at), u_paletteCount - 2);
    return mix(u_palette[first], u_palette[first + 1], at - float(first));
}

vec3 encodeSrgb(vec3 linear)
{
    vec3 c = clamp(linear, 0.0, 1.0);
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}

// Share of this pixel that is solid: the distance, sharpened to one pixel.
float solidCoverage()
{
    float d = sampleLinear(u_distance, v_place * vec2(textureSize(u_distance, 0))).x;
    float width = max(fwidth(d), 1e-9);
    return clamp(0.5 - d / width, 0.0, 1.0);
}

// `color`: linear light, not multiplied by `coverage`.
void writeLook(vec3 color, float coverage)
{
    vec4 above = vec4(color, coverage);
    if (u_look.w > 0.5) {
        float share = solidCoverage() * u_solidColor.w;
        float alpha = share + above.w * (1.0 - share);
        above = vec4(mix(above.rgb * above.w, u_solidColor.rgb, share) / max(alpha, 1e-6), alpha);
    }
    above.w *= u_look.x;
    if (u_look.y < 0.5) {
        above = vec4(mix(u_background.rgb, above.rgb, above.w), 1.0);
    }
    if (u_look.z > 0.5) {
        above.rgb = encodeSrgb(above.rgb);
    }
    o_color = u_look.y > 1.5 ? vec4(above.rgb * above.w, above.w) : above;
}
