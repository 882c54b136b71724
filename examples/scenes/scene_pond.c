// pond: koi in a garden pond between stones, lilies and a jetty. They flee from what stirs the water.
#include "scenes/fish.h"
#include "scenes/pond_garden.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 2.4f // m/s^2: waves of a basin at the pace of those of a pond
#define FISH 28
#define STONES 5
#define STONE_CORNERS 9
#define PICTURE_WIDTH 1024 // px, of the ground
#define RELIEF_WIDTH 420
#define DECK_HEIGHT 0.055f
#define DECK_HALF 0.085f // m, half its width
#define PLANKS 13
#define FALL_FRAMES 190
#define FALL_FIRST 20
#define FALL_DEPTH 0.03f // m

static const float sun[3] = {-0.55f, 0.30f, 0.80f};

// Where the boulders stand (x in widths of the domain), how far they reach, how high they are.
static const struct {
    float x, y, reach, stretch, turn, top;
} stones[STONES] = {
    {0.255f, 0.655f, 0.105f, 1.35f, 0.4f, 0.105f}, {0.345f, 0.585f, 0.055f, 1.15f, 1.9f, 0.045f},
    {0.175f, 0.540f, 0.050f, 1.20f, 2.6f, 0.040f}, {0.560f, 0.215f, 0.070f, 1.40f, 0.2f, 0.050f},
    {0.635f, 0.780f, 0.065f, 1.30f, 2.9f, 0.075f},
};

// The jetty: a line from the bank out over the water.
static gfVec2 getJettyPlace(const Scene *scene, float along, float aside)
{
    gfVec2 from = {0.995f * scene->width, 0.60f}, to = {0.68f * scene->width, 0.47f};
    float length = hypotf(to.x - from.x, to.y - from.y);
    gfVec2 way = {(to.x - from.x) / length, (to.y - from.y) / length};
    return Scene_Vec(Land_Blend(from.x, to.x, along) - aside * way.y, Land_Blend(from.y, to.y, along) + aside * way.x);
}

static gfShape getStone(const Scene *scene, int index)
{
    gfVec2 corners[STONE_CORNERS];
    float c = cosf(stones[index].turn), s = sinf(stones[index].turn);
    for (int i = 0; i < STONE_CORNERS; i++) {
        float turn = 2.0f * SCENE_PI * ((float)i + 0.5f * Land_Hash(i, index, 5u)) / STONE_CORNERS;
        float reach = stones[index].reach * (0.78f + 0.44f * Land_Hash(index, i, 9u));
        float u = reach * stones[index].stretch * cosf(turn), v = reach / stones[index].stretch * sinf(turn);
        corners[i] = Scene_Vec(stones[index].x * scene->width + c * u - s * v, stones[index].y + s * u + c * v);
    }
    return gfMakePolygon(corners, STONE_CORNERS);
}

static gfShape getPost(const Scene *scene, int index)
{
    return gfMakeCircle(getJettyPlace(scene, 0.30f + 0.33f * (float)(index / 2), index % 2 == 0 ? -0.07f : 0.07f),
                        0.013f);
}

void Pond_TuneFluid(gfFluidDef *def)
{
    Diorama_TuneFluid(def, GRAVITY);
    def->shallow.linearFriction = 0.12f;
    def->shallow.manning = 0.012f;
    def->shallow.ripples.speed = 0.32f;
    def->shallow.ripples.damping = 0.8f;
    def->shallow.ripples.drops = 0.35f;
    def->shallow.ripples.dropHeight = 0.002f;
}

