// The effects of sources on particles at a place, given in cells. 2D has the shapes of source/batch.glsl, 3D its own:
// shapeWeight (1 inside, 0 outside), shapeDepth (m below the outline), shapeColor (of the host's texture), and the
// amounts of a shape for that colour: shapeVelocity (m/s), shapeDye, shapeMass, shapeAttraction (m/s); isSet and acts
// as in source/batch.glsl. u_shapeCount: shapes.
#include "shared.h"

uniform float u_unit; // m a cell
// Centre, m, and lifetime of poured particles, s | one over the shape's depth, 1/m; material; spacing, m; 1: a splat.
uniform vec4 u_pulls[2 * GF_SHAPES_PER_BATCH];

#if DIMENSIONS == 3
#include "particles/shapes3d.glsl"
#else
#include "source/batch.glsl"

float shapeWeight(int shape, vec2 place)
{
    return weight(shape, place * u_unit);
}

float shapeDepth(int shape, vec2 place)
{
    return -shapeDistance(shape, place * u_unit);
}

vec4 shapeColor(int shape, vec2 place)
{
    return hostColor(shape, place * u_unit);
}

vec2 shapeVelocity(int shape, vec2 place, vec4 color)
{
    return sourceVelocity(shape, place * u_unit, color);
}

vec4 shapeDye(int shape, vec4 color)
{
    return sourceDye(shape, color);
}

float shapeMass(int shape, vec4 color)
{
    return u_amounts[3 * shape + 2].z * color.w;
}

float shapeAttraction(int shape, vec4 color)
{
    return u_amounts[3 * shape + 2].w * color.w;
}
#endif

int shapeMaterial(int shape)
{
    return int(u_pulls[2 * shape + 1].y);
}

float shapeLifetime(int shape)
{
    return u_pulls[2 * shape].w;
}

bool shapeIsSplat(int shape)
{
    return u_pulls[2 * shape + 1].w > 0.5;
}

// Returns the pull towards the centre, m/s: strongest near the centre, but falling within one spacing of it, and 0 at
// the outline.
vecD shapePull(int shape, vecD place, vec4 color)
{
    vecD way = vecD(u_pulls[2 * shape]) - place * u_unit;
    float share = clamp(shapeDepth(shape, place) * u_pulls[2 * shape + 1].x, 0.0, 1.0);
    return way * (shapeAttraction(shape, color) * share / max(length(way), u_pulls[2 * shape + 1].z));
}
