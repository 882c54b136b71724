// Moves a field of a domain that has moved by whole cells (common/scrolled.glsl): values that stay inside keep their
// bits. In: u_source; values that enter: u_outside[0] along x, u_outside[1] along y.
//   FACES    velocity on faces
//   PACKED   2 x 2 cells a texel
//   neither  a value a texel, in which u_cells and u_scrolled count
#include "common/scrolled.glsl"
#ifdef PACKED
#include "common/packed.glsl"
#endif

uniform sampler2D u_source;
uniform vec4 u_outside[2];
layout(location = 0) out vec4 o_value;

#ifdef PACKED
float cellBefore(ivec2 cell)
{
    ivec2 before = placeBefore(cell, u_cells - 1);
    bvec2 beyond = isBeyond(before, u_cells - 1);
    return any(isBeyond(cell, u_cells - 1)) ? 0.0 // of an odd grid
           : beyond.x                       ? u_outside[0].x
           : beyond.y                       ? u_outside[1].x
                                            : packedFetch(u_source, before);
}
#endif

#ifdef FACES
float velocityBefore(ivec2 texel, int axis)
{
    ivec2 before = faceBefore(texel, axis);
    return before.x < 0 ? 0.0 : texelFetch(u_source, before, 0)[axis];
}
#endif

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
#if defined(FACES)
    o_value = vec4(velocityBefore(texel, 0), velocityBefore(texel, 1), 0.0, 0.0);
#elif defined(PACKED)
    ivec2 cell = 2 * texel;
    o_value = vec4(cellBefore(cell), cellBefore(cell + ivec2(1, 0)), cellBefore(cell + ivec2(0, 1)),
                   cellBefore(cell + ivec2(1, 1)));
#else
    ivec2 before = placeBefore(texel, u_cells - 1);
    bvec2 beyond = isBeyond(before, u_cells - 1);
    o_value = beyond.x   ? u_outside[0]
              : beyond.y ? u_outside[1]
                         : texelFetch(u_source, before, 0);
#endif
}
