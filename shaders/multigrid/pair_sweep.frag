// Sweeps, as multigrid/sweep.frag, a level whose cells have two components (multigrid/components.glsl): both values of
// a cell are solved for together. In: u_pressure, u_pressureB, u_rhs, u_rhsB, u_weights. Out: the field, swept. ZERO:
// the field is 0 and not read.
#include "multigrid/pair.glsl"

#ifndef ZERO
uniform sampler2D u_pressure;
uniform sampler2D u_pressureB;
#endif
uniform sampler2D u_rhs;
uniform sampler2D u_rhsB;
layout(location = 0) out vec4 o_pressure;
layout(location = 1) out vec4 o_pressureB;

vec2 solved(Cross cross, Sides values, vec2 rhs)
{
    vec2 diagonal = diagonalOf(cross);
    float inner = float(cross.cell.z & 255u);
    vec2 sum = neighbourSum(cross, values) - rhs / CELL_UNIT;
    vec2 exists = cross.inside * step(vec2(0.5), diagonal);
    vec2 d = max(diagonal, 1.0);
    vec2 value = (d.yx * sum + inner * sum.yx) / max(d.x * d.y - inner * inner, 0.1);
    return vec2(exists.x > 0.5 ? value.x : 0.0, exists.y > 0.5 ? value.y : 0.0);
}

struct Block {
    vec4 a;
    vec4 b;
};

Block readField(ivec2 texel)
{
#ifdef ZERO
    return Block(vec4(0.0), vec4(0.0));
#else
    ivec2 size = textureSize(u_pressure, 0);
    texel = wrapped(texel, size);
    if (!isInside(texel, size)) {
        return Block(vec4(0.0), vec4(0.0));
    }
    return Block(texelFetch(u_pressure, texel, 0), texelFetch(u_pressureB, texel, 0));
#endif
}

Block readRhs(ivec2 texel)
{
    ivec2 size = textureSize(u_rhs, 0);
    texel = clamp(wrapped(texel, size), ivec2(0), size - 1);
    return Block(texelFetch(u_rhs, texel, 0), texelFetch(u_rhsB, texel, 0));
}

vec2 at(Block block, int place)
{
    return vec2(block.a[place], block.b[place]);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = 2 * texel;
    ivec2 x = ivec2(1, 0);
    ivec2 y = ivec2(0, 1);
    uvec4 a = cellAt(cell);
    uvec4 b = cellAt(cell + x);
    uvec4 c = cellAt(cell + y);
    uvec4 d = cellAt(cell + x + y);
    uvec4 leftB = cellAt(cell - x);
    uvec4 leftD = cellAt(cell - x + y);
    uvec4 bottomC = cellAt(cell - y);
    uvec4 bottomD = cellAt(cell + x - y);
    uvec4 rightA = cellAt(cell + 2 * x);
    uvec4 topA = cellAt(cell + 2 * y);
    uvec4 leftTopB = cellAt(cell - x + 2 * y);
    uvec4 rightBottomC = cellAt(cell + 2 * x - y);
    Block own = readField(texel);
    Block l = readField(texel - x);
    Block r = readField(texel + x);
    Block bo = readField(texel - y);
    Block t = readField(texel + y);
    vec2 lt = at(readField(texel - x + y), 1);
    vec2 rb = at(readField(texel + x - y), 2);
    Block rhs = readRhs(texel);

    vec2 newA = solved(crossAt(cell, a, leftB, bottomC), Sides(at(l, 1), at(own, 1), at(bo, 2), at(own, 2)),
                       at(rhs, 0));
    vec2 newD = solved(crossAt(cell + x + y, d, c, b), Sides(at(own, 2), at(r, 2), at(own, 1), at(t, 1)), at(rhs, 3));
    vec2 newRightA = solved(crossAt(cell + 2 * x, rightA, b, rightBottomC), Sides(at(own, 1), at(r, 1), rb, at(r, 2)),
                            at(readRhs(texel + x), 0));
    vec2 newTopA = solved(crossAt(cell + 2 * y, topA, leftTopB, c), Sides(lt, at(t, 1), at(own, 2), at(t, 2)),
                          at(readRhs(texel + y), 0));
    vec2 newLeftD = solved(crossAt(cell - x + y, leftD, cellAt(cell - 2 * x + y), leftB),
                           Sides(at(l, 2), at(own, 2), at(l, 1), lt),
                           at(readRhs(texel - x), 3));
    vec2 newBottomD = solved(crossAt(cell + x - y, bottomD, bottomC, cellAt(cell + x - 2 * y)),
                             Sides(at(bo, 2), rb, at(bo, 1), at(own, 1)), at(readRhs(texel - y), 3));
    vec2 newB = solved(crossAt(cell + x, b, a, bottomD), Sides(newA, newRightA, newBottomD, newD), at(rhs, 1));
    vec2 newC = solved(crossAt(cell + y, c, leftD, a), Sides(newLeftD, newD, newA, newTopA), at(rhs, 2));
    o_pressure = vec4(newA.x, newB.x, newC.x, newD.x);
    o_pressureB = vec4(newA.y, newB.y, newC.y, newD.y);
}
