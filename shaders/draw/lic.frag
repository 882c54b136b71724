// Draws a line-integral convolution (Cabral, Leedom 1993) of u_velocity (faces, m/s): noise that is fixed to the pixels
// of the viewport, averaged along the streamline through each pixel over u_spacing pixels to each side by a Hann window
// of this half-width at half height; coloured by speed through the palette, full at u_range (m/s). Lines are brightest
// where they are at right angles to the light, as threads are. Out: as draw/look.glsl. WRAP as in common/grid.glsl.
#include "common/grid.glsl"
#include "draw/look.glsl"
#include "draw/pixels.glsl"

const int STEPS = 32; // to each side
const float PI = 3.14159265;
const vec2 LIGHT = vec2(-0.6, 0.8);

float noiseAt(ivec2 at)
{
    uint n = uint(at.x) * 1597334677u ^ uint(at.y) * 3812015801u;
    n = (n ^ (n >> 15)) * 2246822519u;
    n = (n ^ (n >> 13)) * 3266489917u;
    return float((n ^ (n >> 16)) >> 8) / 16777216.0 - 0.5;
}

// Returns noise that is linear between points a unit apart, with the same variance everywhere.
float noiseBetween(vec2 p)
{
    vec2 base = floor(p);
    vec2 t = p - base;
    ivec2 i = ivec2(base);
    float mixed = mix(mix(noiseAt(i), noiseAt(i + ivec2(1, 0)), t.x),
                      mix(noiseAt(i + ivec2(0, 1)), noiseAt(i + 1), t.x), t.y);
    vec2 power = t * t + (1.0 - t) * (1.0 - t);
    return mixed * inversesqrt(power.x * power.y);
}

// Returns sums along the line to one side: values times weights, weights, squares of weights.
vec3 follow(float side, float stepPixels, float grain)
{
    vec2 cells = vec2(u_cells), place = placeBefore(v_place), pixel = pixelAt(v_place);
    vec3 sum = vec3(0.0);
    vec2 before = vec2(0.0);
    for (int i = 1; i <= STEPS; i++) {
        // The line is followed by the midpoint rule, in steps of equal length in pixels.
        vec2 v = velocityAt(u_velocity, place * cells);
        float pixels = length(pixelsOf(v));
        if (!(pixels > 0.0)) {
            break;
        }
        vec2 middle = place + 0.5 * side * stepPixels / pixels * v / u_domainSize;
        v = velocityAt(u_velocity, inDomain(middle * cells));
        vec2 way = pixelsOf(v);
        pixels = length(way);
        // A line that reverses has reached a stagnation point.
        if (!(pixels > 0.0) || dot(way, before) < 0.0) {
            break;
        }
        before = way;
        place = inDomain((place + side * stepPixels / pixels * v / u_domainSize) * cells) / cells;
        pixel += side * stepPixels / pixels * way;
        float w = 0.5 + 0.5 * cos(PI * float(i) / float(STEPS + 1));
        sum += vec3(w * noiseBetween(pixel / grain), w, w * w);
    }
    return sum;
}

void main()
{
    float stepPixels = u_spacing / float(STEPS);
    float grain = max(1.6, 1.1 * stepPixels); // px; the width of lines
    vec2 pixel = pixelAt(v_place);
    vec3 sum = vec3(noiseBetween(pixel / grain), 1.0, 1.0) + follow(1.0, stepPixels, grain) +
               follow(-1.0, stepPixels, grain);
    // Averages over more independent points of noise vary less; the factor compensates.
    float points = max(sum.y * sum.y / sum.z * min(stepPixels / grain, 1.0), 1.0);
    float value = sum.x / sum.y * sqrt(points) * 3.4;
    value = value * inversesqrt(1.0 + 0.35 * value * value); // -1.7 to 1.7

    vec2 v = velocityAt(u_velocity, placeBefore(v_place) * vec2(u_cells));
    float speed = length(v);
    vec2 way = pixelsOf(v);
    float along = dot(way, LIGHT) / max(length(way), 1e-20);
    float moving = smoothstep(0.0, 0.04, speed / u_range);
    float shine = moving * (1.0 - along * along);
    vec4 color = paletteColor(speed / u_range);
    float bright = 0.62 + 0.36 * value * mix(0.25, 1.0, moving) + 0.22 * shine * (1.0 + value);
    vec3 light = color.rgb * max(bright, 0.03);
    light += 0.10 * shine * max(value, 0.0) * max(value, 0.0) * dot(color.rgb, vec3(1.0 / 3.0));
    writeLook(light, color.w);
}
