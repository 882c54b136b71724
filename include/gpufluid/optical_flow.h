/// Optical flow: finds on the GPU how the pictures of a camera or a film move, and stirs a fluid with that motion. Make
/// a gfOpticalFlow, hand it each picture (gfOpticalFlow_Add), and call gfOpticalFlow_Stir before gfFluid_Step.
#ifndef GPUFLUID_OPTICAL_FLOW_H
#define GPUFLUID_OPTICAL_FLOW_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Finds how one picture moves to the next: iterated least squares in a window (Lucas, Kanade 1981), from coarse to
/// fine over a pyramid (Bouguet 2001). It compares brightness less its mean over the window, so that changes of light
/// are not taken for motion. Errors are some per cent, for motions from a fifth of a pixel to an eighth of the picture
/// (docs/figures/game.md). Opaque.
typedef struct gfOpticalFlow gfOpticalFlow;

/// Most texels along a side of a flow.
#define GF_OPTICAL_FLOW_MAX 2048
/// Most fluids that one flow can stir at a time.
#define GF_OPTICAL_FLOW_FLUIDS 4

/// Settings of an optical flow. Make it with gfDefaultOpticalFlowDef().
typedef struct gfOpticalFlowDef {
    /// Texels across, 8 to GF_OPTICAL_FLOW_MAX. Default 192. Pictures of any size are reduced to this size, and the
    /// flow is in its pixels. Choose the proportions of the pictures.
    int32_t width;
    /// Texels up, 8 to GF_OPTICAL_FLOW_MAX. Default 108.
    int32_t height;
    /// Levels of the pyramid, 1 to 8. The largest motion that can be found is some 2 pixels with one level, and doubles
    /// with each level more. 0 (the default): as many as leave 12 texels along the shorter side.
    int32_t levels;
    /// Corrections of the flow on each level, 1 to 10. Default 3.
    int32_t iterations;
    /// Radius of the window, texels, 2 to 8. Default 5. A larger window is steadier, a smaller one follows smaller
    /// things.
    int32_t window;
    /// Noise of the reduced pictures, as a standard deviation where white is 1; 1e-4 to 0.5. Default 0.004. Structure
    /// as faint as this noise gets no confidence.
    float noise;
    /// Whether the first row of the host's textures is the top of the picture, as cameras and films give it; otherwise
    /// it is the bottom. Default false.
    bool topDown;
    /// Whether left and right are exchanged, as in a mirror. Default false.
    bool mirrored;
    /// Set by gfDefaultOpticalFlowDef().
    int32_t cookie;
} gfOpticalFlowDef;

/// Effect of a flow on a fluid. Make it with gfDefaultStirDef().
typedef struct gfStirDef {
    /// Centre of the picture in the world, m, within +-1e9. Default (0, 0).
    gfVec2 centre;
    /// Half of the picture's width and height in the world, m, 0 to 1e9. Default (0, 0): it lies over the whole domain,
    /// and `centre` and `angle` are ignored.
    gfVec2 halfExtents;
    /// Rotation of the picture about its centre, counter-clockwise, radians, within +-1e6. Default 0.
    float angle;
    /// Time between the two pictures, s, 1e-4 to 1e4; it turns the flow into velocities. Default 1/30.
    float frameTime;
    /// Velocity that the fluid is to have, over the picture's velocity, within +-1000. Default 1.
    float gain;
    /// Rate at which the fluid takes on that velocity where the flow is sure, 1/s, 0 (not at all) to 1e6. In t seconds
    /// the difference shrinks by the fraction 1 - exp(-pull t). Default 10.
    float pull;
    /// Dye added where the picture moves, amounts a second, within +-GF_VALUE_MAX. Default 0.
    float dye[4];
    /// Whether `dye` is multiplied by the colours of the picture (taken for sRGB, made linear). Default false.
    bool colors;
    /// Speed of the picture (times `gain`) from which on it pulls and dyes in full, m/s, 1e-6 to 1e6. Default 0.25.
    /// Slower motion pulls and dyes less, so that noise in still pictures does nothing.
    float fullSpeed;
    /// Fraction of `pull` by which still parts of the picture stop the fluid, 0 (not at all, the default) to 1.
    float hold;
    /// Set by gfDefaultStirDef().
    int32_t cookie;
} gfStirDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfOpticalFlowDef gfDefaultOpticalFlowDef(void);

/// Makes an optical flow with all that it needs: later calls make nothing, except the first gfOpticalFlow_Stir of a
/// fluid. The context must be current. Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY, SHADER,
/// FRAMEBUFFER, HOST_STATE.
GF_API gfOpticalFlow *gfCreateOpticalFlow(gfDevice *device, const gfOpticalFlowDef *def);

/// Frees a flow and its waiting splats; destroying its device does so, too. The context must be current. Null is
/// allowed.
GF_API void gfDestroyOpticalFlow(gfOpticalFlow *flow);

/// Takes the next picture, a host GL texture (2D, in this context), and finds the flow from the last one to it. After
/// the first picture the flow is 0 everywhere. The texture is read at once, with linear filtering; if the context can't
/// filter 32-bit floats, give 8 or 16 bits. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (0, or it holds integers), HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfOpticalFlow_Add(gfOpticalFlow *flow, uint32_t texture);

/// Finds the flow from one picture to another. The next gfOpticalFlow_Add continues from `after`. False: as
/// gfOpticalFlow_Add.
GF_API bool gfOpticalFlow_Compare(gfOpticalFlow *flow, uint32_t before, uint32_t after);

/// Forgets the last picture, as after a cut: the next one is the first. The context must be current.
/// False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfOpticalFlow_Restart(gfOpticalFlow *flow);

/// Returns the flow as a half-float texture, for the host's shaders or for gfSourceDef.texture as GF_TEXTURE_VELOCITY.
/// The first row is at the bottom. Red and green are the motion from the last picture to this one, pixels of the flow,
/// to the right and up. Blue is the difference that remains between the pictures, a root mean square in the window,
/// where white is 1. Alpha is the confidence, 0 (no structure, or no match) to 1. The texture must not be changed, and
/// its name holds until the next call that adds pictures. 0: NULL_ARGUMENT. Needs no context.
GF_API uint32_t gfOpticalFlow_GetTexture(const gfOpticalFlow *flow);

/// Copies the texture of gfOpticalFlow_GetTexture, `count` = 4 * width * height floats, and waits for the GPU: for
/// tests and tools, not for games. The context must be current. False: NULL_ARGUMENT, OUT_OF_RANGE (count), HOST_STATE,
/// OUT_OF_MEMORY, GL.
GF_API bool gfOpticalFlow_ReadBlocking(gfOpticalFlow *flow, float *values, size_t count);

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfStirDef gfDefaultStirDef(void);

/// Lets the flow act on a fluid for `dt` seconds (0 to 1e6), in its next step, over the picture's place. Call it
/// once a frame before gfFluid_Step with the same time, even if pictures come more slowly; time adds up over frames
/// without a step. The fluid, of any solver that has a flow, takes on the picture's velocity times `gain`, the
/// faster the surer the flow is. It takes two of the GF_SPLAT_MAX waiting splats, and snapshots don't save it. The
/// context must be current. False, nothing changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (a value, or a flow of another
/// device), UNSUPPORTED (a solver without a flow), TOO_MANY, OUT_OF_MEMORY, HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfOpticalFlow_Stir(gfOpticalFlow *flow, gfFluid *fluid, const gfStirDef *def, float dt);

#ifdef __cplusplus
}
#endif
#endif
