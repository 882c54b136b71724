// Groups of fluids of one solver and size, whose steps share their passes (see gfSolver.group).
#include "gpufluid/group.h"

#include "fluid/module.h"
#include "fluid/validation.h"

struct gfFluidGroup {
    gfOwned owned; // place in the list of things that the device destroys with itself
    gfDevice *device;
    const gfSolver *solver;
    gfBody body; // device and definition that all fluids of the group have in common
    void *state; // the solver's state of all fluids, with fields in atlases
    gfClock clock;
    int count;
    gfFluid **fluids;
    gfMembership *memberships; // for each fluid its index in the group, and which of its own textures are out of date
    const gfBody **bodies;     // arrays of the fluids' bodies and states, which fluidsOf fills
    void **states;
};

typedef struct GroupPart {
    gfFluidGroup *group;
} GroupPart;

// --- members ---------------------------------------------------------------------------------------------------------

// Lists bodies and states of all fluids. States are listed for each step anew, as a resize replaces them.
static gfGroupFluids fluidsOf(gfFluidGroup *group)
{
    for (int i = 0; i < group->count; i++) {
        group->bodies[i] = &group->fluids[i]->body;
        group->states[i] = group->fluids[i]->state;
    }
    return (gfGroupFluids){group->bodies, group->states, group->count};
}

static bool checkInGroup(const gfFluid *fluid, const void *state, const gfFluidDef *changed, const char *caller)
{
    const gfFluidGroup *group = ((const GroupPart *)state)->group;
    return fluid->solver->group->checkOwn(&fluid->body.device->core, &group->body.def, changed, caller);
}

static bool runGroup(gfDevice *device, const void *context)
{
    gfFluidDef def = ((const gfBody *)context)->def;
    gfFluidGroup *group = gfCreateFluidGroup(device, &def, 1);
    gfDryRun s = {.fluid = group != NULL ? group->fluids[0] : NULL, .group = group, .stepGroup = gfFluidGroup_StepOnce};
    GF_TRY(group != NULL);
    gfFluid_SetDef(s.fluid, &def); // so that the fluid has the group's gravity
    gfDryRun_RunSteps(&s);
    gfDestroyFluidGroup(group);
    return true;
}

// Makes the programs for steps of the group, by a dry run. False and reported: a program can't be made.
static bool nameGroupPrograms(const gfFluidGroup *group)
{
    return gfDryRun_Make(group->device, gfDryRun_GetKey(&group->body.def, 1u), runGroup, &group->body);
}

static bool followInGroup(const gfFluid *fluid, void *state)
{
    gfFluidGroup *group = ((GroupPart *)state)->group;
    const gfGroupFluids fluids = fluidsOf(group);
    (void)fluid;
    return group->solver->group->follow(&group->body, group->state, &fluids) && nameGroupPrograms(group);
}

static const gfFluidPart groupPart = {
    .part = {"group", sizeof(GroupPart), NULL}, .check = checkInGroup, .follow = followInGroup};

const gfModule gf_module_group = {.name = "group"};

// --- life ------------------------------------------------------------------------------------------------------------

// Chooses columns and rows of fluids in the group's textures: nearly square, within the largest texture size.
static bool layOutGroup(const gfDevice *device, const gfFluidDef *def, int count, gfAtlas *atlas, const char *caller)
{
    int most = device->gl.maxTextureSize;
    int width = (int)ceilf((float)def->gridWidth * fmaxf(def->dyeScale, 1.0f)) + 1;
    int height = (int)ceilf((float)def->gridHeight * fmaxf(def->dyeScale, 1.0f)) + 1;
    int columns = (int)ceil(sqrt((double)count * height / width));
    columns = gfClamp(columns, 1, gfMin(count, gfMax(most / width, 1)));
    int rows = (count + columns - 1) / columns;
    columns = (count + rows - 1) / rows;
    GF_REQUIRE(&device->core, columns * width <= most && rows * height <= most, OUT_OF_RANGE,
               "%s: %d fluids of %d x %d cells need %d x %d texels; at most %d a side are expected", caller, count,
               (int)def->gridWidth, (int)def->gridHeight, columns * width, rows * height, most);
    *atlas = (gfAtlas){columns, rows, count};
    return true;
}

