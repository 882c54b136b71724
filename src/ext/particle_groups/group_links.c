// Links between members, as springs that are solved together in each substep that moves groups.
#include "ext/particle_groups/particle_group.h"

// Rounds of the solver, of which each passes on a pull by one link. A rope of 50 members, a substep of 4 ms and 1000 Hz
// stretch by .6 % with 8, by 3 % with 4.
#define ROUNDS 8
// Errors that the rounds lessen 4 times at least: the lowest eigenvalue that they are made for follows. Chains that
// sway more slowly are lessened by less.
#define CONVERGENCE 0.96754

bool gfParticleGroups_CreateLinks(gfParticleGroups *g)
{
    int width = g->members.width, height = g->members.height;
    const gfTexture *writes[GF_LINK_TEXTURES];
    bool ok = gfPair_Create(g->device, &g->pulled, GF_FORMAT_RGBA32F, width, height) &&
              gfTexture_Create(g->device, &g->bounds[0], GF_FORMAT_R32F, g->most, g->parts) &&
              gfTexture_Create(g->device, &g->bounds[1], GF_FORMAT_R32F, g->most, 1) &&
              gfTexture_Create(g->device, &g->holders, GF_FORMAT_R32UI, width, height);
    for (int i = 0; ok && i < GF_LINK_TEXTURES; i++) {
        ok = gfPair_Create(g->device, &g->links[i], GF_FORMAT_RGBA32UI, width, height);
        writes[i] = &g->links[i].write;
    }
    g->boundsFor = -1;
    return ok && gfFramebuffer_Warm(g->device, writes, GF_LINK_TEXTURES);
}

void gfParticleGroups_DestroyLinks(gfParticleGroups *g)
{
    for (int i = 0; i < GF_LINK_TEXTURES; i++) {
        gfPair_Destroy(g->device, &g->links[i]);
    }
    gfPair_Destroy(g->device, &g->pulled);
    gfTexture_Destroy(g->device, &g->bounds[0]);
    gfTexture_Destroy(g->device, &g->bounds[1]);
    gfTexture_Destroy(g->device, &g->holders);
}

bool gfParticleGroups_HasLinks(const gfParticleGroups *g)
{
    bool linked = false;
    for (int i = 0; i < g->slots.capacity; i++) {
        const gfParticleGroup *group = gfSlots_At(&g->slots, i);
        linked = linked || (group != NULL && group->params.links > 0.0f && !group->params.rigid);
    }
    return linked && gfPair_Exists(&g->links[0]);
}

#define LINK_INPUTS(g)                                                                              \
    GF_GROUP_INPUTS(g), GF_IN(links0, (g)->links[0].read.id), GF_IN(links1, (g)->links[1].read.id), \
        GF_IN(links2, (g)->links[2].read.id), GF_IN(links3, (g)->links[3].read.id)
#define LINK_UNIFORMS(g, fixed) GF_GROUP_UNIFORMS(g), GF_I1(fixedMaterials, (fixed))

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
                                          // The eigenvalues of a matrix over its bound lie from 0 to 1.
                                          GF_F2(round, (float)(1.0 + CONVERGENCE), (float)relaxation)}});
    gfPair_Swap(&g->pulled);
    return ok;
}

bool gfParticleGroups_Pull(gfParticleGroups *g, const gfSph *s, GLint fixedMaterials)
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
