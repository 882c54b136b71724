// A pool of liquid and a crate that falls in and floats.
#include "recipe.h"

static gfFluid *water;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN; // a liquid with a free surface
    def.gridWidth = def.gridHeight = 96;
    def.cellSize = 1.0f / 96.0f;
    def.fixedStep = 1.0f / 120.0f; // s: two steps in a frame
    def.gaussian.gravity = (gfVec2){0.0f, -4.0f};
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
