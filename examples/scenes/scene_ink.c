// ink: drops of ink as on a marbler's tray, then brushes that wander, drag and leave colour: all from the seed.
#include "scenes/scene_parts.h"

#include <math.h>

#define BRUSHES 6
#define DROPS 60
#define BRUSH_RADIUS 0.030f

typedef struct Drop {
    gfVec2 centre;
    float radius;
    float color[4];
} Drop;

void Ink_TuneFluid(gfFluidDef *def)
{
    def->grid.dyeDissipation = 0.22f;
    def->grid.velocityDissipation = 0.15f;
}

static void setBrushColor(float color[4], int index)
{
    static const float colors[BRUSHES][3] = {{1.00f, 0.05f, 0.10f}, {0.01f, 0.34f, 1.00f}, {1.00f, 0.48f, 0.02f},
                                             {0.01f, 0.70f, 0.42f}, {0.55f, 0.04f, 1.00f}, {0.02f, 0.72f, 0.95f}};
    for (int i = 0; i < 3; i++) {
        color[i] = colors[index % BRUSHES][i];
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
        setBrushColor(drops[i].color, (int)(Scene_Random(scene) * BRUSHES));
    }
    return Scene_PaintDye(scene, 1, paintDrops, drops);
}

// Where brush `index` is: two waves a direction, whose tempi and phases come from the seed.
static gfVec2 getBrush(const Scene *scene, int index, float time)
{
    unsigned n = 16u * (unsigned)index;
    float turn = 2.0f * SCENE_PI;
    float x = 0.62f * sinf((1.1f + 0.9f * Scene_Hash(scene, n)) * time + turn * Scene_Hash(scene, n + 1)) +
              0.36f * sinf((2.3f + 1.4f * Scene_Hash(scene, n + 2)) * time + turn * Scene_Hash(scene, n + 3));
    float y = 0.58f * sinf((1.3f + 0.9f * Scene_Hash(scene, n + 4)) * time + turn * Scene_Hash(scene, n + 5)) +
              0.40f * sinf((2.6f + 1.4f * Scene_Hash(scene, n + 6)) * time + turn * Scene_Hash(scene, n + 7));
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
    float lift = sinf(1.9f * time + 2.0f * SCENE_PI * ((float)index / BRUSHES + Scene_Hash(scene, 100)));
    if (lift < 0.1f) {
        return def; // adds nothing: the brush is in the air
    }
    def.mode = GF_SOURCE_SET;
    def.velocity = Scene_Vec((to.x - from.x) / frame_s, (to.y - from.y) / frame_s);
    setBrushColor(def.dye, index);
    return def;
}

bool Ink_SetUp(Scene *scene)
{
    for (int i = 0; i < 2 * BRUSHES; i++) {
        gfSourceDef def = getStroke(scene, i / 2, i % 2 == 0);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, NULL) && paintTray(scene) && Scene_WriteEddies(scene, 9, 0.35f, 0.14f);
}

void Ink_BeforeStep(Scene *scene)
{
    for (int i = 0; i < 2 * BRUSHES; i++) {
        gfSourceDef def = getStroke(scene, i / 2, i % 2 == 0);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Ink_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.22f; // ink covers
    static const float background[4] = {0.004f, 0.005f, 0.010f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
    }
}
