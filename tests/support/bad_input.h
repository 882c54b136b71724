/// What tests of bad arguments share: a fluid in motion that no refused call may change. Numbers of definitions are
/// tried by tests/hostile/test_bad_ranges.c.
#pragma once

#include "support/fixture.h"

#define GRID_W 16
#define GRID_H 12

/// What the test that runs has.
typedef struct Stage {
    Fixture *fixture;
    gfFluid *fluid;
    uint64_t (*look)(void); ///< what no refused call may change: of the fluid, its clock and the device's memory
    uint64_t witness;       ///< what that was
    gfFluid *other;         ///< where a test needs one
} Stage;

extern Stage stage;

/// cmocka set-up, whose tear-down is Fixture_TearDown: a fluid in motion, to see that nothing happens to it.
int BadInput_SetUp(void **state);

/// From now on it is to stay as it is.
void BadInput_Watch(void);

/// Fails unless the call was refused with this code and a message that contains `text`, and nothing changed.
void BadInput_ExpectRefused(bool refused, gfErrorCode code, const char *text);

#define REFUSED(call, code, text) BadInput_ExpectRefused(!(call), GF_ERROR_##code, text)
#define REFUSED_ID(call, code, text) BadInput_ExpectRefused(GF_IS_NULL(call), GF_ERROR_##code, text)

#define ROWS(table) (sizeof(table) / sizeof(table)[0])
