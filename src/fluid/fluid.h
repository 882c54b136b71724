// struct gfFluid, and the calls that its public functions share: the clock that turns frame time into steps, changes of
// the definition, solids. Only files that implement public calls include it; solvers see only a fluid's gfBody.
#ifndef GF_FLUID_H
#define GF_FLUID_H

#include "fluid/solver.h"

// --- clock -----------------------------------------------------------------------------------------------------------

// The clock of a fluid, 3D fluid or group: how many fixed steps a frame runs, and the time dropped beyond `maxSteps`.

typedef struct gfClock {
    gfStepInfo info;
    double pending; // time that the host has asked for and no step has simulated yet, s
    double unseen;  // time that the host has asked for since the last step began, s; solids may have moved meanwhile
    bool timeLostReported;
} gfClock;

// What a clock steps: a gfFluid, gfFluid3D or gfFluidGroup. gfClock_Run and gfClock_RunOnce do the public step calls.
typedef struct gfClocked {
    gfDevice *device;
    gfClock *clock;
    float fixedStep;
    int maxSteps;
    void *thing;
    // Runs one fixed step. `left`: steps that this public call has still to run, with this one. False: a pass failed.
    bool (*step)(void *thing, int left);
    // Called once before the steps of gfClock_Run or gfClock_RunOnce, with frame time or fixed step, s; may be null.
    void (*passTime)(void *thing, double dt);
    const char *caller; // name of the public function that steps, for messages
} gfClocked;

// Adds `dt` seconds of frame time to the clock, and runs the fixed steps that are due then. Reports what gfDevice_Begin
// reports, and TIME_LOST if steps beyond `maxSteps` are dropped. False: the call could not begin, or a step failed.
bool gfClock_Run(const gfClocked *clocked, float dt);
// Runs exactly one fixed step, whether or not one is due. False: the call could not begin, or the step failed.
bool gfClock_RunOnce(const gfClocked *clocked);
// Adds one fixed step to the clock's statistics (gfStepInfo): its length, s, and the CFL substeps that it took.
void gfClock_Count(gfClock *clock, float fixedStep, int substeps);

// --- fluid -----------------------------------------------------------------------------------------------------------

struct gfFluid {
    gfOwned owned; // link in the device's list of all that the host has made, by which the device destroys what is left
    gfBody body;
    const gfSolver *solver;
    void *state;
    gfClock clock;
    gfParts parts; // what modules keep with this fluid, such as its queries and tracers: one state for each gfFluidPart
    // Bits of gfSourceFields: what the host has set or added so far. Checks of likely mistakes read it, such as the
    // check of a drawing of dye in a fluid that never got dye. VELOCITY stands for all that makes fluid move, also heat
    // and divergence. TEMPERATURE is set only for heat whose amount is not known, so that `heat` does not count it.
    uint32_t given;
    bool newTextures; // some source or solid has a texture of the host's that gfTraps_CheckStep has not checked yet
    bool weightless;  // the host filled liquid to a level while gravity was 0, since the last step: likely a mistake
    // The fluid has had rigid bodies that the library moves, which pass through solids made from images.
    bool movesBodies;
    bool hasGround; // the host has set the ground's height (GF_SOLVER_SHALLOW), so it may be other than 0 everywhere
    // How many drawings so far had a view without any part of the domain; -1: a drawing has shown the domain.
    int unseen;
    float heat; // highest temperature that sources can have reached so far, K above ambient
    // The domain's lower left corner when it was made, m, and the cells that it has moved since. The origin is always
    // computed anew from both, so that a domain which comes back to a place has exactly its old origin.
    double anchor[2];
    int64_t scrolled[2];
    // Copies that gfFluid_GetTexture lends, made on demand, of fields whose texture is shared or larger than the field.
    gfTexture hostTextures[GF_FIELD_COUNT];
};

// Checks and takes over a definition that differs only in members that may change in use. False: nothing changed.
bool gfFluid_Retune(gfFluid *fluid, const gfFluidDef *changed, const char *caller);

