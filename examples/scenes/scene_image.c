// image: a picture becomes dye and is carried off by eddies; two stirrers keep it moving.
#include "scenes/scene_parts.h"

#include <math.h>

#define STIRRERS 2
#define SAMPLES_MIN 3 // along each side of a dye cell: smooth edges
#define SAMPLES_MAX 24

// A picture laid over part of the domain.
typedef struct Picture {
    const Image *image;
    gfVec2 corner; // upper left, m
    float pixel;   // side of a pixel, m
} Picture;

static void paintPicture(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)scene;
    const Picture *picture = user;
    const Image *image = picture->image;
    int column = (int)floorf((position.x - picture->corner.x) / picture->pixel);
    int row = (int)floorf((picture->corner.y - position.y) / picture->pixel);
    if (column < 0 || row < 0 || column >= image->width || row >= image->height) {
        return;
    }
    const uint8_t *pixel = image->pixels + 4 * ((size_t)row * (size_t)image->width + (size_t)column);
    rgba[3] = (float)pixel[3] / 255.0f;
    for (int i = 0; i < 3; i++) {
        rgba[i] = rgba[3] * Scene_DecodeSrgb(pixel[i]);
    }
}

static bool paintUserImage(Scene *scene)
{
    const Image *image = scene->config.image;
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_DYE, &info)) {
        return false;
    }
    // The whole picture, as large as fits, in the middle.
    float pixel = fminf(scene->width / (float)image->width, 1.0f / (float)image->height);
    Picture picture = {.image = image, .pixel = pixel};
    picture.corner =
        Scene_Vec(0.5f * (scene->width - pixel * (float)image->width), 0.5f * (1.0f + pixel * (float)image->height));
    // As many samples as a cell covers pixels, so that none is skipped when a picture shrinks.
    int samples = (int)fminf(fmaxf(ceilf(info.spacing.x / pixel), SAMPLES_MIN), SAMPLES_MAX);
    return Scene_PaintDye(scene, samples, paintPicture, &picture);
}

// The scene's own picture: a sun of rays and rings over layered hills.
static void paintOwn(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    float x = position.x - 0.5f * scene->width;
    float y = position.y;
    float dx = x - 0.12f;
    float dy = y - 0.58f;
    float radius = hypotf(dx, dy);
    float angle = atan2f(dy, dx);

    Scene_SetHue(rgba, 0.60f - 0.12f * y, 0.75f);
    float shade = (0.10f + 0.75f * y * y) * (cosf(18.0f * angle) > 0.0f ? 1.0f : 0.72f);
    if (radius < 0.30f) {
        Scene_SetHue(rgba, 0.02f + 0.35f * radius, 0.97f);
        shade = fmodf(radius, 0.06f) < 0.03f ? 1.0f : 0.62f;
    }
    for (int i = 0; i < 4; i++) {
        float top = 0.42f - 0.10f * (float)i + 0.05f * sinf((5.0f + 2.0f * (float)i) * x + 1.9f * (float)i);
        if (y < top) {
            Scene_SetHue(rgba, 0.88f - 0.13f * (float)i, 0.88f);
            shade = 0.9f * (fmodf(top - y, 0.05f) < 0.025f ? 1.0f : 0.6f);
        }
    }
    for (int i = 0; i < 3; i++) {
        rgba[i] *= shade;
    }
}

// A stirrer goes round its own centre, pushing along its path.
static gfSourceDef getStirrer(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene);
    float direction = index % 2 == 0 ? 1.0f : -1.0f;
    float rate = direction * 2.6f;
    float angle = rate * time + 2.0f * SCENE_PI * Scene_Hash(scene, (unsigned)index);
    float reach = 0.16f * fminf(scene->width, 1.0f);
    gfVec2 centre = Scene_Vec(scene->width * (index % 2 == 0 ? 0.3f : 0.7f), 0.5f);

    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(Scene_Vec(centre.x + reach * cosf(angle), centre.y + reach * sinf(angle)), 0.035f);
    def.softness = 0.05f;
    def.velocity = Scene_Vec(-rate * reach * sinf(angle), rate * reach * cosf(angle));
    return def;
}

bool Picture_SetUp(Scene *scene)
{
    for (int i = 0; i < STIRRERS; i++) {
        gfSourceDef def = getStirrer(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    if (!Scene_SetUpSolids(scene, NULL)) {
        return false;
    }
    bool painted =
        scene->config.image != NULL ? paintUserImage(scene) : Scene_PaintDye(scene, SAMPLES_MIN, paintOwn, NULL);
    return painted && Scene_WriteEddies(scene, 7, 0.32f, 0.15f);
}

void Picture_BeforeStep(Scene *scene)
{
    for (int i = 0; i < STIRRERS; i++) {
        gfSourceDef def = getStirrer(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Picture_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.12f; // a pixel's own alpha covers all but exp(-8) of the background
}
