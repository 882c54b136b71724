// ink_paper: drops of pigment fall into water that stands on paper, spread, and sink into fingers; where they meet,
// their colours multiply.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

#define PIGMENTS 4
#define DROPS 7
#define FIBRES 9000
#define DROPLETS 12 // a frame
#define FALL_S 0.2f
#define PERIOD_S 9.0f

typedef struct Drop {
    float x, y, radius; // share of the width, m, m
    float time_s;
    int pigment;
} Drop;

static const Drop drops[DROPS] = {
    {0.30f, 0.80f, 0.120f, 0.00f, 0}, {0.47f, 0.78f, 0.110f, 0.12f, 1}, {0.385f, 0.62f, 0.080f, 0.40f, 2},
    {0.76f, 0.76f, 0.100f, 0.60f, 3}, {0.14f, 0.66f, 0.080f, 0.80f, 1}, {0.63f, 0.66f, 0.080f, 1.00f, 0},
    {0.87f, 0.66f, 0.075f, 1.20f, 2},
};

void InkPaper_TuneFluid(gfFluidDef *def)
{
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
    def->grid.viscosity = 2e-5f;
    def->grid.velocityDissipation = 0.3f;
    def->grid.dyeDissipation = 0.04f;
    def->grid.dyeDensity = 0.035f;
}

// What a pigment lets through at one unit of ink: indigo, crimson, ochre, viridian.
static void setPigment(float rgba[4], int pigment, float amount)
{
    static const float colors[PIGMENTS][3] = {
        {0.06f, 0.16f, 0.52f}, {0.80f, 0.03f, 0.14f}, {0.93f, 0.52f, 0.04f}, {0.03f, 0.46f, 0.38f}};
    for (int i = 0; i < 3; i++) {
        rgba[i] = amount * colors[pigment % PIGMENTS][i];
    }
    rgba[3] = amount;
}

// A part of a drop: droplets of all sizes, so that it has an inside and a rim that breaks into fingers, and it pushes
// the water aside.
static void fall(Scene *scene, gfVec2 centre, float radius, int pigment)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE;
    for (int i = 0; i < DROPLETS; i++) {
        float angle = 2.0f * SCENE_PI * Scene_Random(scene);
        float size = 0.06f + 0.30f * powf(Scene_Random(scene), 3.0f);
        float away = radius * (1.0f - 0.5f * size) * sqrtf(Scene_Random(scene));
        def.shape =
            gfMakeCircle(Scene_Vec(centre.x + away * cosf(angle), centre.y + away * sinf(angle)), radius * size);
        def.softness = 0.6f * radius * size;
        setPigment(def.dye, pigment, 0.06f + 0.22f * Scene_Random(scene));
        gfFluid_Splat(scene->fluid, &def);
    }
    def.fields = GF_SOURCE_DIVERGENCE;
    def.shape = gfMakeCircle(centre, 0.7f * radius);
    def.softness = 0.5f * radius;
    def.divergence = 0.10f;
    gfFluid_Splat(scene->fluid, &def);
}

// Threads that lie every which way, some lighter and some darker than the sheet, and a grain.
static bool makePaper(Scene *scene)
{
    static const float sheet[3] = {246.0f, 239.0f, 224.0f};
    Image *image = &scene->background;
    *image = Image_Create((int)(720.0f * scene->width), 720);
    float *relief = calloc((size_t)image->width * 720, sizeof *relief);
    if (image->pixels == NULL || relief == NULL) {
        free(relief);
        return false;
    }
    for (int i = 0; i < FIBRES; i++) {
        float x = Scene_Random(scene) * (float)image->width, y = Scene_Random(scene) * 720.0f;
        float angle = 2.0f * SCENE_PI * Scene_Random(scene), bend = 0.06f * (Scene_Random(scene) - 0.5f);
        float depth = 7.0f * (Scene_Random(scene) - 0.6f);
        for (int step = 0; step < 50; step++, angle += bend) {
            x += cosf(angle);
            y += sinf(angle);
            // Shared between four pixels, so that threads have no stairs.
            int left = (int)floorf(x), top = (int)floorf(y);
            for (int k = 0; k < 4; k++) {
                int px = left + (k & 1), py = top + (k >> 1);
                if (px >= 0 && px < image->width && py >= 0 && py < 720) {
                    relief[(size_t)py * (size_t)image->width + (size_t)px] +=
                        depth * (1.0f - fabsf(x - (float)px)) * (1.0f - fabsf(y - (float)py));
                }
            }
        }
    }
    for (size_t i = 0; i < (size_t)image->width * 720; i++) {
        float shift = relief[i] + 3.0f * (Scene_Random(scene) - 0.5f);
        for (int c = 0; c < 3; c++) {
            image->pixels[4 * i + (size_t)c] = (uint8_t)fminf(fmaxf(sheet[c] + shift, 0.0f), 255.0f);
        }
        image->pixels[4 * i + 3] = 255;
    }
    free(relief);
    return true;
}

bool InkPaper_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, NULL) && Scene_WriteEddies(scene, 30, 0.05f, 0.04f) && makePaper(scene);
}

// In the first period the drops of the table, then the same anywhere, of other pigments.
void InkPaper_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene);
    unsigned round = (unsigned)(time / PERIOD_S);
    for (int i = 0; i < DROPS; i++) {
        const Drop *drop = &drops[i];
        float since = time - (float)round * PERIOD_S - drop->time_s;
        if (since >= 0.0f && since <= FALL_S) {
            unsigned n = 1000u + 64u * round + 8u * (unsigned)i;
            float x = round == 0 ? drop->x : 0.1f + 0.8f * Scene_Hash(scene, n);
            float y = round == 0 ? drop->y : 0.4f + 0.45f * Scene_Hash(scene, n + 1);
            fall(scene, Scene_Vec(x * scene->width, y), drop->radius, drop->pigment + (int)round);
        }
    }
}

void InkPaper_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float paper[4] = {0.92f, 0.86f, 0.75f, 1.0f}; // where there is no texture of it
    for (int i = 0; i < 4; i++) {
        def->background[i] = paper[i];
    }
    def->ink = GF_INK_ABSORB;
    def->range = 0.26f;
    def->tone.dither = true;
    def->refraction.enabled = scene->backgroundTexture != 0;
    def->refraction.strength = 0.0f;
    def->refraction.absorption = 0.0f;
}
