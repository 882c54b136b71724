// Applies a batch of sources (source/batch.glsl). STATE: to u_flow (shallow/state.glsl), water (m) and velocity (m/s). Otherwise to u_dye,
// before the water comes: what is poured brings its own dye. u_distance: to solids (m); nothing is poured into them.
#include "source/batch.glsl"

uniform sampler2D u_distance;
uniform sampler2D u_flow;
#ifdef STATE
layout(location = 0) out vec4 o_flow;
#else
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#endif

bool isFluid(ivec2 cell)
{
    return texelFetch(u_distance, cell, 0).x >= 0.0;
}

#ifdef STATE
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

float pushed(float u, int axis, vec2 place)
{
    vec2 p = place * u_texelSize;
    for (int i = 0; i < u_shapeCount; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            float amount = u_amounts[3 * i + 1][axis] * (isVelocityMap(i) ? color[axis] : color.w);
            u = isSet(i) ? mix(u, amount, w * acts(i, GF_ACTS_ON_VELOCITY)) : u + w * amount;
        }
    }
    return contain(u);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    ivec2 cell = min(texel, textureSize(u_distance, 0) - 1);
    vec4 flow = texelFetch(u_flow, texel, 0);
    o_flow = vec4(poured(flow.x, cell), pushed(flow.y, 0, vec2(texel.x, float(cell.y) + 0.5)),
                  pushed(flow.z, 1, vec2(float(cell.x) + 0.5, texel.y)), flow.w);
}
#else
void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec2 p = gl_FragCoord.xy * u_texelSize;
    vec4 dye = texelFetch(u_dye, cell, 0);
    float depth = texelFetch(u_flow, cell, 0).x;
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
    o_dye = contain(dye);
}
#endif
