// The links of a lattice, packed (common/links.glsl). What they are is said in multigrid/lattice.glsl.
#include "common/links.glsl"
#include "multigrid/lattice.glsl"

layout(location = 0) out uvec4 o_links;

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
        bits.x |= packLink(link(a + i * x, 0), i) | packLink(link(a + i * x + y, 0), 3 + i);
        bits.y |= packLink(link(a + i * y, 1), 2 * i) | packLink(link(a + i * y + x, 1), 2 * i + 1);
    }
    bits.z |= packLink(link(r + x, 0), 0) | packLink(link(r, 1), 1) | packLink(link(r + y, 1), 2);
    bits.z |= packLink(link(b, 0), 3) | packLink(link(b + x, 0), 4) | packLink(link(b, 1), 5);
    bits.w |= packLink(link(t, 0), 0) | packLink(link(t + x, 0), 1) | packLink(link(t + y, 1), 2);
    bits.w |= packLink(link(l, 0), 3) | packLink(link(l, 1), 4) | packLink(link(l + y, 1), 5);
    bits.x |= packFlag(isFree(a), 0) | packFlag(isFree(a + x), 1);
    bits.y |= packFlag(isFree(a + y), 0) | packFlag(isFree(a + x + y), 1);
    bits.z |= packFlag(isFree(r), 0) | packFlag(isFree(b), 1);
    bits.w |= packFlag(isFree(t), 0) | packFlag(isFree(l), 1);
    o_links = bits;
}
