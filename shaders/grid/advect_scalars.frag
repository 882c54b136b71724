// Carries cell-centred fields along the velocity, with one backtrace for all (grid/backtrace.glsl), or, with PATHS, along
// ways between those of the corners of cells (u_paths, grid/paths.frag). In: u_velocity
// (m/s, faces; filtered), with DYE u_dye, with TEMPERATURE u_temperature (K), with SOLIDS u_fluidMask (1 in fluid, 0 in
// solids, at the fields' texels). Out: the same fields; TEMPERATURE is its attachment's number. u_texels: size of the
// fields; u_cellsPerTexel: cells per texel; CENTRED: it is one. They are read by a cubic, by QUINTIC or BILINEAR.
// u_dissipation: factors that stay, of dye and of temperature above ambient. Solid texels hold no dye and ambient
// temperature, and lend none: beside them a read is linear over the fluid texels. u_previousMask says which texels were
// fluid before, outside of the box u_solidBox (texels) all and now. With UNCOVERED these may differ: where a solid has
// left, dye and heat flow in from the fluid around. ENTRY: fluid comes in through sides, with u_entryDye and
// u_entryTemperature. DEPARTURES: to the last attachment also from where the fluid comes, from here, cells; with
// PULLED, from where it would if it had always had the velocity that it has here. LEDGER: what advection made or lost
// before is taken or given back (grid/ledger.frag), v_giveDye and v_giveHeat: parts of the way to the largest texel
// around, below 0 to the least.
#include "common/filtered.glsl"
#include "common/grid.glsl"
#include "common/loops.glsl"
#include "common/contain.glsl"
#include "common/cubic.glsl"
#ifdef QUINTIC
#include "common/quintic.glsl"
#endif
#include "common/rounded.glsl"
#ifdef PATHS
uniform sampler2D u_paths;
#else
#include "grid/backtrace.glsl"
#endif
#ifdef ENTRY
#include "common/entry.glsl"
uniform mat4 u_entryDye; // a column a side
uniform vec4 u_entryTemperature;
uniform ivec4 u_box; // of texels, away from open sides: grid/ledger_sum.frag
#endif

#ifdef TAPS_BY_TEXEL
// All that is read has as many texels; textureSize() is slow on some GPUs.
#undef TAP
#define TAP(field, taps, x, y) texelFetch(field, placed((taps).base + ivec2(x, y), u_texels, 0), 0)
#endif

uniform ivec2 u_texels;
uniform vec2 u_cellsPerTexel;
uniform vec2 u_dissipation;
uniform float u_ambient;
#ifdef SOLIDS
uniform sampler2D u_fluidMask;
uniform sampler2D u_previousMask;
uniform vec4 u_solidBox;
#endif
#ifdef LEDGER
flat in vec4 v_giveDye;
flat in float v_giveHeat;
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

// A value that is at least `least` and at most `most`, with its part of what is given back. Where texels are read
// exactly nothing was lost, and nothing is given: what does not move stays as it is.
vec4 withGiven(vec4 value, vec4 least, vec4 most, vec4 give, vec2 t)
{
#ifdef LEDGER
    vec2 away = 4.0 * t * (1.0 - t);
    give *= max(away.x, away.y);
    return mix(value, mix(least, most, step(0.0, give)), abs(give));
#else
    return value;
#endif
}

// `fluidFraction`: the part of the linear weights that lies on fluid texels, which hold all of the value's excess over
// `solidValue`, where any of the four texels is solid.
const float ALL_FLUID = 2.0;

#ifdef FILTERED
// Only where some lies on others the four texels are read one by one.
vec4 carried(sampler2D field, vec2 from, vec2 size, float fluidFraction, vec4 solidValue)
{
    vec4 value = textureLod(field, from / size, 0.0);
#ifdef SOLIDS
    ONLY_IF(fluidFraction <= 1.0)
    {
        Taps taps = tapsAt(from, size);
        Inner f = readInner(field, taps);
        value = clampToInner(solidValue + (mixInner(f, taps.t) - solidValue) / max(fluidFraction, 0.01), f);
    }
#endif
    return value;
}
#else
#if defined(QUINTIC)
#define TapWeights QuinticWeights
#define weightsOf quinticWeights
#define readBetween(field, taps, w, f) quinticOf(field, taps, w, f, 1.0 / vec2(u_texels))
#elif defined(BILINEAR)
#define TapWeights float
#define weightsOf(t) 0.0
#define readBetween(field, taps, w, f) mixInner(f, (taps).t)
#else
#define TapWeights CubicWeights
#define weightsOf cubicWeights
#define readBetween cubicOf
#endif

// `f`: the inner four texels. Where they are alike the clamp would leave nothing else: empty space costs a third.
vec4 carried(sampler2D field, Taps taps, TapWeights w, Inner f, float fluidFraction, vec4 solidValue, vec4 give)
{
    vec4 least = min(min(f.a, f.b), min(f.c, f.d)), most = max(max(f.a, f.b), max(f.c, f.d));
    if (least == most) {
        return f.a;
    }
#ifdef SOLIDS
    if (fluidFraction <= 1.0) {
        return clamp(solidValue + (mixInner(f, taps.t) - solidValue) / max(fluidFraction, 0.01), least, most);
    }
#endif
    return withGiven(clamp(readBetween(field, taps, w, f), least, most), least, most, give, taps.t);
}