static bool makeFluids(gfFluidGroup *group, const gfFluidDef *def)
{
    for (int i = 0; i < group->count; i++) {
        gfFluid *fluid = gfFluid_Make(group->device, def);
        GF_TRY(fluid != NULL);
        group->fluids[i] = fluid;
    }
    return true;
}

// Marks the fluids as members of the group. False and reported: OUT_OF_MEMORY.
static bool joinGroup(gfFluidGroup *group)
{
    for (int i = 0; i < group->count; i++) {
        GroupPart *part = gfFluid_GetPart(group->fluids[i], &groupPart);
        GF_TRY(part != NULL);
        part->group = group;
        group->memberships[i] = (gfMembership){.group = group->state, .number = i, .changed = true};
        group->fluids[i]->body.member = &group->memberships[i];
    }
    return true;
}

static void takeGroupApart(gfFluidGroup *group)
{
    gfCore *core = &group->device->core;
    for (int i = 0; group->fluids != NULL && i < group->count; i++) {
        if (group->fluids[i] != NULL) {
            group->fluids[i]->body.member = NULL;
            gfDestroyFluid(group->fluids[i]);
        }
    }
    if (group->state != NULL) {
        group->solver->group->destroy(&group->body, group->state);
    }
    gfFree(core, group->fluids);
    gfFree(core, group->memberships);
    gfFree(core, (void *)group->bodies);
    gfFree(core, group->states);
    gfFree(core, group);
}

static void destroyOwnedGroup(gfOwned *self)
{
    gfDestroyFluidGroup((gfFluidGroup *)self);
}

static gfFluidGroup *makeGroup(gfDevice *device, const gfFluidDef *def, const gfAtlas *atlas)
{
    gfFluidGroup *group = gfAlloc(&device->core, sizeof *group);
    GF_TRY(group != NULL);
    size_t count = (size_t)atlas->count;
    group->device = device;
    group->solver = gfSolver_Find(def->solver);
    group->body = (gfBody){.device = device, .number = gfUniqueNumber(), .def = *def};
    group->count = atlas->count;
    group->fluids = gfAlloc(&device->core, count * sizeof *group->fluids);
    group->memberships = gfAlloc(&device->core, count * sizeof *group->memberships);
    group->bodies = gfAlloc(&device->core, count * sizeof *group->bodies);
    group->states = gfAlloc(&device->core, count * sizeof *group->states);
    if (group->fluids != NULL && group->memberships != NULL && group->bodies != NULL && group->states != NULL &&
        makeFluids(group, def) && nameGroupPrograms(group)) {
        group->state = group->solver->group->create(&group->body, atlas);
    }
    if (group->state == NULL || !joinGroup(group)) {
        takeGroupApart(group);
        return NULL;
    }
    gfOwned_Add(&device->firstOwned, &group->owned, destroyOwnedGroup);
    return group;
}

gfFluidGroup *gfCreateFluidGroup(gfDevice *device, const gfFluidDef *def, int32_t count)
{
    gfAtlas atlas;
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "%s: device is null", __func__);
    GF_TRY(gfFluid_CheckDef(device, def, __func__));
    GF_REQUIRE(&device->core, gfInRange(count, 1, GF_GROUP_MAX), OUT_OF_RANGE, "%s: count is %d; 1 to %d is expected",
               __func__, (int)count, GF_GROUP_MAX);
    const gfSolver *solver = gfSolver_Find(def->solver);
    GF_REQUIRE(&device->core, solver->group != NULL, UNSUPPORTED, "%s: solver '%s' steps no groups; 'grid' is expected",
               __func__, solver->name);
    GF_TRY(solver->group->check(&device->core, def, __func__) && layOutGroup(device, def, count, &atlas, __func__) &&
           gfDevice_Begin(device, __func__));
    gfFluidGroup *group = makeGroup(device, def, &atlas);
    gfDevice_End(device);
    return group;
}

