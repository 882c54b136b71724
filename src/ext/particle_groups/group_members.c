// Who belongs to which group: the list of members, and changes of it.
#include "ext/particle_groups/particle_group.h"

#include "base/shape.h"

#include <string.h>

bool gfParticleGroups_Regroup(gfParticleGroups *g, gfSph *s, const gfRegrouping *change)
{
    static const float own[4] = {0.0f};
    gfDevice *device = g->device;
    gfShapeBatch shapes;
    gfShapeBatch_Clear(&shapes);
    if (change->within != NULL) {
        gfShapeBatch_Add(&shapes, change->within, change->origin, 0.0f, 0.0f);
    }
    const float *color = change->color != NULL && change->color[3] > 0.0f ? change->color : own;
    bool ok = gfPass_Run(
        device, &(gfPass){.label = "regroup",
                          .program = gfProgram_Get(device, &gf_vertexCover, "particle_groups/regroup.frag",
                                                   change->within != NULL ? "DIMENSIONS 2;WITHIN" : "DIMENSIONS 2"),
                          .writes = {&s->marks.write, &s->tags.write},
                          .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
                          .uniforms = {GF_SPH_LAYOUT(s), GF_I2(groups, change->from, change->to),
                                       GF_I4(changes, change->anew, change->material, change->removes, 0),
                                       GF_F4(color, color[0], color[1], color[2], color[3] > 0.0f ? 1.0f : 0.0f),
                                       GF_SHAPE_UNIFORMS(&shapes), GF_F1(unit, s->scales.radius)}});
    if (ok) {
        gfSph_SwapTags(s);
    }
    s->mortal = s->mortal || change->removes;
    g->stale = true;
    return ok;
}

static bool sortMembers(gfParticleGroups *g, gfSph *s)
{
    bool ok = gfPass_Run(
        g->device,
        &(gfPass){.label = "keys",
                  .program = gfProgram_Get(g->device, &gf_vertexCover, "particle_groups/keys.frag", "DIMENSIONS 2"),
                  .writes = {&s->keys.write},
                  .inputs = {GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}});
    gfPair_Swap(&s->keys);
    return ok && gfSort_Run(g->device, &s->sort, &s->keys) &&
           gfSort_FindStarts(g->device, &s->sort, &s->keys.read, &g->firsts);
}

static bool writeRests(gfParticleGroups *g, gfSph *s)
{
    float densities[4 * GF_MATERIAL_MAX][4] = {{0.0f}};
    const gfParticleParams *p = &s->ramped;
    for (int i = 0; i < GF_MATERIAL_MAX; i++) {
        densities[4 * i][0] = p->materials[i < p->materialCount ? i : 0].density / p->materials[0].density;
    }
    bool ok = gfPass_Run(
        g->device,
        &(gfPass){.label = "members",
                  .program = gfProgram_Get(g->device, &gf_vertexCover, "particle_groups/rests.frag", "DIMENSIONS 2"),
                  .writes = {&g->rests.write},
                  .inputs = {GF_IN(poses, g->poses.read.id), GF_IN(rests, g->rests.read.id),
                             GF_IN(keys, s->keys.read.id), GF_IN(place, s->place.read.id), GF_SPH_TAGS(s),
                             GF_IN(count, s->count.read.id)},
                  .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2]),
                               GF_I2(listShifts, gfLog2(g->members.width), gfLog2(g->firsts.width)),
                               GF_F4V(materials, 4 * GF_MATERIAL_MAX, densities)}});
    if (ok) {
        gfPair_Swap(&g->rests);
    }
    return ok;
}

static bool renumber(gfParticleGroups *g, gfSph *s)
{
    bool ok = gfPass_Run(g->device, &(gfPass){.label = "members",
                                              .program = gfProgram_Get(g->device, &gf_vertexCover,
                                                                       "particle_groups/renumber.frag", "DIMENSIONS 2"),
                                              .writes = {&s->marks.write},
                                              .inputs = {GF_IN(keys, s->keys.read.id), GF_IN(marks, s->marks.read.id),
                                                         GF_IN(count, s->count.read.id)},
                                              .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}});
    if (ok) {
        gfPair_Swap(&s->marks);
    }
    return ok;
}

bool gfParticleGroups_List(gfParticleGroups *g, gfSph *s, const gfSphDomain *domain)
{
    (void)domain;
    g->stale = true;
    return sortMembers(g, s) && writeRests(g, s) && renumber(g, s);
}
