#define GLAD_GL_IMPLEMENTATION
#include "gl.h"

#include <math.h>

bool Demo_LoadGL(GladGLContext *gl, bool es, GLADapiproc (*load)(const char *name))
{
    return es ? gladLoadGLES2Context(gl, load) != 0 : gladLoadGLContext(gl, load) != 0;
}

static float encodeSrgb(float light)
{
    float c = fminf(fmaxf(light, 0.0f), 1.0f);
    return c <= 0.0031308f ? 12.92f * c : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
}

void Demo_ClearPicture(const GladGLContext *gl, const gfDrawDef *def)
{
    float color[3];
    for (int i = 0; i < 3; i++) {
        color[i] = def->encodeSrgb ? encodeSrgb(def->background[i]) : def->background[i];
    }
    gl->ClearColor(color[0], color[1], color[2], 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}
