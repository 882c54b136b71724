// Prolongs, as multigrid/prolong.frag, from a level whose cells have two components: each finer component takes the
// value of the one that it is part of and those of its outward neighbours, weighed by the weights that lead there. In:
// u_pressure, u_weights and, unless FINEST, u_pressureB of the finer level; u_correction, u_correctionB and
// u_componentWeights of the coarser one. Out: the field, corrected. COLOURS: FINEST, in, as u_black, and out are black
// cells alone (multigrid/sweep.frag).
#include "multigrid/pair.glsl"

#ifdef COLOURS
uniform sampler2D u_black;
#else
uniform sampler2D u_pressure;
#endif
uniform sampler2D u_correction;
uniform sampler2D u_correctionB;
uniform highp usampler2D u_componentWeights;
#ifdef COLOURS
layout(location = 0) out vec2 o_black;
#else
layout(location = 0) out vec4 o_pressure;
#endif
#ifdef FINEST
const int COMPONENTS = 1;
#else
const int COMPONENTS = 2;
uniform sampler2D u_pressureB;
layout(location = 1) out vec4 o_pressureB;
#endif

// The corrections of the two components of a finer cell.
vec2 injected(ivec2 cell)
{
    ivec2 size = textureSize(u_componentWeights, 0);
    cell = wrapped(cell, u_cells);
    if (!isInside(cell, u_cells)) {
        return vec2(0.0);
    }
    ivec2 coarse = cell >> 1;
    uint components = texelFetch(u_componentWeights, coarse, 0).z >> 8;
    int place = (coarse.x & 1) + 2 * (coarse.y & 1);
    int child = (cell.x & 1) + 2 * (cell.y & 1);
    vec2 pair = vec2(texelFetch(u_correction, coarse >> 1, 0)[place], texelFetch(u_correctionB, coarse >> 1, 0)[place]);
    return vec2(pick(pair, partOf(components, child, 0)), pick(pair, partOf(components, child, 1)));
}

// Two weights, the own one first, over two faces in turn.
vec4 chained(vec4 a, vec4 b)
{
    return vec4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);
}

// `h` and `v`: weights to the horizontal and the vertical outward neighbour; `hv`, `vh`: on from there to the diagonal.
vec2 mean(ivec2 cell, ivec2 outward, vec4 h, vec4 hv, vec4 v, vec4 vh)
{
    h = min(CELL_UNIT * h, 1.0);
    v = min(CELL_UNIT * v, 1.0);
    vec4 diagonal = min(max(chained(h, CELL_UNIT * hv), chained(v, CELL_UNIT * vh)), 1.0);
    vec2 one = vec2(1.0);
    vec2 openH = weigh(h, one);
    vec2 openV = weigh(v, one);
    vec2 openD = weigh(diagonal, one);
    // Beyond the edge there is the image, as in multigrid/prolong.frag.
    bool imageH = !isInside(wrapped(cell + ivec2(outward.x, 0), u_cells), u_cells);
    bool imageV = !isInside(wrapped(cell + ivec2(0, outward.y), u_cells), u_cells);
    vec2 own = injected(cell);
    vec2 atH = imageH ? -openH * own : weigh(h, injected(cell + ivec2(outward.x, 0)));
    vec2 atV = imageV ? -openV * own : weigh(v, injected(cell + ivec2(0, outward.y)));
    vec2 atD = weigh(diagonal, injected(cell + outward));
    if (imageH) {
        atD = -openD * atV / max(openV, 1e-3);
    } else if (imageV) {
        atD = -openD * atH / max(openH, 1e-3);
    }
    return (9.0 * own + 3.0 * atH + 3.0 * atV + atD) / (9.0 + 3.0 * openH + 3.0 * openV + openD);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 x = ivec2(1, 0);
    ivec2 y = ivec2(0, 1);
    ivec2 cell = 2 * texel + x;
    uvec4 below = cellAt(cell - y);
    uvec4 own = cellAt(cell);
    vec4 outer = weightsOf(own.w); // out of the domain: to 0
    vec2 b = isNotHeld(own) * mean(cell, x - y, weightsOf(own.x), turned(weightsOf(cellAt(cell + x - y).y)),
                  turned(weightsOf(below.y)) + vec4(outer.z, 0.0, outer.w, 0.0), weightsOf(below.x));
    cell = 2 * texel + y;
    uvec4 left = cellAt(cell - x);
    own = cellAt(cell);
    outer = weightsOf(own.w);
    vec2 c = isNotHeld(own) * mean(cell, y - x, turned(weightsOf(left.x)) + vec4(outer.x, 0.0, outer.y, 0.0),
                                   weightsOf(left.y),
                  weightsOf(own.y),
                  turned(weightsOf(cellAt(cell - x + y).x)));
#ifdef COLOURS
    o_black = texelFetch(u_black, texel, 0).xy + vec2(b.x, c.x);
#else
    o_pressure = texelFetch(u_pressure, texel, 0) + vec4(0.0, b.x, c.x, 0.0);
#endif
#ifndef FINEST
    o_pressureB = texelFetch(u_pressureB, texel, 0) + vec4(0.0, b.y, c.y, 0.0);
#endif
}
