// Returns the weights of a cubic B-spline.
vec4 splineWeights(float t)
{
    float s = 1.0 - t;
    return vec4(s * s * s, 4.0 - 6.0 * t * t + 3.0 * t * t * t, 4.0 - 6.0 * s * s + 3.0 * s * s * s, t * t * t) / 6.0;
}

// Reads a field at `part` (0 to 1) by a cubic B-spline, in four linear reads: linear ones would crease lighting.
vec4 smoothAt(sampler2D field, vec2 part)
{
    vec2 size = vec2(textureSize(field, 0));
    vec2 q = part * size - 0.5;
    vec2 base = floor(q);
    vec2 t = q - base;
    vec2 t2 = t * t, t3 = t2 * t;
    vec2 w0 = (1.0 - 3.0 * t + 3.0 * t2 - t3) / 6.0;
    vec2 w1 = (4.0 - 6.0 * t2 + 3.0 * t3) / 6.0;
    vec2 w3 = t3 / 6.0;
    vec2 low = w0 + w1;
    vec2 high = 1.0 - low;
    vec2 a = (base - 0.5 + w1 / low) / size;
    vec2 b = (base + 1.5 + w3 / high) / size;
    return low.y * (low.x * textureLod(field, a, 0.0) + high.x * textureLod(field, vec2(b.x, a.y), 0.0)) +
           high.y * (low.x * textureLod(field, vec2(a.x, b.y), 0.0) + high.x * textureLod(field, b, 0.0));
}
