#include "gl/pass.h"

#include "gl/timer.h"

// Of source and destination colour.
static const GLenum blendFactors[][2] = {
    [GF_BLEND_STRAIGHT] = {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
    [GF_BLEND_PREMULTIPLIED] = {GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
    [GF_BLEND_MULTIPLY] = {GL_ZERO, GL_SRC_COLOR},
    [GF_BLEND_ADD] = {GL_ONE, GL_ONE},
};

static void bindInput(gfDevice *device, const gfProgram *program, const gfInput *input)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint unit = program->units[input->name];
    if (unit >= 0) {
        fn->ActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        fn->BindTexture(GL_TEXTURE_2D, input->texture);
        fn->BindSampler((GLuint)unit, device->samplers[input->sampler]);
    }
}

static void bindInputs(gfDevice *device, const gfPass *pass)
{
    for (int i = 0; i < GF_PASS_INPUTS && pass->inputs[i].name != GF_U_none; i++) {
        bindInput(device, pass->program, &pass->inputs[i]);
    }
    if (pass->tiles != NULL) {
        bindInput(device, pass->program, &(gfInput)GF_IN(tiles, pass->tiles->id));
    }
}

static void setUniforms(gfDevice *device, const gfPass *pass)
{
    const GladGLContext *fn = &device->gl.fn;
    for (int i = 0; i < GF_PASS_UNIFORMS && pass->uniforms[i].name != GF_U_none; i++) {
        const gfUniform *u = &pass->uniforms[i];
        GLint location = pass->program->locations[u->name];
        switch (u->kind) {
        case GF_FLOATS:
            fn->Uniform1fv(location, u->count, u->data);
            break;
        case GF_VEC2S:
            fn->Uniform2fv(location, u->count, u->data);
            break;
        case GF_VEC4S:
            fn->Uniform4fv(location, u->count, u->data);
            break;
        case GF_MAT4S:
            fn->UniformMatrix4fv(location, u->count, GL_FALSE, u->data);
            break;
        case GF_INTS:
            fn->Uniform1iv(location, u->count, u->data);
            break;
        case GF_IVEC2S:
            fn->Uniform2iv(location, u->count, u->data);
            break;
        }
    }
}

// The tiles cover what is a whole number of them: the target, and some beyond its edges.
static void drawTiles(gfDevice *device, const gfPass *pass)
{
    const GladGLContext *fn = &device->gl.fn;
    const GLint *locations = pass->program->locations;
    bool points = pass->tileTexels <= device->gl.maxPointSize;
    int columns = pass->tiles->width, rows = pass->tiles->height;
    gfGLState_SetViewport(&device->gl, 0, 0, columns * pass->tileTexels, rows * pass->tileTexels);
    fn->Uniform1f(locations[GF_U_tileTexels], (GLfloat)pass->tileTexels);
    fn->Uniform1i(locations[GF_U_tileVertices], points ? 1 : 6);
    fn->DrawArrays(points ? GL_POINTS : GL_TRIANGLES, 0, columns * rows * (points ? 1 : 6));
}

void gfPass_Run(gfDevice *device, const gfPass *pass)
{
    if (pass->program == NULL) {
        return;
    }
    const GladGLContext *fn = &device->gl.fn;
    fn->UseProgram(pass->program->id);
    fn->BindVertexArray(device->vertexArray);
    bindInputs(device, pass);
    setUniforms(device, pass);
    if (pass->target != NULL) {
        const gfTarget *t = pass->target;
        const gfRegion whole = {0, 0, t->width, t->height};
        const gfRegion *r = pass->region != NULL ? pass->region : &whole;
        fn->BindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
        gfGLState_SetViewport(&device->gl, 0, 0, t->width, t->height);
        gfGLState_SetScissor(&device->gl, pass->region != NULL, r->x, r->y, r->width, r->height);
    }
    if (pass->blend != GF_BLEND_NONE) {
        gfGLState_SetBlend(&device->gl, true, blendFactors[pass->blend][0], blendFactors[pass->blend][1]);
    }
    GLenum hostBuffers[GF_DRAW_BUFFERS_SAVED];
    int hostBufferCount = pass->target == NULL ? gfGLState_OnlyFirstBuffer(&device->gl, hostBuffers) : 0;
    gfTimers_BeginPass(device, pass->label);
    if (pass->tiles != NULL) {
        drawTiles(device, pass);
    } else if (pass->points > 0) {
        fn->DrawArrays(GL_POINTS, 0, pass->points);
    } else {
        fn->DrawArrays(GL_TRIANGLE_STRIP, 0, pass->program->vertexCount);
    }
    gfTimers_EndPass(device);
    if (pass->target == NULL) {
        gfGLState_AllBuffers(&device->gl, hostBuffers, hostBufferCount);
    }
    if (pass->blend != GF_BLEND_NONE) {
        gfGLState_SetBlend(&device->gl, false, GL_ONE, GL_ZERO);
    }
}
