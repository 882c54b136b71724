// Applies a batch of sources (source/batch.glsl). In: u_distance: to solids (m); nothing is poured into them. Out:
// u_dye, drawn before the water is added, so that poured water brings its own dye; or:
//   STATE  u_flow (shallow/state.glsl): water (m) and velocity (m/s)
//   ZONES  u_flow with the pull of zones on it, and no other source
//   BITS   u_flow keeps all its bits, and the dye is in half floats
#ifdef BITS
#define ROUND_DYE
#endif
#include "common/exact.glsl"
#include "common/rounded.glsl"
#include "source/batch.glsl"

#ifdef ZONES
#include "source/zones.glsl"
#endif

uniform sampler2D u_distance;
uniform ExactSampler u_flow;
#if defined(STATE) || defined(ZONES)
layout(location = 0) out ExactVec4 o_flow;
#else
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#endif

bool isFluid(ivec2 cell)
{
    return texelFetch(u_distance, cell, 0).x >= 0.0;
}

#if defined(ZONES)
vec3 velocityAt(ivec2 texel)
{
    return exactFetch(u_flow, clamp(texel, ivec2(0), textureSize(u_flow, 0) - 1)).xyz;
}

void main()
{
    ivec2 t = ivec2(gl_FragCoord.xy);
    vec2 cell = vec2(min(t, textureSize(u_distance, 0) - 1));
    vec4 flow = exactFetch(u_flow, t);
    ivec2 x = ivec2(1, 0), y = ivec2(0, 1);
    vec2 left = vec2(flow.y, 0.25 * (flow.z + velocityAt(t - x).z + velocityAt(t + y).z + velocityAt(t - x + y).z));
    vec2 bottom = vec2(0.25 * (flow.y + velocityAt(t - y).y + velocityAt(t + x).y + velocityAt(t + x - y).y), flow.z);
    vec2 p = vec2(t.x, cell.y + 0.5) * u_texelSize;
    vec2 q = vec2(cell.x + 0.5, t.y) * u_texelSize;
    vec2 velocity = contain(vec2(pulled(left, pullAt(p, left, u_cellSize)).x,
                                 pulled(bottom, pullAt(q, bottom, u_cellSize)).y));
    o_flow = exactly(vec4(flow.x, velocity, flow.w));
}
#elif defined(STATE)
float poured(float depth, ivec2 cell)
{
    vec2 p = (vec2(cell) + 0.5) * u_texelSize;
    for (int i = 0; i < u_shapeCount && isFluid(cell); i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            float amount = u_amounts[3 * i + 2].z * hostColor(i, p).w;
            depth = isSet(i) ? mix(depth, max(amount, 0.0), w * acts(i, GF_ACTS_ON_MASS))
                             : max(depth + w * amount, 0.0);
        }
    }
    return contain(depth);
}

float accelerated(float u, int axis, vec2 place)
{
    vec2 p = place * u_texelSize;
    for (int i = 0; i < u_shapeCount; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            float amount = sourceVelocity(i, p, color)[axis];
            u = isSet(i) ? mix(u, amount, w * acts(i, GF_ACTS_ON_VELOCITY)) : u + w * amount;
        }
    }
    return contain(u);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, textureSize(u_distance, 0) - 1);
    vec4 flow = exactFetch(u_flow, texel);
    o_flow = exactly(vec4(poured(flow.x, cell), accelerated(flow.y, 0, vec2(texel.x, float(cell.y) + 0.5)),
                          accelerated(flow.z, 1, vec2(float(cell.x) + 0.5, texel.y)), flow.w));
}
#else
void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 p = gl_FragCoord.xy * u_texelSize;
    vec4 dye = texelFetch(u_dye, cell, 0);
    float depth = exactFetch(u_flow, cell).x;
    for (int i = 0; i < u_shapeCount && isFluid(cell); i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            float amount = u_amounts[3 * i + 2].z * color.w;
            float more = isSet(i) ? mix(depth, max(amount, 0.0), w * acts(i, GF_ACTS_ON_MASS)) : depth + w * amount;
            vec4 given = sourceDye(i, color);
            if (isSet(i)) {
                dye = mix(dye, given, w * acts(i, GF_ACTS_ON_DYE));
            } else if (amount != 0.0) {
                dye = more > depth ? mix(given, dye, depth / more) : dye;
            } else {
                dye += w * given;
            }
            depth = max(more, 0.0);
        }
    }
    o_dye = storedDye(contain(dye));
}
#endif
