#define GLAD_GL_IMPLEMENTATION
#include "gl.h"

bool Demo_LoadGL(GladGLContext *gl, bool es, GLADapiproc (*load)(const char *name))
{
    return es ? gladLoadGLES2Context(gl, load) != 0 : gladLoadGLContext(gl, load) != 0;
}
