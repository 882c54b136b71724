// Groups of particles on the GPU: passes for links, the list of members, poses, and motion in a substep.
#include "ext/particle_groups/particle_group.h"

#include "base/shape.h"
#include "fluid/module.h"

// Members nearer than this, in spacings, are linked by springs. In a full lattice these are the six neighbours and the
// six next ones. Without the next ones a sheet that was pressed together would stay folded.
#define LINK_REACH 1.95f

// Inputs and uniforms of every shader that includes shaders/particle_groups/groups.glsl.
#define GROUP_INPUTS(g) \
    GF_IN(poses, (g)->poses.read.id), GF_IN(firsts, (g)->firsts.id), GF_IN(rests, (g)->rests.read.id)

#define GROUP_UNIFORMS(g) GF_I2(listShifts, gfLog2((g)->members.width), gfLog2((g)->firsts.width))

// --- links -----------------------------------------------------------------------------------------------------------

// Iterations of the solver for links in a substep. Each passes a pull on by one link. With 8 of them a rope of 50
// members stretches by 0.6 %, with 4 by 3 % (substeps of 4 ms, links of 1000 Hz).
#define ROUNDS 8
// Spectral radius that the Chebyshev acceleration of these iterations assumes. Errors that a plain iteration multiplies
// by at most this are reduced to a quarter or less by all rounds; slower errors, of long chains, keep more.
#define CONVERGENCE 0.96754

// Makes the textures of links, without any link.
static bool createLinks(gfParticleGroups *g)
{
    int width = g->members.width, height = g->members.height;
    const gfTexture *writes[GF_LINK_TEXTURES];
    g->boundsFor = -1;
    GF_TRY(gfPair_Create(g->device, &g->pulled, GF_FORMAT_RGBA32F, width, height) &&
           gfTexture_Create(g->device, &g->bounds[0], GF_FORMAT_R32F, g->most, g->parts) &&
           gfTexture_Create(g->device, &g->bounds[1], GF_FORMAT_R32F, g->most, 1) &&
           gfTexture_Create(g->device, &g->holders, GF_FORMAT_R32UI, width, height));
    for (int i = 0; i < GF_LINK_TEXTURES; i++) {
        GF_TRY(gfPair_Create(g->device, &g->links[i], GF_FORMAT_RGBA32UI, width, height));
        writes[i] = &g->links[i].write;
    }
    return gfFramebuffer_Warm(g->device, writes, GF_LINK_TEXTURES);
}

static void destroyLinks(gfParticleGroups *g)
{
    for (int i = 0; i < GF_LINK_TEXTURES; i++) {
        gfPair_Destroy(g->device, &g->links[i]);
    }
    gfPair_Destroy(g->device, &g->pulled);
    GF_DESTROY_TEXTURES(g->device, &g->bounds[0], &g->bounds[1], &g->holders);
}

// Returns whether some group is held together by links. Links of rigid groups have no effect.
static bool hasLinks(const gfParticleGroups *g)
{
    bool linked = false;
    GF_EACH(const gfParticleGroup, group, &g->slots) {
        linked = linked || (group->params.links > 0.0f && !group->params.rigid);
    }
    return linked && gfPair_Exists(&g->links[0]);
}

#define LINK_INPUTS(g)                                                                           \
    GROUP_INPUTS(g), GF_IN(links0, (g)->links[0].read.id), GF_IN(links1, (g)->links[1].read.id), \
        GF_IN(links2, (g)->links[2].read.id), GF_IN(links3, (g)->links[3].read.id)
#define LINK_UNIFORMS(g, fixed) GROUP_UNIFORMS(g), GF_I1(fixedMaterials, (fixed))

static bool findBounds(gfParticleGroups *g, GLint fixedMaterials)
{
    bool ok =
        gfPass_Run(g->device, &(gfPass){.label = "links",
                                        .shader = GF_SHADER("particle_groups/bounds.frag", "PARTS"),
                                        .writes = {&g->bounds[0]},
                                        .inputs = {LINK_INPUTS(g)},
                                        .uniforms = {LINK_UNIFORMS(g, fixedMaterials), GF_I1(parts, g->parts)}}) &&
        gfPass_Run(g->device, &(gfPass){.label = "links",
                                        .shader = GF_SHADER("particle_groups/bounds.frag", NULL),
                                        .writes = {&g->bounds[1]},
                                        .inputs = {GF_IN(bounds, g->bounds[0].id)},
                                        .uniforms = {GF_I1(parts, g->parts)}});
    g->boundsFor = ok ? fixedMaterials : -1;
    return ok;
}

