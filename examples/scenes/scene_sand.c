// sand: an hourglass. Sand of three colours runs through its neck: a crater above, a heap below. When it has run out,
// the glass turns by itself. Before that the sand takes on its colours in layers again, for it mixes as it runs.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 2.0f
#define HEIGHT 0.375f // of a bulb, m
#define BULB 0.205f   // its half width
#define GLASS 0.020f
#define CAP 0.020f // half thickness
#define OPENING 0.34f
#define FILLING 0.235f // height of the sand over the neck
#define KINDS 3
#define CORNERS 8      // along a bulb's side
#define PERIOD 24.0f   // s, from one turn to the next
#define TURN_TIME 3.0f // the last of each
#define TINT_TIME 2.0f // before that
#define TINT_RATE 2.5f // 1/s

static const float colors[KINDS][3] = {{0.60f, 0.17f, 0.06f}, {0.86f, 0.52f, 0.16f}, {0.93f, 0.80f, 0.52f}};

// Half width of the neck: some six grains let all the others through.
static float getNeck(float spacing)
{
    return fmaxf(0.0145f, 3.2f * spacing);
}

// Half width of a bulb at a height over the neck.
static float getSide(float height, float neck)
{
    float share = fminf(height / OPENING, 1.0f);
    return neck + (BULB - neck) * sinf(0.5f * SCENE_PI * share);
}

static gfVec2 getMiddle(float width)
{
    return Scene_Vec(0.5f * width, 0.5f);
}

static int getKind(float width, gfVec2 place)
{
    float x = fabsf(place.x - 0.5f * width), height = place.y - 0.5f;
    if (height < 0.02f || height > FILLING || x > getSide(height, 0.0145f) - 0.003f) {
        return -1;
    }
    return (int)(3.0f * powf(height / FILLING, 1.8f)) % KINDS;
}

void Sand_TuneFluid(gfFluidDef *def)
{
    Sph_TuneFluidFor(def, getKind);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    params->depth = FILLING;
    params->compression = 0.15f;
    params->speed = 0.5f;
    params->materialCount = KINDS;
    for (int i = 0; i < KINDS; i++) {
        params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_SAND);
        memcpy(params->materials[i].color, colors[i], sizeof colors[i]);
    }
}

// How far the glass has turned, and how fast it does.
static float getTurn(const Scene *scene, float *speed)
{
    float time = Scene_GetTime(scene), phase = fmodf(time, PERIOD);
    float share = fminf(fmaxf((phase - PERIOD + TURN_TIME) / TURN_TIME, 0.0f), 1.0f);
    *speed = SCENE_PI * 6.0f * share * (1.0f - share) / TURN_TIME;
    return SCENE_PI * (floorf(time / PERIOD) + share * share * (3.0f - 2.0f * share));
}

// How thick the glass is: solids thinner than some cells let grains through.
static float getGlass(const Scene *scene)
{
    return fmaxf(GLASS, 1.8f * gfFluid_GetDef(scene->fluid).cellSize);
}

// A place in the glass, as it is turned.
static gfVec2 turn(const Scene *scene, gfVec2 place, float angle)
{
    gfVec2 middle = getMiddle(scene->width);
    return Scene_Vec(middle.x + cosf(angle) * place.x - sinf(angle) * place.y,
                     middle.y + sinf(angle) * place.x + cosf(angle) * place.y);
}

// Piece 0 to 3: a side of a bulb; 4 and 5: the caps.
static gfSolidDef getPiece(const Scene *scene, int index)
{
    gfSolidDef def = gfDefaultSolidDef();
    float speed = 0.0f, angle = getTurn(scene, &speed), up = index % 2 == 0 ? 1.0f : -1.0f;
    float neck = getNeck(gfFluid_GetDef(scene->fluid).particles.spacing);
    if (index < 4) {
        gfVec2 points[2 * CORNERS];
        float side = index < 2 ? 1.0f : -1.0f;
        for (int i = 0; i < CORNERS; i++) {
            float share = (float)i / (CORNERS - 1), height = HEIGHT * share * (1.0f + 0.35f * (share - 1.0f));
            float inner = getSide(height, neck);
            points[i] = turn(scene, Scene_Vec(side * inner, up * (height - 0.003f)), angle);
            points[2 * CORNERS - 1 - i] =
                turn(scene, Scene_Vec(side * (inner + getGlass(scene)), up * (height - 0.003f)), angle);
        }
        def.shape = gfMakePolygon(points, 2 * CORNERS);
    } else {
        def.shape = gfMakeRectangle(turn(scene, Scene_Vec(0.0f, up * (HEIGHT + CAP - 0.005f)), angle),
                                    Scene_Vec(BULB + 1.2f * GLASS + getGlass(scene), CAP), angle);
        def.shape.radius = 0.6f * CAP;
    }
    gfVec2 centre = gfShape_GetCentre(&def.shape), middle = getMiddle(scene->width);
    def.angularVelocity = speed;
    def.velocity = Scene_Vec(-speed * (centre.y - middle.y), speed * (centre.x - middle.x));
    return def;
}

