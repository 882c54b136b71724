// The neighbour search, in three ways: the state is sorted by cells (SORTED), each cell has slots for particles
// (SLOTS), or cells share hashed buckets (HASHED). And what they are built on: prefix sums and a merge sort.
#include "solvers/particles/sph.h"

// --- prefix sums -----------------------------------------------------------------------------------------------------

// Makes the texture of a list of `count` elements, at most `width` wide.
static bool createList(gfDevice *device, gfTexture *list, int width, int count)
{
    width = gfMin(width, 1 << gfLog2(count));
    return gfTexture_CreateNamed(device, list, GF_FORMAT_R32UI, width, (count + width - 1) / width, "prefix sums");
}

bool gfPrefix_Create(gfDevice *device, gfPrefix *p, int width, int height)
{
    memset(p, 0, sizeof *p);
    bool ok = true;
    int count = width * height, groups = (count + 15) / 16;
    do {
        count = (count + 15) / 16;
        ok = ok && createList(device, &p->level[p->levels], width, count);
        p->levels += ok ? 1 : 0;
    } while (ok && p->levels < GF_PREFIX_LEVELS && count > 16);
    if (ok && createList(device, &p->before, width, groups + 1)) {
        return true;
    }
    gfPrefix_Destroy(device, p);
    return false;
}

void gfPrefix_Destroy(gfDevice *device, gfPrefix *p)
{
    for (int i = 0; i < p->levels; i++) {
        gfTexture_Destroy(device, &p->level[i]);
    }
    gfTexture_Destroy(device, &p->before);
    memset(p, 0, sizeof *p);
}

bool gfPrefix_Run(gfDevice *device, const gfPrefix *p, const gfTexture *counts)
{
    static const char *const levels[GF_PREFIX_LEVELS] = {"LEVELS 1", "LEVELS 2", "LEVELS 3", "LEVELS 4", "LEVELS 5"};
    for (int i = 0; i < p->levels; i++) {
        const gfTexture *source = i == 0 ? counts : &p->level[i - 1], *sums = &p->level[i];
        GF_TRY(gfPass_Run(device, &(gfPass){.label = "prefix sums",
                                            .shader = GF_SHADER("particles/prefix_groups.frag", NULL),
                                            .writes = {sums},
                                            .inputs = {GF_IN(counts, source->id)},
                                            .uniforms = {GF_I1(shift, gfLog2(sums->width))}}));
    }
    const gfTexture *level = p->level;
    return gfPass_Run(device, &(gfPass){.label = "prefix sums",
                                        .shader = GF_SHADER("particles/prefix_before.frag", levels[p->levels - 1]),
                                        .writes = {&p->before},
                                        .inputs = {GF_IN(groupSums1, level[0].id), GF_IN(groupSums2, level[1].id),
                                                   GF_IN(groupSums3, level[2].id), GF_IN(groupSums4, level[3].id),
                                                   GF_IN(groupSums5, level[4].id)},
                                        .uniforms = {GF_I1(shift, gfLog2(p->before.width))}});
}

// --- sorting keys ----------------------------------------------------------------------------------------------------

// Number of elements that the first pass of a sort brings in order (sort_first.frag). Later passes merge such runs.
#define FIRST_RUN 8

bool gfSort_Run(gfDevice *device, gfPair *keys)
{
    int count = keys->read.width * keys->read.height;
    bool ok = true;
    for (int run = 1; ok && run < count; run = run == 1 ? FIRST_RUN : 2 * run) {
        ok = gfPass_Run(
            device,
            &(gfPass){.label = "sort",
                      .shader = GF_SHADER(run == 1 ? "particles/sort_first.frag" : "particles/sort_merge.frag", NULL),
                      .writes = {&keys->write},
                      .inputs = {GF_IN(keys, keys->read.id)},
                      .uniforms = {GF_I1(run, run)}});
        gfPair_Swap(keys);
    }
    return ok;
}

bool gfSort_FindStarts(gfDevice *device, const gfTexture *keys, const gfTexture *starts)
{
    return gfPass_Run(device, &(gfPass){.label = "starts",
                                        .shader = GF_SHADER("particles/starts.frag", NULL),
                                        .writes = {starts},
                                        .inputs = {GF_IN(keys, keys->id)},
                                        .uniforms = {GF_I1(shift, gfLog2(starts->width))}});
}

// --- a full sort -----------------------------------------------------------------------------------------------------

static bool sortAll(gfSph *s, const gfSphDomain *domain)
{
    gfDevice *device = domain->device;
    GF_TRY(gfPass_Run(device, &(gfPass){.label = "keys",
                                        .shader = GF_SPH_SHADER(s, "cell_keys.frag", NULL, GF_SPH_HASHED),
                                        .writes = {&s->keys.write},
                                        .inputs = {GF_SPH_STATE(s, read)},
                                        .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}}));
    gfPair_Swap(&s->keys);
    GF_TRY(gfSort_Run(device, &s->keys) &&
           gfPass_Run(device, &(gfPass){.label = "reorder",
                                        .shader = GF_SPH_SHADER(s, "reorder.frag", NULL, GF_SPH_KEPT),
                                        .writes = {GF_SPH_GATHER_WRITES(s, write, write)},
                                        .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), GF_IN(keys, s->keys.read.id)},
                                        .uniforms = {GF_SPH_LAYOUT(s), GF_I1(shift, s->shifts[2])}}) &&
           gfSort_FindStarts(device, &s->keys.read, &s->starts.read));
    gfSph_SwapState(s);
    gfSph_SwapTags(s);
    return true;
}

