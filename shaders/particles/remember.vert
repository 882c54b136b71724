// A texel of the memory for each particle, by its id; where two ids share one, that of the later particle stays. In:
// u_inside (particles/inside.frag), u_memorySize: texels. u_tileTexels, u_tileVertices: as in common/cover.vert.
uniform highp usampler2D u_tags;
uniform highp usampler2D u_inside;
uniform highp usampler2D u_count;
uniform ivec2 u_memorySize;
uniform float u_tileTexels;
uniform int u_tileVertices; // 1: a point; 6: triangles 0 1 2, 2 1 3
flat out uvec3 v_memory;

void main()
{
    int particle = gl_VertexID / u_tileVertices;
    int corner = gl_VertexID % u_tileVertices;
    corner = corner < 3 ? corner : corner == 3 ? 2 : corner == 4 ? 1 : 3;
    int width = textureSize(u_tags, 0).x;
    ivec2 texel = ivec2(particle % width, particle / width);
    uint id = texelFetch(u_tags, texel, 0).x;
    int at = int(id % uint(u_memorySize.x * u_memorySize.y));
    vec2 place = vec2(at % u_memorySize.x, at / u_memorySize.x);
    vec2 part = u_tileVertices == 1 ? vec2(0.5) : vec2(corner & 1, corner >> 1);
    bool alive = uint(particle) < texelFetch(u_count, ivec2(0), 0).x;
    v_memory = uvec3(id + 1u, texelFetch(u_inside, texel, 0).xy);
    gl_Position = vec4(alive ? 2.0 * (place + part) / vec2(u_memorySize) - 1.0 : vec2(2.0), 0.0, 1.0);
    gl_PointSize = u_tileTexels;
}
