// Optical flow between two pictures by Lucas and Kanade's method, from coarse to fine, and stirring of fluids by it.
//
// Level 0 has the pictures, each further one half as many texels along a side. From the coarsest level on, the flow of
// each is corrected several times: the pictures' difference along the flow so far, times their gradients and averaged
// over a window, gives the correction (vision/solve.frag). Gradients are those of the earlier picture, so their means
// are drawn once for each level. Brightness is stored as -16 to 16, so that half floats hold products of it well.
#include "gpufluid/optical_flow.h"

#include "base/members.h"
#include "fluid/module.h"
#include "fluid/solver.h"
#include "fluid/validation.h"
#include "gl/pass.h"
#include "gl/readback.h"

#define GF_OPTICAL_FLOW_LEVELS 8

// The textures of one level.
typedef struct VisionLevel {
    gfTexture grey[2]; // R32F: brightness of the last two pictures; gfOpticalFlow.newest is the index of the newer one
    gfTexture products[2];  // RGBA16F and R16F: gradients and their products, see shaders/vision/gradients.frag
    gfTexture blurred[2];   // `products`, averaged over the window along rows
    gfTexture gradients[2]; // `blurred`, averaged over the window along columns
    gfTexture mismatch; // RGBA16F: gradient times difference, difference, its square, see shaders/vision/mismatch.frag
    gfTexture rows;     // `mismatch`, averaged over the window along rows
    gfPair flow;        // RGBA16F: flow right and up, texels; difference of the pictures along it; confidence
} VisionLevel;

// What stirs one fluid by the flow.
typedef struct Stirring {
    uint32_t fluid;           // gfBody.number of the fluid; 0: this stirring is unused
    gfTexture impulse, paint; // RGBA16F over the picture: velocity to add, m/s; dye to add. See vision/stir.frag
    double waiting_s;         // time of calls since the fluid's last step, whose effect the fluid has not got, s
} Stirring;

struct gfOpticalFlow {
    gfOwned owned; // place in the list of things that the device destroys with itself
    gfDevice *device;
    gfOpticalFlowDef def;
    int levels;
    int newest;   // index in VisionLevel.grey of the newest picture
    int pictures; // number of pictures taken in since creation or restart, up to 2
    VisionLevel level[GF_OPTICAL_FLOW_LEVELS];
    gfTexture color; // RGBA8: colours of the newest picture
    Stirring stirrings[GF_OPTICAL_FLOW_FLUIDS];
};

#include "ext/vision/members.inc"

static const gfTexture *getFlowTexture(const gfOpticalFlow *flow)
{
    return &flow->level[0].flow.read;
}

#define GREY_RANGE 32.0f       // brightness of 0 to 1 is stored as this range, from -16 on
#define VISION_LEAST_SIDE 12   // texels of the shorter side of the coarsest level at least, if levels are not given
#define PICTURE_SAMPLES_MAX 12 // a texel is the mean of at most this many samples of the host's picture along each axis

// Returns whether an optical flow can be made of a definition; else reports COOKIE, NULL_ARGUMENT or OUT_OF_RANGE.
static bool checkFlowDef(const gfDevice *device, const gfOpticalFlowDef *def, const char *caller)
{
    const gfCore *core = &device->core;
    int most = gfMin(GF_OPTICAL_FLOW_MAX, device->gl.maxTextureSize);
    GF_TRY(gfDef_Check(core, &gf_opticalFlowDefRecord, def, caller));
    const gfRange ranges[] = {{"width", def->width, 8.0, most}, {"height", def->height, 8.0, most}};
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

// --- levels ----------------------------------------------------------------------------------------------------------

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

static bool createVisionLevel(gfDevice *device, VisionLevel *l, int width, int height)
{
    for (int i = 0; i < 2; i++) {
        gfFormat format = i == 0 ? GF_FORMAT_RGBA16F : GF_FORMAT_R16F;
        GF_TRY(gfTexture_CreateNamed(device, &l->grey[i], GF_FORMAT_R32F, width, height, "grey") &&
               gfTexture_CreateNamed(device, &l->products[i], format, width, height, "products") &&
               gfTexture_CreateNamed(device, &l->blurred[i], format, width, height, "blurred") &&
               gfTexture_CreateNamed(device, &l->gradients[i], format, width, height, "gradients"));
    }
    return gfTexture_Create(device, &l->mismatch, GF_FORMAT_RGBA16F, width, height) &&
           gfTexture_Create(device, &l->rows, GF_FORMAT_RGBA16F, width, height) &&
           gfPair_Create(device, &l->flow, GF_FORMAT_RGBA16F, width, height) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&l->products[0], &l->products[1]}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&l->blurred[0], &l->blurred[1]}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&l->gradients[0], &l->gradients[1]}, 2);
}

