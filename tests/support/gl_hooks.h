/// A loader between the library and the GL. It counts the objects that are made and deleted, and on request lies as a
/// poor driver does. The program has one set of hooks, as a loader gets only a name.
#pragma once

#include <gpufluid/device.h>

#include <stdbool.h>

typedef enum GlHookFormats {
    HOOK_ALL_FORMATS,
    HOOK_NO_FORMAT,    ///< every framebuffer is unsupported
    HOOK_NO_32F,       ///< those with a texture of 32 bits a channel are
    HOOK_ONLY_RGBA,    ///< those with a float texture of one or two channels are
    HOOK_CLAMPED_READS ///< complete, but values come back within 0 and 1
} GlHookFormats;

/// What to lie about; all zero: nothing.
typedef struct GlHooks {
    GlHookFormats formats;
    bool fillsTextures;  ///< a texture that is made without data holds NaN or, where it is no float, 255
    bool nearestOnly;    ///< a float texture under a filtering sampler is incomplete and reads as 0
    bool smallPoints;    ///< the largest point has a size of 1
    const char *version; ///< in place of GL_VERSION; null: the true one
} GlHooks;

/// Starts counting afresh, with these lies. The context that devices are made in must be current.
void GlHooks_Set(GlHooks hooks);

/// From now on `count` framebuffers may be found complete, and none after them; negative: any number.
void GlHooks_LimitFramebuffers(int count);

/// From now on `count` shaders may compile, and none after them; negative: any number.
void GlHooks_LimitShaders(int count);

/// Framebuffers and shaders refused by these two limits since GlHooks_Set.
int GlHooks_Refused(void);

/// For gfDeviceDef.getProcAddress.
gfGLProc GlHooks_GetProcAddress(const char *name);

/// Objects (textures, framebuffers, buffers, queries, vertex arrays, samplers, shaders, programs, syncs) made through
/// the loader since GlHooks_Set, and how many of them were not deleted.
int GlHooks_Made(void);
int GlHooks_Left(void);

/// Draw calls of points since GlHooks_Set.
int GlHooks_PointDraws(void);
