#include "gl.h"

#include "support/image.h"

#include <math.h>

bool Demo_LoadGL(GladGLContext *gl, bool es, GLADapiproc (*load)(const char *name))
{
    return es ? gladLoadGLES2Context(gl, load) != 0 : gladLoadGLContext(gl, load) != 0;
}

void Demo_ClearPicture(const GladGLContext *gl, const gfDrawDef *def)
{
    float color[3];
    for (int i = 0; i < 3; i++) {
        float light = fminf(fmaxf(def->background[i], 0.0f), 1.0f);
        color[i] = def->encodeSrgb ? Image_EncodeSrgb(light) : def->background[i];
    }
    gl->ClearColor(color[0], color[1], color[2], 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}

void Pace_EndFrame(Pace *pace, const GladGLContext *gl)
{
    const GLuint64 second_ns = 1000000000;
    GLsync *fence = &pace->fences[pace->next];
    if (*fence != NULL) {
        GLenum status = GL_TIMEOUT_EXPIRED;
        while (status == GL_TIMEOUT_EXPIRED) { // a slow renderer may take long; where waiting fails it ends
            status = gl->ClientWaitSync(*fence, GL_SYNC_FLUSH_COMMANDS_BIT, second_ns);
        }
        gl->DeleteSync(*fence);
    }
    *fence = gl->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    pace->next = (pace->next + 1) % PACE_FRAMES;
}

void Pace_Destroy(Pace *pace, const GladGLContext *gl)
{
    for (int i = 0; i < PACE_FRAMES; i++) {
        if (pace->fences[i] != NULL) {
            gl->DeleteSync(pace->fences[i]);
        }
    }
    *pace = (Pace){0};
}
