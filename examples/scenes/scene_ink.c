// ink: drops of ink as on a marbler's tray, then brushes that wander, drag and leave colour, and further drops that
// push aside what was there: all from the seed. At any time the inks are neighbours on the colour circle, which they go
// round slowly: then whatever mixes stays a colour. The tray is open, so that old ink leaves.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define BRUSHES 4
#define DROPS 60
#define DROPPERS 4
#define EMITTERS (2 * BRUSHES + DROPPERS)
#define BRUSH_RADIUS 0.026f
#define ROUND 80.0f       // s that the inks take to go round the colour circle
#define INK_SPAN 0.36f    // of it that they take up, turns
#define DROP_PERIOD 3.2f  // s, of each dropper
#define DROP_GROWTH 1.1f  // s
#define DROP_RADIUS 0.02f // m, at first

typedef struct Drop {
    gfVec2 centre;
    float radius;
    float color[4];
} Drop;

void Ink_TuneFluid(gfFluidDef *def)
{
    def->grid.dyeDissipation = 0.26f;
    def->grid.velocityDissipation = 0.45f;
    gfBoundary *sides[4] = {&def->boundaries.left, &def->boundaries.right, &def->boundaries.bottom,
                            &def->boundaries.top};
    for (int i = 0; i < 4; i++) {
        sides[i]->kind = GF_BOUNDARY_OPEN;
    }
}

// `share` of the way, 0 to 1, through the inks of this moment.
static void setInk(const Scene *scene, float color[4], float share)
{
    float turn = 0.52f + INK_SPAN * share + Scene_GetTime(scene) / ROUND;
    for (int i = 0; i < 3; i++) {
        float wave = 0.5f + 0.5f * cosf(2.0f * SCENE_PI * (turn - (float)i / 3.0f));
        color[i] = 0.015f + 0.985f * wave * wave;
    }
    color[3] = 1.0f;
}

static void paintDrops(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)scene;
    const Drop *drops = user;
    rgba[0] = rgba[1] = rgba[2] = rgba[3] = 0.0f;
    for (int i = 0; i < DROPS; i++) {
        const Drop *drop = &drops[i];
        float distance = hypotf(position.x - drop->centre.x, position.y - drop->centre.y) - drop->radius;
        float cover = fminf(fmaxf(0.5f - distance / 0.005f, 0.0f), 1.0f);
        for (int c = 0; c < 4; c++) {
            rgba[c] += cover * (drop->color[c] - rgba[c]);
        }
    }
}

static bool paintTray(Scene *scene)
{
    Drop drops[DROPS];
    for (int i = 0; i < DROPS; i++) {
        // Rings of one drop within another, as the marbler lets them fall.
        bool inner = i % 3 != 0;
        float radius = 0.04f + 0.06f * Scene_Random(scene);
        drops[i].radius = inner ? 0.62f * drops[i - 1].radius : radius;
        gfVec2 centre = {scene->width * (0.04f + 0.92f * Scene_Random(scene)), 0.06f + 0.88f * Scene_Random(scene)};
        drops[i].centre = inner ? drops[i - 1].centre : centre;
        setInk(scene, drops[i].color, Scene_Random(scene));
    }
    return Scene_PaintDye(scene, 1, paintDrops, drops);
}

// Where brush `index` is: two waves a direction, whose tempi and phases come from the seed.
static gfVec2 getBrush(const Scene *scene, int index, float time)
{
    unsigned n = 16u * (unsigned)index;
    float turn = 2.0f * SCENE_PI;
    float x = 0.62f * sinf((0.7f + 0.5f * Scene_Hash(scene, n)) * time + turn * Scene_Hash(scene, n + 1)) +
              0.36f * sinf((1.5f + 0.9f * Scene_Hash(scene, n + 2)) * time + turn * Scene_Hash(scene, n + 3));
    float y = 0.58f * sinf((0.8f + 0.5f * Scene_Hash(scene, n + 4)) * time + turn * Scene_Hash(scene, n + 5)) +
              0.40f * sinf((1.7f + 0.9f * Scene_Hash(scene, n + 6)) * time + turn * Scene_Hash(scene, n + 7));
    return Scene_Vec(scene->width * (0.5f + 0.43f * x), 0.5f + 0.42f * y);
}

