// Draws a scalar through the palette. u_unit: from stored values to those shown. u_range: the palette's end, in these.
// Out: as draw/look.glsl. PRESSURE, DIVERGENCE and VORTICITY have a sign: 0 is in the middle of the palette.
//   PRESSURE     u_pressure, packed
//   DIVERGENCE   u_divergence, packed, cell by cell
//   VORTICITY    of u_velocity, m/s on faces
//   TEMPERATURE  u_temperature, K, from u_ambient on
//   MASS         u_mass, from 0 on
//   DENSITY      its difference from 1, and clear without mass
//   SMOOTH       with one of these: from a smooth picture (draw/smooth.frag)
#include "common/grid.glsl"
#include "common/clamped_cubic.glsl"
#include "common/packed.glsl"
#include "common/vorticity.glsl"
#include "draw/look.glsl"

uniform float u_range;
uniform float u_ambient;
uniform float u_unit;

#if defined(DIVERGENCE)
uniform sampler2D u_divergence;

float valueAt(vec2 p)
{
    return packedValue(u_divergence, clamp(ivec2(p), ivec2(0), u_cells - 1));
}
#elif defined(SMOOTH)
#include "draw/smooth.glsl"

float valueAt(vec2 p)
{
#ifdef VORTICITY
    p += 0.5; // its texels are at corners
#endif
    return smoothFieldAt(p);
}
#elif defined(PRESSURE)
uniform sampler2D u_pressure;

float valueAt(vec2 p)
{
    return packedLinear(u_pressure, p, u_cells - 1);
}
#elif defined(VORTICITY)
uniform sampler2D u_velocity;
uniform ivec2 u_wrap;

float at(ivec2 corner)
{
    return cornerVorticity(u_velocity, corner, u_cells, u_wrap);
}

float valueAt(vec2 p)
{
    ivec2 c = ivec2(floor(p));
    vec2 t = p - vec2(c);
    return mix(mix(at(c), at(c + ivec2(1, 0)), t.x), mix(at(c + ivec2(0, 1)), at(c + 1), t.x), t.y);
}
#elif defined(MASS) || defined(DENSITY)
uniform sampler2D u_mass;

float valueAt(vec2 p)
{
    return readLinear(u_mass, tapsAt(p, vec2(textureSize(u_mass, 0)))).x;
}
#else
uniform sampler2D u_temperature;

float valueAt(vec2 p)
{
    return readLinear(u_temperature, tapsAt(p, vec2(u_cells))).x - u_ambient;
}
#endif

void main()
{
    float value = u_unit * valueAt(placeBefore(v_place) * vec2(u_cells)) / u_range;
#if defined(DENSITY)
    vec4 color = paletteColor(0.5 + 0.5 * (value - 1.0 / u_range));
    color.w *= smoothstep(0.0, 0.5, value * u_range);
#elif defined(MASS) || defined(TEMPERATURE)
    vec4 color = paletteColor(value);
#else
    vec4 color = paletteColor(0.5 + 0.5 * value);
#endif
    writeLook(color.rgb, color.w);
}
