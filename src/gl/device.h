// The device: what fluids share in one GL context. Also the bracket around public calls, probes, labels and timers.
#ifndef GF_DEVICE_H
#define GF_DEVICE_H

#include "base/parts.h"
#include "base/slots.h"
#include "gl/host_state.h"

struct gfProgramCache;
struct gfTimers;

// Most calls of glGetError to read all pending errors: on a lost context, or with none, it may return errors for ever.
#define GF_ERRORS_MAX 16
#define GF_ERROR_KINDS 8             // GL errors are 0x0500 to 0x0507, counted by their last digit
#define GF_CONTEXT_LOST_ERROR 0x0507 // GL_CONTEXT_LOST, which GL 3.3 does not know

// The library's sampler objects, through which passes read, so that a host's texture keeps its parameters.
typedef enum gfSampler {
    GF_SAMPLE_NEAREST,
    GF_SAMPLE_LINEAR, // for the host's textures, and for those of effects such as bloom
    GF_SAMPLE_FIELD,  // for fields that shaders read by sampleLinear(); nearest where the context can't filter floats
    GF_SAMPLER_COUNT
} gfSampler;

// A rectangle of texels: lower left corner and size; zero size is empty.
typedef struct gfRegion {
    int x, y, width, height;
} gfRegion;

// The GL bindings and state that the library has set within the current public call. By them gfDevice_Bind... and
// gfDevice_Set... skip what is set already. Code outside gl/ that binds something itself calls gfDevice_ForgetBindings.
#define GF_UNBOUND 0xffffffffu
typedef struct gfBindings {
    GLuint program, vertexArray; // names of what is bound; GF_UNBOUND: not known
    GLuint textures[GF_TEXTURE_UNITS], samplers[GF_TEXTURE_UNITS];
    GLint activeUnit; // the texture unit that is active; -1: not known
    GLuint drawFramebuffer, readFramebuffer;
    GLint viewport[4]; // x, y, width, height as set; a width of -1: not known
    GLint scissor[4];  // x, y, width, height as set; a width of -1: not known
    GLint scissorTest; // 1: GL_SCISSOR_TEST is on; 0: it is off; -1: not known
} gfBindings;

// The layout of an atlas: a texture with a field of many fluids (ext/group) in rows of equal rectangles. Zeroed: none.
typedef struct gfAtlas {
    int columns, rows; // how many rectangles lie side by side, and above each other
    int count;         // how many fluids there are; they fill the rectangles row by row
} gfAtlas;

// A device's entry in the list of open frames (gfDevice_BeginFrame) of all devices on all threads. Devices look there
// for frames of others in their context. Zeroed: not in the list.
typedef struct gfOpenFrame {
    gfLink link;
    const gfDevice *device;
} gfOpenFrame;

// What fluid/validation.h remembers of its checks, which warn a host of likely mistakes.
typedef struct gfValidating {
    gfValidation mode;
    uint32_t reported;    // a bit for each kind of mistake (gfTrap) that was warned of, and is not again
    GLuint textures[16];  // a ring of host's textures that passed the check, and are not checked again
    unsigned nextTexture; // how many textures were put into the ring so far
} gfValidating;

// How a framebuffer stores a colour that a shader writes to it.
typedef enum gfStorage {
    GF_STORES_LEVELS, // as written, in 8 bits a channel
    GF_STORES_SRGB,   // turned from linear light to sRGB by the GL, in 8 bits a channel
    GF_STORES_FLOATS  // as written, in floats
} gfStorage;

// The host's framebuffer whose storage gfFramebuffer_GetStorage last asked the GL for, and the answer.
typedef struct gfTargetStorage {
    GLuint framebuffer;
    gfStorage storage;
} gfTargetStorage;

