// Carries cell-centred fields along the flow without making or losing any, one axis after the other: SWEEP 1 along
// one axis, then SWEEP 2 along the other, u_along. A flux form, as in Lin and Rood 1996: a face alone decides how
// far it moves, so that what one texel gains its neighbour loses, at any CFL number. In: u_moved (grid/moved.frag),
// with DYE u_dye, with TEMPERATURE u_temperature (K; in SWEEP 2 above ambient), with SOLIDS u_fluidMask (1 in fluid,
// 0 in solids, at the fields' texels). Out: the same fields; TEMPERATURE is its attachment's number. u_dissipation:
// factors that stay, of dye and of temperature above ambient.
//
// Nearly everywhere a texel's two places are found in a step or two, at most two texels apart. STEEP draws where not.
//
// SWEEP 1: the value of a texel is what came from between its two faces' old places, over the length that SWEEP 2
// gives it, 1 + d(moved across), or where u_keeping is 0 over 1 - d(moved along). The two are the same in a flow
// without divergence. With the first the total stays to rounding, and a uniform field is as even as the projection
// was good; with the second values stay in bounds in any flow. Beyond a divergence that projections leave it is
// always the second. SWEEP 2: texels, now from j + moved(j) to j + 1 + moved(j + 1), are cut anew into whole ones.
//
// Where faces would pass each other (dt |du/dx| > 1) lengths are negative and so are their shares: totals still stay,
// but values are clamped to those around where they came from, and what that takes away is lost.
//
// SHARES: solids move, or the fields' texels are not the cells'. u_previousMask, the share of each texel that was
// fluid, is carried, too, to the last attachment (SHARES is its number; in SWEEP 2 it is not drawn), and values are
// over it: what a solid leaves behind holds what flowed in. Where nothing did, means over texels around. ENTRY:
// beyond sides fluid holds u_entryDye and u_entryTemperature.
#include "common/grid.glsl"
#include "common/rounded.glsl"

uniform sampler2D u_moved;
uniform ivec2 u_along;
uniform float u_keeping;
uniform vec2 u_dissipation;
uniform float u_ambient;
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
vec2 movedAt(ivec2 face)
{
    return texelFetch(u_moved, placed(face, textureSize(u_moved, 0), 1), 0).xy;
}

float moved(ivec2 face)
{
    vec2 way = movedAt(face);
    return u_along.x == 1 ? way.x : way.y;
}

#ifdef SHARES
#define REST vec2
#else
#define REST float
#endif

// The parabola of Colella and Woodward (1984): edges of fourth order between two texels, within their range, and what
// lies below the share `s` of a texel of value m between two edges. It is monotone, and flat at extremes.
#define PARABOLA(TYPE)                                                                        \
    TYPE edgeOf(TYPE ll, TYPE l, TYPE r, TYPE rr)                                             \
    {                                                                                         \
        return clamp((7.0 / 12.0) * (l + r) - (1.0 / 12.0) * (ll + rr), min(l, r), max(l, r)); \
    }                                                                                         \
    TYPE partOf(TYPE low, TYPE m, TYPE high, float s)                                         \
    {                                                                                         \
        TYPE a = m - low;                                                                     \
        TYPE b = high - m;                                                                    \
        TYPE most = 2.0 * (max(min(a, b), TYPE(0.0)) + min(max(a, b), TYPE(0.0)));            \
        TYPE least = min(most, TYPE(0.0));                                                    \
        most = max(most, TYPE(0.0));                                                          \
        a = clamp(a, least, most);                                                            \
        b = clamp(b, least, most);                                                            \
        return s * (m + (1.0 - s) * (s * (a - b) - a));                                       \
    }

PARABOLA(vec4)
PARABOLA(REST)

// What a texel holds: dye; temperature above ambient, and with SHARES the share of fluid.
struct Held {
    vec4 dye;
    REST rest;
};

