/// Helpers of tests of bad arguments: a fluid in motion that no refused call may change. Numbers of definitions are
/// tried by tests/hostile/test_bad_ranges.c.
#pragma once

#include "support/fixture.h"

#define GRID_W 16
#define GRID_H 12

/// The state of the test that runs.
typedef struct Stage {
    Fixture *fixture;
    gfFluid *fluid;
    uint64_t (*look)(void); ///< hashes all that no refused call may change: fluid, clock, the device's memory
    uint64_t witness;       ///< the hash at BadInput_Watch
    gfFluid *other;         ///< a second fluid, for tests that need one
} Stage;

extern Stage stage;

/// cmocka set-up of a fluid in motion, for Fixture_TearDown.
int BadInput_SetUp(void **state);

/// Notes the state that refused calls must not change from now on.
void BadInput_Watch(void);

/// Fails unless the call was refused with this code and a message that contains `text`, and nothing changed.
void BadInput_ExpectRefused(bool refused, gfErrorCode code, const char *text);

#define REFUSED(call, code, text) BadInput_ExpectRefused(!(call), GF_ERROR_##code, text)
#define REFUSED_ID(call, code, text) BadInput_ExpectRefused(GF_IS_NULL(call), GF_ERROR_##code, text)

#define ROWS(table) (sizeof(table) / sizeof(table)[0])
