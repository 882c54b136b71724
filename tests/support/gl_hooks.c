#include "support/gl_hooks.h"

#include "support/fixture.h"

#define NAMES_MAX 65536
#define UNITS_MAX 64

static struct {
    GlHooks hooks;
    int made, left;
    int pointDraws;
    GLuint texture, framebuffer; // bound last
    GLuint unit;                 // active
    int framebuffersLeft;        // that may be complete; negative: any number
    int shadersLeft;             // that may compile
    int refusals;                // for want of either
    GLuint bound[UNITS_MAX], sampler[UNITS_MAX];
    bool filters[NAMES_MAX];           // by sampler
    unsigned short formats[NAMES_MAX]; // internal format by texture
    bool refused[NAMES_MAX];           // by framebuffer: it has a texture of a format that is not to work
} h;

#define REAL(type, name) ((type)Headless_GetProcAddress(name))

void GlHooks_Set(GlHooks hooks)
{
    memset(&h, 0, sizeof h);
    h.hooks = hooks;
    h.framebuffersLeft = h.shadersLeft = -1;
}

void GlHooks_LimitFramebuffers(int count)
{
    h.framebuffersLeft = count;
}

void GlHooks_LimitShaders(int count)
{
    h.shadersLeft = count;
}

int GlHooks_Refused(void)
{
    return h.refusals;
}

int GlHooks_Made(void)
{
    return h.made;
}

int GlHooks_Left(void)
{
    return h.left;
}

int GlHooks_PointDraws(void)
{
    return h.pointDraws;
}

static void count(GLsizei n)
{
    h.made += n > 0 ? n : 0;
    h.left += n;
}

// Functions that stand before the GL's.
typedef struct Hook {
    const char *name;
    gfGLProc proc;
} Hook;
static Hook hooked[64];
static size_t hookedCount;

