// headline: the top of a page. Its headline and its button are obstacles, made of an image of them, that coloured smoke
// rises behind and drifts round.
#include "scenes/letters.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLUMES 6
#define CENTRE 0.60f        // of the headline, m
#define HEIGHT 0.30f        // of its letters, m
#define SHARE 0.72f         // of the width that it may take
#define BUTTON 0.29f        // centre, m
#define BUTTON_SIDE 0.72f   // half its width, of the headline's height
#define BUTTON_END 0.15f    // half its height, likewise
#define MASK_SCALE 640.0f   // px/m
#define TYPE_DENSITY 720.0f // texels/m
#define MARGIN 0.01f        // around the type, m
#define WARMTH 14.0f        // K

void Headline_TuneFluid(gfFluidDef *def)
{
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.30f;
    def->grid.velocityDissipation = 0.25f;
    def->grid.dyeDissipation = 0.14f;
    def->grid.vorticityConfinement = 0.5f;
    Scene_AddDraught(def, 0.10f);
}

// As high as a domain of this width has room for.
static Lettering getHeadline(const Scene *scene)
{
    Lettering line = {.text = "FLUID", .height = HEIGHT, .weight = 0.27f * HEIGHT, .spacing = 0.16f * HEIGHT};
    float size = fminf(1.0f, SHARE * scene->width / Letters_GetWidth(&line));
    line.height *= size;
    line.weight *= size;
    line.spacing *= size;
    line.corner.x = 0.5f * (scene->width - Letters_GetWidth(&line));
    line.corner.y = CENTRE - 0.5f * line.height;
    return line;
}

static Lettering getLabel(const Scene *scene)
{
    float height = 0.11f * getHeadline(scene).height;
    Lettering line = {.text = "DRAG TO STIR", .height = height, .weight = 0.14f * height, .spacing = 0.30f * height};
    line.corner.x = 0.5f * (scene->width - Letters_GetWidth(&line));
    line.corner.y = BUTTON - 0.5f * height;
    return line;
}

// How far a place is inside the button, m: its ends are round.
static float getInsideButton(const Scene *scene, gfVec2 place)
{
    float size = getHeadline(scene).height, end = BUTTON_END * size;
    float beyond = fmaxf(fabsf(place.x - 0.5f * scene->width) - BUTTON_SIDE * size + end, 0.0f);
    return end - hypotf(beyond, place.y - BUTTON);
}

// An image of all that the smoke goes round, over the whole domain.
static bool addSolids(Scene *scene)
{
    Lettering headline = getHeadline(scene);
    int width = (int)(MASK_SCALE * scene->width), height = (int)MASK_SCALE;
    uint8_t *pixels = malloc((size_t)width * (size_t)height);
    if (pixels == NULL) {
        return false;
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            gfVec2 place = {scene->width * ((float)x + 0.5f) / (float)width, 1.0f - ((float)y + 0.5f) / MASK_SCALE};
            float inside = fmaxf(Letters_GetInside(&headline, place), getInsideButton(scene, place));
            pixels[(size_t)y * (size_t)width + (size_t)x] = inside > 0.0f ? 255 : 0;
        }
    }
    gfMask mask = {.pixels = pixels, .width = width, .height = height, .stride = width};
    gfShape domain = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f), Scene_Vec(0.5f * scene->width, 0.5f), 0.0f);
    gfSolidId id = gfFluid_AddSolidMask(scene->fluid, &mask, &domain);
    free(pixels);
    return !GF_IS_NULL(id);
}

// The page behind the smoke, in evening colours.
static void paintPage(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.004f, 0.006f, 0.020f}, low[3] = {0.060f, 0.020f, 0.085f};
    float glow = expf(-powf(hypotf((place.x - 0.5f * scene->width) / 1.1f, place.y + 0.1f) / 0.55f, 2.0f));
    for (int c = 0; c < 3; c++) {
        light[c] = high[c] + (low[c] - high[c]) * glow;
    }
}

