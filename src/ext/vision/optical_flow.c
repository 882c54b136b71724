// Textures hold brightness from -16 to 16, whose products half floats hold well. From the coarsest level to the finest
// the flow is corrected some times: the remaining difference of the pictures (mismatch), summed over the window with
// the gradients there, gives the correction (solve). Gradients are of the earlier picture, so their sums are made once
// a level.
#include "ext/vision/optical_flow.h"

#include <math.h>

#define GREY_RANGE 32.0f       // of brightness
#define VISION_LEAST_SIDE 12   // texels: least side of levels that are made by default
#define PICTURE_SAMPLES_MAX 12 // most samples along a side that a picture is read with for one texel

bool gfOpticalFlow_CheckDef(const gfDevice *device, const gfOpticalFlowDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    int most = gfMin(GF_OPTICAL_FLOW_MAX, device->gl.maxTextureSize);
    if (!gfDef_Check(core, &gf_opticalFlowDefRecord, def, caller)) {
        return false;
    }
    const gfRange ranges[] = {{"width", def->width, 8.0, most}, {"height", def->height, 8.0, most}};
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

// --- life ------------------------------------------------------------------------------------------------------------

static int countVisionLevels(const gfOpticalFlowDef *def)
{
    int side = gfMin(def->width, def->height), levels = 1;
    int most = def->levels > 0 ? def->levels : GF_OPTICAL_FLOW_LEVELS;
    int least = def->levels > 0 ? 2 : VISION_LEAST_SIDE;
    while (levels < most && (side + 1) / 2 >= least) {
        side = (side + 1) / 2;
        levels++;
    }
    return levels;
}

static bool createVisionLevel(gfDevice *device, gfVisionLevel *l, int width, int height)
{
    bool made = true;
    for (int i = 0; made && i < 2; i++) {
        gfFormat format = i == 0 ? GF_FORMAT_RGBA16F : GF_FORMAT_R16F;
        made = gfTexture_CreateNamed(device, &l->grey[i], GF_FORMAT_R32F, width, height, "grey") &&
               gfTexture_CreateNamed(device, &l->products[i], format, width, height, "products") &&
               gfTexture_CreateNamed(device, &l->blurred[i], format, width, height, "blurred") &&
               gfTexture_CreateNamed(device, &l->gradients[i], format, width, height, "gradients");
    }
    return made && gfTexture_Create(device, &l->mismatch, GF_FORMAT_RGBA16F, width, height) &&
           gfTexture_Create(device, &l->rows, GF_FORMAT_RGBA16F, width, height) &&
           gfPair_Create(device, &l->flow, GF_FORMAT_RGBA16F, width, height) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&l->products[0], &l->products[1]}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&l->blurred[0], &l->blurred[1]}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&l->gradients[0], &l->gradients[1]}, 2);
}

static void destroyVisionLevel(gfDevice *device, gfVisionLevel *l)
{
    for (int i = 0; i < 2; i++) {
        gfTexture_Destroy(device, &l->grey[i]);
        gfTexture_Destroy(device, &l->products[i]);
        gfTexture_Destroy(device, &l->blurred[i]);
        gfTexture_Destroy(device, &l->gradients[i]);
    }
    gfTexture_Destroy(device, &l->mismatch);
    gfTexture_Destroy(device, &l->rows);
    gfPair_Destroy(device, &l->flow);
}

// Makes the programs, by a flow that is found while nothing is drawn. False and reported: one can't be made.
static bool makeVisionPrograms(gfOpticalFlow *f)
{
    gfOpticalFlow dry = *f;
    gfDryRunKind before = gfPrograms_BeginNaming(f->device);
    bool ok = gfOpticalFlow_Take(&dry, 0) && gfOpticalFlow_Find(&dry) && gfOpticalFlow_Find(&dry);
    return gfPrograms_EndNaming(f->device, before, ok);
}

bool gfOpticalFlow_Init(gfOpticalFlow *f)
{
    gfDevice *device = f->device;
    int width = f->def.width, height = f->def.height;
    f->levels = countVisionLevels(&f->def);
    bool made = gfTexture_Create(device, &f->color, GF_FORMAT_RGBA8, width, height);
    for (int i = 0; made && i < f->levels; i++) {
        made = createVisionLevel(device, &f->level[i], width, height);
        width = (width + 1) / 2;
        height = (height + 1) / 2;
    }
    for (int i = 0; made && i < 2; i++) {
        made = gfFramebuffer_Warm(device, (const gfTexture *const[]){&f->level[0].grey[i], &f->color}, 2);
    }
    if (made && makeVisionPrograms(f)) {
        return true;
    }
    gfOpticalFlow_Release(f);
    return false;
}

