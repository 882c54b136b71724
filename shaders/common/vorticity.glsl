// Vorticity at cell corners, in m/s (times the cell size): 0 on the walls of the domain, which slip.
float cornerVorticity(sampler2D velocity, ivec2 corner, ivec2 cells)
{
    if (any(lessThan(corner, ivec2(1))) || any(greaterThanEqual(corner, cells))) {
        return 0.0;
    }
    vec2 own = texelFetch(velocity, corner, 0).xy;
    return own.y - texelFetch(velocity, corner - ivec2(1, 0), 0).y - own.x +
           texelFetch(velocity, corner - ivec2(0, 1), 0).x;
}