static bool addSolids(Scene *scene)
{
    bool added = true;
    for (int i = 0; i < 6 && added; i++) {
        gfSolidDef def = getPiece(scene, i);
        added = Scene_AddSolid(scene, &def);
    }
    return added;
}

// A layer of the heap in the lower bulb.
static gfSourceDef getTint(const Scene *scene, int index, bool on)
{
    static const float levels[KINDS + 1] = {-1.0f, 0.36f, 0.66f, 2.0f}; // of the heap's height
    gfSourceDef def = gfDefaultSourceDef();
    float floor = 0.5f - HEIGHT, high = 0.82f * FILLING;
    float low = floor + high * levels[index], top = floor + high * levels[index + 1];
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f * (low + top)),
                                Scene_Vec(1.5f * BULB, 0.5f * (top - low)), 0.0f);
    for (int c = 0; c < 4; c++) {
        def.dye[c] = on ? TINT_RATE * (c < 3 ? colors[KINDS - 1 - index][c] : 1.0f) : 0.0f;
    }
    return def;
}

// An alcove in a wall, lit from above.
static void paintAlcove(const Scene *scene, gfVec2 place, float light[3])
{
    static const float wall[3] = {0.085f, 0.062f, 0.055f}, inside[3] = {0.62f, 0.44f, 0.30f};
    float x = place.x - 0.5f * scene->width, y = place.y - 0.52f;
    float half = 0.36f, from = y > 0.0f ? hypotf(x, y) - half : fabsf(x) - half;
    float plaster = 0.6f * Backdrop_GetNoise(scene, 7.0f * place.x, 7.0f * place.y, 100000u) +
                    0.4f * Backdrop_GetNoise(scene, 45.0f * place.x, 45.0f * place.y, 400000u);
    float lamp = expf(-((x * x) / 0.10f + (place.y - 0.80f) * (place.y - 0.80f) / 0.32f));
    float depth = fminf(fmaxf(-from / 0.10f, 0.0f), 1.0f); // its side is round
    float edge = expf(-fabsf(from) / 0.006f);
    float in = Backdrop_Cover(-from);
    for (int c = 0; c < 3; c++) {
        float back = inside[c] * (0.10f + 0.85f * lamp) * (0.35f + 0.65f * depth) * (0.9f + 0.2f * plaster);
        float front = wall[c] * (0.55f + 0.5f * place.y) * (0.8f + 0.4f * plaster) + 0.10f * inside[c] * edge;
        light[c] = front + in * (back - front);
    }
}

bool Sand_SetUp(Scene *scene)
{
    bool made = Scene_SetUpSolids(scene, addSolids);
    for (int i = 0; i < KINDS && made; i++) {
        gfSourceDef tint = getTint(scene, i, false);
        made = Scene_AddEmitter(scene, &tint);
    }
    return made && Sph_FillKinds(scene, getKind) && Backdrop_Paint(scene, paintAlcove);
}

// What stands is not set again: changes cost time.
void Sand_BeforeStep(Scene *scene)
{
    float phase = fmodf(Scene_GetTime(scene), PERIOD);
    bool turns = phase > PERIOD - TURN_TIME, tints = !turns && phase > PERIOD - TURN_TIME - TINT_TIME;
    if (tints != (scene->events % 2 == 1)) {
        for (int i = 0; i < scene->emitterCount; i++) {
            gfSourceDef tint = getTint(scene, i, tints);
            gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &tint);
        }
    }
    if (turns || scene->events >= 2) { // once more at rest
        for (int i = 0; i < scene->solidCount; i++) {
            gfSolidDef piece = getPiece(scene, i);
            gfFluid_SetSolid(scene->fluid, scene->solids[i], &piece);
        }
    }
    scene->events = (tints ? 1 : 0) + (turns ? 2 : 0);
}

void Sand_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float glass[4] = {0.50f, 0.62f, 0.66f, 0.34f}, rim[4] = {0.85f, 0.95f, 1.0f, 0.55f};
    (void)scene;
    Sph_TuneKinds(def);
    memcpy(def->solids.color, glass, sizeof glass);
    memcpy(def->solids.outlineColor, rim, sizeof rim);
    def->solids.outlineWidth = 1.5f;
}
