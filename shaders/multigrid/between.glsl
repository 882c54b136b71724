// Prolongs the coarser level's solution to a block and to the cells around it that a sweep reads. A coarse cell is a
// block of the finer level. Prolongation is bilinear: the cell's own coarse cell has weight 9, the two nearest
// neighbours 3 each and the diagonal one 1; marked cells (MARK of multigrid/weights.glsl) are left out. Beyond an open
// side stands the negative mirror image, so that the value on the edge is 0. In: u_field, an atlas of u_whole texels,
// where that level begins at the texel FROM.
//   LINKED  to the block alone, by its weights: a nearby coarse cell may lie beyond a thin wall, or be held
//   LARGE   the level is large: blocks without marked coarse cells take a shorter path
#include "multigrid/places.glsl"
uniform sampler2D u_field;
uniform ivec2 u_whole;
uniform vec4 u_sides;

// Returns (value, 1), or (0, 0) for a marked cell. `all`: no cell is marked.
vec2 known(float value, bool all)
{
    return value > MARKED && !all ? vec2(0.0) : vec2(value, 1.0);
}

vec2 image(vec2 known)
{
    return vec2(-known.x, known.y);
}

float between(vec2 own, vec2 h, vec2 v, vec2 d)
{
    vec2 sum = 9.0 * own + 3.0 * (h + v) + d;
    return own.y * sum.x / max(sum.y, 1.0);
}

// Coarse cells, named by columns k, l, m, n, o and rows 0 to 4 around that of the block, m2.
struct Cells {
    float m0, n0, l1, m1, n1, o1, k2, l2, m2, n2, o2, k3, l3, m3, n3, l4, m4;
};

Cells cellsAround(vec2 block, vec2 size)
{
    vec2 texel = floor(0.5 * block);
    bvec2 odd = greaterThan(block - 2.0 * texel, vec2(1.0));
    Around at = aroundIn(Field(floor(0.5 * (size + 1.0)), vec2(FROM), vec2(u_whole)), texel + 0.5, 1.0);
    vec4 none = vec4(MARK);
    bvec2 low = greaterThan(at.hasLow, vec2(0.5)), high = greaterThan(at.hasHigh, vec2(0.5));
    vec4 a0 = low.x && low.y ? FETCH(u_field, at.low.x, at.low.y) : none;
    vec4 b0 = low.y ? FETCH(u_field, at.here.x, at.low.y) : none;
    vec4 c0 = high.x && low.y ? FETCH(u_field, at.high.x, at.low.y) : none;
    vec4 a1 = low.x ? FETCH(u_field, at.low.x, at.here.y) : none;
    vec4 b1 = FETCH(u_field, at.here.x, at.here.y);
    vec4 c1 = high.x ? FETCH(u_field, at.high.x, at.here.y) : none;
    vec4 a2 = low.x && high.y ? FETCH(u_field, at.low.x, at.high.y) : none;
    vec4 b2 = high.y ? FETCH(u_field, at.here.x, at.high.y) : none;
    vec4 c2 = high.x && high.y ? FETCH(u_field, at.high.x, at.high.y) : none;
    // For each row: the two cells of the left, the middle and the right texel.
    vec2 p0 = odd.y ? b0.zw : b0.xy, q0 = odd.y ? c0.zw : c0.xy;
    vec2 g1 = odd.y ? a1.xy : a0.zw, p1 = odd.y ? b1.xy : b0.zw, q1 = odd.y ? c1.xy : c0.zw;
    vec2 g2 = odd.y ? a1.zw : a1.xy, p2 = odd.y ? b1.zw : b1.xy, q2 = odd.y ? c1.zw : c1.xy;
    vec2 g3 = odd.y ? a2.xy : a1.zw, p3 = odd.y ? b2.xy : b1.zw, q3 = odd.y ? c2.xy : c1.zw;
    vec2 g4 = odd.y ? a2.zw : a2.xy, p4 = odd.y ? b2.zw : b2.xy;
    return Cells(odd.x ? p0.y : p0.x, odd.x ? q0.x : p0.y, odd.x ? p1.x : g1.y, odd.x ? p1.y : p1.x,
                 odd.x ? q1.x : p1.y, odd.x ? q1.y : q1.x, odd.x ? g2.y : g2.x, odd.x ? p2.x : g2.y,
                 odd.x ? p2.y : p2.x, odd.x ? q2.x : p2.y, odd.x ? q2.y : q2.x, odd.x ? g3.y : g3.x,
                 odd.x ? p3.x : g3.y, odd.x ? p3.y : p3.x, odd.x ? q3.x : p3.y, odd.x ? p4.x : g4.y,
                 odd.x ? p4.y : p4.x);
}