#ifdef ENTRY
// By which of the sides (left, right, bottom, top) of this line values enter: where fluid leaves, what is there goes on
// beyond.
vec4 entering = vec4(1.0);
#endif

Held heldAt(ivec2 at)
{
    ivec2 texel = placed(at, textureSize(FIELD, 0), 0);
    Held held = Held(vec4(0.0), REST(0.0));
#ifdef DYE
    held.dye = texelFetch(u_dye, texel, 0);
#endif
    float heat = 0.0;
#ifdef TEMPERATURE
    heat = texelFetch(u_temperature, texel, 0).x;
#if SWEEP == 1
    heat -= u_ambient;
#endif
#endif
#ifdef SHARES
    held.rest = vec2(heat, texelFetch(u_previousMask, texel, 0).x);
#else
    held.rest = heat;
#endif
#ifdef ENTRY
    ivec2 size = textureSize(FIELD, 0);
    vec4 beyond = vec4(lessThan(ivec4(at.x, size.x - 1 - at.x, at.y, size.y - 1 - at.y), ivec4(0)));
    vec4 side = entering * u_entrySides * beyond;
#ifdef WRAP
    side *= 1.0 - vec4(u_wrap.xx, u_wrap.yy);
#endif
    if (side != vec4(0.0)) {
        side /= dot(side, vec4(1.0));
        held.dye = u_entryDye * side;
#ifdef SHARES
        held.rest = vec2(dot(u_entryTemperature - u_ambient, side), 1.0);
#else
        held.rest = dot(u_entryTemperature - u_ambient, side);
#endif
    }
#endif
    return held;
}

Held sum(Held a, Held b, float weight)
{
    return Held(a.dye + weight * b.dye, a.rest + weight * b.rest);
}

Held edge(Held ll, Held l, Held r, Held rr)
{
    return Held(edgeOf(ll.dye, l.dye, r.dye, rr.dye), edgeOf(ll.rest, l.rest, r.rest, rr.rest));
}

// Where a place lies in the line of displaced texels: in the texel `index`, `way` above its lower face, of `length`.
struct Place {
    int index;
    float way;
    float length;
};

#if SWEEP == 1
// Where the fluid now at a face, which moved by `way`, came from, relative to it.
Place placeOf(ivec2 face, float way)
{
    float index = floor(-way);
    return Place(int(index), -way - index, 1.0);
}

#ifdef STEEP
Place soughtFor(ivec2 face, Place seeming)
{
    return seeming;
}
#endif
#else
Place displaced(ivec2 face, int k)
{
    float low = float(k) + moved(face + k * u_along);
    return Place(k, -low, float(k + 1) + moved(face + (k + 1) * u_along) - low);
}

// Which displaced texel now lies at a face, relative to it: as far on as what seemed to is out.
Place placeOf(ivec2 face, float way)
{
    int k = int(floor(-way));
    Place p = displaced(face, k);
    int beyond = p.way < 0.0 ? int(floor(p.way)) : p.way >= p.length ? int(floor(p.way - p.length)) + 1 : 0;
    return displaced(face, k + beyond);
}

#ifdef STEEP
Place soughtFor(ivec2 face, Place p)
{
    for (int i = 0; i < 8 && (p.way < 0.0 || p.way >= p.length); i++) {
        p = displaced(face, p.index + (p.way < 0.0 ? -1 : 1));
    }
    return p;
}
#endif
#endif

#ifdef STEEP
#ifdef SHARES
// The range of what was read, over the share of fluid.
Held least = Held(vec4(1e30), vec2(1e30));
Held most = Held(vec4(-1e30), vec2(-1e30));

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
    return 1.0 + moved(texel + u_along) - moved(texel);
#endif
}

