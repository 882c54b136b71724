// Marks the tiles of 8 x 8 texels (16 x 16 cells) of a level that must be drawn with two components
// (multigrid/components.glsl). In: u_coarseComponents of the next coarser level (multigrid/components.frag; read
// between cells, four at once). Out: 1 where a cell in the tile or around it has two components, on this level, the
// next coarser one or a finer one.
//   OWN  this level has u_components, and the finer one u_tiles
uniform sampler2D u_coarseComponents;
#ifdef OWN
uniform sampler2D u_components;
uniform sampler2D u_tiles;
#endif
uniform ivec2 u_wrap;
layout(location = 0) out vec4 o_tile;

// Returns whether a cell has two components, among `count` pairs of cells each way from the cell `first` on.
float anyTwo(sampler2D components, vec2 first, int count)
{
    vec2 size = vec2(textureSize(components, 0));
    float any = 0.0;
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < count; i++) {
            vec2 at = first + 2.0 * vec2(i, j) + 1.0;
            at = mix(at, mod(at, size), vec2(u_wrap));
            any = max(any, textureLod(components, at / size, 0.0).z);
        }
    }
    return any;
}

void main()
{
    vec2 tile = floor(gl_FragCoord.xy);
    float any = anyTwo(u_coarseComponents, 8.0 * tile - 2.0, 6);
#ifdef OWN
    any = max(any, anyTwo(u_components, 16.0 * tile - 2.0, 10));
    ivec2 last = textureSize(u_tiles, 0) - 1;
    for (int i = 0; i < 4; i++) {
        any = max(any, texelFetch(u_tiles, min(2 * ivec2(tile) + ivec2(i & 1, i >> 1), last), 0).x);
    }
#endif
    o_tile = vec4(any > 0.1 ? 1.0 : 0.0);
}
