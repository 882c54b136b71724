#include "ext/particle_groups/particle_group.h"

#include "fluid/module.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// Fragments that a pass of sums has at most, and parts of a group's members: a multiple of four.
#define SUMS_FRAGMENTS 16384
#define PARTS_MAX 128

// The vertex stage that draws a point for each particle.
static const gfVertexStage groupMemberPoints = {"particle_groups/members.vert", "", 0, NULL};

// --- set-up --------------------------------------------------------------------------------------------------------

static bool createGroupTextures(gfParticleGroups *g, const gfSph *s)
{
    gfDevice *device = g->device;
    int width = s->extents[GF_SPH_PARTICLES][0], height = s->extents[GF_SPH_PARTICLES][1];
    bool ok = gfTexture_Create(device, &g->members, GF_FORMAT_RGBA32F, width, height) &&
              gfPair_Create(device, &g->rests, GF_FORMAT_RGBA32F, width, height) &&
              gfPair_Create(device, &g->poses, GF_FORMAT_RGBA32F, g->most, GF_POSE_ROWS) &&
              gfTexture_Create(device, &g->firsts, GF_FORMAT_R32UI, 32, (g->most + 2 + 31) / 32) &&
              gfTexture_CreateTable(device, &g->settings, g->most, 2, "settings") &&
              gfTexture_Create(device, &g->report, GF_FORMAT_RGBA32UI, g->most, GF_POSE_ROWS) &&
              gfReadRing_Create(device, &g->ring, g->most, GF_POSE_ROWS);
    for (int i = 0; ok && i < 3; i++) {
        ok = gfTexture_Create(device, &g->sums[i], GF_FORMAT_RGBA32F, g->most, g->parts);
    }
    const gfTexture *const sums[3] = {&g->sums[0], &g->sums[1], &g->sums[2]};
    return ok && gfFramebuffer_Warm(device, sums, 3);
}