// What lies below a place in its texel, `at`.
Held part(ivec2 at, Place place)
{
    Held ll = heldAt(at - 2 * u_along), l = heldAt(at - u_along), m = heldAt(at), r = heldAt(at + u_along),
         rr = heldAt(at + 2 * u_along);
    float s = place.way / place.length;
    bool curved = place.length > 1e-3 && s >= 0.0 && s <= 1.0;
#ifdef SHARES
    // Flat beside solids, so that value and share stay in step.
    curved = curved && min(min(ll.rest.y, l.rest.y), min(min(m.rest.y, r.rest.y), rr.rest.y)) > 0.999;
#endif
    float share = curved ? s : 0.0;
    float flat_ = curved ? 0.0 : place.way;
    Held low = edge(ll, l, m, r), high = edge(l, m, r, rr);
    return Held(place.length * partOf(low.dye, m.dye, high.dye, share) + flat_ * m.dye,
                place.length * partOf(low.rest, m.rest, high.rest, share) + flat_ * m.rest);
}

// What came from between any two places, within the range of what was read.
Held between(ivec2 texel, Place from, Place to, float here)
{
    ivec2 at = texel + from.index * u_along;
    int count = to.index + 1 - from.index;
    Held total = sum(part(at + count * u_along, to), part(at, from), -1.0);
    Held low = heldAt(at), high = low;
    // The texels between, one by one from the lower to the other, and those beside.
    int first = min(count, 0), whole = min(abs(count), 64);
    for (int i = -1; i <= whole + 1; i++) {
        ivec2 one = at + (first + i) * u_along;
        Held held = heldAt(one);
        widen(low, high, held);
        if (i >= 0 && i < whole) {
            total = sum(total, held, sign(float(count)) * lengthOf(one));
        }
    }
    total = Held(clamp(total.dye / here, low.dye, high.dye), clamp(total.rest / here, low.rest, high.rest));
#ifdef SHARES
    total = inStep(total);
#endif
    return total;
}

#else
Held lower(Held a, Held b)
{
    return Held(min(a.dye, b.dye), min(a.rest, b.rest));
}

Held higher(Held a, Held b)
{
    return Held(max(a.dye, b.dye), max(a.rest, b.rest));
}

Held chosen(Held zero, Held one, Held two, int count)
{
    return Held(count == 1 ? one.dye : count > 1 ? two.dye : zero.dye,
                count == 1 ? one.rest : count > 1 ? two.rest : zero.rest);
}

Held part(Held low, Held m, Held high, Place place, bool curved)
{
    float s = place.way / place.length;
#ifdef SHARES
    if (!curved) {
        return Held(place.way * m.dye, place.way * m.rest);
    }
#endif
    return Held(place.length * partOf(low.dye, m.dye, high.dye, s),
                place.length * partOf(low.rest, m.rest, high.rest, s));
}

