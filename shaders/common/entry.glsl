// The values of fluid that enters through sides of the domain. u_entrySides: 1 for sides (left, right, bottom, top)
// with such a value; reads half a texel beyond the side and farther return this value alone.
uniform vec4 u_entrySides;

// Returns the weight of each side's entry value in a read at `p`; `p` and `size` in texels.
vec4 entryOf(vec2 p, vec2 size)
{
    vec4 share = u_entrySides * clamp(0.5 - vec4(p.x, size.x - p.x, p.y, size.y - p.y), 0.0, 1.0);
    return share / max(dot(share, vec4(1.0)), 1.0);
}
