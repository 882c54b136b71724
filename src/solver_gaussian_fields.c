// Fields of the Gaussian solver as the host reads, writes, resizes and draws them, and as sources pour into them.
#include "solver_gaussian.h"

#define DYE_CHANNELS 4

#define DYE_INPUTS(textures)                                                                              \
    GF_IN(dyeRed, (textures)[0].id), GF_IN(dyeGreen, (textures)[1].id), GF_IN(dyeBlue, (textures)[2].id), \
        GF_IN(dyeAmount, (textures)[3].id)

static const float zero[4] = {0};

bool gfGaussian_MakeDye(gfDevice *device, gfGaussian *g)
{
    const gfFormat formats[DYE_CHANNELS] = {GF_FORMAT_RGBA32F, GF_FORMAT_RGBA32F, GF_FORMAT_RGBA32F, GF_FORMAT_RGBA32F};
    return g->dye.count > 0 || gfPingPong_Create(device, &g->dye, formats, DYE_CHANNELS, g->packedX, g->packedY);
}

static bool makeScratch(gfDevice *device, gfGaussian *g)
{
    if (g->scratchTarget.framebuffer != 0) {
        return true;
    }
    if (!gfTexture_Create(device, &g->scratch, GF_FORMAT_RGBA32F, g->cellsX + 1, g->cellsY + 1) ||
        !gfTarget_Create(device, &g->scratchTarget, &g->scratch, 1)) {
        gfTexture_Destroy(device, &g->scratch);
        return false;
    }
    gfTarget_Clear(device, &g->scratchTarget, 0, zero);
    return true;
}

// --- sources -------------------------------------------------------------------------------------------------------

bool gfGaussian_ChooseFieldPrograms(gfBody *body, gfGaussianPrograms *programs)
{
    gfDevice *device = body->device;
    programs->pourState = gfProgram_Get(device, "gaussian/pour.frag", "STATE");
    programs->pourDye = gfProgram_Get(device, "gaussian/pour.frag", "DYE");
    programs->copyState = gfProgram_Get(device, "common/copy.frag", "SECOND;THIRD");
    programs->copyDye = gfProgram_Get(device, "common/copy.frag", "SECOND;THIRD;FOURTH");
    return programs->pourState != NULL && programs->pourDye != NULL && programs->copyState != NULL &&
           programs->copyDye != NULL;
}

void gfGaussian_PourSources(gfBody *body, gfGaussian *g, float dt)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    const GLuint distance = body->obstacles.distance.read[0].id;
    const gfTexture *state = g->state.read;
    const gfInput stateInputs[] = {STATE_INPUTS(state), GF_IN(distance, distance)};
    gfPourTarget target = {.label = "sources",
                           .program = g->programs.pourState,
                           .copy = g->programs.copyState,
                           .fields = &g->state,
                           .mask = GF_SOURCE_VELOCITY | GF_SOURCE_MASS,
                           .inputs = stateInputs,
                           .inputCount = GF_COUNT(stateInputs),
                           .origin = def->origin,
                           .texelSize = {def->cellSize, def->cellSize},
                           .block = 2,
                           .cellSize = def->cellSize,
                           .stepCells = 1.0f / gfGaussian_Speed(body)};
    gfSources_Pour(device, &body->sources, &target, dt);
    if (!gfSources_Touch(&body->sources, GF_SOURCE_DYE)) {
        return;
    }
    device->core.leftOut = "dye is"; // reported once; the step goes on without
    g->dyeFailed = g->dyeFailed || !gfGaussian_MakeDye(device, g);
    device->core.leftOut = NULL;
    if (g->dye.count == 0) {
        return;
    }
    const gfInput dyeInputs[] = {DYE_INPUTS(g->dye.read), GF_IN(mass, state[GF_GAUSSIAN_MASS].id),
                                 GF_IN(distance, distance)};
    target.program = g->programs.pourDye;
    target.copy = g->programs.copyDye;
    target.fields = &g->dye;
    target.mask = GF_SOURCE_DYE;
    target.inputs = dyeInputs;
    target.inputCount = GF_COUNT(dyeInputs);
    gfSources_Pour(device, &body->sources, &target, dt);
}

// --- resizing ------------------------------------------------------------------------------------------------------

static void resample(gfBody *body, const char *defines, const gfPingPong *to, const gfFluidDef *oldDef,
                     const gfGaussian *old)
{
    const gfFluidDef *def = &body->def;
    float h = oldDef->cellSize, scale = def->cellSize / h;
    const gfTexture *state = old->state.read, *dye = old->dye.read;
    gfPass_Run(
        body->device,
        &(gfPass){
            .label = "resample",
            .program = gfProgram_Get(body->device, "gaussian/resample.frag", defines),
            .target = &to->readTarget,
            .inputs = {STATE_INPUTS(state), DYE_INPUTS(dye)},
            .uniforms = {GF_I2(cells, old->cellsX, old->cellsY),
                         GF_F2(newCells, (float)def->gridWidth, (float)def->gridHeight), GF_F2(scale, scale, scale),
                         GF_F2(offset, (def->origin.x - oldDef->origin.x) / h, (def->origin.y - oldDef->origin.y) / h),
                         GF_F1(unit, 1.0f / scale),
                         // so that each old cell counts; eight are enough for an eighth of the size
                         GF_I1(taps, gfClamp((int)ceilf(scale - 0.01f), 1, 8))}});
}

