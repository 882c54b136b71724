// The momentum that ghosts in solids, and covered parts of cells, give to particles around them. It sums the forces of
// gaussian/forces.frag at the ghosts that exert them, so that each solid gets the reaction to its own ghosts, however
// near others are. In: the state, ghosts and u_stiffness as in gaussian/forces.frag; u_bounds (gaussian/bounds.frag,
// cells a step). Out: mass times cells a step, x and y, of the four cells of a texel.
#define BULK
#include "gaussian/state.glsl"
#include "gaussian/pressure.glsl"
#include "gaussian/walls.glsl"
#include "gaussian/ghosts.glsl"
#include "gaussian/pairs.glsl"

uniform sampler2D u_bounds;
uniform float u_stiffness;
layout(location = 0) out vec4 o_givenX;
layout(location = 1) out vec4 o_givenY;

// Returns the cells, relative to the texel's first, whose particles its ghosts may act on: least, then largest x, y.
vec4 partnersOf(ivec2 own, vec4 velocityX, vec4 velocityY)
{
    ivec2 tile = own >> 2;
    ivec2 size = textureSize(u_bounds, 0);
    vec4 least = vec4(min(min(velocityX.x, velocityX.y), min(velocityX.z, velocityX.w)),
                      min(min(velocityY.x, velocityY.y), min(velocityY.z, velocityY.w)),
                      max(max(velocityX.x, velocityX.y), max(velocityX.z, velocityX.w)),
                      max(max(velocityY.x, velocityY.y), max(velocityY.z, velocityY.w)));
    vec4 partners = vec4(1e6, 1e6, -1e6, -1e6);
    for (int j = -TILE_REACH; j <= TILE_REACH; j++) {
        for (int i = -TILE_REACH; i <= TILE_REACH; i++) {
            ivec2 other = wrapWithin(tile + ivec2(i, j), size);
            bool inside = all(greaterThanEqual(other, ivec2(0))) && all(lessThan(other, size));
            vec4 moves = texelFetch(u_bounds, clamp(other, ivec2(0), size - 1), 0);
            vec2 first = vec2(8 * (tile + ivec2(i, j)) - 2 * own);
            vec2 low = max(ceil(least.xy - moves.zw - FORCE_REACH), first);
            vec2 high = min(floor(least.zw - moves.xy + FORCE_REACH) + 1.0, first + 7.0);
            if (inside && moves.x <= moves.z && all(lessThanEqual(low, high))) {
                partners = vec4(min(partners.xy, low), max(partners.zw, high));
            }
        }
    }
    float farthest = 2.0 * float(FORCE_TEXELS);
    return clamp(partners, -farthest, farthest);
}

void main()
{
    ivec2 own = ivec2(gl_FragCoord.xy);
    Particles at = readInside(own, packedScale(), 1);
    Pairing here = pairingOf(at.mass, at.pressing);
    here.pressure += at.bulk;
    vec4 held = here.pushing * mix(vec4(1.0), 1.0 - at.mass / max(at.pressing, vec4(1e-20)), at.own);
    bool gives = any(greaterThan(held, vec4(0.0)));
    vec4 partners = vec4(1e6, 1e6, -1e6, -1e6);
    if (gives) {
        partners = partnersOf(own, at.velocityX, at.velocityY);
    }
    ivec4 texels = partners.x <= partners.z ? texelNeighbourhood(own, ivec4(partners)) : ivec4(0, 0, -1, -1);
    vec2 scale = packedScale();
    vec4 givenX = vec4(0.0), givenY = vec4(0.0);
    for (int j = texels.y; j <= texels.w; j++) {
        for (int i = texels.x; i <= texels.z; i++) {
            ivec2 there = wrapTexel(ivec2(i, j));
            Particles p = readParticles(there, scale);
            p.pressing += coverOf(there, 1);
            vec4 pressure = pressureOf(p.pressing);
            vec4 weight = u_stiffness / ROOT_LOG2E * softness(p.pressing, pressure) * p.mass;
            pressure += p.bulk;
            vec2 offset = 2.0 * vec2(ivec2(i, j) - own);
            for (int k = 0; k < 4; k++) {
                vec4 dx = ROOT_LOG2E * (p.velocityX[k] + offset.x + COLUMN[k] - at.velocityX - COLUMN);
                vec4 dy = ROOT_LOG2E * (p.velocityY[k] + offset.y + ROW[k] - at.velocityY - ROW);
                vec4 g = clamp(exp2(-(dx * dx + dy * dy)) - FORCE_REACH_WEIGHT, 0.0, 1.0);
                vec4 f = weight[k] * held * (here.pressure + pressure[k]) * g;
                givenX += f * dx;
                givenY += f * dy;
            }
        }
    }
    o_givenX = givenX;
    o_givenY = givenY;
}
