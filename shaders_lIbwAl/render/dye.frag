// Dye in its own colours, or its amount through the palette (PALETTE). u_range: the amount that covers 1 - 1/e.
#include "common/grid.glsl"
#include "common/cubic.glsl"
#include "render/look.glsl"

uniform sampler2D u_dye;
uniform float u_range;

void main()
{
    vec2 size = vec2(textureSize(u_dye, 0));
    vec4 dye = readClampedCubic(u_dye, tapsAt(v_place * size, size));
    float amount = max(dye.w, 0.0) / u_range;
#ifdef PALETTE
    vec4 color = paletteColor(amount);
    writeLook(color.rgb, color.w);
#else
    writeLook(max(dye.rgb, 0.0) / max(dye.w, 1e-6), 1.0 - exp(-amount));
#endif
}
