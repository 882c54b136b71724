// Traces fluid back from the corners of cells, for dye that is much finer than cells: interpolating between corners
// costs less than a trace for each dye texel, and the flow has no finer detail. At sides and walls the displacement is
// along them, as the velocity is. In: see grid/backtrace.glsl. Out: displacement to the departure point, cells.
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
