// What a cell's Jacobi update divides by, as a factor: 1 over the number of its open faces, 0 in solids (whose pressure
// then stays 0). In: u_faceBits. Out: packed.
#include "common/packed.glsl"

uniform highp usampler2D u_faceBits;
layout(location = 0) out vec4 o_weights;

void main()
{
    OpenFaces f = openFaces(texelFetch(u_faceBits, ivec2(gl_FragCoord.xy), 0).x);
    vec4 count = f.left + f.right + f.bottom + f.top;
    o_weights = min(count, 1.0) / max(count, 1.0);
}
