// Grains as small lit balls, and gas as puffs. u_lit: as kinds.frag has it. Out: as finishOverlay (draw/finish.glsl).
#include "draw/finish.glsl"

uniform vec4 u_lit;
flat in vec4 v_color;
flat in float v_turn;
flat in vec4 v_grain; // radius (px), wetness, depth below the surface (0 to 1), 1: gas
in vec2 v_off;
layout(location = 0) out vec4 o_color;

void main()
{
    float r = dot(v_off, v_off);
    // Grains have different shapes, between a disc and an irregular hexagon.
    vec2 a = vec2(cos(v_turn), sin(v_turn)), b = vec2(cos(v_turn + 1.2), sin(v_turn + 1.2));
    float across = max(max(abs(dot(v_off, a)), abs(dot(v_off, b))), 1.06 * abs(dot(v_off, vec2(a.y - b.y, b.x - a.x))));
    float d = mix(sqrt(r), 1.08 * across, 0.6);
    float edge = clamp(0.5 + v_grain.x * (1.0 - d), 0.0, 1.0);
    float puff = 0.3 * max(1.0 - r, 0.0) * max(1.0 - r, 0.0);
    float cover = v_color.w * (v_grain.w > 0.5 ? puff : edge);
    if (cover <= 0.0) {
        discard;
    }
    vec3 color = v_color.rgb;
    if (v_grain.w < 0.5) {
        // Water between grains lets light penetrate deeper, so that less of it returns, least for dark colours.
        float wet = v_grain.y;
        color = mix(color, color * 0.42 / (1.0 - 0.58 * color), wet);
        vec3 n = normalize(vec3(v_off, 0.35 + sqrt(max(1.0 - d * d, 0.0))));
        float lit = max(dot(n, u_lit.xyz), 0.0);
        float open = mix(1.0, 0.62, smoothstep(0.45, 1.0, v_grain.z));
        color *= open * (0.38 + 0.85 * lit);
        float gloss = pow(max(dot(n, normalize(u_lit.xyz + vec3(0.0, 0.0, 1.0))), 0.0), 24.0);
        color += u_lit.w * wet * open * 0.45 * gloss;
    }
    o_color = finishOverlay(color, cover);
}
