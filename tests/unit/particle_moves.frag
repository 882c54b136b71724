// Moves particles at random, for test_particle_moves.c, by up to u_most cells along each axis. One in u_gone leaves.
#include "particles/moves.glsl"
#include "common/hash.glsl"

uniform sampler2D u_place;
uniform usampler2D u_tags;
uniform float u_most;
uniform int u_gone; // 0: none leaves
uniform int u_seed;
layout(location = 0) out vec4 o_place;
layout(location = 1) out uint o_move;

void main()
{
    ivec2 texel = particleTexel(particleHere());
    vec4 state = texelFetch(u_place, texel, 0);
    uint id = texelFetch(u_tags, texel, 0).x;
    uint a = scramble(id ^ scramble(uint(u_seed)));
    uint b = scramble(a);
    uint c = scramble(b);
    vec2 place = state.xy + u_most * (2.0 * vec2(unitOf(a), unitOf(b)) - 1.0);
    bool isGone = u_gone > 0 && c % uint(u_gone) == 0u;
    uint move = enter(state.xy, place);
    o_place = vec4(place, state.zw + 1.0);
    o_move = isGone ? uint(GF_MOVE_GONE) : move;
}
