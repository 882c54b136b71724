// Carries scalars along the velocity. Each texel is traced back once (grid/backtrace.glsl). All scalars are read there
// by a polynomial of fifth order (common/quintic.glsl), clamped to the inner four texels.
// In: u_velocity, m/s on faces, filtered. u_texels: size of the fields; u_cellsPerTexel: 1 with SCALAR. u_dissipation:
// factors that dye and the scalar's excess over rest keep. Defines; a default fluid has those with a star:
//   DYE *         u_dye, of four channels, is carried to attachment 0
//   SCALAR n *    u_scalar, of one channel and u_rest at rest, is carried to attachment n
//   DEPARTURES *  displacements to departure points, cells, are written to attachment FIELDS
//   PULLED *      with DEPARTURES: these are as if the fluid had always had its present velocity
//   LEDGER *      totals are corrected (grid/ledger.frag): v_giveDye and v_giveScalar, of common/cover.vert, are
//                 fractions of the way to the largest texel around, below 0 to the least
//   ROUND_... *   see common/rounded.glsl
//   PATHS         displacements are read from u_paths, which has them at corners of cells (grid/paths.frag)
//   SOLIDS        u_fluidMask: 1 in fluid, 0 in solids, which are not read; u_previousMask: before this step
//   UNCOVERED     the masks differ: where a solid has left, fluid flows in from around
//   ENTRY         fluid enters through sides with u_entryDye and u_entryScalar; u_box keeps away from such sides
//   READER        grid/advect_scalars_cubic.frag or grid/advect_scalars_bilinear.frag reads between texels
#include "common/pairs.glsl"
#include "common/grid.glsl"
#include "common/loops.glsl"
#include "common/contain.glsl"
#include "common/rounded.glsl"
#include "grid/backtrace.glsl"
#ifndef READER
uniform ivec2 u_texels;
#define TAP_SIZE(field) u_texels
#include "common/quintic.glsl"
#define TapWeights QuinticWeights
#define weightsAt(from, taps, size) withSlopes(quinticWeights((taps).t), from, taps, size)
#define readBetween(field, taps, w, f) quinticOf(field, taps, w, f, 1.0 / vec2(u_texels))
#define readBetweenOne(field, taps, w, f) quinticOfOne(field, taps, w, f, 1.0 / vec2(u_texels))
#endif

uniform vec2 u_cellsPerTexel;
uniform vec2 u_dissipation;

// The fraction of fluid where all texels are fluid.
const float ALL_FLUID = 2.0;

// The departure point of a texel's fluid.
struct Origin {
    vec2 from;           // texels
    float fluid;         // 1: this texel is fluid, 0: solid
    float fluidFraction; // the part of the linear weights that lies on fluid texels, or ALL_FLUID
    bool lost;           // there is no departure point: a solid was here
    vec4 side;           // the weight of each side's entry value in a read
    Taps taps;
    TapWeights weights;
};

#ifdef LEDGER
flat in vec4 v_giveDye;
flat in float v_giveScalar;

// Moves a value, which lies between `least` and `most`, towards one of them by the ledger's correction `give`. Where
// texels are read exactly (t is 0) it stays, because nothing was lost there: fluid at rest stays unchanged.
vec4 withGiven(vec4 value, vec4 least, vec4 most, vec4 give, vec2 t)
{
    vec2 away = 4.0 * t * (1.0 - t);
    give *= max(away.x, away.y);
    return mix(value, mix(least, most, step(0.0, give)), abs(give));
}
#else
const vec4 v_giveDye = vec4(0.0);
const float v_giveScalar = 0.0;
#define withGiven(value, least, most, give, t) (value)
#endif

#ifndef FILTERED
// Reads a field at its origin; `one`: it has one channel. If any of the inner four texels is solid, the fluid ones are
// taken, with their weights scaled to sum to 1. Equal ones are returned at once: empty space costs a third.
vec4 carried(sampler2D field, bool one, Origin o, float rest, vec4 give)
{
    Inner f;
    if (one) {
        f = readInnerOfOne(field, o.taps);
    } else {
        f = readInner(field, o.taps);
    }
    vec4 least = min(min(f.a, f.b), min(f.c, f.d)), most = max(max(f.a, f.b), max(f.c, f.d));
    if (least == most) {
        return f.a;
    }
#ifdef SOLIDS
    if (o.fluidFraction <= 1.0) {
        return clamp(rest + (mixInner(f, o.taps.t) - rest) / max(o.fluidFraction, 0.01), least, most);
    }
#endif
    vec4 value = one ? vec4(readBetweenOne(field, o.taps, o.weights, f)) : readBetween(field, o.taps, o.weights, f);
    return withGiven(clamp(value, least, most), least, most, give, o.taps.t);
}

#define readPlace(from) (from)
#endif

#ifdef SOLIDS
uniform sampler2D u_fluidMask;
uniform sampler2D u_previousMask;
uniform vec4 u_solidBox; // texels: outside of it all is fluid in both masks

// The fluid fraction is read with the same exact weights as the values that it divides: solid texels must get none.
float fluidFractionAt(vec2 from)
{
    float fluidFraction = ALL_FLUID;
    bool isNear = true;
#if defined(FILTERED)
    isNear = textureLod(u_previousMask, from / vec2(u_texels), 0.0).x < 0.999;
#elif defined(PAIRS) && !defined(TAPS_ARE_PLACED)
    isNear = textureLod(u_previousMask, (floor(from - 0.5) + 1.0) / vec2(u_texels), 0.0).x < 0.999; // mean of four
#endif
    ONLY_IF(isNear) {
        Taps taps = tapsAt(from, vec2(u_texels));
        Inner f = readInner(u_previousMask, taps);
        fluidFraction = f.a.x * f.b.x * f.c.x * f.d.x < 1.0 ? mixInner(f, taps.t).x : ALL_FLUID;
    }
    return fluidFraction;
}

