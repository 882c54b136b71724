// A saved game: the fluid is kept after half a second, and each half second later it goes on from there again.
#include "recipe.h"

#include <stdlib.h>

static gfFluid *air;
static void *saved; // what a game writes into its file
static size_t savedSize;
static float next = 0.5f; // s

static bool begin(gfDevice *device)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    air = gfCreateFluid(device, &def);
    gfSourceDef steam = gfDefaultSourceDef();
    steam.shape = gfMakeCircle((gfVec2){0.5f, 0.1f}, 0.05f);
    steam.temperature = 60.0f;
    steam.dye[0] = steam.dye[1] = steam.dye[2] = steam.dye[3] = 3.0f;
    return !GF_IS_NULL(gfFluid_AddEmitter(air, &steam));
}

// All of the fluid is in it, sources and solids, too. Of a game that must not wait: gfFluid_RequestSave.
static bool keep(void)
{
    savedSize = gfFluid_GetSnapshotSize(air);
    saved = malloc(savedSize);
    return saved != NULL && gfFluid_SaveBlocking(air, saved, savedSize);
}

static bool frame(const Frame *now)
{
    bool good = true;
    if (now->time >= next) {
        good = saved == NULL ? keep() : gfFluid_Load(air, saved, savedSize, NULL); // a bad file changes nothing
        next += 0.5f;
    }
    gfDrawDef picture = gfDefaultDrawDef();
    return good && gfFluid_Step(air, now->dt) && gfFluid_Draw(air, &picture);
}

const Recipe save = {"save", begin, frame};
