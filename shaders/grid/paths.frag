// Where the fluid at the corners of cells comes from, for dye that is much finer than cells: to trace each of its
// texels would cost more than to read between corners, and no more is known of the flow. At sides and walls along the
// grid the way is along these, as the velocity is. In: see grid/backtrace.glsl. Out: the way back, cells.
#include "common/filtered.glsl"
#include "common/grid.glsl"
#include "common/rounded.glsl"
#include "grid/backtrace.glsl"

layout(location = 0) out vec2 o_path;

void main()
{
    vec2 corner = gl_FragCoord.xy - 0.5;
    o_path = storedDeparture(backtrace(corner, velocityAt(u_velocity, corner)) - corner);
}
