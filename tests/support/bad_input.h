/// What tests of bad arguments share: a fluid in motion that no refused call may change, and tables of the numbers of a
/// definition with their ranges.
#ifndef SUPPORT_BAD_INPUT_H
#define SUPPORT_BAD_INPUT_H

#include "support/fixture.h"

#define GRID_W 16
#define GRID_H 12

typedef struct Stage {
    Fixture *fixture;
    gfFluid *fluid;
    uint64_t witness; ///< of fields, clock and memory
    gfFluid *other;   ///< where a test needs one
} Stage;

/// What the fluid, its clock and the device's memory are like.
uint64_t BadInput_Witness(const Stage *s);

/// cmocka set-up and tear-down: *state becomes a Stage with a fluid in motion, to see that nothing happens to it.
int BadInput_SetUp(void **state);
int BadInput_TearDown(void **state);

/// Fails unless the call was refused with this code and a message that contains `text`, and nothing changed.
void BadInput_ExpectRefused(Stage *s, bool refused, gfErrorCode code, const char *text);

#define REFUSED(call, code, text) BadInput_ExpectRefused(s, !(call), GF_ERROR_##code, text)

/// A float of a definition and the range that its header gives it.
typedef struct FloatRow {
    const char *name;
    size_t offset;
    float low, high;
} FloatRow;

typedef struct IntRow {
    const char *name;
    size_t offset;
    int32_t bad[4]; ///< unused ones repeat
} IntRow;

#define FLOAT_ROW(type, field, low, high)        \
    {                                            \
#field, offsetof(type, field), low, high \
    }
#define INT_ROW(type, field, a, b, c, d) \
    {                                    \
#field, offsetof(type, field),   \
        {                                \
            a, b, c, d                   \
        }                                \
    }
#define ROWS(table) (sizeof(table) / sizeof(table)[0])

/// Calls a function of the library with a definition; true if it accepted.
typedef bool CallWithDef(Stage *s, const void *def);

/// Each number of `good` just outside its range, and (floats) NaN and infinite: the call must refuse it and name it.
void BadInput_TryFloats(Stage *s, CallWithDef *call, const void *good, size_t size, const FloatRow *rows, size_t count);
void BadInput_TryInts(Stage *s, CallWithDef *call, const void *good, size_t size, const IntRow *rows, size_t count);

#endif
