// Checks for likely mistakes: calls that are allowed but do nothing, or not what the host means. gfDeviceDef.validation
// says whether such a call is reported, and whether it is refused. In the code a kind of mistake is a "trap".
#ifndef GF_VALIDATION_H
#define GF_VALIDATION_H

#include "fluid/fluid.h"

// Kinds of likely mistakes. A device warns of each kind once.
typedef enum gfTrap {
    GF_TRAP_OUTSIDE,     // a source wholly outside the domain
    GF_TRAP_NO_AMOUNT,   // a source that gives dye a colour but no amount (dye[3]), so nothing shows
    GF_TRAP_MASS,        // a source that gives mass to a fluid of GF_SOLVER_GRID, which has none
    GF_TRAP_GRAVITY,     // gravity too strong for the stiffness of a Gaussian liquid, which would be pressed together
    GF_TRAP_SPEED,       // a source whose velocity is faster than a Gaussian liquid can flow
    GF_TRAP_STILL_SOLID, // a solid that the host moves while its velocity is 0, so it pushes no fluid
    GF_TRAP_NOTHING,     // a drawing of dye in a fluid that never got any
    GF_TRAP_ANSWER,      // answers of queries or field reads that the host asks for and does not poll
    GF_TRAP_TEXTURE,     // a texture of the host's that this GL context does not have
    GF_TRAP_FAR,         // a solid or body far outside the domain
    GF_TRAP_BURIED,      // an emitter wholly inside a solid
    GF_TRAP_PASSES,      // rigid bodies in a fluid with solids made from images, through which bodies pass
    GF_TRAP_NO_FILL,     // a gfFluid_FillToLevel that fills no cell
    GF_TRAP_WEIGHTLESS,  // liquid that is filled to a level, without gravity
    GF_TRAP_NO_DATA,     // heights of the ground that are a data set's marker for missing data
    GF_TRAP_DROPS,       // a domain with liquid that scrolls, and so drops liquid at its sides
    GF_TRAP_VIEW,        // a drawing with the view that gfMakeView returns for bad arguments
    GF_TRAP_UNSEEN,      // views none of which showed the domain in many drawings
    GF_TRAP_COLD,        // a drawing of fire whose heat is too little to be seen
    GF_TRAP_COUNT
} gfTrap;

// A Gaussian liquid carries gravity times height up to this times gfGaussianParams.stiffness * (cell size / step)^2.
#define GF_STIFFNESS_FRACTION 0.125

// Number of answers that the host may leave unpolled before it is reported: half a second of frames at 60 a second.
#define GF_UNTAKEN_MAX 30

// Returns whether a kind of mistake would be reported, that is, whether it is worth looking for.
bool gfTrap_Matters(const gfDevice *device, gfTrap trap);
// Reports a likely mistake in a call of the public function `caller`. False: validation refuses the call.
bool gfTrap_Report(gfDevice *device, gfTrap trap, const char *caller, const char *format, ...) GF_PRINTF(4, 5);

// All checks below return false and report if they find a mistake and the call is to be refused.

// Checks a splat or emitter. If it is accepted, adds the fields that it gives to fluid->given.
bool gfTraps_CheckSource(gfFluid *fluid, const gfSourceDef *def, bool splat, const char *caller);
// Checks the new definition of an existing solid, for one that moves with velocity 0.
bool gfTraps_CheckSolid(gfFluid *fluid, gfSolid *solid, const gfSolidDef *def, const char *caller);
// Checks that the Gaussian liquid can carry a full domain under the gravity of a new definition.
bool gfTraps_CheckDef(gfDevice *device, const gfFluidDef *def, const char *caller);
// Checks that a filling reaches a cell and is not too deep to carry.
bool gfTraps_CheckFill(gfFluid *fluid, const gfShape *shape, float level, const char *caller);
// Checks a solid before it is added: far off, over an emitter, or an image in a fluid with rigid bodies.
bool gfTraps_CheckNewSolid(gfFluid *fluid, const gfSolid *solid, const char *caller);
// Checks a new emitter for lying wholly inside a solid; to be called after gfTraps_CheckSource.
bool gfTraps_CheckEmitter(gfFluid *fluid, const gfSourceDef *def, const char *caller);
// Checks a rigid body before it is added. `driven`: the host moves it.
bool gfTraps_CheckBody(gfFluid *fluid, const gfShape *shape, bool driven, const char *caller);
// Checks heights of the ground, m, for markers of missing data.
bool gfTraps_CheckHeights(gfDevice *device, const float *values, size_t count, const char *caller);
// Checks a move of the domain by whole cells, which drops liquid at sides that are not periodic.
bool gfTraps_CheckScroll(const gfFluid *fluid, const int cells[2], const char *caller);
// Checks that the host's texture exists in the current GL context; 0 passes. One of integers is refused always.
bool gfTraps_CheckTexture(gfDevice *device, uint32_t texture, const char *member, const char *caller);
// Checks before a step what is new since the last: textures of sources and solids, liquid filled without gravity.
bool gfTraps_CheckStep(gfFluid *fluid, const char *caller);
// Checks that fewer than `most` answers are `waiting`. `poll`: the public function by which the host polls them.
bool gfTraps_CheckAnswers(gfDevice *device, int waiting, int most, const char *poll, const char *caller);

#endif
