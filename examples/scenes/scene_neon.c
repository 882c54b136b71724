// neon: jets of glowing dye shoot in from both sides, roll up into mushrooms, and shoot again from elsewhere.
#include "scenes/scene_parts.h"

#include <math.h>

#define JETS 4
#define STRANDS 3
#define PERIOD_S 4.5f
#define FIRST_S 1.5f // into the first period, in which the scene begins

// Where a jet starts, as shares of the domain's width and height, where to, and the colours across it.
typedef struct Jet {
    float x, y;
    float angle; // turns, 0 to the right
    float start_s, length_s;
    float hues[STRANDS];
} Jet;

static const Jet jets[JETS] = {
    {0.13f, 0.67f, 0.020f, 0.00f, 0.55f, {0.17f, 0.07f, 0.97f}},
    {0.11f, 0.37f, 0.975f, 0.12f, 0.50f, {0.95f, 0.82f, 0.70f}},
    {0.88f, 0.68f, 0.505f, 0.05f, 0.52f, {0.86f, 0.74f, 0.60f}},
    {0.89f, 0.40f, 0.485f, 0.16f, 0.54f, {0.58f, 0.66f, 0.92f}},
};

void Neon_TuneFluid(gfFluidDef *def)
{
    def->dyeScale = fminf(1.5f * def->dyeScale, 8.0f); // filaments are thin
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
    def->grid.vorticityConfinement = 2.0f;
    def->grid.velocityDissipation = 0.25f;
    def->grid.dyeDissipation = 0.60f;
}

// Jet `index` as it is in this period: each one is a little different. Emitter 0 pushes, the others are its strands.
static gfSourceDef getEmitter(const Scene *scene, int index)
{
    const Jet *jet = &jets[index / (STRANDS + 1)];
    int strand = index % (STRANDS + 1) - 1;
    float time = Scene_GetTime(scene) + FIRST_S;
    unsigned round = (unsigned)(time / PERIOD_S);
    unsigned n = 64u * round + 4u * (unsigned)(index / (STRANDS + 1));
    bool later = round > 0;
    // The first time together, then by turns.
    float start = later ? PERIOD_S / JETS * (float)((index / (STRANDS + 1) * 3 + 1) % JETS) : jet->start_s + FIRST_S;
    float since = time - (float)round * PERIOD_S - start;
    gfSourceDef def = gfDefaultSourceDef();
    float turn = 2.0f * SCENE_PI;
    float angle = jet->angle + (later ? 0.14f * (Scene_Hash(scene, n) - 0.5f) : 0.0f);
    angle += 0.035f * sinf(27.0f * since + turn * Scene_Hash(scene, n + 3));
    gfVec2 way = Scene_Vec(cosf(turn * angle), sinf(turn * angle)), side = Scene_Vec(-way.y, way.x);
    gfVec2 from = Scene_Vec(scene->width * jet->x, jet->y + (later ? 0.3f * (Scene_Hash(scene, n + 1) - 0.5f) : 0.0f));
    float reach = 0.06f, width = 0.095f;
    float across = strand < 0 ? 0.0f : ((float)strand - 1.0f) * width / STRANDS;
    gfVec2 at = Scene_Vec(from.x + side.x * across, from.y + side.y * across);
    def.shape = gfMakeCapsule(at, Scene_Vec(at.x + way.x * reach, at.y + way.y * reach),
                              strand < 0 ? 0.5f * width : 0.5f * width / STRANDS);
    def.fields = strand < 0 ? GF_SOURCE_VELOCITY : GF_SOURCE_DYE;
    if (since < 0.0f || since > 1.2f * jet->length_s) {
        return def; // adds nothing
    }
    float blast = 1.0f / (1.0f + expf(30.0f * (since - jet->length_s))); // it dies down softly
    float strength = 0.4f + 0.6f * blast;
    def.mode = GF_SOURCE_SET;
    def.softness = 0.022f + 0.012f * (1.0f - blast);
    def.velocity = Scene_Vec(1.5f * strength * way.x, 1.5f * strength * way.y);
    if (strand >= 0) {
        Scene_SetHue(def.dye,
                     jet->hues[strand] + 0.05f * sinf(37.0f * since) +
                         (later ? 0.16f * (Scene_Hash(scene, n + 2) - 0.5f) : 0.0f),
                     0.94f);
        float wave = 0.65f + 0.35f * sinf(23.0f * since + 2.0f * (float)strand);
        float bright = blast * (strand == 1 ? 4.2f : 1.2f) * wave;
        for (int i = 0; i < 4; i++) {
            def.dye[i] *= bright;
        }
    }
    return def;
}

bool Neon_SetUp(Scene *scene)
{
    for (int i = 0; i < JETS * (STRANDS + 1); i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, NULL);
}

void Neon_BeforeStep(Scene *scene)
{
    for (int i = 0; i < JETS * (STRANDS + 1); i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Neon_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float background[4] = {0.018f, 0.013f, 0.030f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
    }
    def->ink = GF_INK_LIGHT;
    def->range = 0.32f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->bloom.enabled = true;
    def->bloom.threshold = 0.8f;
    def->bloom.intensity = 1.4f;
    def->bloom.spread = 1.45f;
    def->shafts.enabled = true;
    def->shafts.light = Scene_Vec(0.5f * scene->width, 0.5f);
    def->shafts.strength = 0.3f;
    def->shafts.glow[0] = 0.020f;
    def->shafts.glow[1] = 0.012f;
    def->shafts.glow[2] = 0.036f;
}
