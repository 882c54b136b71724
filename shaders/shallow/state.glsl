// The state of the shallow-water solver, on a staggered grid with one texel more than cells each way. Texel (i, j):
// depth of water in its cell (m), velocity through the cell's left face along x and through its bottom face along y
// (m/s), and height of the ground (m). Beyond the last row and column depth and ground repeat their cell, and texels
// without a face repeat their neighbour's velocity.
//   WRAP     some axis is periodic (u_wrap is 1 for it)
//   GUARDED  replaces cells that are not finite; passes after shallow/depth.frag need not
#include "common/exact.glsl"
#include "common/placed.glsl"

uniform ExactSampler u_flow;
uniform ivec2 u_cells;
#ifdef WRAP
uniform ivec2 u_wrap;
#else
const ivec2 u_wrap = ivec2(0);
#endif

ivec2 texelOf(ivec2 texel)
{
    return placedAt(texel, u_cells + 1, 1, u_wrap);
}

// Returns the texel to read for a cell, in a field with one texel a cell.
ivec2 cellTexel(ivec2 cell)
{
    return placedAt(cell, u_cells, 0, u_wrap);
}

// Replaces a cell that is not finite, or absurdly large: high dry ground, until shallow/depth.frag repairs it.
const vec4 NO_FLOW = vec4(0.0, 0.0, 0.0, 1e6);

vec4 flowAt(ivec2 texel)
{
    vec4 flow = exactFetch(u_flow, texelOf(texel));
#ifdef GUARDED
    flow = dot(abs(flow), vec4(1.0)) < NO_FLOW.w ? flow : NO_FLOW;
#endif
    return flow;
}

// Returns the limited slope of three values from their differences (van Leer 1974): no new extreme, second order.
float limitedSlope(float before, float after)
{
    float product = before * after;
    return product > 0.0 ? 2.0 * product / (before + after) : 0.0;
}

vec4 limitedSlope(vec4 before, vec4 after)
{
    return vec4(limitedSlope(before.x, after.x), limitedSlope(before.y, after.y), limitedSlope(before.z, after.z),
                limitedSlope(before.w, after.w));
}

// Returns the value that a flux between two cells carries: the upstream cell's, extrapolated to the face.
float upstream(float flux, float before2, float before, float after, float after2)
{
    float rise = after - before;
    return flux > 0.0 ? before + 0.5 * limitedSlope(before - before2, rise)
                      : after - 0.5 * limitedSlope(rise, after2 - after);
}

// Returns the mean velocity of a cell from its faces, m/s.
vec2 centreVelocity(ivec2 cell)
{
    vec2 low = flowAt(cell).yz;
    return 0.5 * (low + vec2(flowAt(cell + ivec2(1, 0)).y, flowAt(cell + ivec2(0, 1)).z));
}
