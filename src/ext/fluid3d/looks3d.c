// The public default look of a fluid in three dimensions: a camera that shows its container, and water that suits it.
#include "draw/styles.h"
#include "ext/fluid3d/fluid3d.h"

#include "gpufluid/draw3d.h"

#include <string.h>

#define CLEAR_SIZE 0.35f    // fraction of the longest side that is to absorb as much as 1 m does by default
#define NEAR_FRACTION 0.05f // of the distance from the middle
#define FAR_FRACTION 20.0f

// Places the camera in front and 30 degrees above, so far off that 60 degrees show the farthest corner.
static void lookAtContainer(gfDraw3DDef *look, gfVec3 middle, float radius)
{
    const float c = 0.8660254f, s = 0.5f, distance = fmaxf(2.1f * radius, 1e-3f);
    const float near = NEAR_FRACTION * distance, far = FAR_FRACTION * distance;
    const float view[16] = {[0] = 1.0f,
                            [5] = c,
                            [6] = s,
                            [9] = -s,
                            [10] = c,
                            [12] = -middle.x,
                            [13] = s * middle.z - c * middle.y,
                            [14] = -s * middle.y - c * middle.z - distance,
                            [15] = 1.0f};
    memcpy(look->view, view, sizeof view);
    look->projection[10] = -(far + near) / (far - near);
    look->projection[14] = -2.0f * far * near / (far - near);
}

gfDraw3DDef gfDefaultDraw3DDefFor(const gfFluid3D *fluid)
{
    gfDraw3DDef look = gfDefaultDraw3DDef();
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfDefaultDraw3DDefFor: fluid is null");
    const gfFluid3DDef *def = &fluid->body.def;
    gfVec3 size = def->size, g = def->particles.gravity;
    float longest = fmaxf(fmaxf(size.x, size.y), size.z), gravity = hypotf(hypotf(g.x, g.y), g.z);
    float speed = gfLook_Limit(sqrtf(0.4f * (gravity > 0.0f ? gravity : 9.81f) * size.y), 1e6f);
    for (int i = 0; i < 3; i++) {
        look.water.absorption[i] = gfLook_Limit(look.water.absorption[i] / (CLEAR_SIZE * longest), 1e4f);
    }
    look.water.foamSpeed = speed;
    look.range = fmaxf(speed, 1e-9f);
    look.style = gfLook_IsGas(&def->particles) ? GF_DRAW3D_SPHERES : GF_DRAW3D_WATER;
    lookAtContainer(&look, def->position, 0.5f * hypotf(hypotf(size.x, size.y), size.z));

error:
    return look;
}
