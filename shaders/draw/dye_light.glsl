// Reads the light within dye (draw/dye_light.frag) smoothly. u_shade: the light in full shade; u_shade.w: the fraction
// scattered again in the dye, which gets deeper (after Wrenninge, Kulla and Lundqvist 2013: each order is dimmed less).
uniform sampler2D u_dyeLight;
uniform vec4 u_shade;

// Returns the optical thickness towards the light, and the light from fire, by a cubic B-spline in four linear reads.
vec2 dyeLightAt(vec2 place)
{
    vec2 size = vec2(textureSize(u_dyeLight, 0));
    vec2 p = place * size - 0.5;
    vec2 base = floor(p);
    vec2 t = p - base, u = 1.0 - t;
    vec2 w0 = u * u * u, w1 = 4.0 - 3.0 * t * t * (2.0 - t), w3 = t * t * t;
    vec2 low = (w0 + w1) / 6.0;
    vec2 a = (base - 0.5 + w1 / (w0 + w1)) / size;
    vec2 b = (base + 1.5 + w3 / (6.0 - w0 - w1)) / size;
    vec4 left = mix(textureLod(u_dyeLight, vec2(a.x, b.y), 0.0), textureLod(u_dyeLight, a, 0.0), low.y);
    vec4 right = mix(textureLod(u_dyeLight, b, 0.0), textureLod(u_dyeLight, vec2(b.x, a.y), 0.0), low.y);
    return mix(right, left, low.x).xy;
}

// Returns the light that gets through an optical thickness of dye.
vec3 litThrough(float depth)
{
    float straight = exp(-depth);
    float scattered = 0.5 * straight + 0.3 * exp(-0.35 * depth) + 0.2 * exp(-0.12 * depth);
    return mix(u_shade.rgb, vec3(1.0), mix(straight, scattered, u_shade.w));
}
