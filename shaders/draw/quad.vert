// The domain (u_domainSize, m) in the host's clip space, by u_view, a 2 x 3 matrix by columns. v_place: 0 to 1 over it.
uniform vec2 u_domainSize;
uniform vec2 u_view[3];
out vec2 v_place;

void main()
{
    v_place = vec2(float(gl_VertexID & 1), float((gl_VertexID >> 1) & 1));
    vec2 p = v_place * u_domainSize;
    gl_Position = vec4(u_view[0] * p.x + u_view[1] * p.y + u_view[2], 0.0, 1.0);
}
