// Updates the one texel that counts particles. Out: present ones, emitted so far, drained so far, next id; by default
// the present ones are those of the sorted state.
//   ADDED     the host added u_points particles
//   POURED    sources added particles (pour.frag)
//   SURVIVED  survivors.frag removed particles
//   DROPPED   draws another texel instead, which adds up how many particles had no slot
#include "particles/layout.glsl"

#include "particles/prefix.glsl"

uniform int u_points;
uniform int u_capacity;
uniform usampler2D u_starts;
layout(location = 0) out uvec4 o_count;

void main()
{
    uvec4 count = texelFetch(u_count, ivec2(0), 0);
#if defined(ADDED)
    o_count = count + uvec4(u_points, 0, 0, u_points);
#elif defined(DROPPED)
    uint sum = count.x + prefixTotal();
    o_count = uvec4(sum, count.y + (sum < count.x ? 1u : 0u), 0u, 0u);
#elif defined(POURED)
    uint poured = min(prefixTotal(), uint(u_capacity) - count.x);
    o_count = count + uvec4(poured, poured, 0, poured);
#else
#ifdef SURVIVED
    uint live = prefixTotal();
#else
    uint live = texelFetch(u_starts, texelOf(u_grid.w, u_shifts.y), 0).x;
#endif
    o_count = uvec4(live, count.y, count.z + count.x - live, count.w);
#endif
}
