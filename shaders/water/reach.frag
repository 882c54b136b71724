// Tells how many cells along each axis particles may move in this step: 1, 2 or 3. In: u_fastest, largest speed along
// an axis, cells/s. Out: that number; the number of parts into which the move is cut.
uniform sampler2D u_fastest;
uniform float u_step;
layout(location = 0) out vec2 o_reach;

void main()
{
    const float EVENED = 0.42; // cells: the displacement that evens out the density, and room to be moved out of walls
    float way = texelFetch(u_fastest, ivec2(0), 0).x * u_step;
    o_reach = vec2(clamp(ceil(way + EVENED), 1.0, 3.0), clamp(ceil(way), 1.0, 3.0));
}
