// sph3d_box: a box of water turns over and over, and is squeezed and let go. Crates and balls float in it.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define WIDTH 1.1f
#define HEIGHT 0.7f
#define DEPTH 0.6f
#define STRETCH 1.3f
#define FILL 0.36f // share of the box that is water
#define GRAVITY 1.8f
#define START 1.0f // s, when it starts to turn
#define BEAM 0.012f
#define FLOOR (-0.72f)
#define TILES 36
#define TILE 0.25f
#define FIRST_BODY 3 // mesh, after beams, floor and sky
#define BALL_SIDES 28
#define BALL_ROWS 14

static const gfVec3 size = {WIDTH, HEIGHT, DEPTH};

static float getGround(float x, float z)
{
    (void)x;
    (void)z;
    return -0.5f * HEIGHT;
}

static SpaceWater getWater(void)
{
    return (SpaceWater){.low = {-0.5f * WIDTH, -0.5f * DEPTH},
                        .high = {0.5f * WIDTH, 0.5f * DEPTH},
                        .level = (FILL - 0.5f) * HEIGHT,
                        .ground = getGround};
}

static void tuneFluid(gfFluid3DDef *def)
{
    SpaceWater water = getWater();
    def->size = size;
    def->sizeMax = (gfVec3){STRETCH * WIDTH, HEIGHT, DEPTH};
    def->particles.spacing = cbrtf(Space_GetVolume(&water) / (float)def->particles.capacity);
    def->particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    def->particles.compression = 0.15f;
}

// The six sides of a block, number `index` of its mesh.
static void setBlock(SceneMesh *mesh, int index, const float centre[3], const float half[3], gfVec3 color)
{
    int n = 24 * index;
    for (int side = 0; side < 6; side++) {
        int a = side / 2, b = (a + 1) % 3, c = (a + 2) % 3;
        float sign = side % 2 == 0 ? 1.0f : -1.0f, normal[3] = {0.0f, 0.0f, 0.0f};
        normal[a] = sign;
        for (int corner = 0; corner < 4; corner++, n++) {
            float place[3];
            place[a] = centre[a] + sign * half[a];
            place[b] = centre[b] + (corner == 1 || corner == 2 ? half[b] : -half[b]);
            place[c] = centre[c] + (corner >= 2 ? half[c] : -half[c]);
            Space_SetVertex(mesh, n, (gfVec3){place[0], place[1], place[2]}, (gfVec3){normal[0], normal[1], normal[2]},
                            color);
        }
        uint32_t first = (uint32_t)n - 4;
        Space_SetQuad(mesh, n / 4 - 1, first, first + 1, first + 2, first + 3);
    }
}

// Twelve beams along the edges of a cube of side 1.
static bool addBeams(Scene *scene)
{
    static const gfVec3 color = {0.30f, 0.32f, 0.36f};
    SceneMesh *mesh = Space_AddMesh(scene, 12 * 24, 12 * 36);
    if (mesh == NULL) {
        return false;
    }
    const float lengths[3] = {WIDTH, HEIGHT, DEPTH};
    for (int beam = 0; beam < 12; beam++) {
        int along = beam / 4;
        float centre[3], half[3];
        for (int axis = 0; axis < 3; axis++) {
            int bit = axis == (along + 1) % 3 ? beam % 2 : beam / 2 % 2;
            centre[axis] = axis == along ? 0.0f : (float)bit - 0.5f;
            half[axis] = axis == along ? 0.5f + 0.5f * BEAM : 0.5f * BEAM / lengths[axis];
        }
        setBlock(mesh, beam, centre, half, color);
    }
    Space_SetTransform(mesh->transform, (gfVec3){0.0f, 0.0f, 0.0f}, (gfQuat){0.0f, 0.0f, 0.0f, 1.0f}, size);
    return true;
}

