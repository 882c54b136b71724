// Smoke on a moving object: an emitter that follows a torch.
#include "recipe.h"

#include <math.h>

static gfFluid *air;
static gfSourceDef flame;
static gfEmitterId emitter;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;   // m: the domain is 1 m x 1 m
    def.grid.dyeDissipation = 0.8f; // 1/s: the smoke thins out
    air = gfCreateFluid(device, &def);
    flame = gfDefaultSourceDef();
    flame.shape = gfMakeCircle((gfVec2){0.8f, 0.3f}, 0.02f);
    flame.softness = 0.02f;
    flame.temperature = 120.0f;                                     // K each second: what is warm rises
    flame.dye[0] = 24.0f, flame.dye[1] = 9.0f, flame.dye[2] = 3.0f; // red, green, blue times the amount, each second
    flame.dye[3] = 24.0f;                                           // the amount
    flame.sweeps = true; // acts on all of its way, so that the trail of a fast one has no gaps
    emitter = gfFluid_AddEmitter(air, &flame);
    return !GF_IS_NULL(emitter);
}

static bool frame(const Frame *now)
{
    gfVec2 torchAt = {0.5f + 0.3f * cosf(2.5f * now->time), 0.3f + 0.1f * sinf(5.0f * now->time)};
    flame.shape = gfMakeCircle(torchAt, 0.02f);
    gfDrawDef picture = gfDefaultDrawDef();
    return gfFluid_SetEmitter(air, emitter, &flame) && gfFluid_Step(air, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe torch = {"torch", begin, frame};
