// mosaic: rain on a pane over a mosaic of a sun above the sea: drops grow, hang, run down, meet, and each is a lens.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 1.5f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.05f   // m/s^2, along the pane
#define DRAG 2.2f       // 1/s, by the pane
#define DROPS 36        // at first
#define DRIP_PERIOD 0.17f
#define DRIP_TIME 0.5f // in which a drop grows
#define DRIPS 3
#define RUNNERS 4
#define RUN_PERIOD 4.0f // s, of each
#define RUN_SPEED 0.45f
#define RUN_RADIUS 0.055f

#define TESSERA 0.021f
#define GROUT 0.0012f
#define FAN 0.148f // radius
#define FAN_ROWS 6
#define FRAME 0.058f

void Mosaic_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.0058f);
    def->boundaries.left.kind = def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->boundaries.bottom.kind = def->boundaries.top.kind = GF_BOUNDARY_OPEN;
}

// --- the picture -----------------------------------------------------------------------------------------------------

// A stone: how far inside of its outline a place is (m), which way the outline is, and a number of its own.
typedef struct Stone {
    float inside;
    gfVec2 out;
    unsigned id;
} Stone;

static Stone makeStone(const Scene *scene, gfVec2 at, gfVec2 half, gfVec2 along, unsigned id)
{
    float uneven = GROUT * (0.4f + 1.2f * Scene_Hash(scene, id + 500000u));
    float x = half.x - uneven - fabsf(at.x), y = half.y - uneven - fabsf(at.y);
    gfVec2 across = {-along.y, along.x};
    float sx = at.x > 0.0f ? 1.0f : -1.0f, sy = at.y > 0.0f ? 1.0f : -1.0f;
    Stone stone = {.inside = fminf(x, y), .id = id};
    stone.out = x < y ? Scene_Vec(sx * along.x, sx * along.y) : Scene_Vec(sy * across.x, sy * across.y);
    return stone;
}

// Rows of stones around a centre; `ring` is that of the place.
static Stone getRingStone(const Scene *scene, gfVec2 from, float width, unsigned seed, int *ring)
{
    float r = hypotf(from.x, from.y);
    *ring = (int)(r / width);
    float middle = ((float)*ring + 0.5f) * width, turn = 2.0f * SCENE_PI;
    float count = fmaxf(roundf(turn * middle / (1.12f * width)), 3.0f);
    unsigned row = seed + 1024u * (unsigned)*ring;
    float along = (atan2f(from.y, from.x) / turn + 0.5f) * count + Scene_Hash(scene, row + 1023u);
    float column = floorf(along);
    gfVec2 at = {r - middle, (along - column - 0.5f) * turn * r / count};
    gfVec2 half = {0.5f * width, 0.5f * turn * r / count};
    return makeStone(scene, at, half, Scene_Vec(from.x / fmaxf(r, 1e-6f), from.y / fmaxf(r, 1e-6f)),
                     row + (unsigned)fmodf(column, count));
}

static void mixInto(float color[3], const float other[3], float share)
{
    for (int c = 0; c < 3; c++) {
        color[c] += share * (other[c] - color[c]);
    }
}

static Stone paintSky(const Scene *scene, gfVec2 place, float color[3])
{
    static const float core[3] = {0.88f, 0.13f, 0.03f}, rim[3] = {1.00f, 0.52f, 0.06f}, gold[3] = {1.00f, 0.60f, 0.08f},
                       cream[3] = {1.00f, 0.84f, 0.52f}, rose[3] = {0.86f, 0.27f, 0.12f},
                       wine[3] = {0.36f, 0.08f, 0.19f}, night[3] = {0.03f, 0.07f, 0.24f};
    gfVec2 from = {place.x - 0.64f * scene->width, place.y - 0.66f};
    int ring;
    Stone stone = getRingStone(scene, from, TESSERA, 1000000u, &ring);
    float r = ((float)ring + 0.5f) * TESSERA, angle = atan2f(from.y, from.x);
    if (ring < 7) {
        memcpy(color, core, sizeof core);
        mixInto(color, rim, (float)ring / 7.0f);
    } else if (ring < 8) {
        memcpy(color, cream, sizeof cream);
    } else {
        float far = (r - 8.0f * TESSERA) + 0.05f * (Scene_Hash(scene, stone.id + 7u) - 0.5f);
        memcpy(color, cream, sizeof cream);
        mixInto(color, rose, fminf(fmaxf(far / 0.26f, 0.0f), 1.0f));
        mixInto(color, wine, fminf(fmaxf((far - 0.24f) / 0.30f, 0.0f), 1.0f));
        mixInto(color, night, fminf(fmaxf((far - 0.50f) / 0.40f, 0.0f), 1.0f));
        // Rays, wide and narrow by turns.
        float ray = cosf(12.0f * angle), reach = 0.5f + 0.5f * cosf(6.0f * angle);
        if (ring < 10 + (int)(5.0f * reach) && ray > 0.15f + 0.045f * (float)(ring - 8)) {
            memcpy(color, gold, sizeof gold);
        }
    }
    return stone;
}

