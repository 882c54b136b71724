// The mouse stirs and paints: one splat a frame, along the way that the pointer went.
#include "recipe.h"

static gfFluid *water;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    def.grid.gravity = (gfVec2){0.0f, 0.0f}; // seen from above
    water = gfCreateFluid(device, &def);
    return water != NULL;
}

static bool frame(const Frame *now)
{
    gfVec2 a = now->previousPointer, b = now->pointer;
    if (now->pressed && now->dt > 0.0f) {
        gfSourceDef stroke = gfDefaultSourceDef();
        stroke.shape = gfMakeCapsule(a, b, 0.03f); // what a round brush covers on its way
        stroke.softness = 0.03f;
        stroke.fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
        float share = 0.3f / now->dt; // the water takes on three tenths of the pointer's speed
        stroke.velocity = (gfVec2){share * (b.x - a.x), share * (b.y - a.y)};
        stroke.dye[0] = 0.03f, stroke.dye[1] = 0.20f, stroke.dye[2] = 0.30f, stroke.dye[3] = 0.30f;
        if (!gfFluid_Splat(water, &stroke)) {
            return false;
        }
    }
    gfDrawDef picture = gfDefaultDrawDef();
    return gfFluid_Step(water, now->dt) && gfFluid_Draw(water, &picture);
}

const Recipe stir = {"stir", begin, frame};
