// Groups components of the finer cells into components of a coarse cell. Finer components of a block that strong
// weights join form a group. Of more than two groups the two most alike are merged, because each must be in a coarse
// component to converge.
#include "multigrid/components.glsl"

const uint ALL_A = 0x1111u;
const uint EACH_BYTE = 0x01010101u;
const float STRONG = 0.9; // a weight is strong from this fraction of the largest weight of either component on
const float MOST = 1.0 / CELL_UNIT; // larger weights lead out of the domain, and do not count

// Values of the components of a block's four cells. Of two vectors, one holds a.A, a.B, b.A, b.B, one those of c, d.
struct Block {
    vec4 inner; // weights between A and B of each cell
    vec4 ab;    // weights from A to A, A to B, B to A and B to B of two cells
    vec4 cd;
    vec4 ac;
    vec4 bd;
    vec4 sideways[2]; // sums of weights to the left of a, and to the right of b; of c and d
    vec4 upright[2];  // sums of weights below a and b; above c and d
    vec4 largest[2];  // weight of each component, the largest
    vec4 total[2];    // sum of each component's weights
};

// Returns the sum of A's weights and the sum of B's weights.
vec2 sumOf(vec4 weights)
{
    return weights.xz + weights.yw;
}

// Returns the largest weight of A and B, and their sums of weights: to neighbours, each other and out of the domain.
vec4 measured(vec4 first, vec4 second, vec4 third, vec4 fourth, float inner, vec4 outer)
{
    vec4 low = max(max(min(first, MOST), min(second, MOST)), max(min(third, MOST), min(fourth, MOST)));
    vec4 sum = min(first, MOST) + min(second, MOST) + min(third, MOST) + min(fourth, MOST);
    inner = min(inner, MOST);
    outer = min(outer, MOST);
    return vec4(max(max(low.xz, low.yw), max(max(outer.xy, outer.zw), inner)),
                sumOf(sum) + outer.xy + outer.zw + inner);
}

Block readBlock(ivec2 cell)
{
    ivec2 corner = 2 * cell;
    uvec4 a = cellAt(corner);
    uvec4 b = cellAt(corner + ivec2(1, 0)), c = cellAt(corner + ivec2(0, 1));
    uvec4 d = cellAt(corner + ivec2(1, 1));
    vec4 leftA = turned(weightsOf(cellAt(corner + ivec2(-1, 0)).x));
    vec4 leftC = turned(weightsOf(cellAt(corner + ivec2(-1, 1)).x));
    vec4 belowA = turned(weightsOf(cellAt(corner + ivec2(0, -1)).y));
    vec4 belowB = turned(weightsOf(cellAt(corner + ivec2(1, -1)).y));
    vec4 rightB = weightsOf(b.x), rightD = weightsOf(d.x), aboveC = weightsOf(c.y);
    vec4 aboveD = weightsOf(d.y);
    Block o;
    o.inner = vec4(uvec4(a.z, b.z, c.z, d.z) & 255u);
    // Beyond an odd level's edge there is no cell: weights there lead out of the domain.
    vec2 has = vec2(lessThan(corner + 1, u_cells));
    vec4 ab = weightsOf(a.x), cd = weightsOf(c.x), ac = weightsOf(a.y), bd = weightsOf(b.y);
    o.ab = has.x * ab;
    o.cd = has.x * cd;
    o.ac = has.y * ac;
    o.bd = has.y * bd;
    vec4 ofA = measured(ab, ac, leftA, belowA, o.inner.x, weightsOf(a.w));
    vec4 ofB = measured(rightB, bd, turned(o.ab), belowB, o.inner.y, weightsOf(b.w));
    vec4 ofC = measured(cd, aboveC, leftC, turned(o.ac), o.inner.z, weightsOf(c.w));
    vec4 ofD = measured(rightD, aboveD, turned(o.cd), turned(o.bd), o.inner.w, weightsOf(d.w));
    o.largest[0] = vec4(ofA.xy, ofB.xy);
    o.largest[1] = vec4(ofC.xy, ofD.xy);
    o.total[0] = vec4(ofA.zw, ofB.zw);
    o.total[1] = vec4(ofC.zw, ofD.zw);
    o.sideways[0] = vec4(sumOf(leftA), sumOf(rightB));
    o.sideways[1] = vec4(sumOf(leftC), sumOf(rightD));
    o.upright[0] = vec4(sumOf(belowA), sumOf(belowB));
    o.upright[1] = vec4(sumOf(aboveC), sumOf(aboveD));
    return o;
}

