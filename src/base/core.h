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

// Cookies of the public definitions: they tell a definition made by its default function from a zeroed one.
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

// The host's functions that take messages and give memory; embedded in the device.
typedef struct gfCore {
    gfLogFn *log;
    void *logUser;
    gfAllocator allocator;
    size_t allocatedBytes;
    int failedAllocations;
    // The optional feature under way (gfFailure), as "bloom is": an error becomes a warning that it is left out. Null:
    // errors stay errors. Empty: nothing is reported.
    const char *leftOut;
} gfCore;

static inline bool gfCore_IsQuiet(const gfCore *core)
{
    return core->leftOut != NULL && core->leftOut[0] == '\0';
}

// Returns zeroed memory, which is counted; null (reported) when the allocator has none.
void *gfAlloc(gfCore *core, size_t size);
void gfFree(gfCore *core, void *memory);
// Moves the first `used` bytes of `memory` (null if 0) to a new, larger block, and frees the old one. Null, reported,
// and the old block stays, when the allocator has no memory.
void *gfGrow(gfCore *core, void *memory, size_t used, size_t size);

// Returns a number that no earlier call in this process returned, on whatever thread; never 0.
uint32_t gfUniqueNumber(void);

// Lock and unlock data that all devices share, and driver calls that are not thread-safe. Other threads wait in a loop,
// so the lock must be held for a few instructions only.
void gfLock(void);
void gfUnlock(void);

// Logs, and for GF_LOG_ERROR also sets the thread's last error. `core` may be null: then only the last error is set.
void gfReport(const gfCore *core, gfLogLevel level, gfErrorCode code, const char *format, ...) GF_PRINTF(4, 5);

// Reports an error and leaves by the function's single way out.
#define GF_REQUIRE(core, condition, code, ...)                            \
    do {                                                                  \
        if (!(condition)) {                                               \
            gfReport((core), GF_LOG_ERROR, GF_ERROR_##code, __VA_ARGS__); \
            goto error;                                                   \
        }                                                                 \
    } while (0)

// Returns whether a value is in a range, false for NaN. NaN is found by its bits, because -ffast-math lets a compiler
// assume that there is none.
static inline bool gfInRange(double value, double low, double high)
{
    const uint64_t infinity = (uint64_t)0x7ff << 52;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & ~((uint64_t)1 << 63)) <= infinity && value >= low && value <= high;
}

// A number of a definition and its range, ends included.
typedef struct gfRange {
    const char *name;
    double value, low, high;
} gfRange;

// Returns whether all numbers are in their ranges; reports the first that is not, OUT_OF_RANGE. `caller`: the public
// function.
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

// Returns a hash of a number: `scramble` of shaders/common/hash.glsl.
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
