// Viscosity and surface tension of water, which cost nothing where they are 0.
#include "solvers/water/water.h"

// --- viscosity -------------------------------------------------------------------------------------------------------

// Viscosity acts in stages of a Runge-Kutta-Legendre method of first order (Meyer, Balsara and Aslam 2012, RKL1): s of
// them are stable over (s^2 + s) / 2 times what a single one is. Odd numbers damp best.
#define STAGES_MAX 13
// The most that one stage is stable for, as viscosity times the step over a cell's area: near walls (strain.frag).
#define STAGE_MAX 0.07f

uint32_t gfWater_GetConditions(const gfFluidDef *def)
{
    return (def->water.viscosity > 0.0f ? GF_WATER_VISCOUS : 0u) |
           (def->water.surfaceTension > 0.0f ? GF_WATER_TENSION : 0u);
}

// Returns how many stages viscosity takes. `amount`: viscosity times the step, cells^2; it is limited to what they
// bear.
static int countStages(float *amount)
{
    int stages = 1;
    while (stages<STAGES_MAX && * amount> STAGE_MAX * 0.5f * (float)(stages * stages + stages)) {
        stages += 2;
    }
    *amount = fminf(*amount, STAGE_MAX * 0.5f * (float)(stages * stages + stages));
    return stages;
}

// Returns where the velocity after a stage is: that after the last one is `viscous`.
static const gfTexture *textureOfStage(const gfWater *w, int stage, int stages)
{
    const gfTexture *const textures[] = {&w->viscous, &w->velocity.read, &w->velocity.write};
    return textures[(stages - stage) % 3];
}

static bool drawStrain(const gfBody *body, const gfWater *w, const gfSphDomain *domain, const gfTexture *first)
{
    return gfPass_Run(body->device,
                      &(gfPass){.label = "viscosity",
                                .shader = GF_SHADER("water/strain.frag", NULL),
                                .writes = {first, &w->strain},
                                .inputs = {GF_IN(liquid, w->liquid.id), GF_IN(depth, w->depth.id),
                                           GF_IN(gathered, w->gathered.id), GF_IN(wallVelocity, w->wallVelocity.id),
                                           GF_IN(faces, w->faces.id), GF_IN(corners, w->corners.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w), GF_F1(cellSize, body->def.cellSize),
                                             GF_F4V(holdingSides, 1, domain->holding.value),
                                             GF_F4V(closedSides, 1, domain->closed.value)}});
}

bool gfWater_ApplyViscosity(const gfBody *body, const gfWater *w, const gfSphDomain *domain)
{
    float h = body->def.cellSize, amount = body->def.water.viscosity * domain->step / (h * h);
    int stages = countStages(&amount);
    const float *speed = domain->speed.value;
    GF_TRY(drawStrain(body, w, domain, textureOfStage(w, 0, stages)));
    for (int i = 1; i <= stages; i++) {
        float share = (2.0f * (float)i - 1.0f) / (float)i, parts = 0.5f * (float)(stages * stages + stages);
        GF_TRY(gfPass_Run(
            body->device,
            &(gfPass){.label = "viscosity",
                      .shader = GF_SHADER("water/viscosity.frag", NULL),
                      .writes = {textureOfStage(w, i, stages)},
                      .inputs = {GF_IN(strain, w->strain.id), GF_IN(latest, textureOfStage(w, i - 1, stages)->id),
                                 GF_IN(former, textureOfStage(w, i > 1 ? i - 2 : 0, stages)->id)},
                      .uniforms = {GF_WATER_CELLS_OF(w),
                                   GF_F4(sideSpeed, speed[0] / h, speed[1] / h, speed[2] / h, speed[3] / h),
                                   GF_F4(stage, share, 1.0f - share, share * amount / parts, 0.0f)}}));
    }
    return true;
}

// --- surface tension -------------------------------------------------------------------------------------------------

// Returns the most tension, cells^3/s^2, at which the shortest waves on the grid don't grow in steps of `dt`, s.
static float getMostTension(float dt)
{
    return 0.25f / (2.0f * 3.14159265f * dt * dt);
}

static float getTension(const gfBody *body)
{
    float h = body->def.cellSize;
    return body->def.water.surfaceTension / (h * h * h);
}

int gfWater_CountTensionSubsteps(const gfBody *body, float dt)
{
    float squares = getTension(body) / getMostTension(dt);
    return (int)ceilf(fminf(sqrtf(squares), 1000.0f));
}

float gfWater_GetTensionImpulse(const gfBody *body, float dt)
{
    return dt * fminf(getTension(body), getMostTension(dt));
}

bool gfWater_DrawCurvature(const gfBody *body, const gfWater *w)
{
    return gfPass_Run(body->device,
                      &(gfPass){.label = "surface",
                                .shader = GF_SHADER("water/curvature.frag", NULL),
                                .writes = {&w->curvature},
                                .inputs = {GF_IN(fraction, w->fraction.id), GF_IN(openness, w->openness.read.id)},
                                .uniforms = {GF_WATER_CELLS_OF(w)}});
}
