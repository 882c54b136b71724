// Finds which finer components belong to which component of their coarse cell (multigrid/grouping.glsl). In: u_weights,
// of the finer level (multigrid/components.glsl). Out: the map's 16 bits in two bytes, and 1 if there are two.
#include "multigrid/grouping.glsl"

layout(location = 0) out vec4 o_components;

void main()
{
    o_components = packParts(findParts(ivec2(gl_FragCoord.xy)));
}