void gfDestroyFluidGroup(gfFluidGroup *group)
{
    if (group == NULL) {
        return;
    }
    gfDevice *device = group->device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyFluidGroup");
    gfOwned_Remove(&device->firstOwned, &group->owned);
    takeGroupApart(group);
    gfDevice_EndDelete(device, lost);
}

int32_t gfFluidGroup_GetCount(const gfFluidGroup *group)
{
    return group != NULL ? group->count : 0;
}

gfFluid *gfFluidGroup_GetMember(gfFluidGroup *group, int32_t index)
{
    GF_REQUIRE(NULL, group != NULL, NULL_ARGUMENT, "%s: group is null", __func__);
    GF_REQUIRE(&group->device->core, index >= 0 && index < group->count, OUT_OF_RANGE,
               "%s: index is %d; 0 to %d is expected", __func__, (int)index, group->count - 1);
    return group->fluids[index];
}

// --- steps -----------------------------------------------------------------------------------------------------------

// Runs a fixed step of all fluids (gfClocked.step). `left`: how many steps of this call remain, this one included.
static bool stepGroup(void *thing, int left)
{
    gfFluidGroup *group = thing;
    gfStepReport report = {1};
    float dt = group->body.def.fixedStep;
    bool ok = true;
    for (int i = 0; i < group->count; i++) {
        ok = gfFluid_BeginStep(group->fluids[i], dt, left) && ok;
    }
    const gfGroupFluids fluids = fluidsOf(group);
    group->device->stepping = true;
    ok = group->solver->group->step(&group->body, group->state, &fluids, dt, &report) && ok;
    group->device->stepping = false;
    for (int i = 0; i < group->count; i++) {
        ok = gfFluid_EndStep(group->fluids[i], dt, &report, ok) && ok;
    }
    gfClock_Count(&group->clock, dt, report.substeps);
    return ok;
}

static void passGroupTime(void *thing, double dt)
{
    gfFluidGroup *group = thing;
    for (int i = 0; i < group->count; i++) {
        group->fluids[i]->clock.unseen += dt;
    }
}

// Runs steps for `dt` seconds or, with null, one step, after the checks of a public call.
static bool runGroupSteps(gfFluidGroup *group, const float *dt, const char *caller)
{
    const gfFluidDef *def = &group->body.def;
    const gfClocked clocked = {group->device, &group->clock, def->fixedStep, def->maxSteps,
                               group,         stepGroup,     passGroupTime,  caller};
    bool ok = true;
    for (int i = 0; i < group->count && ok; i++) {
        ok = gfTraps_CheckStep(group->fluids[i], caller);
    }
    ok = ok && (dt != NULL ? gfClock_Run(&clocked, *dt) : gfClock_RunOnce(&clocked));
    for (int i = 0; i < group->count; i++) {
        group->fluids[i]->clock.info.lastSteps = group->clock.info.lastSteps;
    }
    return ok;
}

bool gfFluidGroup_Step(gfFluidGroup *group, float dt)
{
    GF_REQUIRE(NULL, group != NULL, NULL_ARGUMENT, "%s: group is null", __func__);
    GF_REQUIRE(&group->device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE, "%s: dt is %g; 0 to 1e6 s is expected",
               __func__, (double)dt);
    return runGroupSteps(group, &dt, __func__);
}

bool gfFluidGroup_StepOnce(gfFluidGroup *group)
{
    GF_REQUIRE(NULL, group != NULL, NULL_ARGUMENT, "%s: group is null", __func__);
    return runGroupSteps(group, NULL, __func__);
}

gfStepInfo gfFluidGroup_GetStepInfo(const gfFluidGroup *group)
{
    return group != NULL ? group->clock.info : (gfStepInfo){0};
}
