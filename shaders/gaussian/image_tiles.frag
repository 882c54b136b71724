// Which tiles of 8 x 8 cells have images of liquid: those that the surface of a solid crosses, or nearly.
// In: u_distance. Out: 1 or 0.
#include "gaussian/state.glsl"
#include "gaussian/walls.glsl"

layout(location = 0) out vec4 o_class;

void main()
{
    // Of the tile's middle, 5.7 cells from its corners, and 3.5 cells deep (gaussian/images.frag).
    float distance = solidDistance(min(8 * ivec2(gl_FragCoord.xy) + 4, u_cells - 1));
    o_class = vec4(distance < 6.5 && distance > -10.5 ? 1.0 : 0.0);
}
