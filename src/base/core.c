#include "base/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(_MSC_VER)
#define GF_THREAD_LOCAL __declspec(thread)
#else
#define GF_THREAD_LOCAL _Thread_local
#endif

// A counter and a lock of C11 atomics or MSVC's intrinsics. With neither, one thread at a time may call the library.
#if !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
static atomic_uint lastNumber;
static atomic_flag locked = ATOMIC_FLAG_INIT;
#define GF_NEXT_NUMBER() (atomic_fetch_add(&lastNumber, 1u) + 1u)
#define GF_TAKE_LOCK() (!atomic_flag_test_and_set(&locked))
#define GF_LEAVE_LOCK() atomic_flag_clear(&locked)
#elif defined(_MSC_VER)
#include <intrin.h>
static volatile long lastNumber, locked;
#define GF_NEXT_NUMBER() ((unsigned)_InterlockedIncrement(&lastNumber))
#define GF_TAKE_LOCK() (_InterlockedExchange(&locked, 1) == 0)
#define GF_LEAVE_LOCK() ((void)_InterlockedExchange(&locked, 0))
#else
static unsigned lastNumber;
#define GF_NEXT_NUMBER() (++lastNumber)
#define GF_TAKE_LOCK() true
#define GF_LEAVE_LOCK() ((void)0)
#endif

#define MESSAGE_SIZE 2048

static GF_THREAD_LOCAL gfErrorCode lastCode;
static GF_THREAD_LOCAL char lastMessage[MESSAGE_SIZE];

const char *gfErrorText(gfErrorCode code)
{
    static const char *const texts[] = {
#define GF_X(name, text) text,
        GF_ERROR_LIST(GF_X)
#undef GF_X
    };
    return (unsigned)code < (unsigned)GF_ERROR_COUNT ? texts[code] : "unknown error code";
}

gfErrorCode gfGetLastError(const char **message)
{
    if (message != NULL) {
        *message = lastMessage;
    }
    return lastCode;
}

void gfClearLastError(void)
{
    lastCode = GF_ERROR_OK;
    lastMessage[0] = '\0';
}

uint32_t gfUniqueNumber(void)
{
    uint32_t number = (uint32_t)GF_NEXT_NUMBER();
    return number != 0 ? number : (uint32_t)GF_NEXT_NUMBER(); // the counter wraps to 0 after four billion calls
}

void gfLock(void)
{
    while (!GF_TAKE_LOCK()) {
    }
}

void gfUnlock(void)
{
    GF_LEAVE_LOCK();
}

const char *gfGetVersion(void)
{
    return GF_VERSION_STRING;
}

void gfReport(const gfCore *core, gfLogLevel level, gfErrorCode code, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    if (core != NULL && gfCore_IsQuiet(core)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    int length = 0;
    if (core != NULL && core->leftOut != NULL && level == GF_LOG_ERROR) { // an optional feature failed: gfCore.leftOut
        length = snprintf(message, sizeof message, "%s left out from now on: ", core->leftOut);
        level = GF_LOG_WARNING;
    }
    vsnprintf(message + length, sizeof message - (size_t)length, format, arguments);
    va_end(arguments);
    if (level == GF_LOG_ERROR) {
        lastCode = code;
        memcpy(lastMessage, message, sizeof lastMessage);
    }
    if (core != NULL && core->log != NULL) {
        core->log(level, code, message, core->logUser);
    }
}

bool gfCheckRanges(const gfCore *core, const gfRange *ranges, int count, const char *caller)
{
    for (int i = 0; i < count; i++) {
        const gfRange *r = &ranges[i];
        GF_REQUIRE(core, gfInRange(r->value, r->low, r->high), OUT_OF_RANGE, "%s: %s is %g; %g to %g is expected",
                   caller, r->name, r->value, r->low, r->high);
    }
    return true;
}

// The header of an allocated block: its size, for gfFree. `align` keeps the memory behind it aligned for any type.
typedef union BlockHeader {
    size_t size;
    max_align_t align;
} BlockHeader;

void *gfAlloc(gfCore *core, size_t size)
{
    size_t whole = size + sizeof(BlockHeader);
    BlockHeader *block =
        core->allocator.alloc != NULL ? core->allocator.alloc(whole, core->allocator.user) : malloc(whole);
    if (block == NULL) {
        core->failedAllocations++;
        gfReport(core, GF_LOG_ERROR, GF_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes", size);
        return NULL;
    }
    memset(block, 0, whole);
    block->size = whole;
    core->allocatedBytes += whole;
    return block + 1;
}

void gfFree(gfCore *core, void *memory)
{
    if (memory == NULL) {
        return;
    }
    BlockHeader *block = (BlockHeader *)memory - 1;
    core->allocatedBytes -= block->size;
    if (core->allocator.free != NULL) {
        core->allocator.free(block, core->allocator.user);
    } else {
        free(block);
    }
}

void *gfGrow(gfCore *core, void *memory, size_t used, size_t size)
{
    void *grown = gfAlloc(core, size);
    if (grown != NULL) {
        if (used > 0) {
            memcpy(grown, memory, used);
        }
        gfFree(core, memory);
    }
    return grown;
}