static bool pullRound(gfParticleGroups *g, const gfSph *s, GLint fixedMaterials, int round, double relaxation)
{
    bool ok = gfPass_Run(
        g->device, &(gfPass){.label = "links",
                             .shader = GF_SHADER("particle_groups/pull.frag", round == 0 ? "FIRST" : NULL),
                             .writes = {&g->pulled.write},
                             .inputs = {LINK_INPUTS(g), GF_IN(members, g->members.id), GF_IN(settings, g->settings.id),
                                        GF_IN(bounds, g->bounds[1].id), GF_IN(pulled, g->pulled.read.id)},
                             .uniforms = {LINK_UNIFORMS(g, fixedMaterials),
                                          GF_F2(time, s->scales.substep, s->scales.predictionTime),
                                          // The links' matrix is divided by its bound: its eigenvalues are 0 to 1.
                                          GF_F2(round, (float)(1.0 + CONVERGENCE), (float)relaxation)}});
    gfPair_Swap(&g->pulled);
    return ok;
}

// Computes the velocities that links give to members in a substep (g->pulled). `fixedMaterials`: see findFixed.
static bool pullLinks(gfParticleGroups *g, const gfSph *s, GLint fixedMaterials)
{
    const double square = CONVERGENCE * CONVERGENCE;
    bool ok = g->boundsFor == fixedMaterials || findBounds(g, fixedMaterials);
    double relaxation = 1.0;
    for (int round = 0; ok && round < ROUNDS; round++) {
        ok = pullRound(g, s, fixedMaterials, round, relaxation);
        relaxation = round == 0 ? 2.0 / (2.0 - square) : 4.0 / (4.0 - square * relaxation);
    }
    return ok;
}

// --- members ---------------------------------------------------------------------------------------------------------

bool gfParticleGroups_Regroup(gfParticleGroups *g, gfSph *s, const gfRegrouping *change)
{
    static const float own[4] = {0.0f};
    static const gfHeatField none = {.size = {1.0f, 1.0f}};
    const gfHeatField *heat = change->heat != NULL ? change->heat : &none;
    const float *color = change->color != NULL && change->color[3] > 0.0f ? change->color : own;
    float wide = (float)heat->view.width / heat->size.x, high = (float)heat->view.height / heat->size.y;
    float unit = heat->view.unit > 0.0f ? heat->view.unit : 1.0f;
    gfShapeBatch shapes;
    gfShapeBatch_Clear(&shapes);
    if (change->within != NULL) {
        gfShapeBatch_Add(&shapes, change->within, change->origin, 0.0f, 0.0f);
    }
    bool ok = gfPass_Run(
        g->device, &(gfPass){.label = "regroup",
                             .shader = gfShader_Format(g->device, &gf_vertexCover, "particle_groups/regroup.frag",
                                                       "DIMENSIONS 2%s%s", change->heat != NULL ? ";HEAT" : "",
                                                       change->within != NULL ? ";WITHIN" : ""),
                             .writes = {&s->marks.write, &s->tags.write},
                             .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s),
                                        GF_IN(temperature, heat->view.texture != NULL ? heat->view.texture->id : 0)},
                             .uniforms = {GF_SPH_LAYOUT(s), GF_I2(groups, change->from, change->to),
                                          GF_I4(changes, change->anew, change->material, change->removes, 0),
                                          GF_F4(color, color[0], color[1], color[2], color[3] > 0.0f ? 1.0f : 0.0f),
                                          GF_SHAPE_UNIFORMS(&shapes), GF_F1(unit, s->scales.radius),
                                          GF_F4(toAir, (change->origin.x - heat->origin.x) * wide,
                                                (change->origin.y - heat->origin.y) * high, s->scales.radius * wide,
                                                s->scales.radius * high),
                                          GF_F2(limit, heat->above ? 1.0f : -1.0f, heat->limit / unit),
                                          GF_I1(onlyMaterial, heat->material)}});
    if (ok) {
        gfSph_SwapTags(s);
    }
    s->mortal = s->mortal || change->removes;
    g->stale = true;
    return ok;
}

