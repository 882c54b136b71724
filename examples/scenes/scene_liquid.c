// What the scenes of GF_SOLVER_GAUSSIAN share: their clock, their first mass and dye, the look of water.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    def->maxSubsteps = 2 * steps + 2; // down to 30 frames a second without losing time
    def->gaussian.stiffness = GF_GAUSSIAN_STIFFNESS_MAX;
    def->gaussian.gravity = Scene_Vec(0.0f, -gravity);
}

// Two particles of masses m push each other by stiffness m (P + P) with P = m (m - 1), and half the gradient of that
// holds up gravity at rest: 4/3 (m^3 - 1) - 3/2 (m^2 - 1) = 2 gravity depth / (stiffness speed^2), speed being that of
// a cell a step. By Newton's method.
float Liquid_GetRestMass(const Scene *scene, float depth)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    float speed = def.cellSize / def.fixedStep;
    float push = -2.0f * def.gaussian.gravity.y * fmaxf(depth, 0.0f) / (def.gaussian.stiffness * speed * speed);
    float m = 1.0f + push;
    for (int i = 0; i < 8; i++) {
        m -= (4.0f / 3.0f * (m * m * m - 1.0f) - 1.5f * (m * m - 1.0f) - push) / (4.0f * m * m - 3.0f * m);
    }
    return m;
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
    static const float background[4] = {0.004f, 0.006f, 0.011f, 1.0f};
    static const float solid[4] = {0.060f, 0.062f, 0.070f, 1.0f};
    def->style = GF_DRAW_MASS;
    def->range = 1.2f;
    // Spray is pale and thin, the body deep.
    def->palette = (gfPalette){8,
                               {{0.30f, 0.62f, 0.80f, 0.00f},
                                {0.30f, 0.62f, 0.80f, 0.30f},
                                {0.26f, 0.60f, 0.82f, 0.85f},
                                {0.12f, 0.42f, 0.72f, 1.00f},
                                {0.045f, 0.26f, 0.60f, 1.00f},
                                {0.016f, 0.15f, 0.46f, 1.00f},
                                {0.007f, 0.085f, 0.32f, 1.00f},
                                {0.004f, 0.050f, 0.22f, 1.00f}}};
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
}

void Liquid_TuneDyeDraw(gfDrawDef *def)
{
    Liquid_TuneDraw(def);
    def->style = GF_DRAW_DYE;
    def->range = 0.3f;
    def->palette.count = 0;
}
