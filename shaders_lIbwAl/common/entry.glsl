// What comes in through sides of the domain. u_entrySides: 1 for sides (left, right, bottom, top) beyond which the value
// is the side's own. Positions are in cells.
uniform vec4 u_entrySides;

// 1 for the side beyond which p lies, if it is such a side; 0 for all inside.
vec4 entryOf(vec2 p, vec2 cells)
{
    vec4 beyond = u_entrySides * step(vec4(1e-4), vec4(-p.x, p.x - cells.x, -p.y, p.y - cells.y));
    return beyond / max(dot(beyond, vec4(1.0)), 1.0);
}
