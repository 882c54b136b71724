// Particles that go: which ones stay, sums over those, and the rest closes up in order.
#include "solvers/particles/inflow.h"
#include "solvers/particles/walls.h"

#define SURVIVOR_INPUTS(s) GF_IN(counts, (s)->survivors.id), GF_IN(countsBefore, (s)->survivorSums.before.id)

// Keeps the particles that survivors.frag marked, in the order that they had.
static bool compact(gfSph *s, gfDevice *device)
{
    bool ok = gfPass_Run(device, &(gfPass){.label = "drain",
                                           .shader = GF_SPH_SHADER(s, "compact.frag", NULL, GF_SPH_KEPT),
                                           .writes = {GF_SPH_GATHER_WRITES(s, write, write)},
                                           .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), SURVIVOR_INPUTS(s)},
                                           .uniforms = {GF_SPH_LAYOUT(s)}}) &&
              gfPass_Run(device, &(gfPass){.label = "count",
                                           .shader = GF_SPH_SHADER(s, "count.frag", "SURVIVED", 0),
                                           .writes = {&s->count.write},
                                           .inputs = {GF_IN(count, s->count.read.id), SURVIVOR_INPUTS(s)},
                                           .uniforms = {GF_SPH_LAYOUT(s)}});
    if (ok) {
        gfSph_SwapState(s);
        gfSph_SwapTags(s);
        gfPair_Swap(&s->count);
    }
    return ok;
}

// Updates where cells begin among the particles that are left.
static bool compactStarts(gfSph *s, gfDevice *device)
{
    bool ok = gfPass_Run(device, &(gfPass){.label = "drain",
                                           .shader = GF_SHADER("particles/compact_starts.frag", NULL),
                                           .writes = {&s->starts.write},
                                           .inputs = {GF_IN(starts, s->starts.read.id), SURVIVOR_INPUTS(s)},
                                           .uniforms = {GF_SPH_LAYOUT(s)}});
    if (ok) {
        gfPair_Swap(&s->starts);
    }
    return ok;
}

// Keeps the particles that survivors.frag marked, and brings the search up to date.
static bool closeUp(gfSph *s, const gfSphDomain *domain)
{
    bool slots = (s->conditions & GF_SPH_SLOTS) != 0;
    return gfPrefix_Run(domain->device, &s->survivorSums, &s->survivors) &&
           (slots || compactStarts(s, domain->device)) && compact(s, domain->device) &&
           (!slots || gfSph_Rebuild(s, domain));
}

// Sorts the particles by age, the oldest first. Ids alone don't tell how many are older: those that went leave gaps.
static bool sortByAge(gfSph *s, gfDevice *device)
{
    bool ok = gfPass_Run(device, &(gfPass){.label = "keys",
                                           .shader = GF_SPH_SHADER(s, "age_keys.frag", NULL, 0),
                                           .writes = {&s->keys.write},
                                           .inputs = {GF_IN(tags, s->tags.read.id), GF_IN(count, s->count.read.id)},
                                           .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}});
    gfPair_Swap(&s->keys);
    return ok && gfSort_Run(device, &s->keys);
}

bool gfSph_DropOldest(gfSph *s, const gfSphDomain *domain)
{
    return sortByAge(s, domain->device) &&
           gfPass_Run(domain->device, &(gfPass){.label = "drain",
                                                .shader = GF_SPH_SHADER(s, "survivors.frag", "OLDEST", 0),
                                                .writes = {&s->survivors},
                                                .inputs = {GF_SPH_STATE(s, read), GF_IN(tags, s->tags.read.id),
                                                           GF_IN(keys, s->keys.read.id), GF_IN(counts, s->sites.id),
                                                           GF_IN(countsBefore, s->siteSums.before.id)},
                                                .uniforms = {GF_SPH_LAYOUT(s), GF_I1(capacity, s->capacity)}}) &&
           closeUp(s, domain);
}

bool gfSph_Drain(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch)
{
    gfPass pass = {.label = "drain",
                   .shader = GF_SPH_SHADER(s, "survivors.frag", NULL, 0),
                   .writes = {&s->survivors},
                   .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
                   .uniforms = {GF_SPH_LAYOUT(s), GF_I1(seed, gfSph_GetSeed(s))}};
    gfSphBatch_AddTo(batch, &pass);
    return gfPass_Run(domain->device, &pass) && closeUp(s, domain);
}

bool gfSph_Scroll(gfSph *s, const gfSphDomain *domain, const double way[2])
{
    gfDevice *device = domain->device;
    const gfShader shaders[] = {GF_SPH_SHADER(s, "scroll.frag", NULL, 0),
                                GF_SPH_SHADER(s, "survivors.frag", "BETWEEN", 0)};
    double h = (double)s->scales.radius;
    float ends[4];
    for (int axis = 0; axis < 2; axis++) {
        const float *closed = &domain->closed.value[2 * axis];
        bool unbounded = domain->params->unbounded;
        ends[axis] = unbounded && closed[0] == 0.0f ? -1e30f : 0.0f;
        ends[2 + axis] = unbounded && closed[1] == 0.0f ? 1e30f : domain->size[axis] * (float)(1.0 / h);
    }
    const gfUniform limits = GF_F4V(limits, 1, ends);
    if (!gfPrograms_Make(device, shaders, GF_COUNT(shaders)) ||
        !gfPass_Run(device, &(gfPass){.label = "scroll",
                                      .shader = shaders[0],
                                      .writes = {&s->place.write},
                                      .inputs = {GF_IN(place, s->place.read.id)},
                                      .uniforms = {GF_SPH_LAYOUT(s), limits,
                                                   GF_F2(offset, (float)(way[0] / h), (float)(way[1] / h))}})) {
        return false;
    }
    gfPair_Swap(&s->place);
    return gfPass_Run(device, &(gfPass){.label = "scroll",
                                        .shader = shaders[1],
                                        .writes = {&s->survivors},
                                        .inputs = {GF_SPH_STATE(s, read)},
                                        .uniforms = {GF_SPH_LAYOUT(s), limits}}) &&
           gfPrefix_Run(device, &s->survivorSums, &s->survivors) && compact(s, device) && gfSph_Rebuild(s, domain);
}

bool gfSph_DropOutside(gfSph *s, const gfSphDomain *domain)
{
    gfDevice *device = domain->device;
    const gfSphWalls walls = gfSph_FindWalls(s, domain);
    return gfPass_Run(device,
                      &(gfPass){.label = "drain",
                                .shader = GF_SPH_SHADER(s, "survivors.frag", "OUTSIDE", GF_SPH_MARKED | GF_SPH_BOUNDED),
                                .writes = {&s->survivors},
                                .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_I1(now, gfSph_GetTime(s)),
                                             GF_SPH_WALL_UNIFORMS(s, domain, &walls)}}) &&
           gfPrefix_Run(device, &s->survivorSums, &s->survivors) && compact(s, device);
}
