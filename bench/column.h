/// A dam that breaks: a column of particles, half as wide as its domain, that falls. In 2D a gfFluid, in 3D a gfFluid3D
/// as deep as the column.
#ifndef BENCH_COLUMN_H
#define BENCH_COLUMN_H

#include "bench.h"
#include "crowding.h"

/// How particles find their neighbours, by its name on the command line.
typedef struct ColumnSearch {
    const char *name;
    gfParticleSearch search;
    bool plain; ///< gfParticleParams.plain
} ColumnSearch;

#define COLUMN_SEARCHES 4

extern const ColumnSearch columnSearches[COLUMN_SEARCHES];

/// Fewer make no column that falls.
#define COLUMN_PARTICLES_MIN 256

typedef struct Column {
    Gpu *gpu;
    int particles;
    int dimensions;
    float size[3]; ///< of the domain, m; its lowest corner is at 0
    float radius;  ///< of the kernels, m
    gfFluid *fluid;
    gfFluid3D *fluid3D;
} Column;

/// What a column is like now.
typedef struct ColumnState {
    gfParticleStats stats;
    Crowding crowding;
} ColumnState;

/// On failure false with a line in gpu->error, and nothing to destroy; `refused` is set if the context has no room for
/// it.
bool Column_Create(Column *column, const BenchSetup *setup, int particles, int dimensions, const ColumnSearch *search,
                   bool *refused);
void Column_Destroy(Column *column);

/// One fixed step: a few substeps. False with a line in gpu->error.
bool Column_Step(Column *column);

/// Waits. False with a line in gpu->error, also if the fluid is not what it should be: particles are gone or not
/// finite, it has been softened, or it has collapsed.
bool Column_Measure(const Column *column, ColumnState *state);

#endif
