// One-way sources (gfZone.oneWay), as shapes that let particles through in one direction only. Lengths are in cells.
//   FAR  particles move by several cells at once
#include "shared.h"
#include "common/shapes.glsl"

uniform float u_unit;                      // m a cell
uniform vec4 u_ways[GF_SHAPES_PER_BATCH];  // direction that each shape lets through; least half width, m

// Stops particles that move back through one-way shapes: only motion across their direction stays.
void holdBack(vec2 from, inout vec2 next, inout vec2 velocity)
{
#ifdef FAR
    const int POINTS = 16; // of the way
#else
    const int POINTS = 4; // of the way
#endif
    for (int shape = 0; shape < u_shapeCount; shape++) {
        vec4 way = u_ways[shape];
        float nearest = 1e9;
        for (int i = 0; i <= POINTS; i++) {
            nearest = min(nearest, shapeDistance(shape, u_unit * mix(from, next, float(i) / float(POINTS))));
        }
        if (nearest <= way.z) {
            next -= min(dot(next - from, way.xy), 0.0) * way.xy;
            velocity -= min(dot(velocity, way.xy), 0.0) * way.xy;
        }
    }
}
