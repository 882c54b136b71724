/// Drawing what a diorama has at night in addition: lamps, and oil, fire and smoke over its water. Not part of the
/// library.
#ifndef SCENES_STAGE_NIGHT_H
#define SCENES_STAGE_NIGHT_H

#include "scenes/stage_gl.h"
#include "scenes/stage_night_shaders.h"

#include <math.h>
#include <stdlib.h>

#define STAGE_FLAMES 14 // sheets, one over the other
#define STAGE_SMOKE 5

/// GL objects. All zero: none.
typedef struct StageNight {
    GLuint water, flames, smoke, glow; // programs
    GLuint wholeArray, wholeBuffer;    // a rectangle over the domain
    GLuint cellsArray, cellsBuffer;    // those that burn
    GLuint empty;                      // vertex array of squares without vertices of their own
    GLuint smooth;                     // sampler
    GLuint blank;                      // texture of one pixel, in place of a depth
    float *places;                     // of the corners of cells that burn
} StageNight;

/// What a drawing of it takes.
typedef struct StageNightView {
    const gfSurfaceDef *def;
    GLuint depth;  ///< texture that hides things; 0: the depth buffer does
    bool mirrored; ///< only what water mirrors
} StageNightView;

static inline void StageNight_Free(const GladGLContext *gl, StageNight *self)
{
    const GLuint programs[4] = {self->water, self->flames, self->smoke, self->glow};
    const GLuint arrays[3] = {self->wholeArray, self->cellsArray, self->empty};
    const GLuint buffers[2] = {self->wholeBuffer, self->cellsBuffer};
    for (int i = 0; i < 4; i++) {
        gl->DeleteProgram(programs[i]);
    }
    gl->DeleteVertexArrays(3, arrays);
    gl->DeleteBuffers(2, buffers);
    gl->DeleteSamplers(1, &self->smooth);
    gl->DeleteTextures(1, &self->blank);
    free(self->places);
    *self = (StageNight){.water = 0};
}

static inline void StageNight_MakeSheet(const GladGLContext *gl, GLuint *array, GLuint *buffer)
{
    gl->GenVertexArrays(1, array);
    gl->GenBuffers(1, buffer);
    gl->BindVertexArray(*array);
    gl->BindBuffer(GL_ARRAY_BUFFER, *buffer);
    gl->EnableVertexAttribArray(0);
    gl->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    gl->BindVertexArray(0);
}