// False: above the waves.
static bool paintSea(const Scene *scene, gfVec2 place, float color[3], Stone *stone)
{
    static const float bands[7][3] = {{0.90f, 0.93f, 0.88f}, {0.03f, 0.16f, 0.40f}, {0.04f, 0.30f, 0.55f},
                                      {0.10f, 0.52f, 0.62f}, {0.80f, 0.88f, 0.84f}, {0.03f, 0.20f, 0.46f},
                                      {0.95f, 0.62f, 0.16f}};
    for (int row = 0; row < FAN_ROWS; row++) {
        float shift = row % 2 == 0 ? 0.0f : FAN, y = 0.5f * FAN * (float)row - 0.4f * FAN;
        float column = floorf((place.x - shift) / (2.0f * FAN) + 0.5f);
        gfVec2 from = {place.x - shift - 2.0f * FAN * column, place.y - y};
        float r = hypotf(from.x, from.y);
        if (r >= FAN) {
            continue;
        }
        int ring;
        unsigned seed = 2000000u + 40000u * (unsigned)row + 997u * (unsigned)((int)column + 8);
        *stone = getRingStone(scene, from, FAN / 7.0f, seed, &ring);
        static const float deep[3] = {0.01f, 0.05f, 0.16f}, light[3] = {0.30f, 0.72f, 0.74f};
        memcpy(color, bands[6 - ring], sizeof bands[0]);
        mixInto(color, deep, 0.45f * (1.0f - (float)row / (FAN_ROWS - 1)));
        mixInto(color, light, 0.25f * Scene_Hash(scene, seed) * (ring == 6 ? 0.0f : 1.0f));
        return true;
    }
    return false;
}

static Stone paintFrame(const Scene *scene, gfVec2 place, float color[3])
{
    static const float dark[3] = {0.03f, 0.06f, 0.13f}, gold[3] = {0.92f, 0.62f, 0.18f}, red[3] = {0.55f, 0.09f, 0.05f};
    float columns = roundf(scene->width / (FRAME / 3.0f)), rows = roundf(3.0f / FRAME);
    gfVec2 size = {scene->width / columns, 1.0f / rows};
    float column = floorf(place.x / size.x), row = floorf(place.y / size.y);
    float off = fminf(fminf(column, columns - 1.0f - column), fminf(row, rows - 1.0f - row));
    gfVec2 at = {place.x - (column + 0.5f) * size.x, place.y - (row + 0.5f) * size.y};
    memcpy(color, off == 1.0f ? (fmodf(column + row, 4.0f) < 2.0f ? gold : red) : dark, sizeof dark);
    return makeStone(scene, at, Scene_Vec(0.5f * size.x, 0.5f * size.y), Scene_Vec(1.0f, 0.0f),
                     3000000u + 1024u * (unsigned)row + (unsigned)column);
}

static void paintMosaic(const Scene *scene, gfVec2 place, float light[3])
{
    static const float grout[3] = {0.115f, 0.10f, 0.085f};
    float color[3];
    Stone stone;
    float edge = fminf(fminf(place.x, scene->width - place.x), fminf(place.y, 1.0f - place.y));
    if (edge < FRAME) {
        stone = paintFrame(scene, place, color);
    } else if (!paintSea(scene, place, color, &stone)) {
        stone = paintSky(scene, place, color);
    }
    // Each stone is cut a little off the plane, and its edges are broken.
    float shade = 0.72f + 0.42f * Scene_Hash(scene, stone.id);
    float bevel = 1.0f - fminf(fmaxf(stone.inside / 0.0026f, 0.0f), 1.0f);
    shade *= 1.0f + 0.40f * bevel * (-0.5f * stone.out.x + 0.8f * stone.out.y);
    float grain = Backdrop_GetNoise(scene, 260.0f * place.x, 260.0f * place.y, 5000000u);
    shade *= 0.92f + 0.16f * grain;
    float lamp = hypotf(place.x - 0.35f * scene->width, place.y - 0.85f);
    float lit = 0.55f + 0.45f * expf(-0.9f * lamp * lamp), cover = Backdrop_Cover(stone.inside);
    for (int c = 0; c < 3; c++) {
        light[c] = lit * (grout[c] + cover * (shade * color[c] - grout[c]));
    }
}

// --- the water -------------------------------------------------------------------------------------------------------

typedef struct Drop {
    gfVec2 centre;
    float radius;
} Drop;

// Many small ones and few large.
static float getRadius(float chance)
{
    return 0.024f + 0.044f * chance * chance;
}

static void makeDrops(Scene *scene, Drop drops[DROPS])
{
    for (int i = 0; i < DROPS; i++) {
        float column = ((float)(i % 6) + 0.15f + 0.7f * Scene_Random(scene)) / 6.0f;
        float row = ((float)(i / 6) + 0.15f + 0.7f * Scene_Random(scene)) / (DROPS / 6);
        drops[i].centre = Scene_Vec(scene->width * column, row);
        drops[i].radius = getRadius(Scene_Random(scene)) * fminf(scene->width, 1.0f);
    }
}

