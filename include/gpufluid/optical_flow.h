/// Optical flow: how pictures of a camera or a film move, found on the GPU, and stirring a fluid with it.
#ifndef GPUFLUID_OPTICAL_FLOW_H
#define GPUFLUID_OPTICAL_FLOW_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Finds how one picture moves to the next: iterated least squares in a window (Lucas, Kanade 1981), from coarse to
/// fine over a pyramid (Bouguet 2001), of brightness less its mean over the window, so that light that comes and goes
/// is no motion. Measured on pictures that are known to move, docs/figures/game.md: errors of some per cent from a
/// fifth of a pixel to an eighth of the picture. Opaque.
typedef struct gfOpticalFlow gfOpticalFlow;

/// Most texels of a flow along a side.
#define GF_OPTICAL_FLOW_MAX 2048
/// Most fluids that one flow stirs at a time.
#define GF_OPTICAL_FLOW_FLUIDS 4

/// What a flow is made from. Make it with gfDefaultOpticalFlowDef().
typedef struct gfOpticalFlowDef {
    /// Texels of the flow across, 8 to GF_OPTICAL_FLOW_MAX: pictures of any size are reduced to it, and what is found
    /// is in these pixels. Give it the shape of the pictures. Default 192.
    int32_t width;
    /// Texels up, 8 to GF_OPTICAL_FLOW_MAX. Default 108.
    int32_t height;
    /// Levels of the pyramid, 1 to 8: with each the largest motion that is found doubles, from some 2 pixels on. 0 (the
    /// default): as many as leave 12 texels along the shorter side.
    int32_t levels;
    /// Corrections on each level, 1 to 10. Default 3.
    int32_t iterations;
    /// Radius of the window, texels, 2 to 8: more is steadier, less follows smaller things. Default 5.
    int32_t window;
    /// Noise of the pictures, standard deviation after reducing them, of a full range of 1; 1e-4 to 0.5. What is as
    /// faint gets no confidence. Default 0.004.
    float noise;
    /// Whether the first row of the host's textures is the top of the picture, as cameras and films give it, and not
    /// the bottom. Default false.
    bool topDown;
    /// Whether left and right are exchanged, as in a mirror. Default false.
    bool mirrored;
    /// Set by gfDefaultOpticalFlowDef().
    int32_t cookie;
} gfOpticalFlowDef;

/// How a flow stirs. Make it with gfDefaultStirDef().
typedef struct gfStirDef {
    /// Where the picture lies in the world: its centre, m, within +-1e9. Default (0, 0).
    gfVec2 centre;
    /// Half of its width and height there, m, 0 to 1e9. Default (0, 0): it lies over the whole domain, whatever
    /// `centre` and `angle` are.
    gfVec2 halfExtents;
    /// Its turn about the centre, counter-clockwise, radians, within +-1e6. Default 0.
    float angle;
    /// Time between the two pictures, s, 1e-4 to 1e4: what makes velocities of the flow. Default 1/30.
    float frameTime;
    /// Velocity of the fluid that is wanted, over that of the picture, within +-1000. Default 1.
    float gain;
    /// How fast the fluid takes it on where the flow is sure, 1/s, 0 (not at all) to 1e6: by 1 - exp(-pull t) in t
    /// seconds. Default 10.
    float pull;
    /// Dye that is added where the picture moves, amounts a second, within +-GF_VALUE_MAX. Default 0.
    float dye[4];
    /// Whether that is multiplied by the colours of the picture (taken for sRGB, made linear). Default false.
    bool colors;
    /// Speed of the picture (times `gain`) from which on it pulls and dyes in full, m/s, 1e-6 to 1e6: less below, so that
    /// the noise of what stands still does nothing. Default 0.25.
    float fullSpeed;
    /// Share of `pull` with which what stands still in the picture stops the fluid, 0 (it is left alone, the default)
    /// to 1.
    float hold;
    /// Set by gfDefaultStirDef().
    int32_t cookie;
} gfStirDef;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfOpticalFlowDef gfDefaultOpticalFlowDef(void);

/// Makes one, with all that it needs: later calls make nothing, but for the first gfOpticalFlow_Stir of a fluid. The
/// context must be current. Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY, SHADER, FRAMEBUFFER,
/// HOST_STATE.
GF_API gfOpticalFlow *gfCreateOpticalFlow(gfDevice *device, const gfOpticalFlowDef *def);

/// Frees it; what it has not stirred yet is dropped. A device that is destroyed frees those that it still has. The
/// context must be current. Null is allowed.
GF_API void gfDestroyOpticalFlow(gfOpticalFlow *flow);

/// Takes the next picture, a host GL texture (2D, in this context), and finds the flow from the last one to it; after
/// the first there is none, 0 everywhere. It is read now, by linear filtering: where the context does not filter 32-bit
/// floats give 8 or 16 bits. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (0), HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfOpticalFlow_Add(gfOpticalFlow *flow, uint32_t texture);

/// The same of two pictures. The next gfOpticalFlow_Add goes on from `after`. False: as gfOpticalFlow_Add.
GF_API bool gfOpticalFlow_Compare(gfOpticalFlow *flow, uint32_t before, uint32_t after);

/// Forgets the last picture: the next one is the first, as after a cut. The context must be current.
/// False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfOpticalFlow_Restart(gfOpticalFlow *flow);

/// The flow as a texture for the host's shaders, or for gfSourceDef.texture as GF_TEXTURE_VELOCITY: half floats, the
/// first row at the bottom; red and green: pixels of the flow from picture to picture, right and up; blue: how far the
/// pictures are then apart, root mean square in the window, of 1; alpha: confidence, 0 (nothing to see, or what is seen
/// does not fit) to 1. It must not be changed, and its name holds until the next call that adds pictures. 0:
/// NULL_ARGUMENT. Needs no context.
GF_API uint32_t gfOpticalFlow_GetTexture(const gfOpticalFlow *flow);

/// Copies it, `count` = 4 * width * height floats, and waits for the GPU: for tests and tools, not for games. The
/// context must be current. False: NULL_ARGUMENT, OUT_OF_RANGE (count), HOST_STATE, OUT_OF_MEMORY, GL.
GF_API bool gfOpticalFlow_ReadBlocking(gfOpticalFlow *flow, float *values, size_t count);

/// A definition with every default. Reports nothing and needs no context.
GF_API gfStirDef gfDefaultStirDef(void);

/// Lets the flow act on a fluid for `dt` seconds (0 to 1e6), in its next substep, as splats over the picture's place:
/// call it once a frame before gfFluid_Step, with the same time, also while pictures come more slowly. Where a frame
/// runs no substep the time adds up. The fluid is drawn to the picture's velocity, times `gain`, by the flow's
/// confidence; of any solver that has a flow. Two splats wait then, of GF_SPLAT_MAX; snapshots have nothing of it. The
/// context must be current. False, nothing changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (a value, or a flow of another
/// device), UNSUPPORTED (a solver without a flow), TOO_MANY, OUT_OF_MEMORY, HOST_STATE, SHADER, FRAMEBUFFER.
GF_API bool gfOpticalFlow_Stir(gfOpticalFlow *flow, gfFluid *fluid, const gfStirDef *def, float dt);

#ifdef __cplusplus
}
#endif
#endif
