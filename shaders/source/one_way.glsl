// The direction in which one-way sources (gfZone.oneWay) let fluid through a face. In: the batch of sources
// (source/batch.glsl with source/zones.glsl). u_cells, u_cellSize: as in common/grid.glsl.

// Returns how the face at p (cells) may be passed: 1 along its axis, -1 against it, 0 both ways, 2 neither way.
float wayThrough(vec2 p, int axis)
{
    float way = 0.0;
    for (int i = FIRST_SHAPE; i < END_SHAPE; i++) {
        bool shuts = (int(u_amounts[3 * i + 2].x) & GF_ACTS_AS_VALVE) != 0;
        // Half a cell more, so that a staircase of faces has no gap.
        if (shuts && shapeDistance(i, p * u_cellSize) <= 0.5 * u_cellSize) {
            float angle = u_zones[3 * i + 2].w;
            float along = axis == 0 ? cos(angle) : sin(angle);
            float own = abs(along) > 1e-3 ? sign(along) : 0.0;
            way = way * own < 0.0 ? 2.0 : own != 0.0 && way != 2.0 ? own : way;
        }
    }
    return way;
}
