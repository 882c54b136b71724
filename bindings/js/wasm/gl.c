// The functions of WebGL 2 as C calls them: each is an import that src/gl.js fills in. Theirs is the place of glad's
// loader, which would ask for each by its name: eight kilobytes of a page for nothing.
#include "wasm/web.h"

#include "gl/context.h" // which renames what glad declares as the library does

#include <emscripten/html5_webgl.h>
#include <string.h>

// The library's calls and the page's: name, and how glad spells its type.
#define CALLS(X)                                                                \
    X(ActiveTexture, ACTIVETEXTURE)                                             \
    X(AttachShader, ATTACHSHADER)                                               \
    X(BeginQuery, BEGINQUERY)                                                   \
    X(BindBuffer, BINDBUFFER)                                                   \
    X(BindFramebuffer, BINDFRAMEBUFFER)                                         \
    X(BindRenderbuffer, BINDRENDERBUFFER)                                       \
    X(BindSampler, BINDSAMPLER)                                                 \
    X(BindTexture, BINDTEXTURE)                                                 \
    X(BindVertexArray, BINDVERTEXARRAY)                                         \
    X(BlendEquationSeparate, BLENDEQUATIONSEPARATE)                             \
    X(BlendFuncSeparate, BLENDFUNCSEPARATE)                                     \
    X(BlitFramebuffer, BLITFRAMEBUFFER)                                         \
    X(BufferData, BUFFERDATA)                                                   \
    X(CheckFramebufferStatus, CHECKFRAMEBUFFERSTATUS)                           \
    X(Clear, CLEAR)                                                             \
    X(ClearBufferfv, CLEARBUFFERFV)                                             \
    X(ClearBufferiv, CLEARBUFFERIV)                                             \
    X(ClearBufferuiv, CLEARBUFFERUIV)                                           \
    X(ClearColor, CLEARCOLOR)                                                   \
    X(ClientWaitSync, CLIENTWAITSYNC)                                           \
    X(ColorMask, COLORMASK)                                                     \
    X(CompileShader, COMPILESHADER)                                             \
    X(CopyBufferSubData, COPYBUFFERSUBDATA)                                     \
    X(CreateProgram, CREATEPROGRAM)                                             \
    X(CreateShader, CREATESHADER)                                               \
    X(DeleteBuffers, DELETEBUFFERS)                                             \
    X(DeleteFramebuffers, DELETEFRAMEBUFFERS)                                   \
    X(DeleteProgram, DELETEPROGRAM)                                             \
    X(DeleteQueries, DELETEQUERIES)                                             \
    X(DeleteRenderbuffers, DELETERENDERBUFFERS)                                 \
    X(DeleteSamplers, DELETESAMPLERS)                                           \
    X(DeleteShader, DELETESHADER)                                               \
    X(DeleteSync, DELETESYNC)                                                   \
    X(DeleteTextures, DELETETEXTURES)                                           \
    X(DeleteVertexArrays, DELETEVERTEXARRAYS)                                   \
    X(DepthFunc, DEPTHFUNC)                                                     \
    X(DepthMask, DEPTHMASK)                                                     \
    X(DepthRangef, DEPTHRANGEF)                                                 \
    X(Disable, DISABLE)                                                         \
    X(DrawArrays, DRAWARRAYS)                                                   \
    X(DrawBuffers, DRAWBUFFERS)                                                 \
    X(DrawElements, DRAWELEMENTS)                                               \
    X(Enable, ENABLE)                                                           \
    X(EnableVertexAttribArray, ENABLEVERTEXATTRIBARRAY)                         \
    X(EndQuery, ENDQUERY)                                                       \
    X(FenceSync, FENCESYNC)                                                     \
    X(Finish, FINISH)                                                           \
    X(FramebufferRenderbuffer, FRAMEBUFFERRENDERBUFFER)                         \
    X(FramebufferTexture2D, FRAMEBUFFERTEXTURE2D)                               \
    X(GenBuffers, GENBUFFERS)                                                   \
    X(GenFramebuffers, GENFRAMEBUFFERS)                                         \
    X(GenQueries, GENQUERIES)                                                   \
    X(GenRenderbuffers, GENRENDERBUFFERS)                                       \
    X(GenSamplers, GENSAMPLERS)                                                 \
    X(GenTextures, GENTEXTURES)                                                 \
    X(GenVertexArrays, GENVERTEXARRAYS)                                         \
    X(GenerateMipmap, GENERATEMIPMAP)                                           \
    X(GetActiveUniform, GETACTIVEUNIFORM)                                       \
    X(GetBooleanv, GETBOOLEANV)                                                 \
    X(GetError, GETERROR)                                                       \
    X(GetFloatv, GETFLOATV)                                                     \
    X(GetFramebufferAttachmentParameteriv, GETFRAMEBUFFERATTACHMENTPARAMETERIV) \
    X(GetIntegerv, GETINTEGERV)                                                 \
    X(GetProgramInfoLog, GETPROGRAMINFOLOG)                                     \
    X(GetProgramiv, GETPROGRAMIV)                                               \
    X(GetQueryObjectuiv, GETQUERYOBJECTUIV)                                     \
    X(GetQueryiv, GETQUERYIV)                                                   \
    X(GetShaderInfoLog, GETSHADERINFOLOG)                                       \
    X(GetShaderiv, GETSHADERIV)                                                 \
    X(GetString, GETSTRING)                                                     \
    X(GetStringi, GETSTRINGI)                                                   \
    X(GetSynciv, GETSYNCIV)                                                     \
    X(GetUniformLocation, GETUNIFORMLOCATION)                                   \
    X(IsEnabled, ISENABLED)                                                     \
    X(IsFramebuffer, ISFRAMEBUFFER)                                             \
    X(IsProgram, ISPROGRAM)                                                     \
    X(IsTexture, ISTEXTURE)                                                     \
    X(LinkProgram, LINKPROGRAM)                                                 \
    X(PixelStorei, PIXELSTOREI)                                                 \
    X(ReadBuffer, READBUFFER)                                                   \
    X(ReadPixels, READPIXELS)                                                   \
    X(RenderbufferStorage, RENDERBUFFERSTORAGE)                                 \
    X(SamplerParameteri, SAMPLERPARAMETERI)                                     \
    X(Scissor, SCISSOR)                                                         \
    X(ShaderSource, SHADERSOURCE)                                               \
    X(StencilFuncSeparate, STENCILFUNCSEPARATE)                                 \
    X(StencilMaskSeparate, STENCILMASKSEPARATE)                                 \
    X(StencilOpSeparate, STENCILOPSEPARATE)                                     \
    X(TexImage2D, TEXIMAGE2D)                                                   \
    X(TexParameteri, TEXPARAMETERI)                                             \
    X(TexSubImage2D, TEXSUBIMAGE2D)                                             \
    X(Uniform1f, UNIFORM1F)                                                     \
    X(Uniform1fv, UNIFORM1FV)                                                   \
    X(Uniform1i, UNIFORM1I)                                                     \
    X(Uniform1iv, UNIFORM1IV)                                                   \
    X(Uniform2f, UNIFORM2F)                                                     \
    X(Uniform2fv, UNIFORM2FV)                                                   \
    X(Uniform2iv, UNIFORM2IV)                                                   \
    X(Uniform3fv, UNIFORM3FV)                                                   \
    X(Uniform4f, UNIFORM4F)                                                     \
    X(Uniform4fv, UNIFORM4FV)                                                   \
    X(Uniform4iv, UNIFORM4IV)                                                   \
    X(UniformMatrix4fv, UNIFORMMATRIX4FV)                                       \
    X(UseProgram, USEPROGRAM)                                                   \
    X(VertexAttribPointer, VERTEXATTRIBPOINTER)                                 \
    X(Viewport, VIEWPORT)

