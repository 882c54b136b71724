// Fire: a bed that is held hot and flickers, gas that glows and cools on its way up, and a little soot.
#include "recipe.h"

#include <math.h>

static gfFluid *air;
static gfSourceDef bed;
static gfEmitterId emitter;

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    def.grid.temperatureDissipation = 1.8f; // 1/s: how soon a flame has cooled, so how high it gets
    def.grid.thermalExpansion = 0.0004f;    // 1/K: hot air rises, and this is hot
    def.grid.vorticityConfinement = 5.0f;   // tongues
    def.grid.dyeDissipation = 1.0f;         // soot thins out
    def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    air = gfCreateFluid(device, &def);
    bed = gfDefaultSourceDef();
    bed.shape = gfMakeCapsule((gfVec2){0.44f, 0.1f}, (gfVec2){0.56f, 0.1f}, 0.02f);
    bed.softness = 0.04f;
    bed.mode = GF_SOURCE_SET; // holds what is in it at this heat, where the default adds so much each second
    bed.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_DYE | GF_SOURCE_VELOCITY;
    bed.temperature = 1500.0f; // K above the air's
    bed.dye[3] = 0.1f;         // a little soot: the amount; it is black, for red, green and blue are 0
    emitter = gfFluid_AddEmitter(air, &bed);
    return !GF_IS_NULL(emitter);
}

static bool frame(const Frame *now)
{
    float t = now->time;
    bed.velocity.x = 0.25f * sinf(5.0f * t) + 0.2f * sinf(13.0f * t); // m/s: it flickers
    bed.velocity.y = 0.6f + 0.3f * sinf(8.0f * t);
    gfDrawDef picture = gfDefaultDrawDef();
    picture.style = GF_DRAW_FIRE;
    picture.range = 1500.0f; // K: so hot is yellow, and half as hot is dark
    picture.bloom.enabled = true;
    picture.tone.map = GF_TONE_FILMIC;
    picture.tone.exposure = 2.0f;
    return gfFluid_SetEmitter(air, emitter, &bed) && gfFluid_Step(air, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe fire = {"fire", begin, frame};
