// What scenes in three dimensions share: water above ground, meshes, the sky, the camera, the rod that the mouse holds.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VOLUME_SAMPLES 200 // along a side
#define SKY_SIDES 32
#define SKY_ROWS 24
#define SKY_RADIUS 40.0f    // m
#define FIELD_OF_VIEW 0.72f // radians high
#define LEAST_ASPECT 1.7f   // that what the camera sees is meant for
#define ROD_RADIUS 0.05f
#define ROD_SPEED_MAX 4.0f

// --- water ---------------------------------------------------------------------------------------------------------

static float getDepth(const SpaceWater *water, float x, float z)
{
    return fmaxf(water->level - water->ground(x, z), 0.0f);
}

float Space_GetVolume(const SpaceWater *water)
{
    double sum = 0.0;
    float dx = (water->high.x - water->low.x) / VOLUME_SAMPLES;
    float dz = (water->high.y - water->low.y) / VOLUME_SAMPLES;
    for (int i = 0; i < VOLUME_SAMPLES * VOLUME_SAMPLES; i++) {
        float x = water->low.x + ((float)(i % VOLUME_SAMPLES) + 0.5f) * dx;
        float z = water->low.y + ((float)(i / VOLUME_SAMPLES) + 0.5f) * dz;
        sum += (double)getDepth(water, x, z);
    }
    return (float)sum * dx * dz;
}

// Columns a spacing apart, each with its share of the particles, one above the other.
static void fillColumns(const SpaceWater *water, float spacing, gfParticle3D *particles, int count)
{
    int columns = (int)lroundf((water->high.x - water->low.x) / spacing);
    int rows = (int)lroundf((water->high.y - water->low.y) / spacing);
    columns = columns < 4 ? 4 : columns; // few particles still find the deep places
    rows = rows < 4 ? 4 : rows;
    float dx = (water->high.x - water->low.x) / (float)columns;
    float dz = (water->high.y - water->low.y) / (float)rows;
    double whole = 0.0;
    for (int i = 0; i < columns * rows; i++) {
        whole += (double)getDepth(water, water->low.x + ((float)(i % columns) + 0.5f) * dx,
                                  water->low.y + ((float)(i / columns) + 0.5f) * dz);
    }
    double sum = 0.0;
    for (int i = 0, n = 0; i < columns * rows; i++) {
        float x = water->low.x + ((float)(i % columns) + 0.5f) * dx;
        float z = water->low.y + ((float)(i / columns) + 0.5f) * dz;
        float depth = getDepth(water, x, z);
        sum += (double)depth;
        int end = i == columns * rows - 1 ? count : (int)lround((double)count * sum / whole);
        for (int begin = n; n < end; n++) {
            float share = ((float)(n - begin) + 0.5f) / (float)(end - begin);
            particles[n].position = (gfVec3){x, water->level - depth * share, z};
        }
    }
}

bool Space_Fill(Scene *scene, const SpaceWater *water)
{
    gfParticleParams params = gfFluid3D_GetDef(scene->fluid3d).particles;
    gfParticle3D *particles = calloc((size_t)params.capacity, sizeof *particles);
    if (particles == NULL) {
        return false;
    }
    fillColumns(water, params.spacing, particles, params.capacity);
    bool added = gfFluid3D_AddParticles(scene->fluid3d, particles, params.capacity);
    free(particles);
    return added;
}

// --- meshes --------------------------------------------------------------------------------------------------------

SceneMesh *Space_AddMesh(Scene *scene, int vertexCount, int indexCount)
{
    if (scene->meshCount >= SCENE_MESH_MAX) {
        return NULL;
    }
    SceneMesh *mesh = &scene->meshes[scene->meshCount++];
    mesh->vertexCount = vertexCount;
    mesh->indexCount = indexCount;
    mesh->vertices = calloc((size_t)vertexCount * SCENE_VERTEX_SIZE, sizeof *mesh->vertices);
    mesh->indices = calloc((size_t)indexCount, sizeof *mesh->indices);
    Space_SetTransform(mesh->transform, (gfVec3){0.0f, 0.0f, 0.0f}, (gfQuat){0.0f, 0.0f, 0.0f, 1.0f},
                       (gfVec3){1.0f, 1.0f, 1.0f});
    return mesh->vertices != NULL && mesh->indices != NULL ? mesh : NULL;
}

