// The functions of gl/host_state.h that set state while passes draw.
#include "gl/host_state.h"

void gfHostState_SetViewport(const gfGL *gl, int x, int y, int width, int height)
{
    if (!GF_ONLY_WEBGL && gl->indexed.viewports > 1) {
        gl->indexed.ViewportIndexedfv(0, (const GLfloat[]){(float)x, (float)y, (float)width, (float)height});
    } else {
        gl->fn.Viewport(x, y, width, height);
    }
}

void gfHostState_SetScissorBox(const gfGL *gl, const GLint box[4])
{
    if (!GF_ONLY_WEBGL && gl->indexed.viewports > 1) {
        gl->indexed.ScissorIndexedv(0, box);
    } else {
        gl->fn.Scissor(box[0], box[1], box[2], box[3]);
    }
}

void gfHostState_SetScissorTest(const gfGL *gl, bool enabled)
{
    if (!GF_ONLY_WEBGL && gl->indexed.viewports > 1) {
        gfHostState_SetEnabledIndexed(gl, GL_SCISSOR_TEST, 0, enabled);
    } else {
        gfHostState_SetEnabled(gl, GL_SCISSOR_TEST, enabled);
    }
}

static void setDepthRange(const gfGL *gl, const double range[2])
{
    if (!GF_ONLY_WEBGL && gl->indexed.depthRange) {
        gl->indexed.DepthRangeIndexed(0, range[0], range[1]);
    } else if (gfGL_IsES(gl)) {
        gl->fn.DepthRangef((GLfloat)range[0], (GLfloat)range[1]);
    } else {
        gl->fn.DepthRange(range[0], range[1]);
    }
}

void gfHostState_BeginDepth(const gfGL *gl, const gfHostDepth *depth, double range[2])
{
    GLfloat floats[2] = {0.0f, 1.0f};
    const double at[2] = {(double)depth->z, (double)depth->z};
    if (!GF_ONLY_WEBGL && gl->indexed.depthRange) {
        gl->indexed.GetDoublei_v(GL_DEPTH_RANGE, 0, range);
    } else if (gfGL_IsES(gl)) {
        gl->fn.GetFloatv(GL_DEPTH_RANGE, floats);
        range[0] = (double)floats[0];
        range[1] = (double)floats[1];
    } else {
        gl->fn.GetDoublev(GL_DEPTH_RANGE, range);
    }
    setDepthRange(gl, at);
    gfHostState_SetEnabled(gl, GL_DEPTH_TEST, true);
    gl->fn.DepthFunc(depth->function);
    gl->fn.DepthMask(depth->write);
}

void gfHostState_EndDepth(const gfGL *gl, const double range[2])
{
    setDepthRange(gl, range);
    gfHostState_SetEnabled(gl, GL_DEPTH_TEST, false);
    gl->fn.DepthFunc(GL_LEQUAL);
    gl->fn.DepthMask(GL_TRUE);
}

void gfHostState_SetBlend(const gfGL *gl, bool enabled, GLenum sourceRGB, GLenum destinationRGB)
{
    if (gfHostState_CountBuffers(gl) > 0) {
        gfHostState_SetEnabledIndexed(gl, GL_BLEND, 0, enabled);
    } else {
        gfHostState_SetEnabled(gl, GL_BLEND, enabled);
    }
    if (!enabled) {
        return;
    }
    if (!GF_ONLY_WEBGL && gl->indexed.blend) {
        gl->indexed.BlendFuncSeparatei(0, sourceRGB, destinationRGB, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        gl->indexed.BlendEquationSeparatei(0, GL_FUNC_ADD, GL_FUNC_ADD);
    } else {
        gl->fn.BlendFuncSeparate(sourceRGB, destinationRGB, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        gl->fn.BlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_ADD);
    }
}

int gfHostState_OnlyFirstBuffer(const gfGL *gl, GLenum saved[GF_DRAW_BUFFERS_SAVED])
{
    int count = gfHostState_CountBuffers(gl);
    for (int i = 1; i < count; i++) {
        gl->indexed.ColorMaski((GLuint)i, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    }
    if (count > 0) {
        return count;
    }
    // All draw buffers share one colour mask, so glDrawBuffers switches the others off. Framebuffer 0 has only one.
    GLint framebuffer = 0, used = 0;
    gl->fn.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    count = framebuffer != 0 ? gfMin(gl->maxDrawBuffers, GF_DRAW_BUFFERS_SAVED) : 0;
    for (int i = 0; i < count; i++) {
        GLint buffer = GL_NONE;
        gl->fn.GetIntegerv(GL_DRAW_BUFFER0 + (GLenum)i, &buffer);
        saved[i] = (GLenum)buffer;
        used = buffer != GL_NONE ? i + 1 : used;
    }
    if (used > 1) {
        gl->fn.DrawBuffers(1, saved);
        return used;
    }
    return 0;
}

void gfHostState_AllBuffers(const gfGL *gl, const GLenum *saved, int count)
{
    if (gfHostState_CountBuffers(gl) > 0) {
        gl->fn.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    } else if (count > 0) {
        gl->fn.DrawBuffers(count, saved);
    }
}
