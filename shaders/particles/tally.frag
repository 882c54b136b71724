// The one texel that counts particles: those that there are, emitted so far, drained so far, next id. ADDED: u_points of
// the host's came. DROPPED: a texel of its own,
// which adds up how many had no slot. Otherwise there are now as many as the sorted state ends with.
#include "particles/layout.glsl"

#if defined(ADDED)
uniform int u_points;
#elif defined(DROPPED)
#include "particles/prefix.glsl"
#else
uniform usampler2D u_starts;
#endif
layout(location = 0) out uvec4 o_count;

void main()
{
    uvec4 count = texelFetch(u_count, ivec2(0), 0);
#if defined(ADDED)
    o_count = count + uvec4(u_points, 0, 0, u_points);
#elif defined(DROPPED)
    uint sum = count.x + prefixTotal();
    o_count = uvec4(sum, count.y + (sum < count.x ? 1u : 0u), 0u, 0u);
#else
    uint live = texelFetch(u_starts, texelAt(u_grid.w, u_shifts.y), 0).x;
    o_count = uvec4(live, count.y, count.z + count.x - live, count.w);
#endif
}
