#include "support/gl_hooks.h"

#include "support/fixture.h"

#include <math.h>

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

#define COUNT_OBJECTS(kind)                                               \
    static void GLAD_API_PTR gen##kind(GLsizei n, GLuint *names)          \
    {                                                                     \
        REAL(PFNGLGENTEXTURESPROC, "glGen" #kind)(n, names);              \
        count(n);                                                         \
    }                                                                     \
    static void GLAD_API_PTR delete##kind(GLsizei n, const GLuint *names) \
    {                                                                     \
        for (GLsizei i = 0; i < n; i++) {                                 \
            count(names[i] != 0 ? -1 : 0);                                \
        }                                                                 \
        REAL(PFNGLDELETETEXTURESPROC, "glDelete" #kind)(n, names);        \
    }

COUNT_OBJECTS(Textures)
COUNT_OBJECTS(Framebuffers)
COUNT_OBJECTS(Buffers)
COUNT_OBJECTS(Queries)
COUNT_OBJECTS(VertexArrays)
COUNT_OBJECTS(Samplers)

static GLuint GLAD_API_PTR createShader(GLenum stage)
{
    count(1);
    return REAL(PFNGLCREATESHADERPROC, "glCreateShader")(stage);
}

// One that is never compiled says so when asked.
static void GLAD_API_PTR compileShader(GLuint shader)
{
    if (h.shadersLeft == 0) {
        h.refusals++;
        return;
    }
    h.shadersLeft -= h.shadersLeft > 0;
    REAL(PFNGLCOMPILESHADERPROC, "glCompileShader")(shader);
}

static void GLAD_API_PTR deleteShader(GLuint shader)
{
    count(shader != 0 ? -1 : 0);
    REAL(PFNGLDELETESHADERPROC, "glDeleteShader")(shader);
}

static GLuint GLAD_API_PTR createProgram(void)
{
    count(1);
    return REAL(PFNGLCREATEPROGRAMPROC, "glCreateProgram")();
}

static void GLAD_API_PTR deleteProgram(GLuint program)
{
    count(program != 0 ? -1 : 0);
    REAL(PFNGLDELETEPROGRAMPROC, "glDeleteProgram")(program);
}

static GLsync GLAD_API_PTR fenceSync(GLenum condition, GLbitfield flags)
{
    count(1);
    return REAL(PFNGLFENCESYNCPROC, "glFenceSync")(condition, flags);
}

static void GLAD_API_PTR deleteSync(GLsync sync)
{
    count(sync != NULL ? -1 : 0);
    REAL(PFNGLDELETESYNCPROC, "glDeleteSync")(sync);
}

static void GLAD_API_PTR bindTexture(GLenum target, GLuint texture)
{
    h.texture = texture;
    h.bound[h.unit % UNITS_MAX] = texture;
    REAL(PFNGLBINDTEXTUREPROC, "glBindTexture")(target, texture);
}

static void GLAD_API_PTR bindFramebuffer(GLenum target, GLuint framebuffer)
{
    h.framebuffer = framebuffer;
    REAL(PFNGLBINDFRAMEBUFFERPROC, "glBindFramebuffer")(target, framebuffer);
}

// What may be in fresh memory at its worst; to be freed.
static void *makeFilling(GLsizei width, GLsizei height, GLenum type)
{
    size_t values = ((size_t)width + 2) * (size_t)height * 4;
    float *filling = malloc(values * sizeof *filling);
    assert_non_null(filling);
    memset(filling, 255, values * sizeof *filling); // a NaN in half floats as well
    for (size_t i = 0; type == GL_FLOAT && i < values; i++) {
        filling[i] = NAN;
    }
    return filling;
}

static void GLAD_API_PTR texImage2D(GLenum target, GLint level, GLint internalFormat, GLsizei width, GLsizei height,
                                    GLint border, GLenum format, GLenum type, const void *pixels)
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

static void GLAD_API_PTR framebufferTexture2D(GLenum target, GLenum attachment, GLenum kind, GLuint texture,
                                              GLint level)
{
    if (texture < NAMES_MAX && h.framebuffer < NAMES_MAX) {
        bool first = attachment == GL_COLOR_ATTACHMENT0;
        h.refused[h.framebuffer] = isRefused(h.formats[texture]) || (!first && h.refused[h.framebuffer]);
    }
    REAL(PFNGLFRAMEBUFFERTEXTURE2DPROC, "glFramebufferTexture2D")(target, attachment, kind, texture, level);
}

static GLenum GLAD_API_PTR checkFramebufferStatus(GLenum target)
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

static void GLAD_API_PTR readPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                                    void *pixels)
{
    REAL(PFNGLREADPIXELSPROC, "glReadPixels")(x, y, width, height, format, type, pixels);
    float *values = pixels;
    for (int i = 0; h.hooks.formats == HOOK_CLAMPED_READS && type == GL_FLOAT && i < 4 * width * height; i++) {
        values[i] = values[i] < 0.0f ? 0.0f : values[i] > 1.0f ? 1.0f : values[i];
    }
}

static void GLAD_API_PTR activeTexture(GLenum unit)
{
    h.unit = unit - GL_TEXTURE0;
    REAL(PFNGLACTIVETEXTUREPROC, "glActiveTexture")(unit);
}

static void GLAD_API_PTR bindSampler(GLuint unit, GLuint sampler)
{
    h.sampler[unit % UNITS_MAX] = sampler;
    REAL(PFNGLBINDSAMPLERPROC, "glBindSampler")(unit, sampler);
}

static void GLAD_API_PTR samplerParameteri(GLuint sampler, GLenum name, GLint value)
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

static void GLAD_API_PTR drawArrays(GLenum mode, GLint first, GLsizei n)
{
    GLuint active = h.unit;
    for (GLuint i = 0; h.hooks.nearestOnly && i < UNITS_MAX; i++) {
        if (h.filters[h.sampler[i] % NAMES_MAX] && isFloat(h.formats[h.bound[i] % NAMES_MAX])) {
            activeTexture(GL_TEXTURE0 + i); // the library binds all that a pass reads before each draw
            bindTexture(GL_TEXTURE_2D, 0);
        }
    }
    activeTexture(GL_TEXTURE0 + active);
    h.pointDraws += mode == GL_POINTS;
    REAL(PFNGLDRAWARRAYSPROC, "glDrawArrays")(mode, first, n);
}

static void GLAD_API_PTR getFloatv(GLenum name, GLfloat *values)
{
    const GLenum aliasedPointSizeRange = 0x846D; // ES and compatibility
    REAL(PFNGLGETFLOATVPROC, "glGetFloatv")(name, values);
    if (h.hooks.smallPoints && (name == GL_POINT_SIZE_RANGE || name == aliasedPointSizeRange)) {
        values[1] = 1.0f;
    }
}

static const GLubyte *GLAD_API_PTR getString(GLenum name)
{
    if (name == GL_VERSION && h.hooks.version != NULL) {
        return (const GLubyte *)h.hooks.version;
    }
    return REAL(PFNGLGETSTRINGPROC, "glGetString")(name);
}

gfGLProc GlHooks_GetProcAddress(const char *name)
{
#define OBJECTS(kind)                             \
    {"glGen" #kind, (gfGLProc)gen##kind},         \
    {                                             \
        "glDelete" #kind, (gfGLProc) delete##kind \
    }
    static const struct {
        const char *name;
        gfGLProc proc;
    } table[] = {
        OBJECTS(Textures),
        OBJECTS(Framebuffers),
        OBJECTS(Buffers),
        OBJECTS(Queries),
        OBJECTS(VertexArrays),
        OBJECTS(Samplers),
        {"glCreateShader", (gfGLProc)createShader},
        {"glCompileShader", (gfGLProc)compileShader},
        {"glDeleteShader", (gfGLProc)deleteShader},
        {"glCreateProgram", (gfGLProc)createProgram},
        {"glDeleteProgram", (gfGLProc)deleteProgram},
        {"glFenceSync", (gfGLProc)fenceSync},
        {"glDeleteSync", (gfGLProc)deleteSync},
        {"glBindTexture", (gfGLProc)bindTexture},
        {"glBindFramebuffer", (gfGLProc)bindFramebuffer},
        {"glTexImage2D", (gfGLProc)texImage2D},
        {"glFramebufferTexture2D", (gfGLProc)framebufferTexture2D},
        {"glCheckFramebufferStatus", (gfGLProc)checkFramebufferStatus},
        {"glReadPixels", (gfGLProc)readPixels},
        {"glSamplerParameteri", (gfGLProc)samplerParameteri},
        {"glActiveTexture", (gfGLProc)activeTexture},
        {"glBindSampler", (gfGLProc)bindSampler},
        {"glDrawArrays", (gfGLProc)drawArrays},
        {"glGetFloatv", (gfGLProc)getFloatv},
        {"glGetString", (gfGLProc)getString},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return table[i].proc;
        }
    }
    return (gfGLProc)Headless_GetProcAddress(name);
}
