// Repairs after a change of resolution: restores totals of dye and heat, which interpolation and masks changed, and
// removes the divergence of the resampled velocity.
#include "solvers/grid/grid.h"

enum { KEPT_DYE, KEPT_HEAT, KEPT_COUNT };

// Tells whether the fluid masks are drawn for the present fields and place.
static bool knowsMasks(const gfGrid *g)
{
    return g->masks.drawn && g->masks.shift[0] == 0 && g->masks.shift[1] == 0;
}

static const gfTexture *keptMask(const gfGrid *g, int kept)
{
    return &g->masks.fluid[kept == KEPT_DYE ? 0 : gfGrid_TemperatureSet(g)].read;
}

static gfPair *keptField(gfGrid *g, int kept)
{
    return kept == KEPT_DYE ? &g->dye : &g->temperature;
}

static gfUniform keptClear(const gfBody *body, int kept, float rest[4])
{
    rest[0] = rest[1] = rest[2] = rest[3] = kept == KEPT_HEAT ? body->def.grid.ambientTemperature : 0.0f;
    return (gfUniform)GF_F4V(outside, 1, rest);
}

static gfShader getFluidSum(bool sizes)
{
    return (gfShader)GF_SHADER("common/reduce.frag", sizes ? "FLUID;SIZES" : "FLUID");
}

static gfShader getRestore(const gfBody *body, int kept)
{
    bool half = gfGrid_IsStoredInHalves(body, kept == KEPT_DYE ? GF_STORED_DYE : GF_STORED_TEMPERATURE);
    return (gfShader)GF_GRID_SHADER(Cover, "grid/restore.frag", NULL, gfGrid_If(half, GF_GRID_ROUND_DYE));
}

// Sums dye or heat over fluid of `from`, which may be the state before a resize. `sizes`: absolute values.
static void sumFluidField(const gfBody *body, const gfGrid *from, int kept, const gfPyramid *p, bool sizes)
{
    const gfTexture *field = &keptField((gfGrid *)from, kept)->read;
    float rest[4];
    const gfUniform outside = keptClear(body, kept, rest);
    for (int i = 0; i < p->levels; i++) {
        const gfTexture *source = i == 0 ? field : &p->texture[i - 1];
        gfPass_Run(body->device,
                   &(gfPass){.label = "resample",
                             .shader = i == 0 ? getFluidSum(sizes) : (gfShader)GF_SHADER("common/reduce.frag", NULL),
                             .writes = {&p->texture[i]},
                             .inputs = {GF_IN(source, source->id), GF_IN(fluidMask, keptMask(from, kept)->id)},
                             .uniforms = {GF_I2(cells, source->width, source->height), outside}});
    }
}

// Returns the factor from the top of the reduction, a mean, to the total over the domain, m^2.
static float keptScaleOf(const gfPyramid *p, const gfTexture *field, int cellsX, int cellsY, float cellSize)
{
    float scale = cellSize * cellSize * (float)cellsX * (float)cellsY / (float)(field->width * field->height);
    for (int i = 0; i < p->levels; i++) {
        scale *= 16.0f;
    }
    return scale;
}

void gfGrid_DropTotals(gfDevice *device, gfGrid *g)
{
    for (int i = 0; i < KEPT_COUNT; i++) {
        gfPyramid_Destroy(device, &g->totals.sums[i]);
    }
}

bool gfGrid_KeepTotals(const gfBody *body, gfGrid *g, const gfFluidDef *oldDef, const gfGrid *old)
{
    gfDevice *device = body->device;
    bool keeps = knowsMasks(old) && gfState_IsSameDomain(&body->def, oldDef);
    if (!keeps && !device->dryRun) {
        return true;
    }
    const gfShader shaders[] = {getFluidSum(false), getFluidSum(true), getRestore(body, KEPT_DYE),
                                getRestore(body, KEPT_HEAT)};
    if (!gfPrograms_Make(device, shaders, GF_COUNT(shaders))) {
        return false;
    }
    for (int i = 0; i < KEPT_COUNT; i++) {
        const gfTexture *field = &keptField((gfGrid *)old, i)->read;
        if (!gfPyramid_Create(device, &g->totals.sums[i], &GF_REDUCTION_SHAPE, field->width, field->height)) {
            return false; // gfGrid_DropTotals destroys the other sums with the state
        }
        sumFluidField(body, old, i, &g->totals.sums[i], false);
        g->totals.scale[i] = keptScaleOf(&g->totals.sums[i], field, old->cellsX, old->cellsY, oldDef->cellSize);
    }
    return true;
}

// Scales dye or heat to its total before the resize. False and reported: out of memory for the sums.
static bool restoreTotal(const gfBody *body, gfGrid *g, int kept)
{
    gfDevice *device = body->device;
    gfPair *field = keptField(g, kept);
    gfPyramid sums[2] = {{0}, {0}};
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        ok = gfPyramid_Create(device, &sums[i], &GF_REDUCTION_SHAPE, field->read.width, field->read.height);
        if (ok) {
            sumFluidField(body, g, kept, &sums[i], i == 1);
        }
    }
    if (ok) {
        float rest[4];
        float scale = keptScaleOf(&sums[0], &field->read, g->cellsX, g->cellsY, body->def.cellSize);
        ok = gfPass_Run(
            device,
            &(gfPass){.label = "resample",
                      .shader = getRestore(body, kept),
                      .writes = {&field->write},
                      .inputs = {GF_IN(source, field->read.id), GF_IN(fluidMask, keptMask(g, kept)->id),
                                 GF_IN(mean, gfPyramid_Top(&g->totals.sums[kept])->id),
                                 GF_IN(sums, gfPyramid_Top(&sums[0])->id), GF_IN(norms, gfPyramid_Top(&sums[1])->id)},
                      .uniforms = {keptClear(body, kept, rest), GF_F1(factor, g->totals.scale[kept] / scale),
                                   GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_TOTALS))}});
    }
    if (ok) {
        gfPair_Swap(field);
    }
    gfPyramid_Destroy(device, &sums[0]);
    gfPyramid_Destroy(device, &sums[1]);
    return ok;
}

bool gfGrid_Settle(const gfBody *body, void *state)
{
    gfGrid *g = state;
    bool ok = true;
    for (int i = 0; ok && i < KEPT_COUNT && g->totals.sums[i].levels > 0; i++) {
        ok = restoreTotal(body, g, i);
    }
    gfGrid_DropTotals(body->device, g);
    return ok && gfGrid_Project(body, g, 0);
}
