/// Of the null GL: its functions, bindings, settings and limits, and the numbers of uniforms.
#pragma once

#include <gpufluid/device.h>

#include <glad/gl.h>

/// Names of uniforms in all shaders together.
#define UNIFORMS_MAX 512

// Most functions look at a part of what they are told.
#pragma GCC diagnostic ignored "-Wunused-parameter"

/// Defines a function of the GL's, which is found by its name from then on.
#define GL(type, name, ...)                                   \
    static type GLAD_API_PTR name(__VA_ARGS__);               \
    __attribute__((constructor)) static void name##_add(void) \
    {                                                         \
        NullGlState_Add("gl" #name, (gfGLProc)(name));        \
    }                                                         \
    static type GLAD_API_PTR name(__VA_ARGS__)

void NullGlState_Add(const char *name, gfGLProc proc);

/// Null: there is no such function.
gfGLProc NullGlState_GetProcAddress(const char *name);

/// A host that has set what it can away from the defaults.
void NullGlState_Reset(bool es);

/// What is set or bound now, by the name that glGetIntegerv takes, to be read or changed.
GLint *NullGlState_At(GLenum name);
GLuint NullGlState_Get(GLenum name);

/// The name of what is bound to this target.
GLenum NullGlState_OfBuffer(GLenum target);
GLenum NullGlState_OfFramebuffer(GLenum target);

/// What is bound to a unit.
GLint *NullGlState_Texture(GLuint unit);
GLint *NullGlState_Sampler(GLuint unit);

/// An object was deleted: it is bound no more.
void NullGlState_Forget(GLuint name, bool texture, bool framebuffer, bool buffer, bool sampler);

/// The number of a uniform's name, the same for ever.
int NullGlState_UniformNamed(const char *name);
const char *NullGlState_UniformName(int index);

/// Records a misuse, see NullGl_GetMisuse.
void NullGl_Misuse(const char *format, ...);
