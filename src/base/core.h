// Allocation, log, errors and checks, which every other file may use.
#ifndef GF_CORE_H
#define GF_CORE_H

#include "gpufluid/base.h"
#include "gpufluid/device.h"

#include <math.h>
#include <string.h>

#define GF_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#if defined(__MINGW32__) && !defined(__clang__)
#define GF_PRINTF(formatIndex, firstArgument) __attribute__((format(gnu_printf, formatIndex, firstArgument)))
#elif defined(__GNUC__)
#define GF_PRINTF(formatIndex, firstArgument) __attribute__((format(printf, formatIndex, firstArgument)))
#else
#define GF_PRINTF(formatIndex, firstArgument)
#endif

// Values of `cookie` in public definitions, set by gfDefault...(): a definition without its value is refused.
#define GF_DEVICE_COOKIE 0x67664431
#define GF_FLUID_COOKIE 0x67664631
#define GF_SOURCE_COOKIE 0x67665331
#define GF_SOLID_COOKIE 0x67664f31
#define GF_DRAW_COOKIE 0x67665231
#define GF_DRAW3D_COOKIE 0x67665233
#define GF_SURFACE_COOKIE 0x67665253
#define GF_FRAME_COOKIE 0x67664d31
#define GF_TRACERS_COOKIE 0x67665431
#define GF_PARTICLE_GROUP_COOKIE 0x67665047
#define GF_FLUID3D_COOKIE 0x67664633
#define GF_SOLID3D_COOKIE 0x67664f33
#define GF_SOURCE3D_COOKIE 0x67665333
#define GF_GROUND_COOKIE 0x67664731
#define GF_QUERY_COOKIE 0x67665131
#define GF_GOVERNOR_COOKIE 0x67664756
#define GF_QUERY_REGION_COOKIE 0x67665132
#define GF_PREPARE_COOKIE 0x67665031
#define GF_RIGID_BODY_COOKIE 0x67664231
#define GF_RIGID_BODY3D_COOKIE 0x67664233
#define GF_OPTICAL_FLOW_COOKIE 0x67664f46
#define GF_STIR_COOKIE 0x67664f53
#define GF_COUPLING_COOKIE 0x67664350
#define GF_GAME_FRAME_COOKIE 0x67664746

// The host's log and allocator, and counts of memory. Each device has one, an argument of all that logs or allocates.
typedef struct gfCore {
    gfLogFn *log;
    void *logUser;
    gfAllocator allocator;
    size_t allocatedBytes;
    int failedAllocations;
    // Set while something optional is made (gfFailure): its words in messages, as "bloom is". An error is then a
    // warning that begins with "bloom is left out from now on". Null: errors stay errors. "": nothing is reported.
    const char *leftOut;
} gfCore;

static inline bool gfCore_IsQuiet(const gfCore *core)
{
    return core->leftOut != NULL && core->leftOut[0] == '\0';
}

// Returns zeroed memory of the host's allocator, counted in gfCore.allocatedBytes. Null and reported: OUT_OF_MEMORY.
void *gfAlloc(gfCore *core, size_t size);
void gfFree(gfCore *core, void *memory);
// Moves the first `used` bytes of `memory` to a new block of `size` bytes, and frees the old one. `memory` may be null
// if `used` is 0. Null and reported on failure: OUT_OF_MEMORY; the old block stays then.
void *gfGrow(gfCore *core, void *memory, size_t used, size_t size);

// Returns a number that no earlier call in this process returned, on whatever thread; never 0.
uint32_t gfUniqueNumber(void);

// Take and release the lock on what all devices share. Others wait in a busy loop: hold it for a few instructions only.
void gfLock(void);
void gfUnlock(void);

// Logs a message; GF_LOG_ERROR also sets the thread's last error (gfGetLastError). `core` null: nothing is logged.
void gfReport(const gfCore *core, gfLogLevel level, gfErrorCode code, const char *format, ...) GF_PRINTF(4, 5);

// Unless `condition` holds, report an error and leave the function. GF_REQUIRE_OR returns `value`; GF_REQUIRE returns
// 0, which is also false and null; GF_REQUIRE_OR_UNDO jumps to the label `error` of the function, which undoes there
// what it has begun. `code` is the error's name without GF_ERROR_.
#define GF_REQUIRE_OR(value, core, condition, code, ...) \
    GF_REPORT_UNLESS(return value, core, condition, code, __VA_ARGS__)
#define GF_REQUIRE(core, condition, code, ...) GF_REPORT_UNLESS(return 0, core, condition, code, __VA_ARGS__)
#define GF_REQUIRE_OR_UNDO(core, condition, code, ...) GF_REPORT_UNLESS(goto error, core, condition, code, __VA_ARGS__)
#define GF_REPORT_UNLESS(leave, core, condition, code, ...)               \
    do {                                                                  \
        if (!(condition)) {                                               \
            gfReport((core), GF_LOG_ERROR, GF_ERROR_##code, __VA_ARGS__); \
            leave;                                                        \
        }                                                                 \
    } while (0)

// Reports NULL_ARGUMENT and returns 0 from a public call if one of its arguments `a` and `b` is null.
#define GF_REQUIRE_BOTH(a, b) \
    GF_REQUIRE(NULL, (a) != NULL && (b) != NULL, NULL_ARGUMENT, "%s: %s is null", __func__, (a) == NULL ? #a : #b)

// Returns 0 (false, null) from the function if `work`, an expression, is false. The error was reported within `work`.
#define GF_TRY(work)   \
    do {               \
        if (!(work)) { \
            return 0;  \
        }              \
    } while (0)

// Returns whether a value is in a range, false for NaN, which is found by its bits: -ffast-math assumes there is none.
static inline bool gfInRange(double value, double low, double high)
{
    const uint64_t infinity = (uint64_t)0x7ff << 52;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & ~((uint64_t)1 << 63)) <= infinity && value >= low && value <= high;
}

// A number to check, its name in messages, and its range, ends included.
typedef struct gfRange {
    const char *name;
    double value, low, high;
} gfRange;

// clang-format off
// Initialize two or three gfRange for the components of a vector `v`; `name` is a string literal.
#define GF_RANGES2(name, v, low, high) {name ".x", (double)(v).x, low, high}, {name ".y", (double)(v).y, low, high}
#define GF_RANGES3(name, v, low, high) GF_RANGES2(name, v, low, high), {name ".z", (double)(v).z, low, high}
// clang-format on

// Returns whether all numbers are in their ranges; reports the first that is not, OUT_OF_RANGE. `caller`: for messages.
bool gfCheckRanges(const gfCore *core, const gfRange *ranges, int count, const char *caller);

static inline int gfMin(int a, int b)
{
    return a < b ? a : b;
}

static inline int gfMax(int a, int b)
{
    return a > b ? a : b;
}

static inline int gfClamp(int value, int low, int high)
{
    return gfMax(low, gfMin(value, high));
}

// Returns a hash of a number, the same that `scramble` of shaders/common/hash.glsl returns on the GPU.
static inline uint32_t gfScramble(uint32_t n)
{
    n = n * 747796405u + 2891336453u;
    n = ((n >> ((n >> 28) + 4u)) ^ n) * 277803737u;
    return (n >> 22) ^ n;
}

// Returns the least n for which 2^n is at least `value`.
static inline int gfLog2(int value)
{
    int n = 0;
    while (n < 30 && 1 << n < value) {
        n++;
    }
    return n;
}

#endif
