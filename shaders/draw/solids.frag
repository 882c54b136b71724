// Draws the solids alone, which draw/look.glsl lays over every style.
#include "common/grid.glsl"
#include "draw/look.glsl"

void main()
{
    writeLook(vec3(0.0), 0.0);
}
