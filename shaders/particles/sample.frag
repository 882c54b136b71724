// A property of the particles at points, and its gradient. In: the state; u_source: u_points points, in cells;
// u_property: GF_SAMPLES_..., or GF_SAMPLES_MATERIAL and the number of a material, of u_materialCount; u_unit: from
// values to those of velocities and pressures; u_norm.z: particles a cell at rest; u_scale.y: m a cell. Out: value,
// gradient (a metre).
#include "shared.h"
#include "particles/neighbours.glsl"
#include "particles/kernels.glsl"
#include "particles/colors.glsl"

uniform int u_points;
uniform int u_property;
uniform int u_materialCount;
uniform float u_unit;
uniform vec4 u_norm;
uniform vec2 u_scale;
uniform sampler2D u_source;
uniform sampler2D u_law;
uniform usampler2D u_tags;
layout(location = 0) out vec4 o_sample;

vec2 point;
float first; // value of the first near particle: differences to it are summed, for precision
float weight;
float sum;
vec2 weightSlope;
vec2 sumSlope;

float valueOf(ivec2 texel, vec2 velocity)
{
    if (u_property == GF_SAMPLES_DENSITY) {
        return 0.0;
    }
    if (u_property == GF_SAMPLES_PRESSURE) {
        return u_unit * texelFetch(u_law, texel, 0).x;
    }
    if (u_property <= GF_SAMPLES_SPEED) {
        return u_unit * (u_property == GF_SAMPLES_SPEED        ? length(velocity)
                         : u_property == GF_SAMPLES_VELOCITY_X ? velocity.x
                                                               : velocity.y);
    }
    uint tag = texelFetch(u_tags, texel, 0).y;
    if (u_property < GF_SAMPLES_MATERIAL) {
        return tagColor(tag)[u_property - GF_SAMPLES_RED];
    }
    int material = tagMaterial(tag);
    return (material < u_materialCount ? material : 0) == u_property - GF_SAMPLES_MATERIAL ? 1.0 : 0.0;
}

void visit(int j)
{
    ivec2 texel = particleTexel(j);
    vec4 state = texelFetch(u_place, texel, 0);
    vec2 offset = point - state.xy;
    float r = length(offset);
    if (r >= 1.0) {
        return;
    }
    float value = valueOf(texel, state.zw);
    first = weight > 0.0 ? first : value;
    float w = (1.0 - r) * (1.0 - r);
    vec2 slope = offset * (-2.0 * (1.0 - r) / max(r, 1e-9));
    weight += w;
    weightSlope += slope;
    sum += w * (value - first);
    sumSlope += slope * (value - first);
}

void main()
{
    int i = numberHere(u_shifts.x);
    if (i >= u_points) {
        discard;
    }
    point = texelFetch(u_source, particleTexel(i), 0).xy;
    weight = sum = first = 0.0;
    weightSlope = sumSlope = vec2(0.0);
    visitAround(point);
    vec3 value = vec3(0.0);
    if (u_property == GF_SAMPLES_DENSITY) {
        value = W2 / u_norm.z * vec3(weight, weightSlope);
    } else if (weight > 0.0) {
        float mean = sum / weight;
        value = vec3(first + mean, (sumSlope - mean * weightSlope) / weight);
    }
    o_sample = vec4(value.x, value.yz / u_scale.y, 0.0);
}
