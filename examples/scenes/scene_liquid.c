// What the scenes of GF_SOLVER_WATER and GF_SOLVER_GAUSSIAN share: their clock, their first mass and dye, the look of
// water, what is behind it.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BACKDROP_HEIGHT 720 // px
#define BACKDROP_WIDTH_MAX 4096

// The method moves fluid by cells a step, and a step is a whole part of a frame. So many steps a frame that a cell a
// step is about `speed` whatever the grid: then sound is as fast (sqrt(stiffness / 2) of it), and the same gravity
// presses the fluid together as little. Twice the grid is twice the steps.
void Liquid_TuneFluid(gfFluidDef *def, float speed, float gravity)
{
    int steps = (int)lroundf(speed / (60.0f * def->cellSize));
    steps = steps < 1 ? 1 : steps > 100 ? 100 : steps;
    def->solver = GF_SOLVER_GAUSSIAN;
    def->dyeScale = 1.0f; // it takes no other
    def->fixedStep = 1.0f / (60.0f * (float)steps);
    def->maxSteps = 2 * steps + 2; // down to 30 frames a second without losing time
    def->gaussian.stiffness = GF_GAUSSIAN_STIFFNESS_MAX;
    def->gaussian.gravity = Scene_Vec(0.0f, 0.0f - gravity); // without gravity 0, not -0, which presets would write
}

// The step and its cuts are those that the library suggests for water of the domain's height.
void Water_TuneFluid(gfFluidDef *def, float gravity)
{
    gfFluidDef water = gfSuggestLiquid((float)def->gridHeight * def->cellSize, gravity, def->gridHeight);
    def->solver = water.solver;
    def->dyeScale = 1.0f; // it takes no other
    def->fixedStep = water.fixedStep;
    def->maxSteps = water.maxSteps;
    def->water = water.water;
}

void Water_TiltGravity(Scene *scene, float angle)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    float gravity = hypotf(def.water.gravity.x, def.water.gravity.y);
    def.water.gravity = Scene_Vec(gravity * sinf(angle), -gravity * cosf(angle));
    gfFluid_SetDef(scene->fluid, &def);
}

gfSourceDef Liquid_GetCalm(gfVec2 centre, gfVec2 half, float drag)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(centre, half, 0.0f);
    def.zone.drag = drag;
    return def;
}

void Liquid_TuneTension(gfFluidDef *def, float strength)
{
    float speed = def->cellSize / def->fixedStep;
    def->gaussian.surfaceTension = strength * speed * speed * def->cellSize;
}

// Mass is the amount that was painted, dye what one unit of it carries.
static bool writeLiquid(Scene *scene, const float *painted, size_t count, bool dyed)
{
    float *values = malloc(4 * count * sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        values[i] = painted[4 * i + 3];
    }
    bool written = gfFluid_WriteField(scene->fluid, GF_FIELD_MASS, values, count);
    if (written && dyed) {
        for (size_t i = 0; i < 4 * count; i++) {
            float mass = painted[4 * (i / 4) + 3];
            values[i] = mass > 0.0f ? painted[i] / mass : 0.0f;
        }
        written = gfFluid_WriteField(scene->fluid, GF_FIELD_DYE, values, 4 * count);
    }
    free(values);
    return written;
}

bool Scene_PaintLiquid(Scene *scene, ScenePaintFn *paint, void *user, bool dyed)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_MASS, &info)) {
        return false;
    }
    float *painted = Scene_PaintCells(scene, &info, 4, paint, user);
    if (painted == NULL) {
        return false;
    }
    bool written = writeLiquid(scene, painted, (size_t)info.width * (size_t)info.height, dyed);
    free(painted);
    return written;
}

bool Scene_WriteVelocity(Scene *scene, SceneFlowFn *flow, void *user)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_VELOCITY, &info)) {
        return false;
    }
    size_t count = 2 * (size_t)info.width * (size_t)info.height;
    float *values = malloc(count * sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (int32_t y = 0; y < info.height; y++) {
        for (int32_t x = 0; x < info.width; x++) {
            gfVec2 centre = {info.origin.x + (float)x * info.spacing.x, info.origin.y + (float)y * info.spacing.y};
            gfVec2 velocity = flow(scene, centre, info.spacing, user);
            float *value = values + 2 * ((size_t)y * (size_t)info.width + (size_t)x);
            value[0] = velocity.x;
            value[1] = velocity.y;
        }
    }
    bool written = gfFluid_WriteField(scene->fluid, GF_FIELD_VELOCITY, values, count);
    free(values);
    return written;
}

bool Scene_GetFreeArea(const Scene *scene, float *area)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(scene->fluid, GF_FIELD_SOLID, &info)) {
        return false;
    }
    size_t count = (size_t)info.width * (size_t)info.height;
    float *distance = malloc(count * sizeof *distance);
    bool read = distance != NULL && gfFluid_ReadFieldBlocking(scene->fluid, GF_FIELD_SOLID, distance, count);
    size_t open = 0;
    for (size_t i = 0; read && i < count; i++) {
        open += distance[i] >= 0.0f ? 1 : 0;
    }
    *area = (float)open * info.spacing.x * info.spacing.y;
    free(distance);
    return read;
}

