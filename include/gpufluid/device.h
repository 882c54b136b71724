/// gfDevice: the library's side of one GL context. It holds compiled programs, probed formats, timers and counts.
#ifndef GPUFLUID_DEVICE_H
#define GPUFLUID_DEVICE_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The library's side of one GL context. Opaque.
typedef struct gfDevice gfDevice;

/// A GL function, as the host's loader returns it.
typedef void (*gfGLProc)(void);

/// A loader without data of its own: glfwGetProcAddress, eglGetProcAddress, or SDL_GL_GetProcAddress, which returns a
/// void * and needs a cast: (gfGetProcAddressFn)SDL_GL_GetProcAddress.
typedef gfGLProc (*gfGetProcAddressFn)(const char *name);

/// A loader with data of its own, `user`: gfDeviceDef.loadUser.
typedef gfGLProc (*gfLoadProcFn)(const char *name, void *user);

/// Size of a key: 32 digits and letters, fit for the name of a file, and a NUL.
#define GF_PROGRAM_KEY_SIZE 33

/// Finds a program's binary that an earlier run stored. Returns its size, bytes, and copies it to `bytes` if that is at
/// most `capacity`; it is called again with more room where it was not. 0: there is none.
typedef size_t (*gfLoadProgramFn)(const char *key, void *bytes, size_t capacity, void *user);

/// Keeps a program's binary for later runs, in place of what it may have under this key.
typedef void (*gfStoreProgramFn)(const char *key, const void *bytes, size_t size, void *user);

/// Which shaders a device uses. Their results differ by rounding alone.
typedef enum gfTier {
    GF_TIER_AUTO,  ///< gathers where they work, but not of software renderers, which they make slower
    GF_TIER_BASE,  ///< OpenGL 3.3 and OpenGL ES 3.0
    GF_TIER_GATHER ///< texture gathers: OpenGL 4.0, ARB_texture_gather with ARB_gpu_shader5, or OpenGL ES 3.1
} gfTier;

/// What is said about calls that are allowed, but do nothing or not what was meant, see gfDeviceDef.validation.
typedef enum gfValidation {
    GF_VALIDATION_OFF,      ///< nothing: they are done as told
    GF_VALIDATION_WARNINGS, ///< each kind once a device, GF_LOG_WARNING: the call goes on
    GF_VALIDATION_ERRORS    ///< each time, GF_LOG_ERROR: the call is refused and changes nothing
} gfValidation;

