// Moves the flow through the sides (shallow/sides.frag) of a domain that has moved by whole cells. In: u_rows. Along a
// side that has not moved outwards or inwards the flow is kept.
#include "common/exact.glsl"
#include "common/scrolled.glsl"

uniform ExactSampler u_rows;
layout(location = 0) out ExactFloat o_row;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int axis = texel.y / 2;
    ivec2 place = ivec2(0);
    place[1 - axis] = min(texel.x, u_cells[1 - axis] - 1);
    ivec2 before = placeBefore(place, u_cells - 1);
    bool beyond = before[1 - axis] < 0 || before[1 - axis] >= u_cells[1 - axis];
    o_row = exactly(beyond || u_scrolled[axis] != 0 ? 0.0 : exactFetch(u_rows, ivec2(before[1 - axis], texel.y)).x);
}
