/// Of the null GL: bindings, settings and limits, and the numbers of uniforms.
#ifndef SUPPORT_NULL_GL_STATE_H
#define SUPPORT_NULL_GL_STATE_H

#include <gpufluid/device.h>

#include <glad/gl.h>

/// Names of uniforms in all shaders together.
#define UNIFORMS_MAX 512

/// A host that has set what it can away from the defaults.
void NullGlState_Reset(bool es);

/// What is bound now, to be read or changed.
GLuint *NullGlState_Texture(void);
GLuint *NullGlState_TextureAt(GLuint unit);
GLuint *NullGlState_Sampler(GLuint unit);
GLuint *NullGlState_Buffer(GLenum target);
GLuint *NullGlState_VertexArray(void);
GLuint *NullGlState_Program(void);
GLuint NullGlState_Framebuffer(GLenum target);
void NullGlState_BindFramebuffer(GLenum target, GLuint name);

/// An object was deleted: it is bound no more.
void NullGlState_Forget(GLuint name, bool texture, bool framebuffer, bool buffer, bool sampler);

/// The number of a uniform's name, the same for ever.
int NullGlState_UniformNamed(const char *name);
const char *NullGlState_UniformName(int index);

/// Functions of the state; null if it is none.
gfGLProc NullGlState_GetProcAddress(const char *name);

/// Records a misuse, see NullGl_GetMisuse.
void NullGl_Misuse(const char *format, ...);

#endif
