// Returns the vorticity at cell corners times the cell size, m/s: 0 on the domain's walls. `wrap`: 1 on periodic axes.
float cornerVorticity(sampler2D velocity, ivec2 corner, ivec2 cells, ivec2 wrap)
{
    bvec2 wraps = equal(wrap, ivec2(1));
    bvec2 edge = bvec2(corner.x == 0 || corner.x >= cells.x, corner.y == 0 || corner.y >= cells.y);
    if ((edge.x && !wraps.x) || (edge.y && !wraps.y)) {
        return 0.0;
    }
    ivec2 at = ivec2(edge.x ? 0 : corner.x, edge.y ? 0 : corner.y);
    ivec2 before = ivec2(edge.x ? cells.x - 1 : at.x - 1, edge.y ? cells.y - 1 : at.y - 1);
    vec2 own = texelFetch(velocity, at, 0).xy;
    return own.y - texelFetch(velocity, ivec2(before.x, at.y), 0).y - own.x +
           texelFetch(velocity, ivec2(at.x, before.y), 0).x;
}
