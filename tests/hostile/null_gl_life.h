/// Lives of a device in a GL that draws nothing: scripts of every kind of call, and what must hold after each.
#ifndef NULL_GL_LIFE_H
#define NULL_GL_LIFE_H

#include "support/null_gl.h"

#include <gpufluid/gpufluid.h>

#define GRID_W 16
#define GRID_H 12

/// One life of a device, in which one call of the GL or one allocation fails, or all from one on.
typedef struct Life {
    const char *script;
    bool es;
    gfSolverKind solver;
    gfParticleSearch search;
    NullGlFault fault;
    int failAt;
    bool lasting;
    gfDevice *device;
    gfFluid *fluid;
    gfFluid3D *volume;
    int refusals;
} Life;

/// Counts what was wrong so far.
extern int lifeComplaints;

extern const char *const lifeFaultNames[NULL_GL_FAULTS];

/// Tells what is wrong. Each kind is shown once, for one defect makes many.
void Life_Complain(const Life *l, const char *call, const char *format, ...);

/// Before a call, and after it: complains where something does not hold that must. Returns `ok`.
void Life_Begin(void);
bool Life_End(Life *l, bool ok, const char *call);

#define TRY(call) (Life_Begin(), Life_End(l, (call), #call))
/// The same of functions without a result.
#define CALL(call) (Life_Begin(), (call), (void)Life_End(l, true, #call))

/// Into l->fluid.
void Life_MakeFluid(Life *l, float dyeScale, gfPrecision precision);
void Life_Step(Life *l, int count);

#define LIFE_EVERY_SOLVER (-1)
#define LIFE_SCRIPTS 10

/// What happens in a life.
typedef struct LifeScript {
    const char *name;
    void (*run)(Life *life);
    int solver; ///< that alone has it, or LIFE_EVERY_SOLVER
} LifeScript;
extern const LifeScript lifeScripts[LIFE_SCRIPTS];

#endif
