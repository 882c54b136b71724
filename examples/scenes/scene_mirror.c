// mirror: a fluid that follows what a camera or a film shows (--camera, --video), or a made film of a dancer who swings
// two lights on strings. Its colours flow off where it moves. Hosts have the picture as a texture of their own; scenes
// have no GL, so here a fluid that never steps has it as its dye.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

#define VIDEO_WIDTH 192 // pixels
#define VIDEO_STEPS 2   // frames of 1/60 s that a picture is shown
#define CELL 8          // pixels of the picture in a cell of the fluid that has it
#define LIMBS_MAX 24

// --- a made film -----------------------------------------------------------------------------------------------------

// A stroke of light with soft edges, as thick as its ends say.
typedef struct Limb {
    gfVec2 a, b;
    float thickA, thickB;
    float hue, bright;
} Limb;

typedef struct Figure {
    Limb limbs[LIMBS_MAX];
    int count;
} Figure;

static void addLimb(Figure *f, gfVec2 a, gfVec2 b, float thickA, float thickB, float hue, float bright)
{
    f->limbs[f->count++] = (Limb){a, b, thickA, thickB, hue, bright};
}

static gfVec2 from(gfVec2 at, float angle, float length)
{
    return Scene_Vec(at.x + length * cosf(angle), at.y + length * sinf(angle));
}

// An arm, what hangs from its hand by a string, and that at some moments before, fainter: an exposure of a 30th of a
// second.
static void addArm(Figure *f, gfVec2 shoulder, float side, float t)
{
    float lift = -0.35f + 0.75f * sinf(1.3f * t + 1.1f * side),
          bend = 0.7f + 0.5f * sinf(1.3f * t - 0.7f + 2.0f * side);
    float upper = side > 0.0f ? lift : SCENE_PI - lift, lower = side > 0.0f ? lift + bend : SCENE_PI - lift - bend;
    gfVec2 elbow = from(shoulder, upper, 0.125f), hand = from(elbow, lower, 0.115f);
    addLimb(f, shoulder, elbow, 0.026f, 0.021f, 0.90f, 0.75f);
    addLimb(f, elbow, hand, 0.021f, 0.016f, 0.95f, 0.85f);
    for (int i = 2; i >= 0; i--) {
        float past = t - 0.011f * (float)i;
        float swing = side * (3.6f * past + 0.9f * sinf(0.7f * past)) + (side > 0.0f ? 0.0f : 2.0f);
        gfVec2 light = from(hand, swing, 0.145f);
        addLimb(f, light, light, 0.034f, 0.034f, (side > 0.0f ? 0.10f : 0.52f) + 0.05f * sinf(0.4f * past),
                i == 0 ? 1.0f : 0.7f);
    }
}

static Figure poseFigure(float width, float t)
{
    Figure f = {.count = 0};
    gfVec2 hips =
        Scene_Vec(0.5f * width + 0.16f * sinf(0.53f * t) + 0.03f * sinf(1.9f * t), 0.40f + 0.02f * sinf(2.6f * t));
    gfVec2 chest = Scene_Vec(hips.x + 0.05f * sinf(1.3f * t + 0.6f), hips.y + 0.17f);
    gfVec2 head = Scene_Vec(chest.x + 0.03f * sinf(1.3f * t + 1.2f), chest.y + 0.125f);
    for (int side = -1; side <= 1; side += 2) {
        float s = (float)side;
        float step = sinf(2.6f * t + (side > 0 ? 0.0f : SCENE_PI));
        gfVec2 hip = Scene_Vec(hips.x + 0.035f * s, hips.y);
        gfVec2 foot =
            Scene_Vec(hips.x + s * (0.11f + 0.03f * step) - 0.05f * sinf(0.53f * t), 0.10f + 0.03f * fmaxf(step, 0.0f));
        gfVec2 knee = Scene_Vec(0.5f * (hip.x + foot.x) + 0.04f * s, 0.5f * (hip.y + foot.y) + 0.015f * step);
        addLimb(&f, hip, knee, 0.036f, 0.028f, 0.68f, 0.75f);
        addLimb(&f, knee, foot, 0.028f, 0.018f, 0.62f, 0.65f);
    }
    addLimb(&f, hips, chest, 0.050f, 0.058f, 0.78f, 0.8f);
    addLimb(&f, head, head, 0.048f, 0.048f, 0.06f, 0.8f);
    addArm(&f, Scene_Vec(chest.x + 0.05f, chest.y + 0.02f), 1.0f, t);
    addArm(&f, Scene_Vec(chest.x - 0.05f, chest.y + 0.02f), -1.0f, t);
    return f;
}

// How far a place is inside a limb, in thicknesses: 1 on its middle line, 0 at its edge.
static float depthIn(const Limb *l, gfVec2 p, float *along)
{
    float dx = l->b.x - l->a.x, dy = l->b.y - l->a.y, square = dx * dx + dy * dy;
    float share = square > 0.0f ? ((p.x - l->a.x) * dx + (p.y - l->a.y) * dy) / square : 0.0f;
    share = fminf(fmaxf(share, 0.0f), 1.0f);
    *along = share;
    float thick = l->thickA + share * (l->thickB - l->thickA);
    return 1.0f - hypotf(p.x - l->a.x - share * dx, p.y - l->a.y - share * dy) / thick;
}

