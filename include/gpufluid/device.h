/// gfDevice is the library's side of one GL context: it holds compiled programs, probed formats, timers and counts.
/// Make one with gfCreateDevice once the context is current; fluids are then made on it.
#ifndef GPUFLUID_DEVICE_H
#define GPUFLUID_DEVICE_H

#include "gpufluid/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The library's side of one GL context. Opaque; made by gfCreateDevice.
typedef struct gfDevice gfDevice;

/// A GL function, as the host's loader returns it.
typedef void (*gfGLProc)(void);

/// A loader of GL functions that takes no user pointer, such as glfwGetProcAddress or eglGetProcAddress.
/// SDL_GL_GetProcAddress returns void * and needs a cast: (gfGetProcAddressFn)SDL_GL_GetProcAddress.
typedef gfGLProc (*gfGetProcAddressFn)(const char *name);

/// A loader of GL functions that takes a user pointer: `user` is gfDeviceDef.getProcAddressUser.
typedef gfGLProc (*gfGetProcAddressFromFn)(const char *name, void *user);

/// Size of a program's key: 32 digits and letters, which may serve as a file name, and a NUL.
#define GF_PROGRAM_KEY_SIZE 33

/// Finds a program binary that an earlier run stored. It returns the size in bytes, or 0 if there is none, and copies
/// the binary to `bytes` if it fits `capacity`. If it does not fit, the function is called again with more room.
typedef size_t (*gfLoadProgramFn)(const char *key, void *bytes, size_t capacity, void *user);

/// Keeps a program binary for later runs and replaces an older one under the same key.
typedef void (*gfStoreProgramFn)(const char *key, const void *bytes, size_t size, void *user);

/// Sets of shaders that a device can use. Their results differ by rounding alone.
typedef enum gfTier {
    GF_TIER_AUTO,  ///< GATHER where the context offers it, but BASE on software renderers, which gathers slow down
    GF_TIER_BASE,  ///< plain texture reads: OpenGL 3.3 and OpenGL ES 3.0
    GF_TIER_GATHER ///< texture gathers: OpenGL 4.0, ARB_texture_gather with ARB_gpu_shader5, or OpenGL ES 3.1
} gfTier;

/// Reactions to legal calls that probably are mistakes: see gfDeviceDef.validation.
typedef enum gfValidation {
    GF_VALIDATION_OFF,      ///< no reaction: the call is carried out
    GF_VALIDATION_WARNINGS, ///< GF_LOG_WARNING, each kind once per device; the call is carried out
    GF_VALIDATION_ERRORS    ///< GF_LOG_ERROR every time; the call is refused and changes nothing
} gfValidation;

