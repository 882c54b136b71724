// Who belongs to which group: the list of members, and changes of it.
#include "ext/particle_groups/particle_group.h"

#include "base/shape.h"

#include <string.h>

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
    bool ok =
        gfPass_Run(g->device, &(gfPass){.label = "members",
                                        .shader = GF_SHADER("particle_groups/rests.frag", "DIMENSIONS 2"),
                                        .writes = {&g->rests.write},
                                        .inputs = {GF_IN(poses, g->poses.read.id), GF_IN(rests, g->rests.read.id),
                                                   GF_IN(keys, s->keys.read.id), GF_IN(place, s->place.read.id),
                                                   GF_SPH_TAGS(s), GF_IN(count, s->count.read.id)},
                                        .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2]), GF_GROUP_UNIFORMS(g),
                                                     GF_F4V(materials, 4 * GF_MATERIAL_MAX, densities)}});
    if (ok) {
        gfPair_Swap(&g->rests);
    }
    return ok;
}

static bool renumberMembers(gfParticleGroups *g, gfSph *s)
{
    bool ok = gfPass_Run(g->device, &(gfPass){.label = "members",
                                              .shader = GF_SHADER("particle_groups/renumber.frag", "DIMENSIONS 2"),
                                              .writes = {&s->marks.write},
                                              .inputs = {GF_IN(keys, s->keys.read.id), GF_IN(marks, s->marks.read.id),
                                                         GF_IN(count, s->count.read.id)},
                                              .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}});
    if (ok) {
        gfPair_Swap(&s->marks);
    }
    return ok;
}

static const gfVertexStage linkHolderPoints = {"particle_groups/members.vert", "HOLDERS", 0, NULL};

// Notes which particle holds each place among the members, before these are numbered anew.
static bool findLinkHolders(gfParticleGroups *g, const gfSph *s)
{
    static const float none[4] = {0.0f};
    gfTexture_Clear(g->device, &g->holders, none);
    return gfPass_Run(
        g->device,
        &(gfPass){
            .label = "links",
            .shader = {.stage = &linkHolderPoints, .file = "particle_groups/members.frag", .defines = "HOLDERS"},
            .writes = {&g->holders},
            .points = s->capacity,
            .inputs = {GF_IN(place, s->place.read.id), GF_IN(marks, s->marks.read.id), GF_IN(count, s->count.read.id)},
            .uniforms = {GF_I1(shift, gfLog2(g->members.width)), GF_I2(size, g->members.width, g->members.height)}});
}

// Links members to those that lie beside them, where one of the two is new or `all` are meant; other links stay.
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
                               GF_F1(reach, GF_GROUP_LINK * s->scales.spacing / s->scales.radius), GF_I1(all, all)}});
    if (ok) {
        for (int i = 0; i < GF_LINK_TEXTURES; i++) {
            gfPair_Swap(&g->links[i]);
        }
    }
    return ok;
}

static bool listMembers(gfParticleGroups *g, gfSph *s, bool linksAll)
{
    bool linked = gfPair_Exists(&g->links[0]);
    g->stale = true;
    g->boundsFor = -1;
    return sortGroupMembers(g, s) && writeGroupRests(g, s) && (!linked || findLinkHolders(g, s)) &&
           renumberMembers(g, s) && (!linked || linkMembers(g, s, linksAll));
}

bool gfParticleGroups_MakeLinks(gfParticleGroups *g, gfSph *s)
{
    return gfPair_Exists(&g->links[0]) || (gfParticleGroups_CreateLinks(g) && listMembers(g, s, true));
}

bool gfParticleGroups_List(gfParticleGroups *g, gfSph *s)
{
    return listMembers(g, s, false);
}
