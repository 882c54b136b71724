// Shapes of sources in 3D, m from the container's corner in its axes: rounded boxes, also for spheres and capsules.
#include "common/turn.glsl"

uniform int u_shapeCount;
// The shapes: centre, softness | half extents of the box within, rounding | turn.
uniform vec4 u_shapes[3 * GF_SHAPES_PER_BATCH];
// Their amounts: dye | velocity, m/s, and gfSourceFields | 1: it sets; mass; attraction, m/s.
uniform vec4 u_amounts[3 * GF_SHAPES_PER_BATCH];
uniform vec4 u_ways[GF_SHAPES_PER_BATCH]; // angular velocity of a spin about the centre, 1/s
uniform float u_cellSize; // the least width over which a shape fades, m

bool isSet(int shape)
{
    return u_amounts[3 * shape + 2].x > 0.5;
}

float acts(int shape, int field)
{
    return (int(u_amounts[3 * shape + 1].w) & field) != 0 ? 1.0 : 0.0;
}

float shapeDepth(int shape, vec3 place)
{
    vec4 turn = u_shapes[3 * shape + 2], size = u_shapes[3 * shape + 1];
    vec3 q = abs(turnBy(vec4(-turn.xyz, turn.w), place * u_unit - u_shapes[3 * shape].xyz)) - size.xyz;
    return size.w - length(max(q, 0.0)) - min(max(q.x, max(q.y, q.z)), 0.0);
}

float shapeWeight(int shape, vec3 place)
{
    float soft = 0.5 * max(u_shapes[3 * shape].w, u_cellSize);
    return smoothstep(-soft, soft, shapeDepth(shape, place));
}

// 3D sources have no host texture.
vec4 shapeColor(int shape, vec3 place)
{
    return vec4(1.0);
}

vec3 shapeVelocity(int shape, vec3 place, vec4 color)
{
    return u_amounts[3 * shape + 1].xyz + cross(u_ways[shape].xyz, place * u_unit - u_shapes[3 * shape].xyz);
}

vec4 shapeDye(int shape, vec4 color)
{
    return u_amounts[3 * shape];
}

float shapeMass(int shape, vec4 color)
{
    return u_amounts[3 * shape + 2].y;
}

float shapeAttraction(int shape, vec4 color)
{
    return u_amounts[3 * shape + 2].z;
}
