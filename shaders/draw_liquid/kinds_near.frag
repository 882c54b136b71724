// The piece of each texel: the nearest particle's. Out: its colour, and 1 to 299: an elastic group, from 300 on a rigid
// one, from 600 on a kind of particles without a group; 0: none is near.
flat in vec4 v_color;
flat in float v_code;
in vec2 v_off;
layout(location = 0) out vec4 o_near;

void main()
{
    float r = length(v_off);
    if (r >= 1.0) {
        discard;
    }
    gl_FragDepth = r;
    o_near = vec4(v_color.rgb, v_code);
}
