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

void gfPyramid_Reduce(gfDevice *device, const gfPyramid *p, const char *label, const gfProgram *first,
                      const gfProgram *rest, const gfTexture *field, GLuint weights, const gfUniform *own)
{
    for (int i = 0; i < p->levels; i++) {
        const gfTexture *source = i == 0 ? field : &p->texture[i - 1];
        gfPass_Run(device, &(gfPass){.label = label,
                                     .program = i == 0 ? first : rest,
                                     .writes = {&p->texture[i]},
                                     .inputs = {GF_IN(source, source->id), GF_IN(weights, weights)},
                                     .uniforms = {GF_I2(cells, source->width, source->height),
                                                  own != NULL ? *own : (gfUniform){.name = NULL}}});
    }
}
