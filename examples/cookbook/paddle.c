// A solid that moves and pushes the fluid: a paddle that turns in ink.
#include "recipe.h"

static gfFluid *water;
static gfSolidDef blade;
static gfSolidId solid;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    def.grid.gravity = (gfVec2){0.0f, 0.0f}; // seen from above
    water = gfCreateFluid(device, &def);
    gfSourceDef ink = gfDefaultSourceDef();
    ink.shape = gfMakeRectangle((gfVec2){0.5f, 0.75f}, (gfVec2){0.5f, 0.25f}, 0.0f);
    ink.dye[1] = 0.4f, ink.dye[2] = 0.6f, ink.dye[3] = 1.0f; // as a splat: once, and so much
    blade = gfDefaultSolidDef();
    blade.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.3f, 0.03f}, 0.0f);
    blade.angularVelocity = 1.5f; // rad/s, which is what the fluid feels
    solid = gfFluid_AddSolid(water, &blade);
    return gfFluid_Splat(water, &ink) && !GF_IS_NULL(solid);
}

static bool frame(const Frame *now)
{
    gfSolidDef turned = blade;
    turned.shape = gfMoveShape(&blade.shape, (gfVec2){0.0f, 0.0f}, blade.angularVelocity * now->time); // where it is
    gfDrawDef picture = gfDefaultDrawDef();
    picture.solids.color[0] = 0.8f; // red, of linear light
    return gfFluid_SetSolid(water, solid, &turned) && gfFluid_Step(water, now->dt) && gfFluid_Draw(water, &picture);
}

const Recipe paddle = {"paddle", begin, frame};
