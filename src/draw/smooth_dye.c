#include "draw/smooth_dye.h"

#define RIM 2 // texels around the domain: as far as a cubic spline looks

typedef struct SmoothDye {
    gfTexture picture; // large enough for each fluid so far: several that are drawn by turns share it
} SmoothDye;

static void destroySmoothDye(void *device, void *state)
{
    gfTexture_Destroy(device, &((SmoothDye *)state)->picture);
}

static const gfDevicePart smoothDyePart = {{"smooth dye", sizeof(SmoothDye), destroySmoothDye}, NULL, true};

bool gfSmoothDye_IsWanted(const gfDrawFields *v, float pixelsPerCell)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    bool had = dye->texture != NULL && dye->texture->width >= dye->width && dye->texture->height >= dye->height;
    bool fine = pixelsPerCell > fminf(v->dyePerCell.x, v->dyePerCell.y);
    return (v->style->variants & GF_STYLE_SMOOTH) && had && // a stand-in is smooth
           (fine || gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK) != 0);
}

static bool createPicture(gfDevice *device, gfTexture *picture, int width, int height)
{
    if (picture->width >= width && picture->height >= height) {
        return true;
    }
    width = gfMax(width, picture->width);
    height = gfMax(height, picture->height);
    gfTexture_Destroy(device, picture);
    return gfTexture_CreateNamed(device, picture, GF_FORMAT_RGBA16F, width, height, "smooth dye");
}

bool gfSmoothDye_Prepare(gfDevice *device, const gfDrawFields *v, gfStyleInputs *in)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    const int width = dye->width + 2 * RIM, height = dye->height + 2 * RIM;
    GLuint fluidMask = gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK);
    SmoothDye *s = gfDevice_GetPart(device, &smoothDyePart);
    const gfProgram *program =
        gfProgram_Get(device, &gf_vertexCover, "draw/smooth_dye.frag", fluidMask != 0 ? "SOLIDS" : "");
    if (s == NULL || program == NULL || !createPicture(device, &s->picture, width, height)) {
        return false;
    }
    gfStyleInputs_AddTexture(in, (gfInput)GF_IN_LINEAR(smoothDye, s->picture.id));
    gfStyleInputs_Add(in, "smoothFrom", RIM, RIM, (float)width, (float)height);
    return gfPass_Run(
        device,
        &(gfPass){.label = "smooth dye",
                  .program = program,
                  .writes = {&s->picture},
                  .region = &(gfRegion){0, 0, width, height},
                  .inputs = {GF_IN(dye, dye->texture->id), GF_IN(fluidMask, fluidMask),
                             GF_IN_FIELD(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID))},
                  .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY), GF_I1(rim, RIM),
                               GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y), GF_F1(cellSize, v->cellSize)}});
}
