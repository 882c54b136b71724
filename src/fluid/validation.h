// Mistakes that are no errors: calls that are allowed and do nothing, or not what was meant. gfDeviceDef.validation
// says whether they are reported, and whether such a call is refused.
#ifndef GF_VALIDATION_H
#define GF_VALIDATION_H

#include "fluid/fluid.h"

// Kinds of mistakes; each is warned of once a device.
typedef enum gfTrap {
    GF_TRAP_OUTSIDE,     // a source wholly outside the domain
    GF_TRAP_NO_AMOUNT,   // dye with colour but without dye[3]
    GF_TRAP_MASS,        // mass into GF_SOLVER_GRID
    GF_TRAP_GRAVITY,     // more than the liquid's stiffness carries
    GF_TRAP_SPEED,       // more than the liquid can have
    GF_TRAP_STILL_SOLID, // a solid that is moved with velocity 0
    GF_TRAP_NOTHING,     // a style that has nothing to show
    GF_TRAP_ANSWER,      // an answer that nobody takes
    GF_TRAP_TEXTURE,     // a texture that this context does not have
    GF_TRAP_DISPLACES,   // a body that is added into liquid which was filled in before
    GF_TRAP_FAR,         // a solid or body far outside the domain
    GF_TRAP_BURIED,      // an emitter wholly inside a solid
    GF_TRAP_PASSES,      // rigid bodies in a fluid with solids that don't stop them
    GF_TRAP_NO_FILL,     // a filling that reaches no cell
    GF_TRAP_WEIGHTLESS,  // liquid that is filled to a level, without gravity
    GF_TRAP_NO_DATA,     // heights that stand for unknown ones
    GF_TRAP_DROPS,       // liquid in a domain that scrolls
    GF_TRAP_VIEW,        // what gfMakeView returns for a bad width, aspect or centre
    GF_TRAP_UNSEEN,      // views that never showed the domain
    GF_TRAP_COLD,        // fire that glows too little to be seen
    GF_TRAP_COUNT
} gfTrap;

// The largest gravity times height that a stiffness carries, as a fraction of the stiffness times the square of a cell
// a step (gfGaussianParams.stiffness).
#define GF_STIFFNESS_FRACTION 0.125

// Returns the gap between two boxes along the axis where it is larger, m; below 0 they overlap.
float gfBounds_GetGap(const gfBounds *a, const gfBounds *b);

// Number of answers that may wait, asked for and not taken, before that is reported: half a second of frames.
#define GF_UNTAKEN_MAX 30

// Returns whether a kind of mistake would be reported: else there is no need to look for it.
bool gfTrap_Matters(const gfDevice *device, gfTrap trap);
// Reports a mistake that `caller`, the public function, was called with. False: the call is refused.
bool gfTrap_Report(gfDevice *device, gfTrap trap, const char *caller, const char *format, ...) GF_PRINTF(4, 5);

// All checks below return false if the call is refused, which is reported.

// Checks a source; its fields are noted in fluid->given if it may act.
bool gfTraps_CheckSource(gfFluid *fluid, const gfSourceDef *def, const char *caller);
// Checks a solid's new definition before it takes that.
bool gfTraps_CheckSolid(gfFluid *fluid, gfSolid *solid, const gfSolidDef *def, const char *caller);
// Checks the gravity of a definition that is about to be in force.
bool gfTraps_CheckDef(gfDevice *device, const gfFluidDef *def, const char *caller);
// Checks the depth of a liquid that is filled in, which is noted in fluid->filledTo if it may be.
bool gfTraps_CheckFill(gfFluid *fluid, const gfShape *shape, float level, const char *caller);
// Checks a solid before it is added.
bool gfTraps_CheckNewSolid(gfFluid *fluid, const gfSolid *solid, const char *caller);
// Checks an emitter that is added, after gfTraps_CheckSource.
bool gfTraps_CheckEmitter(gfFluid *fluid, const gfSourceDef *def, const char *caller);
// Checks a rigid body before it is added; `driven`: the host moves it.
bool gfTraps_CheckBody(gfFluid *fluid, const gfShape *shape, bool driven, const char *caller);
// Checks heights of the ground.
bool gfTraps_CheckHeights(gfDevice *device, const float *values, size_t count, const char *caller);
// Checks a move of the domain by so many cells.
bool gfTraps_CheckScroll(const gfFluid *fluid, const int cells[2], const char *caller);
// Checks one texture of the host's, 0: none. The context is current. One of integers is refused, whatever the device
// says of mistakes.
bool gfTraps_CheckTexture(gfDevice *device, uint32_t texture, const char *member, const char *caller);
// Checks what was given since the last step: textures of sources and solids, and a liquid.
bool gfTraps_CheckStep(gfFluid *fluid, const char *caller);
// Reports answers that nobody takes: `waiting` were asked for and not polled, which is a mistake from `most` on.
bool gfTraps_CheckAnswers(gfDevice *device, int waiting, int most, const char *poll, const char *caller);

#endif
