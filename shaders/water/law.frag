// Finds the pressure at each particle, interpolated linearly between the centres of cells that have room; in air it is 0.
// In: u_pressure, packed (common/packed.glsl); u_openness (water/openness.frag). Out: pressure over density, m^2/s^2.
#include "common/packed.glsl"
#include "particles/layout.glsl"

uniform ivec2 u_cells;
uniform sampler2D u_place;
uniform sampler2D u_pressure;
uniform sampler2D u_openness;
uniform float u_unit;
layout(location = 0) out float o_pressure;

void main()
{
    vec2 at = texelFetch(u_place, particleTexel(particleHere()), 0).xy - 0.5;
    vec2 low = floor(at), way = at - low;
    vec2 sum = vec2(0.0);
    for (int i = 0; i < 4; i++) {
        ivec2 side = ivec2(i & 1, i >> 1);
        ivec2 cell = clamp(ivec2(low) + side, ivec2(0), u_cells - 1);
        vec2 share = mix(1.0 - way, way, vec2(side));
        float weight = texelFetch(u_openness, cell, 0).x > 0.0 ? share.x * share.y : 0.0;
        sum += weight * vec2(packedFetch(u_pressure, cell), 1.0);
    }
    o_pressure = u_unit * sum.x / max(sum.y, 1e-6);
}