/// False if a shader does not compile, or without memory.
static inline bool StageNight_Make(const GladGLContext *gl, StageNight *self, const Scene *scene)
{
    const float w = scene->width, whole[12] = {0.0f, 0.0f, w, 0.0f, w, 1.0f, 0.0f, 0.0f, w, 1.0f, 0.0f, 1.0f};
    size_t cells = (size_t)(scene->blaze.columns * scene->blaze.rows);
    *self = (StageNight){.places = malloc(12 * (cells + 1) * sizeof(float))};
    StageNight_MakeSheet(gl, &self->wholeArray, &self->wholeBuffer);
    gl->BufferData(GL_ARRAY_BUFFER, sizeof whole, whole, GL_STATIC_DRAW);
    StageNight_MakeSheet(gl, &self->cellsArray, &self->cellsBuffer);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->GenVertexArrays(1, &self->empty);
    self->blank = Stage_MakeTexture(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 1, 1);
    gl->GenSamplers(1, &self->smooth);
    gl->SamplerParameteri(self->smooth, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->SamplerParameteri(self->smooth, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl->SamplerParameteri(self->smooth, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->SamplerParameteri(self->smooth, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return self->places != NULL && Stage_Link(gl, &self->water, sheetVertex, nightWaterFragment) &&
           Stage_Link(gl, &self->flames, sheetVertex, flamesFragment) &&
           Stage_Link(gl, &self->smoke, sheetVertex, smokeFragment) &&
           Stage_Link(gl, &self->glow, glowVertex, glowFragment);
}

/// The scene's lights: u_lights, u_lightCount.
static inline void StageNight_SetLights(const GladGLContext *gl, GLuint program, const Scene *scene)
{
    float values[8 * SCENE_LIGHT_MAX];
    for (int i = 0; i < scene->lightCount; i++) {
        const SceneLight *light = &scene->lights[i];
        const float own[8] = {light->place.x,  light->place.y,  light->place.z,  light->reach,
                              light->color[0], light->color[1], light->color[2], light->glow};
        memcpy(values + 8 * i, own, sizeof own);
    }
    gl->Uniform4fv(gl->GetUniformLocation(program, "u_lights"), 2 * scene->lightCount, values);
    gl->Uniform1i(gl->GetUniformLocation(program, "u_lightCount"), scene->lightCount);
}

// Texture units from the second on: the first has the depth.
static inline void StageNight_SetTexture(const GladGLContext *gl, const StageNight *self, GLuint program,
                                         const char *name, int unit, GLuint texture)
{
    gl->ActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->BindSampler((GLuint)unit, self->smooth);
    gl->Uniform1i(gl->GetUniformLocation(program, name), unit);
}

static inline void StageNight_Use(const GladGLContext *gl, const StageNight *self, GLuint program, const Scene *scene,
                                  const StageNightView *view)
{
    gl->UseProgram(program);
    Stage_SetMatrix(gl, program, "u_view", view->def->view);
    Stage_SetMatrix(gl, program, "u_projection", view->def->projection);
    Stage_SetSky(gl, program, &view->def->sky);
    StageNight_SetLights(gl, program, scene);
    gl->Uniform1f(gl->GetUniformLocation(program, "u_time"), (float)fmod(view->def->time_s, 3600.0));
    gl->Uniform4f(gl->GetUniformLocation(program, "u_box"), 0.0f, 0.0f, 1.0f / scene->width, 1.0f);
    gl->Uniform1f(gl->GetUniformLocation(program, "u_tests"), view->depth != 0 ? 1.0f : 0.0f);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, view->depth != 0 ? view->depth : self->blank);
    gl->Uniform1i(gl->GetUniformLocation(program, "u_depth"), 0);
}

static inline void StageNight_Set(const GladGLContext *gl, GLuint program, const char *name, float x, float y, float z)
{
    const float values[3] = {x, y, z};
    gl->Uniform3fv(gl->GetUniformLocation(program, name), 1, values);
}

// Draws the same so many times, each as its shader's u_number says.
static inline void StageNight_DrawEach(const GladGLContext *gl, GLuint program, GLenum mode, int vertices, int times)
{
    for (int i = 0; i < times; i++) {
        gl->Uniform1i(gl->GetUniformLocation(program, "u_number"), i);
        gl->DrawArrays(mode, 0, vertices);
    }
}

static inline void StageNight_DrawWater(const GladGLContext *gl, const StageNight *self, const Scene *scene,
                                        const StageNightView *view)
{
    gfSurfaceTextures surface;
    gfFieldTexture oil;
    if (!gfFluid_GetSurfaceTextures(scene->fluid, &view->def->source, &surface) ||
        !gfFluid_GetTexture(scene->fluid, GF_FIELD_DYE, &oil)) {
        return;
    }
    GLuint p = self->water;
    StageNight_Use(gl, self, p, scene, view);
    const float *m = view->def->view;
    float eye[3];
    for (int i = 0; i < 3; i++) {
        eye[i] = -(m[4 * i] * m[12] + m[4 * i + 1] * m[13] + m[4 * i + 2] * m[14]);
    }
    gl->Uniform3fv(gl->GetUniformLocation(p, "u_eye"), 1, eye);
    StageNight_Set(gl, p, "u_layers", scene->info->diorama->level, 0.0f, 1.0f);
    StageNight_SetTexture(gl, self, p, "u_surface", 1, surface.surface);
    StageNight_SetTexture(gl, self, p, "u_motion", 2, surface.motion);
    StageNight_SetTexture(gl, self, p, "u_oil", 3, oil.texture);
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->BindVertexArray(self->wholeArray);
    gl->DrawArrays(GL_TRIANGLES, 0, 6);
}

// Corners of the cells that burn, or lie beside one that does; returns their number.
static inline int StageNight_FindCells(const StageNight *self, const Scene *scene)
{
    const SceneBlaze *blaze = &scene->blaze;
    float dx = scene->width / (float)blaze->columns, dy = 1.0f / (float)blaze->rows;
    int count = 0;
    for (int i = 0; i < blaze->columns * blaze->rows; i++) {
        int x = i % blaze->columns, y = i / blaze->columns;
        bool burns = false;
        for (int k = 0; k < 25; k++) {
            int u = x + k % 5 - 2, v = y + k / 5 - 2;
            bool within = u >= 0 && v >= 0 && u < blaze->columns && v < blaze->rows;
            burns = burns || (within && blaze->burning[v * blaze->columns + u] > 0.02f);
        }
        if (burns) {
            float l = dx * (float)x, b = dy * (float)y, r = l + dx, t = b + dy;
            const float corners[12] = {l, b, r, b, r, t, l, b, r, t, l, t};
            memcpy(self->places + 12 * count++, corners, sizeof corners);
        }
    }
    return 6 * count;
}

static inline void StageNight_DrawFlames(const GladGLContext *gl, const StageNight *self, const Scene *scene,
                                         const StageNightView *view)
{
    const SceneBlaze *blaze = &scene->blaze;
    gfFieldTexture heat;
    int count = blaze->columns > 0 ? StageNight_FindCells(self, scene) : 0;
    if (count == 0 || !gfFluid_GetTexture(scene->air, GF_FIELD_TEMPERATURE, &heat)) {
        return;
    }
    GLuint p = self->flames;
    StageNight_Use(gl, self, p, scene, view);
    StageNight_Set(gl, p, "u_layers", scene->info->diorama->level, blaze->height, (float)STAGE_FLAMES);
    StageNight_Set(gl, p, "u_blow", 0.03f, 0.01f, 1.0f / blaze->heat);
    StageNight_SetTexture(gl, self, p, "u_heat", 1, heat.texture);
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ONE, GL_ONE_MINUS_SRC_COLOR);
    gl->BindVertexArray(self->cellsArray);
    gl->BindBuffer(GL_ARRAY_BUFFER, self->cellsBuffer);
    gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * 2 * sizeof(float)), self->places, GL_STREAM_DRAW);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    StageNight_DrawEach(gl, p, GL_TRIANGLES, count, STAGE_FLAMES);
}

