#include "support/counted_gl.h"
#include "support/headless.h"

#include <glad/gl.h>

#include <string.h>

static int calls, draws, binds;
static CountedGlMode current;

// What changes or draws something in a step or a frame.
#define CHANGES(X)                                                                                               \
    X(ActiveTexture, (GLenum unit), (unit))                                                                      \
    X(BindBuffer, (GLenum target, GLuint name), (target, name))                                                  \
    X(BindFramebuffer, (GLenum target, GLuint name), (target, name))                                             \
    X(BindSampler, (GLuint unit, GLuint name), (unit, name))                                                     \
    X(BindTexture, (GLenum target, GLuint name), (target, name))                                                 \
    X(BindVertexArray, (GLuint name), (name))                                                                    \
    X(BlendEquationSeparate, (GLenum rgb, GLenum a), (rgb, a))                                                   \
    X(BlendEquationSeparatei, (GLuint i, GLenum rgb, GLenum a), (i, rgb, a))                                     \
    X(BlendFuncSeparate, (GLenum s, GLenum d, GLenum sa, GLenum da), (s, d, sa, da))                             \
    X(BlendFuncSeparatei, (GLuint i, GLenum s, GLenum d, GLenum sa, GLenum da), (i, s, d, sa, da))               \
    X(BufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), (target, size, data, usage)) \
    X(ClampColor, (GLenum target, GLenum clamp), (target, clamp))                                                \
    X(ClearBufferfv, (GLenum buffer, GLint i, const GLfloat *v), (buffer, i, v))                                 \
    X(ClearBufferuiv, (GLenum buffer, GLint i, const GLuint *v), (buffer, i, v))                                 \
    X(ColorMask, (GLboolean r, GLboolean g, GLboolean b, GLboolean a), (r, g, b, a))                             \
    X(ColorMaski, (GLuint i, GLboolean r, GLboolean g, GLboolean b, GLboolean a), (i, r, g, b, a))               \
    X(DepthFunc, (GLenum function), (function))                                                                  \
    X(DepthMask, (GLboolean on), (on))                                                                           \
    X(Disable, (GLenum what), (what))                                                                            \
    X(Disablei, (GLenum what, GLuint i), (what, i))                                                              \
    X(DrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))                               \
    X(DrawBuffers, (GLsizei count, const GLenum *buffers), (count, buffers))                                     \
    X(Enable, (GLenum what), (what))                                                                             \
    X(Enablei, (GLenum what, GLuint i), (what, i))                                                               \
    X(PixelStorei, (GLenum name, GLint value), (name, value))                                                    \
    X(PolygonMode, (GLenum face, GLenum mode), (face, mode))                                                     \
    X(ReadBuffer, (GLenum buffer), (buffer))                                                                     \
    X(ReadPixels, (GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void *to),                \
      (x, y, w, h, format, type, to))                                                                            \
    X(Scissor, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h))                                           \
    X(ScissorIndexedv, (GLuint i, const GLint *v), (i, v))                                                       \
    X(TexSubImage2D,                                                                                             \
      (GLenum target, GLint level, GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type,           \
       const void *from),                                                                                        \
      (target, level, x, y, w, h, format, type, from))                                                           \
    X(Uniform1f, (GLint at, GLfloat x), (at, x))                                                                 \
    X(Uniform1i, (GLint at, GLint x), (at, x))                                                                   \
    X(Uniform1fv, (GLint at, GLsizei count, const GLfloat *v), (at, count, v))                                   \
    X(Uniform2fv, (GLint at, GLsizei count, const GLfloat *v), (at, count, v))                                   \
    X(Uniform4fv, (GLint at, GLsizei count, const GLfloat *v), (at, count, v))                                   \
    X(Uniform1iv, (GLint at, GLsizei count, const GLint *v), (at, count, v))                                     \
    X(Uniform2iv, (GLint at, GLsizei count, const GLint *v), (at, count, v))                                     \
    X(Uniform4iv, (GLint at, GLsizei count, const GLint *v), (at, count, v))                                     \
    X(UniformMatrix4fv, (GLint at, GLsizei count, GLboolean turned, const GLfloat *v), (at, count, turned, v))   \
    X(UseProgram, (GLuint name), (name))                                                                         \
    X(Viewport, (GLint x, GLint y, GLsizei w, GLsizei h), (x, y, w, h))                                          \
    X(ViewportIndexedfv, (GLuint i, const GLfloat *v), (i, v))

