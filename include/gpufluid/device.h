/// gfDevice: the library's side of one GL context. It holds compiled programs, probed formats, timers and counts.
#ifndef GPUFLUID_DEVICE_H
#define GPUFLUID_DEVICE_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gfDevice gfDevice;

/// A GL function, as the host's loader returns it.
typedef void (*gfGLProc)(void);

/// The host's loader: glfwGetProcAddress, eglGetProcAddress, or SDL_GL_GetProcAddress with a cast.
typedef gfGLProc (*gfGetProcAddressFn)(const char *name);

/// What a device is made from. Make it with gfDefaultDeviceDef().
typedef struct gfDeviceDef {
    /// Loader of the context that is current; required.
    gfGetProcAddressFn getProcAddress;
    /// Tells which GL context is current, so that a call in another one, or in none, is refused (WRONG_CONTEXT). Null
    /// (the default): eglGetCurrentContext or glXGetCurrentContext, if the loader knows one; where it knows neither
    /// (WGL, some hosts of their own) a wrong context goes unnoticed, and the call touches that context's objects.
    void *(*getCurrentContext)(void *user);
    /// Passed to `getCurrentContext`; default null.
    void *contextUser;
    /// Receives messages; null (the default) drops them. See also gfGetLastError.
    gfLogFn *log;
    /// Passed to `log`; default null.
    void *logUser;
    /// Memory hooks; default malloc and free.
    gfAllocator allocator;
    /// Save the host's GL state at the start of each call and put it back at its end. Default true. A host that sets
    /// all the state it needs itself may turn this off; the README lists what is touched.
    bool keepHostState;
    /// Time every pass with GPU queries, see gfDevice_GetProfile. Default false.
    bool profiling;
    /// Read shaders from this folder instead of those built in, for work on shaders. Default null. Must live as long
    /// as the device.
    const char *shaderDir;
    /// Set by gfDefaultDeviceDef().
    int32_t cookie;
} gfDeviceDef;

/// What the device holds now. All zero after the last fluid is destroyed, but for the device's own few objects.
typedef struct gfMemoryCounts {
    size_t cpuBytes;      ///< host memory, bytes
    size_t gpuBytes;      ///< textures and pixel buffers, bytes, as computed from their formats
    int32_t textures;     ///< GL textures
    int32_t framebuffers; ///< GL framebuffers
    int32_t programs;     ///< GL programs
    int32_t buffers;      ///< GL buffers
    int32_t queries;      ///< GL queries
    int32_t fluids;       ///< live gfFluid objects
} gfMemoryCounts;

/// Most entries a profile can have.
#define GF_PROFILE_MAX 48

/// Time of one kind of pass since the last reset.
typedef struct gfProfileEntry {
    const char *label; ///< the pass's name, e.g. "divergence"; lives as long as the device
    uint64_t count;    ///< passes whose time is in `ms`
    double ms;         ///< GPU milliseconds, sum over those passes
} gfProfileEntry;

/// GPU time by pass, see gfDevice_GetProfile.
typedef struct gfProfile {
    gfProfileEntry entries[GF_PROFILE_MAX];
    int32_t entryCount;
    uint64_t dropped; ///< passes that could not be timed: no free query, or the host had a time query open
} gfProfile;

/// A definition with every default; the caller sets getProcAddress.
GF_API gfDeviceDef gfDefaultDeviceDef(void);

/// Makes a device for the context that is current on this thread: OpenGL 3.3 core or later, or OpenGL ES 3.0 or later
/// that can render to float or half-float textures. The context must be current in every later call too.
/// Null on failure: NULL_ARGUMENT, COOKIE, NO_CONTEXT, NO_FLOAT_RENDERING, SHADER, OUT_OF_MEMORY, HOST_STATE.
GF_API gfDevice *gfCreateDevice(const gfDeviceDef *def);

/// Frees the device and every fluid still on it. Null is allowed. Where the device's context is not current (it is gone,
/// say) its GL objects are forgotten and not deleted, for their names may be another context's.
GF_API void gfDestroyDevice(gfDevice *device);

/// Tells the device that its context is gone. From then on it makes no GL call: every call that would is refused
/// (CONTEXT_LOST), and destroying frees memory and forgets GL names. A loss that the GL reports has the same effect.
GF_API void gfDevice_Lose(gfDevice *device);

/// Lets what failed be tried again: shaders that did not compile, effects that were left out. Creating a fluid does it,
/// too. Needs no context.
GF_API void gfDevice_ResetErrors(gfDevice *device);

/// The context's GL_RENDERER and GL_VERSION, as one line; lives as long as the device. Null for a null device.
GF_API const char *gfDevice_GetRenderer(const gfDevice *device);

/// What the device holds now. All zero for a null device.
GF_API gfMemoryCounts gfDevice_GetMemory(const gfDevice *device);

/// Turns pass timing on or off.
GF_API void gfDevice_SetProfiling(gfDevice *device, bool enabled);

/// GPU time by pass since the last reset, of the queries that have come back so far. Never waits. False with
/// NULL_ARGUMENT, or UNSUPPORTED where the context has no time queries.
GF_API bool gfDevice_GetProfile(gfDevice *device, gfProfile *profile);

/// Sets every profile entry to zero and forgets the queries in flight.
GF_API void gfDevice_ResetProfile(gfDevice *device);

#ifdef __cplusplus
}
#endif
#endif
