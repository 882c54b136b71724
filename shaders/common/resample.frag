// Resamples a field to a grid of other size or place. In: u_source. Out: the field in its own unit. Each texel is the
// mean of u_taps x u_taps samples, against aliasing. u_scale and u_offset: from new texels to old ones. u_limits: the
// old domain (first and last position, texels); beyond it the value is u_outside. Within it the last texel repeats.
//   FACES    velocity on faces
//   PACKED   pressure, 2 x 2 cells a texel, times u_factor
//   neither  a value a texel
#include "common/clamped_cubic.glsl"
#include "common/packed.glsl"
#include "common/rounded.glsl"

uniform sampler2D u_source;
uniform vec2 u_scale;
uniform vec2 u_offset;
uniform vec4 u_limits;
uniform vec4 u_outside;
uniform float u_factor;
uniform int u_taps;
uniform ivec2 u_cells; // of the old grid
uniform vec2 u_newCells;
layout(location = 0) out vec4 o_value;

// Reads the old field at `p`, texels; `shift`: from texel centres to where the field has its values.
vec4 readOld(vec2 p, vec2 shift)
{
    if (any(lessThan(p, u_limits.xy)) || any(greaterThan(p, u_limits.zw))) {
        return u_outside;
    }
    vec2 texel = p - shift;
#ifdef PACKED
    return vec4(packedLinear(u_source, texel, u_cells - 1));
#else
    Taps t = tapsAt(texel, vec2(textureSize(u_source, 0)));
    return u_taps > 1 ? readLinear(u_source, t) : readClampedCubic(u_source, t);
#endif
}

// Returns the mean over a new texel. `corner`: its lower left corner; `shift`: as for readOld().
vec4 mean(vec2 corner, vec2 shift)
{
    vec4 sum = vec4(0.0);
    for (int j = 0; j < u_taps; j++) {
        for (int i = 0; i < u_taps; i++) {
            vec2 at = corner + (vec2(i, j) + 0.5) / float(u_taps) + shift;
            sum += readOld(at * u_scale + u_offset, shift);
        }
    }
    return sum / float(u_taps * u_taps);
}

void main()
{
    vec2 corner = floor(gl_FragCoord.xy);
#if defined(FACES)
    vec2 cell = min(corner, u_newCells - 1.0); // beyond the last row and column: as their neighbour
    o_value = storedDye(vec4(mean(vec2(corner.x, cell.y), vec2(-0.5, 0.0)).x,
                             mean(vec2(cell.x, corner.y), vec2(0.0, -0.5)).y, 0.0, 0.0));
#elif defined(PACKED)
    vec2 cell = 2.0 * corner;
    o_value = u_factor * vec4(mean(cell, vec2(0.0)).x, mean(cell + vec2(1.0, 0.0), vec2(0.0)).x,
                               mean(cell + vec2(0.0, 1.0), vec2(0.0)).x,
                               mean(cell + vec2(1.0, 1.0), vec2(0.0)).x);
#else
    o_value = storedDye(mean(corner, vec2(0.0)));
#endif
}
