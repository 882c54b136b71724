// The staggered grid: where values lie, and how to read between them. Positions are in cells: cell (i, j) covers
// [i, i+1] x [j, j+1]. u_velocity has one texel more than cells each way: texel (i, j) holds the velocity through the
// cell's left face, at (i, j + 0.5), in x, and through its bottom face, at (i + 0.5, j), in y, in m/s. x of the topmost
// row and y of the rightmost column are no faces: they repeat their neighbours, so that velocity along a wall continues
// beyond it unchanged and every sampler may clamp. Cell-centred fields have texel (i, j) at (i + 0.5, j + 0.5).
//   MANUAL_BILINEAR  the context does not filter float textures, so four texels are mixed here
//   WRAP             axes with u_wrap 1 are periodic; samplers cannot wrap velocity, whose last texel is its first
#include "common/between.glsl"

uniform ivec2 u_cells;
#ifdef WRAP
#include "common/placed.glsl"
uniform ivec2 u_wrap;

// Returns the texel to read in place of one beyond the edge. `extra`: texels more than a period, 1 for velocity.
#define placed(texel, size, extra) placedAt(texel, size, extra, u_wrap)

// Returns the nearest place within the domain; periodic axes have no end.
vec2 inDomain(vec2 p)
{
    return mix(clamp(p, vec2(0.0), vec2(u_cells)), p, vec2(u_wrap));
}
#else
#define placed(texel, size, extra) clamp(texel, ivec2(0), (size) - 1)
#define inDomain(p) clamp(p, vec2(0.0), vec2(u_cells))
#endif

// sampleLinear reads linearly between texels, by the sampler's filter where possible; `texel`: in texels, of which
// (i, j) has its centre at (i + 0.5, j + 0.5). sampleCells is for fields with a texel a cell, sampleFaces for velocity.
#if defined(MANUAL_BILINEAR) || defined(WRAP)
vec4 sampleManually(sampler2D field, vec2 texel, int extra)
{
    ivec2 size = textureSize(field, 0);
    vec2 base = floor(texel - 0.5);
    ivec2 a = placed(ivec2(base), size, extra), b = placed(ivec2(base) + 1, size, extra);
    return betweenTexels(field, a, b, texel - 0.5 - base);
}

#define sampleLinear(field, texel) sampleManually(field, texel, 0)
#define sampleCells sampleLinear
#define sampleFaces(velocity, texel) sampleManually(velocity, texel, 1)
#else
#define sampleLinear(field, texel) textureLod(field, (texel) / vec2(textureSize(field, 0)), 0.0)
#define sampleCells(field, p) textureLod(field, (p) / vec2(u_cells), 0.0)

vec4 sampleFaces(sampler2D velocity, vec2 texel)
{
#if defined(PAIRS) && defined(ATLAS)
    vec2 size = vec2(u_cells + 1);
    return wholeLod(velocity, placeInWhole(clamp(texel, vec2(0.5), size - 0.5), size));
#elif defined(PAIRS) // textureSize() is slow on GPUs
    return textureLod(velocity, texel * (1.0 / vec2(u_cells + 1)), 0.0);
#else
    return textureLod(velocity, texel / vec2(u_cells + 1), 0.0);
#endif
}
#endif

// Returns the velocity at a position (cells), m/s.
vec2 velocityAt(sampler2D velocity, vec2 p)
{
    return vec2(sampleFaces(velocity, vec2(p.x + 0.5, p.y)).x, sampleFaces(velocity, vec2(p.x, p.y + 0.5)).y);
}
