// Only the solids.
#include "common/grid.glsl"
#include "draw/look.glsl"

void main()
{
    writeLook(vec3(0.0), 0.0);
}