// --- pictures --------------------------------------------------------------------------------------------------------

// Takes a host's picture in: draws brightness and colours, and the brightness of all levels.
static bool takePicture(gfOpticalFlow *f, GLuint texture)
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
    GF_TRY(drawn);
    f->newest = newest;
    f->pictures = gfMin(2, f->pictures + 1);
    return true;
}

static bool sumGradients(const gfOpticalFlow *f, const VisionLevel *l)
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

// Corrects a level's flow once, from `coarse`, the next coarser level's flow; null: from its own or, with `first`, 0.
static bool correctFlow(const gfOpticalFlow *f, VisionLevel *l, const gfTexture *coarse, bool first)
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
    GF_TRY(gfPass_Run(device, &compare));
    gfPair_Swap(&l->flow); // the start of the correction becomes flow.read
    GF_TRY(gfPass_Run(device,
                      &(gfPass){.label = "optical flow",
                                .shader = gfShader_Format(device, NULL, "vision/blur.frag", "RADIUS %d", f->def.window),
                                .writes = {&l->rows},
                                .inputs = {GF_IN(copied0, l->mismatch.id)},
                                .uniforms = {GF_I2(shift, 1, 0)}}));
    GF_TRY(gfPass_Run(
        device, &(gfPass){.label = "optical flow",
                          .shader = gfShader_Format(device, NULL, "vision/solve.frag", "RADIUS %d", f->def.window),
                          .writes = {&l->flow.write},
                          .inputs = {GF_IN(copied0, l->rows.id), GF_IN(products0, l->gradients[0].id),
                                     GF_IN(products1, l->gradients[1].id), GF_IN(flow, l->flow.read.id)},
                          .uniforms = {GF_F1(noise, sigma * sigma), GF_F1(unit, 1.0f / GREY_RANGE)}}));
    gfPair_Swap(&l->flow);
    return true;
}

// Finds the flow between the last two pictures.
static bool findFlow(gfOpticalFlow *f)
{
    for (int i = f->levels - 1; i >= 0; i--) {
        VisionLevel *l = &f->level[i];
        const gfTexture *coarse = i + 1 < f->levels ? &f->level[i + 1].flow.read : NULL;
        GF_TRY(sumGradients(f, l));
        for (int k = 0; k < f->def.iterations; k++) {
            GF_TRY(correctFlow(f, l, k == 0 ? coarse : NULL, k == 0 && coarse == NULL));
        }
    }
    return true;
}

// --- stirring --------------------------------------------------------------------------------------------------------

// Makes the textures of a stirring, unless they are there.
static bool makeStirring(const gfOpticalFlow *f, Stirring *stirring)
{
    gfDevice *device = f->device;
    int width = f->def.width, height = f->def.height;
    return gfTexture_FitNamed(device, &stirring->impulse, GF_FORMAT_RGBA16F, width, height, "impulse") &&
           gfTexture_FitNamed(device, &stirring->paint, GF_FORMAT_RGBA16F, width, height, "paint") &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&stirring->impulse, &stirring->paint}, 2);
}

