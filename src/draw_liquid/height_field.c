#include "draw_liquid/height_field.h"

// The reaches of the near and the wide blur, as fractions of the rim.
#define NEAR 0.5f
#define WIDE 3.5f
#define RIM_MIN 1.4f // texels

// The device's textures of a height field. Zero is "none".
typedef struct HeightField {
    gfTexture sums;    // along x
    gfTexture heights; // the result
} HeightField;

static void destroyHeights(void *device, void *state)
{
    HeightField *f = state;
    gfTexture_Destroy(device, &f->sums);
    gfTexture_Destroy(device, &f->heights);
}

static const gfDevicePart heightFieldPart = {.part = {"height field", sizeof(HeightField), destroyHeights},
                                             .emptiesWhenIdle = true};

static bool createHeights(gfDevice *device, HeightField *f, int width, int height)
{
    if (f->heights.width == width && f->heights.height == height) {
        return true;
    }
    destroyHeights(device, f);
    if (gfTexture_Create(device, &f->sums, GF_FORMAT_RGBA32F, width, height) &&
        gfTexture_Create(device, &f->heights, GF_FORMAT_RGBA32F, width, height)) {
        return true;
    }
    destroyHeights(device, f);
    return false;
}

// Returns whether the heights are those of dye: a solver without liquid shows its dye as one.
static bool isOfDye(const gfDrawFields *fields)
{
    return gfDrawFields_View(fields, GF_SHOWN_LIQUID)->texture == NULL;
}

// Returns the width of the rim, texels: at least enough for smooth slopes, at most the domain.
static float getRim(const gfDrawFields *fields, const gfDrawDef *def)
{
    float scale = isOfDye(fields) ? fields->dyePerCell.x : 1.0f;
    float most = scale * (float)gfMax(fields->cellsX, fields->cellsY);
    return fminf(fmaxf(scale * def->liquid.rim / fields->cellSize, RIM_MIN), most);
}

static gfShader getHeightShader(gfDevice *device, bool ofDye, bool masked, const char *direction)
{
    return gfShader_Format(device, &gf_vertexCover, "draw_liquid/height_field.frag", "%s%s%s", ofDye ? "DYE;" : "",
                           ofDye && masked ? "SOLIDS;" : "", direction);
}

// Draws the heights. Null and reported on failure.
static const gfTexture *drawHeights(gfDevice *device, HeightField *f, const gfDrawFields *v, const gfDrawDef *def)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    GLuint fluidMask = gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK);
    bool ofDye = isOfDye(v);
    if (ofDye && (dye->texture->width < dye->width || dye->texture->height < dye->height)) {
        return dye->texture; // a stand-in: without dye heights are 0 everywhere, too
    }
    const gfShader shaders[] = {getHeightShader(device, ofDye, fluidMask != 0, ""),
                                getHeightShader(device, ofDye, fluidMask != 0, "UP")};
    int width = ofDye ? dye->width : v->cellsX, height = ofDye ? dye->height : v->cellsY;
    if (!gfPrograms_Make(device, shaders, GF_COUNT(shaders)) || !createHeights(device, f, width, height)) {
        return NULL;
    }
    float rim = getRim(v, def);
    bool drawn = true;
    for (int i = 0; i < 2; i++) {
        drawn = gfPass_Run(device,
                           &(gfPass){.label = "heights",
                                     .shader = shaders[i],
                                     .writes = {i == 0 ? &f->sums : &f->heights},
                                     .inputs = {GF_IN(dye, gfDrawFields_Texture(v, GF_SHOWN_DYE)),
                                                GF_IN(mass, gfDrawFields_Texture(v, GF_SHOWN_LIQUID)),
                                                GF_IN_FIELD(velocity, gfDrawFields_Texture(v, GF_SHOWN_FLOW)),
                                                GF_IN(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID)),
                                                GF_IN(fluidMask, fluidMask), GF_IN(sums, f->sums.id)},
                                     .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY),
                                                  GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                                                  GF_F2(reach, NEAR * rim, WIDE * rim),
                                                  GF_F1(unit, 1.0f / (def->range * def->liquid.threshold))}}) &&
                drawn;
    }
    return drawn ? &f->heights : NULL;
}

bool gfHeightField_Prepare(const gfDrawnFluid *fluid, const gfDrawFields *v, const gfDrawDef *def, gfStyleInputs *in)
{
    gfDevice *device = fluid->body->device;
    HeightField *f = gfDevice_GetPart(device, &heightFieldPart);
    const gfTexture *heights = f != NULL ? drawHeights(device, f, v, def) : NULL;
    if (heights == NULL) {
        return false;
    }
    gfStyleInputs_AddTexture(in, (gfInput)GF_IN(heights, heights->id));
    gfStyleInputs_AddLiquid(in, &def->liquid, def->liquid.threshold, getRim(v, def));
    return true;
}
