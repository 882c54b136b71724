// A world larger than the fluid: the domain follows a camera, and the fluid is drawn where it is in the world.
#include "recipe.h"

static gfFluid *air;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 160; // a rim of an eighth of a metre around what is seen
    def.cellSize = 1.0f / 128.0f;
    gfBoundary open = {.kind = GF_BOUNDARY_OPEN}; // air all around
    def.boundaries = (gfBoundaries){open, open, open, open};
    air = gfCreateFluid(device, &def);
    bool good = air != NULL;
    for (int i = 0; i < 6 && good; i++) { // chimneys along the way, most of them far outside
        gfSourceDef chimney = gfDefaultSourceDef();
        chimney.shape = gfMakeCircle((gfVec2){0.6f + 0.7f * (float)i, 0.2f}, 0.03f);
        chimney.softness = 0.02f;
        chimney.temperature = 80.0f;
        chimney.dye[0] = chimney.dye[1] = chimney.dye[2] = chimney.dye[3] = 5.0f;
        good = !GF_IS_NULL(gfFluid_AddEmitter(air, &chimney));
    }
    return good;
}

static bool frame(const Frame *now)
{
    gfVec2 middle = {0.5f + 0.3f * now->time, 0.5f}; // the camera goes to the right and sees 1 m x 1 m
    gfDrawDef picture = gfDefaultDrawDef();
    // From the world to clip space, which is from -1 to 1.
    picture.view = (gfTransform2D){{2.0f, 0.0f, 0.0f, 2.0f, -2.0f * middle.x, -2.0f * middle.y}};
    picture.fade = (gfFadeLook){0.1f, 0.1f, 0.1f, 0.1f}; // m: the domain is not seen to be a box
    return gfFluid_Follow(air, middle, 0.0f, NULL) && gfFluid_Step(air, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe camera = {"camera", begin, frame};
