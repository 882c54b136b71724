// Tests what a texture format can do.
//   FILL     writes u_leftValue to the left texel and u_rightValue to the right one of every attachment
//   GATHER   gathers channel CHANNEL of u_source, 2 x 2 texels: to the left texel from the middle, in the order of
//            rows; to the right one from the lower right corner
//   neither  reads u_source half-way between its two texels
uniform sampler2D u_source;
layout(location = 0) out vec4 o_value;

#ifdef FILL
layout(location = 1) out vec4 o_second;
layout(location = 2) out vec4 o_third;
layout(location = 3) out vec4 o_fourth;
uniform vec4 u_leftValue;
uniform vec4 u_rightValue;

void main()
{
    o_value = gl_FragCoord.x < 1.0 ? u_leftValue : u_rightValue;
    o_second = o_value;
    o_third = o_value;
    o_fourth = o_value;
}
#elif defined(GATHER)
void main()
{
    o_value = gl_FragCoord.x < 1.0 ? textureGather(u_source, vec2(0.5), CHANNEL).wzxy
                                   : textureGather(u_source, vec2(1.0, 0.0), CHANNEL);
}
#else
void main()
{
    o_value = texture(u_source, vec2(0.5));
}
#endif