// What came from between two places, the second of them in the texel of the first or one of the next two.
Held between(ivec2 texel, Place from, Place to, float here)
{
    ivec2 at = texel + from.index * u_along;
    int count = to.index + 1 - from.index;
    Held a = heldAt(at - 2 * u_along), b = heldAt(at - u_along), c = heldAt(at), d = heldAt(at + u_along),
         e = heldAt(at + 2 * u_along), f = heldAt(at + 3 * u_along), g = heldAt(at + 4 * u_along);
    Held bc = edge(a, b, c, d), cd = edge(b, c, d, e), de = edge(c, d, e, f), ef = edge(d, e, f, g);
    Held low = chosen(bc, cd, de, count), m = chosen(c, d, e, count), high = chosen(cd, de, ef, count);
    bool fromCurved = true, toCurved = true;
#ifdef SHARES
    // Flat beside solids, so that value and share stay in step.
    float both = min(c.rest.y, min(d.rest.y, e.rest.y));
    fromCurved = min(both, min(a.rest.y, b.rest.y)) > 0.999;
    toCurved = min(both, count == 1 ? min(b.rest.y, f.rest.y)
                                    : count > 1 ? min(f.rest.y, g.rest.y) : min(a.rest.y, b.rest.y)) > 0.999;
#endif
    float whole = count > 0 ? from.length : 0.0;
    float next = count > 1 ? here - to.way - from.length + from.way : 0.0;
    Held below = part(bc, c, cd, from, fromCurved), above = part(low, m, high, to, toCurved);
    Held total = Held(above.dye - below.dye + whole * c.dye + next * d.dye,
                      above.rest - below.rest + whole * c.rest + next * d.rest);
    // Sums are rounded, and must not leave the range for that.
    Held least = lower(lower(lower(bc, c), lower(cd, m)), high);
    Held most = higher(higher(higher(bc, c), higher(cd, m)), high);
    Held middle = chosen(c, d, d, count);
    least = lower(least, middle);
    most = higher(most, middle);
    return Held(clamp(total.dye / here, least.dye, most.dye), clamp(total.rest / here, least.rest, most.rest));
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
#ifdef ENTRY
    ivec2 start = texel * u_along.yx;
    vec2 ends = vec2(moved(start) > 0.0, moved(start + textureSize(FIELD, 0) * u_along) < 0.0);
    entering = u_along.x == 1 ? vec4(ends, 1.0, 1.0) : vec4(1.0, 1.0, ends);
#endif
    vec2 own = movedAt(texel);
    float lower = u_along.x == 1 ? own.x : own.y;
    Place from = placeOf(texel, lower), to = placeOf(texel + u_along, moved(texel + u_along));
    int apart = to.index + 1 - from.index;
#if SWEEP == 1
    float here = 1.0 + float(to.index - from.index) + to.way - from.way;
    bool near = apart >= 0 && apart <= 2 && here > 0.05;
#else
    const float here = 1.0;
    bool near = apart >= 0 && apart <= 2 && min(from.way, to.way) >= 0.0 &&
                max(from.way - from.length, to.way - to.length) <= 0.0 && min(from.length, to.length) > 0.05;
#endif
#ifdef STEEP
    if (near) {
        discard;
    }
    from = soughtFor(texel, from);
    to = soughtFor(texel + u_along, to);
    Held held = heldAt(texel + ((from.index + to.index + 1) / 2) * u_along);
    if (abs(here) > 0.05) {
        held = between(texel, from, to, here);
    }
#else
    Held held = between(texel, from, to, here);
#endif
#if SWEEP == 1
    vec2 beyond = movedAt(texel + u_along.yx);
    float after = 1.0 + (u_along.x == 1 ? beyond.y - own.y : beyond.x - own.x);
    // Over the length to come, where that differs by no more than a projection leaves.
    float keeping = abs(after) > 0.05 ? u_keeping * (1.0 - smoothstep(0.1, 0.2, abs(here - after))) : 0.0;
    float gain = keeping > 0.0 ? 1.0 + keeping * clamp(here / after - 1.0, -0.1, 0.1) : 1.0;
    held.dye *= gain;
#ifdef SHARES
    float heat = gain * held.rest.x;
#else
    float heat = gain * held.rest;
#endif
#else
#ifdef SHARES
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
    held = Held(weight > 1e-3 ? held.dye / weight : vec4(0.0), weight > 1e-3 ? held.rest / weight : vec2(0.0));
    float heat = held.rest.x;
#else
    float heat = held.rest;
#endif
#ifdef SOLIDS
    float fluid = texelFetch(u_fluidMask, texel, 0).x;
#else
    const float fluid = 1.0;
#endif
    held.dye *= fluid * u_dissipation.x;
    heat = fluid * u_dissipation.y * heat + u_ambient;
#endif
#ifdef DYE
    o_dye = storedDye(held.dye);
#endif
#ifdef TEMPERATURE
    o_temperature = storedTemperature(heat);
#endif
#if defined(SHARES) && SWEEP == 1
    o_share = held.rest.y;
#endif
}
