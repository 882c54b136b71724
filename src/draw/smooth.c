#include "draw/smooth.h"

#define RIM 2 // texels around the domain: as far as a cubic spline looks

// Each is large enough for every fluid so far: those that are drawn by turns share it.
typedef struct Smooth {
    gfTexture dye, field;
} Smooth;

static void destroySmooth(void *device, void *state)
{
    Smooth *s = state;
    gfTexture_Destroy(device, &s->dye);
    gfTexture_Destroy(device, &s->field);
}

static const gfDevicePart smoothPart = {{"smooth", sizeof(Smooth), destroySmooth}, NULL, true};

bool gfSmooth_IsWanted(const gfDrawFields *v, float pixelsPerCell)
{
    bool any = v->style->smooths != NULL || gfDrawFields_View(v, GF_SHOWN_DYE)->texture != NULL;
    bool fine = pixelsPerCell > fminf(v->dyePerCell.x, v->dyePerCell.y);
    return (v->style->variants & GF_STYLE_SMOOTH) && any && (fine || gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK) != 0);
}

static bool makeLarger(gfDevice *device, gfTexture *picture, gfFormat format, int width, int height)
{
    format = gfGL_ChooseFormat(&device->gl, format);
    bool exact = picture->format == format || picture->format == GF_FORMAT_RGBA32F;
    if (exact && picture->width >= width && picture->height >= height) {
        return true;
    }
    width = gfMax(width, picture->width);
    height = gfMax(height, picture->height);
    gfTexture_Destroy(device, picture);
    return gfTexture_CreateNamed(device, picture, format, width, height, "smooth");
}

// Returns what of second differences along edges is added: where texels are wide it smooths stairs, and where they are
// hardly wider than a pixel it only undoes the spline's blur.
static float getAlong(float pixelsPerTexel)
{
    float wide = fmaxf(0.0f, fminf(pixelsPerTexel - 1.0f, 1.0f));
    return wide / 12.0f - (1.0f - wide) / 6.0f;
}

// Draws a picture of so many texels of the domain. `field`: a define of the shader; empty: dye.
static bool drawPicture(gfDevice *device, gfTexture *picture, const gfDrawFields *v, const char *field, int width,
                        int height, float along)
{
    bool isDye = field[0] == '\0';
    GLuint fluidMask = isDye ? gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK) : 0;
    gfFormat format = isDye ? gfDrawFields_View(v, GF_SHOWN_DYE)->texture->format : GF_FORMAT_R32F;
    const gfProgram *program =
        gfProgram_Get(device, &gf_vertexCover, "draw/smooth.frag", fluidMask != 0 ? "SOLIDS" : field);
    return program != NULL && makeLarger(device, picture, format, width + 2 * RIM, height + 2 * RIM) &&
           gfPass_Run(
               device,
               &(gfPass){.label = "smooth",
                         .program = program,
                         .writes = {picture},
                         .region = &(gfRegion){0, 0, width + 2 * RIM, height + 2 * RIM},
                         .inputs = {GF_IN(dye, gfDrawFields_Texture(v, GF_SHOWN_DYE)), GF_IN(fluidMask, fluidMask),
                                    GF_IN(temperature, gfDrawFields_Texture(v, GF_SHOWN_TEMPERATURE)),
                                    GF_IN(pressure, gfDrawFields_Texture(v, GF_SHOWN_PRESSURE)),
                                    GF_IN(mass, gfDrawFields_Texture(v, GF_SHOWN_MASS)),
                                    GF_IN_FIELD(velocity, gfDrawFields_Texture(v, GF_SHOWN_FLOW)),
                                    GF_IN_FIELD(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID))},
                         .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY),
                                      GF_I1(rim, RIM), GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                                      GF_F1(cellSize, v->cellSize), GF_F1(along, along), GF_F1(ambient, v->ambient)}});
}

bool gfSmooth_Prepare(gfDevice *device, const gfDrawFields *v, float pixelsPerCell, gfStyleInputs *in)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    Smooth *s = gfDevice_GetPart(device, &smoothPart);
    float along = getAlong(pixelsPerCell / fminf(v->dyePerCell.x, v->dyePerCell.y));
    bool drawn = s != NULL;
    if (drawn && dye->texture != NULL) {
        drawn = drawPicture(device, &s->dye, v, "", dye->width, dye->height, along);
        gfStyleInputs_AddTexture(in, (gfInput)GF_IN_FIELD(smoothDye, s->dye.id));
        gfStyleInputs_Add(in, "smoothDyeFrom", RIM, RIM, (float)(dye->width + 2 * RIM), (float)(dye->height + 2 * RIM));
    }
    if (drawn && v->style->smooths != NULL) { // at most a texel a corner of the cells
        const int width = v->cellsX + 1, height = v->cellsY + 1;
        drawn = drawPicture(device, &s->field, v, v->style->smooths, width, height, along);
        gfStyleInputs_AddTexture(in, (gfInput)GF_IN_FIELD(smoothField, s->field.id));
        gfStyleInputs_Add(in, "smoothFieldFrom", RIM, RIM, (float)(width + 2 * RIM), (float)(height + 2 * RIM));
    }
    return drawn;
}
