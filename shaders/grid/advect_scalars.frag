// Carries cell-centred fields along the velocity, with one backtrace for all. In: u_velocity (m/s, faces), with DYE
// u_dye, with TEMPERATURE u_temperature (K), with SOLIDS u_fluidMask (1 in fluid, 0 in solids, at the fields' texels).
// Out: the same fields; TEMPERATURE is its attachment's number. u_cellsPerTexel: cells per texel of the field.
// u_dissipation: factors that stay, of dye and of temperature above ambient. Solid texels hold no dye and ambient
// temperature, and lend none: beside them a read is linear over the fluid texels.
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_velocity;
uniform float u_stepCells;
uniform vec2 u_cellsPerTexel;
uniform vec2 u_dissipation;
uniform float u_ambient;
#ifdef SOLIDS
uniform sampler2D u_fluidMask;
#endif
#ifdef DYE
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#endif
#ifdef TEMPERATURE
uniform sampler2D u_temperature;
layout(location = TEMPERATURE) out float o_temperature;
#endif

// `share`: how much of the linear weights lies on fluid texels, which hold all of the value's excess over `rest`.
vec4 carried(sampler2D field, Taps taps, CubicWeights w, float share, vec4 rest)
{
#if defined(BILINEAR) && !defined(SOLIDS)
    return readLinear(field, taps);
#else
    Inner f = readInner(field, taps);
#ifdef BILINEAR
    vec4 value = mixInner(f, taps.t);
#else
    vec4 value = cubicOf(field, taps, w, f);
#endif
#ifdef SOLIDS
    if (share < 0.999) {
        value = clampToInner(rest + (mixInner(f, taps.t) - rest) / max(share, 0.01), f);
    }
#endif
    return value;
#endif
}

void main()
{
    vec2 size = vec2(u_cells) / u_cellsPerTexel;
    vec2 p = gl_FragCoord.xy * u_cellsPerTexel;
    vec2 from = backtrace(u_velocity, p, velocityAt(u_velocity, p), u_stepCells) / u_cellsPerTexel;
    float fluid = 1.0;
    float share = 1.0;
#ifdef SOLIDS
    fluid = texelFetch(u_fluidMask, ivec2(gl_FragCoord.xy), 0).x;
    share = sampleLinear(u_fluidMask, from).x;
    from = share > 0.01 ? from : gl_FragCoord.xy; // traced into a solid: what is here stays
    share = share > 0.01 ? share : 1.0;
#endif
    Taps taps = tapsAt(from, size);
    CubicWeights w = cubicWeights(taps.t);
#ifdef DYE
    o_dye = fluid * u_dissipation.x * carried(u_dye, taps, w, share, vec4(0.0));
#endif
#ifdef TEMPERATURE
    float temperature = carried(u_temperature, taps, w, share, vec4(u_ambient)).x;
    o_temperature = u_ambient + fluid * u_dissipation.y * (temperature - u_ambient);
#endif
}
