// The weights of a lattice, packed (multigrid/weights.glsl). What they are is said in multigrid/lattice.glsl.
#include "multigrid/weights.glsl"
#include "multigrid/lattice.glsl"

layout(location = 0) out uvec4 o_weights;

void main()
{
    ivec2 a = 2 * ivec2(gl_FragCoord.xy);
    ivec2 x = ivec2(1, 0);
    ivec2 y = ivec2(0, 1);
    ivec2 r = a + 2 * x;
    ivec2 t = a + 2 * y;
    ivec2 l = a - x + y;
    ivec2 b = a + x - y;
    uvec4 bits = uvec4(0u);
    for (int i = 0; i < 3; i++) {
        bits.x |= packWeight(weight(a + i * x, 0), i) | packWeight(weight(a + i * x + y, 0), 3 + i);
        bits.y |= packWeight(weight(a + i * y, 1), 2 * i) | packWeight(weight(a + i * y + x, 1), 2 * i + 1);
    }
    bits.z |= packWeight(weight(r + x, 0), 0) | packWeight(weight(r, 1), 1) | packWeight(weight(r + y, 1), 2);
    bits.z |= packWeight(weight(b, 0), 3) | packWeight(weight(b + x, 0), 4) | packWeight(weight(b, 1), 5);
    bits.w |= packWeight(weight(t, 0), 0) | packWeight(weight(t + x, 0), 1) | packWeight(weight(t + y, 1), 2);
    bits.w |= packWeight(weight(l, 0), 3) | packWeight(weight(l, 1), 4) | packWeight(weight(l + y, 1), 5);
    bits.x |= packFlag(isFree(a), 0) | packFlag(isFree(a + x), 1);
    bits.y |= packFlag(isFree(a + y), 0) | packFlag(isFree(a + x + y), 1);
    bits.z |= packFlag(isFree(r), 0) | packFlag(isFree(b), 1);
    bits.w |= packFlag(isFree(t), 0) | packFlag(isFree(l), 1);
    o_weights = bits;
}
