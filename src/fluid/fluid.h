// A fluid: its clock, its body and its solver. Only the public API's files include this.
#ifndef GF_FLUID_H
#define GF_FLUID_H

#include "fluid/solver.h"

// --- clock -----------------------------------------------------------------------------------------------------------

// The time accumulator of a fluid: it tells how many fixed steps a frame runs, and how much time is lost.

typedef struct gfClock {
    gfStepInfo info;
    double pending; // time asked for and not yet simulated, s
    double unseen;  // time asked for since the last substep began, s, in which solids may have moved
    bool timeLostReported;
} gfClock;

// Something that steps by a clock: a fluid, a fluid in three dimensions, a group.
typedef struct gfClocked {
    gfDevice *device;
    gfClock *clock;
    float fixedStep;
    int maxSteps;
    void *thing;
    // Runs one fixed step; `left`: steps of this call, this one included. False and reported: a pass could not be
    // drawn.
    bool (*step)(void *thing, int left);
    void (*passTime)(void *thing, double dt); // called once before the steps, or null
    const char *caller;                       // the public function
} gfClocked;

// Runs the fixed steps that are due after `dt` more seconds. Reports what gfDevice_Begin does, and TIME_LOST if steps
// are dropped. False: it could not begin, or a step failed.
bool gfClock_Run(const gfClocked *clocked, float dt);
// Runs one fixed step, due or not. False: likewise.
bool gfClock_RunOnce(const gfClocked *clocked);
// Counts one step that ran in `substeps` substeps.
void gfClock_Count(gfClock *clock, float fixedStep, int substeps);

// --- fluid -----------------------------------------------------------------------------------------------------------

struct gfFluid {
    gfOwned owned; // in the device's list
    gfBody body;
    const gfSolver *solver;
    void *state;
    gfClock clock;
    gfParts parts; // gfFluidPart: state of modules
    // What sources have added so far, as gfSourceFields: visible dye, mass, temperature that `heat` leaves out, or else
    // velocity.
    uint32_t given;
    bool filled;       // liquid of GF_SOLVER_GAUSSIAN was filled in before the first step
    gfBounds filledTo; // the place of that liquid
    bool newTextures;  // sources or solids have textures that gfTraps_CheckStep has not checked
    bool weightless;   // liquid was filled to a level without gravity since the last step
    bool movesBodies;  // it has had rigid bodies that the library moves
    bool hasGround;    // the ground may be other than 0 everywhere
    int unseen;        // how many drawings missed the domain; -1: one has shown it
    float heat;        // most kelvins above ambient that sources can have reached
    // The position at which the domain was made, m, and the cells that it has moved since. The origin is computed from
    // both, so that a domain which comes back has exactly its old origin.
    double anchor[2];
    int64_t scrolled[2];
    // Copies for the host of fields that share a texture, made on demand.
    gfTexture hostTextures[GF_FIELD_COUNT];
};

// Checks and takes over a definition whose tunables or sides changed. False and reported: nothing changed.
bool gfFluid_Retune(gfFluid *fluid, const gfFluidDef *changed, const char *caller);

// Takes over a definition with another grid or other textures, and resamples all fields. False and reported: nothing
// changed.
bool gfFluid_Rebuild(gfFluid *fluid, const gfFluidDef *changed, const char *caller);

// Makes the present place of the domain its anchor.
void gfFluid_Anchor(gfFluid *fluid);
// Returns the origin from which solids are drawn, for a fluid that has moved by `scrolled` cells. `corner` becomes the
// cells from that origin to the domain's lower left corner.
gfVec2 gfFluid_GetSolidsOrigin(const gfFluid *fluid, const int64_t scrolled[2], int corner[2]);
// Computes body.def.origin from the anchor and the cells moved.
gfVec2 gfFluid_GetOrigin(const gfFluid *fluid);
// Makes the host's copy of a field, empty, ahead of use; does nothing if the fluid lacks the field. False and reported
// on failure.
bool gfFluid_MakeTexture(gfFluid *fluid, gfField field);
// Returns whether a fluid can be made of a definition; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED.
bool gfFluid_CheckDef(const gfDevice *device, const gfFluidDef *def, const char *caller);
// Copies the group's state to a member fluid's own state. `changes`: the own state will be changed. False and reported
// on failure.
bool gfFluid_Fetch(gfFluid *fluid, bool changes, const char *caller);
// Returns whether the fluid is in no group, as the call needs. False and reported: it is. `instead`: what the message
// advises.
bool gfFluid_RequireAlone(const gfFluid *fluid, const char *caller, const char *instead);
// Returns whether the parts of a fluid accept a new definition; reports.
bool gfFluid_CheckChange(const gfFluid *fluid, const gfFluidDef *changed, const char *caller);
// Lets the fluid's parts follow a new definition or state. False and reported on failure.
bool gfFluid_FollowChange(const gfFluid *fluid);
// Returns the fluid of this number; null: it is gone.
gfFluid *gfFluid_FindNumber(const gfDevice *device, uint32_t number);
// The parts of a substep before and after the solver's; `left`: substeps of this call, this one included. False and
// reported: a pass could not be drawn.
bool gfFluid_BeginSubstep(gfFluid *fluid, float dt, int left);
bool gfFluid_EndSubstep(gfFluid *fluid, float dt, const gfStepReport *report, bool stepped);
// Removes emitters whose lifetime is over.
void gfFluid_RemoveOldEmitters(gfFluid *fluid);

// Makes a fluid of a definition, between gfDevice_Begin and _End. Null and reported on failure.
gfFluid *gfFluid_Make(gfDevice *device, const gfFluidDef *def);

// Marks the faces that one-way sources close for redrawing.
void gfFluid_TouchValves(gfFluid *fluid);
// Brings all textures that depend on solids and boundaries up to date; to be called before the fluid is read. False and
// reported.
bool gfFluid_UpdateSolids(gfFluid *fluid);
// Checks a solid before it is added; reports as gfFluid_AddSolid does.
bool gfFluid_CheckSolid(gfFluid *fluid, const gfSolidDef *def, const char *caller);
// Adds a solid that has been checked. Null and reported: OUT_OF_MEMORY.
gfSolidId gfFluid_InsertSolid(gfFluid *fluid, const gfSolid *solid);
// Checks a mask image of the host's; reports NULL_ARGUMENT, OUT_OF_RANGE.
bool gfMask_Check(gfDevice *device, const gfMask *mask, const char *caller);

#endif
