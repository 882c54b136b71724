// Prolongs, as multigrid/between.glsl, from a level whose cells have two components: each finer component gets a mean
// of its own coarse component and the nearest neighbours, by the weights between them. In: u_weights of the finer
// level; u_field, u_fieldB, from the texel FROM on, and u_componentWeights of the coarser one. Out: both, from TO on.
//   FINEST  out: black cells, u_black of multigrid/first.frag, corrected, packed
#include "multigrid/places.glsl"
#include "common/loops.glsl"
#include "multigrid/pair.glsl"

uniform sampler2D u_field;
uniform sampler2D u_fieldB;
uniform highp usampler2D u_componentWeights;
layout(location = 0) out vec4 o_pressure;
#ifdef FINEST
uniform sampler2D u_black;
#else
layout(location = 1) out vec4 o_pressureB;
#endif

// Returns the corrections of the two components of a finer cell.
vec2 injected(ivec2 cell)
{
    cell = wrapped(cell, u_cells);
    if (!isInside(cell, u_cells)) {
        return vec2(0.0);
    }
    ivec2 coarse = cell >> 1;
    uint components = texelFetch(u_componentWeights, coarse, 0).z >> 8;
    int place = (coarse.x & 1) + 2 * (coarse.y & 1), child = (cell.x & 1) + 2 * (cell.y & 1);
    ivec2 texel = FROM + (coarse >> 1);
    vec2 pair = vec2(unmarked(texelFetch(u_field, texel, 0))[place], texelFetch(u_fieldB, texel, 0)[place]);
    return vec2(pick(pair, partOf(components, child, 0)), pick(pair, partOf(components, child, 1)));
}

// Returns the weight through two faces, one after the other; `a`: the cell's own face.
vec4 chained(vec4 a, vec4 b)
{
    return vec4(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w, a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);
}

// Returns the coarse values' mean. `h`, `v`: weights to the nearest neighbours; `hv`, `vh`: from these to the diagonal.
vec2 mean(ivec2 cell, ivec2 outward, vec4 h, vec4 hv, vec4 v, vec4 vh)
{
    h = min(CELL_UNIT * h, 1.0);
    v = min(CELL_UNIT * v, 1.0);
    vec4 diagonal = min(max(chained(h, CELL_UNIT * hv), chained(v, CELL_UNIT * vh)), 1.0);
    vec2 one = vec2(1.0);
    vec2 openH = weigh(h, one), openV = weigh(v, one), openD = weigh(diagonal, one);
    // Beyond the edge stands the negative mirror image, as in multigrid/between.glsl.
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

// Returns the values of a finer cell. `way`: from the block's centre to it, 1 or -1 along each axis.
vec2 prolonged(ivec2 cell, ivec2 way)
{
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    ivec2 acrossX = cell + ivec2(way.x, 0);
    ivec2 acrossY = cell + ivec2(0, way.y);
    uvec4 own = cellAt(cell);
    vec4 outer = weightsOf(own.w); // weights out of the domain, to the value 0
    vec4 h = way.x > 0 ? weightsOf(own.x) : turned(weightsOf(cellAt(cell - x).x)) + vec4(outer.x, 0.0, outer.y, 0.0);
    vec4 v = way.y > 0 ? weightsOf(own.y) : turned(weightsOf(cellAt(cell - y).y)) + vec4(outer.z, 0.0, outer.w, 0.0);
    vec4 hv = way.y > 0 ? weightsOf(cellAt(acrossX).y) : turned(weightsOf(cellAt(acrossX - y).y));
    vec4 vh = way.x > 0 ? weightsOf(cellAt(acrossY).x) : turned(weightsOf(cellAt(acrossY - x).x));
    return isNotHeld(own) * mean(cell, way, h, hv, v, vh);
}

void main()
{
#ifdef FINEST
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 black = texelFetch(u_black, texel, 0).xy;
    o_pressure = vec4(0.0, black.x + prolonged(2 * texel + ivec2(1, 0), ivec2(1, -1)).x,
                      black.y + prolonged(2 * texel + ivec2(0, 1), ivec2(-1, 1)).x, 0.0);
#else
    ivec2 texel = ivec2(gl_FragCoord.xy) - TO;
    vec4 a = vec4(0.0), b = vec4(0.0);
    for (int k = 0; k < TURNS(4); k++) {
        ivec2 child = ivec2(k & 1, k >> 1);
        vec2 found = prolonged(2 * texel + child, 2 * child - 1);
        a[k] = found.x;
        b[k] = found.y;
    }
    o_pressure = a;
    o_pressureB = b;
#endif
}
