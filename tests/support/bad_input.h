/// What tests of bad arguments share: a fluid in motion that no refused call may change. Numbers of definitions are
/// tried by tests/hostile/test_bad_ranges.c.
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

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

#endif
