// Media that fill shapes (gfZone), of a batch (source/batch.glsl). u_zones, three a shape: (velocity of the medium, its
// spin, acceleration of the turbulence times dt), (linear drag times dt, quadratic drag times dt, 1/m, one over the
// eddies' size, seed), (the domain's corner and the time, in the lattice of the noise).
#include "common/hash.glsl"
#include "common/loops.glsl"
#include "source/drag.glsl"

uniform vec4 u_zones[3 * GF_SHAPES_PER_BATCH];

// One over the RMS length of the gradient of noiseAt().
const float UNIT_SLOPE = 1.422;

vec3 slopeOf(ivec3 corner, uint seed)
{
    uvec3 c = uvec3(corner & (GF_NOISE_PERIOD - 1));
    uint n = scramble(c.x ^ scramble(c.y ^ scramble(c.z ^ scramble(seed))));
    return vec3(uvec3(n, n >> 10, n >> 20) & 1023u) / 511.5 - 1.0;
}

// Returns gradient noise (Perlin 2002), smooth to the second derivative.
float noiseAt(vec3 p, uint seed)
{
    vec3 base = floor(p);
    vec3 t = p - base;
    vec3 s = t * t * t * (t * (6.0 * t - 15.0) + 10.0);
    float sum = 0.0;
    for (int i = 0; i < 8; i++) {
        ivec3 corner = ivec3(i & 1, (i >> 1) & 1, i >> 2);
        vec3 c = vec3(corner);
        vec3 share = mix(1.0 - s, s, c);
        sum += share.x * share.y * share.z * dot(slopeOf(ivec3(base) + corner, seed), t - c);
    }
    return sum;
}

// Returns the curl of noise, by differences over `width`, so that it is divergence-free for cells of this width.
vec2 curlAt(int shape, vec2 p, float width)
{
    vec4 zone = u_zones[3 * shape + 1], at = u_zones[3 * shape + 2];
    vec3 q = vec3(p * zone.z + at.xy, at.z);
    float h = 0.5 * width * zone.z;
    uint seed = uint(zone.w);
    return UNIT_SLOPE * 0.5 / h *
           vec2(noiseAt(q + vec3(0.0, h, 0.0), seed) - noiseAt(q - vec3(0.0, h, 0.0), seed),
                noiseAt(q - vec3(h, 0.0, 0.0), seed) - noiseAt(q + vec3(h, 0.0, 0.0), seed));
}

// Returns the effect of all zones at a place. `velocity`: of the fluid, m/s; `width`: of a cell, m.
Pull pullAt(vec2 p, vec2 velocity, float width)
{
    Pull pull = Pull(0.0, 0.0, vec2(0.0), vec2(0.0));
    for (int i = FIRST_SHAPE; i < END_SHAPE; i++) {
        float w = (int(u_amounts[3 * i + 2].x) & GF_ACTS_AS_ZONE) != 0 ? weight(i, p) : 0.0;
        if (w > 0.0) {
            w *= clamp(hostColor(i, p).w, 0.0, 1.0);
            vec4 zone = u_zones[3 * i];
            vec2 r = fromCentre(i, p);
            vec2 medium = zone.xy + zone.z * vec2(-r.y, r.x);
            float linear = w * u_zones[3 * i + 1].x;
            float quadratic = w * u_zones[3 * i + 1].y * length(velocity - medium);
            pull.linear += linear;
            pull.quadratic += quadratic;
            pull.velocity += (linear + quadratic) * medium;
            ONLY_IF(zone.w > 0.0) {
                pull.stir += w * zone.w * curlAt(i, p, width);
            }
        }
    }
    pull.velocity /= max(pull.linear + pull.quadratic, 1e-20);
    return pull;
}