// sRGB of a place, first row at the bottom: a dim wall, and the figure, a little banded, so that its motion is seen.
static void paintPlace(const Figure *f, gfVec2 p, float rgba[4])
{
    float wall = 0.10f + 0.04f * sinf(31.0f * p.x) * sinf(23.0f * p.y + 4.0f * sinf(5.0f * p.x)) + 0.05f * p.y;
    rgba[0] = 0.6f * wall;
    rgba[1] = 0.7f * wall;
    rgba[2] = 1.2f * wall;
    rgba[3] = 1.0f;
    for (int i = 0; i < f->count; i++) {
        float along, depth = depthIn(&f->limbs[i], p, &along);
        if (depth <= -0.2f) {
            continue;
        }
        float cover = fminf(1.0f, (depth + 0.2f) / 0.4f), color[4];
        Scene_SetHue(color, f->limbs[i].hue + 0.10f * along + 0.06f * depth, 0.85f);
        float bands = 0.82f + 0.18f * sinf(14.0f * along + 5.0f * depth);
        float bright = f->limbs[i].bright * bands * (0.6f + 0.4f * fmaxf(depth, 0.0f));
        for (int c = 0; c < 3; c++) {
            float shown = sqrtf(fmaxf(color[c] * bright, 0.0f));
            rgba[c] += cover * (fminf(shown, 1.0f) - rgba[c]);
        }
    }
}

// --- pictures --------------------------------------------------------------------------------------------------------

static bool showPicture(Scene *scene, const float *values, const gfFieldInfo *info)
{
    size_t count = 4 * (size_t)info->width * (size_t)info->height;
    gfFieldTexture texture;
    return gfFluid_WriteField(scene->screen, GF_FIELD_DYE, values, count) &&
           gfFluid_GetTexture(scene->screen, GF_FIELD_DYE, &texture) && gfOpticalFlow_Add(scene->flow, texture.texture);
}

// Picture `number` of the made film.
static bool showMade(Scene *scene, int number, float *values, const gfFieldInfo *info)
{
    const Figure figure = poseFigure(scene->width, (float)(number * VIDEO_STEPS) / 60.0f);
    for (int i = 0; i < info->width * info->height; i++) {
        float x = ((float)(i % info->width) + 0.5f) / (float)info->width;
        float y = ((float)(i / info->width) + 0.5f) / (float)info->height;
        paintPlace(&figure, Scene_Vec(scene->width * x, y), values + 4 * i);
    }
    return showPicture(scene, values, info);
}

// The next one of the host's, if there is one.
static bool showHosts(Scene *scene, float *values, const gfFieldInfo *info)
{
    const SceneVideo *video = scene->config.video;
    if (!video->read(video->user, &scene->picture)) {
        return true;
    }
    for (int y = 0; y < info->height; y++) {
        const uint8_t *row = scene->picture.pixels + 4 * (size_t)(info->height - 1 - y) * (size_t)info->width;
        for (int i = 0; i < 4 * info->width; i++) {
            values[4 * y * info->width + i] = (float)row[i] / 255.0f;
        }
    }
    return showPicture(scene, values, info);
}

// Brings the flow to the picture of this frame. A scene that begins, or goes on from a file, has not seen the one
// before.
static void showNext(Scene *scene)
{
    int number = scene->frame / VIDEO_STEPS;
    gfFieldInfo info;
    if (scene->events == number + 1 || !gfFluid_GetFieldInfo(scene->screen, GF_FIELD_DYE, &info)) {
        return;
    }
    float *values = malloc(4 * (size_t)info.width * (size_t)info.height * sizeof *values);
    if (values == NULL) {
        return; // the last picture stays
    }
    if (scene->config.video != NULL) {
        showHosts(scene, values, &info);
    } else if ((number > 0 && scene->events == number) || showMade(scene, number - 1, values, &info)) {
        showMade(scene, number, values, &info);
    }
    scene->events = number + 1;
    free(values);
}

// --- the scene -------------------------------------------------------------------------------------------------------

void Mirror_TuneFluid(gfFluidDef *def)
{
    def->grid.vorticityConfinement = 1.5f;
    def->grid.velocityDissipation = 0.35f;
    def->grid.dyeDissipation = 0.75f;
}

bool Mirror_SetUp(Scene *scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.fieldPrecision = GF_PRECISION_16F; // which every context filters
    def.gridWidth = VIDEO_WIDTH / CELL;
    def.gridHeight = (int)fmaxf(4.0f, roundf((float)def.gridWidth / scene->width));
    def.dyeScale = (float)CELL;
    scene->screen = gfCreateFluid(scene->device, &def);
    gfFieldInfo info;
    if (scene->screen == NULL || !gfFluid_GetFieldInfo(scene->screen, GF_FIELD_DYE, &info)) {
        return false;
    }
    gfOpticalFlowDef flow = gfDefaultOpticalFlowDef();
    flow.width = info.width;
    flow.height = info.height;
    scene->flow = gfCreateOpticalFlow(scene->device, &flow);
    if (scene->config.video != NULL) {
        scene->picture = Image_Create(info.width, info.height);
    }
    return scene->flow != NULL && (scene->config.video == NULL || scene->picture.pixels != NULL) &&
           Scene_SetUpSolids(scene, NULL);
}

void Mirror_BeforeStep(Scene *scene)
{
    showNext(scene);
    gfStirDef stir = gfDefaultStirDef();
    stir.frameTime = VIDEO_STEPS / 60.0f;
    stir.gain = 1.1f;
    stir.pull = 14.0f;
    stir.colors = true;
    for (int i = 0; i < 4; i++) {
        stir.dye[i] = 4.2f;
    }
    gfOpticalFlow_Stir(scene->flow, scene->fluid, &stir, 1.0f / 60.0f);
}

void Mirror_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.012f, 0.012f, 0.022f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
    }
    def->ink = GF_INK_LIGHT;
    def->range = 0.5f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->bloom.enabled = true;
    def->bloom.threshold = 0.7f;
    def->bloom.intensity = 0.9f;
    def->bloom.spread = 1.2f;
}
