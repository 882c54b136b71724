// The public optical flow: checks, the device's list, and the splats that it stirs with.
#include "ext/vision/optical_flow.h"

#include "fluid/module.h"
#include "fluid/validation.h"
#include "gl/readback.h"

#include "ext/vision/members.inc"

static void destroyOwnedFlow(gfOwned *self)
{
    gfDestroyOpticalFlow((gfOpticalFlow *)self);
}

gfOpticalFlow *gfCreateOpticalFlow(gfDevice *device, const gfOpticalFlowDef *def)
{
    gfOpticalFlow *flow = NULL;
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfCreateOpticalFlow: device is null");
    if (!gfOpticalFlow_CheckDef(device, def, "gfCreateOpticalFlow") || !gfDevice_Begin(device, "gfCreateOpticalFlow")) {
        goto error;
    }
    flow = gfAlloc(&device->core, sizeof *flow);
    if (flow != NULL) {
        flow->device = device;
        flow->def = *def;
        const char *owner = device->labelOwner;
        device->labelOwner = "optical flow";
        bool made = gfOpticalFlow_Init(flow);
        device->labelOwner = owner;
        if (made) {
            gfOwned_Add(&device->firstOwned, &flow->owned, destroyOwnedFlow);
        } else {
            gfFree(&device->core, flow);
            flow = NULL;
        }
    }
    gfDevice_End(device);
    return flow;

error:
    return NULL;
}

// Drops the splats that wait and read the textures of a stirring.
static void dropWaiting(const gfDevice *device, const gfStirring *stirring)
{
    gfFluid *fluid = gfFluid_FindNumber(device, stirring->fluid);
    if (fluid != NULL) {
        gfSources_DropTexture(&fluid->body.sources, stirring->impulse.id);
        gfSources_DropTexture(&fluid->body.sources, stirring->paint.id);
    }
}

void gfDestroyOpticalFlow(gfOpticalFlow *flow)
{
    if (flow == NULL) {
        return;
    }
    gfDevice *device = flow->device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyOpticalFlow");
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        dropWaiting(device, &flow->stirrings[i]);
    }
    gfOwned_Remove(&device->firstOwned, &flow->owned);
    gfOpticalFlow_Release(flow);
    gfDevice_EndDelete(device, lost);
    gfFree(&device->core, flow);
}

static bool checkPicture(const gfOpticalFlow *flow, uint32_t texture, const char *caller)
{
    GF_REQUIRE(&flow->device->core, texture != 0, OUT_OF_RANGE, "%s: texture is 0; a GL texture is expected", caller);
    return gfTraps_CheckTexture(flow->device, texture, "texture", caller);

error:
    return false;
}

bool gfOpticalFlow_Add(gfOpticalFlow *flow, uint32_t texture)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Add: flow is null");
    if (!checkPicture(flow, texture, "gfOpticalFlow_Add") || !gfDevice_Begin(flow->device, "gfOpticalFlow_Add")) {
        goto error;
    }
    bool found = gfOpticalFlow_Take(flow, texture);
    if (found && flow->pictures > 1) {
        found = gfOpticalFlow_Find(flow);
    }
    gfDevice_End(flow->device);
    return found;

error:
    return false;
}

bool gfOpticalFlow_Compare(gfOpticalFlow *flow, uint32_t before, uint32_t after)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Compare: flow is null");
    if (!checkPicture(flow, before, "gfOpticalFlow_Compare") || !checkPicture(flow, after, "gfOpticalFlow_Compare") ||
        !gfDevice_Begin(flow->device, "gfOpticalFlow_Compare")) {
        goto error;
    }
    bool found = gfOpticalFlow_Take(flow, before) && gfOpticalFlow_Take(flow, after) && gfOpticalFlow_Find(flow);
    gfDevice_End(flow->device);
    return found;

error:
    return false;
}

bool gfOpticalFlow_Restart(gfOpticalFlow *flow)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_Restart: flow is null");
    if (!gfDevice_Begin(flow->device, "gfOpticalFlow_Restart")) {
        goto error;
    }
    flow->pictures = 0;
    gfOpticalFlow_Clear(flow);
    gfDevice_End(flow->device);
    return true;

error:
    return false;
}

