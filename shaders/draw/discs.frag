// A round disc of one colour, its rim one pixel wide. Out: as finishOverlay (draw/finish.glsl).
#include "draw/finish.glsl"

flat in vec4 v_color;
flat in float v_radius;
in vec2 v_off;
layout(location = 0) out vec4 o_color;

void main()
{
    float cover = v_color.w * clamp(0.5 + v_radius * (1.0 - length(v_off)), 0.0, 1.0);
    if (cover <= 0.0) {
        discard;
    }
    o_color = finishOverlay(v_color.rgb, cover);
}