/// Settings of a device. Make it with gfDefaultDeviceDef().
typedef struct gfDeviceDef {
    /// Loader of the current context's functions, such as glfwGetProcAddress. Set this or `getProcAddressFrom`, not
    /// both; `getProcAddressFrom` suits loaders that need data of their own. Default null.
    gfGetProcAddressFn getProcAddress;
    /// Returns the GL context that is current, so that a call in another one, or in none, is refused (WRONG_CONTEXT).
    /// Null (the default): glXGetCurrentContext, eglGetCurrentContext or wglGetCurrentContext, if the loader knows one.
    /// If it knows none, the library takes a context that shares objects with the device's for the device's own.
    void *(*getCurrentContext)(void *user);
    /// Passed to `getCurrentContext`; default null.
    void *contextUser;
    /// Replaces `getProcAddress` for a loader that takes a user pointer, as those of engines do. It is called within
    /// gfCreateDevice only. Default null.
    gfGetProcAddressFromFn getProcAddressFrom;
    /// Passed to `getProcAddressFrom`. Default null.
    void *getProcAddressUser;
    /// Receives messages; null (the default) drops them. gfLogFn names the errors that only gfGetLastError has.
    gfLogFn *log;
    /// Passed to `log`; default null.
    void *logUser;
    /// Reaction to common mistakes of newcomers, listed here with their codes. GF_VALIDATION_ERRORS is for development,
    /// since a game may do some of these on purpose. Default GF_VALIDATION_WARNINGS.
    ///   - A source is farther from the domain than the domain is long; often its place is in pixels (OUT_OF_RANGE).
    ///   - A source's dye has a colour but no amount, dye[3] (OUT_OF_RANGE). GF_SOLVER_PARTICLES shows it all the same.
    ///   - A source gives mass to GF_SOLVER_GRID, which has none (UNSUPPORTED).
    ///   - GF_SOLVER_GAUSSIAN: gravity is too strong for the stiffness (gfGaussianParams.stiffness): more than twice
    ///     the limit for the height that gfFluid_FillToLevel fills, or more than the limit for a tenth of the domain's
    ///     height (OUT_OF_RANGE; the message names a step that is short enough).
    ///   - GF_SOLVER_GAUSSIAN: a source's velocity is beyond GF_GAUSSIAN_SPEED_MAX (OUT_OF_RANGE; the message names a
    ///     step that is short enough).
    ///   - gfFluid_SetSolid moves or turns a solid in three steps in a row, with velocity 0 and without
    ///     velocityFromMotion (OUT_OF_RANGE).
    ///   - A solid or a rigid body is added more than 8 lengths of the domain away from it, or more than one length if
    ///     it is a body that the library moves (OUT_OF_RANGE).
    ///   - An emitter that gives an amount, without a lifetime, lies wholly inside a resting solid that is a shape
    ///     (OUT_OF_RANGE).
    ///   - A fluid has solids that are masks or textures, and rigid bodies that the library moves, which pass through
    ///     such solids (UNSUPPORTED).
    ///   - gfFluid_FillToLevel reaches no cell: its shape is outside the domain, or its level is below all cells of a
    ///     fluid that has no liquid yet; in GF_SOLVER_SHALLOW at or below a ground that was never changed
    ///     (OUT_OF_RANGE).
    ///   - GF_SOLVER_GAUSSIAN: liquid is filled to a level within the domain, and in the next step gravity is (0, 0)
    ///     and no frame is set (OUT_OF_RANGE).
    ///   - Heights for GF_FIELD_GROUND are -9999, -32767, -32768 or below -12000 m, which mark unknown heights in data
    ///     sets (OUT_OF_RANGE).
    ///   - A domain with liquid of GF_SOLVER_GAUSSIAN or GF_SOLVER_PARTICLES scrolls, so that liquid that leaves it is
    ///     lost (UNSUPPORTED).
    ///   - A drawing's view is the identity that gfMakeView or gfFluid_GetFitView returns for a bad aspect, width or
    ///     centre (OUT_OF_RANGE).
    ///   - The first thirty drawings of a fluid have views that miss its domain (OUT_OF_RANGE).
    ///   - GF_DRAW_FIRE draws a fluid without dye that was given heat, but stayed below the heat of a glow (some 0.12
    ///     of gfDrawDef.range) for 30 steps (OUT_OF_RANGE).
    ///   - GF_DRAW_DYE draws a fluid that was never given dye: a liquid with some mass, or any other fluid after 30
    ///     steps if anything acted on it (UNSUPPORTED).
    ///   - Thirty gfQuery_Request or GF_REQUESTS_MAX / 2 gfFluid_RequestField are made, and none is polled
    ///     (CALL_ORDER).
    ///   - A given texture does not exist in the context (WRONG_CONTEXT). The next step tests textures of sources and
    ///     solids. A name that belongs to another texture there is not noticed. Browsers have no test: it would wait.
    /// Whatever the value, textures and framebuffers of integers (R8UI, R16I) are refused, because shaders would read
    /// or write nonsense. In browsers only framebuffers are tested.
    gfValidation validation;
    /// Memory hooks; default malloc and free.
    gfAllocator allocator;
    /// Whether each call saves the host's GL state when it begins and restores it when it ends. Default true. A host
    /// that sets all the state it needs itself may turn this off; docs/gl-state.md lists the state that the library
    /// changes.
    bool keepHostState;
    /// Whether GPU queries time every pass, see gfDevice_GetProfile. Default false.
    bool profiling;
    /// Shaders to use. Default GF_TIER_AUTO. With GF_TIER_GATHER no device is made (UNSUPPORTED) if the context lacks
    /// gathers or a trial shows that they give wrong results.
    gfTier tier;
    /// Folder to read shaders from, for work on shaders. The string must live as long as the device. Default null: the
    /// shaders built into the library.
    const char *shaderDir;
    /// Finds compiled programs in a cache of the host's, a folder say, to start faster; the library touches no file
    /// itself. It is called on the thread of the call that needs a program and must not call the library. The key
    /// covers shader sources, renderer, GL and library version. A program whose bytes are damaged, or refused by the
    /// driver, is compiled and stored anew. Neither function is called where the context has no binaries (they need GL
    /// 4.1, ARB_get_program_binary or ES 3.0; many browsers have none). Default null: nothing is kept.
    gfLoadProgramFn loadProgramBinary;
    /// Stores a compiled program in that cache. Default null.
    gfStoreProgramFn storeProgramBinary;
    /// Pointer that both functions receive. Default null.
    void *binaryUser;
    /// Set by gfDefaultDeviceDef().
    int32_t cookie;
} gfDeviceDef;

/// Memory and GL objects that a device holds now. Once the last fluid is destroyed, only a few objects of the device's
/// own remain.
typedef struct gfMemoryCounts {
    size_t cpuBytes;      ///< host memory, bytes
    size_t gpuBytes;      ///< textures, stencil and pixel buffers, bytes, computed from their formats
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
    uint64_t count;    ///< passes whose time is summed in `ms`
    double ms;         ///< GPU time, ms, sum over `count` passes
} gfProfileEntry;

/// GPU time of each pass, see gfDevice_GetProfile.
typedef struct gfProfile {
    gfProfileEntry entries[GF_PROFILE_MAX]; ///< in the order of their first pass
    int32_t entryCount;                     ///< entries filled, 0 to GF_PROFILE_MAX
    uint64_t dropped; ///< passes that could not be timed: no query was free, or the host had a time query open
} gfProfile;

