// The GL functions of one context, and what the context can do: versions, extensions, formats that it renders to.
#ifndef GF_CONTEXT_H
#define GF_CONTEXT_H

#include "base/core.h"

// A host may link glad, too: these macros rename the functions of our copy, so that the linker finds no name twice.
#define gladLoadGLContextUserPtr gf_gladLoadGLContextUserPtr
#define gladLoadGLContext gf_gladLoadGLContext
#define gladLoadGLES2ContextUserPtr gf_gladLoadGLES2ContextUserPtr
#define gladLoadGLES2Context gf_gladLoadGLES2Context
#include <glad/gl.h>

// Texture formats that the library asks for. Where a context can't render to one, gfGL_ChooseFormat gives another.
typedef enum gfFormat {
    GF_FORMAT_R16F,
    GF_FORMAT_RG16F,
    GF_FORMAT_RGBA16F,
    GF_FORMAT_R32F,
    GF_FORMAT_RG32F,
    GF_FORMAT_RGBA32F,
    GF_FORMAT_RG8,
    GF_FORMAT_RGBA8,
    GF_FORMAT_R8UI,
    GF_FORMAT_R32UI,
    GF_FORMAT_RG32UI,
    GF_FORMAT_RGBA32UI,
    GF_FORMAT_COUNT
} gfFormat;

typedef struct gfFormatInfo {
    const char *name;
    GLenum internalFormat;
    GLenum format;
    GLenum type;
    int channels;
    int bytes;       // per texel
    bool renderable; // the context draws to it; of float formats gfProbe_Formats finds this out
    bool linear;     // the context filters it linearly; of float formats gfProbe_Formats finds this out
} gfFormatInfo;

// Calls, mostly of GL 4 and ES 3.2, that set the state of a single draw buffer or viewport; null: the context lacks the
// call. With them the library changes draw buffer 0 and viewport 0 alone, and need not save the host's others.
typedef struct gfIndexedGL {
    void(GLAD_API_PTR *Enablei)(GLenum target, GLuint index);
    void(GLAD_API_PTR *Disablei)(GLenum target, GLuint index);
    GLboolean(GLAD_API_PTR *IsEnabledi)(GLenum target, GLuint index);
    void(GLAD_API_PTR *GetBooleani_v)(GLenum target, GLuint index, GLboolean *data);
    void(GLAD_API_PTR *ColorMaski)(GLuint buffer, GLboolean r, GLboolean g, GLboolean b, GLboolean a);
    void(GLAD_API_PTR *GetIntegeri_v)(GLenum target, GLuint index, GLint *data);
    void(GLAD_API_PTR *BlendFuncSeparatei)(GLuint buffer, GLenum srcRGB, GLenum dstRGB, GLenum srcA, GLenum dstA);
    void(GLAD_API_PTR *BlendEquationSeparatei)(GLuint buffer, GLenum modeRGB, GLenum modeAlpha);
    void(GLAD_API_PTR *ViewportIndexedfv)(GLuint index, const GLfloat *v);
    void(GLAD_API_PTR *ScissorIndexedv)(GLuint index, const GLint *v);
    void(GLAD_API_PTR *GetFloati_v)(GLenum target, GLuint index, GLfloat *data);
    void(GLAD_API_PTR *DepthRangeIndexed)(GLuint index, GLdouble low, GLdouble high);
    void(GLAD_API_PTR *GetDoublei_v)(GLenum target, GLuint index, GLdouble *data);
    int drawBuffers; // how many draw buffers have a colour mask and GL_BLEND of their own; 0: all share one
    int viewports;   // how many viewports there are; 0: only one
    bool depthRange; // each viewport has its own depth range
    bool blend;      // each draw buffer has its own blend function and equation
} gfIndexedGL;

