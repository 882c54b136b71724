// Public calls that tell how groups are.
#include "ext/particle_groups/group_part.h"

#include <math.h>
#include <string.h>

// Starts to read the poses.
static bool requestPoses(gfFluid *fluid)
{
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    if (g->ring.started - g->ring.taken == GF_READ_RING) {
        return true;
    }
    bool ok = gfParticleGroups_Measure(g, gfFluid_GetSph(fluid)) &&
              gfPass_Run(g->device, &(gfPass){.label = "groups",
                                              .shader = GF_SHADER("particle_groups/report.frag", NULL),
                                              .writes = {&g->report},
                                              .inputs = {GF_IN(poses, g->poses.read.id)}}) &&
              gfReadRing_Start(g->device, &g->ring, &g->report);
    g->asked += ok;
    return ok;
}

// Takes all answers that have come, the newest last. FAILED, reported: one was lost.
static gfReadStatus takePoses(gfParticleGroups *g, bool waits)
{
    gfReadStatus status = GF_READ_READY, worst = GF_READ_READY;
    while (status != GF_READ_PENDING && g->ring.taken < g->ring.started) {
        status = gfReadRing_Take(g->device, &g->ring, waits, g->answer);
        g->came = status == GF_READ_READY ? g->ring.taken : g->came;
        worst = status == GF_READ_FAILED ? status : worst;
    }
    return worst;
}

static gfParticleGroupInfo groupInfoOf(const gfFluid *fluid, gfParticleGroupId id)
{
    const gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    float pose[GF_POSE_ROWS][4];
    for (int row = 0; row < GF_POSE_ROWS; row++) {
        memcpy(pose[row], &g->answer[4 * ((size_t)row * (size_t)g->most + id.index)], sizeof pose[row]);
    }
    if (!(pose[1][3] > 0.0f)) {
        return (gfParticleGroupInfo){0};
    }
    float h = gfFluid_GetSph(fluid)->scales.radius, each = gfFluid_GetParticleMass(fluid);
    gfVec2 origin = fluid->body.def.origin;
    return (gfParticleGroupInfo){.count = (int32_t)(pose[2][3] + 0.5f),
                                 .mass = each * pose[1][3],
                                 .centre = {origin.x + h * pose[0][0], origin.y + h * pose[0][1]},
                                 .angle = atan2f(pose[0][3], pose[0][2]),
                                 .velocity = {h * pose[1][0], h * pose[1][1]},
                                 .angularVelocity = pose[1][2],
                                 .inertia = each * pose[1][3] * h * h * pose[2][2]};
}

bool gfFluid_RequestParticleGroups(gfFluid *fluid)
{
    static const char *const caller = "gfFluid_RequestParticleGroups";
    gfParticleGroups *g = gfFluid_RequireParticleGroups(fluid, caller);
    if (g == NULL || !gfDevice_Begin(g->device, caller)) {
        return false;
    }
    bool ok = requestPoses(fluid);
    gfDevice_End(g->device);
    return ok;
}

// Marks a group that was read from a snapshot as made now.
static void dateParticleGroup(const gfParticleGroups *g, gfParticleGroup *group)
{
    group->asked = group->asked < g->asked ? group->asked : g->asked;
}

gfReadStatus gfFluid_PollParticleGroup(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info)
{
    static const char *const caller = "gfFluid_PollParticleGroup";
    gfParticleGroup *group = gfFluid_FindParticleGroup(fluid, id, caller);
    if (group == NULL) {
        return GF_READ_FAILED;
    }
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE(&g->device->core, info != NULL, NULL_ARGUMENT, "%s: info is null", caller);
    dateParticleGroup(g, group);
    if (!gfDevice_CheckContext(g->device, caller) || takePoses(g, false) == GF_READ_FAILED) {
        goto error;
    }
    if (g->came <= group->asked) {
        return GF_READ_PENDING;
    }
    *info = groupInfoOf(fluid, id);
    return GF_READ_READY;

error:
    return GF_READ_FAILED;
}

bool gfFluid_GetParticleGroupBlocking(gfFluid *fluid, gfParticleGroupId id, gfParticleGroupInfo *info)
{
    static const char *const caller = "gfFluid_GetParticleGroupBlocking";
    const gfParticleGroup *group = gfFluid_FindParticleGroup(fluid, id, caller);
    if (group == NULL) {
        return false;
    }
    gfParticleGroups *g = gfFluid_FindParticleGroups(fluid);
    GF_REQUIRE(&g->device->core, info != NULL, NULL_ARGUMENT, "%s: info is null", caller);
    if (!gfDevice_Begin(g->device, caller)) {
        goto error;
    }
    bool ok = takePoses(g, true) != GF_READ_FAILED && requestPoses(fluid) && takePoses(g, true) != GF_READ_FAILED;
    if (ok) {
        *info = groupInfoOf(fluid, id);
    }
    gfDevice_End(g->device);
    return ok;

error:
    return false;
}
