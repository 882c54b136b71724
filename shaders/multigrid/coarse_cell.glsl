// Makes a cell of a coarse level (multigrid/components.glsl) from the finer level's cells and from the components of
// the coarse cell and of its right and upper neighbours. A weight to another coarse cell is half the sum of the finer
// weights, as on a lattice of one component; the weight between the two components of a cell is the whole sum.
#include "multigrid/components.glsl"

// Returns 1 if A and B of a finer cell are part of the coarse A (x, y), of the coarse B (z, w).
vec4 partOf(uint parts, int child)
{
    return vec4(((uvec4(parts) >> uint(4 * child)) >> uvec4(0u, 2u, 1u, 3u)) & 1u);
}

// Returns the weights between two finer cells, summed by the coarse components at their two ends: AA, AB, BA, BB.
vec4 byParts(vec4 weights, uint parts, int child, uint otherParts, int otherChild)
{
    vec4 own = partOf(parts, child), other = partOf(otherParts, otherChild);
    vec4 ofA = own.x * weights.xyxy + own.y * weights.zwzw;
    vec4 ofB = own.z * weights.xyxy + own.w * weights.zwzw;
    ofA *= other;
    ofB *= other;
    return vec4(ofA.xz + ofA.yw, ofB.xz + ofB.yw);
}

const float SPREAD = 0.6; // twice SPREAD of multigrid/coarse_weights.frag

// Merges two finer faces into one: takes and returns weights in the order of byParts(). A hole in a thin wall (one face
// open, one closed) passes more than half of two open faces, because the flow converges before the hole and spreads
// behind it, through the faces `low` and `high` between the finer cells there.
vec4 merged(vec4 first, vec4 second, vec4 low, vec4 high)
{
    vec4 aside = min(min(low.xxww, high.xwxw) * CELL_UNIT, 1.0);
    vec4 apart = first - second;
    return first + second + SPREAD * aside * apart * apart / max(max(first, second), 1.0);
}

// Returns whether a finer cell is held, by its weights out of the domain.
bool isHeld(uint outer)
{
    return any(greaterThanEqual(weightsOf(outer), vec4(HELD)));
}

const float LONGEST = 2.0 * 130.0; // sum of two weights out of the domain: just above twice a weight of 2

// Returns the weights that lead out of the domain from a block at its edge. If an odd number of cells leaves the block
// only its inner cell (`single`), that cell's weights count double: half of the result is stored, and the distance to
// the value beyond the edge stays that of the finer level. A held finer cell makes its coarse component held. A weight
// of 2 instead, which suffices on levels with one component, made solves with one cycle per step diverge.
vec4 outward(uint inner, int innerChild, uint outer, int outerChild, bool single, uint components)
{
    return single ? 2.0 * byParts(weightsOf(inner), components, innerChild, ONE_PART, 0)
                  : byParts(weightsOf(outer), components, outerChild, ONE_PART, 0);
}

// Does what toNear of multigrid/coarse_weights.frag does, for sums of two finer weights; half of it is stored.
vec4 toNear(vec4 weights)
{
    return 2.0 * weights / (1.0 + 0.5 * max(0.5 * CELL_UNIT * weights, 1.0));
}

uint toBytes(vec4 weights)
{
    uvec4 bytes = uvec4(min(floor(weights + 0.5), 255.0));
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}

// Returns a coarse cell. `size`: of the level. `own`, `right`, `above`: components of the cell and its neighbours.
uvec4 coarseCell(ivec2 cell, ivec2 size, uint own, uint right, uint above)
{
    ivec2 first = 2 * cell;
    uvec4 a = cellAt(first);
    uvec4 b = cellAt(first + ivec2(1, 0)), c = cellAt(first + ivec2(0, 1));
    uvec4 d = cellAt(first + ivec2(1, 1));
    vec4 toRight = merged(byParts(weightsOf(b.x), own, 1, right, 0), byParts(weightsOf(d.x), own, 3, right, 2),
                          byParts(weightsOf(b.y), own, 1, own, 3),
                          byParts(weightsOf(cellAt(first + ivec2(2, 0)).y), right, 0, right, 2));
    vec4 toTop = merged(byParts(weightsOf(c.y), own, 2, above, 0), byParts(weightsOf(d.y), own, 3, above, 1),
                        byParts(weightsOf(c.x), own, 2, own, 3),
                        byParts(weightsOf(cellAt(first + ivec2(0, 2)).x), above, 0, above, 1));
    bvec2 last = equal(cell * (1 - u_wrap), size - 1);
    bvec2 single = equal(first + 1, u_cells);
    if (last.x) {
        toRight = outward(a.x, 0, b.x, 1, single.x, own) + outward(c.x, 2, d.x, 3, single.x, own);
        toRight = mix(toRight, vec4(2.0 * HELD), step(vec4(LONGEST), toRight));
    }
    if (last.y) {
        toTop = outward(a.y, 0, c.y, 2, single.y, own) + outward(b.y, 1, d.y, 3, single.y, own);
        toTop = mix(toTop, vec4(2.0 * HELD), step(vec4(LONGEST), toTop));
    }
    bvec2 beforeSingle = equal((first + 3) * (1 - u_wrap), u_cells);
    if (beforeSingle.x && isHeld(cellAt(first + ivec2(2, 0)).x)) {
        toRight = toNear(toRight);
    }
    if (beforeSingle.y && isHeld(cellAt(first + ivec2(0, 2)).y)) {
        toTop = toNear(toTop);
    }
    vec4 inner = byParts(weightsOf(a.x), own, 0, own, 1) + byParts(weightsOf(c.x), own, 2, own, 3) +
                 byParts(weightsOf(a.y), own, 0, own, 2) + byParts(weightsOf(b.y), own, 1, own, 3);
    uvec4 within = uvec4(a.z, b.z, c.z, d.z) & 255u;
    float between = inner.y + inner.z;
    vec4 outer = vec4(0.0);
    for (int k = 0; k < 4; k++) {
        vec4 weights = weightsOf(k == 0 ? a.w : k == 1 ? b.w : k == 2 ? c.w : d.w);
        vec4 inPart = partOf(own, k);
        outer += weights.xxzz * inPart.xzxz + weights.yyww * inPart.ywyw;
        between += (inPart.x * inPart.w + inPart.y * inPart.z) * float(within[k]);
    }
    return uvec4(toBytes(0.5 * toRight), toBytes(0.5 * toTop), uint(min(between, 255.0)) | own << 8,
                   toBytes(0.5 * outer));
}
