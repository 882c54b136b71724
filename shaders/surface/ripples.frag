// Fine waves at one moment, in a tile that repeats: waves with whole numbers of crests along its sides, which travel at
// the speed of deep-water waves. u_wavesAt: the phase of the period after which all waves repeat, 0 to 1; cycles in
// that period of a wave with one crest per tile (one with n crests has sqrt(n) times as many); texels a side. Out:
// slope along x and y, whose root mean square is 1; height; caustics where they are sharpest, relative to flat water.
#include "common/hash.glsl"

uniform vec4 u_wavesAt;
layout(location = 0) out vec4 o_ripples;

const int WAVES = 22;
const float FOCUS = 0.013; // tiles by which a slope of 1 shifts light on the ground

void main()
{
    vec2 p = (gl_FragCoord.xy - 1.5) / (u_wavesAt.z - 2.0);
    vec3 sum = vec3(0.0);
    vec3 bent = vec3(0.0); // second derivatives: xx, yy, xy
    float squares = 0.0;
    for (int i = 0; i < WAVES; i++) {
        uint seed = scramble(uint(i) * 3u + 11u);
        float angle = 6.2831853 * (float(i) * 0.381966 + 0.15 * unitOf(seed));
        float crests = 4.0 + 9.0 * float(i) / float(WAVES);
        vec2 wave = round(crests * vec2(cos(angle), sin(angle)));
        float length2 = max(length(wave), 1.0);
        float runs = round(sqrt(length2) * u_wavesAt.y);
        float phase = 6.2831853 * (dot(wave, p) - fract(runs * u_wavesAt.x) + unitOf(scramble(seed)));
        float slope = 1.0 / (1.0 + pow(length2 / 9.0, 2.0));
        sum += slope * vec3(wave / length2 * cos(phase), sin(phase) / length2);
        bent -= slope * 6.2831853 / length2 * sin(phase) * vec3(wave * wave, wave.x * wave.y);
        squares += 0.5 * slope * slope;
    }
    float one = inversesqrt(squares);
    bent *= FOCUS * one;
    float area = (1.0 + bent.x) * (1.0 + bent.y) - bent.z * bent.z;
    o_ripples = vec4(sum * one, min(1.0 / max(abs(area), 0.16), 6.0));
}
