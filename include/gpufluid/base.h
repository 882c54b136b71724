/// Version, errors, log, allocator and the small value types that every other header uses. A program begins with
/// gfCreateDevice (device.h); nothing here is called before it.
#ifndef GPUFLUID_BASE_H
#define GPUFLUID_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Major version of these headers.
#define GF_VERSION_MAJOR 0
/// Minor version of these headers.
#define GF_VERSION_MINOR 1
/// Patch version of these headers.
#define GF_VERSION_PATCH 0
/// Version of these headers as a text; gfGetVersion returns that of the linked library.
#define GF_VERSION_STRING "0.1.0"

/// Marks each public function. A project that uses the library as a DLL defines GPUFLUID_SHARED.
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

/// Largest magnitude of the values in a field (dye, K, m/s). Larger ones are clamped to it, so that half floats stay
/// finite. Most amounts that the host gives must be within it, too.
#define GF_VALUE_MAX 60000.0f

/// Declares the handle type of one kind of object, so that the compiler refuses an emitter where a solid is expected. A
/// handle of all zeros is "none". Hosts may copy handles and test them with the macros below.
#define GF_HANDLE(type)                                                                            \
    typedef struct type {                                                                          \
        uint64_t generation; /* counts the uses of a slot, so that no handle is given out twice */ \
        uint32_t fluid;      /* number of the fluid, unique in the process */                      \
        uint16_t index;      /* number of the slot */                                              \
        uint16_t kind;       /* kind of object, such as an emitter or a solid */                   \
    } type

/// True if a handle is none. `= {0}` (C++: `{}`) makes such a handle, and a failed call returns one.
#define GF_IS_NULL(id) ((id).generation == 0)

/// True if two handles name the same object. It evaluates its arguments several times.
#define GF_ID_EQUALS(a, b) \
    ((a).generation == (b).generation && (a).fluid == (b).fluid && (a).index == (b).index && (a).kind == (b).kind)

/// All error codes with their one-line meanings. Log messages and gfGetLastError carry them; only messages of
/// GF_LOG_INFO carry OK. A call that lists SHADER may also report SHADER_FILE, if gfDeviceDef.shaderDir lacks a file.
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
    X(TIME_LOST, "more time was asked for than the largest number of steps covers")                     \
    X(GL, "the GL reported an error")                                                                   \
    X(SNAPSHOT, "data is no snapshot, or a damaged one")

/// Error codes, GF_ERROR_OK (0) first, named after GF_ERROR_LIST.
typedef enum gfErrorCode {
#define GF_X(name, text) GF_ERROR_##name,
    GF_ERROR_LIST(GF_X)
#undef GF_X
        GF_ERROR_COUNT
} gfErrorCode;

/// Severity of a log message. GF_LOG_ERROR: the call failed and changed nothing. GF_LOG_WARNING: the call went on, with
/// a worse result. GF_LOG_INFO: a choice that the library made, reported once per device or fluid.
typedef enum gfLogLevel { GF_LOG_ERROR, GF_LOG_WARNING, GF_LOG_INFO } gfLogLevel;

/// Function of the host that receives messages, on the thread of the call that causes them. It must not call the
/// library. `message` is valid until the function returns; `user` is gfDeviceDef.logUser. Two kinds of errors reach no
/// log, and only gfGetLastError has them: a null device, fluid or other object, and a device definition without its
/// cookie.
typedef void gfLogFn(gfLogLevel level, gfErrorCode code, const char *message, void *user);

/// Memory hooks of the host.
typedef struct gfAllocator {
    /// Returns `size` bytes aligned for any type, or null. Default null: malloc.
    void *(*alloc)(size_t size, void *user);
    /// Frees what `alloc` returned; never called with null. Default null: free. Set both functions or neither.
    void (*free)(void *memory, void *user);
    /// Pointer that both functions receive. Default null.
    void *user;
} gfAllocator;

/// Returns the one-line meaning of a code, never null. Reports nothing and needs no context.
GF_API const char *gfErrorText(gfErrorCode code);

/// Returns the code of this thread's last failed call, GF_ERROR_OK if there is none. It stays until the next failure or
/// gfClearLastError. `message`, if not null, receives the text, valid until the next failure. Needs no context.
GF_API gfErrorCode gfGetLastError(const char **message);

/// Forgets this thread's last error. Needs no context.
GF_API void gfClearLastError(void);

/// Returns the version of the linked library, "major.minor.patch". Reports nothing and needs no context.
GF_API const char *gfGetVersion(void);

#ifdef __cplusplus
}
#endif
#endif
