/// Checks what a call leaves behind when something runs out. Tests that fail each allocation, framebuffer or shader in
/// turn use it.
#pragma once

#include "support/poor.h"

/// The thing that runs out. Allocations run out in two rounds: before shaders are read and compiled, and after, when
/// the allocations of their texts do not hide others.
typedef enum FailingRound {
    FAIL_FIRST_ALLOCATIONS,
    FAIL_ALLOCATIONS,
    FAIL_FRAMEBUFFERS,
    FAIL_SHADERS, ///< with a new device for each attempt, as a failed shader is not compiled again
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
    gfFluid *(*make)(gfDevice *device, int which); ///< makes the fluid of the attempt; null: the attempt does
    bool (*attempt)(Failing *f);                   ///< false: it failed
    int which;                                     ///< passed to `make` and `attempt`
    int rounds[FAILING_ROUNDS];                    ///< least number of things needed, plus one; 0: no such round
    bool changes;                                  ///< success changes the fluid, and failure must not
    bool once;                                     ///< only one thing fails, and the attempt is repeated
    bool eachDevice;                               ///< each attempt has a device of its own
    bool triesDevice;                              ///< the attempt makes the device
    int stride; ///< with GF_LONG=1 only every stride-th fails after the first ones, 0: every one; else a sample of them
} FailingCase;

/// Makes the attempt with 0, 1, 2... allocations (framebuffers, shaders) allowed, until it succeeds. A failure must
/// report its own code and hold no more than before. The fluid must run on like a twin that never saw the failed
/// change, and nothing may be left with the device at the end.
void Failing_EachInTurn(Fixture *fixture, const FailingCase *c);
