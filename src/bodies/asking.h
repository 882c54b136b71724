// When bodies ask what the fluid is like around them, and when they use an answer: so many steps later, whenever it
// came, so that runs repeat on every machine.
#ifndef GF_BODY_ASKING_H
#define GF_BODY_ASKING_H

#include "base/core.h"

#define GF_BODY_ASK_TIME (1.0 / 30.0) // s from one question to the next
#define GF_BODY_LAG_ASKS 2            // questions until an answer is used

// Steps from one question to the next.
static inline int gfBodyAsking_GetStride(double dt)
{
    return (int)fmin(fmax(floor(GF_BODY_ASK_TIME / dt + 0.5), 1.0), 1e6);
}

#endif
