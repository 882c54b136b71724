// Draws the surface from a solver's own fields, a texel a cell. u_heightBy: height where the field is 0 (m), metres per
// unit of the field, height of the ground (m), least value of a wet cell.
//   WATER         u_waterField, u_groundField: heights and depth, m
//   MASS          u_mass
//   (none)        u_pressure, packed 2 x 2
//   EXTRAPOLATED  extrapolates to u_extrapolation.x after the last step (s over the cell size), by u_flow (faces, m/s):
//                 depth grows by the inflow, other values are advected. u_wrap: 1 on periodic axes
#include "common/contain.glsl"
#include "common/packed.glsl"
#include "common/placed.glsl"

uniform vec4 u_heightBy;
layout(location = 0) out vec4 o_surface; // height (m), depth (m), foam, wetness
layout(location = 1) out vec4 o_ground;  // m

uniform sampler2D u_waterField;
uniform sampler2D u_groundField;
uniform sampler2D u_mass;
uniform sampler2D u_pressure;

#ifdef EXTRAPOLATED
uniform sampler2D u_flow;
uniform vec4 u_extrapolation;
uniform ivec2 u_cells;
uniform ivec2 u_wrap;

ivec2 cellAt(ivec2 cell)
{
    return placedAt(cell, u_cells, 0, u_wrap);
}

// Returns the displacement of the fluid in this time, cells.
vec2 wayOf(ivec2 cell)
{
    vec2 own = texelFetch(u_flow, cell, 0).xy;
    vec2 after = vec2(texelFetch(u_flow, cell + ivec2(1, 0), 0).x, texelFetch(u_flow, cell + ivec2(0, 1), 0).y);
    return u_extrapolation.x * 0.5 * (own + after);
}

// The departure point of the fluid that will be in a cell: the lower left of the four cells around it, and weights.
struct Origin {
    ivec2 cell;
    vec2 fraction;
};

Origin originOf(ivec2 cell)
{
    vec2 from = vec2(cell) - wayOf(cell);
    vec2 base = floor(from);
    return Origin(ivec2(base), from - base);
}
#endif

#ifndef WATER
float valueAt(ivec2 cell)
{
#ifdef MASS
    return texelFetch(u_mass, cell, 0).x;
#else
    return packedValue(u_pressure, cell);
#endif
}
#endif

#if defined(WATER) && defined(EXTRAPOLATED)
vec4 waterAt(ivec2 cell)
{
    return texelFetch(u_waterField, cellAt(cell), 0);
}

// Returns the flow through a face, m^2/s. `before`, `after`: depths of its two cells.
float through(float speed, float before, float after)
{
    return speed * max(speed > 0.0 ? before : after, 0.0);
}

vec4 waterLater(ivec2 cell, vec4 water)
{
    vec2 low = texelFetch(u_flow, cell, 0).xy;
    vec2 high = vec2(texelFetch(u_flow, cell + ivec2(1, 0), 0).x, texelFetch(u_flow, cell + ivec2(0, 1), 0).y);
    float left = waterAt(cell - ivec2(1, 0)).y;
    float right = waterAt(cell + ivec2(1, 0)).y;
    float below = waterAt(cell - ivec2(0, 1)).y;
    float above = waterAt(cell + ivec2(0, 1)).y;
    float leaving = through(high.x, water.y, right) - through(low.x, left, water.y) + through(high.y, water.y, above) -
                 through(low.y, below, water.y);
    float depth = max(water.y - u_extrapolation.x * leaving, 0.0);
    Origin o = originOf(cell);
    vec2 carried = mix(mix(waterAt(o.cell).zw, waterAt(o.cell + ivec2(1, 0)).zw, o.fraction.x),
                       mix(waterAt(o.cell + ivec2(0, 1)).zw, waterAt(o.cell + 1).zw, o.fraction.x), o.fraction.y);
    return vec4(water.x + depth - water.y, depth, carried);
}
#endif

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
#ifdef WATER
    vec4 water = texelFetch(u_waterField, cell, 0);
#ifdef EXTRAPOLATED
    water = waterLater(cell, water);
#endif
    water = contain(water);
    float ground = contain(texelFetch(u_groundField, cell, 0).x);
    o_surface = vec4(water.x, max(water.y, 0.0), clamp(water.zw, 0.0, 1.0));
    o_ground = vec4(ground, 0.0, 0.0, 1.0);
#else
#ifdef EXTRAPOLATED
    Origin o = originOf(cell);
    float value = mix(mix(valueAt(cellAt(o.cell)), valueAt(cellAt(o.cell + ivec2(1, 0))), o.fraction.x),
                      mix(valueAt(cellAt(o.cell + ivec2(0, 1))), valueAt(cellAt(o.cell + 1)), o.fraction.x),
                      o.fraction.y);
#else
    float value = valueAt(cell);
#endif
    value = contain(value);
    float height = contain(u_heightBy.x + u_heightBy.y * value);
    float depth = value > u_heightBy.w ? max(height - u_heightBy.z, 0.0) : 0.0;
    o_surface = vec4(depth > 0.0 ? height : u_heightBy.z, depth, 0.0, depth > 0.0 ? 1.0 : 0.0);
    o_ground = vec4(u_heightBy.z, 0.0, 0.0, 1.0);
#endif
}
