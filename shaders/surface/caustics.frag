// Adds up light on the ground. Out: brightness relative to flat water: the area that it came through over one texel.
in vec2 v_old;
flat in vec3 v_color;
layout(location = 0) out vec4 o_light;

const float MOST = 16.0;

void main()
{
    vec2 x = dFdx(v_old), y = dFdy(v_old);
    o_light = vec4(min(abs(x.x * y.y - x.y * y.x), MOST) * v_color, 0.0);
}
