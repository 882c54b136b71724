/// The numbers of all definitions, with the ranges that the headers give them: a table that make_ranges.py makes.
#pragma once

#include <gpufluid/gpufluid.h>

#include <math.h>
#include <stddef.h>

typedef enum RangeKind { RANGE_FLOAT, RANGE_DOUBLE, RANGE_INT, RANGE_COOKIE } RangeKind;

typedef struct RangeRow {
    const char *owner; ///< the structure
    const char *name;  ///< the member as messages have it; of a cookie: the function that gives one
    size_t offset;     ///< in the structure
    RangeKind kind;
    double low, high; ///< of what is allowed; infinite: an integer has no limit there
    bool ends;        ///< both are allowed whatever the other members are
} RangeRow;

extern const RangeRow rangeRows[];
extern const int rangeRowCount;
