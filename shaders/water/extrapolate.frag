// Extrapolates the velocity by one layer of faces, as means of known faces around. Known faces keep theirs. FIRST: the
// layer next to liquid, whose faces take over the liquid's velocity instead of their own particles'; particles farther
// away are in free flight, and from the next layer on their faces are known, too. Out: velocity, and 1 where known.
#include "water/cells.glsl"
#include "water/faces.glsl"

uniform sampler2D u_velocity;
layout(location = 0) out vec4 o_velocity;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 own = texelFetch(u_velocity, texel, 0);
    vec2 sum = vec2(0.0), weight = vec2(0.0);
    if (min(own.z, own.w) > 0.5) {
        o_velocity = own;
        return;
    }
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 at = texel + ivec2(x, y);
            if (all(greaterThanEqual(at, ivec2(0))) && all(lessThanEqual(at, u_cells))) {
                vec4 other = texelFetch(u_velocity, at, 0);
                vec2 known = other.zw * (x != 0 && y != 0 ? 0.5 : 1.0);
                sum += known * other.xy;
                weight += known;
            }
        }
    }
    vec2 near = step(0.25, weight);
#ifdef FIRST
    vec2 carried = vec2(0.0);
#else
    vec2 carried = step(LEAST_WEIGHT, texelFetch(u_gathered, texel, 0).zw) *
        (1.0 - step(texelFetch(u_liquid, texel, 0).xy, vec2(0.0)));
#endif
    vec2 isKnown = step(0.5, own.zw);
    o_velocity = vec4(mix(mix(own.xy, sum / max(weight, 1e-6), near), own.xy, isKnown),
                      max(max(isKnown, near), carried));
}
