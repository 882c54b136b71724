// Removes the particles that are gone and keeps the order of the others. In: u_counts of survivors.frag; place, tags,
// velocity. Out: the same, without gaps.
#include "particles/layout.glsl"
#include "particles/prefix.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
#ifdef STRESS
uniform sampler2D u_stress;
#endif
#ifdef MARKED
uniform usampler2D u_marks;
#endif
#if DIMENSIONS == 3
uniform sampler2D u_particleVelocity;
#endif
layout(location = 0) out vec4 o_place;
layout(location = 1) out uvec2 o_tags;
#if DIMENSIONS == 3
layout(location = 2) out vec4 o_velocity;
#endif
#ifdef STRESS
layout(location = 2) out vec4 o_stress;
#endif
#if defined(MARKED) && (defined(STRESS) || DIMENSIONS == 3)
layout(location = 3) out uvec2 o_marks;
#elif defined(MARKED)
layout(location = 2) out uvec2 o_marks;
#endif

void main()
{
    int k = numberHere(u_shifts.x);
    if (uint(k) >= prefixTotal()) {
        discard;
    }
    ivec2 source = particleTexel(findUnit(uint(k)));
    o_place = texelFetch(u_place, source, 0);
    o_tags = texelFetch(u_tags, source, 0).xy;
#if DIMENSIONS == 3
    o_velocity = texelFetch(u_particleVelocity, source, 0);
#endif
#ifdef STRESS
    o_stress = texelFetch(u_stress, source, 0);
#endif
#ifdef MARKED
    o_marks = texelFetch(u_marks, source, 0).xy;
#endif
}