// Draws the velocity and the dye to add for `dt` seconds.
static bool drawStirring(const gfOpticalFlow *f, const Stirring *stirring, const gfBody *body,
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
    const gfPass pass = {.label = "stirring",
                         .shader = GF_SHADER("vision/stir.frag", wraps ? "WRAP" : NULL),
                         .writes = {&stirring->impulse, &stirring->paint},
                         .inputs = {GF_IN(flow, getFlowTexture(f)->id), GF_IN(scene, f->color.id),
                                    GF_IN_FIELD(velocity, velocity->texture->id)},
                         .uniforms = {GF_I2(cells, fluid->gridWidth, fluid->gridHeight),
                                      GF_F4(placed, centre.x, centre.y, 2.0f * half.x / h, 2.0f * half.y / h),
                                      GF_F4(turn, cosf(angle), sinf(angle), 0.0f, 0.0f),
                                      GF_F4(speeds, speed * 2.0f * half.x / (float)f->def.width,
                                            speed * 2.0f * half.y / (float)f->def.height, share, def->fullSpeed),
                                      GF_F2(colored, def->colors ? 1.0f : 0.0f, def->hold), wraps ? wrap : none}};
    return gfPass_Run(device, &pass);
}

// --- the whole flow --------------------------------------------------------------------------------------------------

// Makes the programs that flows need, by a dry run. False and reported: a program can't be made.
static bool makeVisionPrograms(gfOpticalFlow *f)
{
    gfOpticalFlow dry = *f;
    gfDryRunKind before = gfPrograms_BeginNaming(f->device);
    bool ok = takePicture(&dry, 0) && findFlow(&dry) && findFlow(&dry);
    return gfPrograms_EndNaming(f->device, before, ok);
}

static void releaseFlow(gfOpticalFlow *f)
{
    for (int i = 0; i < GF_OPTICAL_FLOW_LEVELS; i++) {
        VisionLevel *l = &f->level[i];
        GF_DESTROY_TEXTURES(f->device, &l->grey[0], &l->grey[1], &l->products[0], &l->products[1], &l->blurred[0],
                            &l->blurred[1], &l->gradients[0], &l->gradients[1], &l->mismatch, &l->rows);
        gfPair_Destroy(f->device, &l->flow);
    }
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        GF_DESTROY_TEXTURES(f->device, &f->stirrings[i].impulse, &f->stirrings[i].paint);
    }
    gfTexture_Destroy(f->device, &f->color);
}

// Makes textures and programs for f->def. releaseFlow cleans up after false, too.
static bool initFlow(gfOpticalFlow *f)
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
    return made && makeVisionPrograms(f);
}

// --- public calls ----------------------------------------------------------------------------------------------------

static void destroyOwnedFlow(gfOwned *self)
{
    gfDestroyOpticalFlow((gfOpticalFlow *)self);
}

gfOpticalFlow *gfCreateOpticalFlow(gfDevice *device, const gfOpticalFlowDef *def)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfCreateOpticalFlow: device is null");
    GF_TRY(checkFlowDef(device, def, "gfCreateOpticalFlow") && gfDevice_Begin(device, "gfCreateOpticalFlow"));
    gfOpticalFlow *flow = gfAlloc(&device->core, sizeof *flow);
    if (flow != NULL) {
        flow->device = device;
        flow->def = *def;
        const char *owner = device->labelOwner;
        device->labelOwner = "optical flow";
        bool made = initFlow(flow);
        device->labelOwner = owner;
        if (made) {
            gfOwned_Add(&device->firstOwned, &flow->owned, destroyOwnedFlow);
        } else {
            releaseFlow(flow);
            gfFree(&device->core, flow);
            flow = NULL;
        }
    }
    gfDevice_End(device);
    return flow;
}

// Drops the splats of a stirring that wait for the fluid's next step. Returns whether there were any.
static bool dropStir(gfSources *sources, const Stirring *stirring)
{
    gfSources_DropTexture(sources, stirring->paint.id);
    return gfSources_DropTexture(sources, stirring->impulse.id);
}

