// Blends dye over colours, in linear light. u_colors: colours of materials.
#include "shared.h"

uniform vec4 u_colors[GF_MATERIALS];

// Returns dye over a colour. `dye` is premultiplied by its alpha.
vec3 over(vec4 dye, vec3 color)
{
    return clamp(dye.rgb + (1.0 - clamp(dye.a, 0.0, 1.0)) * color, 0.0, 1.0);
}