uint32_t gfOpticalFlow_GetTexture(const gfOpticalFlow *flow)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_GetTexture: flow is null");
    return gfOpticalFlow_GetFlow(flow)->id;

error:
    return 0;
}

bool gfOpticalFlow_ReadBlocking(gfOpticalFlow *flow, float *values, size_t count)
{
    GF_REQUIRE(NULL, flow != NULL, NULL_ARGUMENT, "gfOpticalFlow_ReadBlocking: flow is null");
    gfDevice *device = flow->device;
    const gfTexture *texture = gfOpticalFlow_GetFlow(flow);
    size_t held = 4 * (size_t)texture->width * (size_t)texture->height;
    GF_REQUIRE(&device->core, values != NULL, NULL_ARGUMENT, "gfOpticalFlow_ReadBlocking: values is null");
    GF_REQUIRE(&device->core, count == held, OUT_OF_RANGE, "gfOpticalFlow_ReadBlocking: count is %zu; %zu is expected",
               count, held);
    if (!gfDevice_Begin(device, "gfOpticalFlow_ReadBlocking")) {
        goto error;
    }
    bool read = gfReadback_Blocking(device, &(gfReadSource){texture, texture->width, texture->height, 4}, values);
    gfDevice_End(device);
    return read;

error:
    return false;
}

// --- stirring --------------------------------------------------------------------------------------------------------

// Returns the stirring of a fluid, new or taken over from a fluid that is gone. Null and reported.
static gfStirring *getStirring(gfOpticalFlow *flow, const gfFluid *fluid)
{
    gfDevice *device = flow->device;
    gfStirring *empty = NULL;
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        gfStirring *s = &flow->stirrings[i];
        if (s->fluid == fluid->body.number) {
            return s;
        }
        if (s->fluid == 0 || gfFluid_FindNumber(device, s->fluid) == NULL) {
            empty = s;
        }
    }
    GF_REQUIRE(&device->core, empty != NULL, TOO_MANY, "gfOpticalFlow_Stir: it stirs %d fluids, the most allowed",
               GF_OPTICAL_FLOW_FLUIDS);
    if (empty->impulse.id == 0 && !gfOpticalFlow_InitStirring(flow, empty)) {
        goto error;
    }
    empty->fluid = fluid->body.number;
    empty->waiting_s = 0.0;
    return empty;

error:
    return NULL;
}

// Adds the splats of velocity and of dye.
static bool addStir(gfFluid *fluid, const gfStirring *stirring, const gfStirDef *def, float dt)
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
    if (!gfSources_Reserve(sources, &fluid->body.device->core, gfMin(sources->splatCount + 2, GF_SPLAT_MAX)) ||
        !gfSources_AddSplat(sources, &fluid->body.device->core, &splat)) {
        return false;
    }
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
    if (!gfDef_Check(core, &gf_stirDefRecord, def, "gfOpticalFlow_Stir") ||
        !gfCheckRanges(core, &time, 1, "gfOpticalFlow_Stir")) {
        goto error;
    }
    GF_REQUIRE(core, fluid->solver->hasField(&fluid->body, fluid->state, GF_SHOWN_FLOW), UNSUPPORTED,
               "gfOpticalFlow_Stir: solver '%s' has no flow to stir", fluid->solver->name);
    if (!gfDevice_Begin(device, "gfOpticalFlow_Stir")) {
        goto error;
    }
    bool stirred = false;
    gfFieldView velocity;
    gfSources *sources = &fluid->body.sources;
    gfStirring *s = getStirring(flow, fluid);
    if (s != NULL && gfFluid_UpdateSolids(fluid) &&
        fluid->solver->getField(&fluid->body, fluid->state, GF_SHOWN_FLOW, &velocity)) {
        bool waits = gfSources_DropTexture(sources, s->impulse.id);
        gfSources_DropTexture(sources, s->paint.id);
        s->waiting_s = fmin((waits ? s->waiting_s : 0.0) + (double)dt, 1e6);
        float passed = (float)s->waiting_s;
        stirred = flow->pictures < 2 || (gfOpticalFlow_DrawStirring(flow, s, &fluid->body, &velocity, def, passed) &&
                                         addStir(fluid, s, def, passed));
    }
    gfDevice_End(device);
    return stirred;

error:
    return false;
}

const gfModule gf_module_vision = {.name = "vision"};
