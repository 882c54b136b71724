// The fluid's domain as a quad in the host's clip space. u_domainSize: m. u_view: from the domain's lower left corner,
// a 2 x 3 matrix by columns. v_place: 0 to 1 over the domain.
uniform vec2 u_domainSize;
uniform vec2 u_view[3];
out vec2 v_place;

void main()
{
    v_place = vec2(float(gl_VertexID & 1), float((gl_VertexID >> 1) & 1));
    vec2 p = v_place * u_domainSize;
    gl_Position = vec4(u_view[0] * p.x + u_view[1] * p.y + u_view[2], 0.0, 1.0);
}
