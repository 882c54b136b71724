// Sweeps, as multigrid/level.frag, a level whose cells have two components (multigrid/components.glsl): both values of
// a cell are solved for together. In: u_field, u_fieldB, from the texel FROM on, u_rhs, u_rhsB, from RHS_FIRST on,
// u_weights; u_old: 1, or 0 for a field of 0. Out: the field, swept, from TO on.
#include "multigrid/places.glsl"
#include "multigrid/pair.glsl"

uniform sampler2D u_field;
uniform sampler2D u_fieldB;
uniform float u_old;
uniform sampler2D u_rhs;
uniform sampler2D u_rhsB;
uniform float u_omega;
layout(location = 0) out vec4 o_pressure;
layout(location = 1) out vec4 o_pressureB;

struct Block {
    vec4 a, b;
};

Block readField(ivec2 texel)
{
    ivec2 size = (u_cells + 1) / 2;
    texel = wrapped(texel, size);
    if (!isInside(texel, size) || u_old == 0.0) {
        return Block(vec4(0.0), vec4(0.0));
    }
    return Block(unmarked(texelFetch(u_field, FROM + texel, 0)), texelFetch(u_fieldB, FROM + texel, 0));
}

Block readRhs(ivec2 texel)
{
    ivec2 size = (u_cells + 1) / 2;
    texel = RHS_FIRST + clamp(wrapped(texel, size), ivec2(0), size - 1);
    return Block(texelFetch(u_rhs, texel, 0), texelFetch(u_rhsB, texel, 0));
}

vec2 at(Block block, int place)
{
    return vec2(block.a[place], block.b[place]);
}

vec2 relaxed(Cross cross, Sides values, Block rhs, Block old, int place)
{
    return existing(cross) * mix(at(old, place), solved(cross, values, at(rhs, place), 1.0), u_omega);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy) - TO;
    ivec2 cell = 2 * texel;
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    uvec4 a = cellAt(cell);
    uvec4 b = cellAt(cell + x), c = cellAt(cell + y);
    uvec4 d = cellAt(cell + x + y);
    uvec4 leftB = cellAt(cell - x);
    uvec4 leftD = cellAt(cell - x + y);
    uvec4 bottomC = cellAt(cell - y);
    uvec4 bottomD = cellAt(cell + x - y);
    uvec4 rightA = cellAt(cell + 2 * x), topA = cellAt(cell + 2 * y);
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
    Cross crossA = crossAt(cell, a, leftB, bottomC);
    Cross crossB = crossAt(cell + x, b, a, bottomD);
    Cross crossC = crossAt(cell + y, c, leftD, a);
    Cross crossD = crossAt(cell + x + y, d, c, b);

    vec2 newA = relaxed(crossA, Sides(at(l, 1), at(own, 1), at(bo, 2), at(own, 2)), rhs, own, 0);
    vec2 newD = relaxed(crossD, Sides(at(own, 2), at(r, 2), at(own, 1), at(t, 1)), rhs, own, 3);
    vec2 newRightA = relaxed(crossAt(cell + 2 * x, rightA, b, rightBottomC), Sides(at(own, 1), at(r, 1), rb, at(r, 2)),
                             readRhs(texel + x), r, 0);
    vec2 newTopA = relaxed(crossAt(cell + 2 * y, topA, leftTopB, c), Sides(lt, at(t, 1), at(own, 2), at(t, 2)),
                           readRhs(texel + y), t, 0);
    vec2 newLeftD = relaxed(crossAt(cell - x + y, leftD, cellAt(cell - 2 * x + y), leftB),
                            Sides(at(l, 2), at(own, 2), at(l, 1), lt), readRhs(texel - x), l, 3);
    vec2 newBottomD = relaxed(crossAt(cell + x - y, bottomD, bottomC, cellAt(cell + x - 2 * y)),
                              Sides(at(bo, 2), rb, at(bo, 1), at(own, 1)), readRhs(texel - y), bo, 3);
    vec2 newB = relaxed(crossB, Sides(newA, newRightA, newBottomD, newD), rhs, own, 1);
    vec2 newC = relaxed(crossC, Sides(newLeftD, newD, newA, newTopA), rhs, own, 2);
    o_pressure = vec4(markedA(crossA, newA.x), markedA(crossB, newB.x), markedA(crossC, newC.x),
                      markedA(crossD, newD.x));
    o_pressureB = vec4(newA.y, newB.y, newC.y, newD.y);
}
