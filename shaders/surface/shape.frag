// Makes the surface that is drawn. Its level continues under the dry ground around, so that both intersect in a smooth
// shoreline between cells; where dry ground is lower, it follows the ground. In: u_surface (height, depth, foam,
// wetness), u_ground (m), and the inputs of surface/shore.glsl. Out: height of surface, ground, foam, wetness.
#include "common/grid.glsl"
#include "surface/shore.glsl"

uniform sampler2D u_surface;
uniform sampler2D u_ground;
layout(location = 0) out vec4 o_shape;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    vec4 own = texelFetch(u_surface, cell, 0);
    float ground = texelFetch(u_ground, cell, 0).x;
    o_shape = vec4(own.x, ground, own.zw);
    if (own.y <= DRY) {
        o_shape.x = levelAround(u_surface, cell, ground - 0.05 * u_cellSize);
    }
}
