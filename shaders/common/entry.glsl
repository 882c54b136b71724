// The values that come in through sides of the domain. u_entrySides: 1 for sides (left, right, bottom, top) whose own
// value lies half a texel beyond them; from there on nothing else is read.
uniform vec4 u_entrySides;

// Returns how much of each side's own value a read at `p` takes, both in texels.
vec4 entryOf(vec2 p, vec2 size)
{
    vec4 share = u_entrySides * clamp(0.5 - vec4(p.x, size.x - p.x, p.y, size.y - p.y), 0.0, 1.0);
    return share / max(dot(share, vec4(1.0)), 1.0);
}