void Space_SetVertex(SceneMesh *mesh, int index, gfVec3 place, gfVec3 normal, gfVec3 color)
{
    const float vertex[SCENE_VERTEX_SIZE] = {place.x,  place.y, place.z, normal.x, normal.y,
                                             normal.z, color.x, color.y, color.z};
    memcpy(mesh->vertices + SCENE_VERTEX_SIZE * (size_t)index, vertex, sizeof vertex);
}

void Space_SetQuad(SceneMesh *mesh, int index, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t corners[6] = {a, b, c, a, c, d};
    memcpy(mesh->indices + 6 * (size_t)index, corners, sizeof corners);
}

// A ball around it all, from what is below to the zenith.
bool Space_AddSky(Scene *scene, const gfSkyLook *sky)
{
    SceneMesh *mesh = Space_AddMesh(scene, (SKY_ROWS + 1) * SKY_SIDES, 6 * SKY_ROWS * SKY_SIDES);
    if (mesh == NULL) {
        return false;
    }
    for (int i = 0; i < (SKY_ROWS + 1) * SKY_SIDES; i++) {
        float share = (float)(i / SKY_SIDES) / SKY_ROWS;
        float height = SCENE_PI * (share - 0.5f);
        float turn = 2.0f * SCENE_PI * (float)(i % SKY_SIDES) / SKY_SIDES;
        float blend = sqrtf(fabsf(sinf(height)));
        const float *end = height > 0.0f ? sky->zenith : sky->ground;
        gfVec3 place = {SKY_RADIUS * cosf(height) * cosf(turn), SKY_RADIUS * sinf(height),
                        SKY_RADIUS * cosf(height) * sinf(turn)};
        gfVec3 color = {sky->horizon[0] + blend * (end[0] - sky->horizon[0]),
                        sky->horizon[1] + blend * (end[1] - sky->horizon[1]),
                        sky->horizon[2] + blend * (end[2] - sky->horizon[2])};
        Space_SetVertex(mesh, i, place, (gfVec3){0.0f, 0.0f, 0.0f}, color);
    }
    for (uint32_t i = 0; i < SKY_ROWS * SKY_SIDES; i++) {
        uint32_t row = i / SKY_SIDES * SKY_SIDES;
        uint32_t next = (i + 1) % SKY_SIDES + row;
        Space_SetQuad(mesh, (int)i, i, next, next + SKY_SIDES, i + SKY_SIDES);
    }
    return true;
}

// --- the camera ----------------------------------------------------------------------------------------------------

