// Carries cell-centred fields along the flow without making or losing any, one axis after the other: SWEEP 1 along
// one axis, then SWEEP 2 along the other, u_along. A flux form, as in Lin and Rood 1996: a face alone decides how
// far it moves, so that what one texel gains its neighbour loses, at any CFL number. In: u_moved (grid/moved.frag),
// with DYE u_dye, with TEMPERATURE u_temperature (K; in SWEEP 2 above ambient), with SOLIDS u_fluidMask (1 in fluid,
// 0 in solids, at the fields' texels). Out: the same fields; TEMPERATURE is its attachment's number. u_dissipation:
// factors that stay, of dye and of temperature above ambient.
//
// Nearly everywhere a texel's two places are found in a step or two, at most two texels apart. STEEP draws tiles where
// not all are; with SHARES only the texels whose places are not.
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
uniform ivec2 u_texels; // of the fields: textureSize() is slow on some GPUs
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
    return texelFetch(u_moved, placed(face, u_texels + 1, 1), 0).xy;
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

// What lies below the share s of a texel of mean m: s (m - (1 - s) X), where the curve X, a sum of the differences
// between five texels by these weights, is that of the polynomial with their means (Leonard 1991, of fifth order),
// limited so that no new extreme appears. It is flat at extremes.
vec4 curveWeights(float s)
{
    return vec4(-6.0, 48.0, 22.0, -4.0) / 120.0 +
           s * (vec4(-1.0, -22.0, 27.0, -4.0) / 120.0 +
                s * (vec4(4.0, -7.0, 2.0, 1.0) / 120.0 + s * vec4(-1.0, 3.0, -3.0, 1.0) / 120.0));
}

#define CURVE(TYPE)                                                                        \
    TYPE limited(TYPE curve, TYPE below, TYPE above)                                       \
    {                                                                                      \
        return clamp(curve, min(max(below, above), TYPE(0.0)), max(min(below, above), TYPE(0.0))); \
    }

CURVE(vec4)
CURVE(REST)

// What the differences below and above a texel are taken times to limit its curve at s: what lies below s, and above
// it, is to have means between those of texels. More than 1.5 would let what is cut from the middle overshoot.
vec2 curveLimits(float s)
{
    return 1.0 / max(vec2(1.0 - s, s), 2.0 / 3.0);
}

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
    ivec2 texel = placed(at, u_texels, 0);
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
    ivec2 size = u_texels;
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
// The displaced texel k, whose faces move by so much.
Place placeBetween(int k, float lower, float upper)
{
    float low = float(k) + lower;
    return Place(k, -low, float(k + 1) + upper - low);
}

Place displaced(ivec2 face, int k)
{
    return placeBetween(k, moved(face + k * u_along), moved(face + (k + 1) * u_along));
}

