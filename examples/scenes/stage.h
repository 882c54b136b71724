/// Drawing a scene in perspective: what is around the fluid by GL of the host's, then the fluid. Not part of the
/// library.
#ifndef SCENES_STAGE_H
#define SCENES_STAGE_H

#include "scenes/stage_diorama.h"
#include "scenes/stage_gl.h"

/// GL objects of a scene's meshes, and a picture with depth. All zero: none.
typedef struct Stage {
    GLuint program; // of scenes in three dimensions
    GLuint vertexArrays[SCENE_MESH_MAX];
    GLuint buffers[2 * SCENE_MESH_MAX];
    StagePicture picture;
    StageDiorama diorama; // of dioramas
    bool unmirrored;      // their water mirrors the sky alone, which is faster
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

/// Before the scene is destroyed or another stage is made.
static inline void Stage_Free(const GladGLContext *gl, Stage *stage)
{
    if (stage->vertexArrays[0] != 0) {
        gl->DeleteProgram(stage->program);
        gl->DeleteVertexArrays(SCENE_MESH_MAX, stage->vertexArrays);
        gl->DeleteBuffers(2 * SCENE_MESH_MAX, stage->buffers);
        Stage_FreePicture(gl, &stage->picture);
        StageDiorama_Free(gl, &stage->diorama);
    }
    *stage = (Stage){.program = 0};
}

/// Gives GL what is around the fluid. Does nothing for a scene that is not seen in perspective. False if a shader does
/// not compile.
static inline bool Stage_Make(const GladGLContext *gl, Stage *stage, const Scene *scene)
{
    *stage = (Stage){.program = 0};
    if (!Scene_IsPerspective(scene->info)) {
        return true;
    }
    gl->GenVertexArrays(SCENE_MESH_MAX, stage->vertexArrays);
    gl->GenBuffers(2 * SCENE_MESH_MAX, stage->buffers);
    for (int i = 0; i < scene->meshCount; i++) {
        Stage_Upload(gl, &scene->meshes[i], stage->vertexArrays[i], stage->buffers + 2 * i);
    }
    if (scene->info->diorama != NULL) {
        return StageDiorama_Make(gl, &stage->diorama, scene);
    }
    return Stage_Link(gl, &stage->program, stageVertex, stageFragment);
}

static inline void Stage_DrawMeshes(const GladGLContext *gl, const Stage *stage, const Scene *scene,
                                    const gfDraw3DDef *def)
{
    GLuint p = stage->program;
    gl->UseProgram(p);
    Stage_SetMatrix(gl, p, "u_view", def->view);
    Stage_SetMatrix(gl, p, "u_projection", def->projection);
    Stage_SetSky(gl, p, &def->sky);
    gl->Enable(GL_DEPTH_TEST);
    for (int i = 0; i < scene->meshCount; i++) {
        Stage_SetMatrix(gl, p, "u_transform", scene->meshes[i].transform);
        gl->BindVertexArray(stage->vertexArrays[i]);
        gl->DrawElements(GL_TRIANGLES, scene->meshes[i].indexCount, GL_UNSIGNED_INT, NULL);
    }
    gl->Disable(GL_DEPTH_TEST);
    gl->BindVertexArray(0);
    gl->UseProgram(0);
}

/// Copies the picture, which is bound, into a framebuffer of this size, and leaves that bound.
static inline void Stage_ShowPicture(const GladGLContext *gl, GLuint target, int width, int height)
{
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
    gl->BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    gl->BindFramebuffer(GL_FRAMEBUFFER, target);
}

/// Draws a scene in three dimensions into the framebuffer that is bound, whose size this is, with the viewport all of
/// it. False: what gfFluid3D_Draw reported.
static inline bool Stage_Draw(const GladGLContext *gl, Stage *stage, Scene *scene, const gfDraw3DDef *def, int width,
                              int height)
{
    GLint target = 0;
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    Stage_BindPicture(gl, &stage->picture, width, height);
    gl->ClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    Stage_DrawMeshes(gl, stage, scene, def);
    Stage_ShowPicture(gl, (GLuint)target, width, height);
    gfDraw3DDef hidden = *def;
    hidden.background = stage->picture.color;
    hidden.depth = stage->picture.depth;
    return gfFluid3D_Draw(scene->fluid3d, &hidden);
}

/// The same of a diorama. False: what gfFluid_DrawSurface reported.
static inline bool Stage_DrawDiorama(const GladGLContext *gl, Stage *stage, Scene *scene, const gfSurfaceDef *def,
                                     int width, int height)
{
    GLint target = 0;
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    bool night = scene->lightCount > 0;
    StageNightView view = {.mirrored = true};
    if (!stage->unmirrored) {
        Stage_BindPicture(gl, &stage->diorama.mirror, width / 2 > 0 ? width / 2 : 1, height / 2 > 0 ? height / 2 : 1);
        gfSurfaceDef mirrored = *def;
        gfSurface_GetMirror(def->view, scene->info->diorama->level, mirrored.view);
        gl->Viewport(0, 0, stage->diorama.mirror.width, stage->diorama.mirror.height);
        StageDiorama_Draw(gl, &stage->diorama, stage->vertexArrays, scene, &mirrored, true);
        view.def = &mirrored;
        if (night) {
            StageNight_Draw(gl, &stage->diorama.night, scene, &view);
        }
    }
    Stage_BindPicture(gl, &stage->picture, width, height);
    gl->Viewport(0, 0, width, height);
    StageDiorama_Draw(gl, &stage->diorama, stage->vertexArrays, scene, def, false);
    Stage_ShowPicture(gl, (GLuint)target, width, height);
    gfSurfaceDef framed = *def;
    framed.background = stage->picture.color;
    framed.depth = stage->picture.depth;
    framed.reflection = stage->unmirrored ? 0 : stage->diorama.mirror.color;
    framed.ground.texture = stage->diorama.ground;
    bool drawn = gfFluid_DrawSurface(scene->fluid, &framed);
    if (drawn && night) {
        view = (StageNightView){.def = def, .depth = stage->picture.depth};
        StageNight_Draw(gl, &stage->diorama.night, scene, &view);
    }
    return drawn;
}

#endif
