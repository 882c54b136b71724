/// The demo's own few GL calls (framebuffer, clear, read-back), by glad.
#ifndef DEMO_GL_H
#define DEMO_GL_H

#include <glad/gl.h>

#include <stdbool.h>

/// Loads the functions of the context that is current. False if it is no GL 3.3 or ES 3.0.
bool Demo_LoadGL(GladGLContext *gl, bool es, GLADapiproc (*load)(const char *name));

#endif
