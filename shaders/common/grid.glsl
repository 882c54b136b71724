// Where values lie on the staggered grid, and how to read between them.
//
// Positions are in cells: cell (i, j) covers [i, i+1] x [j, j+1]. u_velocity has one texel more than cells each way:
// texel (i, j) holds the velocity through the cell's left face, at (i, j + 0.5), in x, and through its bottom face, at
// (i + 0.5, j), in y, in m/s. x of the topmost row and y of the rightmost column are no faces: they repeat their
// neighbours, so that velocity along a wall continues beyond it unchanged (the wall slips) and every sampler may clamp.
// Cell-centred fields have texel (i, j) at (i + 0.5, j + 0.5).
// MANUAL_BILINEAR: the context does not filter float textures, so four texels are mixed here.
uniform ivec2 u_cells;

// Linear between texel centres; `texel` in texels, so that texel (i, j) has its centre at (i + 0.5, j + 0.5).
vec4 sampleLinear(sampler2D field, vec2 texel)
{
#ifdef MANUAL_BILINEAR
    ivec2 last = textureSize(field, 0) - 1;
    vec2 q = texel - 0.5;
    vec2 base = floor(q);
    vec2 t = q - base;
    ivec2 a = clamp(ivec2(base), ivec2(0), last);
    ivec2 b = clamp(ivec2(base) + 1, ivec2(0), last);
    return mix(mix(texelFetch(field, a, 0), texelFetch(field, ivec2(b.x, a.y), 0), t.x),
               mix(texelFetch(field, ivec2(a.x, b.y), 0), texelFetch(field, b, 0), t.x), t.y);
#else
    return textureLod(field, texel / vec2(textureSize(field, 0)), 0.0);
#endif
}

// Velocity at a position (cells), m/s.
vec2 velocityAt(sampler2D velocity, vec2 p)
{
    return vec2(sampleLinear(velocity, vec2(p.x + 0.5, p.y)).x, sampleLinear(velocity, vec2(p.x, p.y + 0.5)).y);
}

// Where the fluid at p (cells), whose velocity is v there, was one step ago: midpoint rule. `stepCells` is dt over the
// cell size, cells per m/s.
vec2 backtrace(sampler2D velocity, vec2 p, vec2 v, float stepCells)
{
    vec2 n = vec2(u_cells);
    vec2 middle = clamp(p - 0.5 * stepCells * v, vec2(0.0), n);
    return clamp(p - stepCells * velocityAt(velocity, middle), vec2(0.0), n);
}
