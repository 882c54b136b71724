// The public calls for what is in a fluid in 3D: particles, sources and solids; and for values that are not finite.
#include "ext/fluid3d/fluid3d.h"
#include "ext/fluid3d/volume.h"
#include "ext/health/health.h"
#include "fluid/validation.h"

// --- particles -------------------------------------------------------------------------------------------------------

bool gfFluid3D_AddParticles(gfFluid3D *fluid, const gfParticle3D *particles, int32_t count)
{
    GF_REQUIRE(NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT, "%s: %s is null", __func__,
               fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, gfInRange(count, 0, GF_PARTICLE_MAX), OUT_OF_RANGE,
               "%s: count is %d; 0 to %d is expected", __func__, (int)count, GF_PARTICLE_MAX);
    return gfDevice_Do(device, __func__, gfVolume_Add(&fluid->body, fluid->volume, particles, count, __func__));
}

int32_t gfFluid3D_ReadParticlesBlocking(gfFluid3D *fluid, gfParticle3D *particles, int32_t count)
{
    GF_REQUIRE_OR(-1, NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT, "%s: %s is null",
                  __func__, fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE_OR(-1, &device->core, count >= 0, OUT_OF_RANGE, "%s: count is %d; 0 or more is expected", __func__,
                  (int)count);
    int live = -1;
    bool ok = gfDevice_Do(device, __func__, gfVolume_Read(&fluid->body, fluid->volume, particles, count, &live));
    return ok ? live : -1;
}

bool gfFluid3D_GetParticleStatsBlocking(gfFluid3D *fluid, gfParticleStats *stats)
{
    GF_REQUIRE_BOTH(fluid, stats);
    gfDevice *device = fluid->body.device;
    return gfDevice_Do(device, __func__, gfSph_GetStats(device, &fluid->volume->sph, stats));
}

bool gfFluid3D_MeasureBlocking(gfFluid3D *fluid, gfFluid3DStats *stats)
{
    GF_REQUIRE_BOTH(fluid, stats);
    return gfDevice_Do(fluid->body.device, __func__, gfVolume_Measure(&fluid->body, fluid->volume, stats));
}

// --- splats and emitters ---------------------------------------------------------------------------------------------

// Warns of a source farther off than the container is long; nearer ones a moving container may reach. False: refused.
static bool checkPlace3D(const gfFluid3D *fluid, const gfSource3DDef *def, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfContainerPose *pose = &fluid->body.container.now;
    if (fluid->body.def.particles.unbounded || !gfTrap_Matters(device, GF_TRAP_OUTSIDE)) {
        return true;
    }
    const gfShape3DPose shape = gfShape3D_GetPose(&def->shape, gfTurn_From((gfQuat){0.0f, 0.0f, 0.0f, 1.0f}));
    const double *h = shape.half;
    double reach = sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]) + shape.radius + 0.5 * (double)def->softness;
    double place[3], gap = 0.0, longest = 0.0;
    gfContainer_ToLocal(pose, shape.centre, place);
    for (int i = 0; i < 3; i++) {
        gap = fmax(gap, fmax(-place[i], place[i] - pose->size[i]));
        longest = fmax(longest, pose->size[i]);
    }
    return gap <= reach + longest ||
           gfTrap_Report(device, GF_TRAP_OUTSIDE, caller,
                         "the shape at (%g, %g, %g) m is outside the container, which is %g x %g x %g m about (%g, %g, "
                         "%g), and does nothing",
                         shape.centre[0], shape.centre[1], shape.centre[2], pose->size[0], pose->size[1], pose->size[2],
                         pose->position[0], pose->position[1], pose->position[2]);
}

static bool checkSource3D(const gfFluid3D *fluid, const gfSource3DDef *def, bool splat, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return gfSource3D_Check(&fluid->body.device->core, def, splat, caller) &&
           gfVolume_CheckSource(&fluid->body, def, caller) && checkPlace3D(fluid, def, caller);
}

bool gfFluid3D_Splat(gfFluid3D *fluid, const gfSource3DDef *def)
{
    return checkSource3D(fluid, def, true, "gfFluid3D_Splat") &&
           gfSources_AddSplat(&fluid->body.sources, &fluid->body.device->core, def);
}

gfEmitter3DId gfFluid3D_AddEmitter(gfFluid3D *fluid, const gfSource3DDef *def)
{
    gfHandle handle = {0};
    if (checkSource3D(fluid, def, false, "gfFluid3D_AddEmitter")) {
        handle = gfSlots_Add(&fluid->body.sources.emitters, &fluid->body.device->core, fluid->body.number, def);
    }
    return GF_FROM_HANDLE(gfEmitter3DId, handle);
}

