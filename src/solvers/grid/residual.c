#include "solvers/grid/residual.h"

#include <stddef.h>
#include <string.h>

static const char *const residualOptionDefines[] = {"NEAR_WALLS"};

static gfShader getResidualShader(const gfResidual *residual, const gfVertexStage *stage, const char *defines)
{
    return (gfShader){stage, "multigrid/norms.frag", defines, residual->nearWalls ? 1u : 0u, residualOptionDefines,
                      false};
}

bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls)
{
    const gfPyramidShape shape = {GF_FORMAT_RGBA32F, 2, 4, 0}; // as in norms.frag
    memset(residual, 0, sizeof *residual);
    residual->nearWalls = nearWalls;
    return gfPyramid_Create(device, &residual->sums, &shape, width, height);
}

void gfResidual_Destroy(gfDevice *device, gfResidual *residual)
{
    gfPyramid_Destroy(device, &residual->sums);
}

// The passes after the first.
static bool addUp(gfDevice *device, const gfResidual *residual, const char *label, const char *last)
{
    bool ok = true;
    for (int i = 1; ok && i < residual->sums.levels; i++) {
        ok = gfPass_Run(
            device, &(gfPass){.label = label,
                              .shader = getResidualShader(residual, NULL, i == residual->sums.levels - 1 ? last : NULL),
                              .writes = {&residual->sums.texture[i]},
                              .inputs = {GF_IN(source, residual->sums.texture[i - 1].id)}});
    }
    return ok;
}

bool gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input)
{
    // A gated first pass that is the last as well would read what it writes.
    bool gated = input->tolerance > 0.0f && residual->sums.levels > 1;
    bool ok = gfPass_Run(
        device,
        &(gfPass){.label = input->label,
                  .shader = getResidualShader(residual, input->before == 0 && gated ? &gf_vertexGated : NULL,
                                              input->before != 0 ? "FIELD;PRESSURE;CHANGE" : "FIELD;PRESSURE"),
                  .writes = {&residual->sums.texture[0]},
                  .inputs = {GF_IN(rhs, input->rhs), GF_IN(weights, input->weights), GF_IN(pressure, input->pressure),
                             GF_IN(correction, input->before), GF_IN(norms, gfResidual_Sums(residual))},
                  .uniforms = {GF_F1(alpha, input->alpha), GF_I2(wrap, input->wrapX, input->wrapY),
                               GF_F1(tolerance, input->tolerance)}});
    return ok && addUp(device, residual, input->label, NULL);
}

bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint weights)
{
    bool single = residual->sums.levels == 1;
    bool ok = gfPass_Run(
        device, &(gfPass){.label = label,
                          .shader = getResidualShader(residual, NULL, single ? "FIELD;SECOND;RMS" : "FIELD;SECOND"),
                          .writes = {&residual->sums.texture[0]},
                          .inputs = {GF_IN(rhs, fields[0]), GF_IN(after, fields[1]), GF_IN(weights, weights)}});
    return ok && addUp(device, residual, label, "RMS");
}