void Liquid_TuneDraw(gfDrawDef *def)
{
    static const float deep[3] = {0.000f, 0.14f, 0.25f};
    static const float thin[3] = {0.16f, 0.62f, 0.74f};
    static const float tint[3] = {0.00f, 0.68f, 0.85f};
    def->style = GF_DRAW_LIQUID;
    def->tone.dither = true;
    def->liquid.rim = 0.022f;
    def->liquid.foamSpeed = 0.65f;
    memcpy(def->liquid.deep, deep, sizeof deep);
    memcpy(def->liquid.thin, thin, sizeof thin);
    def->refraction.enabled = true;
    def->refraction.depth = 0.05f;
    def->refraction.strength = 0.022f;
    def->refraction.absorption = 1.1f;
    memcpy(def->refraction.tint, tint, sizeof tint);
}

void Liquid_TuneWallDraw(gfDrawDef *def)
{
    Liquid_TuneDraw(def);
    def->liquid.clarity = 0.3f;
    def->liquid.caustics = 0.8f;
    def->liquid.causticsReach = 0.03f;
}

float Backdrop_Cover(float inside)
{
    return fminf(fmaxf(0.5f + BACKDROP_HEIGHT * inside, 0.0f), 1.0f);
}

void Backdrop_Mix(float light[3], const float color[3], float factor, float share)
{
    for (int c = 0; c < 3; c++) {
        light[c] += share * (factor * color[c] - light[c]);
    }
}

float Backdrop_GetStones(const Scene *scene, gfVec2 place, const BackdropStones *stones, float *edge)
{
    int course = (int)(place.y / stones->courseHeight);
    float along =
        place.x / stones->blockWidth + 0.5f * (float)(course % 2) + 0.3f * Scene_Hash(scene, 90u + (unsigned)course);
    int block = (int)along;
    float x = stones->blockWidth * (along - (float)block), y = place.y - stones->courseHeight * (float)course;
    *edge = fminf(fminf(x, stones->blockWidth - x), fminf(y, stones->courseHeight - y)) - 0.003f;
    float shade = stones->dark + stones->varies * Scene_Hash(scene, 400u + 64u * (unsigned)course + (unsigned)block);
    float grain = Backdrop_GetNoise(scene, 26.0f * place.x + 5.0f * shade, 38.0f * place.y, 100000u) +
                  0.8f * Backdrop_GetNoise(scene, 120.0f * place.x, 150.0f * place.y, 400000u) - 0.9f;
    shade *= 1.0f + stones->grain * grain + 0.12f * (y / stones->courseHeight - 0.5f);
    return shade * (0.72f + 0.28f * fminf(fmaxf(*edge / 0.009f, 0.0f), 1.0f)); // worn rims
}

float Backdrop_GetSize(const Scene *scene)
{
    return fminf(scene->width / 1.78f, 1.0f);
}

// Smooth between lattice points of chance values.
float Backdrop_GetNoise(const Scene *scene, float x, float y, unsigned seed)
{
    float column = floorf(x), row = floorf(y);
    float tx = x - column, ty = y - row;
    tx = tx * tx * (3.0f - 2.0f * tx);
    ty = ty * ty * (3.0f - 2.0f * ty);
    unsigned at = seed + 512u * (unsigned)(int)row + (unsigned)(int)column;
    float low = Scene_Hash(scene, at) + tx * (Scene_Hash(scene, at + 1u) - Scene_Hash(scene, at));
    float high = Scene_Hash(scene, at + 512u) + tx * (Scene_Hash(scene, at + 513u) - Scene_Hash(scene, at + 512u));
    return low + ty * (high - low);
}

bool Backdrop_Paint(Scene *scene, BackdropFn *paint)
{
    Image *image = &scene->background;
    float width = fminf(fmaxf(BACKDROP_HEIGHT * scene->width, 1.0f), BACKDROP_WIDTH_MAX);
    *image = Image_Create((int)width, BACKDROP_HEIGHT);
    if (image->pixels == NULL) {
        return false;
    }
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            gfVec2 place = {scene->width * ((float)x + 0.5f) / (float)image->width,
                            1.0f - ((float)y + 0.5f) / BACKDROP_HEIGHT};
            float light[3] = {0.0f, 0.0f, 0.0f};
            paint(scene, place, light);
            uint8_t *pixel = image->pixels + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
            for (int c = 0; c < 3; c++) {
                float code = Image_EncodeSrgb(fminf(fmaxf(light[c], 0.0f), 1.0f));
                pixel[c] = (uint8_t)(255.0f * code + Scene_Random(scene)); // no bands
            }
            pixel[3] = 255;
        }
    }
    return true;
}
