// Modules: a solver, the drawing, an extension. The core knows them only by what they fill in here, and a build may be
// without any of them (cmake/parts.cmake makes the list). A dry run asks each for the calls that a host will make.
#ifndef GF_MODULE_H
#define GF_MODULE_H

#include "gpufluid/prepare.h"

#include "fluid/fluid.h"

// --- modules ---------------------------------------------------------------------------------------------------------

// State that a module keeps with a fluid, and the calls that it gets. Calls may be null.
typedef struct gfFluidPart {
    gfPart part;
    // Calls around each substep of `dt` seconds; in `before` solids are not yet up to date. False and reported on
    // failure.
    bool (*before)(gfFluid *fluid, void *state, float dt);
    bool (*after)(gfFluid *fluid, void *state, float dt);
    void (*reset)(gfFluid *fluid, void *state); // gfFluid_Reset
    // Returns whether a fluid may take over a definition; reports.
    bool (*check)(const gfFluid *fluid, const void *state, const gfFluidDef *changed, const char *caller);
    // Called after the definition or the state was replaced. False and reported: what depends on it could not be made.
    bool (*follow)(const gfFluid *fluid, void *state);
    // The part's chunk of snapshots: its tag of four characters, whether it comes before the solver's state or behind
    // it, and the call that measures, writes or reads it (gl/archive.h), also for fluids without the part.
    const char *tag;
    bool behindState;
    gfArchiveList *archive; // of the fluid
    // Called after a snapshot was read into the fluid `from`: `fluid` takes the part's state from it.
    void (*load)(gfFluid *fluid, gfFluid *from);
} gfFluidPart;

static inline void *gfFluid_FindPart(const gfFluid *fluid, const gfFluidPart *part)
{
    return gfParts_Find(&fluid->parts, &part->part);
}

// Returns the fluid's state of a part, which is attached if it is missing. Null and reported: OUT_OF_MEMORY.
static inline void *gfFluid_GetPart(gfFluid *fluid, const gfFluidPart *part)
{
    return gfParts_Get(&fluid->parts, &fluid->body.device->core, &part->part);
}

struct gfDryRun;
struct gfDrawnFluid;
struct gfOverlay;
struct gfStyle;

// The interface of a module. Members may be null.
typedef struct gfModule {
    const char *name; // of the part of the library that it is: a target of CMake, a word of `./run drop-in --with`
    const gfSolver *solver;
    gfSolverKind kind; // of the solver
    const gfFluidPart *fluidPart;
    // The style (draw/styles.h) by which it draws this fluid in place of a gfDrawStyle's own; null: it has none.
    const struct gfStyle *(*getStyle)(const struct gfDrawnFluid *fluid, int kind);
    const struct gfOverlay *overlay; // drawn over pictures of fluids (draw/overlay.h)
    // Makes the programs that steps of such a fluid need, before its state is made or tuned. `needs`: what its solver
    // made in use (gfSolver.needs). False and reported.
    bool (*makePrograms)(const gfBody *body, uint32_t needs);
    // Called after a fluid was made. False, reported, and the fluid is destroyed.
    bool (*fluidMade)(gfFluid *fluid);
    // Makes the module's calls for one use with the fluid of a dry run; of GF_USE_DRAWING, draws the fluid as it is
    // now.
    void (*dryRun)(const struct gfDryRun *run, gfUse use);
    // Does what `dryRun` does for things that are no gfFluid. False and reported: one can't be made.
    bool (*dryRunOthers)(gfDevice *device, const gfPrepareDef *def);
} gfModule;

// The list of a build is made by cmake/parts.cmake. Where parts of the library are linked one by one, those that are
// not are null in it.
extern const gfModule *const gf_modules[];
extern const int gf_moduleCount;

// Returns the next module that is linked after one, or the first after null; null after the last.
static inline const gfModule *gfModules_Next(const gfModule *before)
{
    int i = 0;
    while (before != NULL && gf_modules[i++] != before) {
    }
    while (i < gf_moduleCount && gf_modules[i] == NULL) {
        i++;
    }
    return i < gf_moduleCount ? gf_modules[i] : NULL;
}

// Loops over the modules that are linked.
#define GF_EACH_MODULE(module) \
    for (const gfModule *module = gfModules_Next(NULL); (module) != NULL; (module) = gfModules_Next(module))

// --- dry runs --------------------------------------------------------------------------------------------------------

// Dry runs: the host's later calls are made once, by the public functions, with a fluid of its own, while nothing is
// drawn (device->dryRun). They find the programs that a fluid's steps need, and what gfDevice_Prepare makes ahead.

typedef struct gfDryRun {
    gfFluid *fluid;
    struct gfFluidGroup *group; // that the fluid is in; null: it is in none
    bool (*stepGroup)(struct gfFluidGroup *group);
    const gfPrepareDef *def; // null: only steps count
    gfVec2 middle;           // of its domain, m
    float size;              // of the shorter side, m
} gfDryRun;

// Stands for the name of a host's texture in dry runs: nothing is drawn with it.
#define GF_DRY_RUN_TEXTURE 1u

// Sets where the fluid's domain is.
void gfDryRun_Place(gfDryRun *run);
// Runs four steps, so that both sides of every pair are written, and also read where that happens two steps later.
void gfDryRun_Step(const gfDryRun *run);
// Add sources and solids, and step. `all`: also fills, zones, thin walls and images, whose programs are not made for
// every fluid.
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
