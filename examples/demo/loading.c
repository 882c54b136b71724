#include "loading.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PROGRAMS_MAX 16384 // names of programs that are told apart; drivers count from 1
#define HALF_DRAWN 10.0f   // programs that are drawn with until half of the bar is full
#define LINKED 0.1f        // what a program that is linked counts, of one that is drawn with

static struct {
    GLADapiproc (*load)(const char *name);
    void (*goOn)(void *user);
    void *user;
    bool going;     // goOn runs
    GLuint program; // in use
    bool undrawn[PROGRAMS_MAX];
    int linkedCount, drawnCount;
} watch;

static void goOn(void)
{
    if (!watch.going) {
        watch.going = true;
        watch.goOn(watch.user);
        watch.going = false;
    }
}

void Loading_Begin(void)
{
    watch.linkedCount = watch.drawnCount = 0;
}

int Loading_CountDrawn(void)
{
    return watch.drawnCount;
}

float Loading_GetShare(void)
{
    return 1.0f - exp2f(-((float)watch.drawnCount + LINKED * (float)watch.linkedCount) / HALF_DRAWN);
}

// --- what is wrapped -------------------------------------------------------------------------------------------------

static PFNGLUSEPROGRAMPROC realUseProgram;
static PFNGLGETPROGRAMIVPROC realGetProgramiv;
static PFNGLDRAWARRAYSPROC realDrawArrays;
static PFNGLDRAWELEMENTSPROC realDrawElements;

static void GLAD_API_PTR useProgram(GLuint program)
{
    realUseProgram(program);
    watch.program = program < PROGRAMS_MAX ? program : 0;
}

// Who asks how the linking ended waits for it.
static void GLAD_API_PTR getProgramiv(GLuint program, GLenum name, GLint *value)
{
    realGetProgramiv(program, name, value);
    if (name == GL_LINK_STATUS && program < PROGRAMS_MAX) {
        watch.undrawn[program] = true;
        watch.linkedCount++;
        goOn();
    }
}

// A program may be compiled again where it draws into another format, so each draw may have taken long.
static void endDraw(void)
{
    watch.drawnCount += watch.undrawn[watch.program] ? 1 : 0;
    watch.undrawn[watch.program] = false;
    goOn();
}

static void GLAD_API_PTR drawArrays(GLenum mode, GLint first, GLsizei count)
{
    realDrawArrays(mode, first, count);
    endDraw();
}

static void GLAD_API_PTR drawElements(GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    realDrawElements(mode, count, type, indices);
    endDraw();
}

void Loading_Watch(GLADapiproc (*load)(const char *name), void (*onCall)(void *user), void *user)
{
    memset(&watch, 0, sizeof watch);
    watch.load = load;
    watch.goOn = onCall;
    watch.user = user;
    realUseProgram = (PFNGLUSEPROGRAMPROC)load("glUseProgram");
    realGetProgramiv = (PFNGLGETPROGRAMIVPROC)load("glGetProgramiv");
    realDrawArrays = (PFNGLDRAWARRAYSPROC)load("glDrawArrays");
    realDrawElements = (PFNGLDRAWELEMENTSPROC)load("glDrawElements");
}

GLADapiproc Loading_GetProcAddress(const char *name)
{
    const struct {
        const char *name;
        GLADapiproc real, wrapped;
    } all[] = {
        {"glUseProgram", (GLADapiproc)realUseProgram, (GLADapiproc)useProgram},
        {"glGetProgramiv", (GLADapiproc)realGetProgramiv, (GLADapiproc)getProgramiv},
        {"glDrawArrays", (GLADapiproc)realDrawArrays, (GLADapiproc)drawArrays},
        {"glDrawElements", (GLADapiproc)realDrawElements, (GLADapiproc)drawElements},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].real != NULL && strcmp(all[i].name, name) == 0) {
            return all[i].wrapped;
        }
    }
    return watch.load(name);
}

// --- the bar ---------------------------------------------------------------------------------------------------------

static void fill(const GladGLContext *gl, int x, int y, int width, int height, const float color[3])
{
    gl->Scissor(x, y, width, height);
    gl->ClearColor(color[0], color[1], color[2], 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
}

// Rectangles are clears within a scissor: nothing has to be compiled for them. Masks of colours may be different for
// each buffer, and so stay as they are.
bool Loading_DrawBar(const GladGLContext *gl, int width, int height, float share)
{
    static const float ground[3] = {0.068f, 0.074f, 0.086f}, rail[3] = {0.185f, 0.204f, 0.234f},
                       full[3] = {0.27f, 0.72f, 0.86f}; // of the panel
    GLint framebuffer = 0, box[4];
    GLfloat color[4];
    GLboolean mask[4], scissored = gl->IsEnabled(GL_SCISSOR_TEST);
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    gl->GetIntegerv(GL_SCISSOR_BOX, box);
    gl->GetFloatv(GL_COLOR_CLEAR_VALUE, color);
    gl->GetBooleanv(GL_COLOR_WRITEMASK, mask);
    if (!mask[0] || !mask[1] || !mask[2] || !mask[3]) {
        return false;
    }
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    gl->Enable(GL_SCISSOR_TEST);

    int length = width / 3, thickness = height / 160 > 3 ? height / 160 : 3;
    int x = (width - length) / 2, y = (height - thickness) / 2;
    fill(gl, 0, 0, width, height, ground);
    fill(gl, x, y, length, thickness, rail);
    fill(gl, x, y, (int)((float)length * share), thickness, full);

    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)framebuffer);
    gl->Scissor(box[0], box[1], box[2], box[3]);
    gl->ClearColor(color[0], color[1], color[2], color[3]);
    if (!scissored) {
        gl->Disable(GL_SCISSOR_TEST);
    }
    return true;
}