// A dry run makes the calls of future steps and drawings without drawing, to find the programs that they will need
// (fluid/dry_run.c). A pass then only notes its program in the cache, to be compiled later: it "names" the program.
typedef enum gfDryRunKind {
    GF_DRY_RUN_NONE,    // no dry run: calls draw
    GF_DRY_RUN_OBJECTS, // passes name programs and make framebuffers; textures are real: for gfDevice_Prepare
    GF_DRY_RUN_NAMES    // passes only name programs; no GL call is made, and textures have no GL object
} gfDryRunKind;

// The cache of framebuffers (gl/framebuffer.c): a hash table with linear probing, at most half full.
typedef struct gfFramebuffers {
    struct gfFramebufferEntry *entries;
    size_t capacity, count; // slots of the table, a power of two, and how many are in use
} gfFramebuffers;

struct gfDevice {
    gfCore core;
    gfValidating validating;
    gfGL gl;
    gfMemoryCounts counts; // for gfDevice_GetMemory; cpuBytes is 0 here, as gfCore.allocatedBytes counts it
    bool keepHostState;
    const char *caller;                  // the public call under way, or the last one
    const char *soundIn;                 // the last public call in which glGetError found no error; null: none
    unsigned hostErrors[GF_ERROR_KINDS]; // how often each GL error of the host was found pending
    gfHostState hostState;
    int callDepth;                // nested public calls, an open frame included: the outermost saves the host's state
    bool frameOpen;               // between gfDevice_BeginFrame and _EndFrame
    gfOpenFrame openFrame;        // entry in the list of open frames
    const gfHostDepth *hostDepth; // test of drawings against the host's depth buffer; null: none
    gfHostTarget frameTarget;     // the host's framebuffer and viewport to which the open frame draws
    gfStorage storage;            // of the framebuffer that is drawn to now: the strength of dither depends on it
    gfTargetStorage targetStorage;
    GLuint soundTarget; // the host's framebuffer that was last found complete: WebGL is not asked again
    gfBindings bindings;
    GLuint vertexArray;
    GLuint samplers[GF_SAMPLER_COUNT];
    GLfloat mark[2]; // what markContext wrote into a sampler, by which the device's context is recognised
    const char *shaderDir;
    gfTier tier;                            // of all shaders, BASE or GATHER; set before the first shader is made
    void *context;                          // in which the device was made; null: contexts can't be told apart
    void *(*getCurrentContext)(void *user); // the host's function; null: gfGL.getCurrent is called
    void *contextUser;
    bool lost;              // the context is gone: GL objects are forgotten, not deleted
    GLuint phantoms;        // how many textures without a GL object dry runs have made: each gets another made-up name
    unsigned retries;       // how often gfDevice_ResetErrors was called
    const char *labelOwner; // what new textures belong to, the first word of their labels; null: nothing
    gfDryRunKind dryRun;    // the dry run that is under way
    bool stepping;          // a solver's step is under way: debug builds report programs that dry runs did not find
    gfAtlas atlas;          // layout of textures and programs that are made now: see gfDevice_BeginAtlas
    int failedPasses;       // how many passes could not be drawn since the device was made
    uint64_t waits;         // how often the library waited for the GPU
    gfFramebuffers framebuffers;
    struct gfProgramCache *programs;
    gfLoadProgramFn loadProgramBinary; // the host's cache of program binaries; null: the host has none
    gfStoreProgramFn storeProgramBinary;
    void *binaryUser;
    char *binary; // a buffer for one program binary on its way from or to the host's cache, or null
    size_t binarySize;
    struct gfTimers *timers;
    gfSlots reads;      // the reads that hosts have requested and not yet got: a list of Read (gl/readback.c)
    gfParts parts;      // state that modules keep with the device, each described by a gfDevicePart
    gfLink *firstOwned; // list of gfOwned: fluids, groups, snapshots and whatever else the host made
};

// Returns whether a dry run GF_DRY_RUN_NAMES is under way: textures have no GL object then, and no GL call may be made.
static inline bool gfDevice_IsNaming(const gfDevice *device)
{
    return device->dryRun == GF_DRY_RUN_NAMES;
}

