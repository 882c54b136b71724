// The dye at a place of the domain. SOLIDS: u_fluidMask is 0 at the texels of the dye that are in solids; they are empty
// and do not count, so that dye reaches up to the outline of a solid and not only to its texels. The texels beside them
// lag behind the flow, each by another share: a cell or so around a solid shows what is that far from it, smoothed
// along the outline. Needs draw/look.glsl.
uniform sampler2D u_dye;
uniform vec2 u_dyePerCell; // texels, of which there may be more beyond the domain
#ifdef SOLIDS
uniform sampler2D u_fluidMask;

const float DYE_OFF_SOLID = 1.5;    // cells
const float DYE_IN_SOLID = 1.0;     // cells that it reaches below the outline, for outlines drawn by others
const float DYE_SMOOTH_SOLID = 2.3; // cells from a solid to where nothing is smoothed

// The way off the nearest solid, of length 1, and how many cells it is off; (0, 0) and many where none is near. The
// distance's gradient, m a cell, is a cell long; it follows from how place and distance change between pixels.
vec3 offSolid(vec2 p)
{
    float d = sampleLinear(u_distance, p).x;
    vec2 across = dFdx(p), up = dFdy(p);
    vec2 change = vec2(dFdx(d), dFdy(d));
    float area = across.x * up.y - across.y * up.x;
    vec2 gradient = vec2(change.x * up.y - change.y * across.y, change.y * across.x - change.x * up.x);
    float slope = length(gradient);
    if (!(abs(area) > 0.0 && slope > 0.0)) {
        return vec3(0.0, 0.0, 1e6);
    }
    return vec3(gradient * (sign(area) / slope), d * abs(area) / slope);
}

// Reads linearly between the texels that are not in solids.
vec4 dyeOutsideSolids(vec2 place)
{
    Taps taps = tapsAt(place * vec2(u_cells) * u_dyePerCell, vec2(textureSize(u_dye, 0)));
    float share = mixInner(readInner(u_fluidMask, taps), taps.t).x;
    return mixInner(readInner(u_dye, taps), taps.t) / max(share, 0.02);
}

vec4 dyeBesideSolid(vec2 place, vec2 normal, float cells)
{
    vec2 p = place * vec2(u_cells) + normal * max(DYE_OFF_SOLID - cells, 0.0);
    vec4 sum = vec4(0.0);
    for (int i = -2; i <= 2; i++) {
        sum += dyeOutsideSolids((p + 0.5 * float(i) * vec2(-normal.y, normal.x)) / vec2(u_cells));
    }
    return sum / 5.0;
}
#endif

// `seen`: where it is shown, beside which it may be read.
vec4 dyeAt(vec2 place, vec2 seen)
{
    Taps taps = tapsAt(place * vec2(u_cells) * u_dyePerCell, vec2(textureSize(u_dye, 0)));
    vec4 dye = readClampedCubic(u_dye, taps);
#ifdef SOLIDS
    vec3 off = offSolid(seen * vec2(u_cells));
    if (off.z > -DYE_IN_SOLID && off.z < DYE_SMOOTH_SOLID) {
        float near = 1.0 - smoothstep(DYE_OFF_SOLID, DYE_SMOOTH_SOLID, off.z);
        dye = mix(dye, dyeBesideSolid(place, off.xy, off.z), near);
    }
#endif
    return dye;
}
