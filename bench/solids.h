/// Solids for the case `projection`: easy ones, thin walls at both alignments with the coarser grids, and some that are
/// hard for any method that coarsens.
#ifndef BENCH_SOLIDS_H
#define BENCH_SOLIDS_H

#include "bench.h"

typedef struct Solids {
    const char *name;
    /// Into a domain 1 m high. False with a line in setup->gpu->error.
    bool (*add)(const BenchSetup *setup, gfFluid *fluid);
} Solids;

#define SOLIDS_COUNT 9

extern const Solids solidsTable[SOLIDS_COUNT];

#endif
