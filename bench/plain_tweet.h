/// The baseline of solver `gaussian`: the one-tweet fluid as published, written here. Velocity x and y (cells a step)
/// and mass in one RGBA32F texture, one pass a step, 196 neighbours in a loop, no dye.
#ifndef BENCH_PLAIN_TWEET_H
#define BENCH_PLAIN_TWEET_H

#include "gpu.h"

#include <stdint.h>

typedef struct PlainTweet {
    Gpu *gpu;
    GLuint program;
    GLint splashUniform;
    Pair state;
    uint64_t frame; ///< steps so far: each 500 begin with a splash
} PlainTweet;

/// All zero. False with a line in gpu->error; then there is nothing to destroy.
bool PlainTweet_Create(PlainTweet *plain, Gpu *gpu, int width, int height);
void PlainTweet_Destroy(PlainTweet *plain);

/// Replaces the state by width * height * 4 floats (the fourth of a cell is ignored), first row at the bottom, after
/// `frame` steps.
void PlainTweet_SetState(PlainTweet *plain, const float *values, uint64_t frame);

void PlainTweet_Step(PlainTweet *plain);

/// Reads the state as PlainTweet_SetState takes it. Waits.
void PlainTweet_GetState(const PlainTweet *plain, float *values);

#endif
