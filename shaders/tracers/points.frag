// A soft point of light or a streak, brightest in front, added to the picture. In: its colour and streak (px), and
// u_point as in tracers/points.vert. Out: an encoded colour.
//   HDR  linear light
#include "draw/finish.glsl"

uniform vec4 u_point;
flat in vec4 v_color;
flat in vec4 v_streak;
layout(location = 0) out vec4 o_color;

void main()
{
    vec2 r = gl_FragCoord.xy - v_streak.xy;
    float at = clamp(dot(r, v_streak.zw) / max(dot(v_streak.zw, v_streak.zw), 1e-6), 0.0, 1.0);
    r = (r - at * v_streak.zw) / u_point.x;
    float near = max(1.0 - dot(r, r), 0.0);
    float weight = v_color.w * near * near * (1.0 - 0.95 * at);
#ifdef HDR
    o_color = vec4(v_color.rgb * weight, 0.0);
#else
    o_color = vec4(encode(clamp(toneMap(v_color.rgb), 0.0, 1.0)) * (weight * u_look.x), 0.0);
#endif
}
