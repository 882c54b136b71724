/// Version, errors, log, allocator and the small value types that every other header uses.
#ifndef GPUFLUID_BASE_H
#define GPUFLUID_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GF_VERSION_MAJOR 0
#define GF_VERSION_MINOR 1
#define GF_VERSION_PATCH 0
#define GF_VERSION_STRING "0.1.0"

#if defined(_WIN32) && defined(GPUFLUID_SHARED)
#define GF_API __declspec(dllimport)
#elif defined(_WIN32)
#define GF_API
#elif defined(__GNUC__)
#define GF_API __attribute__((visibility("default")))
#else
#define GF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A point or vector, metres unless the field says otherwise.
typedef struct gfVec2 {
    float x;
    float y;
} gfVec2;

/// Fields are kept within this size whatever is poured in (dye, kelvin, m/s), so that half floats stay finite; most
/// amounts that the host gives must be too.
#define GF_VALUE_MAX 60000.0f

/// Every code that a log message or gfGetLastError can carry: name and one-line meaning.
#define GF_ERROR_LIST(X)                                                                                \
    X(OK, "no error")                                                                                   \
    X(NULL_ARGUMENT, "a required pointer or handle is null")                                            \
    X(COOKIE, "a definition was not made by its gfDefault...Def() function")                            \
    X(OUT_OF_RANGE, "a number is outside its documented range, NaN or infinite")                        \
    X(BAD_HANDLE, "an emitter, solid or read-back handle is not, or is no longer, valid")               \
    X(TOO_MANY, "a documented maximum count is reached")                                                \
    X(OUT_OF_MEMORY, "the host allocator or the GL is out of memory")                                   \
    X(NO_CONTEXT, "no usable GL context is current: OpenGL 3.3 or OpenGL ES 3.0 is the least")          \
    X(NO_FLOAT_RENDERING, "the context can render to no float texture format")                          \
    X(SHADER, "a shader failed to compile or link")                                                     \
    X(SHADER_FILE, "a shader source is missing or an #include in it cannot be resolved")                \
    X(FRAMEBUFFER, "a framebuffer is incomplete")                                                       \
    X(HOST_STATE, "the host has GL work open that cannot be suspended")                                 \
    X(UNSUPPORTED, "the solver or field does not offer this")                                           \
    X(TIME_LOST, "more time was asked for than the largest number of substeps covers")                  \
    X(GL, "the GL reported an error")                                                                   \
    X(CONTEXT_LOST, "the GL context is lost, or was destroyed; gfDevice_Lose, then destroy the device") \
    X(WRONG_CONTEXT, "another GL context than the device's is current, or none")

/// Error codes; GF_ERROR_OK is 0.
typedef enum gfErrorCode {
#define GF_X(name, text) GF_ERROR_##name,
    GF_ERROR_LIST(GF_X)
#undef GF_X
        GF_ERROR_COUNT
} gfErrorCode;

/// How serious a log message is. GF_LOG_ERROR: the call failed and changed nothing. GF_LOG_WARNING: the call went on,
/// less well. GF_LOG_INFO: once per device or fluid, what was chosen.
typedef enum gfLogLevel { GF_LOG_ERROR, GF_LOG_WARNING, GF_LOG_INFO } gfLogLevel;

/// Receives every message. It must not call the library. `message` lives until it returns.
typedef void gfLogFn(gfLogLevel level, gfErrorCode code, const char *message, void *user);

/// Memory hooks. Null functions mean malloc and free. `alloc` returns memory aligned for any type, or null.
typedef struct gfAllocator {
    void *(*alloc)(size_t size, void *user);
    void (*free)(void *memory, void *user);
    void *user;
} gfAllocator;

/// The one-line meaning of a code; never null.
GF_API const char *gfErrorText(gfErrorCode code);

/// The code of the last failed call on this thread (it stays until the next failure or gfClearLastError), and its
/// message through `message` if that is not null. Needs no context. The message lives until the next failure.
GF_API gfErrorCode gfGetLastError(const char **message);

/// Forgets this thread's last error.
GF_API void gfClearLastError(void);

/// The version of the library linked, as "major.minor.patch".
GF_API const char *gfGetVersion(void);

#ifdef __cplusplus
}
#endif
#endif