// The description of state that a module keeps with a device (base/parts.h).
typedef struct gfDevicePart {
    gfPart part;
    bool emptiesWhenIdle; // part.destroy is also called when the last fluid is destroyed; the state stays attached
} gfDevicePart;

static inline void *gfDevice_FindPart(const gfDevice *device, const gfDevicePart *part)
{
    return gfParts_Find(&device->parts, &part->part);
}

// Returns the device's state of a part; a missing part is attached first. Null and reported on failure: OUT_OF_MEMORY.
static inline void *gfDevice_GetPart(gfDevice *device, const gfDevicePart *part)
{
    return gfParts_Get(&device->parts, &device->core, &part->part);
}

// Adds `change`, 1 or -1, to the count of fluids. When none is left, parts with emptiesWhenIdle are emptied.
void gfDevice_CountFluid(gfDevice *device, int change);

// Returns whether a filtered read of a float texture is cheaper than reading four texels and mixing them in the shader.
static inline bool gfDevice_FiltersFast(const gfDevice *device)
{
    return device->gl.filtersFloats && (device->tier == GF_TIER_GATHER || !device->gl.software);
}

// Begin and end a public call that uses the GL: save and restore the host's state. Of nested calls only the outermost
// does. False and reported (CONTEXT_LOST, WRONG_CONTEXT, HOST_STATE): nothing changed. `caller`: the public function.
bool gfDevice_Begin(gfDevice *device, const char *caller);
void gfDevice_End(gfDevice *device);
// Evaluates `work`, a bool expression, between gfDevice_Begin and gfDevice_End. True: Begin and `work` succeeded.
#define gfDevice_Do(device, caller, work) (gfDevice_Begin(device, caller) && gfDevice_EndWith(device, work))
static inline bool gfDevice_EndWith(gfDevice *device, bool done)
{
    gfDevice_End(device);
    return done;
}

// Opens a frame: saves the host's state once for all calls up to its end, gfDevice_End. Reports as gfDevice_Begin.
bool gfDevice_OpenFrame(gfDevice *device, const char *caller);
// Put the device on the list of open frames, and take it off. False, not reported: another device has a frame open in
// this context. Frames must not overlap, as ours would save framebuffers that the other device may delete.
bool gfDevice_ListFrame(gfDevice *device);
void gfDevice_UnlistFrame(gfDevice *device);

// Reads the host's framebuffer, viewport and scissor, before passes that draw into the library's textures change them.
// A viewport so far out that it shows nothing is moved nearer, so that sums of its numbers fit an int.
void gfDevice_SaveTarget(const gfDevice *device, gfHostTarget *target);
// Returns whether the host's framebuffer can be drawn to; reports FRAMEBUFFER. WebGL, which stalls when asked, is asked
// only about a framebuffer that differs from the last one.
bool gfDevice_CheckTarget(gfDevice *device, const gfHostTarget *target, const char *caller);

// Returns whether the device's context is current; reports CONTEXT_LOST, WRONG_CONTEXT or HOST_STATE. gfDevice_Begin
// calls this. A public call that uses the GL without gfDevice_Begin must call it, too.
bool gfDevice_CheckContext(gfDevice *device, const char *caller);
// Does what gfDevice_CheckContext can do without a GL call, for public calls that do not use the GL.
bool gfDevice_CheckCurrent(gfDevice *device, const char *caller);
// Returns whether the device's context is current and not lost, without a report.
bool gfDevice_IsCurrent(const gfDevice *device);
// Begin and end deleting GL objects. If the context is not current, Begin warns and sets device->lost: objects are then
// forgotten, as their names could be another context's. Begin returns the former device->lost, which End puts back.
bool gfDevice_BeginDelete(gfDevice *device, const char *caller);
void gfDevice_EndDelete(gfDevice *device, bool lost);

