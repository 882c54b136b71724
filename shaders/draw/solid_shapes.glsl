// Solids as a drawing shows them: by their shapes, whose corners are sharp where a cell is many pixels wide. In:
// u_distance (draw/look.glsl; to the nearest solid, m, and its column in the table of solids). u_solidsPlace: the
// domain's lower left corner in that table, and the domain's size, m. Needs common/spline.glsl.
#include "solid/shapes.glsl"

uniform vec4 u_solidsPlace;

ivec2 distanceTexel(vec2 p, int i, int side)
{
    return clamp(ivec2(floor(p - 0.5)) + ivec2(i % side, i / side) - (side - 2) / 2, ivec2(0),
                 textureSize(u_distance, 0) - 1);
}

// Returns the distance through a cubic B-spline, which rounds the stairs of solids made of whole cells.
float roundedDistance(vec2 p)
{
    vec2 t = fract(p - 0.5);
    vec4 wx = splineWeights(t.x), wy = splineWeights(t.y);
    float sum = 0.0;
    for (int i = 0; i < 16; i++) {
        sum += wx[i % 4] * wy[i / 4] * texelFetch(u_distance, distanceTexel(p, i, 4), 0).x;
    }
    return sum;
}

// Returns the exact distance to solids' shapes if `between`, the interpolated distance, is within `reach` or near 0;
// otherwise `between`. Copies of a solid beyond a periodic side are not in the table.
float shapeBeside(vec2 place, float between, float reach)
{
    vec2 p = place * vec2(textureSize(u_distance, 0)), metres = place * u_solidsPlace.zw + u_solidsPlace.xy;
    float cell = u_solidsPlace.z / float(textureSize(u_distance, 0).x);
    int texels = abs(between) < reach + 1.5 * cell ? 4 : 0;
    float nearest = 1e30, last = -1.0;
    for (int i = 0; i < texels; i++) {
        float column = texelFetch(u_distance, distanceTexel(p, i, 2), 0).y;
        if (column >= 0.0 && column != last) {
            bool whole = solidRow(int(column + 0.5), 1).w > 0.5;
            nearest = min(nearest, whole ? roundedDistance(p) : shapeDistance(int(column + 0.5), metres));
        }
        last = column;
    }
    return abs(nearest - between) < cell ? nearest : between;
}
