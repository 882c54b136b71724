/// The start of every GPU test: a headless context of the kind that GF_TEST_API names (gl33 or es30), a device, and a
/// record of the messages of library and GL. A GL error that KHR_debug reports fails the test.
#pragma once

#include "support/headless.h"
#include "support/testing.h"

#include <gpufluid/gpufluid.h>

#include <glad/gl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Fixture {
    Headless *headless;
    GladGLContext gl; ///< the test's own function table; a test of the library never touches the library's
    gfDevice *device;
    int errors;           ///< GF_LOG_ERROR messages since Fixture_ClearLog
    int warnings;         ///< GF_LOG_WARNING messages
    gfErrorCode lastCode; ///< of the last error or warning
    char lastMessage[1024];
    int glErrors; ///< KHR_debug messages of type error
    char lastGlError[512];
};

/// The kind of context that the environment asks for; HEADLESS_GL33 without GF_TEST_API.
HeadlessApi Fixture_Api(void);

/// cmocka set-up and tear-down for a group: *state becomes a Fixture with a device. Tear-down destroys the device and
/// fails if the library still held GL objects or memory, or the GL reported an error.
int Fixture_SetUp(void **state);
/// After each test, where a program's tests share a Fixture: destroys what the test left of the device's: fluids,
/// groups, snapshots and whatever else it made with it, and what Fixture_Read returned.
int Fixture_Clean(void **state);
/// Fixture_SetUp with warnings of gfDeviceDef.validation, for tests that must cause none.
int Fixture_SetUpWarned(void **state);
int Fixture_TearDown(void **state);

/// A definition that logs into the fixture, with the fixture's loader, and without validation: tests do on purpose what
/// newcomers do by mistake. GF_SHADER_DIR in the environment names a folder
/// to read the shaders from, and GF_TEST_TIER a tier, base or gather.
gfDeviceDef Fixture_DeviceDef(Fixture *fixture);

/// Makes another device, of Fixture_DeviceDef or of `def`, to be destroyed; fails the test on error.
gfDevice *Fixture_MakeDevice(Fixture *fixture);
gfDevice *Fixture_MakeDeviceOf(Fixture *fixture, const gfDeviceDef *def);

/// Forgets recorded messages.
void Fixture_ClearLog(Fixture *fixture);

/// Fails unless exactly one error was reported since Fixture_ClearLog, with this code and a message that contains
/// `text`; then forgets it.
void Fixture_ExpectError(Fixture *fixture, gfErrorCode code, const char *text);

/// Fails the test unless the call is refused with this error. The test must have a `fixture`.
#define EXPECT_REFUSED(call, code, text) (assert_false(call), Fixture_ExpectError(fixture, GF_ERROR_##code, text))

/// Evaluates to the handle, of any kind, that a call returns; fails the test if it is null.
#define GIVEN(call)                      \
    __extension__({                      \
        __typeof__(call) given = (call); \
        assert_false(GF_IS_NULL(given)); \
        given;                           \
    })

/// Fails if a GL error was reported or is pending.
void Fixture_ExpectNoGlError(Fixture *fixture);

/// A fluid of size w x h cells over a domain w/h metres wide and 1 m high, otherwise default; fails the test on error.
gfFluid *Fixture_MakeFluid(Fixture *fixture, int width, int height);

/// Tracers in a fluid, otherwise default; fails the test on error.
gfTracers *Fixture_MakeTracers(gfFluid *fluid, int count, float lifetime);

/// Returns the hash `h`, of earlier bytes or empty, continued by further bytes.
#define FIXTURE_HASH_EMPTY 0xcbf29ce484222325u
uint64_t Fixture_Hash(uint64_t h, const void *bytes, size_t size);

/// Registers memory, not NULL, to be freed with free() when the test ends.
void *Fixture_Keep(void *memory);

/// Returns zeroed memory, freed when the test ends.
void *Fixture_Alloc(size_t size);

/// Returns a snapshot, freed when the test ends; fails the test on error.
void *Fixture_Save(gfFluid *fluid, size_t *size);

/// Returns a whole field, freed when the test ends; fails the test on error.
float *Fixture_Read(gfFluid *fluid, gfField field, gfFieldInfo *info);
/// The same, to be freed with free().
float *Fixture_ReadField(gfFluid *fluid, gfField field, gfFieldInfo *info);
