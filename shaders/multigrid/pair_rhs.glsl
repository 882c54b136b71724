// Writes the right-hand sides of a level whose cells have two components, from the texel TO on. A file that includes
// this one has sumAt(), which returns the sums of one cell. u_componentWeights: of this level.
#include "multigrid/places.glsl"
#include "multigrid/components.glsl"

uniform highp usampler2D u_componentWeights;
layout(location = 0) out vec4 o_rhs;
layout(location = 1) out vec4 o_rhsB;

vec2 sumAt(ivec2 cell);

void main()
{
    ivec2 first = 2 * (ivec2(gl_FragCoord.xy) - TO);
    vec2 a = sumAt(first);
    vec2 b = sumAt(first + ivec2(1, 0)), c = sumAt(first + ivec2(0, 1));
    vec2 d = sumAt(first + 1);
    o_rhs = vec4(a.x, b.x, c.x, d.x);
    o_rhsB = vec4(a.y, b.y, c.y, d.y);
}
