// Applies sources to particles, in 2D and 3D: they drain particles, pour new ones, and push or colour others.
#include "solvers/particles/sph.h"

static GLint getSeedOfStep(const gfSph *s)
{
    return (GLint)(s->steps & 0x7fffffff);
}

// --- batches ---------------------------------------------------------------------------------------------------------

uint32_t gfSph_GetPhaseFields(gfSphPhase phase, uint32_t fields, gfSourceMode mode, float mass)
{
    bool drains = mode == GF_SOURCE_SET ? mass <= 0.0f : mass < 0.0f;
    if (phase == GF_SPH_STIR) {
        return fields & (GF_SOURCE_VELOCITY | GF_SOURCE_DYE | GF_SOURCE_ATTRACTION | GF_SOURCE_ZONE);
    }
    if (!(fields & GF_SOURCE_MASS) || drains != (phase == GF_SPH_DRAIN)) {
        return 0;
    }
    return fields & (GF_SOURCE_MASS | GF_SOURCE_VELOCITY | GF_SOURCE_DYE); // poured particles get all of these at once
}

bool gfSphBatch_Overlaps(const gfSphBatch *batch, const gfSphSource *source, float spacing)
{
    for (int i = 0; i < batch->count; i++) {
        const gfSphSource *other = &batch->sources[i];
        bool apart = false;
        for (int axis = 0; axis < 3; axis++) {
            apart = apart || source->low[axis] - spacing > other->high[axis] ||
                    source->high[axis] + spacing < other->low[axis];
        }
        if (!apart) {
            return true;
        }
    }
    return false;
}

// Appends the batch's texture and uniforms to those of a pass.
static void addBatchTo(const gfSphBatch *batch, gfPass *pass)
{
    int input = 0, uniform = 0;
    while (pass->inputs[input].name != NULL) {
        input++;
    }
    while (pass->uniforms[uniform].name != NULL) {
        uniform++;
    }
    pass->inputs[input] = (gfInput)GF_IN_LINEAR(hostTexture, batch->texture);
    for (int i = 0; i < GF_SPH_BATCH_UNIFORMS && batch->uniforms[i].name != NULL; i++) {
        pass->uniforms[uniform + i] = batch->uniforms[i];
    }
}

// --- draining --------------------------------------------------------------------------------------------------------

// A drain marks the particles that stay (survivors.frag), and closes the gaps by prefix sums of marks. Order is kept.

#define SURVIVOR_INPUTS(s) GF_IN(counts, (s)->survivors.id), GF_IN(countsBefore, (s)->survivorSums.before.id)

// Moves the marked particles together, in the order that they had, by the prefix sums of the marks.
static bool compact(gfSph *s, gfDevice *device)
{
    GF_TRY(gfPass_Run(device, &(gfPass){.label = "drain",
                                        .shader = GF_SPH_SHADER(s, "compact.frag", NULL, GF_SPH_KEPT),
                                        .writes = {GF_SPH_GATHER_WRITES(s, write, write)},
                                        .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s), SURVIVOR_INPUTS(s)},
                                        .uniforms = {GF_SPH_LAYOUT(s)}}) &&
           gfPass_Run(device, &(gfPass){.label = "count",
                                        .shader = GF_SPH_SHADER(s, "count.frag", "SURVIVED", 0),
                                        .writes = {&s->count.write},
                                        .inputs = {GF_IN(count, s->count.read.id), SURVIVOR_INPUTS(s)},
                                        .uniforms = {GF_SPH_LAYOUT(s)}}));
    gfSph_SwapState(s);
    gfSph_SwapTags(s);
    gfPair_Swap(&s->count);
    return true;
}

// Updates gfSph.starts, the index of each cell's first particle, for the particles that stay.
static bool compactStarts(gfSph *s, gfDevice *device)
{
    GF_TRY(gfPass_Run(device, &(gfPass){.label = "drain",
                                        .shader = GF_SHADER("particles/compact_starts.frag", NULL),
                                        .writes = {&s->starts.write},
                                        .inputs = {GF_IN(starts, s->starts.read.id), SURVIVOR_INPUTS(s)},
                                        .uniforms = {GF_SPH_LAYOUT(s)}}));
    gfPair_Swap(&s->starts);
    return true;
}

