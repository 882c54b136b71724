#include "support/making.h"

#include "support/gl_spy.h"

Making making;

#define SPY_GEN(kind)                                                   \
    static void GLAD_API_PTR gen##kind(GLsizei count, GLuint *names)    \
    {                                                                   \
        making.objects++;                                               \
        GL_SPY_NEXT(PFNGLGENTEXTURESPROC, "glGen" #kind)(count, names); \
    }
SPY_GEN(Textures)
SPY_GEN(Framebuffers)
SPY_GEN(Renderbuffers)
SPY_GEN(Buffers)
SPY_GEN(Queries)
SPY_GEN(VertexArrays)
SPY_GEN(Samplers)

static void GLAD_API_PTR texImage2D(GLenum target, GLint level, GLint internalFormat, GLsizei width, GLsizei height,
                                    GLint border, GLenum format, GLenum type, const void *pixels)
{
    making.objects++;
    GL_SPY_NEXT(PFNGLTEXIMAGE2DPROC, "glTexImage2D")
    (target, level, internalFormat, width, height, border, format, type, pixels);
}

static void GLAD_API_PTR compileShader(GLuint shader)
{
    making.objects++;
    GL_SPY_NEXT(PFNGLCOMPILESHADERPROC, "glCompileShader")(shader);
}

static void GLAD_API_PTR framebufferTexture2D(GLenum target, GLenum attachment, GLenum kind, GLuint texture,
                                              GLint level)
{
    making.objects++;
    GL_SPY_NEXT(PFNGLFRAMEBUFFERTEXTURE2DPROC, "glFramebufferTexture2D")(target, attachment, kind, texture, level);
}

void Making_Watch(void)
{
#define REPLACE(name, function)        \
    {                                  \
        "gl" #name, (gfGLProc)function \
    }
    static const struct {
        const char *name;
        gfGLProc proc;
    } table[] = {
        REPLACE(GenTextures, genTextures),
        REPLACE(GenFramebuffers, genFramebuffers),
        REPLACE(GenRenderbuffers, genRenderbuffers),
        REPLACE(GenBuffers, genBuffers),
        REPLACE(GenQueries, genQueries),
        REPLACE(GenVertexArrays, genVertexArrays),
        REPLACE(GenSamplers, genSamplers),
        REPLACE(TexImage2D, texImage2D),
        REPLACE(CompileShader, compileShader),
        REPLACE(FramebufferTexture2D, framebufferTexture2D),
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        GlSpy_Replace(table[i].name, table[i].proc);
    }
}

static void *allocate(size_t size, void *user)
{
    (void)user;
    making.blocks++;
    return malloc(size);
}

static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

gfDevice *Making_MakeDevice(Fixture *fixture)
{
    gfDeviceDef def = GlSpy_DeviceDef(fixture);
    def.allocator = (gfAllocator){allocate, release, NULL};
    gfDevice *device = gfCreateDevice(&def);
    assert_non_null(device);
    return device;
}
