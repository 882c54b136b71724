#include "support/making.h"

#include "support/gl_spy.h"

Making making;

static void GLAD_API_PTR genFramebuffers(GLsizei count, GLuint *names)
{
    making.objects++;
    making.framebuffers += count;
    GL_SPY_NEXT(PFNGLGENFRAMEBUFFERSPROC, "glGenFramebuffers")(count, names);
}

#define SPY_GEN(kind)                                                   \
    static void GLAD_API_PTR gen##kind(GLsizei count, GLuint *names)    \
    {                                                                   \
        making.objects++;                                               \
        GL_SPY_NEXT(PFNGLGENTEXTURESPROC, "glGen" #kind)(count, names); \
    }
SPY_GEN(Textures)
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
    making.programs++;
    GL_SPY_NEXT(PFNGLCOMPILESHADERPROC, "glCompileShader")(shader);
}

static void GLAD_API_PTR linkProgram(GLuint program)
{
    making.programs++;
    GL_SPY_NEXT(PFNGLLINKPROGRAMPROC, "glLinkProgram")(program);
}

static void GLAD_API_PTR framebufferTexture2D(GLenum target, GLenum attachment, GLenum kind, GLuint texture,
                                              GLint level)
{
    making.objects++;
    GL_SPY_NEXT(PFNGLFRAMEBUFFERTEXTURE2DPROC, "glFramebufferTexture2D")(target, attachment, kind, texture, level);
}

void Making_Watch(void)
{
    const GlSpyEntry entries[] = {
        GL_SPY_ENTRY(GenTextures, genTextures),
        GL_SPY_ENTRY(GenFramebuffers, genFramebuffers),
        GL_SPY_ENTRY(GenRenderbuffers, genRenderbuffers),
        GL_SPY_ENTRY(GenBuffers, genBuffers),
        GL_SPY_ENTRY(GenQueries, genQueries),
        GL_SPY_ENTRY(GenVertexArrays, genVertexArrays),
        GL_SPY_ENTRY(GenSamplers, genSamplers),
        GL_SPY_ENTRY(TexImage2D, texImage2D),
        GL_SPY_ENTRY(CompileShader, compileShader),
        GL_SPY_ENTRY(LinkProgram, linkProgram),
        GL_SPY_ENTRY(FramebufferTexture2D, framebufferTexture2D),
    };
    GlSpy_ReplaceAll(entries, sizeof entries / sizeof entries[0]);
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
    return Fixture_MakeDeviceOf(fixture, &def);
}

void Making_Prepare(gfDevice *device, const gfPrepareDef *def)
{
    gfPrepareProgress progress = {0};
    gfPrepareStatus status = gfDevice_Prepare(device, def, 1e6f, &progress);
    while (status == GF_PREPARE_PENDING) {
        status = gfDevice_Prepare(device, NULL, 1e6f, &progress);
    }
    assert_int_equal(status, GF_PREPARE_DONE);
    assert_int_equal(progress.done, progress.total);
    making = (Making){0};
}

void Making_Finish(gfDevice *device)
{
    while (gfDevice_Prepare(device, NULL, 1000.0f, NULL) == GF_PREPARE_PENDING) {
    }
}
