// The dye at a place of the domain. SOLIDS: u_fluidMask is 0 at the texels of the dye that are in solids; they are empty
// and do not count, so that dye reaches up to the outline of a solid and not only to its texels.
uniform sampler2D u_dye;
uniform vec2 u_dyePerCell; // texels, of which there may be more beyond the domain
#ifdef SOLIDS
uniform sampler2D u_fluidMask;
#endif

vec4 dyeAt(vec2 place)
{
    Taps taps = tapsAt(place * vec2(u_cells) * u_dyePerCell, vec2(textureSize(u_dye, 0)));
    vec4 dye = readClampedCubic(u_dye, taps);
#ifdef SOLIDS
    float share = mixInner(readInner(u_fluidMask, taps), taps.t).x;
    if (share < 0.999) {
        dye = mixInner(readInner(u_dye, taps), taps.t) / max(share, 0.02);
    }
#endif
    return dye;
}
