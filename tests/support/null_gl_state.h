/// The null GL's functions, bindings, settings and limits, and the numbers of uniforms.
#pragma once

#include <gpufluid/device.h>

#include <glad/gl.h>

/// Names of uniforms in all shaders together.
#define UNIFORMS_MAX 512

// Most functions ignore some of their parameters.
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

/// Returns a function of the null GL by name. Null: there is none.
gfGLProc NullGlState_GetProcAddress(const char *name);

/// Resets the state to that of a host with unusual settings.
void NullGlState_Reset(bool es);

/// Returns a setting or binding, by its name for glGetIntegerv, to be read or changed.
GLint *NullGlState_At(GLenum name);
GLuint NullGlState_Get(GLenum name);

/// Returns glGetIntegerv's name for the binding of a target.
GLenum NullGlState_OfBuffer(GLenum target);
GLenum NullGlState_OfFramebuffer(GLenum target);

/// Returns the texture or sampler bound to a unit.
GLint *NullGlState_Texture(GLuint unit);
GLint *NullGlState_Sampler(GLuint unit);

/// Unbinds an object that was deleted.
void NullGlState_Forget(GLuint name, bool texture, bool framebuffer, bool buffer, bool sampler);

/// The number of a uniform's name, the same for ever.
int NullGlState_UniformNamed(const char *name);
const char *NullGlState_UniformName(int index);

/// Records a misuse, see NullGl_GetMisuse.
void NullGl_Misuse(const char *format, ...);
