// A fluid: its clock, its body and its solver. Only the public API's files include this.
#ifndef GF_FLUID_H
#define GF_FLUID_H

#include "fluid/solver.h"

// --- clock -----------------------------------------------------------------------------------------------------------

// The time accumulator of a fluid: how many fixed steps a frame runs, and what it loses.

typedef struct gfClock {
    gfStepInfo info;
    double pending; // time asked for and not yet simulated, s
    double unseen;  // time asked for since the last substep began, s: solids that moved meanwhile took so long
    bool timeLostReported;
} gfClock;

// Something that steps by a clock: a fluid, a fluid in three dimensions, a group.
typedef struct gfClocked {
    gfDevice *device;
    gfClock *clock;
    float fixedStep;
    int maxSubsteps;
    void *thing;
    // One fixed step; `left`: those of this call from this one on. False and reported: a pass could not be drawn.
    bool (*step)(void *thing, int left);
    void (*passTime)(void *thing, double dt); // called once, before the steps; null: not at all
    const char *caller;                       // the public function
} gfClocked;

// Runs the fixed steps that are due after `dt` more seconds. Reports what gfDevice_Begin does, and where steps are
// dropped TIME_LOST. False: it could not begin, or a step failed.
bool gfClock_Run(const gfClocked *clocked, float dt);
// Runs one fixed step, whatever is due. False likewise.
bool gfClock_RunOnce(const gfClocked *clocked);
// One step has run, cut into so many substeps.
void gfClock_Count(gfClock *clock, float fixedStep, int substeps);

// --- fluid -----------------------------------------------------------------------------------------------------------

struct gfFluid {
    gfOwned owned; // in the device's list
    gfBody body;
    const gfSolver *solver;
    void *state;
    gfClock clock;
    gfParts parts; // gfFluidPart: what modules keep with it
    // What it was given so far, as gfSourceFields: visible dye, mass, temperature of which `heat` does not know, or
    // (velocity) anything else.
    uint32_t given;
    bool filled;       // liquid of GF_SOLVER_GAUSSIAN was filled in before the first step
    gfBounds filledTo; // where that is, if `filled`
    bool newTextures;  // sources or solids have textures that no step has seen, see gfTraps_CheckStep
    bool weightless;   // liquid was filled to a level without gravity, and no step has been since
    bool movesBodies;  // rigid bodies that the library moves were added
    bool hasGround;    // the ground may be other than 0 everywhere
    int unseen;        // drawings whose view missed the domain, from the first on; -1: one has shown it
    float heat;        // most kelvins above ambient that sources can have given so far
    // Position at which the domain was made, m, and the cells that it has moved since. The origin is computed from
    // these, so that a domain which comes back has exactly its old one.
    double anchor[2];
    int64_t scrolled[2];
    // Copies for the host of fields that share a texture with others; made when one is asked for.
    gfTexture hostTextures[GF_FIELD_COUNT];
};

// Takes over a definition in which no fixed member changed; checks it first. False, reported, and nothing changed.
bool gfFluid_Retune(gfFluid *fluid, const gfFluidDef *changed, const char *caller);

// Takes over a definition with another grid or other textures: all fields are resampled. False, reported, and nothing
// changed.
bool gfFluid_Rebuild(gfFluid *fluid, const gfFluidDef *changed, const char *caller);

// Makes the present place of the domain its anchor.
void gfFluid_Anchor(gfFluid *fluid);
// Returns the origin that solids of a fluid which has moved by so many cells are drawn relative to; `corner`: the cells
// from there to the domain's lower left corner.
gfVec2 gfFluid_GetSolidsOrigin(const gfFluid *fluid, const int64_t scrolled[2], int corner[2]);
// Returns the position that the fluid computes with: body.def.origin.
gfVec2 gfFluid_GetOrigin(const gfFluid *fluid);
// Makes the copy of a field for the host, empty, ahead of use; nothing for a field that the fluid does not have. False
// and reported.
bool gfFluid_MakeTexture(gfFluid *fluid, gfField field);
// Returns whether a fluid can be made of a definition; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED.
bool gfFluid_CheckDef(const gfDevice *device, const gfFluidDef *def, const char *caller);
// Brings the own state of a fluid in a group up to date with the group's. `changes`: it will be changed. False and
// reported.
bool gfFluid_Fetch(gfFluid *fluid, bool changes, const char *caller);
// Returns whether the fluid is in no group. False and reported: it is, which the call does not go with. `instead`: what
// is expected.
bool gfFluid_RequireAlone(const gfFluid *fluid, const char *caller, const char *instead);
// Returns whether the parts of a fluid allow another definition; reports.
bool gfFluid_CheckChange(const gfFluid *fluid, const gfFluidDef *changed, const char *caller);
// Lets its parts follow a definition or a state that was replaced. False and reported.
bool gfFluid_FollowChange(const gfFluid *fluid);
// Returns the fluid of a device that has a number; null: it is gone.
gfFluid *gfFluid_FindNumber(const gfDevice *device, uint32_t number);
// Run what a substep does before and after the solver's own part; `left`: substeps of this call from this one on. False
// and reported: a pass could not be drawn.
bool gfFluid_BeginSubstep(gfFluid *fluid, float dt, int left);
bool gfFluid_EndSubstep(gfFluid *fluid, float dt, const gfStepReport *report, bool stepped);
// Removes emitters whose lifetime is over.
void gfFluid_RemoveOldEmitters(gfFluid *fluid);

// Makes a fluid of a definition, between gfDevice_Begin and _End. Null and reported.
gfFluid *gfFluid_Make(gfDevice *device, const gfFluidDef *def);

// Marks all that one-way sources close to be drawn anew.
void gfFluid_TouchValves(gfFluid *fluid);
// Brings all textures that depend on solids and boundaries up to date; to be called before the fluid is read. False and
// reported.
bool gfFluid_UpdateSolids(gfFluid *fluid);
// Checks a solid that is to be added; reports what gfFluid_AddSolid does, as `caller`.
bool gfFluid_CheckSolid(gfFluid *fluid, const gfSolidDef *def, const char *caller);
// Adds a solid that has been checked. Null and reported: OUT_OF_MEMORY.
gfSolidId gfFluid_InsertSolid(gfFluid *fluid, const gfSolid *solid);
// Checks a mask image of the host's; reports NULL_ARGUMENT, OUT_OF_RANGE.
bool gfMask_Check(gfDevice *device, const gfMask *mask, const char *caller);

#endif
