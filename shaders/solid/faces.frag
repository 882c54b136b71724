// Open share of each cell's left and bottom face: 1 between two fluid cells, 0 at a solid or a wall of the domain.
// In: u_solid (distance, m, cells). Out: (left, bottom), on one texel more than cells each way.
uniform sampler2D u_solid;
uniform ivec2 u_cells;
layout(location = 0) out vec2 o_open;

float fluid(ivec2 cell)
{
    bool inside = all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_cells));
    return inside && texelFetch(u_solid, clamp(cell, ivec2(0), u_cells - 1), 0).x >= 0.0 ? 1.0 : 0.0;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float own = fluid(cell);
    o_open = own * vec2(fluid(cell - ivec2(1, 0)), fluid(cell - ivec2(0, 1)));
}
