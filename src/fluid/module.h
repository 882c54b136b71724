// Modules: solvers, the drawing, extensions. The core knows them only by these structs, and a build may lack any of
// them (cmake/parts.cmake makes the list). A dry run asks each to make the calls that a host will make.
#ifndef GF_MODULE_H
#define GF_MODULE_H

#include "gpufluid/prepare.h"

#include "fluid/fluid.h"

// --- modules ---------------------------------------------------------------------------------------------------------

// A module's state of a fluid, and the calls that the core makes to it. Calls may be null.
typedef struct gfFluidPart {
    gfPart part;
    // Called before and after each substep of `dt` seconds. Solids are not up to date in `before`. False and reported
    // on failure.
    bool (*before)(gfFluid *fluid, void *state, float dt);
    bool (*after)(gfFluid *fluid, void *state, float dt);
    void (*reset)(gfFluid *fluid, void *state); // gfFluid_Reset
    // Returns whether a fluid may take over a definition; reports.
    bool (*check)(const gfFluid *fluid, const void *state, const gfFluidDef *changed, const char *caller);
    // Called after the definition or the state was replaced. False and reported on failure.
    bool (*follow)(const gfFluid *fluid, void *state);
    // The part's chunk of snapshots: its tag of four characters, whether it comes behind the solver's state, and the
    // call that measures, writes or reads it (gl/archive.h), also for fluids without the part.
    const char *tag;
    bool behindState;
    gfArchiveList *archive; // of the fluid
    // Moves the part's state to `fluid` from `from`, a new fluid that a snapshot was read into.
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
    const char *name; // of its part in src/parts.txt
    const gfSolver *solver;
    gfSolverKind kind; // the solver's
    const gfFluidPart *fluidPart;
    // Returns the module's own style (draw/styles.h) for drawing this fluid in the gfDrawStyle `kind`; null: it has
    // none.
    const struct gfStyle *(*getStyle)(const struct gfDrawnFluid *fluid, int kind);
    const struct gfOverlay *overlay; // drawn over pictures of fluids (draw/overlay.h)
    // Makes the programs of the steps of a fluid, before its state is made or tuned. `needs`: textures made in use, as
    // bits of gfSolver.needs. False and reported on failure.
    bool (*makePrograms)(const gfBody *body, uint32_t needs);
    // Called after a fluid was made. False and reported: the fluid is destroyed.
    bool (*fluidMade)(gfFluid *fluid);
    // Makes the public calls of one use of the module with a dry run's fluid; for GF_USE_DRAWING it draws the fluid.
    void (*dryRun)(const struct gfDryRun *run, gfUse use);
    // A dry run of objects other than gfFluid. False and reported: one can't be made.
    bool (*dryRunOthers)(gfDevice *device, const gfPrepareDef *def);
} gfModule;

// The modules of a build, listed by cmake/parts.cmake. Parts of the library that are not linked are null.
extern const gfModule *const gf_modules[];
extern const int gf_moduleCount;

// Returns the next linked module; *next is 0 at first. Null after the last.
static inline const gfModule *gfModules_Next(int *next)
{
    while (*next < gf_moduleCount) {
        const gfModule *module = gf_modules[(*next)++];
        if (module != NULL) {
            return module;
        }
    }
    return NULL;
}

// --- dry runs --------------------------------------------------------------------------------------------------------

// A dry run makes the host's later calls once, on a fluid of its own, while nothing is drawn (device->dryRun). So it
// finds the programs that a fluid's steps need, and the objects that gfDevice_Prepare makes ahead.

typedef struct gfDryRun {
    gfFluid *fluid;
    struct gfFluidGroup *group; // the fluid's; null: none
    bool (*stepGroup)(struct gfFluidGroup *group);
    const gfPrepareDef *def; // null: only steps are run
    gfVec2 middle;           // of the domain, m
    float size;              // of the shorter side, m
} gfDryRun;

// The name of the host's textures in dry runs, which draw nothing with it.
#define GF_DRY_RUN_TEXTURE 1u

// Sets middle and size of the fluid's domain.
void gfDryRun_Place(gfDryRun *run);
// Runs four steps, so that passes write and read both sides of every pair.
void gfDryRun_Step(const gfDryRun *run);
// Add sources and solids, and step. `all`: also fills, zones, thin walls and images, for which not every fluid is
// prepared.
void gfDryRun_Sources(const gfDryRun *run, bool all);
void gfDryRun_Solids(const gfDryRun *run, bool all);

// Steps the fluid alone, with sources, and with solids.
void gfDryRun_RunSteps(gfDryRun *run);
// Returns a key that is the same for definitions with the same programs. `variant`: tells uses of a definition apart.
uint64_t gfDryRun_GetKey(const gfFluidDef *def, uint64_t variant);
// Runs `run` as a dry run, which names programs, and makes one program of each file. A `key` that succeeded before is
// not run again; 0: no key.
bool gfDryRun_Make(gfDevice *device, uint64_t key, bool (*run)(gfDevice *device, const void *context),
                   const void *context);

#endif