static bool sortGroupMembers(gfParticleGroups *g, gfSph *s)
{
    bool ok =
        gfPass_Run(g->device, &(gfPass){.label = "keys",
                                        .shader = GF_SHADER("particle_groups/keys.frag", "DIMENSIONS 2"),
                                        .writes = {&s->keys.write},
                                        .inputs = {GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
                                        .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}});
    gfPair_Swap(&s->keys);
    return ok && gfSort_Run(g->device, &s->keys) && gfSort_FindStarts(g->device, &s->keys.read, &g->firsts);
}

static bool writeGroupRests(gfParticleGroups *g, gfSph *s)
{
    float densities[4 * GF_MATERIAL_MAX][4] = {{0.0f}};
    const gfParticleParams *p = &s->ramped;
    for (int i = 0; i < GF_MATERIAL_MAX; i++) {
        densities[4 * i][0] = p->materials[i < p->materialCount ? i : 0].density / p->materials[0].density;
    }
    GF_TRY(gfPass_Run(g->device, &(gfPass){.label = "members",
                                           .shader = GF_SHADER("particle_groups/rests.frag", "DIMENSIONS 2"),
                                           .writes = {&g->rests.write},
                                           .inputs = {GF_IN(poses, g->poses.read.id), GF_IN(rests, g->rests.read.id),
                                                      GF_IN(keys, s->keys.read.id), GF_IN(place, s->place.read.id),
                                                      GF_SPH_TAGS(s), GF_IN(count, s->count.read.id)},
                                           .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2]), GROUP_UNIFORMS(g),
                                                        GF_F4V(materials, 4 * GF_MATERIAL_MAX, densities)}}));
    gfPair_Swap(&g->rests);
    return true;
}

static bool renumberMembers(gfParticleGroups *g, gfSph *s)
{
    GF_TRY(gfPass_Run(g->device, &(gfPass){.label = "members",
                                           .shader = GF_SHADER("particle_groups/renumber.frag", "DIMENSIONS 2"),
                                           .writes = {&s->marks.write},
                                           .inputs = {GF_IN(keys, s->keys.read.id), GF_IN(marks, s->marks.read.id),
                                                      GF_IN(count, s->count.read.id)},
                                           .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}}));
    gfPair_Swap(&s->marks);
    return true;
}

static const gfVertexStage linkHolderPoints = {"particle_groups/members.vert", "HOLDERS", 0, NULL};

// Finds each list entry's particle (g->holders) before the list is made anew, as links name members by these entries.
static bool findLinkHolders(gfParticleGroups *g, const gfSph *s)
{
    gfTexture_Clear(g->device, &g->holders, (const float[4]){0.0f});
    return gfPass_Run(g->device, &(gfPass){.label = "links",
                                           .shader = {.stage = &linkHolderPoints, .file = "particles/slots.frag"},
                                           .writes = {&g->holders},
                                           .geometry = {GF_GEOMETRY_POINTS, .count = s->capacity},
                                           .inputs = {GF_IN(place, s->place.read.id), GF_IN(marks, s->marks.read.id),
                                                      GF_IN(count, s->count.read.id)},
                                           .uniforms = {GF_I1(shift, gfLog2(g->members.width)),
                                                        GF_I2(size, g->members.width, g->members.height)}});
}

