// tweet: the fluid of one tweet, as published, with a splash every 500 steps. It knows neither metres nor solids; a
// step is a frame. The splash pushes away from cell (500, 500): on a small grid all of it soon leaves to the lower
// left. What comes then, up to the next splash, is the scene's: an act of jets of the same fluid, each splash another
// one. Its mass is shown as the thickness of a film of oil, whose colours go round as it grows.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define PERIOD 500 // frames, of the published splash
#define JETS 6
#define JETS_FROM 24 // frames after a splash
#define JETS_TO 470
#define JET_CELLS 2.2f // speed, cells a step
#define FILMS 3
#define RANGE 2.4f // mass, of the palettes
#define TAU (2.0f * SCENE_PI)

// A jet in one frame: where it comes from (m, from the middle of a picture of height 1), where it goes (of any length),
// how fast (of JET_CELLS), and its radius (m), below 0 while it is shut.
typedef struct Jet {
    gfVec2 from, way;
    float speed, radius;
} Jet;

typedef Jet JetFn(const Scene *scene, int index, float frame);

void Tweet_TuneFluid(gfFluidDef *def)
{
    def->solver = GF_SOLVER_GAUSSIAN;
    def->dyeScale = 1.0f;
    def->gaussian.mode = GF_GAUSSIAN_CLASSIC;
}

// It is open for `open` of every `period` frames.
static float pulse(float radius, float frame, float period, float open)
{
    return fmodf(frame, period) < open ? radius : -1.0f;
}

// From the picture's rim, aimed beside the middle, so that what meets there turns.
static Jet getMeeting(const Scene *scene, int index, float frame)
{
    float turn = TAU * (float)index / 5.0f + 0.006f * frame, half = 0.5f * scene->width;
    gfVec2 from = {0.88f * half * cosf(turn), 0.44f * sinf(turn)};
    gfVec2 way = {0.20f * half * sinf(turn) - from.x, -0.10f * cosf(turn) - from.y};
    return (Jet){from, way, 1.0f, index < 5 ? pulse(0.026f, frame + 17.0f * (float)index, 46.0f, 26.0f) : -1.0f};
}

// A wheel that throws arms, first one way round and then the other.
static Jet getWheel(const Scene *scene, int index, float frame)
{
    (void)scene;
    float turn = TAU * (float)index / JETS + 1.6f * sinf(0.012f * frame);
    gfVec2 out = {cosf(turn), sinf(turn)};
    gfVec2 way = {out.x - 0.8f * out.y, out.y + 0.8f * out.x};
    return (Jet){{0.06f * out.x, 0.06f * out.y}, way, 0.7f, pulse(0.019f, frame, 90.0f, 62.0f)};
}

// A ring whose jets go round and a little inwards, so that they graze each other.
static Jet getRing(const Scene *scene, int index, float frame)
{
    float turn = TAU * (float)index / JETS - 0.009f * frame, wide = 1.35f * fminf(scene->width / 1.78f, 1.0f);
    gfVec2 out = {cosf(turn), sinf(turn)};
    gfVec2 way = {-wide * (out.y + 0.6f * out.x), out.x - 0.6f * out.y};
    return (Jet){
        {0.33f * wide * out.x, 0.33f * out.y}, way, 0.75f, pulse(0.024f, frame + 31.0f * (float)index, 80.0f, 52.0f)};
}

// Drops from above and from below, which meet half way.
static Jet getRain(const Scene *scene, int index, float frame)
{
    int drop = (int)(frame / 40.0f + 0.37f * (float)index);
    float x = scene->width * (Scene_Hash(scene, 60u + 8u * (unsigned)drop + (unsigned)index) - 0.5f);
    float side = index % 2 == 0 ? 1.0f : -1.0f;
    gfVec2 from = {0.92f * x, 0.43f * side}, way = {0.3f * sinf(5.0f * x), -side};
    return (Jet){from, way, 0.8f, pulse(0.034f, frame + 14.8f * (float)index, 40.0f, 16.0f)};
}

