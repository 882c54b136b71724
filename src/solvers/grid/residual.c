#include "solvers/grid/residual.h"

#include <stddef.h>
#include <string.h>

#define RESIDUAL_ROW(member, stage, defines)                                                           \
    {                                                                                                  \
        offsetof(gfResidualPrograms, member), stage, "multigrid/norms.frag", defines, NEAR_WALLS, 0, 0 \
    }

enum { NEAR_WALLS = 1 }; // a condition of its programs

static const gfProgramRow residualProgramRows[] = {
    RESIDUAL_ROW(full, &gf_vertexCover, "FIELD;PRESSURE"),
    RESIDUAL_ROW(gated, &gf_vertexGated, "FIELD;PRESSURE"),
    RESIDUAL_ROW(change, &gf_vertexCover, "FIELD;PRESSURE;CHANGE"),
    RESIDUAL_ROW(sum, &gf_vertexCover, ""),
    RESIDUAL_ROW(rms, &gf_vertexCover, "RMS"),
    RESIDUAL_ROW(two, &gf_vertexCover, "FIELD;SECOND"),
    RESIDUAL_ROW(twoRms, &gf_vertexCover, "FIELD;SECOND;RMS"),
};

static const char *const residualOptionDefines[32] = {"NEAR_WALLS"};
static const gfProgramTable residualProgramTable = {residualProgramRows, GF_COUNT(residualProgramRows),
                                                    residualOptionDefines};

bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls)
{
    const gfPyramidShape shape = {GF_FORMAT_RGBA32F, 2, 4, 0}; // as in norms.frag
    memset(residual, 0, sizeof *residual);
    return gfPrograms_Name(device, &residualProgramTable, nearWalls ? NEAR_WALLS : 0, &residual->programs) &&
           gfPyramid_Create(device, &residual->sums, &shape, width, height);
}

void gfResidual_Destroy(gfDevice *device, gfResidual *residual)
{
    gfPyramid_Destroy(device, &residual->sums);
}

// The passes after the first.
static bool addUp(gfDevice *device, const gfResidual *residual, const char *label, const gfProgram *last)
{
    bool ok = true;
    for (int i = 1; ok && i < residual->sums.levels; i++) {
        ok = gfPass_Run(device, &(gfPass){.label = label,
                                          .program = i == residual->sums.levels - 1 ? last : residual->programs.sum,
                                          .writes = {&residual->sums.texture[i]},
                                          .inputs = {GF_IN(source, residual->sums.texture[i - 1].id)}});
    }
    return ok;
}

bool gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input)
{
    const gfResidualPrograms *p = &residual->programs;
    // A gated first pass that is the last as well would read what it writes.
    bool gated = input->tolerance > 0.0f && residual->sums.levels > 1;
    bool ok =
        gfPass_Run(device, &(gfPass){.label = input->label,
                                     .program = input->before != 0 ? p->change
                                                : gated            ? p->gated
                                                                   : p->full,
                                     .writes = {&residual->sums.texture[0]},
                                     .inputs = {GF_IN(rhs, input->rhs), GF_IN(weights, input->weights),
                                                GF_IN(pressure, input->pressure), GF_IN(correction, input->before),
                                                GF_IN(norms, gfResidual_Sums(residual))},
                                     .uniforms = {GF_F1(alpha, input->alpha), GF_I2(wrap, input->wrapX, input->wrapY),
                                                  GF_F1(tolerance, input->tolerance)}});
    return ok && addUp(device, residual, input->label, p->sum);
}

bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint weights)
{
    const gfResidualPrograms *p = &residual->programs;
    bool single = residual->sums.levels == 1;
    bool ok = gfPass_Run(
        device, &(gfPass){.label = label,
                          .program = single ? p->twoRms : p->two,
                          .writes = {&residual->sums.texture[0]},
                          .inputs = {GF_IN(rhs, fields[0]), GF_IN(after, fields[1]), GF_IN(weights, weights)}});
    return ok && addUp(device, residual, label, p->rms);
}