void gfDestroyOpticalFlow(gfOpticalFlow *flow)
{
    if (flow == NULL) {
        return;
    }
    gfDevice *device = flow->device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyOpticalFlow");
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        gfFluid *fluid = gfFluid_FindNumber(device, flow->stirrings[i].fluid);
        if (fluid != NULL) {
            dropStir(&fluid->body.sources, &flow->stirrings[i]);
        }
    }
    gfOwned_Remove(&device->firstOwned, &flow->owned);
    releaseFlow(flow);
    gfDevice_EndDelete(device, lost);
    gfFree(&device->core, flow);
}

static bool checkPicture(const gfOpticalFlow *flow, uint32_t texture, const char *caller)
{
    GF_REQUIRE(&flow->device->core, texture != 0, OUT_OF_RANGE, "%s: texture is 0; a GL texture is expected", caller);
    return gfTraps_CheckTexture(flow->device, texture, "texture", caller);
}

bool gfOpticalFlow_Add(gfOpticalFlow *flow, uint32_t texture)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Add: flow is null");
    return checkPicture(flow, texture, "gfOpticalFlow_Add") &&
           gfDevice_Do(flow->device, "gfOpticalFlow_Add",
                       takePicture(flow, texture) && (flow->pictures < 2 || findFlow(flow)));
}

bool gfOpticalFlow_Compare(gfOpticalFlow *flow, uint32_t before, uint32_t after)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Compare: flow is null");
    return checkPicture(flow, before, "gfOpticalFlow_Compare") && checkPicture(flow, after, "gfOpticalFlow_Compare") &&
           gfDevice_Do(flow->device, "gfOpticalFlow_Compare",
                       takePicture(flow, before) && takePicture(flow, after) && findFlow(flow));
}

bool gfOpticalFlow_Restart(gfOpticalFlow *flow)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Restart: flow is null");
    GF_TRY(gfDevice_Begin(flow->device, "gfOpticalFlow_Restart"));
    flow->pictures = 0;
    gfTexture_Clear(flow->device, getFlowTexture(flow), (const float[4]){0.0f});
    return gfDevice_EndWith(flow->device, true);
}

uint32_t gfOpticalFlow_GetTexture(const gfOpticalFlow *flow)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_GetTexture: flow is null");
    return getFlowTexture(flow)->id;
}

bool gfOpticalFlow_ReadBlocking(gfOpticalFlow *flow, float *values, size_t count)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_ReadBlocking: flow is null");
    gfDevice *device = flow->device;
    const gfTexture *texture = getFlowTexture(flow);
    size_t held = 4 * (size_t)texture->width * (size_t)texture->height;
    GF_REQUIRE(&device->core, values != NULL, NULL_ARGUMENT, "gfOpticalFlow_ReadBlocking: values is null");
    GF_REQUIRE(&device->core, count == held, OUT_OF_RANGE, "gfOpticalFlow_ReadBlocking: count is %zu; %zu is expected",
               count, held);
    const gfReadSource source = {texture, texture->width, texture->height, 4};
    return gfDevice_Do(device, "gfOpticalFlow_ReadBlocking", gfReadback_Blocking(device, &source, values));
}

// --- public calls for stirring ---------------------------------------------------------------------------------------

// Returns the Stirring of a fluid: the one that it has, or one that is unused or whose fluid was destroyed.
static Stirring *getStirring(gfOpticalFlow *flow, const gfFluid *fluid)
{
    gfDevice *device = flow->device;
    Stirring *empty = NULL;
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        Stirring *s = &flow->stirrings[i];
        if (s->fluid == fluid->body.number) {
            return s;
        }
        if (s->fluid == 0 || gfFluid_FindNumber(device, s->fluid) == NULL) {
            empty = s;
        }
    }
    GF_REQUIRE(&device->core, empty != NULL, TOO_MANY, "gfOpticalFlow_Stir: it stirs %d fluids, the most allowed",
               GF_OPTICAL_FLOW_FLUIDS);
    GF_TRY(makeStirring(flow, empty));
    empty->fluid = fluid->body.number;
    empty->waiting_s = 0.0;
    return empty;
}

