// Media that fill shapes (gfZone3D), in the axes of the container. u_zones, four a shape: (velocity of the medium, m/s;
// acceleration of the turbulence times dt), (linear drag times dt, quadratic drag times dt, 1/m, one over the eddies'
// size, seed), (the container's corner and the time, in the lattice of the noise, which lies still in the world), (spin
// of the medium, 1/s). u_containerTurn: from the container's axes to the world's.
#include "common/hash.glsl"
#include "common/loops.glsl"
#include "common/turn.glsl"
#include "source/drag.glsl"

uniform vec4 u_zones[4 * GF_SHAPES_PER_BATCH];
uniform vec4 u_containerTurn;

// One over the RMS length of the curl of three noises.
const float UNIT_CURL = 0.821;

vec3 fadeOf(vec3 t)
{
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0);
}

vec3 slopeFrom(uint n)
{
    return vec3(uvec3(n, n >> 10, n >> 20) & 1023u) / 511.5 - 1.0;
}

// Returns the curl of three gradient noises (Perlin 2002), a vector potential.
vec3 curlOfNoises(vec3 p, uint seed)
{
    vec3 base = floor(p);
    vec3 t = p - base;
    vec3 s = fadeOf(t);
    vec3 steep = 30.0 * t * t * (t - 1.0) * (t - 1.0);
    vec3 curl = vec3(0.0);
    for (int i = 0; i < 8; i++) {
        ivec3 corner = ivec3(i & 1, (i >> 1) & 1, i >> 2);
        vec3 c = vec3(corner);
        vec3 share = mix(1.0 - s, s, c);
        vec3 change = mix(-steep, steep, c) * vec3(share.y * share.z, share.x * share.z, share.x * share.y);
        float weight = share.x * share.y * share.z;
        uvec3 cell = uvec3((ivec3(base) + corner) & (GF_NOISE_PERIOD - 1));
        uint n = scramble(cell.x ^ scramble(cell.y ^ scramble(cell.z ^ seed)));
        vec3 x = slopeFrom(n);
        vec3 y = slopeFrom(scramble(n ^ 1u)), z = slopeFrom(scramble(n ^ 2u));
        // The gradients of the three noises, from which the curl is taken.
        vec3 slopeX = weight * x + change * dot(x, t - c);
        vec3 slopeY = weight * y + change * dot(y, t - c);
        vec3 slopeZ = weight * z + change * dot(z, t - c);
        curl += vec3(slopeZ.y - slopeY.z, slopeX.z - slopeZ.x, slopeY.x - slopeX.y);
    }
    return UNIT_CURL * curl;
}

// Returns turbulence, which fades from one noise field to the next at constant strength.
vec3 turbulenceAt(int shape, vec3 place)
{
    vec4 zone = u_zones[4 * shape + 1], at = u_zones[4 * shape + 2];
    vec3 q = turnBy(u_containerTurn, place) * zone.z + at.xyz;
    uint seed = uint(zone.w);
    float number = floor(at.w);
    float s = fadeOf(vec3(at.w - number)).x;
    uint first = scramble(seed ^ scramble(uint(number)));
    uint next = scramble(seed ^ scramble(uint(mod(number + 1.0, float(GF_NOISE_PERIOD)))));
    vec3 curl = (1.0 - s) * curlOfNoises(q, first) + s * curlOfNoises(q, next);
    return turnBy(vec4(-u_containerTurn.xyz, u_containerTurn.w), curl) * inversesqrt(1.0 - 2.0 * s * (1.0 - s));
}

// Returns the effect of all zones. `place` in cells, `velocity` of the fluid in m/s.
Pull pullAt(vec3 place, vec3 velocity)
{
    Pull pull = Pull(0.0, 0.0, vec3(0.0), vec3(0.0));
    for (int i = 0; i < u_shapeCount; i++) {
        float w = acts(i, GF_ACTS_AS_ZONE) > 0.5 ? shapeWeight(i, place) : 0.0;
        if (w > 0.0) {
            vec4 zone = u_zones[4 * i];
            vec3 arm = place * u_unit - u_shapes[3 * i].xyz;
            vec3 medium = zone.xyz + cross(u_zones[4 * i + 3].xyz, arm);
            float linear = w * u_zones[4 * i + 1].x;
            float quadratic = w * u_zones[4 * i + 1].y * length(velocity - medium);
            pull.linear += linear;
            pull.quadratic += quadratic;
            pull.velocity += (linear + quadratic) * medium;
            ONLY_IF(zone.w > 0.0) {
                pull.stir += w * zone.w * turbulenceAt(i, place * u_unit);
            }
        }
    }
    pull.velocity /= max(pull.linear + pull.quadratic, 1e-20);
    return pull;
}
