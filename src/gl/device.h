// The device: all that targets, programs, passes and fluids share in one GL context, with its formats, labels of
// objects, and timers.
#ifndef GF_DEVICE_H
#define GF_DEVICE_H

#include "base/parts.h"
#include "gl/host_state.h"

struct gfFramebuffers;
struct gfProgramCache;
struct gfTimers;
struct gfReadQueue;

// Most pending GL errors that are read at once: glGetError of a lost context, or without one, may return errors for
// ever.
#define GF_ERRORS_MAX 16
#define GF_ERROR_KINDS 8             // GL errors are 0x0500 and so on
#define GF_CONTEXT_LOST_ERROR 0x0507 // GL_CONTEXT_LOST, which GL 3.3 does not know

// The library's own samplers, so that a host's texture keeps its own parameters.
typedef enum gfSampler {
    GF_SAMPLE_NEAREST,
    GF_SAMPLE_LINEAR, // for the host's textures and those of effects
    GF_SAMPLE_FIELD,  // for fields read with sampleLinear() of shaders; nearest where the context can't filter floats
    GF_SAMPLER_COUNT
} gfSampler;

// A rectangle of texels: lower left corner and size; zero size is empty.
typedef struct gfRegion {
    int x, y, width, height;
} gfRegion;

// Bindings and state known in this public call, so that none is set twice. Code outside gl/ that binds something calls
// gfDevice_ForgetBindings.
#define GF_UNBOUND 0xffffffffu
typedef struct gfBindings {
    GLuint program, vertexArray; // GF_UNBOUND: not known
    GLuint textures[GF_TEXTURE_UNITS], samplers[GF_TEXTURE_UNITS];
    GLint activeUnit; // -1: not known
    GLuint drawFramebuffer, readFramebuffer;
    GLint viewport[4]; // a width of -1: not known
    GLint scissor[4];  // a width of -1: not known
    GLint scissorTest; // -1: not known
} gfBindings;

// The layout of an atlas, a texture that holds one field of several fluids in rows of rectangles. Zeroed: no atlas.
typedef struct gfAtlas {
    int columns, rows; // of rectangles
    int count;         // of fluids, row by row
} gfAtlas;

// An entry in the list of open frames, of all devices on all threads. Zeroed: not in the list.
typedef struct gfOpenFrame {
    gfLink link;
    const gfDevice *device;
} gfOpenFrame;

// State of the checks in fluid/validation.h.
typedef struct gfValidating {
    gfValidation mode;
    uint32_t reported;   // kinds of mistakes, a bit each
    GLuint textures[16]; // the host's textures that passed the check last, a ring
    unsigned nextTexture;
} gfValidating;

// How a framebuffer stores linear light that is written to it.
typedef enum gfStorage {
    GF_STORES_LEVELS, // 8 bits, not encoded
    GF_STORES_SRGB,   // 8 bits, encoded to sRGB by the GL
    GF_STORES_FLOATS
} gfStorage;

// The host's framebuffer that the GL was last asked about, and its storage.
typedef struct gfTargetStorage {
    GLuint framebuffer;
    gfStorage storage;
} gfTargetStorage;

// Kinds of dry runs, in which calls draw nothing.
typedef enum gfDryRunKind {
    GF_DRY_RUN_NONE,    // no dry run: calls draw
    GF_DRY_RUN_OBJECTS, // programs are named and objects made, for gfDevice_Prepare
    GF_DRY_RUN_NAMES    // programs are named only; objects get names that the GL does not know
} gfDryRunKind;