void findSolids(inout Origin o)
{
    vec2 here = gl_FragCoord.xy;
    ONLY_IF(all(greaterThan(max(o.from, here), u_solidBox.xy)) && all(lessThan(min(o.from, here), u_solidBox.zw))) {
        o.fluid = texelFetch(u_fluidMask, ivec2(here), 0).x;
        o.fluidFraction = fluidFractionAt(o.from);
        if (o.fluidFraction <= 0.01) { // traced into a solid: the value here stays
            o.from = here;
            o.fluidFraction = ALL_FLUID;
            o.lost = o.fluid > 0.5 && texelFetch(u_previousMask, ivec2(here), 0).x < 0.5;
        }
    }
}
#else
#define findSolids(o)
#endif

#ifdef UNCOVERED
// If the origin is lost, returns the mean over texels at most two away that were fluid, or `rest` if there are none.
vec4 withAround(vec4 value, sampler2D field, Origin o, float rest)
{
    vec4 sum = vec4(0.0);
    float weight = 1e-6;
    for (int k = o.lost ? 0 : 25; k < 25; k++) {
        ivec2 off = ivec2(k % 5, k / 5) - 2;
        ivec2 texel = placed(ivec2(gl_FragCoord.xy) + off, u_texels, 0);
        float w = texelFetch(u_previousMask, texel, 0).x / (1.0 + float(off.x * off.x + off.y * off.y));
        sum += w * texelFetch(field, texel, 0);
        weight += w;
    }
    return o.lost ? (weight > 1e-3 ? sum / weight : vec4(rest)) : value;
}
#else
#define withAround(value, field, o, rest) (value)
#endif

#ifdef ENTRY
#include "common/entry.glsl"
uniform mat4 u_entryDye; // a column a side
uniform vec4 u_entryScalar;
uniform ivec4 u_box; // of texels, away from open sides: grid/ledger_sum.frag
// Beyond an open side the slope between texels goes on.
#define OPEN_SIDES vec4(lessThan(ivec4(0, u_box.z, 0, u_box.w), ivec4(u_box.x, u_texels.x, u_box.y, u_texels.y)))
#define withSlopes(w, from, taps, size) withSlopesBeyond(w, floor((from) - 0.5), (taps).t, size, OPEN_SIDES)
#define sidesAt(from, size) entryOf(from, size)
#define withSides(value, entering, o) ((1.0 - dot((o).side, vec4(1.0))) * (value) + (entering))
#else
#define withSlopes(w, from, taps, size) (w)
#define sidesAt(from, size) vec4(0.0)
#define withSides(value, entering, o) (value)
#endif

#ifdef DYE
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;

void carryDye(Origin o)
{
    vec4 dye = withAround(carried(u_dye, false, o, 0.0, v_giveDye), u_dye, o, 0.0);
    o_dye = storedDye(contain(o.fluid * u_dissipation.x * withSides(dye, u_entryDye * o.side, o)));
}
#else
#define carryDye(o)
#endif

#ifdef SCALAR
uniform sampler2D u_scalar;
uniform float u_rest;
layout(location = SCALAR) out float o_scalar;

void carryScalar(Origin o)
{
    float value = withAround(carried(u_scalar, true, o, u_rest, vec4(v_giveScalar)), u_scalar, o, u_rest).x;
    value = withSides(value, dot(u_entryScalar, o.side), o);
    o_scalar = storedScalar(u_rest + o.fluid * u_dissipation.y * contain(value - u_rest));
}
#else
#define carryScalar(o)
#endif

#ifdef DEPARTURES
layout(location = FIELDS) out vec2 o_departure;
#ifdef PULLED
#define writeDeparture(way, velocity) o_departure = storedDeparture((way) + u_stepCells * (velocity))
#else
#define writeDeparture(way, velocity) o_departure = storedDeparture(way)
#endif
#else
#define writeDeparture(way, velocity)
#endif

uniform sampler2D u_paths;

void main()
{
    vec2 p = gl_FragCoord.xy * u_cellsPerTexel;
#if defined(PATHS)
    vec2 origin = p + sampleFaces(u_paths, p + 0.5).xy;
#elif defined(SCALAR)
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 velocity = 0.5 * (texelFetch(u_velocity, cell, 0).xy + vec2(texelFetch(u_velocity, cell + ivec2(1, 0), 0).x,
                                                                   texelFetch(u_velocity, cell + ivec2(0, 1), 0).y));
    vec2 origin = backtrace(p, velocity);
#else
    vec2 origin = backtrace(p, velocityAt(u_velocity, p));
#endif
    writeDeparture(origin - p, velocity);
    Origin o;
    o.from = readPlace(inDomain(origin) / u_cellsPerTexel);
    o.fluid = 1.0;
    o.fluidFraction = ALL_FLUID;
    o.lost = false;
    o.side = sidesAt(origin / u_cellsPerTexel, vec2(u_texels));
    findSolids(o);
    o.taps = tapsAt(o.from, vec2(u_texels));
    o.weights = weightsAt(o.from, o.taps, vec2(u_texels));
    carryDye(o);
    carryScalar(o);
}