// If `strong`, returns bits that join `row` and `column` in a table: each component's byte has bits for its group.
uvec2 joinedBy(uint strong, int row, int column)
{
    uint to = (row < 4 ? 1u : 0u) << uint(8 * (row & 3) + column);
    uint from = (column < 4 ? 1u : 0u) << uint(8 * (column & 3) + row);
    uint toHigh = (row < 4 ? 0u : 1u) << uint(8 * (row & 3) + column);
    uint fromHigh = (column < 4 ? 0u : 1u) << uint(8 * (column & 3) + row);
    return strong * uvec2(to | from, toHigh | fromHigh);
}

// Returns 1 for each weight that joins its two ends, whose largest weights are `first` and `second`.
uvec4 areStrong(vec4 weights, vec4 first, vec4 second)
{
    return uvec4(greaterThan(weights, vec4(0.0))) * uvec4(greaterThanEqual(weights, STRONG * min(first, second)));
}

uvec2 joinedCells(vec4 weights, vec2 first, vec2 second, int low, int high)
{
    uvec4 strong = areStrong(weights, first.xxyy, second.xyxy);
    return joinedBy(strong.x, 2 * low, 2 * high) | joinedBy(strong.y, 2 * low, 2 * high + 1) |
           joinedBy(strong.z, 2 * low + 1, 2 * high) | joinedBy(strong.w, 2 * low + 1, 2 * high + 1);
}

uint byteAt(uvec2 bytes, int i)
{
    return ((i < 4 ? bytes.x : bytes.y) >> uint(8 * (i & 3))) & 255u;
}

// Returns the table (joinedBy()) of groups. Components that are joined to a common partner are in one group, too.
uvec2 groupsOf(Block o)
{
    uvec2 groups = uvec2(0x08040201u, 0x80402010u);
    vec4 low = o.largest[0], high = o.largest[1];
    groups |= joinedCells(o.ab, low.xy, low.zw, 0, 1) | joinedCells(o.cd, high.xy, high.zw, 2, 3) |
        joinedCells(o.ac, low.xy, high.xy, 0, 2) | joinedCells(o.bd, low.zw, high.zw, 1, 3);
#ifndef FINEST
    uvec4 within = areStrong(o.inner, vec4(low.xz, high.xz), vec4(low.yw, high.yw));
    groups |= joinedBy(within.x, 0, 1) | joinedBy(within.y, 2, 3) | joinedBy(within.z, 4, 5) | joinedBy(within.w, 6, 7);
#endif
    for (int i = 0; i < 8; i++) {
        uvec2 having = ((groups >> uint(i)) & EACH_BYTE) * 255u;
        groups |= having & (byteAt(groups, i) * EACH_BYTE);
    }
    return groups;
}

// Returns a bit for each component that has weights.
uint activeOf(Block o)
{
    uvec4 low = uvec4(greaterThan(o.largest[0], vec4(0.0))) << uvec4(0u, 1u, 2u, 3u);
    uvec4 high = uvec4(greaterThan(o.largest[1], vec4(0.0))) << uvec4(4u, 5u, 6u, 7u);
    uvec4 both = low | high;
    return both.x | both.y | both.z | both.w;
}

// Returns the group of the first of the given components, 0 if there are none.
uint firstGroup(uvec2 groups, uint components)
{
    uint found = 0u;
    for (int i = 7; i >= 0; i--) {
        found = ((components >> uint(i)) & 1u) != 0u ? byteAt(groups, i) : found;
    }
    return found;
}

// Returns 1 for those of the first four components (a.A to b.B) that are chosen.
vec4 lowIn(uint chosen)
{
    return vec4((uvec4(chosen) >> uvec4(0u, 1u, 2u, 3u)) & 1u);
}

