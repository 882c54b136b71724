// Dye in its own colours, or its amount through the palette (PALETTE). u_range: the amount that covers 1 - 1/e. SOLIDS:
// u_fluidMask is 0 at the texels of the dye that are in solids; they are empty and do not count, so that dye reaches up
// to the outline of a solid and not only to its texels.
#include "common/grid.glsl"
#include "common/cubic.glsl"
#include "render/look.glsl"

uniform sampler2D u_dye;
uniform vec2 u_dyePerCell; // texels, of which there may be more beyond the domain
uniform float u_range;
#ifdef SOLIDS
uniform sampler2D u_fluidMask;
#endif

void main()
{
    vec2 size = vec2(textureSize(u_dye, 0));
    Taps taps = tapsAt(v_place * vec2(u_cells) * u_dyePerCell, size);
    vec4 dye = readClampedCubic(u_dye, taps);
#ifdef SOLIDS
    float share = mixInner(readInner(u_fluidMask, taps), taps.t).x;
    if (share < 0.999) {
        dye = mixInner(readInner(u_dye, taps), taps.t) / max(share, 0.02);
    }
#endif
    float amount = max(dye.w, 0.0) / u_range;
#ifdef PALETTE
    vec4 color = paletteColor(amount);
    writeLook(color.rgb, color.w);
#else
    writeLook(max(dye.rgb, 0.0) / max(dye.w, 1e-6), 1.0 - exp(-amount));
#endif
}