// The same of a field of one channel.
float carriedOne(sampler2D field, Taps taps, TapWeights w, float fluidFraction, float solidValue, float give)
{
#ifdef GATHERS_ONE
    vec2 unit = 1.0 / vec2(u_texels);
    vec4 f = textureGather(field, taps.uv + 0.5 * unit).wzxy;
    float least = min(min(f.x, f.y), min(f.z, f.w)), most = max(max(f.x, f.y), max(f.z, f.w));
    if (least == most) {
        return least;
    }
#ifdef SOLIDS
    if (fluidFraction <= 1.0) {
        float mean = mix(mix(f.x, f.y, taps.t.x), mix(f.z, f.w, taps.t.x), taps.t.y);
        return clamp(solidValue + (mean - solidValue) / max(fluidFraction, 0.01), least, most);
    }
#endif
    float value = clamp(quinticOfOne(field, taps, w, f, unit), least, most);
    return withGiven(vec4(value), vec4(least), vec4(most), vec4(give), taps.t).x;
#else
    return carried(field, taps, w, readInnerOfOne(field, taps), fluidFraction, vec4(solidValue), vec4(give)).x;
#endif
}
#endif

#ifdef SOLIDS
// The fluid fraction is read as exactly as the values that it divides, for a solid's texels may have no weight.
float fluidFractionAt(vec2 from, vec2 size)
{
    float fluidFraction = ALL_FLUID;
    bool isNear = true;
#ifdef FILTERED
    isNear = textureLod(u_previousMask, from / size, 0.0).x < 0.999;
#elif defined(PAIRS) && !defined(TAPS_ARE_PLACED)
    isNear = textureLod(u_previousMask, (floor(from - 0.5) + 1.0) / size, 0.0).x < 0.999; // the mean of the four
#endif
    ONLY_IF(isNear)
    {
        Taps taps = tapsAt(from, size);
        Inner f = readInner(u_previousMask, taps);
        fluidFraction = f.a.x * f.b.x * f.c.x * f.d.x < 1.0 ? mixInner(f, taps.t).x : ALL_FLUID;
    }
    return fluidFraction;
}
#endif

#ifdef UNCOVERED
// Means over texels within two of this one that were fluid; what was there without any. Only where they are `wanted`.
void takeAround(bool wanted, inout vec4 dye, inout float temperature)
{
    vec4 dyes = vec4(0.0);
    float heat = 0.0;
    float weight = 1e-6;
    for (int k = wanted ? 0 : 25; k < 25; k++) {
        ivec2 off = ivec2(k % 5, k / 5) - 2;
        ivec2 texel = placed(ivec2(gl_FragCoord.xy) + off, u_texels, 0);
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
    vec2 size = vec2(u_texels);
    vec2 p = gl_FragCoord.xy * u_cellsPerTexel;
#ifdef PATHS
    vec2 origin = p + sampleFaces(u_paths, p + 0.5).xy;
#else
#ifdef CENTRED
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 velocity = 0.5 * (texelFetch(u_velocity, cell, 0).xy + vec2(texelFetch(u_velocity, cell + ivec2(1, 0), 0).x,
                                                                   texelFetch(u_velocity, cell + ivec2(0, 1), 0).y));
#else
    vec2 velocity = velocityAt(u_velocity, p);
#endif
    vec2 origin = backtrace(p, velocity);
#endif
#ifdef DEPARTURES
#ifdef PULLED
    o_departure = storedDeparture(origin - p + u_stepCells * velocity);
#else
    o_departure = storedDeparture(origin - p);
#endif
#endif
    vec2 from = inDomain(origin) / u_cellsPerTexel;
#ifdef FILTERED
    from = toWeights(from, randomHere());
#endif
    float fluid = 1.0;
    float fluidFraction = ALL_FLUID;
#ifdef SOLIDS
    vec2 here = gl_FragCoord.xy;
    bool lost = false;
    ONLY_IF(all(greaterThan(max(from, here), u_solidBox.xy)) && all(lessThan(min(from, here), u_solidBox.zw)))
    {
        fluid = texelFetch(u_fluidMask, ivec2(here), 0).x;
        fluidFraction = fluidFractionAt(from, size);
        if (fluidFraction <= 0.01) { // traced into a solid: what is here stays
            from = here;
            fluidFraction = ALL_FLUID;
            lost = fluid > 0.5 && texelFetch(u_previousMask, ivec2(here), 0).x < 0.5;
        }
    }
#endif
#ifdef LEDGER
    vec4 giveDye = v_giveDye;
    float giveHeat = v_giveHeat;
#else
    vec4 giveDye = vec4(0.0);
    float giveHeat = 0.0;
#endif
#ifndef FILTERED
    Taps taps = tapsAt(from, size);
    TapWeights w = weightsOf(taps.t);
#if defined(QUINTIC) && defined(ENTRY)
    vec4 open = vec4(lessThan(ivec4(0, u_box.z, 0, u_box.w), ivec4(u_box.x, u_texels.x, u_box.y, u_texels.y)));
    w = withSlopesBeyond(w, floor(from - 0.5), taps.t, size, open);
#endif
#endif
#ifdef ENTRY
    vec4 side = entryOf(origin / u_cellsPerTexel, size);
    float kept = 1.0 - dot(side, vec4(1.0));
#endif
    vec4 dye = vec4(0.0);
    float temperature = u_ambient;
#ifdef DYE
#ifdef FILTERED
    dye = carried(u_dye, from, size, fluidFraction, vec4(0.0));
#else
    dye = carried(u_dye, taps, w, readInner(u_dye, taps), fluidFraction, vec4(0.0), giveDye);
#endif
#endif
#ifdef TEMPERATURE
#ifdef FILTERED
    temperature = carried(u_temperature, from, size, fluidFraction, vec4(u_ambient)).x;
#else
    temperature = carriedOne(u_temperature, taps, w, fluidFraction, u_ambient, giveHeat);
#endif
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