/// What a device is made from. Make it with gfDefaultDeviceDef().
typedef struct gfDeviceDef {
    /// Loader of the context that is current, such as glfwGetProcAddress or (gfGetProcAddressFn)SDL_GL_GetProcAddress.
    /// Either this or `loadProc` is required, and not both: they do the same, and `loadProc` is for loaders that need
    /// data of their own. Default null.
    gfGetProcAddressFn getProcAddress;
    /// Tells which GL context is current, so that a call in another one, or in none, is refused (WRONG_CONTEXT). Null
    /// (the default): eglGetCurrentContext, glXGetCurrentContext or wglGetCurrentContext, if the loader knows one.
    /// Where it knows none a wrong context goes unnoticed, and the call touches that context's objects.
    void *(*getCurrentContext)(void *user);
    /// Passed to `getCurrentContext`; default null.
    void *contextUser;
    /// The same as `getProcAddress` and in its place, for a loader that takes a user pointer, as those of engines do;
    /// it has nothing to do with programs, see `loadProgramBinary`. It is called within gfCreateDevice only. Default
    /// null.
    gfLoadProcFn loadProc;
    /// Passed to `loadProc`. Default null.
    void *loadUser;
    /// Receives messages; null (the default) drops them. Calls on a null device or fluid have no log, nor has a
    /// definition without its cookie, whose members may be garbage: ask gfGetLastError.
    gfLogFn *log;
    /// Passed to `log`; default null.
    void *logUser;
    /// What is said, through `log`, of what newcomers stumble over. GF_VALIDATION_ERRORS is for development: a game may
    /// well do one of these on purpose. In brackets the code. Default GF_VALIDATION_WARNINGS.
    ///   - A splat or emitter is farther from the domain than that is long, as one in pixels is (OUT_OF_RANGE).
    ///   - A source's dye has a colour and no amount, dye[3] (OUT_OF_RANGE). GF_SOLVER_PARTICLES shows it.
    ///   - Mass goes into GF_SOLVER_GRID (UNSUPPORTED).
    ///   - GF_SOLVER_GAUSSIAN: gravity is more than twice what the stiffness carries over the height that
    ///     gfFluid_FillToLevel fills, or more than it carries over a tenth of the domain's (OUT_OF_RANGE, with the step
    ///     that would do).
    ///   - GF_SOLVER_GAUSSIAN: a source's velocity is beyond GF_GAUSSIAN_SPEED_MAX (OUT_OF_RANGE, likewise).
    ///   - gfFluid_SetSolid moves or turns a solid in three steps one after the other, with velocity 0 and without
    ///     velocityFromMotion (OUT_OF_RANGE).
    ///   - GF_SOLVER_GAUSSIAN: before the first step a rigid body is added into liquid that gfFluid_FillToLevel
    ///     filled in, which it pushes out at once (CALL_ORDER). Bodies first, then the liquid.
    ///   - GF_DRAW_DYE is drawn of a fluid that has been given no dye: of a liquid of which there is some, or of all
    ///     else after 30 steps if anything acted on it (UNSUPPORTED).
    ///   - Thirty requests (gfQuery_Submit) or GF_READ_MAX / 2 copies (gfFluid_RequestField) are made, and none is
    ///     polled (CALL_ORDER).
    ///   - The context does not have a texture of a name (WRONG_CONTEXT): of sources and solids found out by the next
    ///     step. Where the name means another texture there, and in browsers, which would wait, it goes unnoticed.
    gfValidation validation;
    /// Memory hooks; default malloc and free.
    gfAllocator allocator;
    /// Whether each call saves the host's GL state when it begins and restores it when it ends. Default true. A host
    /// that sets all the state it needs itself may turn this off; docs/gl-state.md lists what is touched.
    bool keepHostState;
    /// Whether GPU queries time every pass, see gfDevice_GetProfile. Default false.
    bool profiling;
    /// Which shaders to use. Default GF_TIER_AUTO. GF_TIER_GATHER where the context lacks gathers, or where those that
    /// it has give wrong results when they are tried, makes no device (UNSUPPORTED).
    gfTier tier;
    /// Folder to read shaders from, for work on shaders; it must live as long as the device. Default null: those built
    /// in.
    const char *shaderDir;
    /// Programs as the driver compiled them, for a cache of the host's: on a disk, say. The library touches no file
    /// itself. Called on the thread of the call that needs a program; both must make no call of the library's. The key
    /// tells shader sources, renderer, GL and library version. Bytes that are not what was stored, and those that the
    /// driver refuses, are compiled anew and stored anew. Where the context has no binaries (GL 4.1,
    /// ARB_get_program_binary, ES 3.0; none in many browsers) neither is called. Default null: nothing is kept.
    gfLoadProgramFn loadProgramBinary;
    /// See `loadProgramBinary`. Default null.
    gfStoreProgramFn storeProgramBinary;
    /// Passed to both; default null.
    void *binaryUser;
    /// Set by gfDefaultDeviceDef().
    int32_t cookie;
} gfDeviceDef;

/// What the device holds now. All zero after the last fluid is destroyed, but for the device's own few objects.
typedef struct gfMemoryCounts {
    size_t cpuBytes;      ///< host memory, bytes
    size_t gpuBytes;      ///< textures, stencil and pixel buffers, bytes, as computed from their formats
    int32_t textures;     ///< GL textures
    int32_t framebuffers; ///< GL framebuffers
    int32_t programs;     ///< GL programs
    int32_t buffers;      ///< GL buffers
    int32_t queries;      ///< GL queries
    int32_t fluids;       ///< live gfFluid and gfFluid3D objects
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
    gfProfileEntry entries[GF_PROFILE_MAX]; ///< in the order of their first pass
    int32_t entryCount;                     ///< how many are filled, 0 to GF_PROFILE_MAX
    uint64_t dropped; ///< passes that could not be timed: no query was free, or the host had a time query open
} gfProfile;

/// A definition with every default; the caller sets a loader. Reports nothing and needs no context.
GF_API gfDeviceDef gfDefaultDeviceDef(void);

