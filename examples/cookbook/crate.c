// A pool of water and a crate that falls in and floats.
#include "recipe.h"

static gfFluid *water;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfSuggestLiquid(1.0f, 9.81f, 96); // m, m/s^2 and cells, of which the step follows
    water = gfCreateFluid(device, &def);
    gfRigidBodyDef box = gfDefaultRigidBodyDef();
    box.shape = gfMakeRectangle((gfVec2){0.5f, 0.75f}, (gfVec2){0.1f, 0.1f}, 0.4f);
    box.density = 400.0f; // kg/m^3, where water has 1000
    return gfFluid_FillToLevel(water, NULL, 0.4f) && !GF_IS_NULL(gfFluid_AddRigidBody(water, &box));
}

static bool frame(const Frame *now)
{
    gfDrawDef picture = gfDefaultDrawDefFor(water);                                                    // a lit surface
    picture.solids.color[0] = 0.35f, picture.solids.color[1] = 0.20f, picture.solids.color[2] = 0.08f; // wood
    return gfFluid_Step(water, now->dt) && gfFluid_Draw(water, &picture);
}

const Recipe crate = {"crate", begin, frame};
