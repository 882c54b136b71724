// Still pictures that a scene lays over its fluids: each is the dye of a fluid of its own, which never steps.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 2       // along each side of a texel
#define TEXELS_A_CELL 4 // likewise: nothing but the dye is looked at
#define AMOUNT_MAX 8.0f // of dye, which hides what is behind it

// Dye covers 1 - exp(-amount).
static void encode(const float rgba[4], float dye[4])
{
    float cover = fminf(fmaxf(rgba[3], 0.0f), 1.0f);
    dye[3] = cover < 1.0f ? fminf(-logf(1.0f - cover), AMOUNT_MAX) : AMOUNT_MAX;
    for (int c = 0; c < 3; c++) {
        dye[c] = cover > 0.0f ? dye[3] * rgba[c] / cover : 0.0f;
    }
}

static void paintTexel(const Scene *scene, gfVec2 corner, gfVec2 size, ScenePaintFn *paint, void *user, float dye[4])
{
    float sum[4] = {0.0f};
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        gfVec2 place = {corner.x + ((float)(i % SAMPLES) + 0.5f) / SAMPLES * size.x,
                        corner.y + ((float)(i / SAMPLES) + 0.5f) / SAMPLES * size.y};
        float rgba[4] = {0.0f};
        paint(scene, place, rgba, user);
        for (int c = 0; c < 4; c++) {
            sum[c] += rgba[c] / (SAMPLES * SAMPLES);
        }
    }
    encode(sum, dye);
}

bool Picture_Paint(const Scene *scene, gfFluid *picture, ScenePaintFn *paint, void *user)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(picture, GF_FIELD_DYE, &info)) {
        return false;
    }
    size_t count = 4 * (size_t)info.width * (size_t)info.height;
    float *values = malloc(count * sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (int32_t y = 0; y < info.height; y++) {
        for (int32_t x = 0; x < info.width; x++) {
            gfVec2 corner = {info.origin.x + ((float)x - 0.5f) * info.spacing.x,
                             info.origin.y + ((float)y - 0.5f) * info.spacing.y};
            paintTexel(scene, corner, info.spacing, paint, user,
                       values + 4 * ((size_t)y * (size_t)info.width + (size_t)x));
        }
    }
    bool written = gfFluid_WriteField(picture, GF_FIELD_DYE, values, count);
    free(values);
    return written;
}

gfFluid *Picture_Add(Scene *scene, gfVec2 corner, gfVec2 size, float density, ScenePaintFn *paint, void *user)
{
    gfFluidDef def = gfDefaultFluidDef();
    if (scene->pictureCount >= SCENE_PICTURE_MAX) {
        return NULL;
    }
    def.dyeScale = TEXELS_A_CELL;
    def.cellSize = TEXELS_A_CELL / density;
    def.gridWidth = (int32_t)fmaxf(ceilf(size.x / def.cellSize), GF_GRID_MIN);
    def.gridHeight = (int32_t)fmaxf(ceilf(size.y / def.cellSize), GF_GRID_MIN);
    def.origin = corner;
    gfFluid *picture = gfCreateFluid(scene->device, &def);
    if (picture == NULL) {
        return NULL;
    }
    scene->pictures[scene->pictureCount++] = picture;
    return Picture_Paint(scene, picture, paint, user) ? picture : NULL;
}

// The map from the picture's own metres to the world, and on to clip space.
static gfTransform2D getView(const Scene *scene, const gfDrawDef *def, gfVec2 offset, float angle)
{
    static const gfTransform2D none = {{0.0f}};
    gfTransform2D fill = {{2.0f / scene->width, 0.0f, 0.0f, 2.0f, -1.0f, -1.0f}}, view;
    const float *m = memcmp(&def->view, &none, sizeof none) == 0 ? fill.m : def->view.m;
    float cosine = cosf(angle), sine = sinf(angle);
    for (int i = 0; i < 2; i++) {
        view.m[i] = m[i] * cosine + m[i + 2] * sine;
        view.m[i + 2] = m[i + 2] * cosine - m[i] * sine;
        view.m[i + 4] = m[i] * offset.x + m[i + 2] * offset.y + m[i + 4];
    }
    return view;
}

bool Picture_Draw(const Scene *scene, gfFluid *picture, const gfDrawDef *def, gfVec2 offset, float angle, float light)
{
    gfDrawDef look = gfDefaultDrawDef();
    look.view = getView(scene, def, offset, angle);
    look.range = 1.0f;
    look.tone.exposure = light;
    look.solids.shown = false;
    look.encodeSrgb = def->encodeSrgb;
    return gfFluid_Draw(picture, &look);
}