static gfVec3 subtract(gfVec3 a, gfVec3 b)
{
    return (gfVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static gfVec3 cross(gfVec3 a, gfVec3 b)
{
    return (gfVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static float dot(gfVec3 a, gfVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static gfVec3 normalize(gfVec3 v)
{
    float length = sqrtf(dot(v, v));
    return (gfVec3){v.x / length, v.y / length, v.z / length};
}

void Space_LookAt(float view[16], gfVec3 eye, gfVec3 target)
{
    gfVec3 back = normalize(subtract(eye, target));
    gfVec3 right = normalize(cross((gfVec3){0.0f, 1.0f, 0.0f}, back));
    gfVec3 up = cross(back, right);
    const float rows[16] = {right.x, up.x, back.x, 0.0f, right.y,          up.y,          back.y,          0.0f,
                            right.z, up.z, back.z, 0.0f, -dot(right, eye), -dot(up, eye), -dot(back, eye), 1.0f};
    memcpy(view, rows, sizeof rows);
}

void Space_SetTransform(float transform[16], gfVec3 position, gfQuat q, gfVec3 size)
{
    const float m[16] = {size.x * (1.0f - 2.0f * (q.y * q.y + q.z * q.z)),
                         size.x * 2.0f * (q.x * q.y + q.z * q.w),
                         size.x * 2.0f * (q.x * q.z - q.y * q.w),
                         0.0f,
                         size.y * 2.0f * (q.x * q.y - q.z * q.w),
                         size.y * (1.0f - 2.0f * (q.x * q.x + q.z * q.z)),
                         size.y * 2.0f * (q.y * q.z + q.x * q.w),
                         0.0f,
                         size.z * 2.0f * (q.x * q.z + q.y * q.w),
                         size.z * 2.0f * (q.y * q.z - q.x * q.w),
                         size.z * (1.0f - 2.0f * (q.x * q.x + q.y * q.y)),
                         0.0f,
                         position.x,
                         position.y,
                         position.z,
                         1.0f};
    memcpy(transform, m, sizeof m);
}

gfDraw3DDef Scene_GetDraw3DDef(const Scene *scene, float aspect)
{
    gfDraw3DDef def = gfDefaultDraw3DDef();
    const float nearest = 0.1f;
    const float farthest = 90.0f;
    float scale = 1.0f / tanf(0.5f * FIELD_OF_VIEW);
    memset(def.projection, 0, sizeof def.projection);
    // Narrow pictures show as much from left to right, and so more above and below.
    def.projection[0] = scale / fmaxf(aspect, LEAST_ASPECT);
    def.projection[5] = def.projection[0] * aspect;
    def.projection[10] = (farthest + nearest) / (nearest - farthest);
    def.projection[11] = -1.0f;
    def.projection[14] = 2.0f * farthest * nearest / (nearest - farthest);
    scene->info->space->tuneDraw(scene, &def);
    return def;
}

// --- the mouse -----------------------------------------------------------------------------------------------------

typedef struct Ray {
    gfVec3 eye, direction;
} Ray;

static Ray getRay(const gfDraw3DDef *def, gfVec2 place)
{
    const float *m = def->view;
    float x = place.x / def->projection[0];
    float y = place.y / def->projection[5];
    Ray ray = {.eye = {-(m[0] * m[12] + m[1] * m[13] + m[2] * m[14]), -(m[4] * m[12] + m[5] * m[13] + m[6] * m[14]),
                       -(m[8] * m[12] + m[9] * m[13] + m[10] * m[14])}};
    ray.direction =
        normalize((gfVec3){m[0] * x + m[1] * y - m[2], m[4] * x + m[5] * y - m[6], m[8] * x + m[9] * y - m[10]});
    return ray;
}

static gfVec3 follow(const Ray *ray, float distance)
{
    return (gfVec3){ray->eye.x + distance * ray->direction.x, ray->eye.y + distance * ray->direction.y,
                    ray->eye.z + distance * ray->direction.z};
}

void Space_Stir(Scene *scene, gfVec2 from, gfVec2 to, float aspect, float dt)
{
    gfDraw3DDef look = Scene_GetDraw3DDef(scene, aspect);
    gfFluid3DDef fluid = gfFluid3D_GetDef(scene->fluid3d);
    Ray before = getRay(&look, from);
    Ray now = getRay(&look, to);
    float reach = 0.5f * sqrtf(dot(fluid.sizeMax, fluid.sizeMax)) + 0.5f * sqrtf(dot(fluid.size, fluid.size));
    float middle = sqrtf(dot(subtract(fluid.position, now.eye), subtract(fluid.position, now.eye)));
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = gfMakeCapsule3D(follow(&now, fmaxf(middle - reach, 0.05f)), follow(&now, middle + reach),
                                scene->brush.size * ROD_RADIUS);
    gfVec3 shift = subtract(follow(&now, middle), follow(&before, middle));
    float speed = dt > 0.0f ? sqrtf(dot(shift, shift)) / dt : 0.0f;
    float factor = dt > 0.0f ? fminf(1.0f, ROD_SPEED_MAX / fmaxf(speed, 1e-6f)) / dt : 0.0f;
    def.velocity = (gfVec3){factor * shift.x, factor * shift.y, factor * shift.z};
    scene->rodFrame = scene->frame;
    if (GF_IS_NULL(scene->rod)) {
        scene->rod = gfFluid3D_AddSolid(scene->fluid3d, &def);
    } else {
        gfFluid3D_SetSolid(scene->fluid3d, scene->rod, &def);
    }
}

void Space_EndStir(Scene *scene)
{
    if (!GF_IS_NULL(scene->rod) && scene->rodFrame < scene->frame) {
        gfFluid3D_RemoveSolid(scene->fluid3d, scene->rod);
        scene->rod = (gfSolid3DId){0};
    }
}
