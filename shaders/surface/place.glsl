// The surface at any place of the domain. u_shape: see surface/shape.frag. Places are metres from the domain's lower
// left corner, and height.
#include "common/spline.glsl"

uniform sampler2D u_shape;
uniform ivec2 u_cells;
uniform vec2 u_domainSize;

// Reads linearly between cells, by hand: many contexts do not filter wide floats.
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
