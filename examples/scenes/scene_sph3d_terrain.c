// sph3d_terrain: water breaks out of a corner, floods a valley and is driven round its island by a tide.
#include "scenes/pen.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 2.2f // m, along x
#define HEIGHT 0.72f
#define BASE (-0.12f) // where the block of ground ends below
#define DEPTH 1.6f    // along z
#define CELLS_X 132
#define CELLS_Z 96
#define PINES 420 // tried
#define STRATA 7  // that show on the block's sides
#define GRAVITY 1.8f
#define TIDE_START 3.0f // s
#define TIDE_PERIOD 4.5f
#define TIDE_ANGLE 0.12f

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
    // As high at its lowest as water ever runs up: what rose above it would stand in the air at the domain's sides.
    float rim = 0.40f * (powf(fabsf(u), 5.0f) + powf(fabsf(v), 5.0f));
    float hills = 0.40f * getBump(x, z, 0.12f, 0.02f, 0.27f) + 0.22f * getBump(x, z, 0.64f, -0.38f, 0.18f) +
                  0.17f * getBump(x, z, -0.42f, 0.45f, 0.20f) + 0.13f * getBump(x, z, -0.55f, -0.30f, 0.22f);
    float rough = 0.014f * sinf(9.0f * x + 2.0f * z) * sinf(8.0f * z - 3.0f * x) +
                  0.006f * sinf(23.0f * x - 5.0f * z) * sinf(21.0f * z + 4.0f * x);
    float height = 0.04f + rim + hills + rough;
    float top = 0.46f; // a plateau: corners would hide the valley
    return height < top ? height : top + 0.25f * (1.0f - expf(-(height - top) / 0.25f));
}

static SpaceWater getWater(void)
{
    return (SpaceWater){.low = {-0.5f * WIDTH, -0.5f * DEPTH},
                        .high = {-0.10f * WIDTH, 0.5f * DEPTH},
                        .level = 0.38f,
                        .ground = getGround};
}

static void tuneFluid(gfFluid3DDef *def)
{
    SpaceWater water = getWater();
    def->size = (gfVec3){WIDTH, HEIGHT, DEPTH};
    def->position = (gfVec3){0.0f, 0.5f * HEIGHT, 0.0f};
    def->particles.spacing = cbrtf(Space_GetVolume(&water) / (float)def->particles.capacity);
    def->particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    def->particles.depth = 0.38f;
    def->particles.compression = 0.13f;
    def->collisionTexels = 128;
}

// Sand by the water, grass, and rock where it is steep.
static gfVec3 getColor(float x, float z, float height, float slope)
{
    static const gfVec3 sand = {0.54f, 0.44f, 0.28f}, grass = {0.115f, 0.215f, 0.045f}, dry = {0.25f, 0.26f, 0.07f},
                        rock = {0.29f, 0.265f, 0.24f};
    float patches = Land_Fractal(4.0f * x, 4.0f * z, 3, 21u), fine = Land_Noise(42.0f * x, 42.0f * z, 22u);
    float green = Land_Step(0.20f, 0.27f, height + 0.05f * patches);
    float bare = Land_Step(1.3f, 2.0f, slope + 0.9f * patches);
    gfVec3 meadow = Land_BlendColor(grass, dry, Land_Step(-0.15f, 0.35f, patches));
    gfVec3 c = Land_BlendColor(Land_BlendColor(sand, meadow, green), rock, bare);
    return Land_ScaleColor(c, 0.92f + 0.20f * fine + 0.25f * patches);
}