// Removes the particles that are not marked, and updates the neighbour search.
static bool closeUp(gfSph *s, const gfSphDomain *domain)
{
    bool slots = (s->conditions & GF_SPH_SLOTS) != 0;
    return gfPrefix_Run(domain->device, &s->survivorSums, &s->survivors) &&
           (slots || compactStarts(s, domain->device)) && compact(s, domain->device) &&
           (!slots || gfSph_Rebuild(s, domain));
}

// Sorts the particles by age, the oldest first. Ids alone don't tell how many are older, as drained ones leave gaps.
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

// Drains the oldest particles, as many as needed so that there is room for a particle at every site of this pass.
static bool dropOldest(gfSph *s, const gfSphDomain *domain)
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

// Drains the particles that sources of the batch remove.
static bool drainParticles(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch)
{
    gfPass pass = {.label = "drain",
                   .shader = GF_SPH_SHADER(s, "survivors.frag", NULL, 0),
                   .writes = {&s->survivors},
                   .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
                   .uniforms = {GF_SPH_LAYOUT(s), GF_I1(seed, getSeedOfStep(s))}};
    addBatchTo(batch, &pass);
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
    GF_TRY(gfPrograms_Make(device, shaders, GF_COUNT(shaders)) &&
           gfPass_Run(device, &(gfPass){.label = "scroll",
                                        .shader = shaders[0],
                                        .writes = {&s->place.write},
                                        .inputs = {GF_IN(place, s->place.read.id)},
                                        .uniforms = {GF_SPH_LAYOUT(s), limits,
                                                     GF_F2(offset, (float)(way[0] / h), (float)(way[1] / h))}}));
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
    gfShader outside = GF_SPH_SHADER(s, "survivors.frag", "OUTSIDE", GF_SPH_MARKED | GF_SPH_BOUNDED);
    outside.rare = s->mortal;
    return gfPass_Run(device, &(gfPass){.label = "drain",
                                        .shader = outside,
                                        .writes = {&s->survivors},
                                        .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
                                        .uniforms = {GF_SPH_LAYOUT(s), GF_I1(now, gfSph_GetTime(s)),
                                                     GF_SPH_WALL_UNIFORMS(s, domain, &walls)}}) &&
           gfPrefix_Run(device, &s->survivorSums, &s->survivors) && compact(s, device);
}

// --- pouring and stirring --------------------------------------------------------------------------------------------

// The lattices of sites (places where sources of a batch may pour), as uniforms of shaders/particles/sites.glsl.
typedef struct Lattice {
    float steps[4]; // distances in cells: between sites, rows and layers; least one from a free site to particles
    // Two per source: x, y, z indices of its first site, and that site's number; sites along each axis.
    GLint boxes[2 * GF_SHAPES_PER_BATCH][4];
    float phases[GF_SHAPES_PER_BATCH][4]; // position of the site with index (0, 0, 0), cells
    int count;                            // number of all sites
} Lattice;

static bool isCarried(const gfSph *s)
{
    return (s->conditions & GF_SPH_FAR) != 0;
}

// Sets lattice->steps. The distance between sites is that of particles at rest in the densest lattice. Where a flow
// carries particles the lattice is rectangular, and a whole number of sites fits into the domain along x.
static void setSteps(const gfSph *s, const gfSphDomain *domain, Lattice *lattice)
{
    double spacing = (double)s->scales.spacing / (double)s->scales.radius;
    bool is3D = s->dimensions == 3;
    if (isCarried(s)) {
        double length = (double)domain->size[0] / (double)s->scales.radius, along = length / round(length / spacing);
        lattice->steps[0] = (float)along;
        lattice->steps[1] = (float)(spacing * spacing / along);
        lattice->steps[3] = (float)(0.85 * spacing);
        return;
    }
    double along = spacing * (is3D ? pow(2.0, 1.0 / 6.0) : sqrt(2.0 / sqrt(3.0)));
    lattice->steps[0] = (float)along;
    lattice->steps[1] = (float)(along * sqrt(0.75));
    lattice->steps[2] = (float)(along * sqrt(2.0 / 3.0));
    // A site gets a particle only if none is nearer than this. It is more than at holes in fluid at rest, where the
    // nearest particle is 0.62 (2D) or 0.79 (3D) spacings away.
    lattice->steps[3] = (float)(spacing * (is3D ? 1.0 : 0.85));
}