// Tiles of two colours that fade into the horizon, with the shade of the box.
static gfVec3 getTileColor(gfVec3 place, bool even, const gfSkyLook *sky)
{
    float fade = 1.0f - expf(-0.05f * (place.x * place.x + place.z * place.z));
    float shade = 1.0f - 0.55f * expf(-2.2f * (place.x * place.x + 2.0f * place.z * place.z));
    float light = (even ? 0.50f : 0.30f) * shade;
    return (gfVec3){light * 1.05f + fade * (sky->horizon[0] - light), light + fade * (sky->horizon[1] - light),
                    light * 0.92f + fade * (sky->horizon[2] - light)};
}

static bool addFloor(Scene *scene, const gfSkyLook *sky)
{
    SceneMesh *mesh = Space_AddMesh(scene, 4 * TILES * TILES, 6 * TILES * TILES);
    if (mesh == NULL) {
        return false;
    }
    for (int i = 0; i < TILES * TILES; i++) {
        for (int corner = 0; corner < 4; corner++) {
            float x = (float)(i % TILES + (corner == 1 || corner == 2)) - 0.5f * TILES;
            float z = (float)(i / TILES + (corner >= 2)) - 0.5f * TILES;
            gfVec3 place = {TILE * x, FLOOR, TILE * z};
            gfVec3 color = getTileColor(place, (i % TILES + i / TILES) % 2 == 0, sky);
            Space_SetVertex(mesh, 4 * i + corner, place, (gfVec3){0.0f, 0.0f, 0.0f}, color);
        }
        uint32_t first = 4 * (uint32_t)i;
        Space_SetQuad(mesh, i, first, first + 1, first + 2, first + 3);
    }
    return true;
}

// A crate of half extents 1: boards with battens across them.
static bool addCrate(Scene *scene, gfVec3 color)
{
    SceneMesh *mesh = Space_AddMesh(scene, 13 * 24, 13 * 36);
    if (mesh == NULL) {
        return false;
    }
    const float middle[3] = {0.0f, 0.0f, 0.0f}, inner[3] = {0.93f, 0.93f, 0.93f};
    setBlock(mesh, 0, middle, inner, (gfVec3){0.62f * color.x, 0.6f * color.y, 0.58f * color.z});
    for (int beam = 0; beam < 12; beam++) {
        int along = beam / 4;
        float centre[3], half[3];
        for (int axis = 0; axis < 3; axis++) {
            int bit = axis == (along + 1) % 3 ? beam % 2 : beam / 2 % 2;
            centre[axis] = axis == along ? 0.0f : 0.85f * (2.0f * (float)bit - 1.0f);
            half[axis] = axis == along ? 1.0f : 0.15f;
        }
        setBlock(mesh, 1 + beam, centre, half, color);
    }
    return true;
}

// A ball of radius 1 in six gores of two colours.
static bool addBall(Scene *scene, gfVec3 color)
{
    SceneMesh *mesh = Space_AddMesh(scene, 4 * BALL_ROWS * BALL_SIDES, 6 * BALL_ROWS * BALL_SIDES);
    if (mesh == NULL) {
        return false;
    }
    for (int i = 0; i < BALL_ROWS * BALL_SIDES; i++) {
        int row = i / BALL_SIDES, side = i % BALL_SIDES;
        bool cap = row == 0 || row == BALL_ROWS - 1;
        gfVec3 painted = cap || side * 6 / BALL_SIDES % 2 == 0 ? (gfVec3){0.82f, 0.80f, 0.76f} : color;
        for (int corner = 0; corner < 4; corner++) {
            float height = SCENE_PI * ((float)(row + (corner >= 2)) / BALL_ROWS - 0.5f);
            float turn = 2.0f * SCENE_PI * (float)(side + (corner == 1 || corner == 2)) / BALL_SIDES;
            gfVec3 place = {cosf(height) * cosf(turn), sinf(height), cosf(height) * sinf(turn)};
            Space_SetVertex(mesh, 4 * i + corner, place, place, painted);
        }
        uint32_t first = 4 * (uint32_t)i;
        Space_SetQuad(mesh, i, first, first + 1, first + 2, first + 3);
    }
    return true;
}

