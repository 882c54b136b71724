// Adds the coarser level's correction to the black cells: the sweep that follows begins with red ones and reads no old
// red. It is bilinear (9 own, 3 of each outward neighbour, 1 of the diagonal one), through open weights only. In:
// u_pressure, u_weights, u_correction (of the coarser level). Out: the field, corrected. CONSTANT: the coarse cell's
// own value alone, which is not good enough: for tests. COLOURS: in, as u_black, and out are black cells alone
// (multigrid/sweep.frag). SOLID_FREE: as there.
#include "multigrid/weights.glsl"
#include "multigrid/around.glsl"

#ifdef COLOURS
uniform sampler2D u_black;
#else
uniform sampler2D u_pressure;
#endif
uniform sampler2D u_correction;
#ifndef SOLID_FREE
uniform highp usampler2D u_weights;
#endif
uniform ivec2 u_cells; // of the finer level
#ifdef COLOURS
layout(location = 0) out vec2 o_black;
#else
layout(location = 0) out vec4 o_pressure;
#endif

// `weight`: of the horizontal, the vertical and the diagonal neighbour.
float mean(float own, vec3 around, vec3 weight)
{
    weight *= vec3(3.0, 3.0, 1.0);
    return (9.0 * own + dot(weight, around)) / (9.0 + weight.x + weight.y + weight.z);
}

void main()
{
    // The four texels about the block's own value, turned so that the own value is the first of them: `in...` is the
    // neighbour in the same texel, `out...` the one beyond.
    vec2 cell = floor(gl_FragCoord.xy);
    vec2 odd = mod(cell, 2.0);
    ivec2 blocks = (u_cells + 1) / 2;
    vec2 size = vec2((blocks + 1) / 2);
    Around at = aroundBlock(floor(0.5 * cell) + 0.5, size, 1.0);
    PLACE far = PLACE(mix(vec2(at.low), vec2(at.high), odd));
    vec2 has = mix(at.hasLow, at.hasHigh, odd);
    vec4 own = FETCH(u_correction, at.here.x, at.here.y);
    vec4 h = has.x * FETCH(u_correction, far.x, at.here.y);
    vec4 v = has.y * FETCH(u_correction, at.here.x, far.y);
    vec4 d = has.x * has.y * FETCH(u_correction, far.x, far.y);
    bool turnX = odd.x > 0.5;
    bool turnY = odd.y > 0.5;
    own = turnX ? own.yxwz : own;
    own = turnY ? own.zwxy : own;
    vec2 hh = turnX ? h.xz : h.yw;
    hh = turnY ? hh.yx : hh;
    vec2 vv = turnY ? v.xy : v.zw;
    vv = turnX ? vv.yx : vv;
    float dd = turnY ? (turnX ? d.x : d.y) : (turnX ? d.z : d.w);

    // For b the neighbours right and below are outward, for c those left and above.
    vec4 b = vec4(turnX ? hh.x : own.y, turnY ? own.z : vv.x, turnX ? (turnY ? hh.y : dd) : (turnY ? own.w : vv.y),
                  0.0);
    vec4 c = vec4(turnX ? own.y : hh.x, turnY ? vv.x : own.z, turnX ? (turnY ? vv.y : own.w) : (turnY ? dd : hh.y),
                  0.0);
    // Beyond the edge a correction goes on as its image, for at open sides it is 0 on the edge. Walls have no weight.
    vec2 ends = 1.0 - vec2(u_wrap);
    vec2 isFirst = 1.0 - step(1.0, cell);
    vec2 isLast = step(vec2(blocks) - 1.0, cell);
    vec4 edges = ends.xyxy * vec4(isLast.x, isFirst.y, isFirst.x, isLast.y); // of b right and below, of c left and above
    b.xz = edges.x > 0.5 ? vec2(-own.x, -b.y) : b.xz;
    b.yz = edges.y > 0.5 ? vec2(-own.x, -b.x) : b.yz;
    c.xz = edges.z > 0.5 ? vec2(-own.x, -c.y) : c.xz;
    c.yz = edges.w > 0.5 ? vec2(-own.x, -c.x) : c.yz;
#ifdef SOLID_FREE
    vec4 sides = min(mix(vec4(1.0), u_sides, vec4(isFirst.x, isLast.x, isFirst.y, isLast.y)), 1.0);
    vec2 toB = sides.yz;
    vec2 toC = sides.xw;
    float diagonalB = toB.x * toB.y;
    float diagonalC = toC.x * toC.y;
#else
    uvec4 bits = texelFetch(u_weights, ivec2(cell), 0);
    vec2 toB = min(vec2(weightAt(bits.x, 2), weightAt(bits.y, 1)), 1.0);
    vec2 toC = min(vec2(weightAt(bits.x, 3), weightAt(bits.y, 4)), 1.0);
    float diagonalB = max(toB.x * weightAt(bits.z, 1), toB.y * weightAt(bits.z, 4));
    float diagonalC = max(toC.x * weightAt(bits.w, 5), toC.y * weightAt(bits.w, 0));
#endif
#ifdef CONSTANT
    vec2 correction = vec2(own.x);
#else
    vec2 correction = vec2(mean(own.x, b.xyz, vec3(toB, min(diagonalB, 1.0))),
                           mean(own.x, c.xyz, vec3(toC, min(diagonalC, 1.0))));
#endif
#ifndef SOLID_FREE
    correction *= ownFree(bits).yz;
#endif
#ifdef COLOURS
    PLACE self = placeOf(gl_FragCoord.xy, vec2(blocks));
    o_black = FETCH(u_black, self.x, self.y).xy + correction;
#else
    PLACE self = placeOf(gl_FragCoord.xy, vec2(blocks));
    vec4 pressure = FETCH(u_pressure, self.x, self.y);
    o_pressure = pressure + vec4(0.0, correction, 0.0);
#endif
}
