/// How crowded particles lie, counted on the CPU.
#ifndef BENCH_CROWDING_H
#define BENCH_CROWDING_H

#include <stdbool.h>

/// Particles in a box.
typedef struct CrowdingInput {
    const float *places; ///< x, y, z of each, m; of 2D z is 0
    int count;
    int dimensions;
    float size[3]; ///< of the box, m; its lowest corner is at 0
    float radius;  ///< m
    float spacing; ///< at rest, m
} CrowdingInput;

typedef struct Crowding {
    double neighbours; ///< within the radius, mean of a sample of the particles
    double densest;    ///< particles in the fullest block of two radii a side, over those at rest
} Crowding;

/// False without memory.
bool Crowding_Measure(const CrowdingInput *input, Crowding *crowding);

#endif
