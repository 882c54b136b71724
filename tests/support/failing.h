/// What a call leaves when something runs out, for everything that can: the one helper of all tests that fail each
/// allocation, framebuffer or shader in turn.
#ifndef SUPPORT_FAILING_H
#define SUPPORT_FAILING_H

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

typedef struct Failing Failing;

/// Something that may fail. Its functions leave what they make in Failing.
typedef struct FailingCase {
    void (*prepare)(Failing *f);          ///< with enough of everything; may be null
    bool (*attempt)(Failing *f);          ///< false: it failed
    void (*after)(Failing *f, bool done); ///< with enough of everything again; may be null
    const void *user;
    /// By round: the fewest attempts, the one that has enough included. 0 leaves the round out.
    int rounds[FAILING_ROUNDS];
    bool once;        ///< only one thing fails, and the attempt tries again whatever did
    bool eachDevice;  ///< each attempt has a device of its own
    bool triesDevice; ///< and makes it
    bool keeps;       ///< what a failed attempt made may stay with the fluid, for the next one
    int stride;       ///< after the first twelve only every stride-th fails; 0: every one
} FailingCase;

struct Failing {
    Fixture *fixture;
    const void *user; ///< FailingCase.user
    FailingRound round;
    int allowed;           ///< so many before it runs out
    gfDeviceDef deviceDef; ///< of the device
    gfDevice *device;
    gfFluid *fluid; ///< destroyed after each attempt
};

/// Attempts it with room for nothing, for one allocation (framebuffer, shader), for two, until there is enough.
/// Whatever fails must say so with its own code and hold no more than before; nothing may be left with the device at
/// the end.
void Failing_EachInTurn(Fixture *fixture, const FailingCase *c);

/// What the fields of a fluid hold.
uint64_t Failing_HashFields(gfFluid *fluid);

/// A change to a fluid in motion.
typedef struct FailingChange {
    gfFluid *(*make)(gfDevice *device, int which);
    bool (*change)(gfFluid *fluid, int which);
    int which;
    int rounds[FAILING_ROUNDS]; ///< as FailingCase.rounds
    bool keeps;                 ///< as FailingCase.keeps
} FailingChange;

/// The change is made as a whole or not at all: after one that failed the definition and the fields are as they were,
/// and the fluid runs on like one that never saw it.
void Failing_ChangeInTurn(Fixture *fixture, const FailingChange *change);

#endif