void gfOpticalFlow_ReleaseStirring(gfDevice *device, gfStirring *stirring)
{
    gfTexture_Destroy(device, &stirring->impulse);
    gfTexture_Destroy(device, &stirring->paint);
    *stirring = (gfStirring){0};
}

void gfOpticalFlow_Release(gfOpticalFlow *f)
{
    for (int i = 0; i < GF_OPTICAL_FLOW_LEVELS; i++) {
        destroyVisionLevel(f->device, &f->level[i]);
    }
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        gfOpticalFlow_ReleaseStirring(f->device, &f->stirrings[i]);
    }
    gfTexture_Destroy(f->device, &f->color);
}

// --- pictures --------------------------------------------------------------------------------------------------------

bool gfOpticalFlow_Take(gfOpticalFlow *f, GLuint texture)
{
    gfDevice *device = f->device;
    int newest = 1 - f->newest;
    const gfTexture *grey = &f->level[0].grey[newest];
    bool drawn = gfPass_Run(
        device, &(gfPass){.label = "picture",
                          .shader = GF_SHADER("vision/intake.frag", NULL),
                          .writes = {grey, &f->color},
                          .inputs = {GF_IN_LINEAR(hostTexture, texture)},
                          .uniforms = {GF_F2(scale, 1.0f / (float)grey->width, 1.0f / (float)grey->height),
                                       GF_F2(flips, f->def.mirrored ? 1.0f : 0.0f, f->def.topDown ? 1.0f : 0.0f),
                                       GF_I1(taps, PICTURE_SAMPLES_MAX)}});
    for (int i = 1; drawn && i < f->levels; i++) {
        drawn = gfPass_Run(device, &(gfPass){.label = "picture",
                                             .shader = GF_SHADER("vision/shrink.frag", NULL),
                                             .writes = {&f->level[i].grey[newest]},
                                             .inputs = {GF_IN(source, f->level[i - 1].grey[newest].id)}});
    }
    if (drawn) {
        f->newest = newest;
        f->pictures = gfMin(2, f->pictures + 1);
    }
    return drawn;
}

static bool sumGradients(const gfOpticalFlow *f, const gfVisionLevel *l)
{
    gfDevice *device = f->device;
    const gfShader blur = gfShader_Format(device, NULL, "vision/blur.frag", "RADIUS %d;SECOND", f->def.window);
    return gfPass_Run(device, &(gfPass){.label = "optical flow",
                                        .shader = GF_SHADER("vision/gradients.frag", NULL),
                                        .writes = {&l->products[0], &l->products[1]},
                                        .inputs = {GF_IN(before, l->grey[1 - f->newest].id)}}) &&
           gfPass_Run(device,
                      &(gfPass){.label = "optical flow",
                                .shader = blur,
                                .writes = {&l->blurred[0], &l->blurred[1]},
                                .inputs = {GF_IN(copied0, l->products[0].id), GF_IN(copied1, l->products[1].id)},
                                .uniforms = {GF_I2(shift, 1, 0)}}) &&
           gfPass_Run(device, &(gfPass){.label = "optical flow",
                                        .shader = blur,
                                        .writes = {&l->gradients[0], &l->gradients[1]},
                                        .inputs = {GF_IN(copied0, l->blurred[0].id), GF_IN(copied1, l->blurred[1].id)},
                                        .uniforms = {GF_I2(shift, 0, 1)}});
}

// Corrects the flow once. `coarse`: the flow of the next coarser level, which this one starts from; null: it starts
// from its own or, with `first`, from none.
static bool correctFlow(const gfOpticalFlow *f, gfVisionLevel *l, const gfTexture *coarse, bool first)
{
    gfDevice *device = f->device;
    const char *start = coarse != NULL ? "COARSE" : first ? "FIRST" : NULL;
    GLuint flow = coarse != NULL ? coarse->id : l->flow.read.id;
    float sigma = GREY_RANGE * f->def.noise;
    gfPass compare = {.label = "optical flow",
                      .shader = GF_SHADER("vision/mismatch.frag", start),
                      .writes = {&l->mismatch, &l->flow.write},
                      .inputs = {GF_IN(before, l->grey[1 - f->newest].id), GF_IN(after, l->grey[f->newest].id),
                                 GF_IN(products0, l->products[0].id), GF_IN(products1, l->products[1].id),
                                 GF_IN_FIELD(flow, flow)}};
    if (!gfPass_Run(device, &compare)) {
        return false;
    }
    gfPair_Swap(&l->flow); // makes the flow that this correction starts from the one to read
    if (!gfPass_Run(device,
                    &(gfPass){.label = "optical flow",
                              .shader = gfShader_Format(device, NULL, "vision/blur.frag", "RADIUS %d", f->def.window),
                              .writes = {&l->rows},
                              .inputs = {GF_IN(copied0, l->mismatch.id)},
                              .uniforms = {GF_I2(shift, 1, 0)}}) ||
        !gfPass_Run(device,
                    &(gfPass){.label = "optical flow",
                              .shader = gfShader_Format(device, NULL, "vision/solve.frag", "RADIUS %d", f->def.window),
                              .writes = {&l->flow.write},
                              .inputs = {GF_IN(copied0, l->rows.id), GF_IN(products0, l->gradients[0].id),
                                         GF_IN(products1, l->gradients[1].id), GF_IN(flow, l->flow.read.id)},
                              .uniforms = {GF_F1(noise, sigma * sigma), GF_F1(unit, 1.0f / GREY_RANGE)}})) {
        return false;
    }
    gfPair_Swap(&l->flow);
    return true;
}