bool gfGaussian_Resample(gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGaussian *g = state;
    const gfGaussian *old = oldState;
    bool dyed = old->dye.count > 0;
    const gfProgram *copy = gfProgram_Get(body->device, "common/copy.frag", "");
    if (copy == NULL || gfProgram_Get(body->device, "gaussian/resample.frag", "") == NULL ||
        gfProgram_Get(body->device, "gaussian/resample.frag", "DYE") == NULL ||
        (dyed && !gfGaussian_MakeDye(body->device, g))) {
        return false;
    }
    resample(body, "", &g->state, oldDef, old);
    if (dyed) {
        resample(body, "DYE", &g->dye, oldDef, old);
    }
    gfPass_Run(body->device, &(gfPass){.label = "resample",
                                       .program = copy,
                                       .target = &g->ledger.readTarget,
                                       .inputs = {GF_IN(source, old->ledger.read[0].id)}});
    g->steps = old->steps;
    g->massKnown = false;
    return true;
}

// --- reading -------------------------------------------------------------------------------------------------------

bool gfGaussian_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info)
{
    const gfGaussian *g = state;
    float h = body->def.cellSize;
    gfVec2 o = body->def.origin;
    *info = (gfFieldInfo){g->cellsX, g->cellsY, 1, {o.x + 0.5f * h, o.y + 0.5f * h}, {h, h}};
    switch (field) {
    case GF_FIELD_VELOCITY:
        info->channels = 2;
        return true;
    case GF_FIELD_DYE:
        info->channels = 4;
        return true;
    case GF_FIELD_VORTICITY:
        info->width++;
        info->height++;
        info->origin = o;
        return true;
    case GF_FIELD_PRESSURE:
    case GF_FIELD_SOLID:
    case GF_FIELD_MASS:
        return true;
    default:
        return false;
    }
}

// Draws a variant of gaussian/unpack.frag. `unit`: of what is stored.
static bool unpack(gfBody *body, gfGaussian *g, const char *defines, float unit, const gfRegion *region)
{
    const gfGaussianParams *p = &body->def.gaussian;
    const gfProgram *program = gfProgram_Get(body->device, "gaussian/unpack.frag", defines);
    const gfTexture *state = g->state.read, *dye = g->dye.read;
    gfPass_Run(body->device,
               &(gfPass){.label = "read_field",
                         .program = program,
                         .target = &g->scratchTarget,
                         .region = region,
                         .inputs = {STATE_INPUTS(state), DYE_INPUTS(dye),
                                    GF_IN(distance, body->obstacles.distance.read[0].id)},
                         .uniforms = {GRID_UNIFORMS(g), GF_F1(unit, unit), GF_F1(restDensity, p->restDensity),
                                      GF_F1(tension, p->surfaceTension)}});
    return program != NULL;
}

// From pressures in units of the stiffness to m^2/s^2; the published forms know none.
static float pressureUnit(const gfBody *body)
{
    const gfGaussianParams *p = &body->def.gaussian;
    float speed = gfGaussian_Speed(body);
    float rest = p->restDensity;
    return p->mode == GF_GAUSSIAN_CONSERVING ? p->stiffness / (rest * rest * rest) * speed * speed : 0.0f;
}

static bool unpackDye(gfBody *body, gfGaussian *g, const char *defines)
{
    if (g->dye.count > 0) {
        return unpack(body, g, defines, 1.0f, NULL);
    }
    gfTarget_Clear(body->device, &g->scratchTarget, 0, zero);
    return true;
}

bool gfGaussian_PrepareField(gfBody *body, void *state, gfField field, gfFieldView *view)
{
    gfGaussian *g = state;
    gfFieldInfo info;
    gfGaussian_DescribeField(body, state, field, &info);
    *view = (gfFieldView){&g->scratchTarget, 0, info.width, info.height, info.channels};
    if (field == GF_FIELD_SOLID) {
        view->target = &body->obstacles.distance.readTarget;
        return true;
    }
    if (!makeScratch(body->device, g)) {
        return false;
    }
    switch (field) {
    case GF_FIELD_VELOCITY:
        return unpack(body, g, "VELOCITY", gfGaussian_Speed(body), NULL);
    case GF_FIELD_VORTICITY:
        return unpack(body, g, "VORTICITY", gfGaussian_Speed(body) / body->def.cellSize, NULL);
    case GF_FIELD_PRESSURE:
        return unpack(body, g, "PRESSURE", pressureUnit(body), NULL);
    case GF_FIELD_DYE:
        return unpackDye(body, g, "DYE");
    default:
        return unpack(body, g, "MASS", 1.0f, NULL);
    }
}

