// The host's GL state: saved at the start of a public call, then set as passes need it ("neutral": no blending, tests,
// masks, culling or logic op, and filled polygons), and put back at the end. State that only some passes change is
// saved by the first of them: texture units, blend functions, depth, pixel stores with pixel buffers, stencil. Keep the
// table of what is saved, in docs/gl-state.md, up to date.
#ifndef GF_HOST_STATE_H
#define GF_HOST_STATE_H

#include "gl/context.h"

// --- compatibility profiles ------------------------------------------------------------------------------------------

// State that only contexts with a compatibility profile have, and that would change what passes draw, upload or read
// back. In other contexts these functions make no GL call. What is set by glEnable alone stands in host_state.c.

#define GF_PIXEL_TRANSFERS_MAX 17

// The host's values; the array `transfers` has those of the table in compatibility.c.
typedef struct gfCompatibilityState {
    GLfloat transfers[GF_PIXEL_TRANSFERS_MAX];
    GLfloat colorMatrix[16];
    GLint clampFragmentColor;
} gfCompatibilityState;

// False and reported, HOST_STATE: the host is in a display list, glBegin, or glRenderMode with selection or feedback.
bool gfCompatibility_Check(const gfGL *gl, const gfCore *core);

void gfCompatibility_Save(const gfGL *gl, gfCompatibilityState *state);
// Sets all state that is not neutral in `state`, or with null all state: to the neutral value, or to the host's.
void gfCompatibility_Set(const gfGL *gl, const gfCompatibilityState *state, bool neutral);

// --- the host's state ------------------------------------------------------------------------------------------------

// Passes use texture units 0 to GF_TEXTURE_UNITS - 1, so only the host's bindings of these are saved.
#define GF_TEXTURE_UNITS 12
#define GF_DRAW_BUFFERS_SAVED 16 // most draw buffers whose state is saved
#define GF_PASS_BUFFERS 4 // most draw buffers that passes into textures use, whose state is saved in each public call
#define GF_ENABLES_MAX 36
#define GF_PIXEL_STORE_MAX 16

// The framebuffer, viewport and scissor that the host has set.
typedef struct gfHostTarget {
    GLint drawFramebuffer, readFramebuffer;
    GLint viewport[4], scissor[4];
    GLfloat viewportF[4];
    GLboolean scissorTest;
    bool upsideDown; // the host's glClipControl has y of clip space point down; the library does not change this
} gfHostTarget;

// The values of a face's stencil test: function, reference, mask of values, three operations, mask of writes.
#define GF_STENCIL_VALUES 7

// Bits for the parts that gfHostState_Use saves. Bits 0 to GF_TEXTURE_UNITS - 1: texture units with their samplers.
enum {
    GF_HOST_PIXELS = 1 << GF_TEXTURE_UNITS, // pixel stores and pixel buffers
    GF_HOST_BLENDING = GF_HOST_PIXELS << 1,
    GF_HOST_DEPTH = GF_HOST_PIXELS << 2,
    GF_HOST_STENCIL = GF_HOST_PIXELS << 3,
    GF_HOST_BUFFERS = GF_HOST_PIXELS << 4 // colour masks of draw buffers from number GF_PASS_BUFFERS on
};

typedef struct gfHostState {
    gfHostTarget target;
    unsigned used; // bits of the parts that gfHostState_Use has saved in this public call
    GLint program, vertexArray, activeTexture;
    GLint pixelPackBuffer, pixelUnpackBuffer;
    GLint textures[GF_TEXTURE_UNITS], samplers[GF_TEXTURE_UNITS];
    GLboolean enables[GF_ENABLES_MAX];
    GLboolean blend[GF_PASS_BUFFERS];
    GLboolean colorMask[GF_DRAW_BUFFERS_SAVED][4];
    GLint blendFunc[6]; // factors: source RGB, destination RGB, source alpha, destination alpha; equations: RGB, alpha
    GLint depthFunc, depthMask;
    GLint polygonMode[2];
    GLint clampReadColor;
    GLint pixelStore[GF_PIXEL_STORE_MAX];
    GLint stencil[2][GF_STENCIL_VALUES];
    gfCompatibilityState compatibility;
} gfHostState;

