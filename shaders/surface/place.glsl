// The surface at any place of the domain. u_shape: see surface/shape.frag. Places are metres from the domain's lower
// left corner, and height.
uniform sampler2D u_shape;
uniform ivec2 u_cells;
uniform vec2 u_domainSize;

// Linear between cells, read by hand: many contexts do not filter wide floats.
vec4 shapeAt(vec2 p)
{
    vec2 q = p / u_domainSize * vec2(u_cells) - 0.5;
    vec2 base = floor(q);
    vec2 t = q - base;
    ivec2 a = clamp(ivec2(base), ivec2(0), u_cells - 1);
    ivec2 b = clamp(ivec2(base) + 1, ivec2(0), u_cells - 1);
    return mix(mix(texelFetch(u_shape, a, 0), texelFetch(u_shape, ivec2(b.x, a.y), 0), t.x),
               mix(texelFetch(u_shape, ivec2(a.x, b.y), 0), texelFetch(u_shape, b, 0), t.x), t.y);
}

// A cubic B-spline out of four linear reads: without the creases that linear reads leave in light. `part`: 0 to 1.
vec4 smoothAt(sampler2D field, vec2 part)
{
    vec2 size = vec2(textureSize(field, 0));
    vec2 q = part * size - 0.5;
    vec2 base = floor(q);
    vec2 t = q - base;
    vec2 t2 = t * t;
    vec2 t3 = t2 * t;
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
