// Draws a lattice's weights, packed (multigrid/weights.glsl). In: inputs of multigrid/lattice.glsl, which defines them.
#include "common/loops.glsl"
#include "multigrid/weights.glsl"
#include "multigrid/lattice.glsl"

layout(location = 0) out uvec4 o_weights;

// Offsets of a, b, r, right, c, d, rd, t, td, top, l, leftTop, low, lowRight from a: x + 1 and y + 1, three bits each.
const uvec3 PLACES = uvec3(0x1130b289u, 0x216994d2u, 0x000c2610u);

uint flagAt(int x, int y, float left, float right, float bottom, float top, int place)
{
    return packFlag(isFree(2 * ivec2(gl_FragCoord.xy) + ivec2(x, y), left + right + bottom + top), place);
}

void main()
{
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    vec2 w[14]; // weights to the left and bottom neighbour
    // A loop, so that its long body is compiled once and not 14 times.
    for (int i = 0; i < TURNS(14); i++) {
        uint place = PLACES[i / 5] >> uint(6 * (i % 5));
        ivec2 cell = first + ivec2(place & 7u, place >> 3 & 7u) - 1;
        w[i] = vec2(weight(cell, 0), weight(cell, 1));
    }
    vec2 a = w[0], b = w[1], r = w[2], right = w[3], c = w[4], d = w[5], rd = w[6];
    vec2 t = w[7], td = w[8], top = w[9], l = w[10], leftTop = w[11], low = w[12], lowRight = w[13];
    o_weights.x = packWeight(a.x, 0) | packWeight(b.x, 1) | packWeight(r.x, 2) | packWeight(c.x, 3) |
                  packWeight(d.x, 4) | packWeight(rd.x, 5) | flagAt(0, 0, a.x, b.x, a.y, c.y, 0) |
                  flagAt(1, 0, b.x, r.x, b.y, d.y, 1);
    o_weights.y = packWeight(a.y, 0) | packWeight(b.y, 1) | packWeight(c.y, 2) | packWeight(d.y, 3) |
                  packWeight(t.y, 4) | packWeight(td.y, 5) | flagAt(0, 1, c.x, d.x, c.y, t.y, 0) |
                  flagAt(1, 1, d.x, rd.x, d.y, td.y, 1);
    o_weights.z = packWeight(right.x, 0) | packWeight(r.y, 1) | packWeight(rd.y, 2) | packWeight(low.x, 3) |
                  packWeight(lowRight.x, 4) | packWeight(low.y, 5) | flagAt(2, 0, r.x, right.x, r.y, rd.y, 0) |
                  flagAt(1, -1, low.x, lowRight.x, low.y, b.y, 1);
    o_weights.w = packWeight(t.x, 0) | packWeight(td.x, 1) | packWeight(top.y, 2) | packWeight(l.x, 3) |
                  packWeight(l.y, 4) | packWeight(leftTop.y, 5) | flagAt(0, 2, t.x, td.x, t.y, top.y, 0) |
                  flagAt(-1, 1, l.x, c.x, l.y, leftTop.y, 1);
}
