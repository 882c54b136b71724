// The surface at places: metres from the domain's lower left corner, and height. u_shape: see surface/shape.frag.
#include "common/bilinear.glsl"
#include "common/spline.glsl"

uniform sampler2D u_shape;
uniform ivec2 u_cells;
uniform vec2 u_domainSize;

vec4 shapeAt(vec2 p)
{
    return bilinear(u_shape, p / u_domainSize * vec2(u_cells), u_cells);
}
