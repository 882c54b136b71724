// Draws the means over the particles around each cell of the raster, weighted by W2. In: the state; u_cells: the
// raster's size; u_taps: sample places along a side of a cell, so many that no particle of the cell is missed;
// u_norm.z: particles a cell of the search at rest; u_unit: from stored values to those written. Out: mass, 1 where
// fluid is at rest, and velocity (m/s); all are 0 where no particle is near. In solids: the fluid beside.
//   PRESSURE  out: of u_law, m^2/s^2
//   COLORS    out: colours in linear light times the mass, and the mass, at most 1. Colours of one material blend;
//             colours of several materials meet at an edge narrower than the kernel
//   KINDS     only particles that are drawn as liquid count
#include "particles/neighbours.glsl"
#include "particles/kernels.glsl"
#include "particles/walls.glsl"

uniform ivec2 u_cells;
uniform int u_taps;
uniform vec4 u_norm;
uniform float u_unit;
#ifndef SOLIDS
uniform vec2 u_scale; // cells of the raster a cell of the search
#endif
layout(location = 0) out vec4 o_means;

#ifdef PRESSURE
uniform sampler2D u_law;
#elif defined(COLORS)
#include "particles/colors.glsl"
#include "shared.h"
#endif
#ifdef KINDS
#include "common/kinds.glsl"
#endif
#if defined(COLORS) || defined(KINDS)
uniform usampler2D u_tags;
#endif

const float LEAST_OPEN = 0.2; // less open places are enclosed, and their values are unreliable

vec2 centre;
vec3 sum;
float weight;
#ifdef COLORS
vec4 ofMaterials[GF_MATERIALS]; // sum of colours and weight
#endif
#ifdef KINDS
float others; // the weight of other kinds
#endif

void visit(int j)
{
    ivec2 texel = particleTexel(j);
    vec4 state = texelFetch(u_place, texel, 0);
    float w = max(1.0 - distance(centre, state.xy), 0.0);
    w *= w;
#ifdef KINDS
    if (kindOf(texelFetch(u_tags, texel, 0).y, groupAt(texel)) != GF_KIND_OF_LIQUID) {
        others += w;
        return;
    }
#endif
#ifdef PRESSURE
    sum.x += w * texelFetch(u_law, texel, 0).x;
#elif defined(COLORS)
    uint tag = texelFetch(u_tags, texel, 0).y;
    ofMaterials[min(tagMaterial(tag), GF_MATERIALS - 1)] += w * vec4(tagColor(tag), 1.0);
#else
    sum.xy += w * state.zw;
#endif
    weight += w;
}

#ifdef COLORS
// Returns the mean of the materials' mean colours, weighted by the fourth power of their weights: so the transition
// between two materials is a fourth as wide as with the weights themselves.
vec3 meanColor()
{
    vec3 colors = vec3(0.0);
    float total = 0.0;
    for (int m = 0; m < GF_MATERIALS; m++) {
        float share = ofMaterials[m].w / weight, power = share * share * share * share;
        colors += power * ofMaterials[m].rgb / max(ofMaterials[m].w, 1e-9);
        total += power;
    }
    return colors / total;
}
#endif

// Returns the fraction of the kernel that lies outside walls.
float openFraction(vec2 place)
{
    float share = 1.0;
    for (int side = 0; side < SIDES; side++) {
        share *= 1.0 - beyondPlane(sideOf(side, place, vecD(u_extent)).distance).value.x;
    }
#ifdef SOLIDS
    float d = nearestSolid(place).distance;
    float beyond = beyondPlane(abs(d)).value.x;
    share *= d < 0.0 ? beyond : 1.0 - beyond;
#endif
    return max(share, LEAST_OPEN);
}

void main()
{
    vec2 cell = vec2(min(ivec2(gl_FragCoord.xy), u_cells - 1));
    float mass = 0.0;
    sum = vec3(0.0);
    weight = 0.0;
#ifdef COLORS
    for (int m = 0; m < GF_MATERIALS; m++) {
        ofMaterials[m] = vec4(0.0);
    }
#endif
#ifdef KINDS
    others = 0.0;
#endif
    for (int tap = 0; tap < u_taps * u_taps; tap++) {
        float before = weight;
        centre = (cell + (vec2(tap % u_taps, tap / u_taps) + 0.5) / float(u_taps)) / u_scale.x;
        visitAround(centre);
        float here = weight - before;
#ifdef KINDS
        here += 0.6 * min(here, others); // liquid continues up to, and under, grains that it wets
        others = 0.0;
#endif
        mass += here / openFraction(centre);
    }
    mass *= W2 / (u_norm.z * float(u_taps * u_taps));
#ifdef COLORS
    vec3 mean = weight > 0.0 ? u_unit * meanColor() : vec3(0.0);
#else
    vec3 mean = weight > 0.0 ? u_unit * sum / weight : vec3(0.0);
#endif
#ifdef PRESSURE
    o_means = vec4(mean.x, 0.0, 0.0, 0.0);
#elif defined(COLORS)
    float amount = min(mass, 1.0);
    o_means = vec4(amount * mean, amount);
#else
    o_means = vec4(mass, mean.xy, 0.0);
#endif
}
