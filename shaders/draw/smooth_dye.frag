// Makes the picture of the dye that a drawing reads through a cubic B-spline (draw/dye.glsl). That leaves no stairs
// where a pixel is smaller than a texel, but blurs: what it will take away is added here, across edges alone, and along
// them dye is smoothed. In: u_dye, u_dyePerCell (texels), u_rim (texels around the domain that are drawn, too, so that
// the spline finds its neighbours), u_wrap. SOLIDS: u_fluidMask, 0 at the texels in solids, which are empty; u_distance
// (to the nearest solid, m), u_cellSize (m). Out: o_dye.
#include "common/placed.glsl"
#include "common/grid.glsl"
#include "common/cubic.glsl"

uniform sampler2D u_dye;
uniform vec2 u_dyePerCell;
uniform int u_rim;
uniform ivec2 u_wrap;
layout(location = 0) out vec4 o_dye;

const float BLUR = 1.0 / 6.0;   // of second differences, by the spline
const float ALONG = 1.0 / 12.0; // more of that along edges

vec4 texelAt(ivec2 texel)
{
    return texelFetch(u_dye, placedAt(texel, textureSize(u_dye, 0), 0, u_wrap), 0);
}

// Sharpens across edges and smooths along them.
vec4 sharpened(ivec2 texel)
{
    vec4 here = texelAt(texel);
    vec4 left = texelAt(texel - ivec2(1, 0)), right = texelAt(texel + ivec2(1, 0));
    vec4 below = texelAt(texel - ivec2(0, 1)), above = texelAt(texel + ivec2(0, 1));
    if (left == here && right == here && below == here && above == here) {
        return here;
    }
    vec4 dx = right - left, dy = above - below;
    vec4 xx = left + right - 2.0 * here, yy = below + above - 2.0 * here;
    vec4 xy = 0.25 * (texelAt(texel + 1) + texelAt(texel - 1) - texelAt(texel + ivec2(1, -1)) -
                      texelAt(texel + ivec2(-1, 1)));
    // The tensor of all channels' slopes tells what is across.
    vec3 tensor = vec3(dot(dx, dx), dot(dx, dy), dot(dy, dy));
    tensor /= max(tensor.x + tensor.z, 1e-20);
    vec4 across = tensor.x * xx + 2.0 * tensor.y * xy + tensor.z * yy;
    return here - BLUR * across + ALONG * (xx + yy - across);
}

#ifdef SOLIDS
uniform sampler2D u_fluidMask;
uniform sampler2D u_distance;
uniform float u_cellSize;

const float OFF_SOLID = 0.5;    // cells
const float SMOOTH_SOLID = 1.0; // cells from a solid to where nothing is smoothed
const float IN_SOLID = 2.0;     // cells that dye reaches into it: the spline looks there, and outlines drawn by others

float distanceAt(vec2 p)
{
    return sampleLinear(u_distance, p).x / u_cellSize;
}

// Returns the way off the nearest solid, of length 1 or 0.
vec2 normalAt(vec2 p)
{
    vec2 slope = vec2(distanceAt(p + vec2(0.5, 0.0)) - distanceAt(p - vec2(0.5, 0.0)),
                      distanceAt(p + vec2(0.0, 0.5)) - distanceAt(p - vec2(0.0, 0.5)));
    return slope / max(length(slope), 1e-6);
}

// Reads linearly between the texels that are not in solids.
vec4 dyeOutsideSolids(vec2 p)
{
    Taps taps = tapsAt(p * u_dyePerCell, vec2(textureSize(u_dye, 0)));
    float share = mixInner(readInner(u_fluidMask, taps), taps.t).x;
    return mixInner(readInner(u_dye, taps), taps.t) / max(share, 0.02);
}

// The texels beside solids lag behind the flow, each by another share: there is shown what is OFF_SOLID from it,
// smoothed along the outline.
vec4 besideSolid(vec2 p, float cells)
{
    vec2 normal = normalAt(p);
    p += normal * max(OFF_SOLID - cells, 0.0);
    vec4 sum = vec4(0.0);
    for (int i = -2; i <= 2; i++) {
        sum += dyeOutsideSolids(p + 0.5 * float(i) * vec2(-normal.y, normal.x));
    }
    return sum / 5.0;
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy) - u_rim;
    o_dye = sharpened(texel);
#ifdef SOLIDS
    vec2 p = (vec2(texel) + 0.5) / u_dyePerCell;
    float cells = distanceAt(p);
    if (cells > -IN_SOLID && cells < SMOOTH_SOLID) {
        o_dye = mix(besideSolid(p, cells), o_dye, smoothstep(OFF_SOLID, SMOOTH_SOLID, cells));
    }
#endif
    o_dye = clamp(o_dye, -6e4, 6e4); // half floats end there
}
