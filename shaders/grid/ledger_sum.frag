// Sums advection's loss of the totals of dye and of a scalar: u_source and u_before are the two before advection, u_dye
// and u_scalar after it. Each sum is over 32 texels, times u_factor: the value before (times u_dissipation; the scalar
// as excess over u_rest) less the value after; and the range that corrections can use. u_box: the box of texels that
// count (first, and beyond the last: both even, or an end). u_texels: size of the fields; u_cellsPerTexel: cells per
// texel of it; u_velocity: m/s, faces; u_stepCells: as in grid/backtrace.glsl. u_poured: the time step, and the time
// step over the cell size, or 0. Out:
//   DYE        dye's loss, to attachment 0, and range, to attachment FIELDS
//   SCALAR n   the scalar's loss and range, to attachment n
//   MASKED     only texels count that are and were fluid (u_fluidMask, u_previousMask: solid/fluid_mask.frag). If
//              u_moving is 1, they count by their area of fluid before and after, because otherwise a moving solid
//              would change sums by whole texels
//   EXPANSION  sources pour in fluid (u_expansion, 1/s, cells) with the values around them
//   BALANCED   as much fluid vanishes everywhere, u_mean (common/reduce.frag, of grid/rebalance.frag)
#include "shared.h"
#include "common/loops.glsl"
#if defined(EXPANSION) || defined(BALANCED)
#include "common/grid.glsl"
uniform vec2 u_poured;
#endif
uniform ivec2 u_texels;
uniform ivec4 u_box;
#include "common/hash.glsl"
uniform sampler2D u_velocity;
uniform float u_stepCells;
uniform vec2 u_cellsPerTexel;
uniform int u_seed;
uniform float u_factor;
uniform vec2 u_dissipation;
uniform float u_rest;
#ifdef DYE
uniform sampler2D u_dye;
uniform sampler2D u_source;
layout(location = 0) out vec4 o_lost;
layout(location = FIELDS) out vec4 o_range;
#endif
#ifdef SCALAR
uniform sampler2D u_scalar;
uniform sampler2D u_before;
layout(location = SCALAR) out vec4 o_scalar;
#endif

uniform sampler2D u_fluidMask;
uniform sampler2D u_previousMask;
uniform int u_moving;
uniform sampler2D u_expansion;
uniform sampler2D u_mean;

// A block of 2 x 2 texels, some of which may lie beyond the edge.
struct Block {
    ivec2 first;
    ivec2 last;  // equal to the first where the block is cut by the edge
    vec4 before; // area of each texel before the step, in quarters: (0,0) (1,0) (0,1) (1,1)
    vec4 after;  // the same after the step
    bool alike;  // all texels count in full, before and after
};

#ifdef MASKED
// Returns the area that a texel counts for, before and after the step.
vec4 countsAt(ivec2 texel)
{
    vec2 was = texelFetch(u_previousMask, texel, 0).xy, is = texelFetch(u_fluidMask, texel, 0).xy;
    return u_moving == 1 ? vec4(was.y, is.y, 0.0, 0.0) / GF_AREA_UNIT : vec4(was.x * is.x);
}
#endif

Block blockAt(ivec2 texel)
{
    vec2 there = clamp(vec2(u_box.zw - texel), 0.0, 2.0) * step(vec2(u_box.xy), vec2(texel));
    vec2 second = max(there - 1.0, 0.0), first = there - second;
    vec4 quarters = 0.25 * vec4(first.x * first.y, second.x * first.y, first.x * second.y, second.x * second.y);
    Block b = Block(min(texel, u_texels - 1), min(texel + 1, u_texels - 1), quarters, quarters, true);
#ifdef MASKED
#ifndef MANUAL_BILINEAR
    vec2 corner = vec2(b.first + 1) / vec2(u_texels);
    vec4 means = vec4(textureLod(u_previousMask, corner, 0.0).xy, textureLod(u_fluidMask, corner, 0.0).xy);
    if (all(lessThan(abs(means - vec2(1.0, GF_AREA_UNIT).xyxy), vec4(4e-4)))) {
        return b;
    }
#endif
    b.alike = false;
    vec4 before = countsAt(b.first), after = countsAt(ivec2(b.last.x, b.first.y));
    vec4 third = countsAt(ivec2(b.first.x, b.last.y)), fourth = countsAt(b.last);
    b.before *= vec4(before.x, after.x, third.x, fourth.x);
    b.after *= vec4(before.y, after.y, third.y, fourth.y);
#endif
    return b;
}

// Returns a block's sum: by one filtered read of the mean at their common corner where the texels count alike.
vec4 sumOf(sampler2D field, Block b, vec4 counts)
{
#ifndef MANUAL_BILINEAR
    if (b.alike) {
        return dot(counts, vec4(1.0)) * textureLod(field, vec2(b.first + 1) / vec2(u_texels), 0.0);
    }
#endif
    return counts.x * texelFetch(field, b.first, 0) + counts.y * texelFetch(field, ivec2(b.last.x, b.first.y), 0) +
           counts.z * texelFetch(field, ivec2(b.first.x, b.last.y), 0) + counts.w * texelFetch(field, b.last, 0);
}

