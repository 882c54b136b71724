/// The demo's own few GL calls (framebuffer, clear, read-back), by glad.
#ifndef DEMO_GL_H
#define DEMO_GL_H

#include <glad/gl.h>
#include <gpufluid/gpufluid.h>

#include <stdbool.h>

/// Loads the functions of the context that is current. False if it is no GL 3.3 or ES 3.0.
bool Demo_LoadGL(GladGLContext *gl, bool es, GLADapiproc (*load)(const char *name));

/// Fills the viewport's framebuffer with the background that the scene is drawn on: the fluid's domain may have another
/// shape, and what is beside it should not stand out.
void Demo_ClearPicture(const GladGLContext *gl, const gfDrawDef *def);

#endif
