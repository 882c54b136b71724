// Open share of each cell's left and bottom face: 1 between two fluid cells, 0 at a solid or a wall of the domain. In:
// u_distance (distance, m, cells). Out: (left, bottom), on one texel more than cells each way; what is no face repeats
// its neighbour, see common/grid.glsl.
uniform sampler2D u_distance;
uniform ivec2 u_cells;
layout(location = 0) out vec2 o_open;

float fluid(ivec2 cell)
{
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    return inside && texelFetch(u_distance, clamp(cell, ivec2(0), u_cells - 1), 0).x >= 0.0 ? 1.0 : 0.0;
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, u_cells - 1);
    ivec2 x = ivec2(texel.x, cell.y);
    ivec2 y = ivec2(cell.x, texel.y);
    o_open = vec2(fluid(x) * fluid(x - ivec2(1, 0)), fluid(y) * fluid(y - ivec2(0, 1)));
}
