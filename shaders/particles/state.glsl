// The state of particles as passes read it, and copy it (particles/state_out.glsl).
#include "particles/layout.glsl"
#include "particles/state_out.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
uniform sampler2D u_stress;
uniform usampler2D u_marks;

void copyState(ivec2 texel)
{
    o_place = texelFetch(u_place, texel, 0);
    o_tags = texelFetch(u_tags, texel, 0).xy;
#if DIMENSIONS == 3
    o_velocity = texelFetch(u_particleVelocity, texel, 0);
#endif
#ifdef STRESS
    o_stress = texelFetch(u_stress, texel, 0);
#endif
#ifdef MARKED
    o_marks = texelFetch(u_marks, texel, 0).xy;
#endif
}
