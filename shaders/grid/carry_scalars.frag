// Carries cell-centred fields along the flow without making or losing any, one axis after the other: SWEEP 1 along
// one axis, then SWEEP 2 along the other, u_along. A flux form, as in Lin and Rood 1996: a face alone decides how far it
// moves, so that what one texel gains its neighbour loses, at any CFL number. In: u_moved (grid/moved.frag), with DYE u_dye, with TEMPERATURE u_temperature
// (K; in SWEEP 2 above ambient), with SOLIDS u_fluidMask (1 in fluid, 0 in solids, at the fields' texels). Out: the same
// fields; TEMPERATURE is its attachment's number. u_dissipation: factors that stay, of dye and of temperature above
// ambient.
//
// SWEEP 1: the value of a texel is what came from between its two faces' old places, over the length that SWEEP 2 gives
// it, 1 + d(moved across), or where u_keeping is 0 over 1 - d(moved along). The two are the same in a flow without
// divergence. With the first the total stays to rounding, and a uniform field is as even as the projection was good;
// with the second values stay in bounds in any flow. Beyond a divergence that projections leave it is always the second.
// SWEEP 2: texels, now from j + moved(j) to j + 1 + moved(j + 1), are cut anew into whole ones.
//
// Where faces would pass each other (dt |du/dx| > 1) lengths are negative and so are their shares: totals still stay,
// but values are clamped to those around where they came from, and what that takes away is lost.
//
// SHARES: solids move, or the fields' texels are not the cells'. u_previousMask, the share of each texel that was fluid,
// is carried, too, to the last attachment (SHARES is its number; in SWEEP 2 it is not drawn), and values are over it:
// what a solid leaves behind holds what flowed in. Where nothing did, means over texels around.
// ENTRY: beyond sides fluid holds u_entryDye and u_entryTemperature. u_rounds: 1 for half floats, which are rounded at
// random here (u_seed), as contexts truncate them.
#include "common/grid.glsl"
#include "common/hash.glsl"

uniform sampler2D u_moved;
uniform ivec2 u_along;
uniform float u_keeping;
uniform vec2 u_dissipation;
uniform float u_ambient;
uniform int u_rounds;
uniform int u_seed;
#ifdef ENTRY
uniform vec4 u_entrySides; // 1 for sides (left, right, bottom, top) that fluid enters by
uniform mat4 u_entryDye;   // a column a side
uniform vec4 u_entryTemperature;
#endif
#if defined(SOLIDS) && SWEEP == 2
uniform sampler2D u_fluidMask;
#endif
#ifdef DYE
#define FIELD u_dye
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#else
#define FIELD u_temperature
#endif
#ifdef TEMPERATURE
uniform sampler2D u_temperature;
layout(location = TEMPERATURE) out float o_temperature;
#endif
#ifdef SHARES
uniform sampler2D u_previousMask;
#if SWEEP == 1
layout(location = SHARES) out float o_share;
#endif
#endif

// Texels that the fluid at a face moves by. Beyond the sides it moves as it does there.
float moved(ivec2 face, ivec2 along)
{
    vec2 way = texelFetch(u_moved, placed(face, textureSize(u_moved, 0), 1), 0).xy;
    return along.x == 1 ? way.x : way.y;
}

// What lies below the share `s` of a texel of value m with two neighbours on each side: of the parabola of Colella and
// Woodward (1984), which is monotone, and flat at extremes.
vec4 partOf(vec4 ll, vec4 l, vec4 m, vec4 r, vec4 rr, float s)
{
    vec4 a = m - clamp((7.0 * (l + m) - (ll + r)) / 12.0, min(l, m), max(l, m));
    vec4 b = clamp((7.0 * (m + r) - (l + rr)) / 12.0, min(m, r), max(m, r)) - m;
    // Of one sign, else 0; neither more than twice the other.
    vec4 up = max(min(a, b), 0.0), down = min(max(a, b), 0.0);
    vec4 most = 2.0 * (up + down);
    vec4 low = min(most, vec4(0.0)), high = max(most, vec4(0.0));
    a = clamp(a, low, high);
    b = clamp(b, low, high);
    return s * (m + (1.0 - s) * (s * (a - b) - a));
}

// What a texel holds: dye; temperature above ambient, and the share of fluid.
struct Held {
    vec4 dye;
    vec4 rest;
};

