// What dioramas share: the camera that goes round them, the mouse, the fish.
#include "scenes/fish.h"
#include "scenes/scene_parts.h"

#include <cglm/cglm.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIELD_OF_VIEW 0.62f // radians high
#define LEAST_ASPECT 1.5f   // that what the camera sees is meant for
#define NEAREST 0.05f       // m
#define FARTHEST 60.0f
#define TILT_MIN 0.12f
#define TILT_MAX 1.5f
#define STIR_RADIUS 0.035f
#define STIR_SPEED_MAX 0.3f // m/s
#define STIR_SHARE 0.5f     // of the mouse's speed: it stirs the surface, not all of the water
#define POKE_DEPTH 0.012f   // m, of the dent that a resting mouse presses into the water
#define STARTLE_FRAMES 4    // for which fish remember the mouse
#define WAKE_SPEED 0.16f    // m/s, from which on a fish moves the water
#define WAKES_MAX 8         // a frame

void Diorama_TuneFluid(gfFluidDef *def, float gravity)
{
    def->solver = GF_SOLVER_SHALLOW;
    def->dyeScale = 1.0f; // all that it takes
    def->shallow.gravity = gravity;
    def->shallow.ripples.enabled = true;
}

bool Scene_IsPerspective(const SceneInfo *info)
{
    return info->space != NULL || info->diorama != NULL;
}

void SceneMesh_Free(SceneMesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
    *mesh = (SceneMesh){.vertices = NULL};
}

// --- the camera ----------------------------------------------------------------------------------------------------

void Diorama_Begin(Scene *scene)
{
    scene->pointerFrame = -1;
    if (scene->info->diorama != NULL) {
        scene->camera = scene->info->diorama->camera;
        scene->camera.target.x *= scene->width;
    }
}

void Scene_Orbit(Scene *scene, float turn, float tilt, float zoom)
{
    const SceneDiorama *diorama = scene->info->diorama;
    if (diorama == NULL) {
        return;
    }
    SceneCamera *camera = &scene->camera;
    camera->turn = remainderf(camera->turn + turn, 2.0f * SCENE_PI);
    camera->tilt = fminf(fmaxf(camera->tilt + tilt, TILT_MIN), TILT_MAX);
    camera->distance *= zoom;
    camera->distance =
        fminf(fmaxf(camera->distance, 0.25f * diorama->camera.distance), 3.0f * diorama->camera.distance);
}

static void getEye(const SceneCamera *camera, vec3 eye)
{
    eye[0] = camera->target.x + camera->distance * cosf(camera->tilt) * sinf(camera->turn);
    eye[1] = camera->target.y - camera->distance * cosf(camera->tilt) * cosf(camera->turn);
    eye[2] = camera->target.z + camera->distance * sinf(camera->tilt);
}

gfSurfaceDef Scene_GetSurfaceDef(const Scene *scene, float aspect)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    const SceneCamera *camera = &scene->camera;
    vec3 eye, target = {camera->target.x, camera->target.y, camera->target.z}, up = {0.0f, 0.0f, 1.0f};
    mat4 view, projection;
    getEye(camera, eye);
    glm_lookat(eye, target, up, view);
    // Narrow pictures show as much from left to right, and so more above and below.
    float high = 2.0f * atanf(tanf(0.5f * FIELD_OF_VIEW) * LEAST_ASPECT / aspect);
    glm_perspective(aspect < LEAST_ASPECT ? high : FIELD_OF_VIEW, aspect, NEAREST, FARTHEST, projection);
    memcpy(def.view, view, sizeof def.view);
    memcpy(def.projection, projection, sizeof def.projection);
    def.time_s = (double)Scene_GetTime(scene);
    scene->info->diorama->tuneSurface(scene, &def);
    return def;
}

// --- the mouse -----------------------------------------------------------------------------------------------------

