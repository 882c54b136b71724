// Covers the target, without vertex data: by one triangle, or with TILED by two for each tile that u_tiles asks for by a
// value above 0.5, or with CLASS by that value. GATED: nothing is drawn once u_norms (multigrid/norms.frag) says
// that what is left is within u_tolerance of what there was, so that the GPU skips the pass without asking the CPU.
#ifdef GATED
uniform sampler2D u_norms;
uniform float u_tolerance;
#endif
#ifdef TILED
uniform sampler2D u_tiles;
uniform vec2 u_tileSize; // of a tile, in units of clip space
#endif

// All corners of what is not wanted fall into one point, and that outside.
const vec4 NOWHERE = vec4(2.0, 2.0, 0.0, 1.0);

vec4 place()
{
#ifdef TILED
    int columns = textureSize(u_tiles, 0).x;
    int number = gl_VertexID / 6;
    int corner = gl_VertexID % 6; // of two triangles: 0 1 2, 2 1 3
    corner = corner < 3 ? corner : corner == 3 ? 2 : corner == 4 ? 1 : 3;
    ivec2 tile = ivec2(number % columns, number / columns);
    vec4 at = vec4(vec2(tile + ivec2(corner & 1, corner >> 1)) * u_tileSize - 1.0, 0.0, 1.0);
    float value = texelFetch(u_tiles, tile, 0).x;
#ifdef CLASS
    value = 1.0 - abs(value - float(CLASS));
#endif
    return value > 0.5 ? at : NOWHERE;
#else
    vec2 corner = vec2(float((gl_VertexID & 1) << 2), float((gl_VertexID & 2) << 1));
    return vec4(corner - 1.0, 0.0, 1.0);
#endif
}

void main()
{
    gl_Position = place();
#ifdef GATED
    vec2 norms = texelFetch(u_norms, ivec2(0), 0).xy;
    if (norms.y <= u_tolerance * u_tolerance * norms.x) {
        gl_Position = NOWHERE;
    }
#endif
}
