#include "gl/reduction.h"

bool gfReduction_Create(gfDevice *device, gfReduction *r, int width, int height)
{
    do {
        width = (width + 3) / 4;
        height = (height + 3) / 4;
        if (!gfTexture_Create(device, &r->textures[r->levels], GF_FORMAT_RGBA32F, width, height) ||
            !gfTarget_Create(device, &r->targets[r->levels], &r->textures[r->levels], 1)) {
            gfReduction_Destroy(device, r);
            return false;
        }
        r->levels++;
    } while (width > 1 || height > 1);
    return true;
}

void gfReduction_Destroy(gfDevice *device, gfReduction *r)
{
    for (int i = 0; i < GF_REDUCE_LEVELS; i++) {
        gfTarget_Destroy(device, &r->targets[i]);
        gfTexture_Destroy(device, &r->textures[i]);
    }
    r->levels = 0;
}

void gfReduction_Run(gfDevice *device, const gfReduction *r, const char *label, const gfProgram *first,
                     const gfProgram *rest, const gfTexture *field, GLuint weights)
{
    for (int i = 0; i < r->levels; i++) {
        const gfTexture *source = i == 0 ? field : &r->textures[i - 1];
        gfPass_Run(device, &(gfPass){.label = label,
                                     .program = i == 0 ? first : rest,
                                     .target = &r->targets[i],
                                     .inputs = {GF_IN(source, source->id), GF_IN(weights, weights)},
                                     .uniforms = {GF_I2(cells, source->width, source->height)}});
    }
}
