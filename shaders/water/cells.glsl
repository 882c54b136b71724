// What passes of water read of cells and faces. Lengths are in cells, velocities in cells/s.
uniform ivec2 u_cells;
uniform sampler2D u_liquid; // open fraction of the left and of the bottom face; openness times fraction, openness
uniform sampler2D u_depth;  // depth below the surface (above 0: liquid; -2: no room), density over that at rest

bool isInside(ivec2 cell)
{
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
}

float depthOf(ivec2 cell)
{
    return texelFetch(u_depth, cell, 0).x;
}

bool isLiquid(ivec2 cell)
{
    return isInside(cell) && depthOf(cell) > 0.0;
}

// Returns whether a cell has room that is not liquid.
bool isAir(ivec2 cell)
{
    float depth = isInside(cell) ? depthOf(cell) : 1.0;
    return depth <= 0.0 && depth > -1.5;
}

// Returns the way from the centre of a liquid cell to the surface, as a fraction of the way to the centre of one of air.
float surfaceBetween(float liquid, float air)
{
    const float LEAST = 0.05; // a surface nearer than this would make the solve stiff
    return max(liquid / (liquid - air), LEAST);
}
