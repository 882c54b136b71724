// How many texels the fluid at each left (x) and bottom (y) face of a field's texels moves by in a step. In:
// u_carrier, the volume that crosses faces (m/s, 0 through what is closed). u_stepTexels: dt over the texel's size.
// At most up to the next closed face, however fast, which LIMITED sees to where u_steepTiles (grid/steep_tiles.frag,
// y) has one near. One texel more than the field each way.
#include "common/grid.glsl"
#include "shared.h"

uniform sampler2D u_carrier;
uniform vec2 u_stepTexels;
layout(location = 0) out vec2 o_moved;

#ifdef LIMITED
uniform sampler2D u_steepTiles;
const int MOST_REACH = 16; // texels to the next closed face
#endif
const float MOST_MOVED = 64.0; // texels a step

vec2 movedAt(ivec2 face)
{
    vec2 volume = texelFetch(u_carrier, placed(face, textureSize(u_carrier, 0), 1), 0).xy;
    return clamp(volume * u_stepTexels, -MOST_MOVED, MOST_MOVED);
}

void main()
{
    ivec2 face = ivec2(gl_FragCoord.xy);
    vec2 way = movedAt(face);
#ifdef LIMITED
    vec2 most = abs(way);
    bool near = texelFetch(u_steepTiles, face / GF_GRID_TILE, 0).y > 0.0;
    int reach = near ? min(int(ceil(max(most.x, most.y))) - 1, MOST_REACH) : 0;
    for (int i = reach; i > 0; i--) {
        vec2 before = vec2(movedAt(face - ivec2(i, 0)).x, movedAt(face - ivec2(0, i)).y);
        vec2 after = vec2(movedAt(face + ivec2(i, 0)).x, movedAt(face + ivec2(0, i)).y);
        most = mix(most, min(most, vec2(i)), vec2(equal(before * after, vec2(0.0))));
    }
    way = clamp(way, -most, most);
#endif
    o_moved = way;
}
