// One triangle that covers the target: no vertex data. GATED: none at all once u_norms (multigrid/norms.frag) says that
// what is left is within u_tolerance of what there was, so that the GPU skips the pass without asking the CPU.
#ifdef GATED
uniform sampler2D u_norms;
uniform float u_tolerance;

bool isWanted()
{
    vec2 norms = texelFetch(u_norms, ivec2(0), 0).xy;
    return !(norms.y <= u_tolerance * u_tolerance * norms.x);
}
#endif

void main()
{
    vec2 corner = vec2(float((gl_VertexID & 1) << 2), float((gl_VertexID & 2) << 1));
    gl_Position = vec4(corner - 1.0, 0.0, 1.0);
#ifdef GATED
    if (!isWanted()) {
        gl_Position = vec4(2.0, 2.0, 0.0, 1.0); // all three corners in one point, and that outside
    }
#endif
}
