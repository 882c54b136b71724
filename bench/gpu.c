#define GLAD_GL_IMPLEMENTATION
#include "gpu.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char vertexShader[] = "void main()\n"
                                   "{\n"
                                   "    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);\n"
                                   "    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);\n"
                                   "}\n";

static GLADapiproc loadProc(void *user, const char *name)
{
    (void)user;
    return (GLADapiproc)Headless_GetProcAddress(name);
}

bool Gpu_Fail(Gpu *gpu, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(gpu->error, sizeof(gpu->error), format, arguments);
    va_end(arguments);
    return false;
}

bool Gpu_Create(Gpu *gpu, HeadlessApi api)
{
    memset(gpu, 0, sizeof(*gpu));
    gpu->api = api;
    gpu->headless = Headless_Create(api, false, gpu->error, (int)sizeof(gpu->error));
    if (gpu->headless == NULL) {
        return false;
    }
    int version = api == HEADLESS_GL33 ? gladLoadGLContextUserPtr(&gpu->gl, loadProc, NULL)
                                       : gladLoadGLES2ContextUserPtr(&gpu->gl, loadProc, NULL);
    if (version == 0) {
        Gpu_Destroy(gpu);
        return Gpu_Fail(gpu, "%s: its functions cannot be loaded", Headless_ApiName(api));
    }
    const GladGLContext *gl = &gpu->gl;
    if (api == HEADLESS_ES30 && !gl->EXT_color_buffer_float) {
        Gpu_Destroy(gpu);
        return Gpu_Fail(gpu, "this context cannot render to 32-bit floats, which the baselines do");
    }
    gpu->linear32F = api == HEADLESS_GL33 || gl->OES_texture_float_linear;
    snprintf(gpu->renderer, sizeof(gpu->renderer), "%s, %s", (const char *)gl->GetString(GL_RENDERER),
             (const char *)gl->GetString(GL_VERSION));
    gl->GenVertexArrays(1, &gpu->vertexArray);
    gl->BindVertexArray(gpu->vertexArray);
    return true;
}

void Gpu_Destroy(Gpu *gpu)
{
    if (gpu->vertexArray != 0) {
        gpu->gl.DeleteVertexArrays(1, &gpu->vertexArray);
        gpu->vertexArray = 0;
    }
    Headless_Destroy(gpu->headless);
    gpu->headless = NULL;
}

static GLuint compileShader(Gpu *gpu, GLenum stage, const char *label, const char *body)
{
    const GladGLContext *gl = &gpu->gl;
    const char *parts[] = {
        gpu->api == HEADLESS_GL33 ? "#version 330 core\n" : "#version 300 es\n",
        "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n",
        gpu->linear32F ? "#define LINEAR_32F 1\n" : "",
        "#line 1\n",
        body,
    };
    GLuint shader = gl->CreateShader(stage);
    gl->ShaderSource(shader, (GLsizei)(sizeof(parts) / sizeof(parts[0])), parts, NULL);
    gl->CompileShader(shader);
    GLint compiled = 0;
    gl->GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        char log[1024] = "";
        gl->GetShaderInfoLog(shader, (GLsizei)sizeof(log), NULL, log);
        Gpu_Fail(gpu, "shader %s: %s", label, log);
        gl->DeleteShader(shader);
        return 0;
    }
    return shader;
}

GLuint Gpu_CreateProgram(Gpu *gpu, const char *label, const char *body, const char *const *samplers)
{
    const GladGLContext *gl = &gpu->gl;
    GLuint vertex = compileShader(gpu, GL_VERTEX_SHADER, "full screen", vertexShader);
    GLuint fragment = compileShader(gpu, GL_FRAGMENT_SHADER, label, body);
    GLuint program = 0;
    if (vertex != 0 && fragment != 0) {
        program = gl->CreateProgram();
        gl->AttachShader(program, vertex);
        gl->AttachShader(program, fragment);
        gl->LinkProgram(program);
        GLint linked = 0;
        gl->GetProgramiv(program, GL_LINK_STATUS, &linked);
        if (!linked) {
            char log[1024] = "";
            gl->GetProgramInfoLog(program, (GLsizei)sizeof(log), NULL, log);
            Gpu_Fail(gpu, "program %s: %s", label, log);
            gl->DeleteProgram(program);
            program = 0;
        }
    }
    gl->DeleteShader(vertex);
    gl->DeleteShader(fragment);
    if (program != 0) {
        gl->UseProgram(program);
        for (int i = 0; samplers[i] != NULL; i++) {
            gl->Uniform1i(gl->GetUniformLocation(program, samplers[i]), i);
        }
    }
    return program;
}

