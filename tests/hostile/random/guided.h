/// Every call of the library with arguments that are valid, on one object of each kind: what a test needs that looks at
/// something around each call. What a call needs (a fluid, a handle, an open frame) is made by other calls of the
/// table, so that nothing has to be written for a new function.
#pragma once

#include "random/caller.h"

#define GUIDED_ATTEMPTS 12

/// A caller whose devices are made by `def`; gl: null without a real one. Caller_Free ends it.
Caller *Guided_Make(const GladGLContext *gl, gfDeviceDef def, gfSolverKind solver);

/// One object and one handle of each kind, as far as the solver has them, and a second fluid to couple the first with.
/// Those that have nothing to do with fluids in two dimensions only if `all`.
void Guided_Prepare(Caller *c, bool all);

/// Whether a call makes, destroys or works on one of those.
bool Guided_IsElsewhere(int kind);

/// Fluids of another solver in place of those that there are, with all that is theirs.
void Guided_ChangeSolver(Caller *c, gfSolverKind solver);

/// Makes what a call needs.
void Guided_PrepareFor(Caller *c, int kind);

/// A call, again with other arguments while it is refused for what it was called with, at most GUIDED_ATTEMPTS times.
/// Whether it was done.
bool Guided_Call(Caller *c, int kind);
bool Guided_CallNamed(Caller *c, const char *name, int times);

/// All of them, with each value of an enumeration that they take. Of those that are elsewhere only if `all`.
void Guided_CallAll(Caller *c, bool all);

/// The same for each solver, on one device.
void Guided_CallAllOfEachSolver(Caller *c);

/// Destroys the newest object of a kind.
void Guided_End(Caller *c, int kind);

/// Fails the test if one was never done. `but` names those that can't be.
void Guided_ExpectAllDone(const Caller *c, const char *but);
