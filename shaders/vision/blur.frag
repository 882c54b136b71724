// The mean over the window along an axis, u_shift. In: u_copied0. Out: the same.
//   SECOND  also u_copied1
#include "vision/window.glsl"

uniform sampler2D u_copied0;
uniform ivec2 u_shift;
layout(location = 0) out vec4 o_first;
#ifdef SECOND
uniform sampler2D u_copied1;
layout(location = 1) out float o_second;
#endif

void main()
{
    ivec2 last = textureSize(u_copied0, 0) - 1;
    vec4 first = vec4(0.0);
    float second = 0.0, total = 0.0;
    for (int i = -RADIUS; i <= RADIUS; i++) {
        ivec2 texel = clamp(ivec2(gl_FragCoord.xy) + i * u_shift, ivec2(0), last);
        float weight = windowWeight(i);
        first += weight * texelFetch(u_copied0, texel, 0);
#ifdef SECOND
        second += weight * texelFetch(u_copied1, texel, 0).x;
#endif
        total += weight;
    }
    o_first = first / total;
#ifdef SECOND
    o_second = second / total;
#endif
}
