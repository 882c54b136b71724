// Patterns of ground and foam in a tile that repeats, drawn once. u_texels: texels a side. Out: height of pebbles,
// their tone, soft noise, and the lace of foam: 1 in the walls of its bubbles.
//   LACE  no pebbles, which cost the most
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
    float sum = 0.0, weight = 0.5;
    int period = 6;
    for (int i = 0; i < 6; i++) {
        sum += weight * noiseAt(p, period, uint(i));
        weight *= 0.55;
        period *= 2;
    }
    return sum / (0.5 * (1.0 - pow(0.55, 6.0)) / 0.45);
}

// Cellular noise (Worley): returns the distances to the nearest two points, and the nearest's random number. Points are
// displaced from a grid, and each stretches distances its own way.
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

// Returns the walls between round bubbles: 1 where walls meet.
float wallOf(vec3 bubble)
{
    return smoothstep(0.15, 0.75, bubble.x) * (1.0 - 0.6 * smoothstep(0.0, 0.4, bubble.y - bubble.x));
}

// Returns height and tone of the highest stone here. Only the fraction `share` of the grid's places has one.
vec2 heapAt(vec2 p, int period, uint seed, float share)
{
    p *= float(period);
    ivec2 middle = ivec2(floor(p));
    vec2 top = vec2(0.0);
    for (int i = 0; i < 25; i++) {
        ivec2 cell = middle + ivec2(i % 5, i / 5) - 2;
        float own = random(cell, period, seed + 3u);
        vec2 point = vec2(cell) + vec2(random(cell, period, seed), random(cell, period, seed + 7u));
        float angle = 6.2831853 * random(cell, period, seed + 13u);
        vec2 along = vec2(cos(angle), sin(angle));
        vec2 off = p - point;
        off = vec2(dot(off, along), off.y * along.x - off.x * along.y) / (vec2(0.86, 0.62) * (0.6 + 0.4 * own));
        // The outline is between a circle and a square, as of worn stone.
        vec2 square = off * off;
        float out2 = sqrt(dot(square, square)) * 0.45 + 0.55 * dot(off, off);
        float height = (0.55 + 0.45 * own) * sqrt(max(1.0 - out2, 0.0)) + 0.25 * random(cell, period, seed + 17u);
        if (own < share && out2 < 1.0 && height > top.x) {
            top = vec2(height, random(cell, period, seed + 21u));
        }
    }
    return top;
}

void main()
{
    vec2 p = (gl_FragCoord.xy - 1.5) / (u_texels - 2.0);
    float soft = layersAt(p);
    vec2 bent = p + 0.012 * (vec2(noiseAt(p, 24, 31u), noiseAt(p, 24, 32u)) - 0.5);
    vec2 top = vec2(0.0);
#ifndef LACE
    vec2 large = heapAt(bent, 9, 1u, 0.6), middle = heapAt(bent, 16, 40u, 0.8);
    vec2 small = heapAt(bent, 34, 2u, 1.0);
    middle.x *= 0.75;
    small.x *= 0.45;
    top = small.x > middle.x ? small : middle;
    top = large.x > top.x ? large : top;
#endif
    float height = 0.85 * top.x + 0.1 * (soft - 0.5);
    float tone = top.y;
    vec3 wide = stonesAt(bent, 14, 3u), narrow = stonesAt(bent, 37, 4u);
    float lace = 0.65 * wallOf(wide) + 0.35 * wallOf(narrow) + 0.9 * (soft - 0.5);
    o_patterns = vec4(height, tone, soft, clamp(lace, 0.0, 1.0));
}
