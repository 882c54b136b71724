// Computes the mean outflow, without waves, through each side of the domain with a sea beyond it: it integrates the
// error of the level over time, so that the level becomes right at any throughflow. One row a side, a texel a cell
// along it; m/s outwards. In: u_rows (as of the substep before), u_flow, u_clock. u_levels: of the seas, m.
#include "shallow/sea.glsl"
#define GUARDED
#include "shallow/state.glsl"

uniform ExactSampler u_rows;
uniform ExactSampler u_clock;
uniform float u_cellSize;
uniform float u_dry;
layout(location = 0) out ExactFloat o_row;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    int axis = texel.y / 2;
    ivec2 cell = ivec2(min(texel.x, u_cells[1 - axis] - 1));
    cell[axis] = (texel.y & 1) == 0 ? 0 : u_cells[axis] - 1;
    vec4 flow = flowAt(cell);
    Sea sea = seaAt(texel.y, flow.x, flow.w, u_dry);
    // The rate is low enough not to oscillate: a quarter of the error in the time in which a wave crosses the domain.
    float share = 0.25 * exactFetch(u_clock, ivec2(0)).y * sea.wave / (float(u_cells[axis]) * u_cellSize);
    float row = exactFetch(u_rows, texel).x;
    row = abs(row) <= 1e9 ? row : 0.0;
    row += min(share, 0.25) * sea.speed;
    o_row = exactly(sea.joins ? clamp(row, -sea.wave, sea.wave) : 0.0);
}
