// Moves the flow through sides (u_rows, shallow/sides.frag) by whole cells. It is kept unless a side moved out or in.
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
