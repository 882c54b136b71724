/// What a call leaves when something runs out, for everything that can: the one helper of all tests that fail each
/// allocation, framebuffer or shader in turn.
#pragma once

#include "support/poor.h"

/// What runs out. Allocations run out twice: while shaders are still to be read and compiled, then with all of them
/// there, where no text of theirs hides the others.
typedef enum FailingRound {
    FAIL_FIRST_ALLOCATIONS,
    FAIL_ALLOCATIONS,
    FAIL_FRAMEBUFFERS,
    FAIL_SHADERS, ///< on a device for each attempt, as a shader that failed is not compiled again
    FAILING_ROUNDS
} FailingRound;

typedef struct Failing {
    Fixture *fixture;
    gfDeviceDef deviceDef; ///< of the device
    gfDevice *device;
    gfFluid *fluid; ///< destroyed after each attempt
    int which;      ///< FailingCase.which
} Failing;

typedef struct FailingCase {
    gfFluid *(*make)(gfDevice *device, int which); ///< what the attempt works on; null: it makes the fluid, if any
    bool (*attempt)(Failing *f);                   ///< false: it failed
    int which;                                     ///< for the two
    int rounds[FAILING_ROUNDS]; ///< how many it must need at least, and one more; 0 leaves the round out
    bool changes;               ///< the fluid: as a whole, or not at all
    bool once;                  ///< only one thing fails, and the attempt tries again whatever did
    bool eachDevice;            ///< each attempt has a device of its own
    bool triesDevice;           ///< and makes it
    int stride; ///< with GF_LONG=1 only every stride-th fails after the first ones, 0: every one; else a sample of them
} FailingCase;

/// Attempts it with room for nothing, for one allocation (framebuffer, shader), for two, until there is enough.
/// Whatever fails must say so with its own code and hold no more than before; the fluid must run on, like a twin that
/// never saw a change which failed; and nothing may be left with the device at the end.
void Failing_EachInTurn(Fixture *fixture, const FailingCase *c);