// What lies over the smoke: the headline, which is lit from below by what rises, and the button.
static void paintType(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float top[3] = {0.97f, 0.95f, 1.0f}, foot[3] = {0.84f, 0.70f, 0.96f};
    static const float fill[3] = {0.030f, 0.022f, 0.060f}, edge[3] = {0.62f, 0.50f, 0.90f};
    Lettering headline = getHeadline(scene), label = getLabel(scene);
    float up = (place.y - headline.corner.y) / headline.height, inside = getInsideButton(scene, place);
    float letters = Backdrop_Cover(Letters_GetInside(&headline, place)), button = Backdrop_Cover(inside);
    float rim = button - Backdrop_Cover(inside - 0.0035f), text = Backdrop_Cover(Letters_GetInside(&label, place));
    (void)user;
    for (int c = 0; c < 3; c++) {
        float light = fill[c] + text * (top[c] - fill[c]);
        light += rim * (edge[c] - light);
        rgba[c] = letters * (foot[c] + (top[c] - foot[c]) * up) + button * light;
    }
    rgba[3] = letters + button;
}

// The letters' edges are finer than the cells.
static bool addType(Scene *scene)
{
    Lettering headline = getHeadline(scene);
    float bottom = BUTTON - BUTTON_END * headline.height - MARGIN, top = CENTRE + 0.5f * headline.height + MARGIN;
    gfVec2 corner = {headline.corner.x - MARGIN, bottom};
    gfVec2 size = {Letters_GetWidth(&headline) + 2.0f * MARGIN, top - bottom};
    return Picture_Add(scene, corner, size, TYPE_DENSITY, paintType, NULL) != NULL;
}

static bool drawType(Scene *scene, const gfDrawDef *def)
{
    return Picture_Draw(scene, scene->pictures[0], def, Scene_Vec(0.0f, 0.0f), 0.0f, 1.0f);
}

// What drives plume `index`, wider and softer than its smoke, so that this leaves it without teeth. It sways along the
// foot of the page.
static gfSourceDef getLift(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    unsigned n = 100u + 4u * (unsigned)index;
    float sway = sinf((0.30f + 0.25f * Scene_Hash(scene, n)) * time + turn * Scene_Hash(scene, n + 1u));
    float breath = sinf((0.8f + 0.5f * Scene_Hash(scene, n + 2u)) * time + turn * Scene_Hash(scene, n + 3u));
    float across = ((float)index + 0.5f) / PLUMES;
    float x = scene->width * (0.10f + 0.80f * across + 0.05f * sway);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(x, 0.0f), Scene_Vec(0.05f * fminf(scene->width, 1.0f), 0.012f), 0.0f);
    def.softness = 0.07f;
    def.temperature = WARMTH * (0.75f + 0.25f * breath);
    def.velocity = Scene_Vec(0.10f * sway, 0.13f + 0.05f * breath);
    return def;
}

static gfSourceDef getPlume(const Scene *scene, int index)
{
    static const float colors[PLUMES][3] = {{0.06f, 0.50f, 0.95f}, {0.16f, 0.20f, 1.00f}, {0.50f, 0.10f, 0.95f},
                                            {0.95f, 0.10f, 0.62f}, {1.00f, 0.22f, 0.22f}, {1.00f, 0.55f, 0.16f}};
    gfSourceDef def = getLift(scene, index);
    float strength = def.temperature / WARMTH;
    def.fields = GF_SOURCE_DYE;
    def.shape.b = Scene_Vec(0.8f * def.shape.b.x, 0.02f);
    def.softness = 0.035f;
    for (int c = 0; c < 3; c++) {
        def.dye[c] = strength * colors[index][c];
    }
    def.dye[3] = strength;
    return def;
}

// Emitters come in pairs.
static gfSourceDef getEmitter(const Scene *scene, int index)
{
    return (index % 2 == 0 ? getLift : getPlume)(scene, index / 2);
}

bool Headline_SetUp(Scene *scene)
{
    for (int i = 0; i < 2 * PLUMES; i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    if (scene->config.mask == NULL) { // else the user's solids take the place of the page's
        scene->drawOver = drawType;
        if (!addType(scene)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addSolids) && Backdrop_Paint(scene, paintPage);
}

void Headline_BeforeStep(Scene *scene)
{
    for (int i = 0; i < 2 * PLUMES; i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Headline_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float ambient[3] = {0.30f, 0.28f, 0.42f};
    def->range = 0.55f;
    def->fade.bottom = 0.14f; // it comes from below the page
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->tone.exposure = 1.2f;
    def->shadow.enabled = true;
    def->shadow.direction = Scene_Vec(-0.5f, 1.0f);
    def->shadow.density = 7.0f;
    def->shadow.length = 0.16f;
    memcpy(def->shadow.ambient, ambient, sizeof ambient);
    def->solids.shown = scene->config.mask != NULL;
    def->refraction.enabled = scene->backgroundTexture != 0;
    def->refraction.strength = 0.0f;
    def->refraction.absorption = 0.0f;
}
