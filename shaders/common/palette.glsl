// A gradient: u_paletteCount colours at equal distances from 0 to 1.
#include "shared.h"

uniform vec4 u_palette[GF_PALETTE_STOPS];
uniform int u_paletteCount;

vec4 paletteColor(float value)
{
    float at = clamp(value, 0.0, 1.0) * float(u_paletteCount - 1);
    int first = min(int(at), u_paletteCount - 2);
    return mix(u_palette[first], u_palette[first + 1], at - float(first));
}