static void setGroundVertex(SceneMesh *mesh, int index, float x, float z)
{
    const float step = 0.5f * WIDTH / CELLS_X;
    gfVec3 normal = {(getGround(x - step, z) - getGround(x + step, z)) / (2.0f * step), 1.0f,
                     (getGround(x, z - step) - getGround(x, z + step)) / (2.0f * step)};
    float slope = hypotf(normal.x, normal.z);
    float height = getGround(x, z);
    Space_SetVertex(mesh, index, (gfVec3){x, height, z}, normal, getColor(x, z, height, slope));
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

// A layer of the earth under a place, counted from below: where it ends and its colour.
static float getStratum(float x, float z, int index, gfVec3 *color)
{
    static const gfVec3 earth = {0.23f, 0.15f, 0.09f};
    float top = getGround(x, z), share = (float)(index + 1) / STRATA;
    float wave = index < STRATA - 1 ? 0.018f * Land_Noise(3.0f * (x - z), 1.7f * (float)index, 33u) : 0.0f;
    *color = Land_ScaleColor(earth, index == STRATA - 1 ? 0.55f : 0.75f + 0.55f * Land_Hash(index, 3, 34u));
    return fminf(BASE + (top - BASE) * (index == STRATA - 1 ? 1.0f : 0.93f * share) + wave, top);
}

// The sides of the block of ground, round its edge: in strata of quads above each other.
static bool addSides(Scene *scene)
{
    static const float corners[5][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}, {-0.5f, -0.5f}};
    const int pairs = CELLS_X + 1;
    SceneMesh *mesh = Space_AddMesh(scene, 4 * STRATA * 2 * pairs, 4 * STRATA * 6 * CELLS_X);
    if (mesh == NULL) {
        return false;
    }
    for (int band = 0; band < 4 * STRATA; band++) {
        int side = band / STRATA, stratum = band % STRATA;
        const float *from = corners[side], *to = corners[side + 1];
        gfVec3 normal = {to[1] - from[1], 0.0f, from[0] - to[0]}, color, below;
        for (int i = 0; i < pairs; i++) {
            float share = (float)i / CELLS_X;
            float x = WIDTH * (from[0] + share * (to[0] - from[0]));
            float z = DEPTH * (from[1] + share * (to[1] - from[1]));
            int vertex = 2 * (band * pairs + i);
            float top = getStratum(x, z, stratum, &color);
            float bottom = stratum > 0 ? getStratum(x, z, stratum - 1, &below) : BASE;
            Space_SetVertex(mesh, vertex, (gfVec3){x, bottom, z}, normal, color);
            Space_SetVertex(mesh, vertex + 1, (gfVec3){x, top, z}, normal, color);
            if (i > 0) {
                uint32_t first = (uint32_t)vertex - 2;
                Space_SetQuad(mesh, band * CELLS_X + i - 1, first, first + 1, first + 3, first + 2);
            }
        }
    }
    return true;
}

// Woods on what stays dry. What pens draw has its heights along z, and is turned.
static bool addPines(Scene *scene)
{
    static const gfVec3 green = {0.030f, 0.085f, 0.030f};
    Pen pen = {0};
    for (int i = 0; i < PINES; i++) {
        float x = 0.97f * WIDTH * (Land_Hash(i, 1, 51u) - 0.5f), z = 0.97f * DEPTH * (Land_Hash(i, 2, 51u) - 0.5f);
        float height = getGround(x, z), wood = Land_Fractal(3.0f * x, 3.0f * z, 2, 52u);
        bool before = z > 0.40f * DEPTH; // there they would hide the water
        if (height > 0.29f && wood > -0.16f && !before) {
            Pen_AddPine(&pen, (gfVec3){x, -z, height - 0.006f}, 0.07f + 0.06f * Land_Hash(i, 3, 51u),
                        Land_ScaleColor(green, 0.8f + 0.6f * Land_Hash(i, 4, 51u)), (unsigned)i);
        }
    }
    if (!Pen_Finish(&pen, scene)) {
        return false;
    }
    const gfQuat upright = {-0.70710678f, 0.0f, 0.0f, 0.70710678f};
    Space_SetTransform(scene->meshes[scene->meshCount - 1].transform, (gfVec3){0.0f, 0.0f, 0.0f}, upright,
                       (gfVec3){1.0f, 1.0f, 1.0f});
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
    return addGround(scene) && collide(scene, &scene->meshes[0]) && addSides(scene) && addPines(scene) &&
           Space_AddSky(scene, &sky) && Space_Fill(scene, &water);
}

// The pull of a moon that goes round.
void SphTerrain_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - TIDE_START;
    if (time > 0.0f) {
        float angle = TIDE_ANGLE * fminf(0.5f * time, 1.0f);
        float turn = 2.0f * SCENE_PI * time / TIDE_PERIOD;
        gfFluid3DDef def = gfFluid3D_GetDef(scene->fluid3d);
        def.particles.gravity =
            (gfVec3){GRAVITY * sinf(angle) * cosf(turn), -GRAVITY * cosf(angle), GRAVITY * sinf(angle) * sinf(turn)};
        gfFluid3D_SetDef(scene->fluid3d, &def);
    }
}

static void tuneDraw(const Scene *scene, gfDraw3DDef *def)
{
    (void)scene;
    static const float absorption[3] = {5.0f, 1.4f, 0.8f};
    Space_LookAt(def->view, (gfVec3){0.36f, 1.72f, 2.18f}, (gfVec3){0.01f, 0.07f, 0.03f});
    memcpy(def->water.absorption, absorption, sizeof absorption);
    static const float light[3] = {0.5f, 0.75f, 0.45f};
    memcpy(def->sky.light, light, sizeof light);
    def->water.foamSpeed = 0.9f;
}

const SceneSpace sphTerrainSpace = {tuneFluid, tuneDraw};
