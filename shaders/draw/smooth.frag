// Makes the picture of a field that a drawing reads through a cubic B-spline (draw/smooth.glsl). A spline shows no
// stairs where a pixel is smaller than a texel, but it blurs: so the picture is sharpened across edges as much, and
// smoothed along them. In: u_rim (texels around the domain for the spline), u_wrap, and the field. Out: o_field.
//   (none)         u_dye; u_dyePerCell (texels)
//   TEMPERATURE    u_temperature, from u_ambient on (K)
//   PRESSURE       u_pressure, packed
//   VORTICITY      of u_velocity, m/s on faces; a texel a corner
//   MASS, DENSITY  u_mass
//   SOLIDS         for dye: u_fluidMask, 0 at empty texels in solids; u_distance (to solids, m), u_cellSize (m)
#include "common/placed.glsl"
#include "common/grid.glsl"

uniform int u_rim;
uniform ivec2 u_wrap;
uniform float u_along; // of second differences along edges, added
layout(location = 0) out vec4 o_field;

const float BLUR = 1.0 / 6.0; // of second differences, by the spline

#if defined(PRESSURE)
#include "common/packed.glsl"

uniform sampler2D u_pressure;

vec4 texelAt(ivec2 texel)
{
    return vec4(packedValue(u_pressure, placedAt(texel, u_cells, 0, u_wrap)));
}
#elif defined(VORTICITY)
#include "common/vorticity.glsl"

uniform sampler2D u_velocity;

vec4 texelAt(ivec2 texel)
{
    return vec4(cornerVorticity(u_velocity, placedAt(texel, u_cells + 1, 1, u_wrap), u_cells, u_wrap));
}
#elif defined(MASS) || defined(DENSITY)
uniform sampler2D u_mass;

vec4 texelAt(ivec2 texel)
{
    return texelFetch(u_mass, placedAt(texel, textureSize(u_mass, 0), 0, u_wrap), 0).xxxx;
}
#elif defined(TEMPERATURE)
uniform sampler2D u_temperature;
uniform float u_ambient;

vec4 texelAt(ivec2 texel)
{
    return texelFetch(u_temperature, placedAt(texel, textureSize(u_temperature, 0), 0, u_wrap), 0).xxxx - u_ambient;
}
#else
#include "common/taps.glsl"

uniform sampler2D u_dye;
uniform vec2 u_dyePerCell;

vec4 texelAt(ivec2 texel)
{
    return texelFetch(u_dye, placedAt(texel, textureSize(u_dye, 0), 0, u_wrap), 0);
}
#endif

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
    // The structure tensor of all channels gives the direction across an edge.
    vec3 tensor = vec3(dot(dx, dx), dot(dx, dy), dot(dy, dy));
    tensor /= max(tensor.x + tensor.z, 1e-20);
    vec4 across = tensor.x * xx + 2.0 * tensor.y * xy + tensor.z * yy;
    return here - BLUR * across + u_along * (xx + yy - across);
}

#ifdef SOLIDS
uniform sampler2D u_fluidMask;
uniform sampler2D u_distance;
uniform float u_cellSize;

const float OFF_SOLID = 1.25;   // texels
const float SMOOTH_SOLID = 2.0; // texels from a solid within which dye is smoothed
const float IN_SOLID = 2.0;     // cells that dye reaches into a solid: the spline and outlines look there

float distanceAt(vec2 p)
{
    return sampleLinear(u_distance, p).x / u_cellSize;
}

// Returns the direction away from the nearest solid, of length 1 or 0.
vec2 normalAt(vec2 p)
{
    vec2 slope = vec2(distanceAt(p + vec2(0.5, 0.0)) - distanceAt(p - vec2(0.5, 0.0)),
                      distanceAt(p + vec2(0.0, 0.5)) - distanceAt(p - vec2(0.0, 0.5)));
    return slope / max(length(slope), 1e-6);
}

// Reads linearly between the texels outside solids.
vec4 dyeOutsideSolids(vec2 p)
{
    Taps taps = tapsAt(p * u_dyePerCell, vec2(textureSize(u_dye, 0)));
    float share = mixInner(readInner(u_fluidMask, taps), taps.t).x;
    return mixInner(readInner(u_dye, taps), taps.t) / max(share, 0.02);
}

// Returns dye beside solids, where texels lag unevenly: the dye OFF_SOLID away, smoothed along the outline.
vec4 besideSolid(vec2 p, float cells)
{
    vec2 normal = normalAt(p);
    p += normal * max(OFF_SOLID / u_dyePerCell.x - cells, 0.0);
    vec4 sum = vec4(0.0);
    for (int i = -2; i <= 2; i++) {
        sum += dyeOutsideSolids(p + 0.5 * float(i) / u_dyePerCell.x * vec2(-normal.y, normal.x));
    }
    return sum / 5.0;
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy) - u_rim;
    o_field = sharpened(texel);
#ifdef SOLIDS
    vec2 p = (vec2(texel) + 0.5) / u_dyePerCell;
    float cells = distanceAt(p);
    float texels = cells * u_dyePerCell.x;
    if (cells > -IN_SOLID && texels < SMOOTH_SOLID) {
        o_field = mix(besideSolid(p, cells), o_field, smoothstep(OFF_SOLID, SMOOTH_SOLID, texels));
    }
#endif
    o_field = clamp(o_field, -6e4, 6e4); // half floats end at 65504
}