// Sets the range of sites around a source. It is empty if the source lies outside the domain.
static void setBox(const gfSph *s, const gfSphDomain *domain, const gfSphSource *source, int number, Lattice *lattice)
{
    double h = (double)s->scales.radius, time = (double)s->steps * (double)domain->step;
    GLint *first = lattice->boxes[2 * number], *size = lattice->boxes[2 * number + 1];
    int count = 1;
    for (int axis = 0; axis < 3; axis++) {
        double step = (double)lattice->steps[axis];
        double period = (axis == 0 ? 1.0 : 2.0) * step;
        double drift = fmod(((double)source->drift[axis] * time + source->shift[axis]) / h, period);
        double phase = 0.5 * (isCarried(s) ? step : (double)s->scales.spacing / h) + drift;
        double end = (double)domain->size[axis];
        double low = fmin(fmax((double)source->low[axis], 0.0), end) / h;
        double high = fmin(fmax((double)source->high[axis], 0.0), end) / h;
        bool flat = axis >= s->dimensions, there = flat || high > low;
        // Half a step is subtracted, as sites of odd rows are shifted by half a step.
        first[axis] = flat ? 0 : (GLint)floor((low - phase) / step - 0.51);
        int last = flat ? 0 : (int)ceil((high - phase) / step);
        size[axis] = there ? last - first[axis] + 1 : 0;
        lattice->phases[number][axis] = flat ? 0.0f : (float)phase;
        count *= size[axis];
    }
    first[3] = lattice->count;
    lattice->count += count;
}

// A batch that pours, and where.
typedef struct Pour {
    const gfSphBatch *batch;
    Lattice lattice;
} Pour;

static bool findSites(gfSph *s, const gfSphDomain *domain, const void *what, int first)
{
    const Pour *p = what;
    const Lattice *lattice = &p->lattice;
    const gfSphWalls walls = gfSph_FindWalls(s, domain);
    float spacing = isCarried(s) ? 0.0f : s->scales.spacing / s->scales.radius; // a flow's particles may lie at walls
    gfPass pass = {
        .label = "pour",
        .shader = GF_SPH_SHADER(s, "sites.frag", domain->solids ? "SOLIDS" : NULL, GF_SPH_SEARCHES | GF_SPH_FAR),
        .writes = {&s->sites},
        .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_SPH_WALL_INPUTS(domain)},
        .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, domain, &walls), GF_F4V(lattice, 1, lattice->steps),
                     GF_I4V(boxes, 2 * GF_SHAPES_PER_BATCH, lattice->boxes),
                     GF_F4V(phases, GF_SHAPES_PER_BATCH, lattice->phases), GF_I2(chunk, first, lattice->count),
                     GF_I1(seed, getSeedOfStep(s)), GF_F4V(level, 1, p->batch->level), GF_I1(shift, s->shifts[3]),
                     GF_F1(spacing, spacing), GF_F1(fill, s->scales.cellFill)}};
    addBatchTo(p->batch, &pass);
    return gfPass_Run(domain->device, &pass);
}

typedef struct Colors {
    float values[GF_MATERIAL_MAX][4];
} Colors;

static Colors colorsOf(const gfSphDomain *domain)
{
    Colors colors;
    for (int i = 0; i < GF_MATERIAL_MAX; i++) {
        int from = i < domain->params->materialCount ? i : 0;
        memcpy(colors.values[i], domain->params->materials[from].color, sizeof colors.values[i]);
    }
    return colors;
}