Held heldAt(ivec2 at)
{
    ivec2 texel = placed(at, textureSize(FIELD, 0), 0);
    Held held = Held(vec4(0.0), vec4(0.0));
#ifdef DYE
    held.dye = texelFetch(u_dye, texel, 0);
#endif
#ifdef TEMPERATURE
    held.rest.x = texelFetch(u_temperature, texel, 0).x;
#if SWEEP == 1
    held.rest.x -= u_ambient;
#endif
#endif
#ifdef SHARES
    held.rest.y = texelFetch(u_previousMask, texel, 0).x;
#endif
#ifdef ENTRY
    ivec2 size = textureSize(FIELD, 0);
    vec4 side = u_entrySides * vec4(lessThan(ivec4(at.x, size.x - 1 - at.x, at.y, size.y - 1 - at.y), ivec4(0)));
#ifdef WRAP
    side *= 1.0 - vec4(u_wrap.xx, u_wrap.yy);
#endif
    if (side != vec4(0.0)) {
        side /= dot(side, vec4(1.0));
        held.dye = u_entryDye * side;
        held.rest = vec4(dot(u_entryTemperature - u_ambient, side), 1.0, 0.0, 0.0);
    }
#endif
    return held;
}

Held sum(Held a, Held b, float weight)
{
    return Held(a.dye + weight * b.dye, a.rest + weight * b.rest);
}

// Where a place lies in the line of displaced texels: in the texel `index`, `way` above its lower face, of `length`.
struct Place {
    int index;
    float way;
    float length;
};

#if SWEEP == 1
// Where the fluid now at a face came from, relative to it.
Place placeOf(ivec2 face)
{
    float way = -moved(face, u_along);
    float index = floor(way);
    return Place(int(index), way - index, 1.0);
}
#else
// Which displaced texel now lies at a face, relative to it.
Place placeOf(ivec2 face)
{
    int k = int(floor(-moved(face, u_along)));
    float low = float(k) + moved(face + k * u_along, u_along);
    float high = float(k + 1) + moved(face + (k + 1) * u_along, u_along);
    for (int i = 0; i < 8 && (low > 0.0 || high <= 0.0); i++) {
        k += low > 0.0 ? -1 : 1;
        low = float(k) + moved(face + k * u_along, u_along);
        high = float(k + 1) + moved(face + (k + 1) * u_along, u_along);
    }
    return Place(k, -low, high - low);
}
#endif

// What lies below a place in its texel.
Held part(Held ll, Held l, Held m, Held r, Held rr, Place place)
{
    float s = place.way / place.length;
    bool curved = place.length > 1e-3 && s >= 0.0 && s <= 1.0;
#ifdef SHARES
    // Flat beside solids, so that value and share stay in step.
    curved = curved && min(min(ll.rest.y, l.rest.y), min(min(m.rest.y, r.rest.y), rr.rest.y)) > 0.999;
#endif
    float share = curved ? s : 0.0;
    float flat_ = curved ? 0.0 : place.way;
    return Held(place.length * partOf(ll.dye, l.dye, m.dye, r.dye, rr.dye, share) + flat_ * m.dye,
                place.length * partOf(ll.rest, l.rest, m.rest, r.rest, rr.rest, share) + flat_ * m.rest);
}

Held chosen(Held a, Held b, bool second)
{
    float t = second ? 1.0 : 0.0;
    return Held(mix(a.dye, b.dye, t), mix(a.rest, b.rest, t));
}

#ifdef SHARES
// The range of what was read, over the share of fluid.
Held least = Held(vec4(1e30), vec4(1e30));
Held most = Held(vec4(-1e30), vec4(-1e30));

void note(Held held)
{
    float share = held.rest.y;
    bool counts = share > 1e-3;
    Held value = Held(held.dye / max(share, 1e-3), held.rest / max(share, 1e-3));
    least = Held(counts ? min(least.dye, value.dye) : least.dye, counts ? min(least.rest, value.rest) : least.rest);
    most = Held(counts ? max(most.dye, value.dye) : most.dye, counts ? max(most.rest, value.rest) : most.rest);
}

// Where faces pass each other what is held and its share are not clamped by the same.
Held inStep(Held held)
{
    float share = held.rest.y;
    if (least.dye.x <= most.dye.x) {
        held.dye = clamp(held.dye, least.dye * share, most.dye * share);
        held.rest.x = clamp(held.rest.x, least.rest.x * share, most.rest.x * share);
    }
    return held;
}
#endif

void widen(inout Held low, inout Held high, Held by)
{
    low = Held(min(low.dye, by.dye), min(low.rest, by.rest));
    high = Held(max(high.dye, by.dye), max(high.rest, by.rest));
#ifdef SHARES
    note(by);
#endif
}

float lengthOf(ivec2 texel)
{
#if SWEEP == 1
    return 1.0;
#else
    return 1.0 + moved(texel + u_along, u_along) - moved(texel, u_along);
#endif
}

