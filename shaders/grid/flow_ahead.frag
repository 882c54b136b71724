// What flows through the faces of cells half a step ahead (grid/flow.glsl), m/s, in one texture, for passes that read it
// often. One texel more than cells each way.
#include "grid/flow.glsl"

layout(location = 0) out vec2 o_flow;

void main()
{
    o_flow = flowThrough(ivec2(gl_FragCoord.xy));
}
