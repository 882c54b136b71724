// A batch of sources: how much of each a place takes. Places and u_texelSize are in m, relative to the domain's lower
// left corner; u_texelSize is from value to value. u_amounts, three a shape: dye; velocity, temperature, expansion;
// (gfSourceFields that it acts on, texture role + 1 or 0, mass, attraction). A set shape mixes the fields that it acts on
// towards its amounts, another adds them, and those of other fields are 0. u_hostTexture lies over a rectangle.
#include "common/contain.glsl"
#include "common/shapes.glsl"

uniform vec2 u_texelSize;
uniform vec4 u_amounts[3 * GF_SHAPES_PER_BATCH];
uniform sampler2D u_hostTexture;
uniform float u_cellSize;

// 1 inside, 0 outside, falling over `softness`, or one cell or texel.
float weight(int shape, vec2 p)
{
    float soft = 0.5 * max(u_shapes[3 * shape].w, max(u_cellSize, u_texelSize.x));
    return 1.0 - smoothstep(-soft, soft, shapeDistance(shape, p));
}

vec4 hostColor(int shape, vec2 p)
{
    if (u_amounts[3 * shape + 2].y == float(GF_ROLE_NONE)) {
        return vec4(1.0);
    }
    vec2 uv = 0.5 + 0.5 * rectangleLocal(shape, p) / u_shapes[3 * shape + 1].zw;
    return contain(textureLod(u_hostTexture, uv, 0.0));
}

bool isSet(int shape)
{
    return u_shapes[3 * shape].y > 0.5;
}

// 1 if the shape acts on that field.
float acts(int shape, int field)
{
    return (int(u_amounts[3 * shape + 2].x) & field) != 0 ? 1.0 : 0.0;
}

bool isVelocityMap(int shape)
{
    return u_amounts[3 * shape + 2].y == float(GF_ROLE_VELOCITY);
}

// `color`: of the host's texture there.
vec4 sourceDye(int shape, vec4 color)
{
    return u_amounts[3 * shape] * (u_amounts[3 * shape + 2].y == float(GF_ROLE_DYE) ? color : vec4(color.w));
}
