// Marks the particles that stay. Out: 1 or 0, a list; by default particles stay that no source drains.
//   OUTSIDE  those that are in the domain, u_nextExtent
//   BETWEEN  those within u_limits, low and high, cells
//   OLDEST   all but the oldest, as many as new particles need room; u_keys: age_keys.frag, sorted
//   MARKED   with OUTSIDE: only those whose life has not ended (marks.glsl)
#include "particles/layout.glsl"
#include "shared.h"
#ifdef BETWEEN
#define OUTSIDE
#endif
#ifdef OLDEST
#include "particles/prefix.glsl"
#include "particles/sort.glsl"
uniform int u_capacity;
#elif !defined(OUTSIDE)
#include "particles/shapes.glsl"
#include "common/hash.glsl"
#endif

#if defined(MARKED) && defined(OUTSIDE)
#include "particles/marks.glsl"
uniform int u_now; // ms
#endif

uniform sampler2D u_place;
uniform vec4 u_limits;
uniform vec4 u_nextExtent; // of the domain, cells
uniform usampler2D u_tags;
uniform int u_seed; // of the step
layout(location = 0) out uint o_survivor;

#if defined(BETWEEN)
bool isTaken(int i, vecD place)
{
    return any(lessThan(place.xy, u_limits.xy)) || any(greaterThan(place.xy, u_limits.zw));
}
#elif defined(OUTSIDE)
bool isTaken(int i, vecD place)
{
#ifdef MARKED
    uint end = texelFetch(u_marks, particleTexel(i), 0).y;
    if (end != 0u && end <= uint(u_now)) {
        return true;
    }
#endif
#ifdef BOUNDED
    return any(lessThan(place, vecD(0.0))) || any(greaterThan(place, vecD(u_nextExtent)));
#else
    return false;
#endif
}
#elif defined(OLDEST)
bool isTaken(int i, vecD place)
{
    uvec4 counts = texelFetch(u_count, ivec2(0), 0);
    int excess = int(counts.x + prefixTotal()) - u_capacity;
    uvec2 own = uvec2(texelFetch(u_tags, particleTexel(i), 0).x - counts.w, i);
    return excess >= int(counts.x) || (excess > 0 && comesBefore(own, keyAt(excess, shiftOf(u_keys))));
}
#else
bool isTakenBy(int shape, int i, vecD place)
{
    float w = shapeWeight(shape, place);
    if (w <= 0.0) {
        return false;
    }
    if (isSet(shape)) {
        return w >= 0.5;
    }
    uint id = texelFetch(u_tags, particleTexel(i), 0).x;
    uint n = scramble(id ^ scramble(uint(shape) ^ scramble(uint(u_seed))));
    return unitOf(n) < -w * shapeMass(shape, shapeColor(shape, place));
}

bool isTaken(int i, vecD place)
{
    bool taken = false;
    for (int shape = 0; shape < u_shapeCount; shape++) {
        taken = taken || isTakenBy(shape, i, place);
    }
    return taken;
}
#endif

void main()
{
    int i = numberHere(u_shifts.x);
    o_survivor = 0u;
    if (i < liveCount()) {
        o_survivor = isTaken(i, vecD(texelFetch(u_place, particleTexel(i), 0))) ? 0u : 1u;
    }
}