// Adds two splats that give the fluid the drawn velocity and dye at its next substep.
static bool addStir(gfFluid *fluid, const Stirring *stirring, const gfStirDef *def, float dt)
{
    const gfFluidDef *f = &fluid->body.def;
    gfSources *sources = &fluid->body.sources;
    gfSourceDef source = gfDefaultSourceDef();
    gfVec2 half = {0.5f * (float)f->gridWidth * f->cellSize, 0.5f * (float)f->gridHeight * f->cellSize};
    source.shape = gfMakeRectangle((gfVec2){f->origin.x + half.x, f->origin.y + half.y}, half, 0.0f);
    if (def->halfExtents.x > 0.0f && def->halfExtents.y > 0.0f) {
        source.shape = gfMakeRectangle(def->centre, def->halfExtents, def->angle);
    }
    source.fields = GF_SOURCE_VELOCITY;
    source.velocity = (gfVec2){1.0f, 1.0f};
    source.texture = stirring->impulse.id;
    source.textureRole = GF_TEXTURE_VELOCITY;
    gfSource splat = gfSource_Make(&source);
    splat.passing = true;
    GF_TRY(gfSources_Reserve(sources, &fluid->body.device->core, gfMin(sources->splatCount + 2, GF_SPLAT_MAX)) &&
           gfSources_AddSplat(sources, &fluid->body.device->core, &splat));
    source.fields = GF_SOURCE_DYE;
    source.velocity = (gfVec2){0.0f, 0.0f};
    source.texture = stirring->paint.id;
    source.textureRole = GF_TEXTURE_DYE;
    for (int i = 0; i < 4; i++) {
        source.dye[i] = def->dye[i] * dt;
    }
    splat = gfSource_Make(&source);
    splat.passing = true;
    fluid->given |= def->dye[3] != 0.0f ? (uint32_t)GF_SOURCE_DYE : 0u;
    return gfSource_GetFields(&source) == 0 || gfSources_AddSplat(sources, &fluid->body.device->core, &splat);
}

bool gfOpticalFlow_Stir(gfOpticalFlow *flow, gfFluid *fluid, const gfStirDef *def, float dt)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Stir: flow is null");
    gfDevice *device = flow->device;
    gfCore *core = &device->core;
    GF_REQUIRE(core, fluid != NULL, NULL_ARGUMENT, "gfOpticalFlow_Stir: fluid is null");
    GF_REQUIRE(core, fluid->body.device == device, OUT_OF_RANGE,
               "gfOpticalFlow_Stir: the fluid is of another device; one of the flow's is expected");
    const gfRange time = {"dt", (double)dt, 0.0, 1e6};
    GF_TRY(gfDef_Check(core, &gf_stirDefRecord, def, "gfOpticalFlow_Stir") &&
           gfCheckRanges(core, &time, 1, "gfOpticalFlow_Stir"));
    GF_REQUIRE(core, fluid->solver->hasField(&fluid->body, fluid->state, GF_SHOWN_FLOW), UNSUPPORTED,
               "gfOpticalFlow_Stir: solver '%s' has no flow to stir", fluid->solver->name);
    GF_TRY(gfDevice_Begin(device, "gfOpticalFlow_Stir"));
    bool stirred = false;
    gfFieldView velocity;
    gfSources *sources = &fluid->body.sources;
    Stirring *s = getStirring(flow, fluid);
    if (s != NULL && gfFluid_UpdateSolids(fluid) &&
        fluid->solver->getField(&fluid->body, fluid->state, GF_SHOWN_FLOW, &velocity)) {
        s->waiting_s = fmin((dropStir(sources, s) ? s->waiting_s : 0.0) + (double)dt, 1e6);
        float passed = (float)s->waiting_s;
        stirred = flow->pictures < 2 ||
                  (drawStirring(flow, s, &fluid->body, &velocity, def, passed) && addStir(fluid, s, def, passed));
    }
    return gfDevice_EndWith(device, stirred);
}

const gfModule gf_module_vision = {.name = "vision"};