/// Makes a device for the context that is current on this thread: OpenGL 3.3 core or later, or OpenGL ES 3.0 or later
/// that can render to float or half-float textures. The context must be current in later calls too, but for those that
/// say that they need none.
/// Null on failure: NULL_ARGUMENT (no loader, half an allocator), COOKIE, OUT_OF_RANGE (two loaders, no gfTier or
/// gfValidation), NO_CONTEXT, NO_FLOAT_RENDERING, SHADER, OUT_OF_MEMORY, HOST_STATE, UNSUPPORTED (`tier`).
GF_API gfDevice *gfCreateDevice(const gfDeviceDef *def);

/// Frees the device and every fluid still on it. Null is allowed. Where the device's context is not current (it is
/// gone, say) its GL objects are forgotten and not deleted, for their names may be another context's.
GF_API void gfDestroyDevice(gfDevice *device);

/// Tells the device that its context is gone. From then on it makes no GL call: every call that would is refused
/// (CONTEXT_LOST), and destroying frees memory and forgets GL names. A loss that the GL reports has the same effect.
/// Nothing happens to a null device. Needs no context.
GF_API void gfDevice_Lose(gfDevice *device);

/// Opens a frame: until gfDevice_EndFrame the host's GL state is saved once and put back once for all calls, where
/// otherwise each does so for itself (some 70 queries of the GL). Between the calls of a frame the host makes no GL
/// call of its own. Drawings go to the framebuffer that is bound now, in its viewport and scissor box, or to what
/// gfDevice_SetTarget names. Other devices in this context may be called meanwhile, and draw to the same; but they open
/// no frame of their own.
/// False, and no frame is opened: NULL_ARGUMENT, CALL_ORDER (one is open already, of this device or of another in this
/// context), CONTEXT_LOST, WRONG_CONTEXT, HOST_STATE.
GF_API bool gfDevice_BeginFrame(gfDevice *device);

/// Where the drawings of this frame go from here on: a framebuffer of the host's (0: the default one) and a viewport in
/// its pixels, without a scissor test. What is bound after gfDevice_EndFrame is what was before the frame. Makes no GL
/// call: one that does not exist or is incomplete is refused by the next drawing (FRAMEBUFFER). False: NULL_ARGUMENT,
/// CALL_ORDER (no frame is open), OUT_OF_RANGE (a negative size), CONTEXT_LOST, WRONG_CONTEXT.
GF_API bool gfDevice_SetTarget(gfDevice *device, uint32_t framebuffer, int32_t x, int32_t y, int32_t width,
                               int32_t height);

/// Closes the frame and puts the host's state back. False: NULL_ARGUMENT, CALL_ORDER (none is open), CONTEXT_LOST,
/// WRONG_CONTEXT; of the last two the frame is closed, too, and nothing is put back.
GF_API bool gfDevice_EndFrame(gfDevice *device);

/// Lets what failed be tried again: shaders that did not compile, effects that were left out. Creating a fluid does so
/// too. Nothing happens to a null device. Needs no context.
GF_API void gfDevice_ResetErrors(gfDevice *device);

/// The context's GL_RENDERER and GL_VERSION, as one line; lives as long as the device. Null for a null device.
GF_API const char *gfDevice_GetRenderer(const gfDevice *device);

/// Which shaders the device uses: GF_TIER_BASE or GF_TIER_GATHER. GF_TIER_AUTO for a null device. Reports nothing and
/// needs no context.
GF_API gfTier gfDevice_GetTier(const gfDevice *device);

/// What the device holds now. All zero for a null device. Reports nothing and needs no context.
GF_API gfMemoryCounts gfDevice_GetMemory(const gfDevice *device);

/// How often calls have waited for the GPU since the device was made: those whose names end in Blocking, and others
/// that say so. 0 for a null device. Reports nothing and needs no context.
GF_API uint64_t gfDevice_GetWaits(const gfDevice *device);

/// Turns the timing of passes on or off. Nothing happens to a null device. The context must be current.
GF_API void gfDevice_SetProfiling(gfDevice *device, bool enabled);

/// GPU time by pass since the last reset, of the queries that have come back so far. Never waits. The context must be
/// current. False: NULL_ARGUMENT, UNSUPPORTED (the context has no time queries).
GF_API bool gfDevice_GetProfile(gfDevice *device, gfProfile *profile);

/// Sets every profile entry to zero and forgets the queries in flight. Nothing happens to a null device. The context
/// must be current.
GF_API void gfDevice_ResetProfile(gfDevice *device);

#ifdef __cplusplus
}
#endif
#endif
