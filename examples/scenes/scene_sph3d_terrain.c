// sph3d_terrain: water breaks out of a corner, floods a valley and is driven round its island by a tide.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 2.2f // m, along x
#define HEIGHT 0.55f
#define BASE (-0.12f) // where the block of ground ends below
#define DEPTH 1.6f    // along z
#define CELLS_X 88
#define CELLS_Z 64
#define GRAVITY 1.8f
#define TIDE_START 3.0f // s
#define TIDE_PERIOD 4.5f
#define TIDE_ANGLE 0.16f

static float getBump(float x, float z, float centreX, float centreZ, float radius)
{
    float dx = x - centreX;
    float dz = z - centreZ;
    return expf(-(dx * dx + dz * dz) / (radius * radius));
}

// A valley between slopes, with an island and a smaller rock; x and z from the middle.
static float getGround(float x, float z)
{
    float u = 2.0f * x / WIDTH;
    float v = 2.0f * z / DEPTH;
    float rim = 0.26f * (powf(fabsf(u), 4.0f) + powf(fabsf(v), 4.0f));
    float hills = 0.40f * getBump(x, z, 0.12f, 0.02f, 0.27f) + 0.22f * getBump(x, z, 0.64f, -0.38f, 0.18f) +
                  0.17f * getBump(x, z, -0.42f, 0.45f, 0.20f) + 0.13f * getBump(x, z, -0.55f, -0.30f, 0.22f);
    float rough = 0.014f * sinf(9.0f * x + 2.0f * z) * sinf(8.0f * z - 3.0f * x) +
                  0.006f * sinf(23.0f * x - 5.0f * z) * sinf(21.0f * z + 4.0f * x);
    return fminf(0.04f + rim + hills + rough, 0.9f * HEIGHT);
}

static SpaceWater getWater(void)
{
    return (SpaceWater){.low = {-0.5f * WIDTH, -0.5f * DEPTH},
                        .high = {-0.10f * WIDTH, 0.5f * DEPTH},
                        .level = 0.46f,
                        .ground = getGround};
}

static void tuneFluid(gfFluid3DDef *def)
{
    SpaceWater water = getWater();
    def->size = (gfVec3){WIDTH, HEIGHT, DEPTH};
    def->position = (gfVec3){0.0f, 0.5f * HEIGHT, 0.0f};
    def->particles.spacing = cbrtf(Space_GetVolume(&water) / (float)def->particles.capacity);
    def->particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    def->particles.depth = 0.45f;
    def->particles.compression = 0.13f;
    def->collisionTexels = 128;
}

// Sand by the water, grass, and rock where it is steep or high.
static gfVec3 getColor(float height, float slope)
{
    static const gfVec3 sand = {0.52f, 0.42f, 0.27f}, grass = {0.13f, 0.24f, 0.06f}, rock = {0.27f, 0.25f, 0.23f};
    float green = fminf(fmaxf((height - 0.20f) / 0.06f, 0.0f), 1.0f);
    float bare = fminf(fmaxf((slope - 1.3f) / 0.5f, 0.0f), 1.0f);
    bare = fmaxf(bare, fminf(fmaxf((height - 0.36f) / 0.08f, 0.0f), 1.0f));
    gfVec3 c = {sand.x + green * (grass.x - sand.x), sand.y + green * (grass.y - sand.y),
                sand.z + green * (grass.z - sand.z)};
    return (gfVec3){c.x + bare * (rock.x - c.x), c.y + bare * (rock.y - c.y), c.z + bare * (rock.z - c.z)};
}

static void setGroundVertex(SceneMesh *mesh, int index, float x, float z)
{
    const float step = 0.5f * WIDTH / CELLS_X;
    gfVec3 normal = {(getGround(x - step, z) - getGround(x + step, z)) / (2.0f * step), 1.0f,
                     (getGround(x, z - step) - getGround(x, z + step)) / (2.0f * step)};
    float slope = hypotf(normal.x, normal.z);
    float height = getGround(x, z);
    Space_SetVertex(mesh, index, (gfVec3){x, height, z}, normal, getColor(height, slope));
}

