// The surface out of a solver's own fields: WATER (u_waterField, u_groundField: heights and depth, m), PRESSURE
// (u_pressure, packed 2 x 2) or MASS (u_mass). u_heightBy: height where the field is 0 (m), metres a stored unit,
// height of the ground (m), least value that is not dry. Out: a texel a cell.
#include "common/contain.glsl"
#include "common/packed.glsl"

uniform vec4 u_heightBy;
layout(location = 0) out vec4 o_surface; // height (m), depth (m), foam, wetness
layout(location = 1) out vec4 o_ground;  // m

#if defined(WATER)
uniform sampler2D u_waterField;
uniform sampler2D u_groundField;
#elif defined(MASS)
uniform sampler2D u_mass;
#else
uniform sampler2D u_pressure;
#endif

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
#ifdef WATER
    vec4 water = contain(texelFetch(u_waterField, cell, 0));
    float ground = contain(texelFetch(u_groundField, cell, 0).x);
    o_surface = vec4(water.x, max(water.y, 0.0), clamp(water.zw, 0.0, 1.0));
    o_ground = vec4(ground, 0.0, 0.0, 1.0);
#else
#ifdef MASS
    float value = texelFetch(u_mass, cell, 0).x;
#else
    float value = packedValue(u_pressure, cell);
#endif
    value = contain(value);
    float height = contain(u_heightBy.x + u_heightBy.y * value);
    float depth = value > u_heightBy.w ? max(height - u_heightBy.z, 0.0) : 0.0;
    o_surface = vec4(depth > 0.0 ? height : u_heightBy.z, depth, 0.0, depth > 0.0 ? 1.0 : 0.0);
    o_ground = vec4(u_heightBy.z, 0.0, 0.0, 1.0);
#endif
}