void Gpu_DestroyProgram(Gpu *gpu, GLuint program)
{
    gpu->gl.UseProgram(0);
    gpu->gl.DeleteProgram(program);
}

/// What TexImage2D wants beside an internal format of the few that the bench uses.
static GLenum getTransferFormat(GLenum internalFormat)
{
    switch (internalFormat) {
    case GL_R16F:
    case GL_R32F:
        return GL_RED;
    case GL_RG16F:
    case GL_RG32F:
        return GL_RG;
    default:
        return GL_RGBA;
    }
}

bool Gpu_CreateTarget(Gpu *gpu, Target *target, GLenum internalFormat, int width, int height, bool linear)
{
    const GladGLContext *gl = &gpu->gl;
    *target = (Target){.width = width, .height = height};
    while (gl->GetError() != GL_NO_ERROR) {
    }
    GLint filter = linear ? GL_LINEAR : GL_NEAREST;
    gl->GenTextures(1, &target->texture);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, target->texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)internalFormat, width, height, 0, getTransferFormat(internalFormat),
                   internalFormat == GL_RGBA8 ? GL_UNSIGNED_BYTE : GL_FLOAT, NULL);
    if (gl->GetError() != GL_NO_ERROR) {
        Gpu_DestroyTarget(gpu, target);
        return Gpu_Fail(gpu, "a texture of %d x %d cannot be made", width, height);
    }
    gl->GenFramebuffers(1, &target->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture, 0);
    if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        Gpu_DestroyTarget(gpu, target);
        return Gpu_Fail(gpu, "a float texture of %d x %d cannot be drawn into", width, height);
    }
    gl->ClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){0.0f, 0.0f, 0.0f, 0.0f});
    return true;
}

void Gpu_DestroyTarget(Gpu *gpu, Target *target)
{
    if (target->framebuffer != 0) {
        gpu->gl.DeleteFramebuffers(1, &target->framebuffer);
    }
    if (target->texture != 0) {
        gpu->gl.DeleteTextures(1, &target->texture);
    }
    *target = (Target){0};
}

bool Gpu_CreatePair(Gpu *gpu, Pair *pair, GLenum internalFormat, int width, int height, bool linear)
{
    *pair = (Pair){0};
    return Gpu_CreateTarget(gpu, &pair->targets[0], internalFormat, width, height, linear) &&
           Gpu_CreateTarget(gpu, &pair->targets[1], internalFormat, width, height, linear);
}

void Gpu_DestroyPair(Gpu *gpu, Pair *pair)
{
    Gpu_DestroyTarget(gpu, &pair->targets[0]);
    Gpu_DestroyTarget(gpu, &pair->targets[1]);
}

void Pair_Swap(Pair *pair)
{
    Target first = pair->targets[0];
    pair->targets[0] = pair->targets[1];
    pair->targets[1] = first;
}

void Gpu_Bind(const Gpu *gpu, GLuint unit, GLuint texture)
{
    gpu->gl.ActiveTexture(GL_TEXTURE0 + unit);
    gpu->gl.BindTexture(GL_TEXTURE_2D, texture);
}

void Gpu_Draw(const Gpu *gpu, const Target *target)
{
    gpu->gl.BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gpu->gl.Viewport(0, 0, target->width, target->height);
    gpu->gl.DrawArrays(GL_TRIANGLES, 0, 3);
}

void Gpu_Read(const Gpu *gpu, const Target *target, float *values)
{
    gpu->gl.BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    gpu->gl.PixelStorei(GL_PACK_ALIGNMENT, 4);
    gpu->gl.ReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_FLOAT, values);
}
