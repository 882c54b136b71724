#include "gl/pyramid.h"

#include <string.h>

bool gfPyramid_Create(gfDevice *device, gfPyramid *p, const gfPyramidShape *shape, int width, int height)
{
    memset(p, 0, sizeof *p);
    do {
        int step = p->levels == 0 ? shape->firstStep : shape->step;
        width = (width + step - 1) / step;
        height = (height + step - 1) / step;
        if (p->levels > 0 && gfMin(width, height) < shape->least) {
            break;
        }
        if (!gfTexture_CreateNamed(device, &p->texture[p->levels], shape->format, width, height, "pyramid")) {
            gfPyramid_Destroy(device, p);
            return false;
        }
        p->levels++;
    } while (p->levels < GF_PYRAMID_LEVELS && (shape->least > 0 || width > 1 || height > 1));
    return true;
}

void gfPyramid_Destroy(gfDevice *device, gfPyramid *p)
{
    for (int i = 0; i < p->levels; i++) {
        gfTexture_Destroy(device, &p->texture[i]);
    }
    p->levels = 0;
}

void gfPyramid_Reduce(gfDevice *device, const gfPyramid *p, const gfReduction *r)
{
    for (int i = 0; i < p->levels; i++) {
        const gfTexture *source = i == 0 ? r->field : &p->texture[i - 1];
        gfPass_Run(device, &(gfPass){.label = r->label,
                                     .shader = i == 0 ? r->first : r->next,
                                     .writes = {&p->texture[i]},
                                     .inputs = {GF_IN(source, source->id), GF_IN(weights, r->weights)},
                                     .uniforms = {GF_I2(cells, source->width, source->height),
                                                  r->own != NULL ? *r->own : (gfUniform){.name = NULL}}});
    }
}
