/// Drawing a scene in three dimensions: what is around the fluid by GL of the host's, then the fluid. Not part of the
/// library.
#ifndef SCENES_STAGE_H
#define SCENES_STAGE_H

#include "scenes/scene.h"

#include <glad/gl.h>

#include <string.h>

/// GL objects of a scene's meshes, and a picture with depth. All zero: none.
typedef struct Stage {
    GLuint program;
    GLuint vertexArrays[SCENE_MESH_MAX];
    GLuint buffers[2 * SCENE_MESH_MAX];
    GLuint framebuffer, color, depth; // of the size below
    int width, height;                // px
} Stage;

static const char *const stageVertex =
    "layout(location = 0) in vec3 a_place;\n"
    "layout(location = 1) in vec3 a_normal;\n"
    "layout(location = 2) in vec3 a_color;\n"
    "uniform mat4 u_transform, u_view, u_projection;\n"
    "out vec3 v_normal, v_color;\n"
    "void main() {\n"
    "    v_normal = mat3(u_transform) * a_normal;\n"
    "    v_color = a_color;\n"
    "    gl_Position = u_projection * (u_view * (u_transform * vec4(a_place, 1.0)));\n"
    "}\n";

// Sun and sky light what has a normal. The curve rolls off what is bright.
static const char *const stageFragment =
    "in vec3 v_normal, v_color;\n"
    "uniform vec3 u_sun, u_light, u_zenith, u_ground;\n"
    "out vec4 o_color;\n"
    "void main() {\n"
    "    vec3 light = vec3(1.0);\n"
    "    if (dot(v_normal, v_normal) > 1e-6) {\n"
    "        vec3 n = normalize(v_normal);\n"
    "        vec3 sky = mix(u_ground, u_zenith + vec3(0.25), 0.5 + 0.5 * n.y);\n"
    "        light = 1.3 * u_sun * max(dot(n, normalize(u_light)), 0.0) + 0.6 * sky;\n"
    "    }\n"
    "    vec3 c = v_color * light;\n"
    "    c = c * (1.0 + 0.25 * c) / (1.0 + 0.45 * c);\n"
    "    o_color = vec4(mix(12.92 * c, 1.055 * pow(max(c, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055,\n"
    "                       step(vec3(0.0031308), c)), 1.0);\n"
    "}\n";

static inline GLuint Stage_Compile(const GladGLContext *gl, GLenum kind, const char *body)
{
    const char *version = (const char *)gl->GetString(GL_VERSION);
    bool es = version != NULL && strstr(version, "OpenGL ES") != NULL;
    const char *parts[2] = {es ? "#version 300 es\nprecision highp float;\n" : "#version 330 core\n", body};
    GLuint shader = gl->CreateShader(kind);
    gl->ShaderSource(shader, 2, parts, NULL);
    gl->CompileShader(shader);
    return shader;
}

static inline bool Stage_MakeProgram(const GladGLContext *gl, Stage *stage)
{
    GLuint shaders[2] = {Stage_Compile(gl, GL_VERTEX_SHADER, stageVertex),
                         Stage_Compile(gl, GL_FRAGMENT_SHADER, stageFragment)};
    GLint linked = GL_FALSE;
    stage->program = gl->CreateProgram();
    for (int i = 0; i < 2; i++) {
        gl->AttachShader(stage->program, shaders[i]);
    }
    gl->LinkProgram(stage->program);
    gl->GetProgramiv(stage->program, GL_LINK_STATUS, &linked);
    for (int i = 0; i < 2; i++) {
        gl->DeleteShader(shaders[i]);
    }
    return linked == GL_TRUE;
}

static inline void Stage_FreePicture(const GladGLContext *gl, Stage *stage)
{
    const GLuint textures[2] = {stage->color, stage->depth};
    gl->DeleteTextures(2, textures);
    gl->DeleteFramebuffers(1, &stage->framebuffer);
    stage->color = stage->depth = stage->framebuffer = 0;
}

/// Before the scene is destroyed or another stage is made.
static inline void Stage_Free(const GladGLContext *gl, Stage *stage)
{
    if (stage->program != 0) {
        gl->DeleteProgram(stage->program);
        gl->DeleteVertexArrays(SCENE_MESH_MAX, stage->vertexArrays);
        gl->DeleteBuffers(2 * SCENE_MESH_MAX, stage->buffers);
        Stage_FreePicture(gl, stage);
    }
    *stage = (Stage){.program = 0};
}