static void paint(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    const Drop *drops = user;
    (void)scene;
    for (int i = 0; i < DROPS; i++) {
        gfVec2 c = drops[i].centre;
        if (hypotf(position.x - c.x, position.y - c.y) < drops[i].radius) {
            rgba[3] = 1.0f;
        }
    }
}

// A drop that grows where one hits the pane.
static gfSourceDef getDrip(const Scene *scene, int slot)
{
    float time = Scene_GetTime(scene);
    int latest = (int)floorf(time / DRIP_PERIOD);
    int index = latest - ((latest - slot) % DRIPS + DRIPS) % DRIPS;
    unsigned n = 40000u + 8u * (unsigned)index;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.softness = 0.01f;
    gfVec2 place = {scene->width * (0.02f + 0.96f * Scene_Hash(scene, n)), 0.10f + 0.92f * Scene_Hash(scene, n + 1)};
    // From its middle, which pushes what is around.
    float core = 0.4f;
    def.shape = gfMakeCircle(place, core * getRadius(Scene_Hash(scene, n + 2)) * fminf(scene->width, 1.0f));
    if (index >= 0 && time - DRIP_PERIOD * (float)index < DRIP_TIME) {
        def.mass = 1.0f / (core * core * DRIP_TIME);
    }
    return def;
}

// What runs down now and then, and takes along what it meets.
static gfSourceDef getRunner(const Scene *scene, int slot)
{
    float time = Scene_GetTime(scene) / RUN_PERIOD + (float)slot / RUNNERS;
    float turn = floorf(time), since = RUN_PERIOD * (time - turn);
    unsigned n = 90000u + 8u * (unsigned)(RUNNERS * (int)turn + slot);
    float sway = 2.0f + 2.0f * Scene_Hash(scene, n), phase = 2.0f * SCENE_PI * Scene_Hash(scene, n + 1);
    float x = scene->width * (0.03f + 0.94f * Scene_Hash(scene, n + 2)), wide = 0.03f;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(Scene_Vec(x + wide * sinf(sway * since + phase), 1.0f - RUN_SPEED * since), RUN_RADIUS);
    def.softness = 0.03f;
    def.zone.drag = 12.0f;
    def.zone.velocity = Scene_Vec(wide * sway * cosf(sway * since + phase), -RUN_SPEED);
    return def;
}

static gfSourceDef getEmitter(const Scene *scene, int index)
{
    return index < DRIPS ? getDrip(scene, index) : getRunner(scene, index - DRIPS);
}

// The pane holds the water back.
static bool addPane(Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    gfVec2 middle = {0.5f * scene->width, 0.5f};
    def.shape = gfMakeRectangle(middle, middle, 0.0f);
    def.softness = 0.02f;
    def.zone.drag = DRAG;
    def.zone.turbulence = (gfTurbulence){.strength = 0.05f, .scale = 0.20f, .rate = 0.3f};
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

bool Mosaic_SetUp(Scene *scene)
{
    for (int i = 0; i < DRIPS + RUNNERS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    Drop drops[DROPS];
    makeDrops(scene, drops);
    return addPane(scene) && Scene_SetUpSolids(scene, NULL) && Scene_PaintLiquid(scene, paint, drops, false) &&
           Backdrop_Paint(scene, paintMosaic);
}

void Mosaic_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene), tilt = 0.35f * sinf(0.31f * time);
    for (int i = 0; i < DRIPS + RUNNERS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
    gfFluidDef tuned = gfFluid_GetDef(scene->fluid);
    tuned.gaussian.gravity = Scene_Vec(GRAVITY * sinf(tilt), -GRAVITY * cosf(tilt));
    gfFluid_SetDef(scene->fluid, &tuned);
}

void Mosaic_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float tint[3] = {0.55f, 0.88f, 0.95f}, light[3] = {-0.45f, 0.65f, 1.2f};
    (void)scene;
    Liquid_TuneDraw(def);
    def->liquid.rim = 0.04f;
    def->liquid.foamSpeed = 0.0f;
    memcpy(def->liquid.light, light, sizeof light);
    def->liquid.specular = 1.3f;
    def->liquid.reflectance = 0.03f;
    def->liquid.lens = 1.0f;
    def->liquid.clarity = 1.0f;
    def->liquid.caustics = 1.2f;
    def->liquid.causticsReach = 0.018f;
    def->refraction.depth = 0.05f;
    def->refraction.strength = -0.05f;
    def->refraction.contact = 1.0f;
    def->refraction.dispersion = 0.15f;
    def->refraction.absorption = 0.35f;
    memcpy(def->refraction.tint, tint, sizeof tint);
    def->solids.media = 0.0f;
}