struct gfDevice {
    gfCore core;
    gfValidating validating;
    gfGL gl;
    gfMemoryCounts counts; // all but cpuBytes, which core counts
    bool keepHostState;
    const char *caller;                  // the public call under way, or the last one
    const char *soundIn;                 // the last public call that left no GL error pending; null: none
    unsigned hostErrors[GF_ERROR_KINDS]; // how often each GL error was pending
    gfHostState hostState;
    int callDepth;                // nested public calls, an open frame included: the outermost saves the host's state
    bool frameOpen;               // between gfDevice_BeginFrame and _EndFrame
    gfOpenFrame openFrame;        // opened by the host
    const gfHostDepth *hostDepth; // depth test of drawing to the host's framebuffer now; null: none
    gfHostTarget frameTarget;     // target of drawings in the frame
    gfStorage storage;            // of the target that is drawn to now: sets how strong dither is
    gfTargetStorage targetStorage;
    GLuint soundTarget; // the host's framebuffer that was last found complete
    gfBindings bindings;
    GLuint vertexArray;
    GLuint samplers[GF_SAMPLER_COUNT];
    GLfloat mark[2]; // recognises the context: bounds of the first sampler's level of detail
    const char *shaderDir;
    gfTier tier;                            // of all shaders, BASE or GATHER; set before the first is made
    void *context;                          // in which the device was made; null: contexts can't be told apart
    void *(*getCurrentContext)(void *user); // the host's; null: the platform's, if the loader knows it
    void *contextUser;
    bool lost;              // the context is gone: names are forgotten, not deleted
    GLuint phantoms;        // how many textures without a GL object dry runs have named
    unsigned retries;       // how often gfDevice_ResetErrors was called
    const char *labelOwner; // first word in labels of new textures; null: none
    gfDryRunKind dryRun;    // see fluid/dry_run.c
    bool stepping;          // a solver's step is under way: see gfShader.rare
    gfAtlas atlas;          // layout of new textures and programs: see gfDevice_BeginAtlas
    int failedPasses;       // passes that were not drawn, since the device was made
    uint64_t waits;         // how often the library waited for the GPU
    struct gfFramebuffers *framebuffers;
    struct gfProgramCache *programs;
    gfLoadProgramFn loadProgramBinary; // the host's; null: it keeps none
    gfStoreProgramFn storeProgramBinary;
    void *binaryUser;
    char *binary; // a buffer for program binaries
    size_t binarySize;
    struct gfTimers *timers;
    struct gfReadQueue *reads;
    gfParts parts;      // gfDevicePart: state of modules
    gfLink *firstOwned; // gfOwned: fluids, groups, snapshots and other objects of the host
};

// Returns whether a dry run only names programs. Then no GL call may follow.
static inline bool gfDevice_IsNaming(const gfDevice *device)
{
    return device->dryRun == GF_DRY_RUN_NAMES;
}

// A module's state of a device.
typedef struct gfDevicePart {
    gfPart part;
    bool emptiesWhenIdle; // part.destroy is also called when the last fluid goes; the state stays attached
} gfDevicePart;

static inline void *gfDevice_FindPart(const gfDevice *device, const gfDevicePart *part)
{
    return gfParts_Find(&device->parts, &part->part);
}

// Returns the device's state of a part, which is attached if it is missing. Null and reported: OUT_OF_MEMORY.
static inline void *gfDevice_GetPart(gfDevice *device, const gfDevicePart *part)
{
    return gfParts_Get(&device->parts, &device->core, &part->part);
}

// Adds `change` to the count of fluids: 1 for one that was made, -1 for one that was destroyed.
void gfDevice_CountFluid(gfDevice *device, int change);

// Returns whether a filtered read of floats is cheaper than reading the texels that it mixes.
static inline bool gfDevice_FiltersFast(const gfDevice *device)
{
    return device->gl.filtersFloats && (device->tier == GF_TIER_GATHER || !device->gl.software);
}

// Begin and end a public call that uses the GL. If Begin fails, reporting HOST_STATE, nothing has changed. `caller`:
// the public function, for messages.
bool gfDevice_Begin(gfDevice *device, const char *caller);
void gfDevice_End(gfDevice *device);

// Opens a frame, which gfDevice_End closes. Reports what Begin does.
bool gfDevice_OpenFrame(gfDevice *device, const char *caller);
// Put the frame on the list of open frames, for other devices to see, and take it off. False, not reported: another
// device has a frame open in this context, and our EndFrame could restore that device's names after they were deleted.
bool gfDevice_ListFrame(gfDevice *device);
void gfDevice_UnlistFrame(gfDevice *device);

// Reads the host's framebuffer, viewport and scissor, before passes draw into the library's own targets. A viewport too
// far out to show anything is moved nearer.
void gfDevice_SaveTarget(const gfDevice *device, gfHostTarget *target);
// Returns whether the target can be drawn to; reports FRAMEBUFFER. On WebGL, where asking stalls, the GL is asked only
// about a target that differs from the last one.
bool gfDevice_CheckTarget(gfDevice *device, const gfHostTarget *target, const char *caller);