/// Gives GL the scene's meshes. Does nothing for a scene in two dimensions. False if a shader does not compile.
static inline bool Stage_Make(const GladGLContext *gl, Stage *stage, const Scene *scene)
{
    *stage = (Stage){.program = 0};
    if (scene->fluid3d == NULL) {
        return true;
    }
    gl->GenVertexArrays(SCENE_MESH_MAX, stage->vertexArrays);
    gl->GenBuffers(2 * SCENE_MESH_MAX, stage->buffers);
    for (int i = 0; i < scene->meshCount; i++) {
        const SceneMesh *mesh = &scene->meshes[i];
        GLsizeiptr stride = SCENE_VERTEX_SIZE * sizeof(float);
        gl->BindVertexArray(stage->vertexArrays[i]);
        gl->BindBuffer(GL_ARRAY_BUFFER, stage->buffers[2 * i]);
        gl->BufferData(GL_ARRAY_BUFFER, mesh->vertexCount * stride, mesh->vertices, GL_STATIC_DRAW);
        gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, stage->buffers[2 * i + 1]);
        gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, mesh->indexCount * (GLsizeiptr)sizeof *mesh->indices, mesh->indices,
                       GL_STATIC_DRAW);
        for (GLuint attribute = 0; attribute < 3; attribute++) {
            gl->EnableVertexAttribArray(attribute);
            gl->VertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, (GLsizei)stride,
                                    (const void *)(3 * attribute * sizeof(float)));
        }
    }
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    return Stage_MakeProgram(gl, stage);
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

static inline void Stage_MakePicture(const GladGLContext *gl, Stage *stage, int width, int height)
{
    if (stage->framebuffer != 0 && stage->width == width && stage->height == height) {
        gl->BindFramebuffer(GL_FRAMEBUFFER, stage->framebuffer);
        return;
    }
    Stage_FreePicture(gl, stage);
    stage->width = width;
    stage->height = height;
    stage->color = Stage_MakeTexture(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, width, height);
    stage->depth = Stage_MakeTexture(gl, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, width, height);
    gl->GenFramebuffers(1, &stage->framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, stage->framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, stage->color, 0);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, stage->depth, 0);
}

static inline void Stage_DrawMeshes(const GladGLContext *gl, const Stage *stage, const Scene *scene,
                                    const gfDraw3DDef *def)
{
    GLuint p = stage->program;
    gl->UseProgram(p);
    gl->UniformMatrix4fv(gl->GetUniformLocation(p, "u_view"), 1, GL_FALSE, def->view);
    gl->UniformMatrix4fv(gl->GetUniformLocation(p, "u_projection"), 1, GL_FALSE, def->projection);
    gl->Uniform3fv(gl->GetUniformLocation(p, "u_sun"), 1, def->sky.sun);
    gl->Uniform3fv(gl->GetUniformLocation(p, "u_light"), 1, def->sky.light);
    gl->Uniform3fv(gl->GetUniformLocation(p, "u_zenith"), 1, def->sky.zenith);
    gl->Uniform3fv(gl->GetUniformLocation(p, "u_ground"), 1, def->sky.ground);
    gl->Enable(GL_DEPTH_TEST);
    for (int i = 0; i < scene->meshCount; i++) {
        gl->UniformMatrix4fv(gl->GetUniformLocation(p, "u_transform"), 1, GL_FALSE, scene->meshes[i].transform);
        gl->BindVertexArray(stage->vertexArrays[i]);
        gl->DrawElements(GL_TRIANGLES, scene->meshes[i].indexCount, GL_UNSIGNED_INT, NULL);
    }
    gl->Disable(GL_DEPTH_TEST);
    gl->BindVertexArray(0);
    gl->UseProgram(0);
}

/// Draws a scene in three dimensions into the framebuffer that is bound, whose size this is, with the viewport all of
/// it. False: what gfFluid3D_Draw reported.
static inline bool Stage_Draw(const GladGLContext *gl, Stage *stage, Scene *scene, const gfDraw3DDef *def, int width,
                              int height)
{
    GLint target = 0;
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    Stage_MakePicture(gl, stage, width, height);
    gl->ClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    Stage_DrawMeshes(gl, stage, scene, def);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
    gl->BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    gfDraw3DDef hidden = *def;
    hidden.background = stage->color;
    hidden.depth = stage->depth;
    return gfFluid3D_Draw(scene->fluid3d, &hidden);
}

#endif
