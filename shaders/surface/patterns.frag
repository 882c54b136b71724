// Patterns of ground and foam in a tile that repeats, drawn once. u_texels: texels a side. Out: height of pebbles, their
// tone, soft noise, and the lace of foam: 1 in the walls of its bubbles.
#include "common/hash.glsl"

uniform float u_texels;
layout(location = 0) out vec4 o_patterns;

float random(ivec2 cell, int period, uint seed)
{
    ivec2 c = ivec2(mod(vec2(cell), float(period)));
    return unitOf(scramble(uint(c.x) + 1973u * uint(c.y) + 92837u * seed));
}

float noiseAt(vec2 p, int period, uint seed)
{
    p *= float(period);
    ivec2 c = ivec2(floor(p));
    vec2 t = p - vec2(c);
    t = t * t * t * (t * (6.0 * t - 15.0) + 10.0);
    return mix(mix(random(c, period, seed), random(c + ivec2(1, 0), period, seed), t.x),
               mix(random(c + ivec2(0, 1), period, seed), random(c + 1, period, seed), t.x), t.y);
}

float layersAt(vec2 p)
{
    float sum = 0.0;
    float weight = 0.5;
    int period = 6;
    for (int i = 0; i < 6; i++) {
        sum += weight * noiseAt(p, period, uint(i));
        weight *= 0.55;
        period *= 2;
    }
    return sum / (0.5 * (1.0 - pow(0.55, 6.0)) / 0.45);
}

// Distances to the nearest point and to the next one, and the nearest one's random number. Points stand in a grid, each
// off its place, and see things longer along a way of their own.
vec3 stonesAt(vec2 p, int period, uint seed)
{
    p *= float(period);
    ivec2 middle = ivec2(floor(p));
    vec3 found = vec3(9.0, 9.0, 0.0);
    for (int i = 0; i < 25; i++) {
        ivec2 cell = middle + ivec2(i % 5, i / 5) - 2;
        float own = random(cell, period, seed);
        vec2 point = vec2(cell) + 0.15 + 0.7 * vec2(own, random(cell, period, seed + 7u));
        float angle = 6.2831853 * random(cell, period, seed + 13u);
        vec2 along = vec2(cos(angle), sin(angle));
        vec2 off = p - point;
        off = vec2(dot(off, along), 1.35 * (off.y * along.x - off.x * along.y));
        float distance = length(off) * (0.8 + 0.4 * own);
        if (distance < found.x) {
            found = vec3(distance, found.x, random(cell, period, seed + 21u));
        } else {
            found.y = min(found.y, distance);
        }
    }
    return found;
}

// A stone is round on top and falls off steeply to its neighbours.
float domeOf(vec3 stone)
{
    float rim = clamp((stone.y - stone.x) / 0.5, 0.0, 1.0);
    return sqrt(rim * (2.0 - rim)) * (0.75 + 0.25 * stone.z);
}

void main()
{
    vec2 p = (gl_FragCoord.xy - 1.5) / (u_texels - 2.0);
    float soft = layersAt(p);
    vec2 bent = p + 0.012 * (vec2(noiseAt(p, 24, 31u), noiseAt(p, 24, 32u)) - 0.5);
    vec3 large = stonesAt(bent, 9, 1u);
    vec3 small = stonesAt(bent, 26, 2u);
    // Every third place of a large stone is left to small ones.
    float isLarge = step(0.36, large.z);
    float above = isLarge * domeOf(large);
    float below = 0.45 * domeOf(small);
    bool top = above > below;
    float height = max(above, below) + 0.1 * (soft - 0.5);
    float tone = top ? fract(7.31 * large.z) : small.z;
    vec3 wide = stonesAt(bent, 14, 3u);
    vec3 narrow = stonesAt(bent, 37, 4u);
    float lace = max(1.0 - (wide.y - wide.x) / 0.35, 0.75 - 0.75 * (narrow.y - narrow.x) / 0.4);
    o_patterns = vec4(height, tone, soft, clamp(0.75 * lace + 0.5 * (soft - 0.3), 0.0, 1.0));
}