// --- the sorted state, sorted anew -----------------------------------------------------------------------------------

static bool countMoves(const gfSph *s, gfDevice *device)
{
    return gfPass_Run(device, &(gfPass){.label = "count moves",
                                        .shader = GF_SPH_SHADER(s, "count_moves.frag", NULL, GF_SPH_FAR),
                                        .writes = {GF_SPH_CELL_WRITES(s)},
                                        .inputs = {GF_IN(starts, s->starts.read.id), GF_IN(moves, s->moves.id),
                                                   GF_IN(reach, s->reach)},
                                        .uniforms = {GF_SPH_LAYOUT(s)}}) &&
           gfPrefix_Run(device, &s->cellSums, &s->totals) &&
           gfPass_Run(device,
                      &(gfPass){.label = "starts",
                                .shader = GF_SPH_SHADER(s, "new_starts.frag", NULL, 0),
                                .writes = {&s->starts.write},
                                .inputs = {GF_IN(counts, s->totals.id), GF_IN(countsBefore, s->cellSums.before.id)},
                                .uniforms = {GF_SPH_LAYOUT(s)}});
}

// Copies the moved particles in sorted order, from `write` of each pair to `read`.
static bool gatherMoved(const gfSph *s, gfDevice *device)
{
    return gfPass_Run(device,
                      &(gfPass){.label = "gather",
                                .shader = GF_SPH_SHADER(s, "gather.frag", NULL, GF_SPH_KEPT | GF_SPH_FAR),
                                .writes = {GF_SPH_GATHER_WRITES(s, read, write)},
                                .inputs = {GF_SPH_STATE(s, write), GF_SPH_TAGS(s), GF_IN(starts, s->starts.read.id),
                                           GF_IN(moves, s->moves.id), GF_IN(newStarts, s->starts.write.id),
                                           GF_IN(arrivals0, s->arrivals[0].id), GF_IN(arrivals1, s->arrivals[1].id),
                                           GF_IN(arrivals2, s->arrivals[2].id), GF_IN(reach, s->reach)},
                                .uniforms = {GF_SPH_LAYOUT(s)}});
}

static bool isDraining(const gfSph *s, const gfSphDomain *domain)
{
    bool draining =
        s->mortal || (domain->dimensions == 3 && domain->closedEnds.value[0] + domain->closedEnds.value[1] < 2.0f);
    for (int side = 0; side < GF_SIDES; side++) {
        draining = draining || domain->closed.value[side] == 0.0f;
    }
    return draining;
}

static bool countDrained(gfSph *s, gfDevice *device)
{
    gfShader drained = GF_SPH_SHADER(s, "count.frag", NULL, 0);
    drained.rare = s->mortal;
    bool ok = gfPass_Run(device, &(gfPass){.label = "count",
                                           .shader = drained,
                                           .writes = {&s->count.write},
                                           .inputs = {GF_IN(count, s->count.read.id), GF_IN(starts, s->starts.read.id)},
                                           .uniforms = {GF_SPH_LAYOUT(s)}});
    gfPair_Swap(&s->count);
    return ok;
}

static bool updateSorted(gfSph *s, const gfSphDomain *domain)
{
    gfDevice *device = domain->device;
    GF_TRY(countMoves(s, device) && gatherMoved(s, device));
    gfPair_Swap(&s->starts);
    gfSph_SwapTags(s);
    return !isDraining(s, domain) || countDrained(s, device);
}

// --- slots -----------------------------------------------------------------------------------------------------------

// Vertex stages that draw, for each particle, a square over the slots of its cell; in 2D and 3D (gl/routing.h).
static const gfVertexStage slotSquares[2] = {{"particles/slots.vert", "DIMENSIONS 2", 0, NULL},
                                             {"particles/slots.vert", "DIMENSIONS 3", 0, NULL}};

static bool fillSlots(const gfSph *s, const gfSphDomain *domain)
{
    return gfRouting_Fill(
        domain->device, &s->routing,
        &(gfPass){.label = "slots",
                  .shader = {.stage = &slotSquares[s->dimensions - 2], .file = "particles/slots.frag"},
                  .inputs = {GF_IN(place, s->place.read.id), GF_IN(count, s->count.read.id)},
                  .uniforms = {GF_F4(gridSize, (float)s->cells[0], (float)s->cells[1], (float)s->cells[2], 0.0f)}},
        s->capacity);
}

// --- all of them -----------------------------------------------------------------------------------------------------

bool gfSph_Rebuild(gfSph *s, const gfSphDomain *domain)
{
    return s->conditions & GF_SPH_SLOTS ? fillSlots(s, domain) : sortAll(s, domain);
}

bool gfSph_Update(gfSph *s, const gfSphDomain *domain)
{
    if (s->conditions & GF_SPH_SORTED) {
        return updateSorted(s, domain);
    }
    gfSph_SwapState(s);
    bool drains = s->mortal || ((s->conditions & GF_SPH_BOUNDED) && isDraining(s, domain));
    return (!drains || gfSph_DropOutside(s, domain)) && gfSph_Rebuild(s, domain);
}