// What came from between two places; `low`, `high`: the range of what was read.
Held between(ivec2 texel, Place from, Place to, out Held low, out Held high)
{
    ivec2 at = texel + from.index * u_along;
    int count = to.index + 1 - from.index;
    Held a = heldAt(at - 2 * u_along), b = heldAt(at - u_along), c = heldAt(at), d = heldAt(at + u_along),
         e = heldAt(at + 2 * u_along), f = heldAt(at + 3 * u_along);
    Held total = sum(Held(vec4(0.0), vec4(0.0)), part(a, b, c, d, e, from), -1.0);
    bool next = count == 1;
    low = c;
    high = c;
    widen(low, high, c);
    widen(low, high, b);
    widen(low, high, d);
    widen(low, high, chosen(d, e, next));
    // Neither the same texel nor the next: in a loop, as some drivers run both ways of a branch.
    int whole = count == 0 || next ? 0 : abs(count) + 1;
    for (int i = 0; i < min(whole, 64); i++) {
        // One by one, from the lower to the other; at last the other's neighbours.
        bool last = i == whole - 1;
        int k = last ? count : count > 0 ? i : -i - 1;
        Held one = heldAt(at + k * u_along);
        widen(low, high, one);
        total = sum(total, one, last ? 0.0 : (count > 0 ? 1.0 : -1.0) * lengthOf(at + k * u_along));
        if (last) {
            c = one;
            a = heldAt(at + (k - 2) * u_along);
            b = heldAt(at + (k - 1) * u_along);
            d = heldAt(at + (k + 1) * u_along);
            e = heldAt(at + (k + 2) * u_along);
            widen(low, high, b);
            widen(low, high, d);
        }
    }
    total = sum(total, c, next ? from.length : 0.0);
    return sum(total, part(chosen(a, b, next), chosen(b, c, next), chosen(c, d, next), chosen(d, e, next),
                           chosen(e, f, next), to), 1.0);
}

// To a half float, up or down at random in proportion: the mean stays.
float rounded(float x, uint random)
{
    if (abs(x) < 6.2e-5) {
        return sign(x) * floor(abs(x) * 16777216.0 + float(random & 0x1fffu) / 8192.0) / 16777216.0;
    }
    return uintBitsToFloat((floatBitsToUint(x) + (random & 0x1fffu)) & 0xffffe000u);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    Held low, high;
    Place from = placeOf(texel), to = placeOf(texel + u_along);
    Held value = between(texel, from, to, low, high);
#if SWEEP == 1
    ivec2 across = ivec2(1) - u_along;
    float here = 1.0 + float(to.index - from.index) + to.way - from.way;
    float after = 1.0 + moved(texel + across, across) - moved(texel, across);
    Held held = heldAt(texel + ((from.index + to.index + 1) / 2) * u_along);
    if (abs(here) > 0.05) {
        held = Held(clamp(value.dye / here, low.dye, high.dye), clamp(value.rest / here, low.rest, high.rest));
#ifdef SHARES
        held = inStep(held);
#endif
    }
    // Over the length to come, where that differs by no more than a projection leaves.
    float keeping = abs(after) > 0.05 ? u_keeping * (1.0 - smoothstep(0.1, 0.2, abs(here - after))) : 0.0;
    float gain = keeping > 0.0 ? 1.0 + keeping * clamp(here / after - 1.0, -0.1, 0.1) : 1.0;
    held.dye *= gain;
    held.rest.x *= gain;
#else
    Held held = Held(clamp(value.dye, low.dye, high.dye), clamp(value.rest, low.rest, high.rest));
#ifdef SHARES
    held = inStep(held);
    bool lost = held.rest.y < 0.02;
    float weight = held.rest.y;
    // In a loop, for some drivers run both ways of a branch; no constant, lest it be unrolled.
    int around = lost ? 25 * min(u_cells.x, 1) : 0;
    for (int k = 0; k < around; k++) {
        ivec2 off = ivec2(k % 5, k / 5) - 2;
        Held other = heldAt(texel + off);
        float w = 1.0 / (1.0 + float(off.x * off.x + off.y * off.y));
        held = sum(held, other, w);
        weight += w * other.rest.y;
    }
    held = weight > 1e-3 ? Held(held.dye / weight, held.rest / weight) : Held(vec4(0.0), vec4(0.0));
#endif
#ifdef SOLIDS
    float fluid = texelFetch(u_fluidMask, texel, 0).x;
#else
    const float fluid = 1.0;
#endif
    held.dye *= fluid * u_dissipation.x;
    held.rest.x = fluid * u_dissipation.y * held.rest.x + u_ambient;
#endif
    // A loop, as above.
    for (int i = 0; i < u_rounds; i++) {
        uint a = scramble(uint(texel.x) + scramble(uint(texel.y) + scramble(uint(u_seed))));
        uint b = scramble(a);
        held.dye = vec4(rounded(held.dye.x, a), rounded(held.dye.y, a >> 16), rounded(held.dye.z, b),
                        rounded(held.dye.w, b >> 16));
        held.rest.x = rounded(held.rest.x, scramble(b));
    }
#ifdef DYE
    o_dye = held.dye;
#endif
#ifdef TEMPERATURE
    o_temperature = held.rest.x;
#endif
#if defined(SHARES) && SWEEP == 1
    o_share = held.rest.y;
#endif
}
