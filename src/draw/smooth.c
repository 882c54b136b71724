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

static const gfDevicePart smoothPart = {{"smooth", sizeof(Smooth), destroySmooth}, true};

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

// Draws a picture and adds it to what the style's shader is given. `field`: a define of draw/smooth.frag, whose texels
// are those of the grid's corners at most; null: dye.
static bool addPicture(gfDevice *device, gfTexture *picture, const gfDrawFields *v, const char *field, float along,
                       gfStyleInputs *in)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    bool isDye = field == NULL;
    const int width = (isDye ? dye->width : v->cellsX + 1) + 2 * RIM;
    const int height = (isDye ? dye->height : v->cellsY + 1) + 2 * RIM;
    GLuint fluidMask = isDye ? gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK) : 0;
    const gfShader shader = GF_SHADER("draw/smooth.frag", fluidMask != 0 ? "SOLIDS" : field);
    if (!gfPrograms_Make(device, &shader, 1) ||
        !makeLarger(device, picture, isDye ? dye->texture->format : GF_FORMAT_R32F, width, height)) {
        return false;
    }
    gfStyleInputs_AddTexture(in, isDye ? (gfInput)GF_IN_FIELD(smoothDye, picture->id)
                                       : (gfInput)GF_IN_FIELD(smoothField, picture->id));
    gfStyleInputs_Add(in, isDye ? "smoothDyeFrom" : "smoothFieldFrom", RIM, RIM, (float)width, (float)height);
    return gfPass_Run(
        device, &(gfPass){.label = "smooth",
                          .shader = shader,
                          .writes = {picture},
                          .region = &(gfRegion){0, 0, width, height},
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
    Smooth *s = gfDevice_GetPart(device, &smoothPart);
    bool dyed = gfDrawFields_View(v, GF_SHOWN_DYE)->texture != NULL;
    float along = getAlong(pixelsPerCell / fminf(v->dyePerCell.x, v->dyePerCell.y));
    return s != NULL && (!dyed || addPicture(device, &s->dye, v, NULL, along, in)) &&
           (v->style->smooths == NULL || addPicture(device, &s->field, v, v->style->smooths, along, in));
}