// Which displaced texel lies at a face, relative to it, where one seems to: as far on as that is out.
Place placeFrom(ivec2 face, Place p)
{
    int beyond = p.way < 0.0 ? int(floor(p.way)) : p.way >= p.length ? int(floor(p.way - p.length)) + 1 : 0;
    if (beyond != 0) {
        return displaced(face, p.index + beyond);
    }
    return p;
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
// Whether `between` is for these two places.
bool near(Place from, Place to, float here)
{
    int apart = to.index + 1 - from.index;
#if SWEEP == 1
    return apart >= 0 && apart <= 2;
#else
    return apart >= 0 && apart <= 2 && min(from.way, to.way) >= 0.0 &&
           max(from.way - from.length, to.way - to.length) <= 0.0 && min(from.length, to.length) > 1e-3;
#endif
}

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

Held low, high; // the same of all

void widen(Held by)
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

#define FAR_PART(TYPE)                                                                                              \
    TYPE farPart(TYPE ll, TYPE l, TYPE m, TYPE r, TYPE rr, vec4 w, vec2 limits, float way, float bend)                \
    {                                                                                                               \
        TYPE below = m - l, above = r - m;                                                                          \
        TYPE curve = w.x * (l - ll) + w.y * below + w.z * above + w.w * (rr - r);                                   \
        return way * m - bend * limited(curve, limits.x * below, limits.y * above);                                 \
    }

FAR_PART(vec4)
FAR_PART(REST)

// What lies below a place in its texel, `at`.
Held partAt(ivec2 at, Place place)
{
    Held ll = heldAt(at - 2 * u_along), l = heldAt(at - u_along), m = heldAt(at), r = heldAt(at + u_along),
         rr = heldAt(at + 2 * u_along);
    float s = place.way / place.length;
    bool curved = place.length > 1e-3 && s >= 0.0 && s <= 1.0;
#ifdef SHARES
    // Flat beside solids, so that value and share stay in step.
    curved = curved && min(min(ll.rest.y, l.rest.y), min(min(m.rest.y, r.rest.y), rr.rest.y)) > 0.999;
#endif
    s = curved ? s : 0.0;
    float bend = curved ? place.way * (1.0 - s) : 0.0;
    vec4 w = curveWeights(s);
    vec2 limits = curveLimits(s);
    widen(l);
    widen(m);
    widen(r);
    return Held(farPart(ll.dye, l.dye, m.dye, r.dye, rr.dye, w, limits, place.way, bend),
                farPart(ll.rest, l.rest, m.rest, r.rest, rr.rest, w, limits, place.way, bend));
}

// What came from between any two places, within the range of what was read.
Held farBetween(ivec2 texel, Place from, Place to, float here)
{
    ivec2 at = texel + from.index * u_along;
    int count = to.index + 1 - from.index;
    low = heldAt(at);
    high = low;
    Held total = sum(partAt(at + count * u_along, to), partAt(at, from), -1.0);
    // The texels between, one by one from the lower to the other.
    int first = min(count, 0), whole = min(abs(count), 64);
    for (int i = 0; i < whole; i++) {
        ivec2 one = at + (first + i) * u_along;
        Held held = heldAt(one);
        widen(held);
        total = sum(total, held, sign(float(count)) * lengthOf(one));
    }
    total = Held(clamp(total.dye / here, low.dye, high.dye), clamp(total.rest / here, low.rest, high.rest));
#ifdef SHARES
    total = inStep(total);
#endif
    return total;
}
#endif

#if !defined(STEEP) || !defined(SHARES)
// How what lies between two places is a sum of means and of two curves.
struct Cut {
    vec3 means;  // of the texel of the first place and the next two
    vec2 bends;  // of the first place's curve and the second's
    vec4 first;  // of the differences around the first place's texel
    vec4 second; // of the six differences, the second's, and the last two
    vec2 beyond;
    vec4 limits; // of both
    int count;   // of texels from the first place's to the second's
};

#define CUT(TYPE)                                                                                                  \
    TYPE cutOut(TYPE a, TYPE b, TYPE c, TYPE d, TYPE e, TYPE f, TYPE g, Cut cut)                                    \
    {                                                                                                              \
        TYPE ab = b - a, bc = c - b, cd = d - c, de = e - d, ef = f - e, fg = g - f;                               \
        TYPE first = cut.first.x * ab + cut.first.y * bc + cut.first.z * cd + cut.first.w * de;                    \
        TYPE second = cut.second.x * ab + cut.second.y * bc + cut.second.z * cd + cut.second.w * de;               \
        second += cut.beyond.x * ef + cut.beyond.y * fg;                                                           \
        TYPE below = cut.count == 1 ? cd : cut.count > 1 ? de : bc;                                                \
        TYPE above = cut.count == 1 ? de : cut.count > 1 ? ef : cd;                                                \
        TYPE total = cut.means.x * c + cut.means.y * d + cut.means.z * e;                                          \
        total += cut.bends.x * limited(first, cut.limits.x * bc, cut.limits.y * cd);                               \
        total -= cut.bends.y * limited(second, cut.limits.z * below, cut.limits.w * above);                        \
        return clamp(total, min(min(b, c), min(d, e)), max(max(b, c), max(d, e))); /* sums are rounded */          \
    }

CUT(vec4)
CUT(REST)

// What came from between two places, the second of them in the texel of the first or one of the next two.
Held between(ivec2 texel, Place from, Place to, float here)
{
    ivec2 at = texel + from.index * u_along;
    int count = to.index + 1 - from.index;
#if SWEEP == 1
    if (abs(here) <= 0.05) { // next to nothing: half of the texel that is there
        count = 0;
        from.way = 0.0;
        to.way = 0.5;
        here = 0.5;
    }
#endif
    Held a = heldAt(at - 2 * u_along), b = heldAt(at - u_along), c = heldAt(at), d = heldAt(at + u_along),
         e = heldAt(at + 2 * u_along), f = heldAt(at + 3 * u_along), g = heldAt(at + 4 * u_along);
    float s = from.way / from.length, t = to.way / to.length;
    vec2 bends = vec2(from.way * (1.0 - s), to.way * (1.0 - t));
#ifdef SHARES
    // Flat beside solids, so that value and share stay in step.
    float both = min(c.rest.y, min(d.rest.y, e.rest.y));
    float least = count == 1 ? min(b.rest.y, f.rest.y)
                             : count > 1 ? min(f.rest.y, g.rest.y) : min(a.rest.y, b.rest.y);
    bends *= vec2(greaterThan(min(vec2(both), vec2(min(a.rest.y, b.rest.y), least)), vec2(0.999)));
#endif
    float whole = count > 0 ? from.length : 0.0;
    float next = count > 1 ? here - to.way - from.length + from.way : 0.0;
    vec4 w = curveWeights(t);
    Cut cut;
    cut.means = (vec3(whole - from.way, next, 0.0) + to.way * vec3(count == 0, count == 1, count > 1)) / here;
    cut.bends = bends / here;
    cut.first = curveWeights(s);
    cut.second = count == 1 ? vec4(0.0, w.xyz) : count > 1 ? vec4(0.0, 0.0, w.xy) : w;
    cut.beyond = count == 1 ? vec2(w.w, 0.0) : count > 1 ? w.zw : vec2(0.0);
    cut.limits = vec4(curveLimits(s), curveLimits(t));
    cut.count = count;
    return Held(cutOut(a.dye, b.dye, c.dye, d.dye, e.dye, f.dye, g.dye, cut),
                cutOut(a.rest, b.rest, c.rest, d.rest, e.rest, f.rest, g.rest, cut));
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
#ifdef ENTRY
    ivec2 start = texel * u_along.yx;
    vec2 ends = vec2(moved(start) > 0.0, moved(start + u_texels * u_along) < 0.0);
    entering = u_along.x == 1 ? vec4(ends, 1.0, 1.0) : vec4(1.0, 1.0, ends);
#endif
    vec2 own = movedAt(texel);
    float lower = u_along.x == 1 ? own.x : own.y;
    float upper = moved(texel + u_along);
#if SWEEP == 1
    Place from = placeOf(texel, lower), to = placeOf(texel + u_along, upper);
#else
    // Three faces tell of both places where they follow each other.
    int k = int(floor(-lower)), next = int(floor(-upper));
    ivec2 first = texel + k * u_along;
    vec3 ways = vec3(moved(first), moved(first + u_along), moved(first + 2 * u_along));
    Place from = placeFrom(texel, placeBetween(k, ways.x, ways.y));
    vec2 faces = next == k ? ways.yz : ways.xy; // WebGL has no ?: for structures
    Place to = placeBetween(next, faces.x, faces.y);
    if (next != k && next != k - 1) {
        to = displaced(texel + u_along, next);
    }
    to = placeFrom(texel + u_along, to);
#endif
#if SWEEP == 1
    float here = 1.0 + float(to.index - from.index) + to.way - from.way;
#else
    const float here = 1.0;
#endif
#ifndef STEEP
    Held held = between(texel, from, to, here);
#else
#ifdef SHARES
    if (near(from, to, here)) {
        discard;
    }
#endif
    from = soughtFor(texel, from);
    to = soughtFor(texel + u_along, to);
    Held held;
#ifndef SHARES
    if (near(from, to, here)) {
        held = between(texel, from, to, here);
    } else
#endif
    if (abs(here) > 0.05) {
        held = farBetween(texel, from, to, here);
    } else {
        held = heldAt(texel + ((from.index + to.index + 1) / 2) * u_along);
    }
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
