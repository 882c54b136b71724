// The fluid's domain as a quad in the host's clip space. u_rect: origin and size, m. u_view: 2 x 3 matrix, columns in
// pairs. v_place: 0 to 1 over the domain.
uniform vec4 u_rect;
uniform vec2 u_view[3];
out vec2 v_place;

void main()
{
    v_place = vec2(float(gl_VertexID & 1), float((gl_VertexID >> 1) & 1));
    vec2 p = u_rect.xy + v_place * u_rect.zw;
    gl_Position = vec4(u_view[0] * p.x + u_view[1] * p.y + u_view[2], 0.0, 1.0);
}