#define IMPORT(name, type) \
    extern __typeof__(*(PFNGL##type##PROC)0) web_##name __attribute__((import_module("gl"), import_name(#name)));
CALLS(IMPORT)

// With an extension alone: the library asks for it where that is there.
IMPORT(GetQueryObjectui64vEXT, GETQUERYOBJECTUI64VEXT)

// WebGL maps no buffers: the library reads them with this function, which no GL has.
__attribute__((import_module("gl"), import_name("GetBufferSubData"))) void
web_GetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);

gfGLProc Web_FindCall(const char *name)
{
    static const struct {
        const char *name;
        gfGLProc call;
    } calls[] = {
        {"glGetString", (gfGLProc)web_GetString},
        {"glGetBufferSubData", (gfGLProc)web_GetBufferSubData},
        {"glGetQueryObjectui64vEXT", (gfGLProc)web_GetQueryObjectui64vEXT},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(name, calls[i].name) == 0) {
            return calls[i].call;
        }
    }
    return NULL;
}

// What src/gl/context.c asks of Emscripten's own glue, which is not here: src/gl.js tells the renderer unasked.
EMSCRIPTEN_WEBGL_CONTEXT_HANDLE emscripten_webgl_get_current_context(void)
{
    return 0;
}

EM_BOOL emscripten_webgl_enable_extension(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context, const char *name)
{
    (void)context;
    (void)name;
    return EM_FALSE;
}

void emscripten_glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);
void emscripten_glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    web_GetBufferSubData(target, offset, size, data);
}

#define FILL(name, type) gl->name = web_##name;

void Web_LoadGL(GladGLContext *gl)
{
    memset(gl, 0, sizeof *gl);
    CALLS(FILL)
}

int gladLoadGLES2ContextUserPtr(GladGLContext *context, GLADuserptrloadfunc load, void *user)
{
    (void)load;
    (void)user;
    Web_LoadGL(context);
    return GLAD_MAKE_VERSION(3, 0);
}

int gladLoadGLContextUserPtr(GladGLContext *context, GLADuserptrloadfunc load, void *user)
{
    (void)context;
    (void)load;
    (void)user;
    return 0; // WebGL is an OpenGL ES
}
