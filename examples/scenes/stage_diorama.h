/// Drawing what is around the fluid of a diorama: sky, meshes and fish, as seen and as the water mirrors them. Not part
/// of the library.
#ifndef SCENES_STAGE_DIORAMA_H
#define SCENES_STAGE_DIORAMA_H

#include "scenes/fish.h"
#include "scenes/stage_gl.h"
#include "scenes/stage_night.h"
#include "scenes/stage_shaders.h"

/// GL objects of a diorama, but for its meshes'. All zero: none.
typedef struct StageDiorama {
    GLuint sky, mesh, fish; // programs
    GLuint ground;          // texture: what colour it has
    GLuint fishArray, fishBuffers[2];
    GLuint empty; // vertex array of the triangle that covers the picture
    int fishIndices;
    StagePicture mirror;
    StageNight night; // of a scene with lights
} StageDiorama;

static inline void StageDiorama_Free(const GladGLContext *gl, StageDiorama *self)
{
    const GLuint programs[3] = {self->sky, self->mesh, self->fish};
    for (int i = 0; i < 3; i++) {
        gl->DeleteProgram(programs[i]);
    }
    gl->DeleteTextures(1, &self->ground);
    gl->DeleteVertexArrays(1, &self->fishArray);
    gl->DeleteVertexArrays(1, &self->empty);
    gl->DeleteBuffers(2, self->fishBuffers);
    Stage_FreePicture(gl, &self->mirror);
    StageNight_Free(gl, &self->night);
    *self = (StageDiorama){.sky = 0};
}

static inline GLuint StageDiorama_MakeGround(const GladGLContext *gl, const Image *image)
{
    GLuint texture = Stage_MakeTexture(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, image->width, image->height);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    for (int y = 0; y < image->height; y++) { // GL's first row is the lowest
        gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, image->height - 1 - y, image->width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                          image->pixels + (size_t)y * (size_t)image->width * 4);
    }
    gl->GenerateMipmap(GL_TEXTURE_2D);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

static inline bool StageDiorama_MakeFish(const GladGLContext *gl, StageDiorama *self)
{
    SceneMesh mesh = {0};
    if (!Fish_MakeMesh(&mesh)) {
        return false;
    }
    gl->GenVertexArrays(1, &self->fishArray);
    gl->GenBuffers(2, self->fishBuffers);
    Stage_Upload(gl, &mesh, self->fishArray, self->fishBuffers);
    self->fishIndices = mesh.indexCount;
    SceneMesh_Free(&mesh);
    return Stage_Link(gl, &self->fish, fishVertex, fishFragment);
}

/// False if a shader does not compile, or without memory.
static inline bool StageDiorama_Make(const GladGLContext *gl, StageDiorama *self, const Scene *scene)
{
    *self = (StageDiorama){.sky = 0};
    gl->GenVertexArrays(1, &self->empty);
    if (scene->ground.pixels != NULL) {
        self->ground = StageDiorama_MakeGround(gl, &scene->ground);
    }
    bool night = scene->lightCount > 0;
    return (scene->school == NULL || StageDiorama_MakeFish(gl, self)) &&
           (!night || StageNight_Make(gl, &self->night, scene)) &&
           Stage_Link(gl, &self->mesh, dioramaVertex, night ? nightFragment : dioramaFragment) &&
           Stage_Link(gl, &self->sky, skyVertex, skyFragment);
}

static inline void StageDiorama_DrawSky(const GladGLContext *gl, const StageDiorama *self, const gfSurfaceDef *def)
{
    GLuint p = self->sky;
    gl->UseProgram(p);
    Stage_SetMatrix(gl, p, "u_view", def->view);
    Stage_SetSky(gl, p, &def->sky);
    gl->Uniform2f(gl->GetUniformLocation(p, "u_reach"), 1.0f / def->projection[0], 1.0f / def->projection[5]);
    gl->BindVertexArray(self->empty);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
}

static inline void StageDiorama_DrawFish(const GladGLContext *gl, const StageDiorama *self, const Scene *scene,
                                         const gfSurfaceDef *def)
{
    GLuint p = self->fish;
    gl->UseProgram(p);
    Stage_SetMatrix(gl, p, "u_view", def->view);
    Stage_SetMatrix(gl, p, "u_projection", def->projection);
    Stage_SetSky(gl, p, &def->sky);
    gl->Uniform1f(gl->GetUniformLocation(p, "u_time"), (float)def->time_s);
    gl->BindVertexArray(self->fishArray);
    for (int i = 0; i < scene->school->count; i++) {
        const Fish *fish = &scene->school->fish[i];
        float transform[16];
        Fish_GetTransform(fish, transform);
        float stroke = fish->speed / (2.2f * fish->length);
        Stage_SetMatrix(gl, p, "u_transform", transform);
        gl->Uniform4f(gl->GetUniformLocation(p, "u_swim"), fish->phase, 0.55f + 0.45f * (stroke < 1.0f ? stroke : 1.0f),
                      fish->turning, fish->pattern);
        gl->DrawElements(GL_TRIANGLES, self->fishIndices, GL_UNSIGNED_INT, NULL);
    }
}

/// Clears the picture that is bound and draws into it; of what is mirrored only what stands above the water.
static inline void StageDiorama_Draw(const GladGLContext *gl, const StageDiorama *self, const GLuint *vertexArrays,
                                     const Scene *scene, const gfSurfaceDef *def, bool mirrored)
{
    gl->ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (!mirrored) {
        StageDiorama_DrawSky(gl, self, def);
    }
    gl->Enable(GL_DEPTH_TEST);
    GLuint p = self->mesh;
    gl->UseProgram(p);
    Stage_SetMatrix(gl, p, "u_view", def->view);
    Stage_SetMatrix(gl, p, "u_projection", def->projection);
    Stage_SetSky(gl, p, &def->sky);
    if (scene->lightCount > 0) {
        StageNight_SetLights(gl, p, scene);
    }
    gl->Uniform1f(gl->GetUniformLocation(p, "u_lowest"), mirrored ? scene->info->diorama->level : -1e9f);
    for (int i = 0; i < scene->meshCount; i++) {
        Stage_SetMatrix(gl, p, "u_transform", scene->meshes[i].transform);
        gl->BindVertexArray(vertexArrays[i]);
        gl->DrawElements(GL_TRIANGLES, scene->meshes[i].indexCount, GL_UNSIGNED_INT, NULL);
    }
    if (scene->school != NULL && !mirrored) {
        StageDiorama_DrawFish(gl, self, scene, def);
    }
    gl->Disable(GL_DEPTH_TEST);
    gl->BindVertexArray(0);
    gl->UseProgram(0);
}

#endif