// The brush's stroke over one frame: `push` moves the fluid along, otherwise it leaves ink.
static gfSourceDef getStroke(const Scene *scene, int index, bool push)
{
    const float frame_s = 1.0f / 60.0f;
    float time = Scene_GetTime(scene);
    gfVec2 from = getBrush(scene, index, time);
    gfVec2 to = getBrush(scene, index, time + frame_s);

    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCapsule(from, to, push ? BRUSH_RADIUS : 0.4f * BRUSH_RADIUS);
    def.softness = push ? 0.05f : 0.008f;
    def.fields = push ? GF_SOURCE_VELOCITY : GF_SOURCE_DYE;
    float lift = sinf(1.3f * time + 2.0f * SCENE_PI * ((float)index / BRUSHES + Scene_Hash(scene, 100)));
    if (lift < 0.1f) {
        return def; // adds nothing: the brush is in the air
    }
    def.mode = GF_SOURCE_SET;
    def.velocity = Scene_Vec((to.x - from.x) / frame_s, (to.y - from.y) / frame_s);
    setInk(scene, def.dye, ((float)index + 0.5f) / BRUSHES);
    return def;
}

// A drop that grows from its middle: one ink, then another within, each time elsewhere.
static gfSourceDef getDrop(const Scene *scene, int index)
{
    float clock = Scene_GetTime(scene) / DROP_PERIOD + (float)index / DROPPERS;
    float fallen = floorf(clock), age = DROP_PERIOD * (clock - fallen);
    unsigned n = 1000u + 8u * (DROPPERS * (unsigned)fallen + (unsigned)index);

    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE | GF_SOURCE_DIVERGENCE;
    def.shape = gfMakeCircle(
        Scene_Vec(scene->width * (0.08f + 0.84f * Scene_Hash(scene, n)), 0.10f + 0.80f * Scene_Hash(scene, n + 1)),
        DROP_RADIUS);
    def.softness = 0.006f;
    if (age > DROP_GROWTH) {
        return def; // adds nothing
    }
    def.mode = GF_SOURCE_SET;
    def.divergence = 8.0f + 8.0f * Scene_Hash(scene, n + 2);
    setInk(scene, def.dye, Scene_Hash(scene, n + (age < 0.55f * DROP_GROWTH ? 3 : 4)));
    return def;
}

// A brush's push and its ink, one after the other, then the drops.
static gfSourceDef getEmitter(const Scene *scene, int index)
{
    return index < 2 * BRUSHES ? getStroke(scene, index / 2, index % 2 == 0) : getDrop(scene, index - 2 * BRUSHES);
}

bool Ink_SetUp(Scene *scene)
{
    for (int i = 0; i < EMITTERS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, NULL) && paintTray(scene) && Scene_WriteEddies(scene, 9, 0.35f, 0.14f);
}

void Ink_BeforeStep(Scene *scene)
{
    for (int i = 0; i < EMITTERS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Ink_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.004f, 0.005f, 0.010f, 1.0f};
    static const float ambient[3] = {0.30f, 0.28f, 0.42f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
    }
    def->range = 0.22f; // ink covers
    // Light from above gives it thickness, and what is lit spills over.
    def->shadow.enabled = true;
    def->shadow.direction = Scene_Vec(-0.5f, 0.85f);
    def->shadow.density = 9.0f;
    def->shadow.length = 0.12f;
    def->shadow.scattering = 0.6f;
    memcpy(def->shadow.ambient, ambient, sizeof ambient);
    def->tone.map = GF_TONE_FILMIC;
    def->tone.exposure = 1.5f;
    def->tone.dither = true;
    def->detail = 0.5f;
    def->bloom.enabled = true;
    def->bloom.threshold = 0.25f;
    def->bloom.intensity = 0.55f;
    def->bloom.spread = 1.3f;
}