// Where they will be `ahead` seconds from now: what is drawn is the end of the step to come.
static void placeBodies(Scene *scene, float ahead)
{
    for (int i = 0; i < scene->bodyCount; i++) {
        gfRigidBody3DState s;
        if (gfFluid3D_GetRigidBody(scene->fluid3d, scene->bodies3d[i], &s)) {
            float r = s.shape.kind == GF_SHAPE3D_BOX ? s.shape.b.x : s.shape.radius;
            gfVec3 place = {s.position.x + ahead * s.velocity.x, s.position.y + ahead * s.velocity.y,
                            s.position.z + ahead * s.velocity.z};
            Space_SetTransform(scene->meshes[FIRST_BODY + i].transform, place, s.rotation, (gfVec3){r, r, r});
        }
    }
}

// They fall in from just above the water.
static bool addBodies3D(Scene *scene)
{
    static const struct {
        gfVec3 place;
        float radius, density;
        bool ball;
        gfVec3 color;
    } rows[] = {
        {{-0.36f, 0.03f, 0.04f}, 0.075f, 350.0f, false, {0.50f, 0.30f, 0.13f}},
        {{-0.12f, 0.05f, -0.10f}, 0.080f, 150.0f, true, {0.72f, 0.10f, 0.06f}},
        {{0.11f, 0.04f, 0.11f}, 0.060f, 500.0f, false, {0.56f, 0.38f, 0.17f}},
        {{0.36f, 0.05f, -0.02f}, 0.065f, 300.0f, true, {0.85f, 0.45f, 0.03f}},
        {{-0.20f, 0.21f, 0.08f}, 0.050f, 300.0f, false, {0.44f, 0.27f, 0.12f}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        float r = rows[i].radius;
        gfQuat turn = gfMakeQuat((gfVec3){0.2f, 1.0f, 0.1f}, 0.5f + 0.9f * (float)i);
        gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
        def.shape = rows[i].ball ? gfMakeSphere(rows[i].place, r) : gfMakeBox(rows[i].place, (gfVec3){r, r, r}, turn);
        def.density = rows[i].density;
        scene->bodies3d[scene->bodyCount] = gfFluid3D_AddRigidBody(scene->fluid3d, &def);
        bool added = !GF_IS_NULL(scene->bodies3d[scene->bodyCount++]);
        if (!added || !(rows[i].ball ? addBall(scene, rows[i].color) : addCrate(scene, rows[i].color))) {
            return false;
        }
    }
    placeBodies(scene, 0.0f);
    return true;
}

bool SphBox_SetUp(Scene *scene)
{
    SpaceWater water = getWater();
    gfSkyLook sky = gfDefaultDraw3DDef().sky;
    return addBeams(scene) && addFloor(scene, &sky) && Space_AddSky(scene, &sky) && addBodies3D(scene) &&
           Space_Fill(scene, &water);
}

void SphBox_BeforeStep(Scene *scene)
{
    float time = fmaxf(Scene_GetTime(scene) + 1.0f / 60.0f - START, 0.0f);
    float start = fminf(0.5f * time, 1.0f); // no jerk
    gfQuat roll = gfMakeQuat((gfVec3){0.0f, 0.15f, 1.0f}, -0.42f * start * time);
    gfVec3 now = size;
    now.x *= 1.0f + start * 0.25f * sinf(0.9f * time);
    gfVec3 centre = {0.0f, 0.0f, 0.0f};
    gfFluid3D_SetContainer(scene->fluid3d, centre, roll, now);
    Space_SetTransform(scene->meshes[0].transform, centre, roll, now);
    placeBodies(scene, 1.0f / 60.0f);
}

static void tuneDraw(const Scene *scene, gfDraw3DDef *def)
{
    (void)scene;
    Space_LookAt(def->view, (gfVec3){0.62f, 0.85f, 2.25f}, (gfVec3){0.0f, -0.06f, 0.0f});
    static const float absorption[3] = {9.0f, 2.4f, 1.3f};
    memcpy(def->water.absorption, absorption, sizeof absorption);
    static const float tint[3] = {0.01f, 0.11f, 0.17f};
    memcpy(def->water.tint, tint, sizeof tint);
    def->water.reflectance = 0.04f;
    def->water.foamSpeed = 1.3f;
}

const SceneSpace sphBoxSpace = {tuneFluid, tuneDraw};
