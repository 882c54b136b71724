// The weights of a lattice, packed (multigrid/weights.glsl). What they are is said in multigrid/lattice.glsl.
#include "multigrid/weights.glsl"
#include "multigrid/lattice.glsl"

layout(location = 0) out uvec4 o_weights;

// Towards left and bottom, of the cell `x`, `y` from the block's first.
vec2 weightsAt(int x, int y)
{
    ivec2 cell = 2 * ivec2(gl_FragCoord.xy) + ivec2(x, y);
    return vec2(weight(cell, 0), weight(cell, 1));
}

uint flagAt(int x, int y, float left, float right, float bottom, float top, int place)
{
    return packFlag(isFree(2 * ivec2(gl_FragCoord.xy) + ivec2(x, y), left + right + bottom + top), place);
}

void main()
{
    vec2 a = weightsAt(0, 0), b = weightsAt(1, 0), c = weightsAt(0, 1), d = weightsAt(1, 1);
    vec2 r = weightsAt(2, 0), rd = weightsAt(2, 1), t = weightsAt(0, 2), td = weightsAt(1, 2);
    vec2 l = weightsAt(-1, 1), low = weightsAt(1, -1);
    ivec2 first = 2 * ivec2(gl_FragCoord.xy);
    float right = weight(first + ivec2(3, 0), 0), top = weight(first + ivec2(0, 3), 1);
    float lowRight = weight(first + ivec2(2, -1), 0), leftTop = weight(first + ivec2(-1, 2), 1);
    o_weights.x = packWeight(a.x, 0) | packWeight(b.x, 1) | packWeight(r.x, 2) | packWeight(c.x, 3) |
                  packWeight(d.x, 4) | packWeight(rd.x, 5) | flagAt(0, 0, a.x, b.x, a.y, c.y, 0) |
                  flagAt(1, 0, b.x, r.x, b.y, d.y, 1);
    o_weights.y = packWeight(a.y, 0) | packWeight(b.y, 1) | packWeight(c.y, 2) | packWeight(d.y, 3) |
                  packWeight(t.y, 4) | packWeight(td.y, 5) | flagAt(0, 1, c.x, d.x, c.y, t.y, 0) |
                  flagAt(1, 1, d.x, rd.x, d.y, td.y, 1);
    o_weights.z = packWeight(right, 0) | packWeight(r.y, 1) | packWeight(rd.y, 2) | packWeight(low.x, 3) |
                  packWeight(lowRight, 4) | packWeight(low.y, 5) | flagAt(2, 0, r.x, right, r.y, rd.y, 0) |
                  flagAt(1, -1, low.x, lowRight, low.y, b.y, 1);
    o_weights.w = packWeight(t.x, 0) | packWeight(td.x, 1) | packWeight(top, 2) | packWeight(l.x, 3) |
                  packWeight(l.y, 4) | packWeight(leftTop, 5) | flagAt(0, 2, t.x, td.x, t.y, top, 0) |
                  flagAt(-1, 1, l.x, c.x, l.y, leftTop, 1);
}