// Returns the part of a correction that a texel gets at the present velocity (withGiven of advect_scalars.frag).
float reachedAt(ivec2 texel)
{
    vec2 velocity = texelFetch(u_velocity, ivec2((vec2(texel) + 0.5) * u_cellsPerTexel), 0).xy;
    vec2 t = fract(u_stepCells / u_cellsPerTexel * velocity), away = 4.0 * t * (1.0 - t);
    return max(away.x, away.y);
}

// Returns the largest of four texels less the least.
vec4 rangeOf(sampler2D field, ivec2 texel)
{
    ivec2 first = min(texel, u_texels - 1), last = min(texel + 1, u_texels - 1);
    vec4 f00 = texelFetch(field, first, 0), f10 = texelFetch(field, ivec2(last.x, first.y), 0);
    vec4 f01 = texelFetch(field, ivec2(first.x, last.y), 0), f11 = texelFetch(field, last, 0);
    return max(max(f00, f10), max(f01, f11)) - min(min(f00, f10), min(f01, f11));
}

// Returns the fraction by which fluid that is poured in or vanishes changes a block's sum.
float pouredInto(Block b)
{
    float poured = 0.0;
#ifdef EXPANSION
    poured += u_poured.x * sampleCells(u_expansion, vec2(b.first + 1) * u_cellsPerTexel).x;
#endif
#ifdef BALANCED
    vec2 mean = texelFetch(u_mean, ivec2(0), 0).xy;
    poured += u_poured.y * mean.x / max(mean.y, 1e-6);
#endif
    return poured;
}

void main()
{
    vec4 lost = vec4(0.0), range = vec4(0.0), scalar = vec4(0.0);
    // Four neighbouring fragments read neighbouring blocks at the same time. The target is four times as wide and a
    // quarter as high as the sums need, because software renderers divide work by columns.
    int columns = (u_texels.x + 7) / 8 * 2, rows = (u_texels.y + 63) / 64 * 2;
    ivec2 here = ivec2(int(gl_FragCoord.x) % columns, int(gl_FragCoord.y) + int(gl_FragCoord.x) / columns * rows);
    ivec2 first = ivec2(8, 16) * (here >> 1) + 2 * (here & 1);
    int slow = 8;
#if !defined(MASKED) && !defined(MANUAL_BILINEAR)
    // Most blocks count in full. A loop without a turn, unlike a branch, costs software renderers nothing.
    bool whole = all(greaterThanEqual(first, u_box.xy)) && all(lessThanEqual(first + ivec2(6, 14), u_box.zw));
    slow = whole ? 0 : 8;
    for (int i = 0; i < TURNS(8 - slow); i++) {
        vec2 corner = vec2(first + 4 * ivec2(i & 1, i >> 1) + 1) / vec2(u_texels);
#ifdef DYE
        lost += u_dissipation.x * textureLod(u_source, corner, 0.0) - textureLod(u_dye, corner, 0.0);
#endif
#ifdef SCALAR
        float above = u_dissipation.y * (textureLod(u_before, corner, 0.0).x - u_rest);
        scalar.x += above - (textureLod(u_scalar, corner, 0.0).x - u_rest);
#endif
    }
#endif
    for (int i = 0; i < TURNS(slow); i++) {
        Block b = blockAt(first + 4 * ivec2(i & 1, i >> 1));
        float poured = 0.5 * pouredInto(b); // the mean of before and after gets half of it
#ifdef DYE
        vec4 was = u_dissipation.x * sumOf(u_source, b, b.before), is = sumOf(u_dye, b, b.after);
        lost += was - is + poured * (was + is);
#endif
#ifdef SCALAR
        vec2 rest = u_rest * vec2(dot(b.before, vec4(1.0)), dot(b.after, vec4(1.0)));
        float above = u_dissipation.y * (sumOf(u_before, b, b.before).x - rest.x);
        float stays = sumOf(u_scalar, b, b.after).x - rest.y;
        scalar.x += above - stays + poured * (above + stays);
#endif
    }
    // The samples lie at random places, because regular ones could miss edges at multiples of texels.
    uint random = scramble(uint(gl_FragCoord.y) << 16 ^ uint(gl_FragCoord.x) ^ uint(u_seed));
    ivec2 texel = first + ivec2(4u * (random >> 4 & 1u) + (random & 1u), 4u * (random >> 2 & 3u) + (random >> 1 & 1u));
    bool inside = all(greaterThanEqual(texel, u_box.xy)) && all(lessThan(texel, u_box.zw));
    float reached = inside ? reachedAt(texel) : 0.0;
#ifdef DYE
    range = reached * rangeOf(u_dye, texel);
#endif
#ifdef SCALAR
    scalar.y = reached * rangeOf(u_scalar, texel).x;
#endif
    lost *= 4.0 * u_factor;   // counts are of quarters
    range *= 32.0 * u_factor; // one sample stands for 32 texels
    scalar.xy *= vec2(4.0, 32.0) * u_factor;
#ifdef DYE
    o_lost = lost;
    o_range = range;
#endif
#ifdef SCALAR
    o_scalar = scalar;
#endif
}
