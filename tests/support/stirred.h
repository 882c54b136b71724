/// A stirred box of dye and heat, and the drift of their totals.
#pragma once

#include "support/flow.h"

typedef enum StirredSolid { STIRRED_NOTHING, STIRRED_DISC, STIRRED_THIN_WALL, STIRRED_PADDLE } StirredSolid;

typedef struct StirredCase {
    int cells; ///< a side
    float dyeScale;
    gfPrecision precision;
    gfAdvection advection;
    StirredSolid solid;
    int steps;
    float push;    ///< m/s, a step, in a box of 1 m
    bool buoyant;  ///< warm fluid rises, too
    bool keepsDye; ///< gfGridParams.keepTotals
} StirredCase;

typedef struct StirredResult {
    double dye, heat;           ///< drift of the totals in the end, relative
    double largest;             ///< drift of either at any time
    double largestMean;         ///< of its means over 50 steps
    double least, most;         ///< dye at any time, which began between 0 and 1
    double leastHeat, mostHeat; ///< likewise, over what the warm fluid began with
} StirredResult;

StirredResult Stirred_Run(Fixture *fixture, const StirredCase *stirred);