static bool addGround(Scene *scene)
{
    const int columns = CELLS_X + 1;
    SceneMesh *mesh = Space_AddMesh(scene, columns * (CELLS_Z + 1), 6 * CELLS_X * CELLS_Z);
    if (mesh == NULL) {
        return false;
    }
    for (int i = 0; i < columns * (CELLS_Z + 1); i++) {
        setGroundVertex(mesh, i, WIDTH * ((float)(i % columns) / CELLS_X - 0.5f),
                        DEPTH * ((float)(i / columns) / CELLS_Z - 0.5f));
    }
    for (int i = 0; i < CELLS_X * CELLS_Z; i++) {
        uint32_t corner = (uint32_t)(i / CELLS_X * columns + i % CELLS_X);
        uint32_t next = corner + (uint32_t)columns;
        Space_SetQuad(mesh, i, corner, next, next + 1, corner + 1);
    }
    return true;
}

// The sides of the block of ground, round its edge: pairs of vertices above each other.
static bool addSides(Scene *scene)
{
    static const gfVec3 earth = {0.22f, 0.14f, 0.085f};
    static const float corners[5][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}, {-0.5f, -0.5f}};
    const int pairs = CELLS_X + 1;
    SceneMesh *mesh = Space_AddMesh(scene, 4 * 2 * pairs, 4 * 6 * CELLS_X);
    if (mesh == NULL) {
        return false;
    }
    for (int side = 0; side < 4; side++) {
        const float *from = corners[side], *to = corners[side + 1];
        gfVec3 normal = {to[1] - from[1], 0.0f, from[0] - to[0]};
        for (int i = 0; i < pairs; i++) {
            float share = (float)i / CELLS_X;
            float x = WIDTH * (from[0] + share * (to[0] - from[0]));
            float z = DEPTH * (from[1] + share * (to[1] - from[1]));
            int vertex = 2 * (side * pairs + i);
            Space_SetVertex(mesh, vertex, (gfVec3){x, BASE, z}, normal, earth);
            Space_SetVertex(mesh, vertex + 1, (gfVec3){x, getGround(x, z), z}, normal, earth);
            if (i > 0) {
                uint32_t first = (uint32_t)vertex - 2;
                Space_SetQuad(mesh, side * CELLS_X + i - 1, first, first + 1, first + 3, first + 2);
            }
        }
    }
    return true;
}

// What is drawn is what the water runs over.
static bool collide(Scene *scene, const SceneMesh *mesh)
{
    float *positions = malloc(3 * (size_t)mesh->vertexCount * sizeof *positions);
    if (positions == NULL) {
        return false;
    }
    for (int i = 0; i < mesh->vertexCount; i++) {
        memcpy(positions + 3 * i, mesh->vertices + SCENE_VERTEX_SIZE * i, 3 * sizeof *positions);
    }
    gfCollisionMeshData data = {positions, mesh->vertexCount, mesh->indices, mesh->indexCount};
    gfCollisionMeshId id = gfFluid3D_AddCollisionMesh(scene->fluid3d, &data, mesh->transform);
    free(positions);
    return !GF_IS_NULL(id);
}

bool SphTerrain_SetUp(Scene *scene)
{
    SpaceWater water = getWater();
    gfSkyLook sky = gfDefaultDraw3DDef().sky;
    return addGround(scene) && collide(scene, &scene->meshes[0]) && addSides(scene) && Space_AddSky(scene, &sky) &&
           Space_Fill(scene, &water);
}

// The pull of a moon that goes round.
void SphTerrain_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - TIDE_START;
    if (time > 0.0f) {
        float angle = TIDE_ANGLE * fminf(0.5f * time, 1.0f);
        float turn = 2.0f * SCENE_PI * time / TIDE_PERIOD;
        gfParticleParams params = gfFluid3D_GetDef(scene->fluid3d).particles;
        params.gravity =
            (gfVec3){GRAVITY * sinf(angle) * cosf(turn), -GRAVITY * cosf(angle), GRAVITY * sinf(angle) * sinf(turn)};
        gfFluid3D_SetParams(scene->fluid3d, &params);
    }
}

static void tuneDraw(const Scene *scene, gfDraw3DDef *def)
{
    (void)scene;
    static const float absorption[3] = {5.0f, 1.4f, 0.8f};
    Space_LookAt(def->view, (gfVec3){0.35f, 1.35f, 2.15f}, (gfVec3){0.0f, 0.06f, 0.0f});
    memcpy(def->water.absorption, absorption, sizeof absorption);
    static const float light[3] = {0.5f, 0.75f, 0.45f};
    memcpy(def->sky.light, light, sizeof light);
    def->water.foamSpeed = 0.9f;
}

const SceneSpace sphTerrainSpace = {tuneFluid, tuneDraw};