// Links members that lie beside each other if one of them is new in the list or `all` is true. Keeps other links.
static bool linkMembers(gfParticleGroups *g, const gfSph *s, bool all)
{
    bool ok = gfPass_Run(
        g->device,
        &(gfPass){.label = "links",
                  .shader = {.file = "particle_groups/links.frag",
                             .options = s->conditions & (GF_SPH_DIMENSIONS | GF_SPH_SEARCHES),
                             .optionOf = gf_sphOptionDefines},
                  .writes = {&g->links[0].write, &g->links[1].write, &g->links[2].write, &g->links[3].write},
                  .inputs = {GF_IN(keys, s->keys.read.id), GF_SPH_STATE(s, read), GF_SPH_SEARCH(s),
                             GF_IN(marks, s->marks.read.id), GF_IN(marksBefore, s->marks.write.id),
                             GF_IN(holders, g->holders.id), GF_IN(links0, g->links[0].read.id),
                             GF_IN(links1, g->links[1].read.id), GF_IN(links2, g->links[2].read.id),
                             GF_IN(links3, g->links[3].read.id)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2]),
                               GF_I1(memberShift, gfLog2(g->members.width)),
                               GF_F1(reach, LINK_REACH * s->scales.spacing / s->scales.radius), GF_I1(all, all)}});
    if (ok) {
        for (int i = 0; i < GF_LINK_TEXTURES; i++) {
            gfPair_Swap(&g->links[i]);
        }
    }
    return ok;
}

bool gfParticleGroups_List(gfParticleGroups *g, gfSph *s, bool linksAll)
{
    bool linked = gfPair_Exists(&g->links[0]);
    g->stale = true;
    g->boundsFor = -1;
    return sortGroupMembers(g, s) && writeGroupRests(g, s) && (!linked || findLinkHolders(g, s)) &&
           renumberMembers(g, s) && (!linked || linkMembers(g, s, linksAll));
}

bool gfParticleGroups_MakeLinks(gfParticleGroups *g, gfSph *s)
{
    return gfPair_Exists(&g->links[0]) || (createLinks(g) && gfParticleGroups_List(g, s, true));
}

// --- groups ----------------------------------------------------------------------------------------------------------

#define PI 3.14159265358979323846

// Limits on a pass of sums: its fragments in all, so that few groups are summed in more parts each, and the parts of a
// group, which are a multiple of four.
#define SUMS_FRAGMENTS 16384
#define PARTS_MAX 128

// The vertex stage that draws a point for each particle into its entry in the list of members.
static const gfVertexStage groupMemberPoints = {"particle_groups/members.vert", "", 0, NULL};

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

bool gfParticleGroups_Init(gfParticleGroups *g, const gfBody *body, const gfSph *s)
{
    g->device = body->device;
    g->most = body->def.particles.groups;
    g->parts = gfMin(gfMax(SUMS_FRAGMENTS / g->most, 16), PARTS_MAX);
    g->radius = s->scales.radius;
    g->settledFor = -1.0f;
    gfSlots_Init(&g->slots, GF_HANDLE_PARTICLE_GROUP, sizeof(gfParticleGroup), g->most);
    g->answer = gfAlloc(&body->device->core, (size_t)g->most * GF_POSE_ROWS * 4 * sizeof *g->answer);
    return g->answer != NULL && createGroupTextures(g, s);
}

void gfParticleGroups_Destroy(void *owner, void *state)
{
    gfParticleGroups *g = state;
    gfDevice *device = g->device;
    (void)owner;
    gfPair_Destroy(device, &g->rests);
    gfPair_Destroy(device, &g->poses);
    GF_DESTROY_TEXTURES(device, &g->members, &g->firsts, &g->settings, &g->report, &g->sums[0], &g->sums[1],
                        &g->sums[2]);
    destroyLinks(g);
    gfReadRing_Destroy(device, &g->ring);
    gfSlots_Destroy(&g->slots, &device->core);
    gfFree(&device->core, g->answer);
}

void gfParticleGroups_Reset(gfFluid *fluid, void *state)
{
    gfParticleGroups *g = state;
    (void)fluid;
    GF_EACH(const gfParticleGroup, group, &g->slots) {
        gfSlots_Remove(&g->slots, g->slots.handles[gfSlots_GetIndex(&g->slots, group)]);
    }
    gfTexture_Clear(g->device, &g->firsts, (const float[4]){0.0f});
    gfPair_Clear(g->device, &g->poses, (const float[4]){0.0f});
    g->settledFor = -1.0f;
}

// --- passes ----------------------------------------------------------------------------------------------------------

