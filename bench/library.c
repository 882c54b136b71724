#include "library.h"

#include <string.h>

static const char *const methodNames[] = {
    [GF_PRESSURE_MULTIGRID] = "multigrid",
    [GF_PRESSURE_JACOBI] = "jacobi",
};

static const char *const qualityNames[] = {
    [GF_QUALITY_LOW] = "low",
    [GF_QUALITY_MEDIUM] = "medium",
    [GF_QUALITY_HIGH] = "high",
    [GF_QUALITY_REFERENCE] = "reference",
};

bool Library_Fail(Gpu *gpu, const char *what)
{
    const char *message = NULL;
    gfErrorCode code = gfGetLastError(&message);
    return Gpu_Fail(gpu, "%s: %s: %s", what, gfErrorText(code), message);
}

const char *Library_MethodName(gfPressureMethod method)
{
    return methodNames[method];
}

bool Library_FindMethod(const char *name, gfPressureMethod *method)
{
    for (size_t i = 0; i < sizeof(methodNames) / sizeof(methodNames[0]); i++) {
        if (strcmp(name, methodNames[i]) == 0) {
            *method = (gfPressureMethod)i;
            return true;
        }
    }
    return false;
}

bool Library_FindQuality(const char *name, gfQuality *quality)
{
    for (size_t i = 0; name != NULL && i < sizeof(qualityNames) / sizeof(qualityNames[0]); i++) {
        if (strcmp(name, qualityNames[i]) == 0) {
            *quality = (gfQuality)i;
            return true;
        }
    }
    return false;
}

bool Library_SetPrecision(gfFluidDef *def, const char *name)
{
    bool mixed = name != NULL && strcmp(name, "mixed") == 0;
    if (name == NULL) {
        return true;
    }
    if (mixed) {
        def->grid.velocityPrecision = GF_PRECISION_32F;
        def->grid.dyePrecision = def->grid.temperaturePrecision = GF_PRECISION_16F;
    }
    def->fieldPrecision = mixed ? GF_PRECISION_AUTO : strcmp(name, "16") == 0 ? GF_PRECISION_16F : GF_PRECISION_32F;
    return mixed || strcmp(name, "16") == 0 || strcmp(name, "32") == 0;
}

bool Library_GetBits(Gpu *gpu, gfFluid *fluid, int bits[3])
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE};
    for (int i = 0; i < 3; i++) {
        gfFieldTexture texture;
        if (!gfFluid_GetTexture(fluid, fields[i], &texture)) {
            return Library_Fail(gpu, "gfFluid_GetTexture");
        }
        bool half = texture.format == GL_R16F || texture.format == GL_RG16F || texture.format == GL_RGBA16F;
        bits[i] = half ? 16 : 32;
    }
    return true;
}

void Library_SetMethod(gfGridParams *params, gfPressureMethod method, int cycles)
{
    params->pressureMethod = method;
    if (method == GF_PRESSURE_MULTIGRID) {
        params->pressureCycles = cycles;
    } else {
        params->pressureIterations = cycles;
    }
}

bool Library_MeasureResidual(Gpu *gpu, gfFluid *fluid, double *residual)
{
    gfFluidStats stats;
    if (!gfFluid_MeasureBlocking(fluid, &stats)) {
        return Library_Fail(gpu, "gfFluid_MeasureBlocking");
    }
    if (stats.nonfinite > 0) {
        return Gpu_Fail(gpu, "the fluid holds %llu values that are not finite", (unsigned long long)stats.nonfinite);
    }
    *residual = stats.divergenceRmsBefore > 0.0 ? stats.divergenceRmsAfter / stats.divergenceRmsBefore : 0.0;
    return true;
}

static bool step(void *user)
{
    return gfFluid_StepOnce(user);
}

bool Library_ProfileSteps(const BenchSetup *setup, gfFluid *fluid, BenchProfile *profile)
{
    return Library_ProfileRuns(setup, "gfFluid_StepOnce", step, fluid, profile);
}

// Each run is waited for and collected on its own, so that the queries of one need not last for several.
bool Library_ProfileRuns(const BenchSetup *setup, const char *what, bool (*run)(void *user), void *user,
                         BenchProfile *profile)
{
    gfDevice *device = setup->device;
    gfProfile found = {0};
    gfDevice_SetProfiling(device, true);
    gfDevice_ResetProfile(device);
    bool done = true;
    for (int i = 0; done && i < LIBRARY_PROFILED_RUNS; i++) {
        done = run(user);
        setup->gpu->gl.Finish();
        if (!gfDevice_GetProfile(device, &found)) {
            found = (gfProfile){0};
            break;
        }
    }
    gfDevice_SetProfiling(device, false);
    if (!done) {
        return Library_Fail(setup->gpu, what);
    }
    profile->count = found.entryCount;
    profile->dropped = found.dropped;
    for (int i = 0; i < found.entryCount; i++) {
        BenchPass *pass = &profile->passes[i];
        snprintf(pass->label, sizeof(pass->label), "%s", found.entries[i].label);
        pass->count = (double)found.entries[i].count / LIBRARY_PROFILED_RUNS;
        pass->ms = found.entries[i].ms / LIBRARY_PROFILED_RUNS;
    }
    return true;
}