// Takes over a definition with another grid or other textures, and resamples all fields. False: nothing changed.
bool gfFluid_Rebuild(gfFluid *fluid, const gfFluidDef *changed, const char *caller);

// Takes the domain's present origin as the place from which moves by cells are counted (gfFluid.anchor).
void gfFluid_Anchor(gfFluid *fluid);
// Returns the origin, world, m, relative to which solids are drawn once the fluid has moved by `scrolled` cells.
// `corner` becomes the number of cells from that origin to the domain's lower left corner.
gfVec2 gfFluid_GetSolidsOrigin(const gfFluid *fluid, const int64_t scrolled[2], int corner[2]);
// Returns the domain's lower left corner, world, m, from the anchor and the cells moved.
gfVec2 gfFluid_GetOrigin(const gfFluid *fluid);
// Makes the host's copy of a field (gfFluid.hostTextures) before it is needed; does nothing if the fluid lacks it.
bool gfFluid_MakeTexture(gfFluid *fluid, gfField field);
// Returns whether a fluid can be made. If not, reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE or UNSUPPORTED.
bool gfFluid_CheckDef(const gfDevice *device, const gfFluidDef *def, const char *caller);
// Copies the fields of a fluid in a group from the group's textures to its own, before something reads or changes it
// alone; does nothing for a fluid in no group. `changes`: the caller will change the fluid's own state.
bool gfFluid_Fetch(gfFluid *fluid, bool changes, const char *caller);
// Returns whether the fluid is in no group, as some calls require. `instead`: what the message advises.
bool gfFluid_RequireAlone(const gfFluid *fluid, const char *caller, const char *instead);
// Asks the modules that keep something with the fluid (gfFluidPart.check) whether it may take over a definition.
bool gfFluid_CheckChange(const gfFluid *fluid, const gfFluidDef *changed, const char *caller);
// Lets modules that keep something with the fluid adapt to its new definition or state (gfFluidPart.follow).
bool gfFluid_FollowChange(const gfFluid *fluid);
// Returns the fluid with this gfBody.number, by which handles refer to it. Null: the fluid has been destroyed.
gfFluid *gfFluid_FindNumber(const gfDevice *device, uint32_t number);
// Do all of a step that comes before, and after, the solver's own step: moving solids, modules, sources, the clock.
// `left`: how many steps this public call has still to run, with this one. `stepped`: the solver's step succeeded.
bool gfFluid_BeginStep(gfFluid *fluid, float dt, int left);
bool gfFluid_EndStep(gfFluid *fluid, float dt, const gfStepReport *report, bool stepped);
// Removes the emitters whose lifetime (gfSourceDef.lifetime) is over.
void gfFluid_RemoveOldEmitters(gfFluid *fluid);

// Makes a fluid of a checked definition. To be called between gfDevice_Begin and gfDevice_End.
gfFluid *gfFluid_Make(gfDevice *device, const gfFluidDef *def);

// Marks the tiles near one-way emitters for redrawing: they close faces, and move or appear without a change of solids.
void gfFluid_TouchValves(gfFluid *fluid);
// Brings all textures that depend on solids and boundaries up to date; to be called before fields are read.
bool gfFluid_UpdateSolids(gfFluid *fluid);
// Checks the definition of a solid before it is added; reports the errors that gfFluid_AddSolid names.
bool gfFluid_CheckSolid(gfFluid *fluid, const gfSolidDef *def, const char *caller);
// Adds a solid that has been checked. A null handle and reported: OUT_OF_MEMORY.
gfSolidId gfFluid_InsertSolid(gfFluid *fluid, const gfSolid *solid);
// Checks an image given as the mask of a solid or source. False and reported: NULL_ARGUMENT, OUT_OF_RANGE.
bool gfMask_Check(gfDevice *device, const gfMask *mask, const char *caller);

#endif
