// Modules are the parts of the library that a build may lack: solvers, the drawing, extensions. The core knows them
// only by the structs below; cmake/parts.cmake writes the list of those in a build. To find what a host will need, such
// as programs, each module also makes the host's likely calls in a dry run.
#ifndef GF_MODULE_H
#define GF_MODULE_H

#include "gpufluid/prepare.h"

#include "fluid/fluid.h"

// --- modules ---------------------------------------------------------------------------------------------------------

// Describes what a module keeps with each fluid, such as its list of queries, and the calls by which the core tells the
// module what happens to the fluid. `state` is what the module keeps. Calls may be null.
typedef struct gfFluidPart {
    gfPart part;
    // Called before and after each step of `dt` seconds; in `before`, textures do not show solids' new places yet.
    bool (*before)(gfFluid *fluid, void *state, float dt);
    bool (*after)(gfFluid *fluid, void *state, float dt);
    void (*reset)(gfFluid *fluid, void *state); // called when the host resets the fluid (gfFluid_Reset)
    // Returns whether the fluid may take over the definition `changed`; if not, reports why.
    bool (*check)(const gfFluid *fluid, const void *state, const gfFluidDef *changed, const char *caller);
    // Called after the fluid's definition or state was replaced, so that the module adapts.
    bool (*follow)(const gfFluid *fluid, void *state);
    // The chunk that this module adds to snapshots: its tag of four characters, whether it is stored behind the
    // solver's state, and the call that measures, writes or reads it (gl/archive.h), also for fluids without a `state`.
    const char *tag;
    bool behindState;
    gfArchiveList *archive; // writes, reads or measures the chunk; its argument `thing` is the gfFluid
    // Moves what the module keeps from `from`, a new fluid that a snapshot was read into, to `fluid`.
    void (*load)(gfFluid *fluid, gfFluid *from);
} gfFluidPart;

static inline void *gfFluid_FindPart(const gfFluid *fluid, const gfFluidPart *part)
{
    return gfParts_Find(&fluid->parts, &part->part);
}

// Returns what a module keeps with the fluid, and makes it, zeroed, if it is missing. Null and reported: OUT_OF_MEMORY.
static inline void *gfFluid_GetPart(gfFluid *fluid, const gfFluidPart *part)
{
    return gfParts_Get(&fluid->parts, &fluid->body.device->core, &part->part);
}

struct gfDryRun;
struct gfDrawnFluid;
struct gfOverlay;
struct gfStyle;

// All that the core knows of a module: what it adds to fluids, drawings and dry runs. Members may be null.
typedef struct gfModule {
    const char *name; // name of the module's part of the library in src/parts.txt
    const gfSolver *solver;
    gfSolverKind kind; // the kind of fluids that `solver` steps
    const gfFluidPart *fluidPart;
    // Returns the module's own style (draw/styles.h) for the fluid and the gfDrawStyle `kind`; null: the usual one.
    const struct gfStyle *(*getStyle)(const struct gfDrawnFluid *fluid, int kind);
    const struct gfOverlay *overlay; // something to draw over pictures of fluids, such as tracers (draw/overlay.h)
    // Makes the programs that steps of a fluid will need, before its state is made or its definition changed. `needs`:
    // textures that the fluid has come to need since it was made, as bits of gfSolver.needs.
    bool (*makePrograms)(const gfBody *body, uint32_t needs);
    // Called after a fluid was made. False and reported: the fluid is destroyed again.
    bool (*fluidMade)(gfFluid *fluid);
    // Makes a host's calls to this module, of the kind `use`, with a dry run's fluid; GF_USE_DRAWING draws it.
    void (*dryRun)(const struct gfDryRun *run, gfUse use);
    // Makes the host's calls for objects other than gfFluid, such as gfFluid3D. False: an object can't be made.
    bool (*dryRunOthers)(gfDevice *device, const gfPrepareDef *def);
} gfModule;

// The modules of a build, listed by cmake/parts.cmake. A module that the program does not link is null in the list.
extern const gfModule *const gf_modules[];
extern const int gf_moduleCount;

// Returns the next module that the program links, and moves `*at` beyond it; null at the list's end.
static inline const gfModule *gfModules_Next(const gfModule *const **at)
{
    const gfModule *module = NULL;
    while (module == NULL && *at < gf_modules + gf_moduleCount) {
        module = *(*at)++;
    }
    return module;
}

// Loops over the modules that the program links.
#define GF_EACH_MODULE(module) \
    for (const gfModule *const *module##At = gf_modules, *module; (module = gfModules_Next(&module##At)) != NULL;)

// --- dry runs --------------------------------------------------------------------------------------------------------

// A dry run makes the host's likely calls once, on a fluid of its own, while nothing is drawn (device->dryRun), to
// learn which programs steps need before they run. In gfDevice_Prepare it also makes textures and framebuffers.

typedef struct gfDryRun {
    gfFluid *fluid;
    struct gfFluidGroup *group; // the group that the fluid is in; null: none
    bool (*stepGroup)(struct gfFluidGroup *group);
    const gfPrepareDef *def; // what the host said it will do (gfDevice_Prepare); null: only steps are run
    gfVec2 middle;           // middle of the domain, world, m
    float size;              // length of the domain's shorter side, m
} gfDryRun;

// The GL name that stands for textures of the host in dry runs, in which nothing is drawn with it.
#define GF_DRY_RUN_TEXTURE 1u

// Fills in `middle` and `size` from the domain of the fluid.
void gfDryRun_Place(gfDryRun *run);
// Runs four steps. With that many each pass reads and writes both textures of each pair.
void gfDryRun_Step(const gfDryRun *run);
// Add sources, or solids, to the fluid of the dry run, and step it. With gfDryRun.def they also add fillings, zones,
// thin walls and solids from images, whose programs are not made ahead for every fluid.
void gfDryRun_Sources(const gfDryRun *run);
void gfDryRun_Solids(const gfDryRun *run);

// Steps the fluid with nothing in it, with sources, with solids, and with both.
void gfDryRun_RunSteps(gfDryRun *run);
// Returns a number that is the same for definitions whose fluids use the same programs. `variant`: tells apart uses of
// one definition that need different programs.
uint64_t gfDryRun_GetKey(const gfFluidDef *def, uint64_t variant);
// Runs `run` as a dry run, which finds the programs that its passes use, and makes one program of each shader file at
// once. If a dry run with this `key` (gfDryRun_GetKey) succeeded before, nothing is run; key 0: always run.
bool gfDryRun_Make(gfDevice *device, uint64_t key, bool (*run)(gfDevice *device, const void *context),
                   const void *context);

#endif
