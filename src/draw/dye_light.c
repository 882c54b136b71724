#include "draw/dye_light.h"

#include <math.h>

#define LIGHT_SIDE 128 // texels of the picture, whatever the domain's shape

typedef struct DyeLight {
    gfTexture means, light;
} DyeLight;

static void destroyDyeLight(void *device, void *state)
{
    DyeLight *d = state;
    gfTexture_Destroy(device, &d->means);
    gfTexture_Destroy(device, &d->light);
}

static const gfDevicePart dyeLightPart = {{"dye light", sizeof(DyeLight), destroyDyeLight}, true};

bool gfDyeLight_IsWanted(const gfStyle *style, const gfDrawDef *def)
{
    bool covers = def->ink == GF_INK_COVER || def->style == GF_DRAW_FIRE;
    return (style->variants & GF_STYLE_SHADOW) && def->shadow.enabled && covers;
}

static bool createDyeLight(gfDevice *device, DyeLight *d)
{
    return (d->means.id != 0 || gfTexture_Create(device, &d->means, GF_FORMAT_RG16F, LIGHT_SIDE, LIGHT_SIDE)) &&
           (d->light.id != 0 || gfTexture_Create(device, &d->light, GF_FORMAT_RG16F, LIGHT_SIDE, LIGHT_SIDE));
}

bool gfDyeLight_Prepare(gfDevice *device, const gfDrawFields *v, const gfDrawDef *def, gfStyleInputs *in)
{
    const gfShadowDef *shadow = &def->shadow;
    bool fire = def->style == GF_DRAW_FIRE;
    DyeLight *d = gfDevice_GetPart(device, &dyeLightPart);
    const gfShader shaders[] = {GF_SHADER("draw/dye_light.frag", fire ? "FIRE" : NULL),
                                GF_SHADER("draw/dye_light.frag", fire ? "MARCH;FIRE" : "MARCH")};
    if (d == NULL || !gfPrograms_Make(device, shaders, GF_COUNT(shaders)) || !createDyeLight(device, d)) {
        return false;
    }
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