gfParticleGroups *gfParticleGroups_Create(const gfBody *body, const gfSph *s)
{
    gfCore *core = &body->device->core;
    gfParticleGroups *g = gfAlloc(core, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    memset(g, 0, sizeof *g);
    g->device = body->device;
    g->most = body->def.particles.groups;
    g->parts = gfMin(gfMax(SUMS_FRAGMENTS / g->most, 16), PARTS_MAX);
    g->radius = s->scales.radius;
    g->settledFor = -1.0f;
    gfSlots_Init(&g->slots, GF_HANDLE_PARTICLE_GROUP, sizeof(gfParticleGroup), g->most);
    g->answer = gfAlloc(core, (size_t)g->most * GF_POSE_ROWS * 4 * sizeof *g->answer);
    if (g->answer == NULL || !createGroupTextures(g, s)) {
        gfParticleGroups_Destroy(g);
        return NULL;
    }
    return g;
}

void gfParticleGroups_Destroy(gfParticleGroups *g)
{
    if (g == NULL) {
        return;
    }
    gfDevice *device = g->device;
    gfTexture_Destroy(device, &g->members);
    gfPair_Destroy(device, &g->rests);
    gfPair_Destroy(device, &g->poses);
    gfTexture_Destroy(device, &g->firsts);
    gfTexture_Destroy(device, &g->settings);
    gfTexture_Destroy(device, &g->report);
    for (int i = 0; i < 3; i++) {
        gfTexture_Destroy(device, &g->sums[i]);
    }
    gfParticleGroups_DestroyLinks(g);
    gfReadRing_Destroy(device, &g->ring);
    gfSlots_Destroy(&g->slots, &device->core);
    gfFree(&device->core, g->answer);
    gfFree(&device->core, g);
}

void gfParticleGroups_Reset(gfParticleGroups *g)
{
    static const float none[4] = {0.0f};
    for (int i = 0; i < g->slots.capacity; i++) {
        if (gfSlots_At(&g->slots, i) != NULL) {
            gfSlots_Remove(&g->slots, g->slots.handles[i]);
        }
    }
    gfTexture_Clear(g->device, &g->firsts, none);
    gfPair_Clear(g->device, &g->poses, none);
    g->settledFor = -1.0f;
}

// --- passes ----------------------------------------------------------------------------------------------------------

// Finds how groups lie and move by the places and velocities of `places`. `lead`: see spin.glsl.
static bool findPoses(gfParticleGroups *g, const gfSph *s, const gfTexture *places, const float lead[2])
{
    static const float nowhere[4] = {-1e30f, 0.0f, 0.0f, 0.0f};
    gfDevice *device = g->device;
    gfTexture_Clear(device, &g->members, nowhere); // of those that are gone
    bool ok =
        gfPass_Run(
            device,
            &(gfPass){
                .label = "members",
                .shader = {.stage = &groupMemberPoints, .file = "particle_groups/members.frag", .defines = NULL},
                .writes = {&g->members},
                .points = s->capacity,
                .inputs = {GF_IN(place, places->id), GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
                .uniforms = {GF_I1(shift, gfLog2(g->members.width)),
                             GF_I2(size, g->members.width, g->members.height)}}) &&
        gfPass_Run(
            device,
            &(gfPass){.label = "groups",
                      .shader = GF_SHADER("particle_groups/sums.frag", NULL),
                      .writes = {&g->sums[0], &g->sums[1], &g->sums[2]},
                      .inputs = {GF_GROUP_INPUTS(g), GF_IN(members, g->members.id), GF_IN(settings, g->settings.id)},
                      .uniforms = {GF_GROUP_UNIFORMS(g), GF_I1(parts, g->parts), GF_F2(lead, lead[0], lead[1])}}) &&
        gfPass_Run(
            device,
            &(gfPass){.label = "groups",
                      .shader = GF_SHADER("particle_groups/poses.frag", NULL),
                      .writes = {&g->poses.write},
                      .inputs = {GF_GROUP_INPUTS(g), GF_IN(places, g->sums[0].id), GF_IN(motions, g->sums[1].id),
                                 GF_IN(restSums, g->sums[2].id), GF_IN(settings, g->settings.id)},
                      .uniforms = {GF_GROUP_UNIFORMS(g), GF_I1(parts, g->parts), GF_F2(lead, lead[0], lead[1])}});
    if (ok) {
        gfPair_Swap(&g->poses);
    }
    return ok;
}

bool gfParticleGroups_Measure(gfParticleGroups *g, gfSph *s)
{
    bool ok = !g->stale || findPoses(g, s, &s->place.read, (const float[2]){-1.0f, 0.0f});
    g->stale = g->stale && !ok;
    return ok;
}

// A constraint of this frequency and damping, which holds for any time step (Catto 2011, "Soft constraints"): the rate
// at which distance is made up for, and its hardness, of which one part in 1 + hardness of the velocity is left.
static void soften(float stiffness, float damping, float dt, float *rate, float *hardness)
{
    float omega = 2.0f * (float)PI * stiffness, first = 2.0f * damping + dt * omega;
    *rate = first > 0.0f ? omega / first : 0.0f;
    *hardness = dt * omega * first;
}

static bool uploadSettings(gfParticleGroups *g, float dt)
{
    float settings[2 * GF_PARTICLE_GROUPS_MAX][4] = {{0.0f}};
    for (int i = 0; i < g->slots.capacity; i++) {
        const gfParticleGroup *group = gfSlots_At(&g->slots, i);
        if (group != NULL) {
            const gfParticleGroupParams *p = &group->params;
            float *shape = settings[i], *links = settings[g->most + i];
            shape[0] = p->rigid ? 1.0f : 0.0f;
            soften(p->stiffness, p->damping, dt, &shape[1], &links[2]);
            shape[2] = links[2] / (1.0f + links[2]);
            soften(p->rigid ? 0.0f : p->links, p->damping, dt, &links[0], &links[1]);
        }
    }
    g->settledFor = dt;
    return gfTexture_Upload(g->device, &g->settings, settings);
}

// A bit for each material whose particles stay where they are.
static GLint findFixed(const gfParticleParams *params)
{
    GLint bits = 0;
    for (int i = 0; i < params->materialCount; i++) {
        bits |= params->materials[i].fixed ? 1 << i : 0;
    }
    return bits;
}

static bool moveMembers(gfParticleGroups *g, gfSph *s, const gfSphDomain *domain, bool linked, GLint fixedMaterials)
{
    bool sorted = (s->conditions & GF_SPH_SORTED) != 0, bounded = (s->conditions & GF_SPH_BOUNDED) != 0;
    float h = s->scales.radius;
    return gfPass_Run(
        g->device,
        &(gfPass){
            .label = "group motion",
            .shader = gfShader_Format(g->device, &gf_vertexCover, "particle_groups/apply.frag", "DIMENSIONS 2%s%s%s",
                                      sorted ? ";SORTED" : "", bounded ? ";BOUNDED" : "", linked ? ";LINKED" : ""),
            .writes = {&s->place.write, sorted ? &s->moves : NULL},
            .inputs = {GF_GROUP_INPUTS(g), GF_IN(settings, g->settings.id), GF_IN(moved, s->moved.id),
                       GF_IN(movedMoves, s->movedMoves.id), GF_IN(place, s->place.read.id), GF_SPH_TAGS(s),
                       GF_IN(count, s->count.read.id), GF_IN(members, g->members.id), GF_IN(pulled, g->pulled.read.id)},
            .uniforms = {GF_GROUP_UNIFORMS(g), GF_SPH_LAYOUT(s),
                         GF_F2(time, s->scales.substep, s->scales.predictionTime),
                         GF_I1(fixedMaterials, fixedMaterials),
                         GF_F4(nextExtent, domain->size[0] / h, domain->size[1] / h, 0.0f, 0.0f)}});
}

static bool hasRigid(const gfParticleGroups *g)
{
    bool rigid = false;
    for (int i = 0; i < g->slots.capacity; i++) {
        const gfParticleGroup *group = gfSlots_At(&g->slots, i);
        rigid = rigid || (group != NULL && group->params.rigid);
    }
    return rigid;
}

// Moves groups, after the forces of a substep.
static bool moveGroups(void *groups, gfSph *s, const gfSphDomain *domain)
{
    gfParticleGroups *g = groups;
    g->stale = true;
    s->rigid = hasRigid(g);
    bool one = s->rigid || s->scales.substeps == 1; // else it acts for two, see movesGroups of particle_step.c
    float dt = one ? s->scales.substep : 2.0f * s->scales.substep;
    float flown = s->left == s->scales.substeps && s->left % 2 == 1 ? s->scales.substep : dt;
    const float lead[2] = {s->scales.predictionTime, flown};
    const bool linked = gfParticleGroups_HasLinks(g);
    const GLint fixedMaterials = findFixed(domain->params);
    return (g->settledFor == dt || uploadSettings(g, dt)) && findPoses(g, s, &s->moved, lead) &&
           (!linked || gfParticleGroups_Pull(g, s, fixedMaterials)) &&
           moveMembers(g, s, domain, linked, fixedMaterials);
}

static void tellGroups(const void *groups, int32_t words[])
{
    const gfParticleGroups *g = groups;
    for (int i = 0; i < g->slots.capacity; i++) {
        const gfParticleGroup *group = gfSlots_At(&g->slots, i);
        int number = i + 1;
        const gfParticleGroupParams *p = group != NULL ? &group->params : NULL;
        bool holds = p != NULL && (p->stiffness > 0.0f || p->links > 0.0f);
        uint32_t held = p == NULL ? 0 : p->rigid ? 2 : holds ? 1 : 0;
        words[number / 16] = (int32_t)((uint32_t)words[number / 16] | held << (2 * (number % 16)));
    }
}

// Returns the number of a group in shaders; 0: there is none, which is reported unless `caller` is null.
static int findNumber(const void *groups, uint32_t fluid, gfHandle id, const char *caller)
{
    const gfParticleGroups *g = groups;
    bool found = caller != NULL
                     ? gfSlots_Get(&g->slots, &g->device->core, fluid, id, caller) != NULL
                     : gfSlots_At(&g->slots, id.index) != NULL && GF_ID_EQUALS(g->slots.handles[id.index], id);
    return found ? (int)id.index + 1 : 0;
}

void gfParticleGroups_Attach(gfParticleGroups *g, gfSph *s)
{
    s->regroup = moveGroups;
    s->tellGroups = tellGroups;
    s->findGroup = findNumber;
    s->groups = g;
    s->rigid = hasRigid(g);
    g->stale = true; // the particles may lie elsewhere in the domain now
}

bool gfParticleGroups_Seed(gfParticleGroups *g, int number, const float centre[2])
{
    bool ok =
        gfPass_Run(g->device, &(gfPass){.label = "groups",
                                        .shader = GF_SHADER("particle_groups/seed.frag", centre != NULL ? "" : "KEEPS"),
                                        .writes = {&g->poses.write},
                                        .inputs = {GF_GROUP_INPUTS(g)},
                                        .uniforms = {GF_GROUP_UNIFORMS(g), GF_I1(group, number),
                                                     GF_F4(centre, centre != NULL ? centre[0] : 0.0f,
                                                           centre != NULL ? centre[1] : 0.0f, 0.0f, 0.0f)}});
    if (ok) {
        gfPair_Swap(&g->poses);
    }
    g->settledFor = -1.0f; // the group may be a new one
    return ok;
}

bool gfParticleGroups_Push(gfParticleGroups *g, gfSph *s, const gfSphDomain *domain, const gfGroupPush *push)
{
    bool ok =
        gfParticleGroups_Measure(g, s) &&
        gfPass_Run(g->device, &(gfPass){.label = "push",
                                        .shader = GF_SHADER("particle_groups/push.frag", "DIMENSIONS 2"),
                                        .writes = {&s->place.write},
                                        .inputs = {GF_GROUP_INPUTS(g), GF_IN(place, s->place.read.id),
                                                   GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
                                        .uniforms = {GF_GROUP_UNIFORMS(g), GF_SPH_LAYOUT(s), GF_I1(group, push->number),
                                                     GF_F4V(move, 1, push->move), GF_F4V(impulse, 1, push->impulse),
                                                     GF_F4V(ends, 1, push->ends)}});
    if (ok) {
        gfPair_Swap(&s->place);
    }
    g->stale = true;
    bool moves = push->move[0] != 0.0f || push->move[1] != 0.0f || push->move[3] != 0.0f || push->move[2] < 0.0f;
    return ok && (!moves || gfSph_Rebuild(s, domain));
}

// --- snapshots -------------------------------------------------------------------------------------------------------

static const gfMember groupParamsMembers[] = {
    GF_MEMBER(gfParticleGroupParams, rigid),
    GF_MEMBER_WITHIN(gfParticleGroupParams, stiffness, 0.0, 1000.0),
    GF_MEMBER_WITHIN(gfParticleGroupParams, damping, 0.0, 100.0),
    GF_MEMBER_WITHIN(gfParticleGroupParams, links, 0.0, 1000.0),
};
static const gfRecord groupParamsRecord = GF_RECORD(gfParticleGroupParams, groupParamsMembers);

static void archiveGroup(gfArchive *archive, void *item, void *user)
{
    gfParticleGroup *group = item;
    (void)user;
    gfArchive_Record(archive, &groupParamsRecord, &group->params);
    if (gfArchive_Reads(archive)) {
        group->asked = UINT64_MAX; // until the next request
    }
}

void gfParticleGroups_Archive(gfArchive *archive, gfParticleGroups *g)
{
    int count = 0;
    gfArchive_Slots(archive, &g->slots, &count, archiveGroup, NULL);
    gfArchive_Bytes(archive, &g->radius, sizeof g->radius);
    gfArchive_Texture(archive, "places of members at rest", &g->rests.read, true);
    gfArchive_Texture(archive, "poses of particle groups", &g->poses.read, true);
    gfArchive_Texture(archive, "members of particle groups", &g->firsts, false);
    bool linked = gfPair_Exists(&g->links[0]);
    gfArchive_Bool(archive, &linked, "whether particle groups have links");
    if (gfArchive_Reads(archive) && linked && !gfParticleGroups_CreateLinks(g)) {
        archive->failed = true;
    }
    for (int i = 0; i < GF_LINK_TEXTURES && linked && !archive->failed; i++) {
        gfArchive_Texture(archive, "links of particle groups", &g->links[i].read, false);
    }
}