// Forgets gfBindings after unseen changes: by another device, or because a new object got the name of a deleted one.
void gfDevice_ForgetBindings(gfDevice *device);

// These calls bind or set something unless gfBindings says that it is so already. `target`: as of glBindFramebuffer.
void gfDevice_BindTexture(gfDevice *device, int unit, GLuint texture, GLuint sampler);
void gfDevice_BindToChange(gfDevice *device, GLuint texture); // for uploads: to unit 0, made active; pixel stores reset
void gfDevice_BindPackBuffer(gfDevice *device, GLuint buffer); // the end of the public call restores the host's
void gfDevice_BindFramebuffer(gfDevice *device, GLenum target, GLuint framebuffer);
void gfDevice_DeleteFramebuffer(gfDevice *device, GLuint framebuffer);
void gfDevice_SetViewport(gfDevice *device, int x, int y, int width, int height);
void gfDevice_SetScissor(gfDevice *device, const gfRegion *region); // null: no test
// Binds the host's framebuffer, viewport and scissor again that gfDevice_SaveTarget read.
void gfDevice_RestoreTarget(gfDevice *device, const gfHostTarget *target);

// Saves a part of the host's state, unless this public call has saved it already. To be called before a change of state
// that gfHostState_Save does not save. `part`: as for gfHostState_Use.
void gfDevice_UseHostState(gfDevice *device, unsigned part);

// Sets the stencil test of the next draw calls; null: off. The bound framebuffer must have a stencil buffer.
void gfDevice_SetStencil(gfDevice *device, const gfStencilRule *rule);

// Between these calls textures that are made are atlases, and each pass draws to the rectangles of all fluids
// (shaders/common/atlas.glsl): code written for one fluid works for a group. They do not nest.
static inline void gfDevice_BeginAtlas(gfDevice *device, const gfAtlas *atlas)
{
    device->atlas = *atlas;
}

static inline void gfDevice_EndAtlas(gfDevice *device)
{
    device->atlas = (gfAtlas){0};
}

// Creates the samplers and the vertex array, which gfDestroyDevice deletes, and remembers the current context.
void gfDevice_CreateObjects(gfDevice *device);

// Stands beside something optional, such as bloom, and remembers whether making it failed. After a failure the library
// goes on without it, and does not try again before the host calls gfDevice_ResetErrors. Zeroed: it did not fail.
typedef struct gfFailure {
    unsigned at;       // 1 + device->retries when it failed; 0: it did not
    const char *outer; // gfCore.leftOut before gfFailure_Begin
    int passes;        // device->failedPasses before gfFailure_Begin: failed passes of optional things do not count
} gfFailure;

// Begin and end making something optional. Errors in between are logged as a warning that it is left out, which begins
// with `what`, as "bloom is"; "": nothing is logged. Begin returns false if it failed before and must not be tried now;
// End need not follow then. `made` tells End whether it succeeded, and is returned.
bool gfFailure_Begin(gfFailure *failure, gfDevice *device, const char *what);
bool gfFailure_End(gfFailure *failure, gfDevice *device, bool made);
// Evaluates `make`, a bool expression, between gfFailure_Begin and _End. False: it failed, now or before.
#define gfFailure_Try(failure, device, what, make) \
    (gfFailure_Begin(failure, device, what) && gfFailure_End(failure, device, make))
// Returns whether something optional failed and must not be tried again yet.
static inline bool gfFailure_Lasts(const gfFailure *failure, const gfDevice *device)
{
    return failure->at == device->retries + 1;
}

// Drops pending GL errors, which the host raised, before work that ends with gfDevice_CheckGL. Of each kind the first,
// tenth, hundredth and so on are logged, as a host may raise one in each frame.
void gfDevice_DropHostErrors(gfDevice *device);
// Drops pending GL errors without a report: those of our own GL call that was expected to fail.
void gfDevice_IgnoreErrors(gfDevice *device);
// Returns whether no GL error is pending; reports GL, OUT_OF_MEMORY or CONTEXT_LOST. `what` names the work.
bool gfDevice_CheckGL(gfDevice *device, const char *what);

