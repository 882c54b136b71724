// Restricts, as multigrid/restrict.frag, to a level whose cells have two components: residuals are summed by the
// component that they belong to. In: u_pressure, u_rhs, u_weights of the finer level and, unless that is the FINEST,
// u_pressureB, u_rhsB; u_componentWeights of the coarser one. Out: rhs of its components. CHANGE, of the FINEST: from
// the change of black cells alone, as in multigrid/restrict.frag.
#include "multigrid/pair.glsl"

#ifdef CHANGE
uniform sampler2D u_change;
#else
uniform sampler2D u_pressure;
uniform sampler2D u_rhs;
#endif
#ifndef FINEST
uniform sampler2D u_pressureB;
uniform sampler2D u_rhsB;
#endif
uniform highp usampler2D u_componentWeights;
layout(location = 0) out vec4 o_rhs;
layout(location = 1) out vec4 o_rhsB;

#ifdef CHANGE
#define SIZE textureSize(u_change, 0)
#else
#define SIZE textureSize(u_pressure, 0)
#endif

vec2 valueAt(ivec2 texel, int place)
{
    ivec2 size = SIZE;
    texel = wrapped(texel, size);
    if (!isInside(texel, size)) {
        return vec2(0.0);
    }
#ifdef CHANGE
    return vec2(vec4(0.0, texelFetch(u_change, texel, 0).xy, 0.0)[place], 0.0);
#elif defined(FINEST)
    return vec2(texelFetch(u_pressure, texel, 0)[place], 0.0);
#else
    return vec2(texelFetch(u_pressure, texel, 0)[place], texelFetch(u_pressureB, texel, 0)[place]);
#endif
}

vec2 rhsAt(ivec2 texel, int place)
{
#ifdef CHANGE
    return vec2(0.0);
#elif defined(FINEST)
    return vec2(texelFetch(u_rhs, texel, 0)[place], 0.0);
#else
    return vec2(texelFetch(u_rhs, texel, 0)[place], texelFetch(u_rhsB, texel, 0)[place]);
#endif
}

vec2 residual(Cross cross, vec2 own, Sides values, vec2 rhs)
{
    vec2 diagonal = diagonalOf(cross);
    vec2 flux = neighbourSum(cross, values) + float(cross.cell.z & 255u) * own.yx - diagonal * own;
    return cross.inside * isNotHeld(cross.cell) * step(vec2(0.5), diagonal) * (rhs - CELL_UNIT * flux);
}

// Residuals of red cells, by part of the coarse cell.
vec2 blockSum(ivec2 texel)
{
    if (!isInside(texel, SIZE)) {
        return vec2(0.0);
    }
    ivec2 cell = 2 * texel;
    ivec2 x = ivec2(1, 0);
    ivec2 y = ivec2(0, 1);
    uint components = texelFetch(u_componentWeights, texel, 0).z >> 8;
    vec2 b = valueAt(texel, 1);
    vec2 c = valueAt(texel, 2);
    vec2 ofA = residual(crossAt(cell, cellAt(cell), cellAt(cell - x), cellAt(cell - y)), valueAt(texel, 0),
                        Sides(valueAt(texel - x, 1), b, valueAt(texel - y, 2), c), rhsAt(texel, 0));
    vec2 ofD = residual(crossAt(cell + x + y, cellAt(cell + x + y), cellAt(cell + y), cellAt(cell + x)),
                        valueAt(texel, 3),
                        Sides(c, valueAt(texel + x, 2), b, valueAt(texel + y, 1)), rhsAt(texel, 3));
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 2; i++) {
        int partA = partOf(components, 0, i);
        int partD = partOf(components, 3, i);
        sum += vec2(partA == 1 ? ofA[i] : 0.0, partA == 2 ? ofA[i] : 0.0);
        sum += vec2(partD == 1 ? ofD[i] : 0.0, partD == 2 ? ofD[i] : 0.0);
    }
    return sum;
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    vec2 a = blockSum(first);
    vec2 b = blockSum(first + ivec2(1, 0));
    vec2 c = blockSum(first + ivec2(0, 1));
    vec2 d = blockSum(first + ivec2(1, 1));
    o_rhs = vec4(a.x, b.x, c.x, d.x);
    o_rhsB = vec4(a.y, b.y, c.y, d.y);
}
