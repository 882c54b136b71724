// The GL loader that glad writes; apart, so that a program may bring its own.
#define GLAD_GL_IMPLEMENTATION
#include <glad/gl.h>
