#include "residual.h"

#include <string.h>

static const char *const firstFull = "FIELD;PRESSURE", *const firstSampled = "FIELD;PRESSURE;SAMPLED",
                         *const firstGated = "FIELD;PRESSURE;GATED", *const firstChange = "FIELD;PRESSURE;CHANGE";

static const gfProgram *getProgram(gfDevice *device, const char *defines)
{
    return gfProgram_Get(device, "multigrid/norms.frag", defines);
}

// All of them, so that no measurement has to compile one.
static bool compilePrograms(gfDevice *device)
{
    const char *const variants[] = {"", "RMS", "FIELD", "FIELD;RMS", firstFull, firstSampled, firstGated, firstChange};
    for (int i = 0; i < GF_COUNT(variants); i++) {
        if (getProgram(device, variants[i]) == NULL) {
            return false;
        }
    }
    return true;
}

bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height)
{
    memset(residual, 0, sizeof *residual);
    if (!compilePrograms(device)) {
        return false;
    }
    do {
        int i = residual->levels++, step = i == 0 ? 2 : 4; // as in norms.frag
        width = (width + step - 1) / step;
        height = (height + step - 1) / step;
        if (!gfTexture_Create(device, &residual->sums[i], GF_FORMAT_RGBA32F, width, height) ||
            !gfTarget_Create(device, &residual->targets[i], &residual->sums[i], 1)) {
            gfResidual_Destroy(device, residual);
            return false;
        }
    } while (width > 1 || height > 1);
    return true;
}

void gfResidual_Destroy(gfDevice *device, gfResidual *residual)
{
    for (int i = 0; i < residual->levels; i++) {
        gfTarget_Destroy(device, &residual->targets[i]);
        gfTexture_Destroy(device, &residual->sums[i]);
    }
    residual->levels = 0;
}

static void addUp(gfDevice *device, const gfResidual *residual, const char *label, const gfTarget *result)
{
    for (int i = 1; i < residual->levels; i++) {
        bool last = result != NULL && i == residual->levels - 1;
        gfPass_Run(device, &(gfPass){.label = label,
                                     .program = getProgram(device, last ? "RMS" : ""),
                                     .target = last ? result : &residual->targets[i],
                                     .inputs = {GF_IN(source, residual->sums[i - 1].id)}});
    }
}

void gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input)
{
    // Where the first pass is the last as well it would read what it writes.
    bool gated = input->tolerance > 0.0f && residual->levels > 1;
    const char *first = input->before != 0 ? firstChange
                        : input->sampled   ? firstSampled
                        : gated            ? firstGated
                                           : firstFull;
    gfPass_Run(device, &(gfPass){.label = input->label,
                                 .program = getProgram(device, first),
                                 .target = &residual->targets[0],
                                 .inputs = {GF_IN(rhs, input->rhs), GF_IN(links, input->links),
                                            GF_IN(pressure, input->pressure), GF_IN(correction, input->before),
                                            GF_IN(norms, gfResidual_Sums(residual))},
                                 .uniforms = {GF_F1(alpha, input->alpha), GF_I2(wrap, input->wrapX, input->wrapY),
                                              GF_F1(tolerance, input->tolerance)}});
    addUp(device, residual, input->label, NULL);
}

bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint links, const gfTarget *result)
{
    bool single = residual->levels == 1;
    const gfProgram *first = getProgram(device, single ? "FIELD;SECOND;RMS" : "FIELD;SECOND");
    if (first == NULL) {
        return false;
    }
    gfPass_Run(device, &(gfPass){.label = label,
                                 .program = first,
                                 .target = single ? result : &residual->targets[0],
                                 .inputs = {GF_IN(rhs, fields[0]), GF_IN(second, fields[1]), GF_IN(links, links)}});
    addUp(device, residual, label, result);
    return true;
}