// Two fans that sweep to and fro from the corners.
static Jet getFan(const Scene *scene, int index, float frame)
{
    float side = index % 2 == 0 ? 1.0f : -1.0f, level = (float)(index / 2 - 1);
    float angle = 0.75f * sinf(0.03f * frame + 0.9f * (float)index);
    gfVec2 from = {0.45f * side * scene->width, 0.36f * level};
    gfVec2 way = {-side * cosf(angle), sinf(angle) - 0.5f * level};
    return (Jet){from, way, 1.1f, pulse(0.020f, frame + 11.0f * (float)index, 60.0f, 44.0f)};
}

static gfSourceDef getJet(const Scene *scene, int index)
{
    static JetFn *const acts[] = {getMeeting, getWheel, getRain, getRing, getFan};
    const int count = (int)(sizeof acts / sizeof acts[0]);
    int frame = scene->frame % PERIOD;
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle(Scene_Vec(0.5f * scene->width, 0.5f), 0.02f);
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    Jet jet = acts[scene->frame / PERIOD % count](scene, index, (float)(frame - JETS_FROM));
    if (frame < JETS_FROM || frame >= JETS_TO || jet.radius <= 0.0f) {
        return def; // adds nothing
    }
    gfFluidDef fluid = gfFluid_GetDef(scene->fluid);
    float speed = JET_CELLS * jet.speed * fluid.cellSize / fluid.fixedStep / fmaxf(hypotf(jet.way.x, jet.way.y), 1e-6f);
    def.mode = GF_SOURCE_SET;
    def.mass = 1.0f;
    def.velocity = Scene_Vec(jet.way.x * speed, jet.way.y * speed);
    def.shape = gfMakeCircle(Scene_Vec(0.5f * scene->width + jet.from.x, 0.5f + jet.from.y), jet.radius);
    return def;
}

// Its first step splashes by itself.
bool Tweet_SetUp(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return true;
}

void Tweet_BeforeStep(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

// Colours of a film from none (dark) to RANGE: of oil on water, of a peacock, of mother-of-pearl at dusk.
static const float films[FILMS][GF_PALETTE_MAX][3] = {
    {{0.003f, 0.007f, 0.014f},
     {0.006f, 0.060f, 0.13f},
     {0.03f, 0.36f, 0.40f},
     {0.90f, 0.66f, 0.20f},
     {0.95f, 0.22f, 0.16f},
     {0.46f, 0.07f, 0.55f},
     {0.10f, 0.22f, 0.95f},
     {0.75f, 0.95f, 1.00f}},
    {{0.008f, 0.003f, 0.014f},
     {0.090f, 0.008f, 0.13f},
     {0.75f, 0.08f, 0.12f},
     {0.02f, 0.42f, 0.40f},
     {0.06f, 0.70f, 0.32f},
     {0.85f, 0.72f, 0.12f},
     {0.95f, 0.35f, 0.08f},
     {1.00f, 0.90f, 0.60f}},
    {{0.004f, 0.004f, 0.014f},
     {0.030f, 0.040f, 0.20f},
     {0.22f, 0.20f, 0.75f},
     {0.95f, 0.42f, 0.50f},
     {1.00f, 0.72f, 0.42f},
     {0.34f, 0.72f, 0.62f},
     {0.12f, 0.40f, 0.80f},
     {0.90f, 1.00f, 1.00f}},
};

// A splash changes the film.
static void tunePalette(const Scene *scene, gfPalette *palette)
{
    int act = scene->frame / PERIOD;
    int film = act % FILMS, before = (act + FILMS - (act > 0 ? 1 : 0)) % FILMS;
    float change = fminf((float)(scene->frame % PERIOD) / JETS_FROM, 1.0f);
    palette->count = GF_PALETTE_MAX;
    for (int i = 0; i < GF_PALETTE_MAX; i++) {
        for (int c = 0; c < 3; c++) {
            palette->colors[i][c] = films[before][i][c] + change * (films[film][i][c] - films[before][i][c]);
        }
        palette->colors[i][3] = 1.0f;
    }
}

void Tweet_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    def->style = GF_DRAW_MASS;
    def->range = RANGE;
    tunePalette(scene, &def->palette);
    memcpy(def->background, def->palette.colors[0], sizeof def->background);
    def->solids.shown = false;
}
