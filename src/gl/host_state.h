// The host's GL state: saved and made neutral once at the start of a public call, put back once at its end. State that
// few passes change is saved by the first pass that changes it: texture units, blending's functions, depth, pixel
// stores with pixel buffers, stencil.
//
// Between gfHostState_Neutral and gfHostState_Restore the passes may rely on: no blending, tests, masks, culling or
// logic op, fill polygons. The table in docs/gl-state.md lists what is saved; keep both alike.
#ifndef GF_HOST_STATE_H
#define GF_HOST_STATE_H

#include "gl/context.h"

// --- compatibility profiles ------------------------------------------------------------------------------------------

// State that only compatibility profiles have and that would change what passes draw, upload or read back. It is part
// of gfHostState; in other contexts nothing here makes a GL call. Capabilities are in the table of host_state.c.

#define GF_PIXEL_TRANSFERS_MAX 17

typedef struct gfCompatibilityState {
    GLfloat transfers[GF_PIXEL_TRANSFERS_MAX];
    GLfloat colorMatrix[16];
    GLint clampFragmentColor;
} gfCompatibilityState;

// Reports HOST_STATE where the host has something open that can't be set aside: a display list, glBegin, or a render
// mode whose records would be lost.
bool gfCompatibility_Check(const gfGL *gl, const gfCore *core);

void gfCompatibility_Save(const gfGL *gl, gfCompatibilityState *state);
// Sets all state that is not neutral in `state`, or with null all state: to the neutral value, or to the host's.
void gfCompatibility_Set(const gfGL *gl, const gfCompatibilityState *state, bool neutral);

// --- the host's state ------------------------------------------------------------------------------------------------

// Texture units 0 to GF_TEXTURE_UNITS - 1 are used by passes.
#define GF_TEXTURE_UNITS 12
#define GF_DRAW_BUFFERS_SAVED 16 // of the host's framebuffer
#define GF_PASS_BUFFERS 4        // most draw buffers of passes into textures
#define GF_ENABLES_MAX 36
#define GF_PIXEL_STORE_MAX 16

// The framebuffer and viewport that the host draws to.
typedef struct gfHostTarget {
    GLint drawFramebuffer, readFramebuffer;
    GLint viewport[4], scissor[4];
    GLfloat viewportF[4];
    GLboolean scissorTest;
    bool upsideDown; // clip space's y points down (glClipControl); never changed
} gfHostTarget;

// The stencil test of front or of back faces: function, reference, mask of values, three operations, mask of writes.
#define GF_STENCIL_VALUES 7

// Parts of the state that are saved when a public call first uses them; bit `i` stands for texture unit i.
enum {
    GF_HOST_PIXELS = 1 << GF_TEXTURE_UNITS, // pixel stores and pixel buffers
    GF_HOST_BLENDING = GF_HOST_PIXELS << 1,
    GF_HOST_DEPTH = GF_HOST_PIXELS << 2,
    GF_HOST_STENCIL = GF_HOST_PIXELS << 3,
    GF_HOST_BUFFERS = GF_HOST_PIXELS << 4 // masks of draw buffers from GF_PASS_BUFFERS on
};

typedef struct gfHostState {
    gfHostTarget target;
    unsigned used; // parts that are saved
    GLint program, vertexArray, activeTexture;
    GLint pixelPackBuffer, pixelUnpackBuffer;
    GLint textures[GF_TEXTURE_UNITS], samplers[GF_TEXTURE_UNITS];
    GLboolean enables[GF_ENABLES_MAX];
    GLboolean blend[GF_PASS_BUFFERS];
    GLboolean colorMask[GF_DRAW_BUFFERS_SAVED][4];
    GLint blendFunc[6]; // source and destination for RGB and alpha, equations for RGB and alpha
    GLint depthFunc, depthMask;
    GLint polygonMode[2];
    GLint clampReadColor;
    GLint pixelStore[GF_PIXEL_STORE_MAX];
    GLint stencil[2][GF_STENCIL_VALUES];
    gfCompatibilityState compatibility;
} gfHostState;

// Checks the preconditions and reports HOST_STATE where the host has something open that GL 3.3 can't suspend.
// `timeQueryOpen` tells whether a time query of the host's runs, so that the library may start none of its own.
bool gfHostState_Check(const gfGL *gl, const gfCore *core, bool *timeQueryOpen);

void gfHostState_Save(const gfGL *gl, gfHostState *state);
// Saves a part before passes change it, and makes it neutral: default pixel stores without pixel buffers; a depth test
// that passes and writes what is nearer or as near. A texture unit must be the active one. For the stencil a
// framebuffer with a stencil buffer must be bound for drawing, as GL reports reference 0 without one. `state` null: all
// is neutral.
void gfHostState_Use(const gfGL *gl, gfHostState *state, unsigned part);
// Makes the state neutral. State that `saved` says is neutral already is not set, neither here nor by Restore. `saved`
// null: unknown. Viewport, scissor, framebuffer, program, vertex array and textures are left to the passes.
void gfHostState_Neutral(const gfGL *gl, const gfHostState *saved);
void gfHostState_Restore(const gfGL *gl, const gfHostState *state);

// Save and restore the host's framebuffer, viewport and scissor alone: passes into the library's own textures change
// them, before a pass into the host's framebuffer.
void gfHostState_SaveTarget(const gfGL *gl, gfHostTarget *target);
void gfHostState_RestoreTarget(const gfGL *gl, const gfHostTarget *target);

void gfHostState_SetEnabled(const gfGL *gl, GLenum capability, bool enabled);
void gfHostState_SetEnabledIndexed(const gfGL *gl, GLenum capability, GLuint index, bool enabled);
// Returns how many draw buffers have blending and masks of their own; 0: all have the same.
int gfHostState_CountBuffers(const gfGL *gl);

// Sets viewport and scissor 0 of a context that may have several.
void gfHostState_SetViewport(const gfGL *gl, int x, int y, int width, int height);
void gfHostState_SetScissorBox(const gfGL *gl, const GLint box[4]);
void gfHostState_SetScissorTest(const gfGL *gl, bool enabled);
// Lets passes write only draw buffer 0 of the bound framebuffer, as others would be undefined where a shader has no
// output for them. Returns the `count` that gfHostState_AllBuffers needs to undo this. Uses GF_HOST_BUFFERS.
int gfHostState_OnlyFirstBuffer(const gfGL *gl, GLenum saved[GF_DRAW_BUFFERS_SAVED]);
void gfHostState_AllBuffers(const gfGL *gl, const GLenum *saved, int count);
// The test against the host's depth buffer. The depth range puts all of a drawing at one depth.
typedef struct gfHostDepth {
    GLenum function;
    float z;
    bool write;
} gfHostDepth;
// Begin keeps the host's depth range in `range`, and End puts it back.
void gfHostState_BeginDepth(const gfGL *gl, const gfHostDepth *depth, double range[2]);
void gfHostState_EndDepth(const gfGL *gl, const double range[2]);
// Switches the depth test, for passes with a gfDepth.
// The stencil test of a pass, on both faces. All eight bits are compared with `reference`. Whether or not the test
// passes, `operation` changes the bits of `mask`.
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
