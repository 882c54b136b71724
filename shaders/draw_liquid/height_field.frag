// Draws the texture that GF_DRAW_LIQUID is drawn from, one texel a cell, in two passes: the first writes sums along x.
// u_reach: near and wide reach (standard deviations, texels). u_unit: factor that makes amounts 1 at the surface. Out:
// the fraction of liquid within the near and the wide reach (0 to 1), as means over open texels, so that solids and
// walls do not thin it; the amount itself; the amount times the speed (m/s).
//   (none)  of u_mass (red) and its velocity (green and blue, m/s), with u_distance (m)
//   DYE     of u_dye (amount in its fourth channel), u_velocity (faces, m/s); one texel a dye texel
//   SOLIDS  with DYE: there are solids, u_fluidMask
//   UP      the second pass: along y, from u_sums
#include "common/placed.glsl"
#include "common/grid.glsl"

uniform ivec2 u_wrap;
uniform vec2 u_reach;
uniform float u_unit;
layout(location = 0) out vec4 o_heights;

uniform sampler2D u_dye;
uniform sampler2D u_velocity;
uniform vec2 u_dyePerCell;
uniform sampler2D u_fluidMask;
uniform sampler2D u_mass; // and velocity, m/s
uniform sampler2D u_distance;
uniform sampler2D u_sums; // near liquid, near open texels, the same in wide reach: sums along x

const int TAPS = 12;

ivec2 texels()
{
#ifdef DYE
    return ivec2(vec2(u_cells) * u_dyePerCell + 0.5);
#else
    return u_cells;
#endif
}

bool isOpen(ivec2 texel)
{
#ifndef DYE
    return texelFetch(u_distance, texel, 0).x >= 0.0;
#elif defined(SOLIDS)
    return texelFetch(u_fluidMask, texel, 0).x > 0.5;
#else
    return true;
#endif
}

// Returns the amount, 1 at the surface and limited above.
float amountAt(ivec2 texel)
{
#ifdef DYE
    return clamp(u_unit * texelFetch(u_dye, texel, 0).w, 0.0, 100.0);
#else
    return min(u_unit * texelFetch(u_mass, texel, 0).x, 100.0);
#endif
}

vec2 flowAt(ivec2 texel)
{
#ifdef DYE
    return velocityAt(u_velocity, (vec2(texel) + 0.5) / u_dyePerCell);
#else
    return texelFetch(u_mass, texel, 0).yz;
#endif
}

#ifdef UP
vec2 part(ivec2 texel, bool wide)
{
    vec4 sums = texelFetch(u_sums, texel, 0);
    return wide ? sums.zw : sums.xy;
}
#else
vec2 part(ivec2 texel, bool wide)
{
    // Liquid is a little thinner beside solids, which must not show as a dent; other differences show as waves.
    float open = isOpen(texel) ? 1.0 : 0.0;
    float amount = amountAt(texel);
    return open * vec2(0.85 * smoothstep(0.0, 1.6, amount) + 0.15 * (1.0 - exp2(-amount)), 1.0);
}
#endif

// Sums along the pass' axis with the weights of a Gaussian; over a wide reach some texels are skipped.
vec2 blur(ivec2 texel, float deviation, bool wide)
{
    int stride = int(ceil(2.5 * deviation / float(TAPS)));
    vec2 sum = vec2(0.0);
    float total = 0.0;
    for (int i = -TAPS; i <= TAPS; i++) {
        int d = i * stride;
        float x = float(d) / deviation;
        float weight = exp(-0.5 * x * x);
#ifdef UP
        ivec2 other = texel + ivec2(0, d);
#else
        ivec2 other = texel + ivec2(d, 0);
#endif
        sum += weight * part(placedAt(other, texels(), 0, u_wrap), wide);
        total += weight;
    }
    return sum / total;
}

#ifdef UP
// Returns the amount (in solids that around), and it times the mean speed around: spray is faster than its surface.
vec2 continued(ivec2 texel)
{
    vec3 sum = vec3(0.0);
    float total = 0.0;
    for (int j = -3; j <= 3; j++) {
        for (int i = -3; i <= 3; i++) {
            ivec2 other = placedAt(texel + ivec2(i, j), texels(), 0, u_wrap);
            float weight = isOpen(other) ? exp(-0.3 * float(i * i + j * j)) : 0.0;
            float amount = amountAt(other);
            float bulk = amount * amount;
            sum += weight * vec3(amount, bulk * length(flowAt(other)), bulk);
            total += weight;
        }
    }
    float amount = isOpen(texel) ? amountAt(texel) : sum.x / max(total, 1e-6);
    return vec2(amount, min(amount * sum.y / max(sum.z, 1e-6), 6e4)); // half floats end at 65504
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 near = blur(texel, u_reach.x, false), wide = blur(texel, u_reach.y, true);
#ifdef UP
    o_heights = vec4(near.x / max(near.y, 1e-4), wide.x / max(wide.y, 1e-4), continued(texel));
#else
    o_heights = vec4(near, wide);
#endif
}
