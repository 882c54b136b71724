// Applies a batch of sources (source/batch.glsl) to packed fields of the Gaussian solver. In: u_mass; u_distance, the
// distance to the nearest solid (m) at cell centres. Out: the same fields. Mass stays at 0 or above, nothing gets into
// solids, and a cell without mass has no velocity and no dye.
//   STATE      to u_velocityX and u_velocityY (cells a step; u_stepCells is 1 m/s) and u_mass; otherwise to dye
//   ZONES      with STATE: only the pull of zones on the velocity, no other source
//   CORRECTED  also adds up u_requested, the mass that this step's sources should bring, before rounding
#include "source/batch.glsl"
#ifdef ZONES
#include "source/zones.glsl"
#endif

uniform sampler2D u_distance;
uniform sampler2D u_mass;
#ifdef STATE
uniform sampler2D u_velocityX;
uniform sampler2D u_velocityY;
uniform float u_stepCells;
layout(location = 0) out vec4 o_velocityX;
layout(location = 1) out vec4 o_velocityY;
layout(location = 2) out vec4 o_mass;
#ifdef CORRECTED
uniform sampler2D u_requested;
layout(location = 3) out vec4 o_requested;
#endif
#else
#include "gaussian/dye.glsl"
#endif

// Returns the amounts of a shape: velocity and mass, or dye.
vec4 amountOf(int shape, vec2 p, vec4 color)
{
#ifdef STATE
    return vec4(u_stepCells * sourceVelocity(shape, p, color), u_amounts[3 * shape + 2].z * color.w, 0.0);
#else
    return sourceDye(shape, color);
#endif
}

vec4 fractionSet(int shape)
{
#ifdef STATE
    return vec4(vec2(acts(shape, GF_ACTS_ON_VELOCITY)), acts(shape, GF_ACTS_ON_MASS), 0.0);
#else
    return vec4(acts(shape, GF_ACTS_ON_DYE));
#endif
}

// Moves a value towards `amount` by `share`. Added mass brings its velocity, so that a shape's rim is as fast, too.
vec4 setTowards(vec4 value, vec4 amount, vec4 share)
{
    vec4 result = mix(value, amount, share);
#ifdef STATE
    float kept = (1.0 - share.z) * value.z;
    float set = share.z * max(amount.z, 0.0);
    if (share.x > 0.0 && share.z > 0.0 && kept + set > 1e-30) {
        result.xy = mix(value.xy, amount.xy, set / (kept + set));
    }
#endif
    return result;
}

// Applies all shapes to a cell. With STATE value.w counts the mass that was requested.
vec4 applyShapes(vec4 value, ivec2 cell)
{
    ivec2 cells = textureSize(u_distance, 0);
    if (any(greaterThanEqual(cell, cells)) || texelFetch(u_distance, cell, 0).x < 0.0) {
        return value;
    }
    vec2 p = (vec2(cell) + 0.5) * u_texelSize;
#ifdef ZONES
    vec2 before = value.xy / u_stepCells;
    value.xy = value.z > 0.0 ? u_stepCells * pulled(before, pullAt(p, before, u_cellSize)) : vec2(0.0);
#else
    for (int i = 0; i < u_shapeCount; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 amount = amountOf(i, p, hostColor(i, p));
#ifdef STATE
            value.w += max(isSet(i) ? w * fractionSet(i).z * (amount.z - value.z) : w * amount.z, -value.z);
#endif
            value = isSet(i) ? setTowards(value, amount, w * fractionSet(i)) : value + w * amount;
#ifdef STATE
            value.z = max(value.z, 0.0);
            value.xy = value.z > 0.0 ? value.xy : vec2(0.0);
#endif
        }
    }
#endif
    return contain(value);
}

// Transposes the matrix: its columns are fields outside the loop, and cells inside it.
void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 mass = texelFetch(u_mass, texel, 0);
#ifdef STATE
    mat4 cells =
        transpose(mat4(texelFetch(u_velocityX, texel, 0), texelFetch(u_velocityY, texel, 0), mass, vec4(0.0)));
#else
    mat4 cells = transpose(mat4(texelFetch(u_dyeRed, texel, 0), texelFetch(u_dyeGreen, texel, 0),
                                texelFetch(u_dyeBlue, texel, 0), texelFetch(u_dyeAmount, texel, 0)));
#endif
    for (int i = 0; i < 4; i++) {
#ifdef STATE
        cells[i].w = 0.0;
        cells[i].xy = mass[i] > 0.0 ? cells[i].xy : vec2(0.0);
        cells[i] = applyShapes(cells[i], 2 * texel + ivec2(i & 1, i >> 1));
#else
        cells[i] = mass[i] > 0.0 ? applyShapes(cells[i], 2 * texel + ivec2(i & 1, i >> 1)) : vec4(0.0);
#endif
    }
    mat4 fields = transpose(cells);
#ifdef STATE
    o_velocityX = fields[0];
    o_velocityY = fields[1];
    o_mass = fields[2];
#ifdef CORRECTED
    // Only mass that was added counts, rounding excepted: mass that had no room is not to be made good later.
    vec4 came = fields[2] - mass;
    vec4 rounding = 1e-6 * max(fields[2], mass);
    o_requested = texelFetch(u_requested, texel, 0) + clamp(fields[3], came - rounding, came + rounding);
#endif
#else
    writeDye(fields);
#endif
}
