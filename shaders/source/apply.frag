// Pours a batch of shapes into fields, one after the other. In: u_distance, distance to solids (m), into which
// nothing is poured; the fields. Out: the fields, by defines
//   VELOCITY   u_velocity (m/s, faces)
//   DYE        u_dye, to attachment 0
//   SCALAR n   u_scalar, to attachment n
//   EXPANSION  u_expansion (1/s)
#include "source/batch.glsl"
#include "common/rounded.glsl"

#ifdef VELOCITY
uniform sampler2D u_velocity;
layout(location = 0) out vec2 o_velocity;
#else
uniform sampler2D u_distance;
uniform vec2 u_cellsPerTexel; // distance texels per texel
#endif
#ifdef DYE
uniform sampler2D u_dye;
layout(location = 0) out vec4 o_dye;
#endif
#ifdef SCALAR
uniform sampler2D u_scalar;
layout(location = SCALAR) out float o_scalar;
#endif
#ifdef EXPANSION
uniform sampler2D u_expansion;
layout(location = 0) out float o_expansion;
#endif

#ifdef VELOCITY
float pour(float value, int axis, vec2 p)
{
    for (int i = FIRST_SHAPE; i < END_SHAPE; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            float amount = sourceVelocity(i, p, color)[axis];
            value = isSet(i) ? mix(value, amount, w) : value + w * amount;
        }
    }
    return contain(value);
}

void main()
{
    vec2 velocity = texelFetch(u_velocity, ivec2(gl_FragCoord.xy), 0).xy;
    vec2 corner = floor(gl_FragCoord.xy);
    // Texels beyond the last row and column repeat their neighbours.
    vec2 cell = min(corner, vec2(textureSize(u_velocity, 0) - 2));
    o_velocity = storedVelocity(vec2(pour(velocity.x, 0, vec2(corner.x, cell.y + 0.5) * u_texelSize),
                                     pour(velocity.y, 1, vec2(cell.x + 0.5, corner.y) * u_texelSize)));
}
#else
void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 p = gl_FragCoord.xy * u_texelSize;
    vec4 dye = vec4(0.0);
    float scalar = 0.0;
    float expansion = 0.0;
#ifdef DYE
    dye = texelFetch(u_dye, texel, 0);
#endif
#ifdef SCALAR
    scalar = texelFetch(u_scalar, texel, 0).x;
#endif
#ifdef EXPANSION
    expansion = texelFetch(u_expansion, texel, 0).x;
#endif
    bool fluid = texelFetch(u_distance, ivec2(gl_FragCoord.xy * u_cellsPerTexel), 0).x >= 0.0;
    for (int i = FIRST_SHAPE; i < END_SHAPE && fluid; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            vec4 other = u_amounts[3 * i + 1];
            vec4 poured = sourceDye(i, color);
            dye = isSet(i) ? mix(dye, poured, w * acts(i, GF_ACTS_ON_DYE)) : dye + w * poured;
            float amount = other.z * color.w;
            scalar = isSet(i) ? mix(scalar, amount, w * acts(i, GF_ACTS_ON_SCALAR)) : scalar + w * amount;
            expansion += w * other.w * color.w;
        }
    }
#ifdef DYE
    o_dye = storedDye(contain(dye));
#endif
#ifdef SCALAR
    o_scalar = storedScalar(contain(scalar));
#endif
#ifdef EXPANSION
    o_expansion = contain(expansion);
#endif
}
#endif