// --- writing -------------------------------------------------------------------------------------------------------

bool gfGaussian_IsWritable(gfField field)
{
    return field == GF_FIELD_VELOCITY || field == GF_FIELD_DYE || field == GF_FIELD_MASS;
}

// One of `channels` values of each cell, times `factor` and at least `least`, as texels of 2 x 2 cells.
static void pack(const gfGaussian *g, const float *values, int channels, int channel, float factor, float least,
                 float *packed)
{
    for (int y = 0; y < 2 * g->packedY; y++) {
        for (int x = 0; x < 2 * g->packedX; x++) {
            size_t texel = (size_t)(y / 2) * (size_t)g->packedX + (size_t)(x / 2);
            size_t cell = (size_t)y * (size_t)g->cellsX + (size_t)x;
            bool inside = x < g->cellsX && y < g->cellsY;
            packed[4 * texel + (size_t)(x % 2 + 2 * (y % 2))] =
                inside ? fmaxf(factor * values[cell * (size_t)channels + (size_t)channel], least) : 0.0f;
        }
    }
}

bool gfGaussian_WriteField(gfBody *body, void *state, gfField field, const float *values)
{
    gfDevice *device = body->device;
    gfGaussian *g = state;
    gfFieldInfo info;
    gfGaussian_DescribeField(body, state, field, &info);
    float *packed = gfAlloc(&device->core, (size_t)g->packedX * (size_t)g->packedY * 4 * sizeof *packed);
    if (packed == NULL || (field == GF_FIELD_DYE && !gfGaussian_MakeDye(device, g))) {
        gfFree(&device->core, packed);
        return false;
    }
    const gfPingPong *pair = field == GF_FIELD_DYE ? &g->dye : &g->state;
    int first = field == GF_FIELD_MASS ? GF_GAUSSIAN_MASS : 0; // velocity comes first in the state
    float factor = field == GF_FIELD_VELOCITY ? 1.0f / gfGaussian_Speed(body) : 1.0f;
    bool ok = true;
    for (int i = 0; i < info.channels && ok; i++) {
        pack(g, values, info.channels, i, factor, field == GF_FIELD_MASS ? 0.0f : -INFINITY, packed);
        ok = gfTexture_Upload(device, &pair->read[first + i], packed) &&
             gfTexture_Upload(device, &pair->write[first + i], packed);
    }
    gfFree(&device->core, packed);
    g->massKnown = g->massKnown && field != GF_FIELD_MASS;
    g->fresh = GF_GAUSSIAN_FRESH;
    return ok;
}

// --- drawing -------------------------------------------------------------------------------------------------------

static bool drawForView(gfBody *body, gfGaussian *g, gfDrawStyle style, gfRenderView *view)
{
    const gfRegion packed = {0, 0, g->packedX, g->packedY};
    switch (style) {
    case GF_DRAW_DYE:
        view->dye = &g->scratch;
        return unpackDye(body, g, "DYE;DRAWN");
    case GF_DRAW_MASS:
        view->mass = &g->scratch;
        return unpack(body, g, "MASS;DRAWN", 1.0f, NULL);
    case GF_DRAW_LIQUID:
        view->mass = &g->scratch;
        return unpack(body, g, "MASS;MOVING", gfGaussian_Speed(body), NULL);
    case GF_DRAW_VELOCITY:
    case GF_DRAW_VORTICITY:
    case GF_DRAW_LIC:
    case GF_DRAW_ARROWS:
        view->velocity = &g->scratch;
        view->velocityHasMass = true;
        return unpack(body, g, "VELOCITY;FACES", gfGaussian_Speed(body), NULL);
    case GF_DRAW_PRESSURE:
        view->pressure = &g->scratch;
        return unpack(body, g, "PRESSURE;PACKED", pressureUnit(body), &packed);
    default:
        return true;
    }
}

bool gfGaussian_View(gfBody *body, void *state, gfDrawStyle style, gfRenderView *view)
{
    gfGaussian *g = state;
    GF_REQUIRE(&body->device->core, style != GF_DRAW_TEMPERATURE && style != GF_DRAW_FIRE, UNSUPPORTED,
               "solver 'gaussian' has no temperature to draw");
    GF_REQUIRE(&body->device->core, style != GF_DRAW_DIVERGENCE, UNSUPPORTED,
               "solver 'gaussian' has no divergence to draw");
    *view = (gfRenderView){.solid = &body->obstacles.distance.read[0],
                           .cellsX = g->cellsX,
                           .cellsY = g->cellsY,
                           .dyePerCell = {1.0f, 1.0f},
                           .origin = body->def.origin,
                           .wrapX = g->wrapX,
                           .wrapY = g->wrapY,
                           .cellSize = body->def.cellSize,
                           .pressureUnit = 1.0f,
                           .manualBilinear = !body->device->gl.filtersFloats};
    return (style == GF_DRAW_SOLIDS || makeScratch(body->device, g)) && drawForView(body, g, style, view);

error:
    return false;
}
