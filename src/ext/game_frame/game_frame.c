// gfDevice_RunGameFrame: steps, queries and drawings of several fluids in one call.
#include "gpufluid/game_frame.h"

#include "base/members.h"
#include "ext/fluid3d/fluid3d.h"
#include "ext/governor/governor.h"
#include "fluid/fluid.h"
#include "fluid/module.h"
#include "query/queries.h"

#include "ext/game_frame/members.inc"

static bool checkGamePart(const gfDevice *device, const gfGamePart *part, int number, const char *caller)
{
    const gfCore *core = &device->core;
    GF_REQUIRE(core, (part->fluid != NULL) != (part->fluid3D != NULL), OUT_OF_RANGE,
               "%s: part %d has %s; a fluid in two dimensions or one in three is expected", caller, number,
               part->fluid != NULL ? "two fluids" : "no fluid");
    const gfDevice *own = part->fluid != NULL ? part->fluid->body.device : part->fluid3D->body.device;
    GF_REQUIRE(core, own == device, OUT_OF_RANGE, "%s: the fluid of part %d is of another device", caller, number);
    GF_REQUIRE(core, part->query == NULL || part->query->fluid == part->fluid, OUT_OF_RANGE,
               "%s: the query of part %d is of another fluid", caller, number);
    GF_REQUIRE(core, part->governor == NULL || gfGovernor_GetFluid(part->governor) == part->fluid, OUT_OF_RANGE,
               "%s: the governor of part %d is of another fluid", caller, number);
    GF_REQUIRE(core, part->fluid != NULL ? part->draw3D == NULL : part->draw == NULL && part->surface == NULL,
               OUT_OF_RANGE, "%s: part %d is drawn as a fluid of %s dimensions is, which it is not", caller, number,
               part->fluid != NULL ? "three" : "two");
    return true;
}

static bool stepPart(const gfGamePart *part, float dt)
{
    return part->governor != NULL ? gfGovernor_Step(part->governor, dt)
           : part->fluid != NULL  ? gfFluid_Step(part->fluid, dt)
                                  : gfFluid3D_Step(part->fluid3D, dt);
}

static bool drawPart(const gfGamePart *part)
{
    bool ok = part->draw == NULL || gfFluid_Draw(part->fluid, part->draw);
    ok = (part->surface == NULL || gfFluid_DrawSurface(part->fluid, part->surface)) && ok;
    return (part->draw3D == NULL || gfFluid3D_Draw(part->fluid3D, part->draw3D)) && ok;
}

bool gfDevice_RunGameFrame(gfDevice *device, const gfGameFrameDef *def)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "%s: device is null", __func__);
    const gfCore *core = &device->core;
    GF_TRY(gfDef_Check(core, &gf_gameFrameDefRecord, def, __func__));
    GF_REQUIRE(core, def->parts != NULL || def->partCount == 0, NULL_ARGUMENT, "%s: parts are null", __func__);
    for (int i = 0; i < def->partCount; i++) {
        GF_TRY(checkGamePart(device, &def->parts[i], i, __func__));
    }
    bool opens = !device->frameOpen, ok = true;
    GF_TRY(!opens || gfDevice_BeginFrame(device));
    for (int i = 0; i < def->partCount; i++) {
        ok = stepPart(&def->parts[i], def->dt) && ok;
    }
    for (int i = 0; i < def->partCount; i++) {
        gfQuery *query = def->parts[i].query;
        ok = (query == NULL || gfQuery_Request(query) != GF_REQUEST_FAILED) && ok;
    }
    for (int i = 0; i < def->partCount; i++) {
        ok = drawPart(&def->parts[i]) && ok;
    }
    return (!opens || gfDevice_EndFrame(device)) && ok;
}

const gfModule gf_module_game_frame = {.name = "game_frame"};
