/// A stirred box of dye and heat, and what becomes of their totals.
#ifndef SUPPORT_STIRRED_H
#define SUPPORT_STIRRED_H

#include "support/flow.h"

typedef enum StirredSolid { STIRRED_NOTHING, STIRRED_DISC, STIRRED_THIN_WALL, STIRRED_PADDLE } StirredSolid;

typedef struct StirredCase {
    int cells; ///< a side
    float dyeScale;
    gfPrecision precision;
    gfAdvection advection;
    StirredSolid solid;
    int steps;
    float push;     ///< m/s, a step, in a box of 1 m
    float cflLimit; ///< as gfGridParams'
} StirredCase;

typedef struct StirredResult {
    double dye, heat;         ///< drift of the totals, relative
    double leastDye, mostDye; ///< of values that began between 0 and 1
} StirredResult;

/// With GF_TEST_VERBOSE set, prints what came out.
StirredResult Stirred_Run(Fixture *fixture, const StirredCase *stirred);

#endif
