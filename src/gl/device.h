// The device's insides: what targets, programs, passes and fluids share of one GL context. Below are its formats, the
// labels of its objects and its timers.
#ifndef GF_DEVICE_H
#define GF_DEVICE_H

#include "base/parts.h"
#include "gl/host_state.h"

struct gfFramebuffers;
struct gfProgramCache;
struct gfTimers;
struct gfReadQueue;

// Limit on the pending GL errors that are read: a lost context, and some systems without one, report some for ever.
#define GF_ERRORS_MAX 16
#define GF_ERROR_KINDS 8             // GL errors are 0x0500 and so on
#define GF_CONTEXT_LOST_ERROR 0x0507 // GL_CONTEXT_LOST, which GL 3.3 does not know

// The library's own samplers, so that a host's texture keeps its own parameters.
typedef enum gfSampler {
    GF_SAMPLE_NEAREST,
    GF_SAMPLE_LINEAR, // for the host's textures and those of effects
    GF_SAMPLE_FIELD,  // for fields that a shader reads with sampleLinear(): nearest where floats can't be filtered
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

// The layout of textures that hold one field of several fluids, in rows of rectangles; zero: of one fluid alone.
typedef struct gfAtlas {
    int columns, rows; // of rectangles
    int count;         // of fluids, row by row
} gfAtlas;

// An entry in the list of open frames, of all devices on all threads. Zero: not in the list.
typedef struct gfOpenFrame {
    gfLink link;
    const gfDevice *device;
} gfOpenFrame;

// State of the checks in fluid/validation.h.
typedef struct gfValidating {
    gfValidation mode;
    uint32_t reported;   // kinds of mistakes, a bit each
    GLuint textures[16]; // of the host's that this context has and that hold no integers, by turns
    unsigned nextTexture;
} gfValidating;

// How a target stores the light that is written to it.
typedef enum gfStorage {
    GF_STORES_LEVELS, // in steps of 8 bits, as it is
    GF_STORES_SRGB,   // in steps of 8 bits, encoded by the GL
    GF_STORES_FLOATS
} gfStorage;

// What the GL said last of a framebuffer of the host's.
typedef struct gfTargetStorage {
    GLuint framebuffer;
    gfStorage storage;
} gfTargetStorage;

// Ways in which calls draw nothing.
typedef enum gfDryRunKind {
    GF_DRY_RUN_NONE,    // they draw
    GF_DRY_RUN_OBJECTS, // programs are named, and objects made, as gfDevice_Prepare wants it
    GF_DRY_RUN_NAMES    // programs are named alone: objects have names that the GL does not know
} gfDryRunKind;

struct gfDevice {
    gfCore core;
    gfValidating validating;
    gfGL gl;
    gfMemoryCounts counts; // all but cpuBytes, which core counts
    bool keepHostState;
    const char *caller;                  // the public call under way, or the last one
    const char *soundIn;                 // the last one in which the GL had no error left; null: it always had
    unsigned hostErrors[GF_ERROR_KINDS]; // how often each was pending
    gfHostState hostState;
    int callDepth;                // public calls under way, a frame counted as one: the outermost saves and restores
    bool frameOpen;               // between gfDevice_BeginFrame and _EndFrame
    gfOpenFrame openFrame;        // that the host opened
    const gfHostDepth *hostDepth; // how what is drawn to the host's framebuffer is tested now; null: not
    gfHostTarget frameTarget;     // target of drawings in the frame
    gfStorage storage;            // of the target that is drawn to now, for noise
    gfTargetStorage targetStorage;
    GLuint soundTarget; // framebuffer of the host's that was complete when the GL was last asked
    gfBindings bindings;
    GLuint vertexArray;
    GLuint samplers[GF_SAMPLER_COUNT];
    GLfloat mark[2]; // by which the context is known again: bounds of the first sampler's level of detail
    const char *shaderDir;
    gfTier tier;                            // of all its shaders, BASE or GATHER; set before the first is made
    void *context;                          // that the device was made in; null: it can't be told from others
    void *(*getCurrentContext)(void *user); // the host's; null: the platform's, if the loader knows it
    void *contextUser;
    bool lost;              // the context is gone: names are forgotten, not deleted
    GLuint phantoms;        // textures that were made while naming, so far
    unsigned retries;       // how often what failed was allowed to be tried again
    const char *labelOwner; // first in the labels of textures that are made; null: nobody in particular
    gfDryRunKind dryRun;    // calls name programs and draw nothing: see fluid/dry_run.c
    bool stepping;          // a solver is: see gfShader.rare
    gfAtlas atlas;          // layout for which textures and programs are made; see gfDevice_BeginAtlas
    int failedPasses;       // passes that were not drawn, since the device was made
    uint64_t waits;         // how often the library waited for the GPU
    struct gfFramebuffers *framebuffers;
    struct gfProgramCache *programs;
    gfLoadProgramFn loadProgramBinary; // the host's; null: it keeps none
    gfStoreProgramFn storeProgramBinary;
    void *binaryUser;
    char *binary; // room for one, kept from one to the next
    size_t binarySize;
    struct gfTimers *timers;
    struct gfReadQueue *reads;
    gfParts parts;      // gfDevicePart: what modules keep with it
    gfLink *firstOwned; // gfOwned: fluids, groups, snapshots, and whatever else a host makes with it
};

// Returns whether programs are only named: nothing else may be asked of the GL then.
static inline bool gfDevice_IsNaming(const gfDevice *device)
{
    return device->dryRun == GF_DRY_RUN_NAMES;
}

// State that a module keeps with a device, and what happens to it. Calls may be null.
typedef struct gfDevicePart {
    gfPart part;
    bool emptiesWhenIdle; // `part.destroy` is called when the last fluid has gone, too, and the state stays attached
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

// Begin and end a public call that touches the GL. Begin reports HOST_STATE and then nothing was touched. `caller`: the
// public function, for messages.
bool gfDevice_Begin(gfDevice *device, const char *caller);
void gfDevice_End(gfDevice *device);
// Does the work of a call in between: an expression that is true if it succeeds. False: it failed, or Begin did.
#define gfDevice_Do(device, caller, work) (gfDevice_Begin(device, caller) && gfDevice_EndWith(device, work))
static inline bool gfDevice_EndWith(gfDevice *device, bool done)
{
    gfDevice_End(device);
    return done;
}

// Opens a frame, which gfDevice_End closes. Reports what Begin does.
bool gfDevice_OpenFrame(gfDevice *device, const char *caller);
// Lists the frame, so that other devices know of it, and takes it off the list. False, and not reported: a frame of
// another device is open in this context, and the end of this one would put back that device's names after they are
// gone.
bool gfDevice_ListFrame(gfDevice *device);
void gfDevice_UnlistFrame(gfDevice *device);

// Reads the host's framebuffer, viewport and scissor, before passes draw into the library's own targets. A viewport
// beyond all that can be seen is moved nearer.
void gfDevice_SaveTarget(const gfDevice *device, gfHostTarget *target);
// Returns whether the target can be drawn to; reports FRAMEBUFFER. On WebGL, where asking stalls, the GL is asked only
// about a target that differs from the last one.
bool gfDevice_CheckTarget(gfDevice *device, const gfHostTarget *target, const char *caller);

// Returns whether the device's context is current; reports CONTEXT_LOST or WRONG_CONTEXT. Begin does this; calls that
// touch the GL without it do it themselves.
bool gfDevice_CheckContext(gfDevice *device, const char *caller);
// Does what CheckContext does without asking the GL, for calls that have nothing to do for it.
bool gfDevice_CheckCurrent(gfDevice *device, const char *caller);
// Returns whether the device's context is current and not lost, without a report.
bool gfDevice_IsCurrent(const gfDevice *device);
// Begin and end deleting objects: their names are forgotten, with a warning, where the context is not current, for they
// may be another context's. End takes what Begin returns.
bool gfDevice_BeginDelete(gfDevice *device, const char *caller);
void gfDevice_EndDelete(gfDevice *device, bool lost);
// Makes the current context the device's own.
void gfDevice_NoteContext(gfDevice *device);

// To be called where something may have been bound elsewhere: by another device, or as a name was given out again.
void gfDevice_ForgetBindings(gfDevice *device);

// These calls set state unless it is so already. `target`: GL_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER or GL_READ_FRAMEBUFFER.
void gfDevice_BindTexture(gfDevice *device, int unit, GLuint texture, GLuint sampler);
void gfDevice_BindToChange(gfDevice *device, GLuint texture);  // to the active unit, with neutral pixel stores
void gfDevice_BindPackBuffer(gfDevice *device, GLuint buffer); // within a call, which puts the host's back
void gfDevice_BindFramebuffer(gfDevice *device, GLenum target, GLuint framebuffer);
void gfDevice_DeleteFramebuffer(gfDevice *device, GLuint framebuffer);
void gfDevice_SetViewport(gfDevice *device, int x, int y, int width, int height);
void gfDevice_SetScissor(gfDevice *device, const gfRegion *region); // null: no test
// Binds again what gfDevice_SaveTarget read.
void gfDevice_RestoreTarget(gfDevice *device, const gfHostTarget *target);

// To be called before something is changed that the host's state has apart (gfHostState_Use).
void gfDevice_UseHostState(gfDevice *device, unsigned part);

// Sets the stencil test of the next draw calls; null: off. The framebuffer that is bound must have a stencil buffer.
void gfDevice_SetStencil(gfDevice *device, const gfStencilRule *rule);

// Between these calls textures are made for so many fluids, and programs draw to all of them
// (shaders/common/atlas.glsl), without code in between that knows. Not nested.
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

// Remembers that something optional failed: it is left out, and not tried again before gfDevice_ResetErrors. Zero: it
// did not fail.
typedef struct gfFailure {
    unsigned at;
    const char *outer; // core.leftOut as it was before
    int passes;        // device->failedPasses as it was before: a pass of what is left out is no failed pass
} gfFailure;

// Enclose making something optional. `what` says in the one message what is left out, as in "bloom is"; "": nothing is
// reported. Begin returns false where it failed before and is not to be made; End returns `made`.
bool gfFailure_Begin(gfFailure *failure, gfDevice *device, const char *what);
bool gfFailure_End(gfFailure *failure, gfDevice *device, bool made);
// Makes something optional by an expression, which is true if that succeeds. False: it failed, now or before.
#define gfFailure_Try(failure, device, what, make) \
    (gfFailure_Begin(failure, device, what) && gfFailure_End(failure, device, make))
// Returns whether it failed and is not to be tried again yet.
static inline bool gfFailure_Lasts(const gfFailure *failure, const gfDevice *device)
{
    return failure->at == device->retries + 1;
}

// Drops errors that were pending, and reports them as the host's, of each the first, the tenth, the hundredth and so
// on, for a host may raise one in each frame; to be called before work whose own errors are asked for afterwards with
// gfDevice_CheckGL.
void gfDevice_DropHostErrors(gfDevice *device);
// Drops pending errors without a report, where the library caused them by trying something.
void gfDevice_IgnoreErrors(gfDevice *device);
// Returns whether no GL error is pending. False and reported (GL, OUT_OF_MEMORY or CONTEXT_LOST); `what` names the
// work.
bool gfDevice_CheckGL(gfDevice *device, const char *what);

// The same three calls for work that a running game does in each frame with things that are made already. On WebGL they
// ask for nothing, as the answer waits for all that was given to the GL before.
void gfDevice_DropErrorsInStep(gfDevice *device);
void gfDevice_IgnoreErrorsInStep(gfDevice *device);
bool gfDevice_CheckInStep(gfDevice *device, const char *what);

// --- formats and tier ------------------------------------------------------------------------------------------------

// Tries which float formats the context really draws to, reads back and filters: extension strings do not always tell.

// Fills device->gl.formats. Reports NO_FLOAT_RENDERING if there is none, SHADER if even the probe does not compile.
bool gfProbe_Formats(gfDevice *device);

// Sets device->tier for all that is compiled from then on: the wanted one, or where that is AUTO what works. Comes
// after gfProbe_Formats. Reports UNSUPPORTED, OUT_OF_MEMORY.
bool gfProbe_Tier(gfDevice *device, gfTier wanted);

// --- labels ----------------------------------------------------------------------------------------------------------

// Names of GL objects, which debuggers of the GL show: KHR_debug (GL 4.3, ES 3.2) or EXT_debug_label, where there.

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

// Names an object that has been bound, or made by glCreate*, "gpufluid WHAT" or "gpufluid WHAT PART". `part` may be
// null. Nothing happens where the context knows no labels.
void gfLabel_Set(gfDevice *device, gfLabelKind kind, GLuint id, const char *what, const char *part);

// The last name of an expression such as "&t->motion" or "s->flow.read", for the label of what it points to.
const char *gfLabel_OfExpression(const char *expression);

// --- timers ----------------------------------------------------------------------------------------------------------

// GPU time per pass label: elapsed-time queries that are read when they are ready, never waited for.

bool gfTimers_Create(gfDevice *device);
void gfTimers_Destroy(gfDevice *device);
void gfTimers_Enable(gfDevice *device, bool enabled);
// Collects what is ready, at the start of a public call. While the host has a time query open no pass is timed, for
// queries of one kind do not nest; the first time, that is reported.
void gfTimers_Begin(gfDevice *device, bool hostQueryOpen);
void gfTimers_BeginPass(gfDevice *device, const char *label);
void gfTimers_EndPass(gfDevice *device);
// Collects the results that are ready, then copies the sums.
void gfTimers_GetProfile(gfDevice *device, gfProfile *profile);
void gfTimers_Reset(gfDevice *device);

// Times of whole calls, each of several passes: of them that are under way at once. Zero is "none".
#define GF_SPANS 8

typedef struct gfSpans {
    GLuint queries[GF_SPANS]; // a ring
    uint32_t tags[GF_SPANS];
    int first, count;
    bool made, open;
} gfSpans;

// If the context has no time queries nothing is made, and no span is ever begun.
void gfSpans_Create(gfDevice *device, gfSpans *spans);
void gfSpans_Destroy(gfDevice *device, gfSpans *spans);
// Begins a span, between gfDevice_Begin and _End as all that is timed. There is none where the ring is full, passes are
// timed, or the host has a time query open.
void gfSpans_Begin(gfDevice *device, gfSpans *spans, uint32_t tag);
void gfSpans_End(gfDevice *device, gfSpans *spans);
// The oldest that has come, without waiting; false: none has.
bool gfSpans_Take(gfDevice *device, gfSpans *spans, double *ms, uint32_t *tag);

#endif