// Defines one, which a loader finds by its name.
#define HOOK(type, name, ...)                                         \
    static type GLAD_API_PTR name(__VA_ARGS__);                       \
    __attribute__((constructor)) static void name##_add(void)         \
    {                                                                 \
        hooked[hookedCount++] = (Hook){"gl" #name, (gfGLProc)(name)}; \
    }                                                                 \
    static type GLAD_API_PTR name(__VA_ARGS__)

#define COUNT_OBJECTS(kind)                                        \
    HOOK(void, Gen##kind, GLsizei n, GLuint *names)                \
    {                                                              \
        REAL(PFNGLGENTEXTURESPROC, "glGen" #kind)(n, names);       \
        count(n);                                                  \
    }                                                              \
    HOOK(void, Delete##kind, GLsizei n, const GLuint *names)       \
    {                                                              \
        for (GLsizei i = 0; i < n; i++) {                          \
            count(names[i] != 0 ? -1 : 0);                         \
        }                                                          \
        REAL(PFNGLDELETETEXTURESPROC, "glDelete" #kind)(n, names); \
    }

COUNT_OBJECTS(Textures)
COUNT_OBJECTS(Framebuffers)
COUNT_OBJECTS(Buffers)
COUNT_OBJECTS(Queries)
COUNT_OBJECTS(VertexArrays)
COUNT_OBJECTS(Samplers)

HOOK(GLuint, CreateShader, GLenum stage)
{
    count(1);
    return REAL(PFNGLCREATESHADERPROC, "glCreateShader")(stage);
}

// One that is never compiled says so when asked.
HOOK(void, CompileShader, GLuint shader)
{
    if (h.shadersLeft == 0) {
        h.refusals++;
        return;
    }
    h.shadersLeft -= h.shadersLeft > 0;
    REAL(PFNGLCOMPILESHADERPROC, "glCompileShader")(shader);
}

HOOK(void, DeleteShader, GLuint shader)
{
    count(shader != 0 ? -1 : 0);
    REAL(PFNGLDELETESHADERPROC, "glDeleteShader")(shader);
}

HOOK(GLuint, CreateProgram, void)
{
    count(1);
    return REAL(PFNGLCREATEPROGRAMPROC, "glCreateProgram")();
}

HOOK(void, DeleteProgram, GLuint program)
{
    count(program != 0 ? -1 : 0);
    REAL(PFNGLDELETEPROGRAMPROC, "glDeleteProgram")(program);
}

HOOK(GLsync, FenceSync, GLenum condition, GLbitfield flags)
{
    count(1);
    return REAL(PFNGLFENCESYNCPROC, "glFenceSync")(condition, flags);
}

HOOK(void, DeleteSync, GLsync sync)
{
    count(sync != NULL ? -1 : 0);
    REAL(PFNGLDELETESYNCPROC, "glDeleteSync")(sync);
}

HOOK(void, BindTexture, GLenum target, GLuint texture)
{
    h.texture = texture;
    h.bound[h.unit % UNITS_MAX] = texture;
    REAL(PFNGLBINDTEXTUREPROC, "glBindTexture")(target, texture);
}

HOOK(void, BindFramebuffer, GLenum target, GLuint framebuffer)
{
    h.framebuffer = framebuffer;
    REAL(PFNGLBINDFRAMEBUFFERPROC, "glBindFramebuffer")(target, framebuffer);
}

// What may be in fresh memory at its worst; to be freed.
static void *makeFilling(GLsizei width, GLsizei height, GLenum type)
{
    size_t values = ((size_t)width + 2) * (size_t)height * 4;
    float *filling = MADE(malloc(values * sizeof *filling));
    memset(filling, 255, values * sizeof *filling); // a NaN in half floats as well
    for (size_t i = 0; type == GL_FLOAT && i < values; i++) {
        filling[i] = NAN;
    }
    return filling;
}

HOOK(void, TexImage2D, GLenum target, GLint level, GLint internalFormat, GLsizei width, GLsizei height, GLint border,
     GLenum format, GLenum type, const void *pixels)
{
    if (h.texture < NAMES_MAX) {
        h.formats[h.texture] = (unsigned short)internalFormat;
    }
    void *filling = h.hooks.fillsTextures && pixels == NULL ? makeFilling(width, height, type) : NULL;
    REAL(PFNGLTEXIMAGE2DPROC, "glTexImage2D")
    (target, level, internalFormat, width, height, border, format, type, filling != NULL ? filling : pixels);
    free(filling);
}

static bool isRefused(unsigned format)
{
    bool is32 = format == GL_R32F || format == GL_RG32F || format == GL_RGBA32F;
    bool isNarrow = format == GL_R32F || format == GL_RG32F || format == GL_R16F || format == GL_RG16F;
    return (h.hooks.formats == HOOK_NO_32F && is32) || (h.hooks.formats == HOOK_ONLY_RGBA && isNarrow);
}

HOOK(void, FramebufferTexture2D, GLenum target, GLenum attachment, GLenum kind, GLuint texture, GLint level)
{
    if (texture < NAMES_MAX && h.framebuffer < NAMES_MAX) {
        bool first = attachment == GL_COLOR_ATTACHMENT0;
        h.refused[h.framebuffer] = isRefused(h.formats[texture]) || (!first && h.refused[h.framebuffer]);
    }
    REAL(PFNGLFRAMEBUFFERTEXTURE2DPROC, "glFramebufferTexture2D")(target, attachment, kind, texture, level);
}

HOOK(GLenum, CheckFramebufferStatus, GLenum target)
{
    if (target != GL_FRAMEBUFFER) { // the host's own
        return REAL(PFNGLCHECKFRAMEBUFFERSTATUSPROC, "glCheckFramebufferStatus")(target);
    }
    if (h.hooks.formats == HOOK_NO_FORMAT || h.refused[h.framebuffer % NAMES_MAX]) {
        return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    if (h.framebuffersLeft == 0) {
        h.refusals++;
        return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    h.framebuffersLeft -= h.framebuffersLeft > 0;
    return REAL(PFNGLCHECKFRAMEBUFFERSTATUSPROC, "glCheckFramebufferStatus")(target);
}

HOOK(void, ReadPixels, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels)
{
    REAL(PFNGLREADPIXELSPROC, "glReadPixels")(x, y, width, height, format, type, pixels);
    float *values = pixels;
    for (int i = 0; h.hooks.formats == HOOK_CLAMPED_READS && type == GL_FLOAT && i < 4 * width * height; i++) {
        values[i] = values[i] < 0.0f ? 0.0f : values[i] > 1.0f ? 1.0f : values[i];
    }
}

HOOK(void, ActiveTexture, GLenum unit)
{
    h.unit = unit - GL_TEXTURE0;
    REAL(PFNGLACTIVETEXTUREPROC, "glActiveTexture")(unit);
}

HOOK(void, BindSampler, GLuint unit, GLuint sampler)
{
    h.sampler[unit % UNITS_MAX] = sampler;
    REAL(PFNGLBINDSAMPLERPROC, "glBindSampler")(unit, sampler);
}

HOOK(void, SamplerParameteri, GLuint sampler, GLenum name, GLint value)
{
    if (name == GL_TEXTURE_MAG_FILTER && sampler < NAMES_MAX) {
        h.filters[sampler] = value == GL_LINEAR;
    }
    REAL(PFNGLSAMPLERPARAMETERIPROC, "glSamplerParameteri")(sampler, name, value);
}

static bool isFloat(GLenum format)
{
    return format == GL_R16F || format == GL_RG16F || format == GL_RGBA16F || format == GL_R32F || format == GL_RG32F ||
           format == GL_RGBA32F;
}

HOOK(void, DrawArrays, GLenum mode, GLint first, GLsizei n)
{
    GLuint active = h.unit;
    for (GLuint i = 0; h.hooks.nearestOnly && i < UNITS_MAX; i++) {
        if (h.filters[h.sampler[i] % NAMES_MAX] && isFloat(h.formats[h.bound[i] % NAMES_MAX])) {
            ActiveTexture(GL_TEXTURE0 + i); // the library binds all that a pass reads before each draw
            BindTexture(GL_TEXTURE_2D, 0);
        }
    }
    ActiveTexture(GL_TEXTURE0 + active);
    h.pointDraws += mode == GL_POINTS;
    REAL(PFNGLDRAWARRAYSPROC, "glDrawArrays")(mode, first, n);
}

HOOK(void, GetFloatv, GLenum name, GLfloat *values)
{
    const GLenum aliasedPointSizeRange = 0x846D; // ES and compatibility
    REAL(PFNGLGETFLOATVPROC, "glGetFloatv")(name, values);
    if (h.hooks.smallPoints && (name == GL_POINT_SIZE_RANGE || name == aliasedPointSizeRange)) {
        values[1] = 1.0f;
    }
}

HOOK(const GLubyte *, GetString, GLenum name)
{
    if (name == GL_VERSION && h.hooks.version != NULL) {
        return (const GLubyte *)h.hooks.version;
    }
    return REAL(PFNGLGETSTRINGPROC, "glGetString")(name);
}

gfGLProc GlHooks_GetProcAddress(const char *name)
{
    for (size_t i = 0; i < hookedCount; i++) {
        if (strcmp(hooked[i].name, name) == 0) {
            return hooked[i].proc;
        }
    }
    return (gfGLProc)Headless_GetProcAddress(name);
}
