// A scalar through the palette. PRESSURE (packed) and VORTICITY (from the faces) are signed: 0 in the middle;
// TEMPERATURE starts at u_ambient. u_value.x: from the stored value to the unit shown. u_range: the palette's end.
#include "common/grid.glsl"
#include "common/cubic.glsl"
#include "common/packed.glsl"
#include "render/look.glsl"

uniform float u_range;
uniform float u_ambient;
uniform vec4 u_value;

#if defined(PRESSURE)
uniform sampler2D u_pressure;

float valueAt(ivec2 cell)
{
    return packedValue(u_pressure, cell);
}
#elif defined(VORTICITY)
uniform sampler2D u_velocity;

// At the corner below and left of the cell.
float valueAt(ivec2 corner)
{
    ivec2 c = clamp(corner, ivec2(1), u_cells - 1);
    vec2 own = texelFetch(u_velocity, c, 0).xy;
    return own.y - texelFetch(u_velocity, c - ivec2(1, 0), 0).y - own.x + texelFetch(u_velocity, c - ivec2(0, 1), 0).x;
}
#else
uniform sampler2D u_temperature;

float valueAt(ivec2 cell)
{
    return texelFetch(u_temperature, cell, 0).x;
}
#endif

void main()
{
    vec2 p = v_place * vec2(u_cells);
#ifdef VORTICITY
    p += 0.5;
#endif
    Taps t = tapsAt(p, ivec2(0), u_cells - 1);
    float low = mix(valueAt(ivec2(t.x.y, t.y.y)), valueAt(ivec2(t.x.z, t.y.y)), t.t.x);
    float high = mix(valueAt(ivec2(t.x.y, t.y.z)), valueAt(ivec2(t.x.z, t.y.z)), t.t.x);
    float value = u_value.x * mix(low, high, t.t.y) / u_range;
#ifdef TEMPERATURE
    vec4 color = paletteColor(value - u_ambient / u_range);
#else
    vec4 color = paletteColor(0.5 + 0.5 * value);
#endif
    writeLook(color.rgb, color.w);
}
