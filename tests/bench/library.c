#include "library.h"

#include <string.h>

static const char *const methodNames[] = {
    [GF_PRESSURE_MULTIGRID] = "multigrid",
    [GF_PRESSURE_JACOBI] = "jacobi",
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