// Returns whether the library can draw now. False and reported, HOST_STATE: a transform feedback or query of the host
// that GL 3.3 can't suspend would record passes. *timeQueryOpen: the host has a time query open, so none may begin.
bool gfHostState_Check(const gfGL *gl, const gfCore *core, bool *timeQueryOpen);

void gfHostState_Save(const gfGL *gl, gfHostState *state);
// Saves a part of the host's state, unless this public call has, and makes it neutral: default pixel stores without
// pixel buffers; depth function LEQUAL with writes. A texture unit to save must be active. For the stencil a
// framebuffer with one must be bound to draw, else GL reports reference 0. `state` null: does nothing; all is neutral.
void gfHostState_Use(const gfGL *gl, gfHostState *state, unsigned part);
// Makes the state neutral. What is neutral in the host's state `saved` is not set; null: it is not known, and all is
// set. Each pass sets viewport, scissor, framebuffer, program, vertex array and textures.
void gfHostState_Neutral(const gfGL *gl, const gfHostState *saved);
void gfHostState_Restore(const gfGL *gl, const gfHostState *state);

// Save and restore only the host's framebuffer, viewport and scissor. A drawing needs this: its first passes draw into
// the library's textures, and its last one into the host's framebuffer.
void gfHostState_SaveTarget(const gfGL *gl, gfHostTarget *target);
void gfHostState_RestoreTarget(const gfGL *gl, const gfHostTarget *target);

void gfHostState_SetEnabled(const gfGL *gl, GLenum capability, bool enabled);
void gfHostState_SetEnabledIndexed(const gfGL *gl, GLenum capability, GLuint index, bool enabled);
// Returns how many draw buffers have a blend switch and colour mask of their own to save; 0: all share one.
int gfHostState_CountBuffers(const gfGL *gl);

// Set the viewport and the scissor; in contexts that have several of them only number 0.
void gfHostState_SetViewport(const gfGL *gl, int x, int y, int width, int height);
void gfHostState_SetScissorBox(const gfGL *gl, const GLint box[4]);
void gfHostState_SetScissorTest(const gfGL *gl, bool enabled);
// Lets passes write only draw buffer 0 of the host's framebuffer: shaders have no output for others, which would become
// undefined. gfHostState_AllBuffers undoes it; `count`: the returned value. GF_HOST_BUFFERS must have been saved.
int gfHostState_OnlyFirstBuffer(const gfGL *gl, GLenum saved[GF_DRAW_BUFFERS_SAVED]);
void gfHostState_AllBuffers(const gfGL *gl, const GLenum *saved, int count);

// The test of a drawing against the host's depth buffer (gfDrawDef.depth). All of the drawing is at depth `z`.
typedef struct gfHostDepth {
    GLenum function; // as of glDepthFunc
    float z;         // 0, the nearest, to 1
    bool write;      // the drawing also writes its depth
} gfHostDepth;
// Switch the depth test on and off. Begin sets the depth range from z to z, and returns in `range` the host's for End.
void gfHostState_BeginDepth(const gfGL *gl, const gfHostDepth *depth, double range[2]);
void gfHostState_EndDepth(const gfGL *gl, const double range[2]);

// The stencil test of a pass, for both faces. `function` compares all eight bits with `reference`. Whether or not the
// test passes, `operation` is done to the stencil value, in the bits of `mask`.
typedef struct gfStencilRule {
    GLenum function;
    GLint reference;
    GLenum operation;
    GLuint mask;
} gfStencilRule;

// Sets the stencil test; null: off.
void gfHostState_SetStencil(const gfGL *gl, const gfStencilRule *rule);
// Sets blending of draw buffer 0; without `enabled` the factors do not matter.
void gfHostState_SetBlend(const gfGL *gl, bool enabled, GLenum sourceRGB, GLenum destinationRGB);

#endif
