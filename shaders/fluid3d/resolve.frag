// Draws particles rendered twice as large. In: u_scene (tone-mapped light, coverage), u_viewport (px). Out: finish()'s.
#include "draw/finish.glsl"

uniform sampler2D u_scene;
uniform vec4 u_viewport;
layout(location = 0) out vec4 o_color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy - u_viewport.xy);
    ivec2 size = textureSize(u_scene, 0);
    ivec2 times = max(size / ivec2(u_viewport.zw + 0.5), ivec2(1));
    vec4 sum = vec4(0.0);
    for (int k = 0; k < 4; k++) {
        sum += texelFetch(u_scene, min(times * at + min(ivec2(k & 1, k >> 1), times - 1), size - 1), 0);
    }
    sum *= 0.25;
    if (sum.w <= 0.0) {
        discard;
    }
    o_color = finish(Layer(sum.rgb, sum.w, vec3(1.0)));
}