static bool addSolids(Scene *scene)
{
    bool added = true;
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < STONES && added; i++) {
        def.shape = getStone(scene, i);
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    for (int i = 0; i < 6 && added; i++) {
        def.shape = getPost(scene, i);
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

static void drawStones(Pen *pen, const Scene *scene)
{
    static const gfVec3 grey = {0.26f, 0.25f, 0.235f}, brown = {0.30f, 0.25f, 0.19f};
    for (int i = 0; i < STONES; i++) {
        gfShape outline = getStone(scene, i);
        gfVec2 centre = gfShape_GetCentre(&outline);
        float bottom = Pond_GetGround(scene, centre.x, centre.y) - 0.05f;
        Pen_AddRock(pen, &outline, bottom, stones[i].top, i % 2 == 0 ? grey : brown, 20u + (unsigned)i);
    }
}

static void drawJetty(Pen *pen, const Scene *scene)
{
    static const gfVec3 wood = {0.36f, 0.24f, 0.14f}, post = {0.22f, 0.15f, 0.09f};
    gfVec2 root = getJettyPlace(scene, 0.0f, 0.0f), end = getJettyPlace(scene, 1.0f, 0.0f);
    float turn = atan2f(end.y - root.y, end.x - root.x);
    float length = hypotf(end.x - root.x, end.y - root.y);
    for (int i = 0; i < PLANKS; i++) {
        float along = ((float)i + 0.5f) / PLANKS;
        gfVec2 place = getJettyPlace(scene, along, 0.008f * (Land_Hash(i, 3, 2u) - 0.5f));
        gfVec3 centre = {place.x, place.y, DECK_HEIGHT + 0.002f * Land_Hash(i, 1, 2u)};
        gfVec3 half = {0.46f * length / PLANKS, DECK_HALF + 0.01f * Land_Hash(i, 2, 2u), 0.006f};
        Pen_AddBox(pen, centre, half, turn + 0.03f * (Land_Hash(i, 4, 2u) - 0.5f),
                   Land_ScaleColor(wood, 0.75f + 0.5f * Land_Hash(i, 5, 2u)));
    }
    for (int side = -1; side <= 1; side += 2) {
        gfVec2 middle = getJettyPlace(scene, 0.5f, 0.06f * (float)side);
        Pen_AddBox(pen, (gfVec3){middle.x, middle.y, DECK_HEIGHT - 0.015f}, (gfVec3){0.5f * length, 0.008f, 0.009f},
                   turn, post);
    }
    for (int i = 0; i < 6; i++) {
        gfShape shape = getPost(scene, i);
        float bottom = Pond_GetGround(scene, shape.a.x, shape.a.y) - 0.02f;
        float top = DECK_HEIGHT + (i / 2 == 2 ? 0.075f : 0.02f);
        Pen_AddBeam(pen, (gfVec3){shape.a.x, shape.a.y, bottom}, (gfVec3){shape.a.x, shape.a.y, top}, 0.0150f, 0.0135f,
                    post);
    }
}

static bool addFish(Scene *scene)
{
    gfShape outlines[STONES];
    for (int i = 0; i < STONES; i++) {
        outlines[i] = getStone(scene, i);
    }
    SchoolDef def = {.count = FISH,
                     .seed = scene->config.seed,
                     .size = {scene->width, 1.0f},
                     .level = 0.0f,
                     .ground = Pond_GetGround,
                     .scene = scene,
                     .stones = outlines,
                     .stoneCount = STONES};
    scene->school = malloc(sizeof *scene->school);
    return scene->school != NULL && School_Create(scene->school, &def);
}

// Round the domain: what is within the library draws.
static void drawGround(Pen *pen, const Scene *scene, gfVec2 low, gfVec2 high)
{
    const float in = 0.01f, size = 0.016f;
    gfVec2 rectangles[4][2] = {{low, {high.x, -in}},
                               {{low.x, 1.0f + in}, high},
                               {{low.x, -in}, {-in, 1.0f + in}},
                               {{scene->width + in, -in}, {high.x, 1.0f + in}}};
    for (int i = 0; i < 4; i++) {
        Pen_AddSheet(pen, scene, rectangles[i][0], rectangles[i][1], size, Garden_GetGround, Garden_GetColor);
    }
}

// Things in and round the water first: the ground is painted in their shade.
static bool addScenery(Scene *scene)
{
    Pen things = {0}, garden = {0};
    LandRelief relief;
    gfVec2 low = {-GARDEN_REACH, -GARDEN_REACH}, high = {scene->width + GARDEN_REACH, 1.0f + GARDEN_REACH};
    drawStones(&things, scene);
    drawJetty(&things, scene);
    Garden_Draw(&things, scene);
    drawGround(&garden, scene, low, high);
    if (!Pen_Finish(&things, scene) || !Pen_Finish(&garden, scene) ||
        !Land_MakeRelief(&relief, scene, low, high, Land_GetWidth(scene, 2, RELIEF_WIDTH), Garden_GetGround)) {
        return false;
    }
    Land_AddToRelief(&relief, &scene->meshes[0]);
    Land_ShadeMesh(&relief, &scene->meshes[0], sun);
    Land_ShadeMesh(&relief, &scene->meshes[1], sun);
    bool done =
        Land_SetGround(scene, Pond_GetGround, Pond_GetColor, &relief, sun, Land_GetWidth(scene, 4, PICTURE_WIDTH));
    Land_FreeRelief(&relief);
    return done;
}

bool Pond_SetUp(Scene *scene)
{
    return addScenery(scene) && addFish(scene) && gfFluid_FillToLevel(scene->fluid, NULL, 0.0f) &&
           Scene_SetUpSolids(scene, addSolids);
}

// Now and then something falls in, where it is deep.
void Pond_BeforeStep(Scene *scene)
{
    if (scene->frame % FALL_FRAMES != FALL_FIRST) {
        return;
    }
    for (int i = 0; i < 20; i++) {
        unsigned n = (unsigned)(2 * scene->frame + 4 * i);
        gfVec2 place = {scene->width * Scene_Hash(scene, n), Scene_Hash(scene, n + 1)};
        if (School_GetRoom(scene->school, place) > 0.1f) {
            Diorama_Poke(scene, place, FALL_DEPTH);
            return;
        }
    }
}

static void tuneSurface(const Scene *scene, gfSurfaceDef *def)
{
    (void)scene;
    static const float absorption[3] = {1.9f, 0.75f, 0.95f}, tint[3] = {0.012f, 0.040f, 0.030f};
    memcpy(def->sky.light, sun, sizeof sun);
    memcpy(def->water.absorption, absorption, sizeof absorption);
    memcpy(def->water.tint, tint, sizeof tint);
    def->microRipples = 0.022f;
    def->microLength = 0.04f;
    def->ground.grain = 0.25f;
}

const SceneDiorama pondDiorama = {
    .camera = {.target = {0.515f, 0.455f, -0.02f}, .turn = 0.12f, .tilt = 0.80f, .distance = 1.80f},
    .level = 0.0f,
    .tuneSurface = tuneSurface,
};