// Returns the prolonged values. `size`: of this level, blocks. `all`: no cell is marked; a constant halves the code.
#ifdef LINKED
vec4 prolonged(Cells c, vec2 block, vec2 size, bool all, Stencil s)
#else
Old prolonged(Cells c, vec2 block, vec2 size, bool all)
#endif
{
    vec2 m0 = known(c.m0, all), n0 = known(c.n0, all), l1 = known(c.l1, all), m1 = known(c.m1, all);
    vec2 n1 = known(c.n1, all), o1 = known(c.o1, all), k2 = known(c.k2, all), l2 = known(c.l2, all);
    vec2 m2 = known(c.m2, all), n2 = known(c.n2, all), o2 = known(c.o2, all), k3 = known(c.k3, all);
    vec2 l3 = known(c.l3, all), m3 = known(c.m3, all), n3 = known(c.n3, all), l4 = known(c.l4, all);
    vec2 m4 = known(c.m4, all);
    vec2 toEnd = size - block;
    if (!all && u_sides.x > 1.5 && block.x < 2.0) {
        bool first = block.x < 1.0;
        l1 = first ? image(m1) : l1;
        l2 = first ? image(m2) : l2;
        l3 = first ? image(m3) : l3;
        l4 = first ? image(m4) : l4;
        k2 = image(l2);
        k3 = image(l3);
    }
    if (!all && u_sides.y > 1.5 && toEnd.x < 2.0) {
        bool last = toEnd.x < 1.0;
        n0 = last ? image(m0) : n0;
        n1 = last ? image(m1) : n1;
        n2 = last ? image(m2) : n2;
        n3 = last ? image(m3) : n3;
        o1 = image(n1);
        o2 = image(n2);
    }
    if (!all && u_sides.z > 1.5 && block.y < 2.0) {
        bool first = block.y < 1.0;
        l1 = first ? image(l2) : l1;
        m1 = first ? image(m2) : m1;
        n1 = first ? image(n2) : n1;
        o1 = first ? image(o2) : o1;
        m0 = image(m1);
        n0 = image(n1);
    }
    if (!all && u_sides.w > 1.5 && toEnd.y < 2.0) {
        bool last = toEnd.y < 1.0;
        k3 = last ? image(k2) : k3;
        l3 = last ? image(l2) : l3;
        m3 = last ? image(m2) : m3;
        n3 = last ? image(n2) : n3;
        l4 = image(l3);
        m4 = image(m3);
    }
#ifdef LINKED
    Weights w = Weights(min(WEIGHT_UNIT * s.own.left, 1.0), min(WEIGHT_UNIT * s.own.right, 1.0),
                        min(WEIGHT_UNIT * s.own.bottom, 1.0), min(WEIGHT_UNIT * s.own.top, 1.0));
    vec2 throughH = WEIGHT_UNIT * vec2(s.ring.bottom.x, s.ring.top.z); // of b and of c
    vec2 throughV = WEIGHT_UNIT * vec2(s.ring.right.w, s.ring.left.y);
    float toB = min(max(w.right.y * throughH.x, w.bottom.y * throughV.x), 1.0);
    float toC = min(max(w.left.z * throughH.y, w.top.z * throughV.y), 1.0);
    return s.isFree * vec4(between(m2, w.left.x * l2, w.bottom.x * m1, w.left.x * w.bottom.x * l1),
                           between(m2, w.right.y * n2, w.bottom.y * m1, toB * n1),
                           between(m2, w.left.z * l2, w.top.z * m3, toC * l3),
                           between(m2, w.right.w * n2, w.top.w * m3, w.right.w * w.top.w * n3));
}

vec4 prolonged(vec2 block, vec2 size, Stencil s)
{
    return prolonged(cellsAround(block, size), block, size, false, s);
}
#else
    vec2 hasLow = all ? vec2(1.0) : max(vec2(u_wrap), step(1.0, block));
    vec2 hasHigh = all ? vec2(1.0) : max(vec2(u_wrap), step(1.0, toEnd));
    Old o;
    o.own = vec4(between(m2, l2, m1, l1), between(m2, n2, m1, n1), between(m2, l2, m3, l3), between(m2, n2, m3, n3));
    o.l = hasLow.x * vec2(between(l2, m2, l1, m1), between(l2, k2, l3, k3));
    o.r = hasHigh.x * vec2(between(n2, o2, n1, o1), between(n2, m2, n3, m3));
    o.b = hasLow.y * vec2(between(m1, n1, m0, n0), between(m1, l1, m2, l2));
    o.t = hasHigh.y * vec2(between(m3, n3, m2, n2), between(m3, l3, m4, l4));
    o.lt = hasLow.x * hasHigh.y * between(l3, m3, l2, m2);
    o.rb = hasHigh.x * hasLow.y * between(n1, m1, n2, m2);
    o.ring = vec4(between(n2, m2, n1, m1), between(m3, l3, m2, l2), between(l2, m2, l3, m3), between(m1, n1, m2, n2));
    return o;
}

// Cells beyond an edge have marks, too, which must be replaced.
Old prolonged(vec2 block, vec2 size)
{
    Cells c = cellsAround(block, size);
#ifdef LARGE
    vec4 most = max(max(max(vec4(c.m0, c.n0, c.l1, c.m1), vec4(c.n1, c.o1, c.k2, c.l2)),
                        max(vec4(c.n2, c.o2, c.k3, c.l3), vec4(c.m3, c.n3, c.l4, c.m4))), vec4(c.m2));
    if (max(max(most.x, most.y), max(most.z, most.w)) < MARKED) {
        return prolonged(c, block, size, true);
    }
#endif
    return prolonged(c, block, size, false);
}
#endif
