// Appends the host's u_points particles. In: u_source, u_sourceTags, u_sourceVelocity. Out: the state; ids go on.
#include "particles/layout.glsl"
#include "particles/state_out.glsl"

uniform int u_points;
uniform sampler2D u_source;
uniform usampler2D u_sourceTags;
uniform usampler2D u_sourceMarks;
uniform sampler2D u_sourceVelocity;

void main()
{
    int i = numberHere(u_shifts.x) - liveCount();
    if (i < 0 || i >= u_points) {
        discard;
    }
    ivec2 source = particleTexel(i);
    o_place = texelFetch(u_source, source, 0);
    o_tags = uvec2(texelFetch(u_count, ivec2(0), 0).w + uint(i), texelFetch(u_sourceTags, source, 0).x);
#if DIMENSIONS == 3
    o_velocity = texelFetch(u_sourceVelocity, source, 0);
#endif
#ifdef STRESS
    o_stress = vec4(0.0);
#endif
#ifdef MARKED
    o_marks = texelFetch(u_sourceMarks, source, 0).xy;
#endif
}
