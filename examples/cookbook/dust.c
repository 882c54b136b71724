// Dust that shows a flow: six thousand tracers, drawn as streaks of light.
#include "recipe.h"

static gfFluid *air;
static gfTracers *tracers;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    air = gfCreateFluid(device, &def);
    gfSourceDef eddies = gfDefaultSourceDef(); // a zone that stirs, without dye
    eddies.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.5f, 0.5f}, 0.0f);
    eddies.zone.turbulence.strength = 1.5f; // m/s^2
    eddies.zone.turbulence.scale = 0.25f;   // m: size of an eddy
    gfTracersDef specks = gfDefaultTracersDef();
    specks.count = 6000;
    tracers = gfCreateTracers(air, &specks);
    return !GF_IS_NULL(gfFluid_AddEmitter(air, &eddies)) && tracers != NULL;
}

static bool frame(const Frame *now)
{
    gfDrawDef picture = gfDefaultDrawDef();
    picture.tracers.set = tracers;
    picture.tracers.trail = 0.04f;     // s: a streak is the way of so much time
    picture.tracers.speedRange = 1.5f; // m/s at the palette's end
    return gfFluid_Step(air, now->dt) && gfTracers_Step(tracers, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe dust = {"dust", begin, frame};
