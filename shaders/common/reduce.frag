// Reduces 4 x 4 texels to one: to their mean, as sums overflow half floats. In: u_source, of u_cells texels; 0 beyond.
//   LARGEST  to the largest value
//   SPEED    to the largest |component| of velocity on faces
//   WAVES    to the speed of the fastest wave of shallow water, m/s (shallow/state.glsl)
//   FLUID    to the mean of values less u_outside, where u_fluidMask is 1
//   SIZES    with FLUID: of absolute values
#include "common/exact.glsl"

uniform ExactSampler u_source;
uniform ivec2 u_cells;
layout(location = 0) out vec4 o_value;
uniform float u_gravity;
uniform sampler2D u_fluidMask;
uniform vec4 u_outside;

vec4 valueAt(ivec2 texel)
{
    vec4 value = exactFetch(u_source, texel);
#if defined(SPEED)
    float speed = max(abs(value.x), abs(value.y));
    return vec4(speed < 1e9 ? speed : 0.0); // NaN counts as 0
#elif defined(WAVES)
    float wave = max(abs(value.y), abs(value.z)) + sqrt(u_gravity * max(value.x, 0.0));
    return vec4(wave < 1e9 ? wave : 0.0);
#elif defined(FLUID)
    vec4 beyond = texelFetch(u_fluidMask, texel, 0).x * (value - u_outside);
#ifdef SIZES
    return abs(beyond);
#else
    return beyond;
#endif
#else
    return value;
#endif
}

void main()
{
    ivec2 first = 4 * ivec2(gl_FragCoord.xy);
    vec4 result = vec4(0.0);
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < 4; i++) {
            ivec2 texel = first + ivec2(i, j);
            if (texel.x < u_cells.x && texel.y < u_cells.y) {
#if defined(LARGEST) || defined(SPEED) || defined(WAVES)
                result = max(result, valueAt(texel));
#else
                result += valueAt(texel) / 16.0;
#endif
            }
        }
    }
    o_value = result;
}
