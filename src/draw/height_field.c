#include "draw/height_field.h"

#include <math.h>
#include <stdio.h>

// Of the near and the wide reach, as shares of the rim.
#define NEAR 0.5f
#define WIDE 3.5f
#define RIM_MIN 1.4f // texels

void gfHeightField_Destroy(gfDevice *device, gfHeightField *s)
{
    for (int i = 0; i < 2; i++) {
        gfTarget_Destroy(device, &s->target[i]);
        gfTexture_Destroy(device, &s->texture[i]);
    }
    s->width = s->height = 0;
}

static bool create(gfDevice *device, gfHeightField *s, int width, int height)
{
    if (s->width == width && s->height == height) {
        return true;
    }
    gfHeightField_Destroy(device, s);
    for (int i = 0; i < 2; i++) {
        if (!gfTexture_Create(device, &s->texture[i], GF_FORMAT_RGBA32F, width, height) ||
            !gfTarget_Create(device, &s->target[i], &s->texture[i], 1)) {
            gfHeightField_Destroy(device, s);
            return false;
        }
    }
    s->width = width;
    s->height = height;
    return true;
}

float gfHeightField_GetRim(const gfRenderView *v, const gfDrawDef *def)
{
    float scale = v->mass == NULL ? v->dyePerCell.x : 1.0f;
    float most = scale * (float)gfMax(v->cellsX, v->cellsY);
    return fminf(fmaxf(scale * def->liquid.rim / v->cellSize, RIM_MIN), most);
}

const gfTexture *gfHeightField_Draw(gfDevice *device, gfHeightField *s, const gfRenderView *v, const gfDrawDef *def)
{
    bool dye = v->mass == NULL;
    const char *common = v->manualBilinear ? "MANUAL_BILINEAR;" : "";
    const char *source = !dye ? "" : v->fluidMask != NULL ? "DYE;SOLIDS;" : "DYE;";
    char across[64], up[64];
    snprintf(across, sizeof across, "%s%s", common, source);
    snprintf(up, sizeof up, "%s%sUP", common, source);
    const gfProgram *programs[2] = {gfProgram_Get(device, "effects/height_field.frag", across),
                                    gfProgram_Get(device, "effects/height_field.frag", up)};
    int width = dye ? (int)lroundf((float)v->cellsX * v->dyePerCell.x) : v->cellsX;
    int height = dye ? (int)lroundf((float)v->cellsY * v->dyePerCell.y) : v->cellsY;
    if (programs[0] == NULL || programs[1] == NULL || !create(device, s, width, height)) {
        return NULL;
    }
    float rim = gfHeightField_GetRim(v, def);
    for (int i = 0; i < 2; i++) {
        gfPass_Run(
            device,
            &(gfPass){
                .label = "relief",
                .program = programs[i],
                .target = &s->target[i],
                .inputs = {GF_IN(dye, v->dye != NULL ? v->dye->id : 0), GF_IN(mass, v->mass != NULL ? v->mass->id : 0),
                           GF_IN_FIELD(velocity, v->velocity != NULL ? v->velocity->id : 0),
                           GF_IN(distance, v->solid->id), GF_IN(fluidMask, v->fluidMask != NULL ? v->fluidMask->id : 0),
                           GF_IN(second, s->texture[0].id)},
                .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY),
                             GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                             GF_F4(value, NEAR * rim, WIDE * rim, 1.0f / (def->range * def->liquid.threshold), 0.0f)}});
    }
    return &s->texture[1];
}
