// image: a picture becomes dye and is carried off by eddies; two stirrers keep it moving. Every few seconds the fluid
// comes to rest and the picture returns, to be carried off another way.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

#define STIRRERS 2
#define ROUND_S 6.5f     // from one return of the picture to the next
#define RETURN_S 1.3f    // that it takes
#define RETURN_RATE 4.5f // 1/s
#define CELL 8           // dye cells in a cell of the fluid that keeps the picture, along a side
#define SAMPLES_MIN 3    // along each side of a dye cell: smooth edges
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
        rgba[i] = rgba[3] * Image_DecodeSrgb((float)pixel[i] / 255.0f);
    }
}

static Picture placePicture(const Scene *scene)
{
    const Image *image = scene->config.image;
    // The whole picture, as large as fits, in the middle.
    float pixel = fminf(scene->width / (float)image->width, 1.0f / (float)image->height);
    Picture picture = {.image = image, .pixel = pixel};
    picture.corner =
        Scene_Vec(0.5f * (scene->width - pixel * (float)image->width), 0.5f * (1.0f + pixel * (float)image->height));
    return picture;
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

static float *paintCells(const Scene *scene, const gfFieldInfo *info)
{
    if (scene->config.image == NULL) {
        return Scene_PaintCells(scene, info, SAMPLES_MIN, paintOwn, NULL);
    }
    Picture picture = placePicture(scene);
    // As many samples as a cell covers pixels, so that none is skipped when a picture shrinks.
    int samples = (int)fminf(fmaxf(ceilf(info->spacing.x / picture.pixel), SAMPLES_MIN), SAMPLES_MAX);
    return Scene_PaintCells(scene, info, samples, paintPicture, &picture);
}

// Makes the fluid that keeps the picture: it never steps, and has it as its dye, which is a texture to pour from.
static bool keepPicture(Scene *scene, const gfFieldInfo *shown)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.fieldPrecision = GF_PRECISION_16F; // which every context filters
    def.gridWidth = (shown->width + CELL - 1) / CELL;
    def.gridHeight = (shown->height + CELL - 1) / CELL;
    def.gridWidth = def.gridWidth < GF_GRID_MIN ? GF_GRID_MIN : def.gridWidth;
    def.gridHeight = def.gridHeight < GF_GRID_MIN ? GF_GRID_MIN : def.gridHeight;
    def.dyeScale = (float)CELL;
    scene->screen = gfCreateFluid(scene->device, &def);
    gfFieldInfo info;
    if (scene->screen == NULL || !gfFluid_GetFieldInfo(scene->screen, GF_FIELD_DYE, &info)) {
        return false;
    }
    size_t count = 4 * (size_t)info.width * (size_t)info.height;
    info.spacing = Scene_Vec(scene->width / (float)info.width, 1.0f / (float)info.height);
    info.origin = Scene_Vec(0.5f * info.spacing.x, 0.5f * info.spacing.y);
    float *values = paintCells(scene, &info);
    bool kept = values != NULL && gfFluid_WriteField(scene->screen, GF_FIELD_DYE, values, count);
    free(values);
    return kept;
}

static bool paintFluid(Scene *scene)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_DYE, &info)) {
        return false;
    }
    float *values = paintCells(scene, &info);
    bool written = values != NULL &&
                   gfFluid_WriteField(scene->fluid, GF_FIELD_DYE, values, 4 * (size_t)info.width * (size_t)info.height);
    free(values);
    return written && keepPicture(scene, &info);
}

static int getRound(const Scene *scene)
{
    return (int)(Scene_GetTime(scene) / ROUND_S);
}

static float getSince(const Scene *scene)
{
    return Scene_GetTime(scene) - ROUND_S * (float)getRound(scene);
}

// A stirrer goes round its own centre, pushing along its path; it waits while the picture returns.
static gfSourceDef getStirrer(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene);
    unsigned n = 16u * (unsigned)getRound(scene) + 4u * (unsigned)index;
    bool later = getRound(scene) > 0;
    float direction = (index % 2 == 0) == (getRound(scene) % 2 == 0) ? 1.0f : -1.0f;
    float rate = direction * 2.6f;
    float angle = rate * time + 2.0f * SCENE_PI * Scene_Hash(scene, (unsigned)index);
    float reach = 0.16f * fminf(scene->width, 1.0f);
    gfVec2 centre = Scene_Vec(scene->width * (index % 2 == 0 ? 0.3f : 0.7f), 0.5f);
    if (later) {
        centre.x += 0.16f * scene->width * (Scene_Hash(scene, n) - 0.5f);
        centre.y += 0.36f * (Scene_Hash(scene, n + 1) - 0.5f);
    }

    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(Scene_Vec(centre.x + reach * cosf(angle), centre.y + reach * sinf(angle)), 0.035f);
    def.softness = 0.05f;
    if (later && getSince(scene) < RETURN_S) {
        return def; // adds nothing
    }
    def.mode = GF_SOURCE_SET;
    def.velocity = Scene_Vec(-rate * reach * sinf(angle), rate * reach * cosf(angle));
    return def;
}

// All over the domain: pours the picture while it returns, then stirs up eddies.
static gfSourceDef getReturn(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    gfVec2 middle = Scene_Vec(0.5f * scene->width, 0.5f);
    float since = getSince(scene);
    gfFieldTexture texture;
    if (getRound(scene) == 0 || since > RETURN_S + 2.5f || !gfFluid_GetTexture(scene->screen, GF_FIELD_DYE, &texture)) {
        def.shape = gfMakeCircle(middle, 0.01f);
        return def; // adds nothing
    }
    def.shape = gfMakeRectangle(middle, middle, 0.0f);
    if (since < RETURN_S) {
        def.fields = GF_SOURCE_DYE;
        def.texture = texture.texture;
        // What a frame's decay takes.
        float rate = 60.0f * (1.0f - expf(-RETURN_RATE / 60.0f));
        for (int i = 0; i < 4; i++) {
            def.dye[i] = rate;
        }
        return def;
    }
    def.fields = GF_SOURCE_VELOCITY;
    def.zone.turbulence.strength = 0.2f;
    def.zone.turbulence.scale = 0.4f;
    def.zone.turbulence.rate = 0.25f;
    def.zone.turbulence.seed = (uint32_t)getRound(scene);
    return def;
}

static gfSourceDef getEmitter(const Scene *scene, int index)
{
    return index < STIRRERS ? getStirrer(scene, index) : getReturn(scene);
}

bool Picture_SetUp(Scene *scene)
{
    if (!Scene_SetUpSolids(scene, NULL) || !paintFluid(scene)) {
        return false;
    }
    for (int i = 0; i <= STIRRERS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_WriteEddies(scene, 7, 0.32f, 0.15f);
}

void Picture_BeforeStep(Scene *scene)
{
    for (int i = 0; i <= STIRRERS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
    // While the picture is poured the old one and the flow die away.
    float rate = getRound(scene) > 0 && getSince(scene) < RETURN_S ? RETURN_RATE : 0.0f;
    gfGridParams params = gfFluid_GetDef(scene->fluid).grid;
    if (params.dyeDissipation != rate) {
        params.dyeDissipation = rate;
        params.velocityDissipation = rate;
        gfFluid_SetGridParams(scene->fluid, &params);
    }
}

void Picture_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.12f; // a pixel's own alpha covers all but exp(-8) of the background
}