typedef struct gfGL {
    GladGLContext fn;
    gfIndexedGL indexed;
    void *(GLAD_API_PTR *getCurrent)(void);     // returns the current context; null: the loader has no such function
    GLenum(GLAD_API_PTR *getResetStatus)(void); // null: the context can't tell
    // Give an object the name that GL debuggers show, by KHR_debug or by EXT_debug_label. At most one is set.
    void(GLAD_API_PTR *objectLabel)(GLenum kind, GLuint id, GLsizei length, const char *label);
    void(GLAD_API_PTR *labelObject)(GLenum kind, GLuint id, GLsizei length, const char *label);
    // glTextureBarrier: a pass may then read the texture that it draws to. Null: a pass must read another texture.
    void(GLAD_API_PTR *textureBarrier)(void);
    // Get and load the driver's binary of a compiled program; null: the context has no binaries.
    void(GLAD_API_PTR *getProgramBinary)(GLuint program, GLsizei most, GLsizei *length, GLenum *format, void *bytes);
    void(GLAD_API_PTR *programBinary)(GLuint program, GLenum format, const void *bytes, GLsizei length);
    void(GLAD_API_PTR *programParameteri)(GLuint program, GLenum name, GLint value);
    // Calls that only compatibility profiles have, to set what gfCompatibilityState saves.
    void(GLAD_API_PTR *pixelTransferf)(GLenum name, GLfloat value);
    void(GLAD_API_PTR *matrixMode)(GLenum mode);
    void(GLAD_API_PTR *loadMatrixf)(const GLfloat *matrix);
    // WebGL can't map buffers: this copies a buffer's content, and waits for the GPU unless a fence was seen signaled.
    void(GLAD_API_PTR *getBufferSubData)(GLenum target, GLintptr offset, GLsizeiptr size, void *data);
    int binaryFormats;    // how many formats of program binaries there are; 0: binaries are not supported
    bool parallelCompile; // the GL compiles several programs at once, and tells without waiting when one is ready
    bool compatibility;   // the context has a compatibility profile, with the state of old OpenGL
    bool imaging;         // the context has the extension GL_ARB_imaging; only compatibility profiles do
    bool es;
    bool webgl;  // WebGL 2: ES 3.0 without some calls, where many queries wait for the GPU
    int version; // 10 * major + minor
    char renderer[256];
    int maxTextureSize;
    int maxDrawBuffers;
    int maxPointSize;
    int attachments;             // how many RGBA32F textures a pass can draw to at once, as probed: 4 or 1
    bool timeQueries;            // the context has queries of GL_TIME_ELAPSED
    bool controlsSrgb;           // GL_FRAMEBUFFER_SRGB switches the encoding of sRGB targets; false: it is always on
    bool blendsFloats;           // 32-bit float textures can be blended into
    bool transformFeedbackQuery; // glGetIntegerv tells GL_TRANSFORM_FEEDBACK_ACTIVE
    gfFormatInfo formats[GF_FORMAT_COUNT];
    const char *gatherHeader; // first lines of shaders with texture gathers; null: the context announces none
    bool software;            // the renderer is known to run on the CPU
    bool filtersFloats;       // all float formats that render also filter; false: shaders mix texels themselves
} gfGL;

// Whether this build runs on WebGL alone: a constant, so that a web build's compiler drops code for other contexts.
#ifdef __EMSCRIPTEN__
#define GF_ONLY_WEBGL true
#else
#define GF_ONLY_WEBGL false
#endif
static inline bool gfGL_IsES(const gfGL *gl)
{
    return GF_ONLY_WEBGL || gl->es;
}

static inline bool gfGL_IsWebGL(const gfGL *gl)
{
    return GF_ONLY_WEBGL || gl->webgl;
}

static inline bool gfGL_IsCompatibility(const gfGL *gl)
{
    return !GF_ONLY_WEBGL && gl->compatibility;
}

// The host's function that finds GL functions by name; exactly one of its two forms is set.
typedef struct gfLoader {
    gfGetProcAddressFn withoutUser;
    gfGetProcAddressFromFn withUser;
    void *user;
} gfLoader;

// Fills in `gl` from the current context; the loader is not needed afterwards. False and reported: NO_CONTEXT.
bool gfGL_Load(gfGL *gl, gfCore *core, const gfLoader *loader);

static inline bool gfFormat_IsInteger(const gfFormatInfo *info)
{
    return info->format == GL_RED_INTEGER || info->format == GL_RG_INTEGER || info->format == GL_RGBA_INTEGER;
}

// Returns the wanted format if the context renders to it, else the nearest that it renders to: first those with more
// channels, then floats of the other width (16 or 32 bits). GF_FORMAT_COUNT: it renders to none of these.
gfFormat gfGL_ChooseFormat(const gfGL *gl, gfFormat wanted);

#endif
