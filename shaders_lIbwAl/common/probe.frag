// Tries a format: FILL writes u_value to the left texel and u_outside to the right one; SAMPLE reads u_source half-way
// between its two texels.
layout(location = 0) out vec4 o_value;

#ifdef FILL
uniform vec4 u_value;
uniform vec4 u_outside;

void main()
{
    o_value = gl_FragCoord.x < 1.0 ? u_value : u_outside;
}
#else
uniform sampler2D u_source;

void main()
{
    o_value = texture(u_source, vec2(0.5));
}
#endif