vec4 highIn(uint chosen)
{
    return lowIn(chosen >> 4);
}

float totalOf(Block o, uint chosen)
{
    return 1e-6 + dot(o.total[0], lowIn(chosen)) + dot(o.total[1], highIn(chosen));
}

// Returns the direction of a group's weights: which fractions of them lead left, right, down and up out of the block.
vec4 leaning(Block o, uint chosen)
{
    vec4 low = lowIn(chosen), high = highIn(chosen);
    vec4 aside = o.sideways[0] * low + o.sideways[1] * high;
    return vec4(aside.x + aside.y, aside.z + aside.w, dot(o.upright[0], low), dot(o.upright[1], high)) /
           totalOf(o, chosen);
}

// Returns the sum of the weights between two cells that join components of one group (`firstIn`, `secondIn`: A and B of
// each cell) with components of another (`firstOut`, `secondOut`).
float between(vec4 weights, vec2 firstIn, vec2 secondIn, vec2 firstOut, vec2 secondOut)
{
    return dot(weights, firstIn.xxyy * secondOut.xyxy + firstOut.xxyy * secondIn.xyxy);
}

float weightBetween(Block o, uint chosen, uint others)
{
    vec4 low = lowIn(chosen), high = highIn(chosen), lowOut = lowIn(others);
    vec4 highOut = highIn(others);
    vec4 inside = vec4(low.xz, high.xz) * vec4(lowOut.yw, highOut.yw) +
                  vec4(low.yw, high.yw) * vec4(lowOut.xz, highOut.xz);
    return dot(o.inner, inside) + between(o.ab, low.xy, low.zw, lowOut.xy, lowOut.zw) +
           between(o.cd, high.xy, high.zw, highOut.xy, highOut.zw) +
           between(o.ac, low.xy, high.xy, lowOut.xy, highOut.xy) +
           between(o.bd, low.zw, high.zw, lowOut.zw, highOut.zw);
}

// Measures how much alike the values of two groups will be: by the weight between them, and by their weights to the
// same neighbours. Otherwise a narrow strip before a wall would be merged with the fluid behind.
float likeness(Block o, uint chosen, uint others)
{
    vec4 sharedCouplings = min(leaning(o, chosen), leaning(o, others));
    return weightBetween(o, chosen, others) / min(totalOf(o, chosen), totalOf(o, others)) +
           dot(sharedCouplings, vec4(1.0));
}

// Merges the two groups most alike. Few blocks need it, mostly with three: so loops end with the groups that there are.
uvec2 mergeTwoGroups(Block o, uvec2 groups, uint used)
{
    float best = -1.0;
    uint both = 0u;
    for (uint ones = used; ones != 0u;) {
        uint one = firstGroup(groups, ones);
        ones &= ~one;
        for (uint rest = ones; rest != 0u;) {
            uint other = firstGroup(groups, rest);
            rest &= ~other;
            float alike = likeness(o, one, other);
            if (alike > best) {
                best = alike;
                both = one | other;
            }
        }
    }
    uvec2 chosen = ((uvec2(both, both >> 4) & 15u) * 0x00204081u & EACH_BYTE) * 255u;
    return (groups & ~chosen) | (chosen & (both * EACH_BYTE));
}

// Returns two bits for each component of the four finer cells: 0: it does not exist; 1: it is part of A; 2: of B.
uint findParts(ivec2 cell)
{
    Block o = readBlock(cell);
    uvec2 groups = groupsOf(o);
    uint used = activeOf(o);
    uint ofA = 0u;
    for (int i = 0; i < 7; i++) {
        ofA = firstGroup(groups, used) & used;
        uint left = used & ~ofA;
        if ((left & ~firstGroup(groups, left)) == 0u) {
            break;
        }
        groups = mergeTwoGroups(o, groups, used);
    }
    uvec2 bits = uvec2(ofA, used & ~ofA);
    bits = (bits | bits << 4) & 0x0f0fu;
    bits = (bits | bits << 2) & 0x3333u;
    bits = (bits | bits << 1) & 0x5555u;
    uint parts = bits.x | bits.y << 1;
    return parts == 0u ? ALL_A : parts; // as in blocks that active.frag does not mark
}
