// How many texels the fluid at each left (x) and bottom (y) face of a field's texels moves by in a step. In:
// the flow (grid/flow.glsl; 0 through what is closed). u_stepTexels: dt over the texel's size. At most up to the next
// closed face, however fast, which LIMITED sees to where u_steepTiles (grid/steep_tiles.frag, y) has one near: it draws
// nothing elsewhere. One texel more than the field each way.
#include "common/grid.glsl"
#include "grid/flow.glsl"
#include "shared.h"

uniform ivec2 u_texels; // of the field
uniform vec2 u_stepTexels;
layout(location = 0) out vec2 o_moved;

#ifdef LIMITED
uniform sampler2D u_steepTiles;
const int MOST_REACH = 16; // texels to the next closed face
#endif
const float MOST_MOVED = 64.0; // texels a step

vec2 movedAt(ivec2 face)
{
    return clamp(flowThrough(placed(face, u_texels + 1, 1)) * u_stepTexels, -MOST_MOVED, MOST_MOVED);
}

#ifdef LIMITED
float passing(ivec2 face, ivec2 along)
{
    vec2 flow = flowNow(placed(face, u_texels + 1, 1));
    return along.x == 1 ? flow.x : flow.y;
}

float limited(ivec2 face, float way, ivec2 along)
{
    float most = abs(way);
    for (int i = min(int(ceil(most)) - 1, MOST_REACH); i > 0; i--) {
        bool closed = passing(face - i * along, along) * passing(face + i * along, along) == 0.0;
        most = closed ? float(i) : most;
    }
    return clamp(way, -most, most);
}
#endif

void main()
{
    ivec2 face = ivec2(gl_FragCoord.xy);
#ifdef LIMITED
    if (texelFetch(u_steepTiles, face / GF_GRID_TILE, 0).y == 0.0) {
        discard;
    }
#endif
    vec2 way = movedAt(face);
#ifdef LIMITED
    way.x = limited(face, way.x, ivec2(1, 0));
    way.y = limited(face, way.y, ivec2(0, 1));
#endif
    o_moved = way;
}