// Do as the three above in each frame's work that makes no objects. On WebGL they do nothing, as glGetError waits.
void gfDevice_DropErrorsInStep(gfDevice *device);
void gfDevice_IgnoreErrorsInStep(gfDevice *device);
bool gfDevice_CheckInStep(gfDevice *device, const char *what);

// --- formats and tier ------------------------------------------------------------------------------------------------

// Trial draws tell which float formats a context draws to, reads back and filters, as extension strings may not.

// Tries all float formats and fills in device->gl.formats. False and reported: NO_FLOAT_RENDERING, SHADER.
bool gfProbe_Formats(gfDevice *device);

// Sets device->tier, which decides whether shaders use texture gathers: the wanted tier, or for AUTO the best one that
// works. To be called after gfProbe_Formats. False and reported: UNSUPPORTED, OUT_OF_MEMORY.
bool gfProbe_Tier(gfDevice *device, gfTier wanted);

// --- labels ----------------------------------------------------------------------------------------------------------

// Labels are names of GL objects that GL debuggers show, by KHR_debug (GL 4.3, ES 3.2) or EXT_debug_label.

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

// Labels an object "gpufluid WHAT" or, unless `part` is null, "gpufluid WHAT PART". The object must have been bound
// once, or made by glCreate...: before that the GL knows only a name. Does nothing in a context without labels.
void gfLabel_Set(gfDevice *device, gfLabelKind kind, GLuint id, const char *what, const char *part);

// Returns a texture's label from a C expression: "motion" of "&t->motion", and for a pair "flow" of "s->flow.read".
const char *gfLabel_OfExpression(const char *expression);

// --- timers ----------------------------------------------------------------------------------------------------------

// GPU time per pass label: elapsed-time queries that are read when they are ready, never waited for.

bool gfTimers_Create(gfDevice *device);
void gfTimers_Destroy(gfDevice *device);
void gfTimers_Enable(gfDevice *device, bool enabled);
// Collects finished results. `hostQueryOpen`: the host has a time query open, so that no pass is timed; it warns once.
void gfTimers_Begin(gfDevice *device, bool hostQueryOpen);
void gfTimers_BeginPass(gfDevice *device, const char *label);
void gfTimers_EndPass(gfDevice *device);
// Collects the results that are ready, then copies the sums since the last reset to `profile`, which may be null.
void gfTimers_GetProfile(gfDevice *device, gfProfile *profile);
void gfTimers_Reset(gfDevice *device);

// Most times in gfSpans that wait for their result.
#define GF_SPANS 8

// GPU times of spans: whole calls that draw several passes. Zeroed: nothing is timed.
typedef struct gfSpans {
    GLuint queries[GF_SPANS]; // a ring of time queries
    uint32_t tags[GF_SPANS];  // of each query, the caller's number that tells what was timed
    int first, count;         // the oldest query whose result was not taken, and how many such there are
    bool made, open;          // the queries exist; a span has begun and not ended
} gfSpans;

// Makes the queries. In a context without time queries it makes none, and gfSpans_Begin does nothing.
void gfSpans_Create(gfDevice *device, gfSpans *spans);
void gfSpans_Destroy(gfDevice *device, gfSpans *spans);
// Begins a span; to be called after gfDevice_Begin. Nothing is timed if the ring is full, or while another time query
// is open: the host's, or those of single passes (gfTimers_Enable).
void gfSpans_Begin(gfDevice *device, gfSpans *spans, uint32_t tag);
void gfSpans_End(gfDevice *device, gfSpans *spans);
// Takes the oldest time and tag without waiting. False: none has arrived. The time is NaN if the GPU's clock jumped.
bool gfSpans_Take(gfDevice *device, gfSpans *spans, double *ms, uint32_t *tag);

#endif