// Returns whether the device's context is current; reports CONTEXT_LOST or WRONG_CONTEXT. gfDevice_Begin does this;
// calls that use the GL without it must do it themselves.
bool gfDevice_CheckContext(gfDevice *device, const char *caller);
// CheckContext without a GL call, for public calls that do not use the GL.
bool gfDevice_CheckCurrent(gfDevice *device, const char *caller);
// Returns whether the device's context is current and not lost, without a report.
bool gfDevice_IsCurrent(const gfDevice *device);
// Begin and end deleting GL objects. If the context is not current, with a warning, objects are forgotten rather than
// deleted: their names could be those of another context. End takes the value that Begin returned.
bool gfDevice_BeginDelete(gfDevice *device, const char *caller);
void gfDevice_EndDelete(gfDevice *device, bool lost);
// Makes the current context the device's own.
void gfDevice_NoteContext(gfDevice *device);

// To be called where bindings may have changed unseen: by another device, or because the GL gave a name out again.
void gfDevice_ForgetBindings(gfDevice *device);

// These calls set state that is not set already. `target`: GL_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER or GL_READ_FRAMEBUFFER.
void gfDevice_BindTexture(gfDevice *device, int unit, GLuint texture, GLuint sampler);
void gfDevice_BindToChange(gfDevice *device, GLuint texture);  // to the active unit, with neutral pixel stores
void gfDevice_BindPackBuffer(gfDevice *device, GLuint buffer); // the end of the public call restores the host's
void gfDevice_BindFramebuffer(gfDevice *device, GLenum target, GLuint framebuffer);
void gfDevice_DeleteFramebuffer(gfDevice *device, GLuint framebuffer);
void gfDevice_SetViewport(gfDevice *device, int x, int y, int width, int height);
void gfDevice_SetScissor(gfDevice *device, const gfRegion *region); // null: no test
// Binds again what gfDevice_SaveTarget read.
void gfDevice_RestoreTarget(gfDevice *device, const gfHostTarget *target);

// To be called before state is changed that is saved only when used: `part` as for gfHostState_Use.
void gfDevice_UseHostState(gfDevice *device, unsigned part);

// Sets the stencil test of the next draw calls; null: off. The bound framebuffer must have a stencil buffer.
void gfDevice_SetStencil(gfDevice *device, const gfStencilRule *rule);

// Between these calls new textures are atlases, and programs draw to all fluids of an atlas
// (shaders/common/atlas.glsl). The code in between need not know. Not nested.
static inline void gfDevice_BeginAtlas(gfDevice *device, const gfAtlas *atlas)
{
    device->atlas = *atlas;
}

static inline void gfDevice_EndAtlas(gfDevice *device)
{
    device->atlas = (gfAtlas){0};
}

// Create and destroy the vertex array and the samplers.
void gfDevice_CreateObjects(gfDevice *device);
void gfDevice_DestroyObjects(gfDevice *device);

// Remembers that something optional failed: it is left out, and not tried again before gfDevice_ResetErrors. Zeroed: it
// did not fail.
typedef struct gfFailure {
    unsigned at;
    const char *outer; // core.leftOut before Begin
    int passes;        // device->failedPasses before Begin: passes that are left out do not count
} gfFailure;

// Begin and end making something optional. `what` names it in the one warning that it is left out, as "bloom is"; "":
// nothing is reported. Begin returns false if it failed before and must not be tried; End returns `made`.
bool gfFailure_Begin(gfFailure *failure, gfDevice *device, const char *what);
bool gfFailure_End(gfFailure *failure, gfDevice *device, bool made);
// Makes something optional by the expression `make`, true on success. False: it failed, now or before.
#define gfFailure_Try(failure, device, what, make) \
    (gfFailure_Begin(failure, device, what) && gfFailure_End(failure, device, make))
// Returns whether something optional failed and must not be tried again yet.
static inline bool gfFailure_Lasts(const gfFailure *failure, const gfDevice *device)
{
    return failure->at == device->retries + 1;
}