static inline void StageNight_DrawSmoke(const GladGLContext *gl, const StageNight *self, const Scene *scene,
                                        const StageNightView *view)
{
    const SceneBlaze *blaze = &scene->blaze;
    gfFieldTexture smoke;
    if (blaze->columns == 0 || !gfFluid_GetTexture(scene->air, GF_FIELD_DYE, &smoke)) {
        return;
    }
    GLuint p = self->smoke;
    float low = 0.6f * blaze->height;
    StageNight_Use(gl, self, p, scene, view);
    StageNight_Set(gl, p, "u_layers", scene->info->diorama->level + low, blaze->smokeHeight - low, (float)STAGE_SMOKE);
    StageNight_Set(gl, p, "u_blow", 0.20f, 0.08f, 0.80f);
    StageNight_SetTexture(gl, self, p, "u_smoke", 1, smoke.texture);
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->BindVertexArray(self->wholeArray);
    StageNight_DrawEach(gl, p, GL_TRIANGLES, 6, STAGE_SMOKE);
}

static inline void StageNight_DrawGlows(const GladGLContext *gl, const StageNight *self, const Scene *scene,
                                        const StageNightView *view)
{
    GLuint p = self->glow;
    StageNight_Use(gl, self, p, scene, view);
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ONE, GL_ONE_MINUS_SRC_COLOR);
    gl->BindVertexArray(self->empty);
    StageNight_DrawEach(gl, p, GL_TRIANGLE_STRIP, 4, scene->lightCount);
}

/// Draws over what is bound: flames and glows as the water mirrors them, or all, over the water.
static inline void StageNight_Draw(const GladGLContext *gl, const StageNight *self, const Scene *scene,
                                   const StageNightView *view)
{
    gl->Enable(GL_BLEND);
    if (view->mirrored) {
        gl->Enable(GL_DEPTH_TEST);
        gl->DepthMask(GL_FALSE);
    } else {
        StageNight_DrawWater(gl, self, scene, view);
    }
    StageNight_DrawFlames(gl, self, scene, view);
    StageNight_DrawGlows(gl, self, scene, view);
    if (!view->mirrored) {
        StageNight_DrawSmoke(gl, self, scene, view);
    }
    gl->DepthMask(GL_TRUE);
    gl->Disable(GL_DEPTH_TEST);
    gl->Disable(GL_BLEND);
    gl->BlendFuncSeparate(GL_ONE, GL_ZERO, GL_ONE, GL_ZERO);
    for (GLuint unit = 0; unit < 4; unit++) {
        gl->ActiveTexture(GL_TEXTURE0 + unit);
        gl->BindTexture(GL_TEXTURE_2D, 0);
        gl->BindSampler(unit, 0);
    }
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindVertexArray(0);
    gl->UseProgram(0);
}

#endif