// What tells of the host's state, in its last argument; doing nothing, it says 0.
#define TELLS(X)                                                           \
    X(GetBooleani_v, (GLenum name, GLuint i, GLboolean * v), (name, i, v)) \
    X(GetBooleanv, (GLenum name, GLboolean * v), (name, v))                \
    X(GetFloati_v, (GLenum name, GLuint i, GLfloat * v), (name, i, v))     \
    X(GetFloatv, (GLenum name, GLfloat * v), (name, v))                    \
    X(GetIntegeri_v, (GLenum name, GLuint i, GLint * v), (name, i, v))     \
    X(GetIntegerv, (GLenum name, GLint * v), (name, v))                    \
    X(GetQueryiv, (GLenum target, GLenum name, GLint * v), (target, name, v))

#define ANSWERS(X)                                               \
    X(GLenum, GetError, (void), ())                              \
    X(GLboolean, IsEnabled, (GLenum what), (what))               \
    X(GLboolean, IsEnabledi, (GLenum what, GLuint i), (what, i)) \
    X(GLboolean, IsProgram, (GLuint name), (name))               \
    X(GLenum, GetGraphicsResetStatus, (void), ())

#define CHANGE_FUNCTION(name, parameters, arguments)   \
    static void(GLAD_API_PTR * real##name) parameters; \
    static void GLAD_API_PTR count##name parameters    \
    {                                                  \
        calls++;                                       \
        draws += strcmp(#name, "DrawArrays") == 0;     \
        binds += strcmp(#name, "BindFramebuffer") == 0; \
        if (current == COUNTED_GL_ALL) {               \
            real##name arguments;                      \
        }                                              \
    }
CHANGES(CHANGE_FUNCTION)

#define TELL_FUNCTION(name, parameters, arguments)     \
    static void(GLAD_API_PTR * real##name) parameters; \
    static void GLAD_API_PTR count##name parameters    \
    {                                                  \
        calls++;                                       \
        if (current == COUNTED_GL_NOTHING) {           \
            *v = 0;                                    \
        } else {                                       \
            real##name arguments;                      \
        }                                              \
    }
TELLS(TELL_FUNCTION)

#define ANSWER_FUNCTION(type, name, parameters, arguments)                     \
    static type(GLAD_API_PTR *real##name) parameters;                          \
    static type GLAD_API_PTR count##name parameters                            \
    {                                                                          \
        calls++;                                                               \
        return current == COUNTED_GL_NOTHING ? (type)0 : real##name arguments; \
    }
ANSWERS(ANSWER_FUNCTION)

gfGLProc CountedGl_GetProcAddress(const char *name)
{
    gfGLProc proc = Headless_GetProcAddress(name);
#define CHANGE_NAME(function, parameters, arguments) \
    if (strcmp(name, "gl" #function) == 0) {         \
        memcpy(&real##function, &proc, sizeof proc); \
        return (gfGLProc)count##function;            \
    }
#define ANSWER_NAME(type, function, parameters, arguments) CHANGE_NAME(function, parameters, arguments)
    CHANGES(CHANGE_NAME)
    TELLS(CHANGE_NAME)
    ANSWERS(ANSWER_NAME)
    return proc;
}

void CountedGl_Start(CountedGlMode wanted)
{
    current = wanted;
    calls = draws = binds = 0;
}

int CountedGl_GetCalls(void)
{
    return calls;
}

int CountedGl_GetDraws(void)
{
    return draws;
}

int CountedGl_GetBinds(void)
{
    return binds;
}
