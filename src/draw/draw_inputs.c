// Pictures that a drawing makes first, for its style's shader to read: smooth pictures of fields, and light within dye.
#include "draw/draw.h"

// --- smooth pictures of fields ---------------------------------------------------------------------------------------

#define RIM 2 // texels that a picture has beyond each side of the domain, as a cubic spline at the edge reads them

// The textures for smooth pictures. All fluids of a device share them, so each is as large as the largest fluid so far.
typedef struct Smooth {
    gfTexture dye, field;
} Smooth;

static void destroySmooth(void *device, void *state)
{
    Smooth *s = state;
    GF_DESTROY_TEXTURES(device, &s->dye, &s->field);
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

// Returns how much a smooth picture blurs along edges, as the weight of second differences. Where texels are wide it
// smooths the stairs of edges; where they are hardly wider than a pixel it only undoes the blur of the spline.
static float getAlong(float pixelsPerTexel)
{
    float wide = fmaxf(0.0f, fminf(pixelsPerTexel - 1.0f, 1.0f));
    return wide / 12.0f - (1.0f - wide) / 6.0f;
}

// Draws the smooth picture of a field and adds it to the inputs of the style's shader. `field`: define of
// draw/smooth.frag for a field with at most one texel more than cells along each axis; null: dye.
static bool addPicture(gfDevice *device, gfTexture *picture, const gfDrawFields *v, const char *field, float along,
                       gfStyleInputs *in)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    bool isDye = field == NULL;
    const int width = (isDye ? dye->width : v->cellsX + 1) + 2 * RIM;
    const int height = (isDye ? dye->height : v->cellsY + 1) + 2 * RIM;
    GLuint fluidMask = isDye ? gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK) : 0;
    const gfShader shader = GF_SHADER("draw/smooth.frag", fluidMask != 0 ? "SOLIDS" : field);
    GF_TRY(gfPrograms_Make(device, &shader, 1) &&
           makeLarger(device, picture, isDye ? dye->texture->format : GF_FORMAT_R32F, width, height));
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

// --- light within dye ------------------------------------------------------------------------------------------------

#define LIGHT_SIDE 128 // side of the picture of light within dye, texels, whatever the domain's shape: light is soft

typedef struct DyeLight {
    gfTexture means, light;
} DyeLight;

static void destroyDyeLight(void *device, void *state)
{
    DyeLight *d = state;
    GF_DESTROY_TEXTURES(device, &d->means, &d->light);
}

static const gfDevicePart dyeLightPart = {{"dye light", sizeof(DyeLight), destroyDyeLight}, true};

bool gfDyeLight_IsWanted(const gfStyle *style, const gfDrawDef *def)
{
    bool covers = def->ink == GF_INK_COVER || def->style == GF_DRAW_FIRE;
    return (style->variants & GF_STYLE_SHADOW) && def->shadow.enabled && covers;
}

bool gfDyeLight_Prepare(gfDevice *device, const gfDrawFields *v, const gfDrawDef *def, gfStyleInputs *in)
{
    const gfShadowLook *shadow = &def->shadow;
    bool fire = def->style == GF_DRAW_FIRE;
    DyeLight *d = gfDevice_GetPart(device, &dyeLightPart);
    const gfShader shaders[] = {GF_SHADER("draw/dye_light.frag", fire ? "FIRE" : NULL),
                                GF_SHADER("draw/dye_light.frag", fire ? "MARCH;FIRE" : "MARCH")};
    GF_TRY(d != NULL && gfPrograms_Make(device, shaders, GF_COUNT(shaders)) &&
           gfTexture_Fit(device, &d->means, GF_FORMAT_RG16F, LIGHT_SIDE, LIGHT_SIDE) &&
           gfTexture_Fit(device, &d->light, GF_FORMAT_RG16F, LIGHT_SIDE, LIGHT_SIDE));
    float width = (float)v->cellsX * v->cellSize, height = (float)v->cellsY * v->cellSize;
    float far = shadow->length / hypotf(shadow->direction.x, shadow->direction.y);
    const gfUniform scale = GF_F2(scale, 1.0f / LIGHT_SIDE, 1.0f / LIGHT_SIDE);
    bool drawn =
        gfPass_Run(device, &(gfPass){.label = "dye light",
                                     .shader = shaders[0],
                                     .writes = {&d->means},
                                     .inputs = {GF_IN(dye, gfDrawFields_Texture(v, GF_SHOWN_DYE)),
                                                GF_IN(temperature, gfDrawFields_Texture(v, GF_SHOWN_TEMPERATURE))},
                                     .uniforms = {GF_I2(cells, v->cellsX, v->cellsY),
                                                  GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                                                  GF_F1(amount, fire ? 1.0f : def->range),
                                                  GF_F2(glow, v->ambient, def->range), scale}}) &&
        gfPass_Run(
            device,
            &(gfPass){.label = "dye light",
                      .shader = shaders[1],
                      .writes = {&d->light},
                      .inputs = {GF_IN_LINEAR(means, d->means.id)},
                      .uniforms = {GF_I2(wrap, v->wrapX, v->wrapY),
                                   GF_F4(way, far * shadow->direction.x / width, far * shadow->direction.y / height,
                                         shadow->density * shadow->length, 0.0f),
                                   GF_F2(reach, shadow->length / width, shadow->length / height), scale}});
    gfStyleInputs_AddTexture(in, (gfInput)GF_IN_LINEAR(dyeLight, d->light.id));
    gfStyleInputs_Add(in, "shade", shadow->ambient[0], shadow->ambient[1], shadow->ambient[2], shadow->scattering);
    return drawn;
}
