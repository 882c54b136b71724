// Dry runs: the host's later calls are made once, by the public functions, with a fluid of its own, while nothing is
// drawn (device->dryRun). They find the programs that a fluid's steps need, and what gfDevice_Prepare makes ahead.
#ifndef GF_DRY_RUN_H
#define GF_DRY_RUN_H

#include "fluid/module.h"

typedef struct gfDryRun {
    gfFluid *fluid;
    struct gfFluidGroup *group; // that the fluid is in; null: it is in none
    bool (*stepGroup)(struct gfFluidGroup *group);
    const gfPrepareDef *def;
    gfVec2 middle; // of its domain, m
    float size;    // of the shorter side, m
} gfDryRun;

// Stands for the name of a host's texture in dry runs: nothing is drawn with it.
#define GF_DRY_RUN_TEXTURE 1u

// Sets where the fluid's domain is.
void gfDryRun_Place(gfDryRun *run);
// Runs four steps, so that both sides of every pair are written, and also read where that happens two steps later.
void gfDryRun_Step(const gfDryRun *run);
// Add sources and solids, and step. `all`: also zones, thin walls and images, whose programs are not made for every
// fluid.
void gfDryRun_Sources(const gfDryRun *run, bool all);
void gfDryRun_Solids(const gfDryRun *run, bool all);

// Steps a fluid that was made, alone and with sources and solids.
void gfDryRun_RunSteps(gfDryRun *run);
// Returns a key of what the programs of such a fluid depend on. `variant`: tells uses of a definition apart.
uint64_t gfDryRun_GetKey(const gfFluidDef *def, uint64_t variant);
// Names programs by `run`, which makes and steps what it wants, and makes one of each file. `key`: what it has named
// before by this key is there still; 0: it has no key.
bool gfDryRun_Make(gfDevice *device, uint64_t key, bool (*run)(gfDevice *device, const void *context),
                   const void *context);

#endif
