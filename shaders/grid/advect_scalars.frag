// Carries cell-centred fields along the velocity, with one backtrace for all (grid/backtrace.glsl). In: u_velocity
// (m/s, faces; filtered), with DYE u_dye, with TEMPERATURE u_temperature (K), with SOLIDS u_fluidMask (1 in fluid, 0 in
// solids, at the fields' texels). Out: the same fields; TEMPERATURE is its attachment's number. u_cellsPerTexel: cells
// per texel of the field.
// u_dissipation: factors that stay, of dye and of temperature above ambient. Solid texels hold no dye and ambient
// temperature, and lend none: beside them a read is linear over the fluid texels. u_previousMask says which texels were
// fluid before. With UNCOVERED these may differ: where a solid has left, dye and heat flow in from the fluid around.
// ENTRY: fluid comes in through sides, with u_entryDye and u_entryTemperature. DEPARTURES: to the last attachment also
// from where the fluid comes, from here, cells.
#include "common/filtered.glsl"
#include "common/grid.glsl"
#include "common/contain.glsl"
#include "common/cubic.glsl"
#include "common/rounded.glsl"
#include "grid/backtrace.glsl"
#ifdef ENTRY
#include "common/entry.glsl"
uniform mat4 u_entryDye; // a column a side
uniform vec4 u_entryTemperature;
#endif

uniform sampler2D u_velocity;
uniform vec2 u_cellsPerTexel;
uniform vec2 u_dissipation;
uniform float u_ambient;
#ifdef SOLIDS
uniform sampler2D u_fluidMask;
uniform sampler2D u_previousMask;
#endif
#ifdef DYE
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#endif
#ifdef TEMPERATURE
uniform sampler2D u_temperature;
layout(location = TEMPERATURE) out float o_temperature;
#endif
#ifdef DEPARTURES
#if TEMPERATURE == 0
layout(location = 1) out vec2 o_departure;
#else
layout(location = 2) out vec2 o_departure;
#endif
#endif

// `share`: how much of the linear weights lies on fluid texels, which hold all of the value's excess over `rest`.
#ifdef FILTERED
// Only where some lies on others the four texels are read one by one: in a loop, for some drivers run both ways of a
// branch; no constant, lest it be unrolled.
vec4 carried(sampler2D field, vec2 from, vec2 size, float share, vec4 rest)
{
    vec4 value = textureLod(field, from / size, 0.0);
#ifdef SOLIDS
    int count = share < 0.999 ? min(u_cells.x, 1) : 0;
    for (int k = 0; k < count; k++) {
        Taps taps = tapsAt(from, size);
        Inner f = readInner(field, taps);
        value = clampToInner(rest + (mixInner(f, taps.t) - rest) / max(share, 0.01), f);
    }
#endif
    return value;
}
#else
// `f`: the inner four texels.
vec4 carried(sampler2D field, Taps taps, CubicWeights w, Inner f, float share, vec4 rest)
{
#if defined(BILINEAR) && !defined(SOLIDS)
    return readLinear(field, taps);
#else
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
#endif

#ifdef SOLIDS
// The share of fluid, as exactly as what it is to divide.
float shareAt(vec2 from, vec2 size)
{
#ifdef FILTERED
    float share = textureLod(u_previousMask, from / size, 0.0).x;
    int count = share < 0.999 ? min(u_cells.x, 1) : 0;
#else
    float share = 1.0;
    const int count = 1;
#endif
    for (int k = 0; k < count; k++) {
        Taps taps = tapsAt(from, size);
        share = mixInner(readInner(u_previousMask, taps), taps.t).x;
    }
    return share;
}
#endif

#ifdef UNCOVERED
// Means over texels within two of this one that were fluid; what was there without any. Only where they are `wanted`, in
// a loop, for some drivers run both ways of a branch; no constant, lest it be unrolled.
void takeAround(bool wanted, inout vec4 dye, inout float temperature)
{
    vec4 dyes = vec4(0.0);
    float heat = 0.0;
    float weight = 1e-6;
    int count = wanted ? 25 * min(u_cells.x, 1) : 0;
    for (int k = 0; k < count; k++) {
        ivec2 off = ivec2(k % 5, k / 5) - 2;
#ifdef DYE
        ivec2 texel = placed(ivec2(gl_FragCoord.xy) + off, textureSize(u_dye, 0), 0);
#else
        ivec2 texel = placed(ivec2(gl_FragCoord.xy) + off, textureSize(u_temperature, 0), 0);
#endif
        float w = texelFetch(u_previousMask, texel, 0).x / (1.0 + float(off.x * off.x + off.y * off.y));
#ifdef DYE
        dyes += w * texelFetch(u_dye, texel, 0);
#endif
#ifdef TEMPERATURE
        heat += w * texelFetch(u_temperature, texel, 0).x;
#endif
        weight += w;
    }
    bool some = weight > 1e-3;
    dye = wanted ? (some ? dyes / weight : vec4(0.0)) : dye;
    temperature = wanted ? (some ? heat / weight : u_ambient) : temperature;
}
#endif

void main()
{
    vec2 size = vec2(u_cells) / u_cellsPerTexel;
    vec2 p = gl_FragCoord.xy * u_cellsPerTexel;
    vec2 origin = backtrace(p, velocityAt(u_velocity, p));
#ifdef DEPARTURES
    o_departure = origin - p;
#endif
    vec2 from = inDomain(origin) / u_cellsPerTexel;
#ifdef FILTERED
    from = toWeights(from, randomHere());
#endif
    float fluid = 1.0;
    float share = 1.0;
#ifdef SOLIDS
    fluid = texelFetch(u_fluidMask, ivec2(gl_FragCoord.xy), 0).x;
    share = shareAt(from, size);
    from = share > 0.01 ? from : gl_FragCoord.xy; // traced into a solid: what is here stays
    bool lost = fluid > 0.5 && share <= 0.01 && texelFetch(u_previousMask, ivec2(gl_FragCoord.xy), 0).x < 0.5;
    share = share > 0.01 ? share : 1.0;
#endif
#ifdef FILTERED
#define CARRIED(field, inner, rest) carried(field, from, size, share, rest)
#else
    Taps taps = tapsAt(from, size);
    CubicWeights w = cubicWeights(taps.t);
#define CARRIED(field, inner, rest) carried(field, taps, w, inner(field, taps), share, rest)
#endif
#ifdef ENTRY
    vec4 side = entryOf(origin / u_cellsPerTexel, size);
    float kept = 1.0 - dot(side, vec4(1.0));
#endif
    vec4 dye = vec4(0.0);
    float temperature = u_ambient;
#ifdef DYE
    dye = CARRIED(u_dye, readInner, vec4(0.0));
#endif
#ifdef TEMPERATURE
    temperature = CARRIED(u_temperature, readInnerOfOne, vec4(u_ambient)).x;
#endif
#ifdef UNCOVERED
    takeAround(lost, dye, temperature);
#endif
#ifdef ENTRY
    dye = kept * dye + u_entryDye * side;
    temperature = kept * temperature + dot(u_entryTemperature, side);
#endif
#ifdef DYE
    o_dye = storedDye(contain(fluid * u_dissipation.x * dye));
#endif
#ifdef TEMPERATURE
    o_temperature = storedTemperature(u_ambient + fluid * u_dissipation.y * contain(temperature - u_ambient));
#endif
}
