/// Numbers that look random and are the same in every run.
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

/// From 0 to just under 1. `state` is any number but 0 (xorshift, Marsaglia 2003).
static inline float Random_Next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (float)(*state >> 8) * (1.0f / 16777216.0f);
}

#endif
