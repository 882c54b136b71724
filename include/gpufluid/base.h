/// Version, errors, log, allocator and the small value types that every other header uses.
#ifndef GPUFLUID_BASE_H
#define GPUFLUID_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Version of these headers, first number.
#define GF_VERSION_MAJOR 0
/// The second.
#define GF_VERSION_MINOR 1
/// The third.
#define GF_VERSION_PATCH 0
/// All three, as gfGetVersion has them of the library.
#define GF_VERSION_STRING "0.1.0"

/// Stands before each function. GPUFLUID_SHARED is defined by projects that use the library as a DLL.
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
    float x; ///< to the right
    float y; ///< up
} gfVec2;

/// Fields are kept within this size whatever sources add (dye, kelvin, m/s), so that half floats stay finite. Most
/// amounts that the host gives must be within it too.
#define GF_VALUE_MAX 60000.0f

/// Declares the handle type of one kind of thing: the compiler then refuses an emitter where a solid is expected. All
/// zero is none. The members are the library's; hosts copy handles, and test them with the macros below.
#define GF_HANDLE(type)                                                                 \
    typedef struct type {                                                               \
        uint64_t generation; /* counts the uses of a slot: no handle ever comes back */ \
        uint32_t fluid;      /* number of the fluid, unique in the process */           \
        uint16_t index;      /* of the slot */                                          \
        uint16_t kind;       /* emitter, solid or read-back */                          \
    } type

/// Whether a handle is none: what a failed call returns, and what `= {0}` (C++: `{}`) makes.
#define GF_IS_NULL(id) ((id).generation == 0)

/// Whether two handles name the same thing. Evaluates its arguments several times.
#define GF_ID_EQUALS(a, b) \
    ((a).generation == (b).generation && (a).fluid == (b).fluid && (a).index == (b).index && (a).kind == (b).kind)

/// Every code that a log message or gfGetLastError can carry: name and one-line meaning. A call that lists SHADER
/// reports SHADER_FILE likewise, where gfDeviceDef.shaderDir lacks a file. Only messages of GF_LOG_INFO carry OK.
#define GF_ERROR_LIST(X)                                                                                \
    X(OK, "no error")                                                                                   \
    X(NULL_ARGUMENT, "a required pointer or handle is null")                                            \
    X(COOKIE, "a definition was not made by its gfDefault...Def() function")                            \
    X(OUT_OF_RANGE, "a number is outside its documented range, NaN or infinite")                        \
    X(BAD_HANDLE, "a handle is none, of another kind or fluid, or no longer alive")                     \
    X(TOO_MANY, "a documented maximum count is reached")                                                \
    X(OUT_OF_MEMORY, "the host allocator or the GL is out of memory")                                   \
    X(CONTEXT_LOST, "the GL context is lost, or was destroyed; gfDevice_Lose, then destroy the device") \
    X(WRONG_CONTEXT, "another GL context than the device's is current, or none")                        \
    X(NO_CONTEXT, "no usable GL context is current: OpenGL 3.3 or OpenGL ES 3.0 is the least")          \
    X(NO_FLOAT_RENDERING, "the context can render to no float texture format, or to none of 32 bits")   \
    X(SHADER, "a shader failed to compile or link")                                                     \
    X(SHADER_FILE, "a shader source is missing or an #include in it cannot be resolved")                \
    X(FRAMEBUFFER, "a framebuffer is incomplete")                                                       \
    X(HOST_STATE, "the host has GL work open that cannot be suspended")                                 \
    X(UNSUPPORTED, "the solver or field does not offer this")                                           \
    X(CALL_ORDER, "a call came before one that it needs, or twice")                                     \
    X(TIME_LOST, "more time was asked for than the largest number of substeps covers")                  \
    X(GL, "the GL reported an error")                                                                   \
    X(SNAPSHOT, "data is no snapshot, or a damaged one")

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

/// Receives every message but those about a null device, fluid or other handle of the library's and about a device's
/// definition without its cookie: these name no log. gfGetLastError has them. It is called on the thread of the call
/// that it is about. It must not call the library. `message` lives until it returns; `user` is gfDeviceDef.logUser.
typedef void gfLogFn(gfLogLevel level, gfErrorCode code, const char *message, void *user);

/// Memory hooks of the host.
typedef struct gfAllocator {
    /// `size` bytes aligned for any type, or null. Default null: malloc.
    void *(*alloc)(size_t size, void *user);
    /// Frees what `alloc` gave; never called with null. Default null: free. Both functions are set, or neither.
    void (*free)(void *memory, void *user);
    /// Passed to both. Default null.
    void *user;
} gfAllocator;

/// The one-line meaning of a code; never null. Reports nothing and needs no context.
GF_API const char *gfErrorText(gfErrorCode code);

/// The code of the last failed call on this thread (it stays until the next failure or gfClearLastError), and its
/// message through `message` if that is not null. Needs no context. The message lives until the next failure.
GF_API gfErrorCode gfGetLastError(const char **message);

/// Forgets this thread's last error. Needs no context.
GF_API void gfClearLastError(void);

/// The version of the library linked, as "major.minor.patch". Reports nothing and needs no context.
GF_API const char *gfGetVersion(void);

#ifdef __cplusplus
}
#endif
#endif
