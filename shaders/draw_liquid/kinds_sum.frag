// Sums blobs, 1 inside a piece. u_near: kinds_near.frag. Out: sums of own piece and others; speckles. Alpha stays 0.
uniform sampler2D u_near;
uniform float u_weight;
flat in vec4 v_color;
flat in float v_code;
in vec2 v_off;
layout(location = 0) out vec4 o_sums;

void main()
{
    float rest = 1.0 - dot(v_off, v_off);
    if (rest <= 0.0) {
        discard;
    }
    float w = u_weight * rest * rest;
    bool own = texelFetch(u_near, ivec2(gl_FragCoord.xy), 0).w == v_code;
    o_sums = own ? vec4(w, 0.0, v_color.w * rest * rest * rest * rest, 0.0) : vec4(0.0, w, 0.0, 0.0);
}
