// A batch of sources: how much each adds at a place. Places are in m from the domain's lower left corner; u_texelSize:
// the distance between values, m. u_amounts, three a shape: dye; velocity, scalar, expansion; (gfSourceFields that it
// acts on, texture role + 1 or 0, mass, attraction). A shape that sets mixes fields towards its amounts, another shape
// adds its amounts; amounts of other fields are 0. u_hostTexture covers a rectangle. u_ways, three a shape, its motion
// in the step: (displacement, rotation, number of sample points along the path; 0: it stood still), (its centre at the
// end of the path, fraction of the path that is left after this substep, fraction that it moved in the substep),
// (distance between the points, spin of the source).
//   ATLAS  each part of the target has its own range of shapes
#include "common/contain.glsl"
#include "common/shapes.glsl"

#ifdef ATLAS
#define FIRST_SHAPE v_numbers.x
#define END_SHAPE v_numbers.y
#else
#define FIRST_SHAPE 0
#define END_SHAPE u_shapeCount
#define wholeLod(field, uv) textureLod(field, uv, 0.0)
#endif
uniform vec2 u_texelSize;
uniform vec4 u_amounts[3 * GF_SHAPES_PER_BATCH];
uniform vec4 u_ways[3 * GF_SHAPES_PER_BATCH];
uniform sampler2D u_hostTexture;
uniform float u_cellSize;

bool isSet(int shape)
{
    return u_shapes[3 * shape].y > 0.5;
}

// Returns the place relative to the shape's end as p was when the fraction `left` of its path was left.
vec2 placeBefore(int shape, vec2 p, float left)
{
    vec4 way = u_ways[3 * shape];
    vec2 centre = u_ways[3 * shape + 1].xy;
    vec2 r = p - centre + left * way.xy;
    float c = cos(left * way.z), s = sin(left * way.z);
    return centre + vec2(c * r.x - s * r.y, s * r.x + c * r.y);
}

int wayPoints(int shape)
{
    return int(u_ways[3 * shape].w);
}

// Returns the fraction of the path that was left at one of its points.
float leftAt(int shape, int point)
{
    vec4 way = u_ways[3 * shape + 1];
    return way.z + way.w * (float(point) + 0.5) / u_ways[3 * shape].w;
}

// Returns the place relative to the shape at a point of its path (placeBefore()); if it stood still, the place itself.
vec2 placeAt(int shape, vec2 p, int point)
{
    return wayPoints(shape) > 0 ? placeBefore(shape, p, leftAt(shape, point)) : p;
}

// Returns 1 inside, 0 outside, falling over the softness, or at least over a cell or texel, or between path points.
float weightThere(int shape, vec2 p)
{
    float least = max(max(u_cellSize, u_texelSize.x), u_ways[3 * shape + 2].x);
    float soft = 0.5 * max(u_shapes[3 * shape].w, least);
    return 1.0 - smoothstep(-soft, soft, shapeDistance(shape, p));
}

// Returns the mean weight over the path; for a shape that sets, the largest.
float weight(int shape, vec2 p)
{
    int points = wayPoints(shape);
    float sum = 0.0, most = 0.0;
    for (int i = 0; i < max(points, 1); i++) {
        float w = weightThere(shape, placeAt(shape, p, i));
        sum += w;
        most = max(most, w);
    }
    return isSet(shape) ? most : sum / float(max(points, 1));
}

vec4 colorThere(int shape, vec2 p)
{
    vec2 uv = 0.5 + 0.5 * rectangleLocal(shape, p) / u_shapes[3 * shape + 1].zw;
    vec4 color = contain(wholeLod(u_hostTexture, uv));
    float role = u_amounts[3 * shape + 2].y;
    return role == float(GF_ROLE_RED) ? color.xxxx : role == float(GF_ROLE_MASK) ? color.wwww : color;
}

// Returns the host texture's colour: the weighted mean over the path; for a shape that sets, that with most alpha.
vec4 hostColor(int shape, vec2 p)
{
    int points = wayPoints(shape);
    if (u_amounts[3 * shape + 2].y == float(GF_ROLE_NONE)) {
        return vec4(1.0);
    }
    vec4 sum = vec4(0.0), most = vec4(0.0);
    float weights = 0.0;
    for (int i = 0; i < max(points, 1); i++) {
        vec2 q = placeAt(shape, p, i);
        float w = points > 0 ? weightThere(shape, q) : 1.0;
        vec4 color = w > 0.0 ? colorThere(shape, q) : vec4(0.0);
        sum += w * color;
        weights += w;
        most = points == 0 || color.w > most.w ? color : most;
    }
    return isSet(shape) ? most : sum / max(weights, 1e-20);
}

// Returns the vector from the shape's centre to a place, as the mean over the shape's path.
vec2 fromCentre(int shape, vec2 p)
{
    int points = wayPoints(shape);
    float left = 0.0, weights = 0.0;
    for (int i = 0; i < points; i++) {
        float w = weightThere(shape, placeBefore(shape, p, leftAt(shape, i)));
        left += w * leftAt(shape, i);
        weights += w;
    }
    left = points > 0 ? left / max(weights, 1e-20) : u_ways[3 * shape + 1].z;
    return p - u_ways[3 * shape + 1].xy + left * u_ways[3 * shape].xy;
}

float acts(int shape, int field)
{
    return (int(u_amounts[3 * shape + 2].x) & field) != 0 ? 1.0 : 0.0;
}

// Returns the velocity that a source adds. `color`: the host texture's at the place.
vec2 sourceVelocity(int shape, vec2 p, vec4 color)
{
    float spin = u_ways[3 * shape + 2].y;
    vec2 velocity = u_amounts[3 * shape + 1].xy;
    if (spin != 0.0) {
        vec2 r = fromCentre(shape, p);
        velocity += spin * vec2(-r.y, r.x);
    }
    return velocity * (u_amounts[3 * shape + 2].y == float(GF_ROLE_VELOCITY) ? color.xy : color.ww);
}

vec4 sourceDye(int shape, vec4 color)
{
    return u_amounts[3 * shape] * (u_amounts[3 * shape + 2].y == float(GF_ROLE_DYE) ? color : vec4(color.w));
}