// Drops pending GL errors, to be called before work that ends with gfDevice_CheckGL. They are reported as the host's:
// the first, tenth, hundredth and so on of each kind, as a host may raise one in each frame.
void gfDevice_DropHostErrors(gfDevice *device);
// Drops pending GL errors without a report: those of a GL call that may fail.
void gfDevice_IgnoreErrors(gfDevice *device);
// Returns whether no GL error is pending; reports GL, OUT_OF_MEMORY or CONTEXT_LOST. `what` names the work.
bool gfDevice_CheckGL(gfDevice *device, const char *what);

// The same three calls for work of every frame with existing objects. On WebGL they do nothing, as asking for errors
// waits for all earlier commands.
void gfDevice_DropErrorsInStep(gfDevice *device);
void gfDevice_IgnoreErrorsInStep(gfDevice *device);
bool gfDevice_CheckInStep(gfDevice *device, const char *what);

// --- formats and tier ------------------------------------------------------------------------------------------------

// Tries which float formats the context draws to, reads back and filters, as extension strings do not always tell.

// Fills device->gl.formats. Reports NO_FLOAT_RENDERING if there is none, SHADER if even the probe does not compile.
bool gfProbe_Formats(gfDevice *device);

// Sets device->tier, for all shaders from then on: the wanted tier, or for AUTO the best that works. To be called after
// gfProbe_Formats. Reports UNSUPPORTED, OUT_OF_MEMORY.
bool gfProbe_Tier(gfDevice *device, gfTier wanted);

// --- labels ----------------------------------------------------------------------------------------------------------

// Labels of GL objects, which GL debuggers show: by KHR_debug (GL 4.3, ES 3.2) or EXT_debug_label, if there.

typedef enum gfLabelKind {
    GF_LABEL_BUFFER,
    GF_LABEL_FRAMEBUFFER,
    GF_LABEL_PROGRAM,
    GF_LABEL_QUERY,
    GF_LABEL_RENDERBUFFER,
    GF_LABEL_SAMPLER,
    GF_LABEL_SHADER,
    GF_LABEL_TEXTURE,
    GF_LABEL_VERTEX_ARRAY,
    GF_LABEL_KINDS
} gfLabelKind;

// Labels an object "gpufluid WHAT" or, unless `part` is null, "gpufluid WHAT PART". It must have been bound, or made by
// glCreate*. Does nothing in a context without labels.
void gfLabel_Set(gfDevice *device, gfLabelKind kind, GLuint id, const char *what, const char *part);

// Returns the member in an expression for a texture, as its label: "motion" of "&t->motion", "flow" of "s->flow.read".
const char *gfLabel_OfExpression(const char *expression);

// --- timers ----------------------------------------------------------------------------------------------------------

// GPU time per pass label: elapsed-time queries that are read when they are ready, never waited for.

bool gfTimers_Create(gfDevice *device);
void gfTimers_Destroy(gfDevice *device);
void gfTimers_Enable(gfDevice *device, bool enabled);
// Collects finished queries, at the start of a public call. While the host has a time query open no pass is timed, as
// queries of one kind do not nest; a warning says so once.
void gfTimers_Begin(gfDevice *device, bool hostQueryOpen);
void gfTimers_BeginPass(gfDevice *device, const char *label);
void gfTimers_EndPass(gfDevice *device);
// Collects the results that are ready, then copies the sums.
void gfTimers_GetProfile(gfDevice *device, gfProfile *profile);
void gfTimers_Reset(gfDevice *device);

// GPU times of whole calls, each of several passes, at most GF_SPANS under way at once. Zeroed: none is ever timed.
#define GF_SPANS 8

typedef struct gfSpans {
    GLuint queries[GF_SPANS]; // a ring
    uint32_t tags[GF_SPANS];
    int first, count;
    bool made, open;
} gfSpans;

// Makes nothing in a context without time queries; then no span is ever begun.
void gfSpans_Create(gfDevice *device, gfSpans *spans);
void gfSpans_Destroy(gfDevice *device, gfSpans *spans);
// Begins a span, after gfDevice_Begin. Nothing is timed if the ring is full, passes are timed, or the host has a time
// query open.
void gfSpans_Begin(gfDevice *device, gfSpans *spans, uint32_t tag);
void gfSpans_End(gfDevice *device, gfSpans *spans);
// Takes the oldest time, without waiting; false: no time has arrived.
bool gfSpans_Take(gfDevice *device, gfSpans *spans, double *ms, uint32_t *tag);

#endif
