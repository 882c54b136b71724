// The effects of sources on particles at a place, given in cells. 2D has the shapes of source/batch.glsl, 3D its own:
// shapeWeight (1 inside, 0 outside), shapeDepth (m below the outline), shapeColor (of the host's texture), and the
// amounts of a shape for that colour: shapeVelocity (m/s), shapeDye, shapeMass, shapeAttraction (m/s); isSet and acts
// as in source/batch.glsl. u_shapeCount: shapes.
#include "shared.h"

uniform float u_unit; // m a cell
// Centre, m (2D: z is the step, s, in a jet that a flow carries, and else 0), and lifetime of poured particles, s | one
// over the shape's depth, 1/m; material; spacing, m; 1: a splat.
uniform vec4 u_pulls[2 * GF_SHAPES_PER_BATCH];

#if DIMENSIONS == 3
#include "particles/shapes3d.glsl"
#else
#include "source/batch.glsl"

#define shapeWeight(shape, place) weight(shape, (place) * u_unit)
#define shapeDepth(shape, place) (-shapeDistance(shape, (place) * u_unit))
#define shapeColor(shape, place) hostColor(shape, (place) * u_unit)
#define shapeVelocity(shape, place, color) sourceVelocity(shape, (place) * u_unit, color)
#define shapeDye(shape, color) sourceDye(shape, color)
#define shapeMass(shape, color) (u_amounts[3 * (shape) + 2].z * (color).w)
#define shapeAttraction(shape, color) (u_amounts[3 * (shape) + 2].w * (color).w)
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

// Returns the pull towards the centre, m/s: strongest near it, but falling within one spacing, and 0 at the outline.
vecD shapePull(int shape, vecD place, vec4 color)
{
    vecD way = vecD(u_pulls[2 * shape]) - place * u_unit;
    float share = clamp(shapeDepth(shape, place) * u_pulls[2 * shape + 1].x, 0.0, 1.0);
    return way * (shapeAttraction(shape, color) * share / max(length(way), u_pulls[2 * shape + 1].z));
}
