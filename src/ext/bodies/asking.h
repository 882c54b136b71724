// When bodies ask what the fluid is like around them, and when they use an answer: so many steps later, whenever it
// came, so that runs repeat on every machine.
#ifndef GF_BODY_ASKING_H
#define GF_BODY_ASKING_H

#include "base/core.h"

#define GF_BODY_ASK_TIME (1.0 / 30.0) // s from one question to the next
#define GF_BODY_LAG_ASKS 2            // questions until an answer is used
#define GF_HOST_PERIOD_MAX 0.25       // s: poses of the host's that come less often are taken for as old

// Steps from one question to the next.
static inline int gfBodyAsking_GetStride(double dt)
{
    return (int)fmin(fmax(floor(GF_BODY_ASK_TIME / dt + 0.5), 1.0), 1e6);
}

// How long the host goes on with the forces that a step of `dt` seconds tells, where its poses come every `period`
// seconds: drag must not be more than stops a body in that time.
static inline double gfBodyAsking_GetHostStep(double dt, double period)
{
    return fmax(dt, fmin(period, GF_HOST_PERIOD_MAX));
}

#endif