// Computes the poses of all groups from places and velocities of their members. `places`: texture of all particles.
// `lead`: look-ahead at which forces acted, below 0 if none did, s; time since members were last moved into place, s.
static bool findPoses(gfParticleGroups *g, const gfSph *s, const gfTexture *places, const float lead[2])
{
    static const float nowhere[4] = {-1e30f, 0.0f, 0.0f, 0.0f};
    gfDevice *device = g->device;
    gfTexture_Clear(device, &g->members, nowhere); // so that entries whose particle is gone count for nothing
    GF_TRY(
        gfPass_Run(
            device,
            &(gfPass){
                .label = "members",
                .shader = {.stage = &groupMemberPoints, .file = "particle_groups/members.frag", .defines = NULL},
                .writes = {&g->members},
                .geometry = {GF_GEOMETRY_POINTS, .count = s->capacity},
                .inputs = {GF_IN(place, places->id), GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
                .uniforms = {GF_I1(shift, gfLog2(g->members.width)),
                             GF_I2(size, g->members.width, g->members.height)}}) &&
        gfPass_Run(
            device,
            &(gfPass){.label = "groups",
                      .shader = GF_SHADER("particle_groups/sums.frag", NULL),
                      .writes = {&g->sums[0], &g->sums[1], &g->sums[2]},
                      .inputs = {GROUP_INPUTS(g), GF_IN(members, g->members.id), GF_IN(settings, g->settings.id)},
                      .uniforms = {GROUP_UNIFORMS(g), GF_I1(parts, g->parts), GF_F2(lead, lead[0], lead[1])}}) &&
        gfPass_Run(device,
                   &(gfPass){.label = "groups",
                             .shader = GF_SHADER("particle_groups/poses.frag", NULL),
                             .writes = {&g->poses.write},
                             .inputs = {GROUP_INPUTS(g), GF_IN(places, g->sums[0].id), GF_IN(motions, g->sums[1].id),
                                        GF_IN(restSums, g->sums[2].id), GF_IN(settings, g->settings.id)},
                             .uniforms = {GROUP_UNIFORMS(g), GF_I1(parts, g->parts), GF_F2(lead, lead[0], lead[1])}}));
    gfPair_Swap(&g->poses);
    return true;
}

bool gfParticleGroups_Measure(gfParticleGroups *g, gfSph *s)
{
    bool ok = !g->stale || findPoses(g, s, &s->place.read, (const float[2]){-1.0f, 0.0f});
    g->stale = g->stale && !ok;
    return ok;
}

// Converts a spring of `stiffness` Hz to a soft constraint, stable for any step (Catto 2011, "Soft constraints").
// *rate: part of the distance corrected, 1/s. *hardness: a step leaves 1 / (1 + *hardness) of the velocity.
static void soften(float stiffness, float damping, float dt, float *rate, float *hardness)
{
    float omega = 2.0f * (float)PI * stiffness, first = 2.0f * damping + dt * omega;
    *rate = first > 0.0f ? omega / first : 0.0f;
    *hardness = dt * omega * first;
}

static bool uploadSettings(gfParticleGroups *g, float dt)
{
    float settings[2 * GF_PARTICLE_GROUPS_MAX][4] = {{0.0f}};
    GF_EACH(const gfParticleGroup, group, &g->slots) {
        int i = gfSlots_GetIndex(&g->slots, group);
        const gfParticleGroupParams *p = &group->params;
        float *shape = settings[i], *links = settings[g->most + i];
        shape[0] = p->rigid ? 1.0f : 0.0f;
        soften(p->stiffness, p->damping, dt, &shape[1], &links[2]);
        shape[2] = links[2] / (1.0f + links[2]);
        soften(p->rigid ? 0.0f : p->links, p->damping, dt, &links[0], &links[1]);
    }
    g->settledFor = dt;
    return gfTexture_Upload(g->device, &g->settings, settings);
}

// Returns which materials have fixed particles, as bits: bit i for material i.
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
            .inputs = {GROUP_INPUTS(g), GF_IN(settings, g->settings.id), GF_IN(moved, s->moved.id),
                       GF_IN(movedMoves, s->movedMoves.id), GF_IN(place, s->place.read.id), GF_SPH_TAGS(s),
                       GF_IN(count, s->count.read.id), GF_IN(members, g->members.id), GF_IN(pulled, g->pulled.read.id)},
            .uniforms = {GROUP_UNIFORMS(g), GF_SPH_LAYOUT(s), GF_F2(time, s->scales.substep, s->scales.predictionTime),
                         GF_I1(fixedMaterials, fixedMaterials),
                         GF_F4(nextExtent, domain->size[0] / h, domain->size[1] / h, 0.0f, 0.0f)}});
}

