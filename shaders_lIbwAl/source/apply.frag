// Pours a batch of shapes into fields, one after the other. VELOCITY: u_velocity (m/s, faces) with u_faces. DYE and
// TEMPERATURE (its value is its attachment's number): u_dye, u_temperature (K). EXPANSION: u_expansion (1/s).
// u_distance: distance to solids (m); nothing is poured into them. u_texelSize: m. Places are relative to the domain's
// lower left corner. u_amounts, three a shape: dye; velocity, temperature, expansion; (sets dye, sets temperature,
// texture role + 1 or 0). A set shape mixes the field towards its amounts, another adds them. u_hostTexture lies over a
// rectangle.
#include "common/contain.glsl"
#include "common/shapes.glsl"

uniform vec2 u_texelSize;
uniform vec4 u_amounts[3 * SHAPES_MAX];
uniform sampler2D u_hostTexture;
uniform float u_cellSize;
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
#ifdef TEMPERATURE
uniform sampler2D u_temperature;
layout(location = TEMPERATURE) out float o_temperature;
#endif
#ifdef EXPANSION
uniform sampler2D u_expansion;
layout(location = 0) out float o_expansion;
#endif

// 1 inside, 0 outside, falling over `softness`, or one cell or texel.
float weight(int shape, vec2 p)
{
    float soft = 0.5 * max(u_shapes[3 * shape].w, max(u_cellSize, u_texelSize.x));
    return 1.0 - smoothstep(-soft, soft, shapeDistance(shape, p));
}

vec4 hostColor(int shape, vec2 p)
{
    if (u_amounts[3 * shape + 2].z == 0.0) {
        return vec4(1.0);
    }
    vec2 uv = 0.5 + 0.5 * rectangleLocal(shape, p) / u_shapes[3 * shape + 1].zw;
    return contain(textureLod(u_hostTexture, uv, 0.0));
}

bool isSet(int shape)
{
    return u_shapes[3 * shape].y > 0.5;
}

#ifdef VELOCITY
float pour(float value, int axis, vec2 p)
{
    for (int i = 0; i < u_shapeCount; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            bool isMap = u_amounts[3 * i + 2].z == 2.0;
            float amount = u_amounts[3 * i + 1][axis] * (isMap ? color[axis] : color.w);
            value = isSet(i) ? mix(value, amount, w) : value + w * amount;
        }
    }
    return contain(value);
}

void main()
{
    vec2 velocity = texelFetch(u_velocity, ivec2(gl_FragCoord.xy), 0).xy;
    vec2 corner = floor(gl_FragCoord.xy);
    // Beyond the last row and column: as their neighbours.
    vec2 cell = min(corner, vec2(textureSize(u_velocity, 0) - 2));
    o_velocity = vec2(pour(velocity.x, 0, vec2(corner.x, cell.y + 0.5) * u_texelSize),
                      pour(velocity.y, 1, vec2(cell.x + 0.5, corner.y) * u_texelSize));
}
#else
void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec2 p = gl_FragCoord.xy * u_texelSize;
    vec4 dye = vec4(0.0);
    float temperature = 0.0;
    float expansion = 0.0;
#ifdef DYE
    dye = texelFetch(u_dye, texel, 0);
#endif
#ifdef TEMPERATURE
    temperature = texelFetch(u_temperature, texel, 0).x;
#endif
#ifdef EXPANSION
    expansion = texelFetch(u_expansion, texel, 0).x;
#endif
    bool fluid = texelFetch(u_distance, ivec2(gl_FragCoord.xy * u_cellsPerTexel), 0).x >= 0.0;
    for (int i = 0; i < u_shapeCount && fluid; i++) {
        float w = weight(i, p);
        if (w > 0.0) {
            vec4 color = hostColor(i, p);
            vec4 other = u_amounts[3 * i + 1];
            vec4 flags = u_amounts[3 * i + 2];
            vec4 poured = u_amounts[3 * i] * (flags.z == 1.0 ? color : vec4(color.w));
            dye = isSet(i) ? mix(dye, poured, w * flags.x) : dye + w * poured;
            float heat = other.z * color.w;
            temperature = isSet(i) ? mix(temperature, heat, w * flags.y) : temperature + w * heat;
            expansion += w * other.w * color.w;
        }
    }
#ifdef DYE
    o_dye = contain(dye);
#endif
#ifdef TEMPERATURE
    o_temperature = contain(temperature);
#endif
#ifdef EXPANSION
    o_expansion = contain(expansion);
#endif
}
#endif
