/// What the host draws scenes in perspective with: programs, meshes, pictures with depth. Not part of the library.
#ifndef SCENES_STAGE_GL_H
#define SCENES_STAGE_GL_H

#include "scenes/scene.h"

#include <glad/gl.h>

#include <string.h>

/// A picture with depth. All zero: none.
typedef struct StagePicture {
    GLuint framebuffer, color, depth; // of the size below
    int width, height;                // px
} StagePicture;

static inline GLuint Stage_Compile(const GladGLContext *gl, GLenum kind, const char *body)
{
    const char *version = (const char *)gl->GetString(GL_VERSION);
    bool es = version != NULL && strstr(version, "OpenGL ES") != NULL;
    const char *parts[2] = {
        es ? "#version 300 es\nprecision highp float;\nprecision highp int;\n" : "#version 330 core\n", body};
    GLuint shader = gl->CreateShader(kind);
    gl->ShaderSource(shader, 2, parts, NULL);
    gl->CompileShader(shader);
    return shader;
}

/// False if a shader does not compile.
static inline bool Stage_Link(const GladGLContext *gl, GLuint *program, const char *vertex, const char *fragment)
{
    GLuint shaders[2] = {Stage_Compile(gl, GL_VERTEX_SHADER, vertex), Stage_Compile(gl, GL_FRAGMENT_SHADER, fragment)};
    GLint linked = GL_FALSE;
    *program = gl->CreateProgram();
    for (int i = 0; i < 2; i++) {
        gl->AttachShader(*program, shaders[i]);
    }
    gl->LinkProgram(*program);
    gl->GetProgramiv(*program, GL_LINK_STATUS, &linked);
    for (int i = 0; i < 2; i++) {
        gl->DeleteShader(shaders[i]);
    }
    return linked == GL_TRUE;
}

/// Gives GL a mesh: `buffers` takes two.
static inline void Stage_Upload(const GladGLContext *gl, const SceneMesh *mesh, GLuint vertexArray,
                                const GLuint *buffers)
{
    GLsizeiptr stride = SCENE_VERTEX_SIZE * sizeof(float);
    gl->BindVertexArray(vertexArray);
    gl->BindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    gl->BufferData(GL_ARRAY_BUFFER, mesh->vertexCount * stride, mesh->vertices, GL_STATIC_DRAW);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, mesh->indexCount * (GLsizeiptr)sizeof *mesh->indices, mesh->indices,
                   GL_STATIC_DRAW);
    for (GLuint attribute = 0; attribute < 3; attribute++) {
        gl->EnableVertexAttribArray(attribute);
        gl->VertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, (GLsizei)stride,
                                (const void *)(3 * attribute * sizeof(float)));
    }
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
}

static inline GLuint Stage_MakeTexture(const GladGLContext *gl, GLenum internal, GLenum format, GLenum type, int width,
                                       int height)
{
    GLuint texture = 0;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, width, height, 0, format, type, NULL);
    GLint filter = internal == GL_RGBA8 ? GL_LINEAR : GL_NEAREST;
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

static inline void Stage_FreePicture(const GladGLContext *gl, StagePicture *picture)
{
    const GLuint textures[2] = {picture->color, picture->depth};
    gl->DeleteTextures(2, textures);
    gl->DeleteFramebuffers(1, &picture->framebuffer);
    *picture = (StagePicture){.framebuffer = 0};
}

/// Binds a picture of this size for drawing, made anew where it is of another.
static inline void Stage_BindPicture(const GladGLContext *gl, StagePicture *picture, int width, int height)
{
    if (picture->framebuffer != 0 && picture->width == width && picture->height == height) {
        gl->BindFramebuffer(GL_FRAMEBUFFER, picture->framebuffer);
        return;
    }
    Stage_FreePicture(gl, picture);
    picture->width = width;
    picture->height = height;
    picture->color = Stage_MakeTexture(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, width, height);
    picture->depth = Stage_MakeTexture(gl, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, width, height);
    gl->GenFramebuffers(1, &picture->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, picture->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture->color, 0);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, picture->depth, 0);
}

static inline void Stage_SetMatrix(const GladGLContext *gl, GLuint program, const char *name, const float matrix[16])
{
    gl->UniformMatrix4fv(gl->GetUniformLocation(program, name), 1, GL_FALSE, matrix);
}

/// The light that a scene's sky gives: u_sun, u_light, u_zenith, u_horizon, u_ground.
static inline void Stage_SetSky(const GladGLContext *gl, GLuint program, const gfSkyLook *sky)
{
    gl->Uniform3fv(gl->GetUniformLocation(program, "u_sun"), 1, sky->sun);
    gl->Uniform3fv(gl->GetUniformLocation(program, "u_light"), 1, sky->light);
    gl->Uniform3fv(gl->GetUniformLocation(program, "u_zenith"), 1, sky->zenith);
    gl->Uniform3fv(gl->GetUniformLocation(program, "u_horizon"), 1, sky->horizon);
    gl->Uniform3fv(gl->GetUniformLocation(program, "u_ground"), 1, sky->ground);
}

#endif
