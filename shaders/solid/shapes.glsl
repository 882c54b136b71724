// Distances to solids, by their shapes in the table of solids.
#define SHAPE_TABLE
#include "solid/table.glsl"

vec4 packedShape(int shape, int row)
{
    return solidRow(shape, 3 + row);
}

vec2 shapePoint(int first, int i)
{
    vec4 two = solidRow(first, 6 + i / 2);
    return (i & 1) == 0 ? two.xy : two.zw;
}

#include "common/shapes.glsl"