/// Returns a definition with every default; the caller sets a loader. Reports nothing and needs no context.
GF_API gfDeviceDef gfDefaultDeviceDef(void);

/// Makes a device for the context that is current on this thread: OpenGL 3.3 core or later, or OpenGL ES 3.0 or later
/// that can render to float or half-float textures. Later calls need the same context current, unless their comment
/// says otherwise. Null on failure: NULL_ARGUMENT (no loader, half an allocator), COOKIE, OUT_OF_RANGE (two loaders, no
/// gfTier or gfValidation), NO_CONTEXT, NO_FLOAT_RENDERING, SHADER, OUT_OF_MEMORY, HOST_STATE, UNSUPPORTED (`tier`).
GF_API gfDevice *gfCreateDevice(const gfDeviceDef *def);

/// Frees the device and every fluid still on it. Null is allowed. If the device's context is not current (because it is
/// gone, say), GL objects are forgotten instead of deleted: their names may be another context's.
GF_API void gfDestroyDevice(gfDevice *device);

/// Tells the device that its context is gone. From then on it makes no GL call. Functions that need one are refused
/// (CONTEXT_LOST); destroying an object frees its memory and forgets its GL names. A loss that the GL reports has the
/// same effect. A null device is ignored. Needs no context.
GF_API void gfDevice_Lose(gfDevice *device);

/// Opens a frame, to save time: the host's GL state is saved once here and restored once by gfDevice_EndFrame. Without
/// a frame each call does both itself (some 70 GL queries). Frames are optional. Within a frame the host makes no GL
/// calls of its own. Drawings go to the framebuffer, viewport and scissor box bound now, or to the target of
/// gfDevice_SetTarget. Other devices in this context may be called in the meantime and draw to the same target, but
/// can't open a frame. False, and no frame is opened: NULL_ARGUMENT, CALL_ORDER (one is open already, of this device or
/// of another in this context), CONTEXT_LOST, WRONG_CONTEXT, HOST_STATE.
GF_API bool gfDevice_BeginFrame(gfDevice *device);

/// Sends the drawings of this frame from now on to a framebuffer of the host's (0: the default one), into a viewport in
/// its pixels, without a scissor test. gfDevice_EndFrame binds the host's framebuffer again. The context must be
/// current, but no GL call is made: the next drawing refuses a framebuffer that does not exist or is incomplete
/// (FRAMEBUFFER). False: NULL_ARGUMENT, CALL_ORDER (no frame is open), OUT_OF_RANGE (a negative size), CONTEXT_LOST,
/// WRONG_CONTEXT.
GF_API bool gfDevice_SetTarget(gfDevice *device, uint32_t framebuffer, int32_t x, int32_t y, int32_t width,
                               int32_t height);

/// Closes the frame and restores the host's state. The context must be current. False: NULL_ARGUMENT, CALL_ORDER (none
/// is open), CONTEXT_LOST, WRONG_CONTEXT. The last two close the frame, too, but restore nothing.
GF_API bool gfDevice_EndFrame(gfDevice *device);

/// Lets the library try again to compile shaders that failed, and to make effects that were left out. Creating a fluid
/// does so, too. A null device is ignored. Needs no context.
GF_API void gfDevice_ResetErrors(gfDevice *device);

/// Returns the context's GL_RENDERER and GL_VERSION as one line, valid as long as the device. Null for a null device.
/// Needs no context.
GF_API const char *gfDevice_GetRenderer(const gfDevice *device);

/// Returns the shaders in use, GF_TIER_BASE or GF_TIER_GATHER; GF_TIER_AUTO for a null device. Reports nothing and
/// needs no context.
GF_API gfTier gfDevice_GetTier(const gfDevice *device);

/// Returns the memory and objects that the device holds now; all zero for a null device. Reports nothing and needs no
/// context.
GF_API gfMemoryCounts gfDevice_GetMemory(const gfDevice *device);

/// Returns how often calls have waited for the GPU since the device was made. Only calls whose name ends in Blocking,
/// or whose comment says so, wait. 0 for a null device. Reports nothing and needs no context.
GF_API uint64_t gfDevice_GetWaits(const gfDevice *device);

/// Turns the timing of passes on or off. A null device is ignored. The context must be current.
GF_API void gfDevice_SetProfiling(gfDevice *device, bool enabled);

/// Fills `profile` with the GPU time of each pass since the last reset, as far as timer queries have come back. It
/// never waits. The context must be current. False: NULL_ARGUMENT, UNSUPPORTED (the context has no time queries).
GF_API bool gfDevice_GetProfile(gfDevice *device, gfProfile *profile);

/// Empties the profile and forgets timer queries in flight. A null device is ignored. The context must be current.
GF_API void gfDevice_ResetProfile(gfDevice *device);

#ifdef __cplusplus
}
#endif
#endif
