// Traces the fluid at the corners of cells back, for dye much finer than cells: reads between corners cost less than a
// trace for each dye texel, and the flow is known no finer. At sides and walls along the grid the way is along them, as
// the velocity is. In: see grid/backtrace.glsl. Out: the way back, cells.
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