static bool hasRigid(const gfParticleGroups *g)
{
    bool rigid = false;
    GF_EACH(const gfParticleGroup, group, &g->slots) {
        rigid = rigid || group->params.rigid;
    }
    return rigid;
}

// Moves the groups after the forces of a substep (gfSph.regroup).
static bool moveGroups(void *groups, gfSph *s, const gfSphDomain *domain)
{
    gfParticleGroups *g = groups;
    g->stale = true;
    s->rigid = hasRigid(g);
    // Without a rigid group, every other of several substeps moves groups, for two: see movesGroups (particle_step.c).
    bool one = s->rigid || s->scales.substeps == 1;
    float dt = one ? s->scales.substep : 2.0f * s->scales.substep;
    float flown = s->left == s->scales.substeps && s->left % 2 == 1 ? s->scales.substep : dt;
    const float lead[2] = {s->scales.predictionTime, flown};
    const bool linked = hasLinks(g);
    const GLint fixedMaterials = findFixed(domain->params);
    return (g->settledFor == dt || uploadSettings(g, dt)) && findPoses(g, s, &s->moved, lead) &&
           (!linked || pullLinks(g, s, fixedMaterials)) && moveMembers(g, s, domain, linked, fixedMaterials);
}

static void tellGroups(const void *groups, int32_t words[])
{
    const gfParticleGroups *g = groups;
    GF_EACH(const gfParticleGroup, group, &g->slots) {
        int number = gfSlots_GetIndex(&g->slots, group) + 1;
        const gfParticleGroupParams *p = &group->params;
        bool holds = p->stiffness > 0.0f || p->links > 0.0f;
        uint32_t held = p->rigid ? 2 : holds ? 1 : 0;
        words[number / 16] = (int32_t)((uint32_t)words[number / 16] | held << (2 * (number % 16)));
    }
}

// Returns the number by which shaders know a group; 0: the handle names none, reported unless `caller` is null.
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
    g->stale = true; // the state may be a new one, with particles at other places
}

bool gfParticleGroups_Seed(gfParticleGroups *g, int number, const float centre[2])
{
    bool ok =
        gfPass_Run(g->device, &(gfPass){.label = "groups",
                                        .shader = GF_SHADER("particle_groups/seed.frag", centre != NULL ? "" : "KEEPS"),
                                        .writes = {&g->poses.write},
                                        .inputs = {GROUP_INPUTS(g)},
                                        .uniforms = {GROUP_UNIFORMS(g), GF_I1(group, number),
                                                     GF_F4(centre, centre != NULL ? centre[0] : 0.0f,
                                                           centre != NULL ? centre[1] : 0.0f, 0.0f, 0.0f)}});
    if (ok) {
        gfPair_Swap(&g->poses);
    }
    g->settledFor = -1.0f; // so that the new group's settings are written
    return ok;
}

bool gfParticleGroups_Push(gfParticleGroups *g, gfSph *s, const gfSphDomain *domain, const gfGroupPush *push)
{
    bool ok =
        gfParticleGroups_Measure(g, s) &&
        gfPass_Run(g->device, &(gfPass){.label = "push",
                                        .shader = GF_SHADER("particle_groups/push.frag", "DIMENSIONS 2"),
                                        .writes = {&s->place.write},
                                        .inputs = {GROUP_INPUTS(g), GF_IN(place, s->place.read.id),
                                                   GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
                                        .uniforms = {GROUP_UNIFORMS(g), GF_SPH_LAYOUT(s), GF_I1(group, push->number),
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
        // Until dateParticleGroup sets it to requests of this fluid: the saved number is another fluid's.
        group->asked = UINT64_MAX;
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
    if (gfArchive_Reads(archive) && linked && !createLinks(g)) {
        archive->failed = true;
    }
    for (int i = 0; i < GF_LINK_TEXTURES && linked && !archive->failed; i++) {
        gfArchive_Texture(archive, "links of particle groups", &g->links[i].read, false);
    }
}
