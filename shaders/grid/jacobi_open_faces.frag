// The number of open faces of each cell, in fifths (exact in eight bits); 0 in solids. In: u_faceBits. Out: packed.
#include "common/packed.glsl"

uniform highp usampler2D u_faceBits;
layout(location = 0) out vec4 o_openFaces;

void main()
{
    OpenFaces f = openFaces(texelFetch(u_faceBits, ivec2(gl_FragCoord.xy), 0).x);
    o_openFaces = 0.2 * (f.left + f.right + f.bottom + f.top);
}
