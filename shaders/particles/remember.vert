// A texel of the memory for each particle, by its id; of two ids that share one, the later particle's stays. In:
// u_inside (particles/inside.frag), u_memorySize: texels.
#include "common/tile_vertex.glsl"

uniform highp usampler2D u_tags;
uniform highp usampler2D u_inside;
uniform highp usampler2D u_count;
uniform ivec2 u_memorySize;
flat out uvec3 v_memory;

void main()
{
    int particle = tileNumber();
    int width = textureSize(u_tags, 0).x;
    ivec2 texel = ivec2(particle % width, particle / width);
    uint id = texelFetch(u_tags, texel, 0).x;
    int at = int(id % uint(u_memorySize.x * u_memorySize.y));
    vec2 place = vec2(at % u_memorySize.x, at / u_memorySize.x);
    bool alive = uint(particle) < texelFetch(u_count, ivec2(0), 0).x;
    v_memory = uvec3(id + 1u, texelFetch(u_inside, texel, 0).xy);
    gl_Position = vec4(alive ? 2.0 * (place + placeInTile()) / vec2(u_memorySize) - 1.0 : vec2(2.0), 0.0, 1.0);
    gl_PointSize = u_tileTexels;
}
