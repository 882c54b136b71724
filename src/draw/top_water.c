// Shallow water from above: its fields as depth, slope and foam, one texel a cell, and tiles of fine waves and foam.
#include "draw/top_water.h"

#include "draw/effects.h"

#define WAVE_TEXELS 192
#define LACE_TEXELS 256
#define TILES_AROUND 1024.0

void gfTopWater_Destroy(gfDevice *device, gfTopWater *t)
{
    gfTexture *textures[] = {&t->surface, &t->ground, &t->heights, &t->motion, &t->relief, &t->waves, &t->lace};
    for (int i = 0; i < GF_COUNT(textures); i++) {
        gfTexture_Destroy(device, textures[i]);
    }
    t->hasLace = false;
}

bool gfTopWater_HasGround(const gfDrawDef *def)
{
    return def->water.ground.count > 0;
}

gfTopWaterView gfTopWater_GetView(const gfDrawnFluid *fluid, const gfDrawDef *def, float sinceStep)
{
    const gfShallowLook *w = &def->water;
    gfTopWaterView view = {.water = {w->relief, w->caustics, w->shoreFoam, 0.5f * GF_FOAM_TILES / w->fineLength},
                           .soil = {w->groundLow, 1.0f / (w->groundHigh - w->groundLow), 0.0f, 0.0f}};
    gfSurface_GetMicro(w->fineWaves, w->fineLength, view.micro);
    gfSurface_GetDrift(fluid->time_s + (double)sinceStep, view.drift);
    // Numbers of what is far away have few digits: tiles begin anew after so many.
    double around = TILES_AROUND / (double)view.micro[0];
    const double corner[2] = {(double)fluid->body->def.origin.x, (double)fluid->body->def.origin.y};
    for (int i = 0; i < 2; i++) {
        view.from[i] = (float)(corner[i] - around * floor(corner[i] / around + 0.5));
    }
    return view;
}

static bool createTopWater(gfDevice *device, gfTopWater *t, const gfDrawFields *v, const gfDrawDef *def)
{
    int waves = WAVE_TEXELS + GF_TILE_RIM, lace = LACE_TEXELS + GF_TILE_RIM, w = v->cellsX, h = v->cellsY;
    return gfEffects_CreateTexture(device, &t->heights, GF_FORMAT_RGBA16F, w, h) &&
           gfEffects_CreateTexture(device, &t->motion, GF_FORMAT_RGBA16F, w, h) &&
           (!gfTopWater_HasGround(def) || gfEffects_CreateTexture(device, &t->relief, GF_FORMAT_RGBA16F, w, h)) &&
           (v->sinceStep <= 0.0f || (gfEffects_CreateTexture(device, &t->surface, GF_FORMAT_RGBA32F, w, h) &&
                                     gfEffects_CreateTexture(device, &t->ground, GF_FORMAT_R32F, w, h))) &&
           gfEffects_CreateTexture(device, &t->waves, GF_FORMAT_RGBA16F, waves, waves) &&
           gfEffects_CreateTexture(device, &t->lace, GF_FORMAT_RGBA16F, lace, lace);
}

// The lace of foam is drawn once.
static bool drawTopTiles(gfDevice *device, gfTopWater *t, const gfDrawnFluid *fluid, float sinceStep,
                         const float micro[4])
{
    t->hasLace =
        t->hasLace ||
        gfPass_Run(device, &(gfPass){.label = "water lace",
                                     .program = gfProgram_Get(device, &gf_vertexCover, "surface/patterns.frag", "LACE"),
                                     .writes = {&t->lace},
                                     .uniforms = {GF_F1(texels, (float)t->lace.width)}});
    bool drawn = t->hasLace;
    t->hasLace = drawn && !device->rehearsing;
    return drawn && gfSurface_DrawRipples(device, &t->waves, fluid->time_s + (double)sinceStep, micro);
}

bool gfTopWater_Draw(gfDevice *device, gfTopWater *t, const gfDrawnFluid *fluid, const gfDrawFields *v,
                     const gfDrawDef *def, const gfTopWaterView *view)
{
    GLuint water = gfDrawFields_Texture(v, GF_SHOWN_WATER), ground = gfDrawFields_Texture(v, GF_SHOWN_GROUND);
    GLuint flow = gfDrawFields_Texture(v, GF_SHOWN_FLOW);
    bool grounded = gfTopWater_HasGround(def);
    if (!createTopWater(device, t, v, def) || !drawTopTiles(device, t, fluid, v->sinceStep, view->micro)) {
        return false;
    }
    if (v->sinceStep > 0.0f) {
        if (!gfSurface_TakeWater(device, &t->surface, &t->ground, v)) {
            return false;
        }
        water = t->surface.id;
        ground = t->ground.id;
    }
    return gfPass_Run(
        device,
        &(gfPass){.label = "water field",
                  .program = gfProgram_GetFormatted(device, &gf_vertexCover, "draw/water_field.frag", "%s%s",
                                                    v->wrapX + v->wrapY > 0 ? "WRAP;" : "", grounded ? "GROUND;" : ""),
                  .writes = {&t->heights, &t->motion, grounded ? &t->relief : NULL},
                  .inputs = {GF_IN(waterField, water), GF_IN(groundField, ground), GF_IN(velocity, flow),
                             GF_IN(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID))},
                  .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY),
                               GF_F1(cellSize, v->cellSize), GF_F4V(soil, 1, view->soil)}});
}
