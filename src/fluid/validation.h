// Checks for mistakes that are no errors: calls that are allowed but do nothing, or not what was meant.
// gfDeviceDef.validation says whether they are reported, and whether such a call is refused.
#ifndef GF_VALIDATION_H
#define GF_VALIDATION_H

#include "fluid/fluid.h"

// Kinds of mistakes. A device warns of each once.
typedef enum gfTrap {
    GF_TRAP_OUTSIDE,     // a source wholly outside the domain
    GF_TRAP_NO_AMOUNT,   // dye with colour but without dye[3]
    GF_TRAP_MASS,        // mass into GF_SOLVER_GRID
    GF_TRAP_GRAVITY,     // too strong for the liquid's stiffness
    GF_TRAP_SPEED,       // too fast for the liquid
    GF_TRAP_STILL_SOLID, // a solid that moves with velocity 0
    GF_TRAP_NOTHING,     // a drawing without anything to show
    GF_TRAP_ANSWER,      // an answer that the host does not take
    GF_TRAP_TEXTURE,     // a texture that this context does not have
    GF_TRAP_DISPLACES,   // a body added into liquid that was filled in before
    GF_TRAP_FAR,         // a solid or body far outside the domain
    GF_TRAP_BURIED,      // an emitter wholly inside a solid
    GF_TRAP_PASSES,      // rigid bodies in a fluid with solids that don't stop them
    GF_TRAP_NO_FILL,     // a filling that reaches no cell
    GF_TRAP_WEIGHTLESS,  // liquid that is filled to a level, without gravity
    GF_TRAP_NO_DATA,     // heights with a marker for missing data
    GF_TRAP_DROPS,       // liquid in a domain that scrolls
    GF_TRAP_VIEW,        // a view that gfMakeView made of bad arguments
    GF_TRAP_UNSEEN,      // views that never showed the domain
    GF_TRAP_COLD,        // fire that glows too little to be seen
    GF_TRAP_COUNT
} gfTrap;

// The largest gravity times height that a liquid carries, over its stiffness times the square of a cell a step
// (gfGaussianParams.stiffness).
#define GF_STIFFNESS_FRACTION 0.125

// Returns the gap between two boxes along the axis where it is larger, m; below 0 they overlap.
float gfBounds_GetGap(const gfBounds *a, const gfBounds *b);

// Number of answers that the host may leave waiting before it is reported: half a second of frames.
#define GF_UNTAKEN_MAX 30

// Returns whether a kind of mistake would be reported, so that it need be looked for.
bool gfTrap_Matters(const gfDevice *device, gfTrap trap);
// Reports a mistake in a call of the public function `caller`. False: the call is refused.
bool gfTrap_Report(gfDevice *device, gfTrap trap, const char *caller, const char *format, ...) GF_PRINTF(4, 5);

// All checks below return false and report if the call is refused.

// Checks a source; notes the fields of an accepted one in fluid->given.
bool gfTraps_CheckSource(gfFluid *fluid, const gfSourceDef *def, const char *caller);
// Checks a solid's new definition.
bool gfTraps_CheckSolid(gfFluid *fluid, gfSolid *solid, const gfSolidDef *def, const char *caller);
// Checks that the Gaussian liquid can carry a full domain under the gravity of a new definition.
bool gfTraps_CheckDef(gfDevice *device, const gfFluidDef *def, const char *caller);
// Checks the depth of a liquid that is filled in; notes an accepted filling in fluid->filledTo.
bool gfTraps_CheckFill(gfFluid *fluid, const gfShape *shape, float level, const char *caller);
// Checks a solid before it is added.
bool gfTraps_CheckNewSolid(gfFluid *fluid, const gfSolid *solid, const char *caller);
// Checks a new emitter, after gfTraps_CheckSource.
bool gfTraps_CheckEmitter(gfFluid *fluid, const gfSourceDef *def, const char *caller);
// Checks a rigid body before it is added; `driven`: the host moves it.
bool gfTraps_CheckBody(gfFluid *fluid, const gfShape *shape, bool driven, const char *caller);
// Checks heights of the ground.
bool gfTraps_CheckHeights(gfDevice *device, const float *values, size_t count, const char *caller);
// Checks a move of the domain.
bool gfTraps_CheckScroll(const gfFluid *fluid, const int cells[2], const char *caller);
// Checks a texture of the host's, 0: none; the context must be current. A texture of integers is always refused.
bool gfTraps_CheckTexture(gfDevice *device, uint32_t texture, const char *member, const char *caller);
// Checks textures of sources and solids, and a filled liquid, that are new since the last step.
bool gfTraps_CheckStep(gfFluid *fluid, const char *caller);
// Reports answers that the host does not take: `waiting` are not polled, a mistake from `most` on.
bool gfTraps_CheckAnswers(gfDevice *device, int waiting, int most, const char *poll, const char *caller);

#endif