bool Diorama_Pick(const Scene *scene, gfVec2 clip, float aspect, gfVec2 *place)
{
    gfSurfaceDef def = Scene_GetSurfaceDef(scene, aspect);
    vec3 eye, ray;
    getEye(&scene->camera, eye);
    vec3 seen = {clip.x / def.projection[0], clip.y / def.projection[5], -1.0f};
    for (int i = 0; i < 3; i++) {
        ray[i] = glm_dot(seen, def.view + 4 * i);
    }
    float away = (scene->info->diorama->level - eye[2]) / (fabsf(ray[2]) > 1e-6f ? ray[2] : 1e-6f);
    *place = Scene_Vec(eye[0] + away * ray[0], eye[1] + away * ray[1]);
    return away > 0.0f && away < FARTHEST;
}

// What it presses down rises in a ring round it, so that no water is made or lost.
void Diorama_Poke(Scene *scene, gfVec2 place, float depth)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.softness = STIR_RADIUS;
    def.shape = gfMakeCircle(place, STIR_RADIUS);
    def.mass = -4.0f / 3.0f * depth;
    gfFluid_Splat(scene->fluid, &def);
    def.softness *= 2.0f;
    def.shape.radius *= 2.0f;
    def.mass = depth / 3.0f;
    gfFluid_Splat(scene->fluid, &def);
}

void Diorama_Stir(Scene *scene, gfVec2 from, gfVec2 to, float aspect, float dt)
{
    gfVec2 before, now;
    if (!Diorama_Pick(scene, from, aspect, &before) || !Diorama_Pick(scene, to, aspect, &now) || dt <= 0.0f) {
        return;
    }
    if (scene->pointerFrame < 0 || scene->frame - scene->pointerFrame > STARTLE_FRAMES) {
        Diorama_Poke(scene, now, scene->brush.force * POKE_DEPTH);
    }
    scene->pointer = now;
    scene->pointerFrame = scene->frame;
    gfVec2 velocity = {(now.x - before.x) / dt, (now.y - before.y) / dt};
    float speed = hypotf(velocity.x, velocity.y);
    if (speed < 1e-3f) {
        return;
    }
    const SceneBrush *brush = &scene->brush;
    float factor = brush->force * fminf(STIR_SHARE, STIR_SPEED_MAX / speed);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCapsule(before, now, STIR_RADIUS * brush->size);
    def.softness = STIR_RADIUS * brush->size;
    def.velocity = Scene_Vec(factor * velocity.x, factor * velocity.y);
    gfFluid_Splat(scene->fluid, &def);
}

// --- the fish ------------------------------------------------------------------------------------------------------

// Those that are fast and near the surface push water before them.
static void moveWater(Scene *scene)
{
    int wakes = 0;
    for (int i = 0; i < scene->school->count && wakes < WAKES_MAX; i++) {
        const Fish *fish = &scene->school->fish[(i + scene->frame) % scene->school->count];
        float depth = scene->info->diorama->level - fish->height;
        if (fish->speed < WAKE_SPEED || depth > 0.7f * fish->length) {
            continue;
        }
        wakes++;
        gfSourceDef def = gfDefaultSourceDef();
        float c = cosf(fish->heading), s = sinf(fish->heading), half = 0.4f * fish->length;
        def.fields = GF_SOURCE_VELOCITY;
        def.shape = gfMakeCapsule(Scene_Vec(fish->place.x - half * c, fish->place.y - half * s),
                                  Scene_Vec(fish->place.x + half * c, fish->place.y + half * s), 0.1f * fish->length);
        def.softness = 0.02f;
        def.velocity = Scene_Vec(0.12f * fish->speed * c, 0.12f * fish->speed * s);
        gfFluid_Splat(scene->fluid, &def);
    }
}

void Diorama_Step(Scene *scene, float dt)
{
    if (scene->school != NULL) {
        bool stirred = scene->pointerFrame >= 0 && scene->frame - scene->pointerFrame <= STARTLE_FRAMES;
        School_Step(scene->school, fminf(dt, 0.1f), stirred ? &scene->pointer : NULL);
        moveWater(scene);
    }
}

void Diorama_End(Scene *scene)
{
    Image_Destroy(&scene->ground);
    if (scene->school != NULL) {
        School_Destroy(scene->school);
        free(scene->school);
        scene->school = NULL;
    }
}
