// The GL functions of one context, what it can do, and which float formats it really renders to.
#ifndef GF_CONTEXT_H
#define GF_CONTEXT_H

#include "base/core.h"

// A host may link glad too: our copy of its loader carries our prefix.
#define gladLoadGLContextUserPtr gf_gladLoadGLContextUserPtr
#define gladLoadGLContext gf_gladLoadGLContext
#define gladLoadGLES2ContextUserPtr gf_gladLoadGLES2ContextUserPtr
#define gladLoadGLES2Context gf_gladLoadGLES2Context
#include <glad/gl.h>

// Texture formats that the library asks for. The probe maps each to one that the context can render to.
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
    bool renderable; // as probed, see gfProbe_Formats
    bool linear;     // filters linearly, as probed
} gfFormatInfo;

// Calls of GL 4 and ES 3.2 that set the state of one draw buffer or viewport; null: not there. With them the library
// changes element 0 alone, so that the host's other elements stay.
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
    int drawBuffers; // how many draw buffers have masks and blend enables of their own; 0: none
    int viewports;   // how many viewports there are; 0: only one
    bool depthRange; // depth ranges are per viewport
    bool blend;      // blend functions are per draw buffer too
} gfIndexedGL;

typedef struct gfGL {
    GladGLContext fn;
    gfIndexedGL indexed;
    void *(GLAD_API_PTR *getCurrent)(void);     // returns the current context; null: the loader has no such function
    GLenum(GLAD_API_PTR *getResetStatus)(void); // null: the context can't tell
    // Label an object, by KHR_debug and by EXT_debug_label; at most one is set.
    void(GLAD_API_PTR *objectLabel)(GLenum kind, GLuint id, GLsizei length, const char *label);
    void(GLAD_API_PTR *labelObject)(GLenum kind, GLuint id, GLsizei length, const char *label);
    // Lets a pass read the texture that it draws to; null: it must read another one.
    void(GLAD_API_PTR *textureBarrier)(void);
    // Binaries of programs.
    void(GLAD_API_PTR *getProgramBinary)(GLuint program, GLsizei most, GLsizei *length, GLenum *format, void *bytes);
    void(GLAD_API_PTR *programBinary)(GLuint program, GLenum format, const void *bytes, GLsizei length);
    void(GLAD_API_PTR *programParameteri)(GLuint program, GLenum name, GLint value);
    // Calls of compatibility profiles: see gfCompatibilityState.
    void(GLAD_API_PTR *pixelTransferf)(GLenum name, GLfloat value);
    void(GLAD_API_PTR *matrixMode)(GLenum mode);
    void(GLAD_API_PTR *loadMatrixf)(const GLfloat *matrix);
    // WebGL can't map buffers: this copies a buffer's content, and waits for the GPU unless a fence was seen signaled.
    void(GLAD_API_PTR *getBufferSubData)(GLenum target, GLintptr offset, GLsizeiptr size, void *data);
    int binaryFormats;    // how many there are; 0: binaries are not supported
    bool parallelCompile; // KHR_parallel_shader_compile: GF_COMPLETION_STATUS can be asked for
    bool compatibility;   // a compatibility profile
    bool imaging;         // GL_ARB_imaging, only in compatibility profiles
    bool es;
    bool webgl;  // WebGL 2: ES 3.0 without some calls, where many queries wait for the GPU
    int version; // 10 * major + minor
    char renderer[256];
    int maxTextureSize;
    int maxDrawBuffers;
    int maxPointSize;
    int attachments;             // how many wide textures can be drawn to at once, as probed
    bool timeQueries;            // GL_TIME_ELAPSED
    bool controlsSrgb;           // GL_FRAMEBUFFER_SRGB switches encoding by sRGB targets; false: it is always on
    bool blendsFloats;           // 32-bit floats can be blended into; some contexts have them in place of halves
    bool transformFeedbackQuery; // GL_TRANSFORM_FEEDBACK_ACTIVE can be asked for
    gfFormatInfo formats[GF_FORMAT_COUNT];
    const char *gatherHeader; // first lines of shaders with texture gathers; null: the context announces none
    bool software;            // the renderer is known to run on the CPU
    bool filtersFloats;       // all float formats that render also filter; false: shaders mix texels themselves
} gfGL;

// The kind of a context. It is constant in a web build, so that the compiler drops code for other contexts.
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

// The host's loader: one of the two functions is set.
typedef struct gfLoader {
    gfGetProcAddressFn withoutUser;
    gfGetProcAddressFromFn withUser;
    void *user;
} gfLoader;

// Loads the functions of the context that is current. Reports NO_CONTEXT. The loader is not kept.
bool gfGL_Load(gfGL *gl, gfCore *core, const gfLoader *loader);

static inline bool gfFormat_IsInteger(const gfFormatInfo *info)
{
    return info->format == GL_RED_INTEGER || info->format == GL_RG_INTEGER || info->format == GL_RGBA_INTEGER;
}

// Returns the wanted format or the nearest one that renders: more channels first, then half the bits. None:
// GF_FORMAT_COUNT.
gfFormat gfGL_ChooseFormat(const gfGL *gl, gfFormat wanted);

#endif
