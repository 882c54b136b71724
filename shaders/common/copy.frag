// Copies texel to texel, u_copied0 to attachment 0.
//   SECOND, THIRD, FOURTH  also u_copied1 to attachment 1, u_copied2 to 2 and u_copied3 to 3
//   SCALED                 the first two times u_unit
//   BITS                   the first keeps all its bits (common/exact.glsl)
#include "common/exact.glsl"
#include "common/rounded.glsl"

uniform ExactSampler u_copied0;
layout(location = 0) out ExactVec4 o_first;
#ifdef SECOND
uniform sampler2D u_copied1;
layout(location = 1) out vec4 o_second;
#endif
#ifdef THIRD
uniform sampler2D u_copied2;
layout(location = 2) out vec4 o_third;
#endif
#ifdef FOURTH
uniform sampler2D u_copied3;
layout(location = 3) out vec4 o_fourth;
#endif

#ifdef SCALED
uniform float u_unit;
#else
const float u_unit = 1.0;
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    o_first = exactly(storedDye(u_unit * exactFetch(u_copied0, texel)));
#ifdef SECOND
    o_second = u_unit * texelFetch(u_copied1, texel, 0);
#endif
#ifdef THIRD
    o_third = texelFetch(u_copied2, texel, 0);
#endif
#ifdef FOURTH
    o_fourth = texelFetch(u_copied3, texel, 0);
#endif
}
