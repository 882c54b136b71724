// The shore of water whose heights lie a texel a cell (height, depth, m). In: u_distance (to the nearest solid, m),
// u_cellSize (m). Needs common/grid.glsl.
uniform sampler2D u_distance;
uniform float u_cellSize;

const float DRY = 1e-6; // depth, m

// Returns whether a cell is in a solid, or its centre within half a cell of one. The water's level goes on there.
bool isSolid(ivec2 cell)
{
    return texelFetch(u_distance, cell, 0).x < 0.5 * u_cellSize;
}

// Returns the water's level around a dry cell: at most `below` unless it isSolid(), and `below` far from water.
float levelAround(sampler2D water, ivec2 cell, float below)
{
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 25; i++) {
        ivec2 off = ivec2(i % 5, i / 5) - 2;
        vec2 other = texelFetch(water, placed(cell + off, u_cells, 0), 0).xy;
        float weight = other.y > DRY ? 1.0 / float(off.x * off.x + off.y * off.y) : 0.0;
        sum += weight * vec2(other.x, 1.0);
    }
    float level = sum.y > 0.0 ? sum.x / sum.y : below;
    return isSolid(cell) ? level : min(level, below);
}

// Returns whether a cell has a neighbour; beyond the edge it has none, as reads repeat the cell itself.
bool isOther(ivec2 cell, ivec2 step)
{
    return any(notEqual(placed(cell + step, u_cells, 0), cell));
}

// Returns the slope of the ground (heights, m): the central difference, or at the edge the one-sided one.
float slopeOfGround(sampler2D ground, ivec2 cell, ivec2 step)
{
    float after = texelFetch(ground, placed(cell + step, u_cells, 0), 0).x;
    float before = texelFetch(ground, placed(cell - step, u_cells, 0), 0).x;
    float cells = (isOther(cell, step) ? 1.0 : 0.0) + (isOther(cell, -step) ? 1.0 : 0.0);
    return (after - before) / (max(cells, 1.0) * u_cellSize);
}