bool gfOpticalFlow_Find(gfOpticalFlow *f)
{
    bool found = true;
    for (int i = f->levels - 1; found && i >= 0; i--) {
        gfVisionLevel *l = &f->level[i];
        const gfTexture *coarse = i + 1 < f->levels ? &f->level[i + 1].flow.read : NULL;
        found = sumGradients(f, l);
        for (int k = 0; found && k < f->def.iterations; k++) {
            found = correctFlow(f, l, k == 0 ? coarse : NULL, k == 0 && coarse == NULL);
        }
    }
    return found;
}

void gfOpticalFlow_Clear(const gfOpticalFlow *f)
{
    static const float none[4] = {0.0f};
    gfTexture_Clear(f->device, gfOpticalFlow_GetFlow(f), none);
}

// --- stirring --------------------------------------------------------------------------------------------------------

bool gfOpticalFlow_InitStirring(const gfOpticalFlow *f, gfStirring *stirring)
{
    gfDevice *device = f->device;
    int width = f->def.width, height = f->def.height;
    if (gfTexture_CreateNamed(device, &stirring->impulse, GF_FORMAT_RGBA16F, width, height, "impulse") &&
        gfTexture_CreateNamed(device, &stirring->paint, GF_FORMAT_RGBA16F, width, height, "paint") &&
        gfFramebuffer_Warm(device, (const gfTexture *const[]){&stirring->impulse, &stirring->paint}, 2)) {
        return true;
    }
    gfOpticalFlow_ReleaseStirring(device, stirring);
    return false;
}

bool gfOpticalFlow_DrawStirring(const gfOpticalFlow *f, const gfStirring *stirring, const gfBody *body,
                                const gfFieldView *velocity, const gfStirDef *def, float dt)
{
    gfDevice *device = f->device;
    const gfFluidDef *fluid = &body->def;
    float h = fluid->cellSize;
    gfVec2 half = def->halfExtents, size = {(float)fluid->gridWidth * h, (float)fluid->gridHeight * h};
    gfVec2 centre = {(def->centre.x - fluid->origin.x) / h, (def->centre.y - fluid->origin.y) / h};
    float angle = def->angle;
    if (half.x == 0.0f || half.y == 0.0f) {
        half = (gfVec2){0.5f * size.x, 0.5f * size.y};
        centre = (gfVec2){0.5f * (float)fluid->gridWidth, 0.5f * (float)fluid->gridHeight};
        angle = 0.0f;
    }
    int wrapX = gfBoundaries_Wrap(&fluid->boundaries, 0), wrapY = gfBoundaries_Wrap(&fluid->boundaries, 1);
    float speed = def->gain / def->frameTime;
    float share = -expm1f(-def->pull * dt);
    const gfUniform wrap = GF_I2(wrap, wrapX, wrapY), none = {0};
    bool wraps = wrapX + wrapY > 0;
    gfPass pass = {.label = "stirring",
                   .shader = GF_SHADER("vision/stir.frag", wrapX + wrapY > 0 ? "WRAP" : NULL),
                   .writes = {&stirring->impulse, &stirring->paint},
                   .inputs = {GF_IN(flow, gfOpticalFlow_GetFlow(f)->id), GF_IN(scene, f->color.id),
                              GF_IN_FIELD(velocity, velocity->texture->id)},
                   .uniforms = {GF_I2(cells, fluid->gridWidth, fluid->gridHeight),
                                GF_F4(placed, centre.x, centre.y, 2.0f * half.x / h, 2.0f * half.y / h),
                                GF_F4(turn, cosf(angle), sinf(angle), 0.0f, 0.0f),
                                GF_F4(speeds, speed * 2.0f * half.x / (float)f->def.width,
                                      speed * 2.0f * half.y / (float)f->def.height, share, def->fullSpeed),
                                GF_F2(colored, def->colors ? 1.0f : 0.0f, def->hold), wraps ? wrap : none}};
    return gfPass_Run(device, &pass);
}
