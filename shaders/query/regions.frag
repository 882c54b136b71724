// Sums over regions: GF_PARTS_X x GF_PARTS_Y texels side by side for each; each sums every n-th texel of the region's
// box. In: u_questions, from texel u_firstTexel on: shapes (common/asked_shapes.glsl), each behind its box in texels of
// the field (corner and size); u_fieldSize, u_texelSize: the field's texels, and their size, m. Out: the sum of values
// times their weights; the sum of weights, and the largest value. Values are red of u_source, or:
//   VELOCITY  u_velocity; FACES: on faces
//   DYE       all of u_source
//   PRESSURE  u_pressure, packed, times u_unit
#include "common/packed.glsl"
#include "common/asked_shapes.glsl"

uniform int u_firstTexel;
uniform sampler2D u_distance;
uniform ivec2 u_cells;
uniform ivec2 u_fieldSize;
uniform vec2 u_texelSize;
layout(location = 0) out uvec4 o_sums;
layout(location = 1) out uvec4 o_weights;

#if defined(VELOCITY)
uniform sampler2D u_velocity;

vec4 valueAt(ivec2 cell)
{
    vec2 v = texelFetch(u_velocity, cell, 0).xy;
#ifdef FACES
    v = 0.5 * (v + vec2(texelFetch(u_velocity, cell + ivec2(1, 0), 0).x,
                        texelFetch(u_velocity, cell + ivec2(0, 1), 0).y));
#endif
    return vec4(v, length(v), 0.0);
}
#elif defined(PRESSURE)
uniform sampler2D u_pressure;
uniform float u_unit;

vec4 valueAt(ivec2 cell)
{
    return vec4(u_unit * packedFetch(u_pressure, cell), 0.0, 0.0, 0.0);
}
#else
uniform sampler2D u_source;

vec4 valueAt(ivec2 texel)
{
    vec4 value = texelFetch(u_source, texel, 0);
#ifdef DYE
    return value;
#else
    return vec4(value.x, 0.0, 0.0, 0.0);
#endif
}
#endif

float measureOf(vec4 value)
{
#if defined(VELOCITY)
    return value.z;
#elif defined(DYE)
    return value.w;
#else
    return value.x;
#endif
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 part = ivec2(texel.x % GF_PARTS_X, texel.y);
    int first = u_firstTexel + GF_REGION_TEXELS * (texel.x / GF_PARTS_X);
    ivec4 box = ivec4(requestAt(first));
    vec4 frame = uintBitsToFloat(requestAt(first + 1));
    vec4 size = uintBitsToFloat(requestAt(first + 2));
    float perTexel = 1.0 / min(u_texelSize.x, u_texelSize.y);
    vec4 sum = vec4(0.0);
    vec2 weight = vec2(0.0, -3.4e38);
    for (int y = part.y; y < box.w; y += GF_PARTS_Y) {
        for (int x = part.x; x < box.z; x += GF_PARTS_X) {
            ivec2 at = box.xy + ivec2(x, y);
            vec2 place = (vec2(at) + 0.5) * u_texelSize;
            float distance = askedDistance(place, first, frame, size);
            // A texel's weight is the fraction of it that lies in the region and outside solids.
#ifdef DYE
            ivec2 cell = (2 * at + 1) * u_cells / (2 * u_fieldSize);
#else
            ivec2 cell = at;
#endif
            float share = texelFetch(u_distance, cell, 0).x >= 0.0 ? clamp(0.5 - distance * perTexel, 0.0, 1.0) : 0.0;
            vec4 value = valueAt(at);
            sum += share * value;
            weight.x += share;
            weight.y = share > 0.0 ? max(weight.y, measureOf(value)) : weight.y;
        }
    }
    o_sums = floatBitsToUint(sum);
    o_weights = floatBitsToUint(vec4(weight, 0.0, 0.0));
}
