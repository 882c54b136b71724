/// The baseline of the case `projection`: Jacobi iteration as in the textbook, for pressure alone. One cell a texel,
/// R32F, closed walls by clamping to the edge, no solids, one pass an iteration.
#ifndef BENCH_PLAIN_JACOBI_H
#define BENCH_PLAIN_JACOBI_H

#include "gpu.h"

typedef struct PlainJacobi {
    Gpu *gpu;
    GLuint program;
    Pair pressure;
    Target divergence;
} PlainJacobi;

/// Pressure is zero, divergence a mixture of waves. False with a line in gpu->error; then there is nothing to destroy.
bool PlainJacobi_Create(PlainJacobi *plain, Gpu *gpu, int width, int height);
void PlainJacobi_Destroy(PlainJacobi *plain);

/// Goes on from where the last run ended.
void PlainJacobi_Run(PlainJacobi *plain, int iterations);

#endif
