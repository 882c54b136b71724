// Carries cell-centred fields along the velocity, with one backtrace for all. In: u_velocity (m/s, faces), with DYE
// u_dye, with TEMPERATURE u_temperature (K), with SOLIDS u_solid (distance, m). Out: the same fields; TEMPERATURE is
// its attachment's number. u_scale: cells per texel of the field. u_dissipation: factors that stay, of dye and of
// temperature above ambient. Solid cells hold no dye and ambient temperature, and lend none.
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_velocity;
uniform sampler2D u_solid;
uniform float u_stepCells;
uniform float u_cellSize;
uniform vec2 u_scale;
uniform vec2 u_dissipation;
uniform float u_ambient;
#ifdef DYE
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#endif
#ifdef TEMPERATURE
uniform sampler2D u_temperature;
layout(location = TEMPERATURE) out float o_temperature;
#endif

#ifdef SOLIDS
float distanceAt(vec2 p)
{
    return sampleLinear(u_solid, p).x;
}

// Out of a solid along the distance's gradient, half a cell into the fluid.
vec2 pushOut(vec2 p)
{
    float d = distanceAt(p);
    if (d >= 0.0) {
        return p;
    }
    vec2 g = vec2(distanceAt(p + vec2(0.5, 0.0)) - distanceAt(p - vec2(0.5, 0.0)),
                  distanceAt(p + vec2(0.0, 0.5)) - distanceAt(p - vec2(0.0, 0.5)));
    float size = length(g);
    return size > 0.0 ? clamp(p + (0.5 - d / u_cellSize) * g / size, vec2(0.0), vec2(u_cells)) : p;
}

// Weights of the four nearest texels, those in solids left out. All 0 if none is in fluid.
vec4 fluidWeights(Taps taps)
{
    vec4 w = vec4((1.0 - taps.t.x) * (1.0 - taps.t.y), taps.t.x * (1.0 - taps.t.y), (1.0 - taps.t.x) * taps.t.y,
                  taps.t.x * taps.t.y);
    vec4 d = vec4(distanceAt((vec2(taps.x.y, taps.y.y) + 0.5) * u_scale),
                  distanceAt((vec2(taps.x.z, taps.y.y) + 0.5) * u_scale),
                  distanceAt((vec2(taps.x.y, taps.y.z) + 0.5) * u_scale),
                  distanceAt((vec2(taps.x.z, taps.y.z) + 0.5) * u_scale));
    w *= vec4(greaterThanEqual(d, vec4(0.0)));
    float sum = dot(w, vec4(1.0));
    return sum > 1e-4 ? w / sum : vec4(0.0);
}

vec4 readWeighted(sampler2D field, Taps taps, vec4 w, vec4 otherwise)
{
    if (dot(w, vec4(1.0)) == 0.0) {
        return otherwise;
    }
    return w.x * texelFetch(field, ivec2(taps.x.y, taps.y.y), 0) + w.y * texelFetch(field, ivec2(taps.x.z, taps.y.y), 0) +
           w.z * texelFetch(field, ivec2(taps.x.y, taps.y.z), 0) + w.w * texelFetch(field, ivec2(taps.x.z, taps.y.z), 0);
}
#endif

void write(vec4 dye, float temperature)
{
#ifdef DYE
    o_dye = u_dissipation.x * dye;
#endif
#ifdef TEMPERATURE
    o_temperature = u_ambient + u_dissipation.y * (temperature - u_ambient);
#endif
}

void main()
{
    vec4 dye = vec4(0.0);
    float temperature = u_ambient;
    vec2 p = gl_FragCoord.xy * u_scale;
    vec2 from = backtrace(u_velocity, p, u_stepCells);
#ifdef DYE
    ivec2 last = textureSize(u_dye, 0) - 1;
#else
    ivec2 last = textureSize(u_temperature, 0) - 1;
#endif
#ifdef SOLIDS
    if (distanceAt(p) < 0.0) {
        write(dye, temperature);
        return;
    }
    if (distanceAt(from) < 2.0 * max(1.0, max(u_scale.x, u_scale.y)) * u_cellSize) {
        Taps near = tapsAt(pushOut(from) / u_scale, ivec2(0), last);
        vec4 w = fluidWeights(near);
#ifdef DYE
        dye = readWeighted(u_dye, near, w, texelFetch(u_dye, ivec2(gl_FragCoord.xy), 0));
#endif
#ifdef TEMPERATURE
        temperature = readWeighted(u_temperature, near, w, texelFetch(u_temperature, ivec2(gl_FragCoord.xy), 0)).x;
#endif
        write(dye, temperature);
        return;
    }
#endif
    Taps taps = tapsAt(from / u_scale, ivec2(0), last);
#ifdef DYE
    dye = readField(u_dye, taps);
#endif
#ifdef TEMPERATURE
    temperature = readField(u_temperature, taps).x;
#endif
    write(dye, temperature);
}