// Appends new particles at the sites that sites.frag marked.
static bool fillSites(gfSph *s, const gfSphDomain *domain, const void *what, int first)
{
    const Pour *p = what;
    const Lattice *lattice = &p->lattice;
    const Colors colors = colorsOf(domain);
    gfPass pass = {.label = "pour",
                   .shader = GF_SPH_SHADER(s, "pour.frag", NULL, GF_SPH_KEPT | GF_SPH_FAR),
                   .writes = {GF_SPH_GATHER_WRITES(s, read, read)},
                   .inputs = {GF_IN(count, s->count.read.id), GF_SPH_SITE_INPUTS(s)},
                   .uniforms = {GF_SPH_LAYOUT(s), GF_F4V(lattice, 1, lattice->steps),
                                GF_I4V(boxes, 2 * GF_SHAPES_PER_BATCH, lattice->boxes),
                                GF_F4V(phases, GF_SHAPES_PER_BATCH, lattice->phases),
                                GF_I2(chunk, first, lattice->count), GF_I1(seed, getSeedOfStep(s)),
                                GF_F4V(level, 1, p->batch->level), GF_I1(capacity, s->capacity),
                                GF_I1(now, gfSph_GetTime(s)), GF_F4V(colors, GF_MATERIAL_MAX, colors.values)}};
    addBatchTo(p->batch, &pass);
    return gfPass_Run(domain->device, &pass);
}

bool gfSph_PourAt(gfSph *s, const gfSphDomain *domain, const gfSphPour *pour)
{
    gfDevice *device = domain->device;
    int chunk = s->sites.width * s->sites.height;
    for (int first = 0; first < pour->count; first += chunk) {
        GF_TRY(pour->findSites(s, domain, pour->what, first) && gfPrefix_Run(device, &s->siteSums, &s->sites) &&
               (!domain->params->replacesOldest || dropOldest(s, domain)) &&
               pour->fillSites(s, domain, pour->what, first) &&
               gfPass_Run(device, &(gfPass){.label = "count",
                                            .shader = GF_SPH_SHADER(s, "count.frag", "POURED", 0),
                                            .writes = {&s->count.write},
                                            .inputs = {GF_IN(count, s->count.read.id), GF_SPH_SITE_INPUTS(s)},
                                            .uniforms = {GF_SPH_LAYOUT(s), GF_I1(capacity, s->capacity)}}));
        gfPair_Swap(&s->count);
    }
    return pour->count == 0 || gfSph_Rebuild(s, domain);
}

// Pours new particles. Sources' boxes, widened by gfSphScales.spacing, must not overlap, or particles may be too close.
static bool pourParticles(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch)
{
    Pour p = {.batch = batch};
    setSteps(s, domain, &p.lattice);
    for (int i = 0; i < batch->count; i++) {
        setBox(s, domain, &batch->sources[i], i, &p.lattice);
    }
    return gfSph_PourAt(s, domain, &(gfSphPour){findSites, fillSites, &p, p.lattice.count});
}

// Lets sources push and colour particles.
static bool stirParticles(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch)
{
    const Colors colors = colorsOf(domain);
    gfPass pass = {
        .label = "sources",
        .shader = GF_SPH_SHADER(s, "stir.frag", NULL, GF_SPH_KEPT),
        .writes = {GF_SPH_GATHER_WRITES(s, write, write)},
        .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
        .uniforms = {GF_SPH_LAYOUT(s), GF_F4V(colors, GF_MATERIAL_MAX, colors.values), GF_I1(seed, getSeedOfStep(s))}};
    addBatchTo(batch, &pass);
    GF_TRY(gfPass_Run(domain->device, &pass));
    gfSph_SwapState(s);
    gfSph_SwapTags(s);
    return true;
}

bool gfSph_RunBatch(gfSph *s, const gfSphDomain *domain, gfSphPhase phase, const gfSphBatch *batch)
{
    static bool (*const run[GF_SPH_PHASES])(gfSph *, const gfSphDomain *, const gfSphBatch *) = {
        [GF_SPH_DRAIN] = drainParticles, [GF_SPH_POUR] = pourParticles, [GF_SPH_STIR] = stirParticles};
    return batch->count == 0 || run[phase](s, domain, batch);
}