static gfSource3DDef *getEmitter3D(gfFluid3D *fluid, gfEmitter3DId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return gfSlots_Get(&fluid->body.sources.emitters, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

bool gfFluid3D_SetEmitter(gfFluid3D *fluid, gfEmitter3DId id, const gfSource3DDef *def)
{
    gfSource3DDef *emitter = getEmitter3D(fluid, id, "gfFluid3D_SetEmitter");
    GF_TRY(emitter != NULL && checkSource3D(fluid, def, false, "gfFluid3D_SetEmitter"));
    *emitter = *def;
    return true;
}

bool gfFluid3D_RemoveEmitter(gfFluid3D *fluid, gfEmitter3DId id)
{
    GF_TRY(getEmitter3D(fluid, id, "gfFluid3D_RemoveEmitter") != NULL);
    gfSlots_Remove(&fluid->body.sources.emitters, GF_TO_HANDLE(id));
    return true;
}

// --- solids ----------------------------------------------------------------------------------------------------------

gfSolid3DId gfFluid3D_AddSolid(gfFluid3D *fluid, const gfSolid3DDef *def)
{
    GF_REQUIRE_OR((gfSolid3DId){0}, NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_AddSolid: fluid is null");
    gfCore *core = &fluid->body.device->core;
    gfSolids3D *solids = &fluid->body.solids;
    if (!gfSolid3D_Check(core, def, "gfFluid3D_AddSolid")) {
        return (gfSolid3DId){0};
    }
    const gfSolid3D solid = gfSolid3D_Make(def);
    gfHandle handle = gfSlots_Add(&solids->list, core, fluid->body.number, &solid);
    if (!GF_IS_NULL(handle)) {
        solids->count++;
        solids->version++;
    }
    return GF_FROM_HANDLE(gfSolid3DId, handle);
}

static gfSolid3D *getSolid3D(gfFluid3D *fluid, gfSolid3DId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return gfSlots_Get(&fluid->body.solids.list, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

bool gfFluid3D_SetSolid(gfFluid3D *fluid, gfSolid3DId id, const gfSolid3DDef *def)
{
    gfSolid3D *solid = getSolid3D(fluid, id, "gfFluid3D_SetSolid");
    GF_TRY(solid != NULL && gfSolid3D_Check(&fluid->body.device->core, def, "gfFluid3D_SetSolid"));
    gfSolid3D_Set(solid, def);
    fluid->body.solids.version++;
    return true;
}

bool gfFluid3D_RemoveSolid(gfFluid3D *fluid, gfSolid3DId id)
{
    GF_TRY(getSolid3D(fluid, id, "gfFluid3D_RemoveSolid") != NULL);
    gfSolids3D *solids = &fluid->body.solids;
    gfSlots_Remove(&solids->list, GF_TO_HANDLE(id));
    solids->count--;
    solids->version++;
    return true;
}

// --- values that are not finite --------------------------------------------------------------------------------------

static gfPatient patientOf3D(gfFluid3D *fluid, const char *caller)
{
    gfPatient patient = {.caller = caller};
    if (fluid != NULL) {
        patient = (gfPatient){fluid->body.device,          &fluid->parts, &gf_sphStateTable, &fluid->volume->sph,
                              fluid->clock.info.stepCount, caller};
    }
    return patient;
}

bool gfFluid3D_RequestHealth(gfFluid3D *fluid)
{
    const gfPatient patient = patientOf3D(fluid, "gfFluid3D_RequestHealth");
    return gfPatient_Request(&patient);
}

gfPollStatus gfFluid3D_PollHealth(gfFluid3D *fluid, gfHealth *health)
{
    const gfPatient patient = patientOf3D(fluid, "gfFluid3D_PollHealth");
    return gfPatient_Poll(&patient, health);
}

bool gfFluid3D_GetHealthBlocking(gfFluid3D *fluid, gfHealth *health)
{
    const gfPatient patient = patientOf3D(fluid, "gfFluid3D_GetHealthBlocking");
    return gfPatient_GetBlocking(&patient, health);
}

bool gfFluid3D_Repair(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Repair: fluid is null");
    const gfSphDomain domain = gfVolume_GetDomain(&fluid->body);
    return gfDevice_Do(fluid->body.device, "gfFluid3D_Repair",
                       gfHealth_Repair(fluid->body.device, &gf_sphStateTable, &fluid->volume->sph) &&
                           gfSph_Rebuild(&fluid->volume->sph, &domain));
}
