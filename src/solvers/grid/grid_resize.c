// Repairs a state after a change of resolution. Interpolation and new solid masks have changed the totals of dye and
// heat: these are restored. The resampled velocity has divergence: it is projected.
#include "solvers/grid/grid.h"

// Returns the uniform u_outside: the value at rest, from which totals are counted. `rest` is its storage.
static gfUniform restOf(const gfBody *body, int scalar, float rest[4])
{
    rest[0] = rest[1] = rest[2] = rest[3] = gfGrid_GetRest(body, scalar);
    return (gfUniform)GF_F4V(outside, 1, rest);
}

static gfShader getFluidSum(bool sizes)
{
    return (gfShader)GF_SHADER("common/reduce.frag", sizes ? "FLUID;SIZES" : "FLUID");
}

static gfShader getRestore(const gfBody *body, int scalar)
{
    bool half = gfGrid_IsStoredInHalves(body, gf_gridScalars[scalar].stored);
    return (gfShader)GF_GRID_SHADER(Cover, "grid/restore.frag", NULL, gfGrid_If(half, GF_GRID_ROUND_DYE));
}

// Reduces a scalar of the state `from`, new or old, to its mean over the fluid in `p`. `sizes`: of absolute values.
static void sumFluidField(const gfBody *body, const gfGrid *from, int scalar, const gfPyramid *p, bool sizes)
{
    const gfTexture *field = &gfGrid_GetScalar(from, scalar)->read;
    float rest[4];
    const gfUniform outside = restOf(body, scalar, rest);
    for (int i = 0; i < p->levels; i++) {
        const gfTexture *source = i == 0 ? field : &p->texture[i - 1];
        gfPass_Run(
            body->device,
            &(gfPass){.label = "resample",
                      .shader = i == 0 ? getFluidSum(sizes) : (gfShader)GF_SHADER("common/reduce.frag", NULL),
                      .writes = {&p->texture[i]},
                      .inputs = {GF_IN(source, source->id), GF_IN(fluidMask, gfGrid_GetMask(from, scalar)->read.id)},
                      .uniforms = {GF_I2(cells, source->width, source->height), outside}});
    }
}

// Returns the factor from the last texel of the reduction, a mean, to the total over the domain, m^2.
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
    for (int i = 0; i < GF_SCALARS; i++) {
        gfPyramid_Destroy(device, &g->totals.sums[i]);
    }
}

bool gfGrid_KeepTotals(const gfBody *body, gfGrid *g, const gfFluidDef *oldDef, const gfGrid *old)
{
    gfDevice *device = body->device;
    const gfSolidMasks *masks = &old->masks;
    bool fit = masks->drawn && masks->shift[0] == 0 && masks->shift[1] == 0; // the masks fit the fields
    bool keeps = fit && gfState_IsSameDomain(&body->def, oldDef);
    if (!keeps && !device->dryRun) {
        return true;
    }
    const gfShader shaders[] = {getFluidSum(false), getFluidSum(true), getRestore(body, GF_SCALAR_DYE),
                                getRestore(body, GF_SCALAR_HEAT)};
    GF_TRY(gfPrograms_Make(device, shaders, GF_COUNT(shaders)));
    for (int i = 0; i < gfGrid_CountScalars(old); i++) {
        const gfTexture *field = &gfGrid_GetScalar(old, i)->read;
        if (!gfPyramid_Create(device, &g->totals.sums[i], &GF_REDUCTION_SHAPE, field->width, field->height)) {
            return false; // gfGrid_DropTotals destroys the other sums with the state
        }
        sumFluidField(body, old, i, &g->totals.sums[i], false);
        g->totals.scale[i] = keptScaleOf(&g->totals.sums[i], field, old->cellsX, old->cellsY, oldDef->cellSize);
    }
    return true;
}

// Scales a scalar to its total before the resize. Returns false and reports if memory for the sums is short.
static bool restoreTotal(const gfBody *body, gfGrid *g, int scalar)
{
    gfDevice *device = body->device;
    gfPair *field = gfGrid_GetScalar(g, scalar);
    gfPyramid sums[2] = {{0}, {0}};
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        ok = gfPyramid_Create(device, &sums[i], &GF_REDUCTION_SHAPE, field->read.width, field->read.height);
        if (ok) {
            sumFluidField(body, g, scalar, &sums[i], i == 1);
        }
    }
    float rest[4];
    float scale = keptScaleOf(&sums[0], &field->read, g->cellsX, g->cellsY, body->def.cellSize);
    ok = ok &&
         gfPass_Run(
             device,
             &(gfPass){.label = "resample",
                       .shader = getRestore(body, scalar),
                       .writes = {&field->write},
                       .inputs = {GF_IN(source, field->read.id), GF_IN(fluidMask, gfGrid_GetMask(g, scalar)->read.id),
                                  GF_IN(mean, gfPyramid_Top(&g->totals.sums[scalar])->id),
                                  GF_IN(sums, gfPyramid_Top(&sums[0])->id), GF_IN(norms, gfPyramid_Top(&sums[1])->id)},
                       .uniforms = {restOf(body, scalar, rest), GF_F1(factor, g->totals.scale[scalar] / scale),
                                    GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_TOTALS))}});
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
    for (int i = 0; ok && i < GF_SCALARS && g->totals.sums[i].levels > 0; i++) {
        ok = restoreTotal(body, g, i);
    }
    gfGrid_DropTotals(body->device, g);
    return ok && gfGrid_Project(body, g, 0);
}
