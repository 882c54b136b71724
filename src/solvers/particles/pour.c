// Particles that sources pour, and what sources do to those that there are.
#include "solvers/particles/inflow.h"
#include "solvers/particles/walls.h"

#include <math.h>
#include <string.h>

// The places where sources of a batch pour, as shaders/particles/sites.glsl reads them.
typedef struct Lattice {
    float steps[4];                          // along rows, to the next row and layer; least distance to particles
    GLint boxes[2 * GF_SHAPES_PER_BATCH][4]; // indices of the first site, its number | sites along each axis
    float phases[GF_SHAPES_PER_BATCH][4];    // place of the site with index (0, 0, 0)
    int count;                               // sites
} Lattice;

// Sets distances, all in cells. Sites are as far apart as particles at rest in the densest lattice.
static void setSteps(const gfSph *s, Lattice *lattice)
{
    double spacing = (double)s->scales.spacing / (double)s->scales.radius;
    bool is3D = s->dimensions == 3;
    double along = spacing * (is3D ? pow(2.0, 1.0 / 6.0) : sqrt(2.0 / sqrt(3.0)));
    lattice->steps[0] = (float)along;
    lattice->steps[1] = (float)(along * sqrt(0.75));
    lattice->steps[2] = (float)(along * sqrt(2.0 / 3.0));
    // Fluid at rest has no hole with so much room: the widest are 0.62 and 0.79 spacings from their corners.
    lattice->steps[3] = (float)(spacing * (is3D ? 1.0 : 0.85));
}

// The box of sites around a source; of none if it lies outside the domain.
static void setBox(const gfSph *s, const gfSphDomain *domain, const gfSphSource *source, int number, Lattice *lattice)
{
    double h = (double)s->scales.radius, time = (double)s->steps * (double)domain->step;
    GLint *first = lattice->boxes[2 * number], *size = lattice->boxes[2 * number + 1];
    int count = 1;
    for (int axis = 0; axis < 3; axis++) {
        double step = (double)lattice->steps[axis];
        double period = (axis == 0 ? 1.0 : 2.0) * step;
        double drift = fmod(((double)source->drift[axis] * time + source->shift[axis]) / h, period);
        double phase = 0.5 * (double)s->scales.spacing / h + drift;
        double end = (double)domain->size[axis];
        double low = fmin(fmax((double)source->low[axis], 0.0), end) / h;
        double high = fmin(fmax((double)source->high[axis], 0.0), end) / h;
        bool flat = axis >= s->dimensions, there = flat || high > low;
        first[axis] = flat ? 0 : (GLint)floor((low - phase) / step - 0.51); // odd rows are half a step farther
        int last = flat ? 0 : (int)ceil((high - phase) / step);
        size[axis] = there ? last - first[axis] + 1 : 0;
        lattice->phases[number][axis] = flat ? 0.0f : (float)phase;
        count *= size[axis];
    }
    first[3] = lattice->count;
    lattice->count += count;
}

static bool findSites(const gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch, const Lattice *lattice,
                      int first)
{
    const gfSphWalls walls = gfSph_FindWalls(s, domain);
    gfPass pass = {.label = "pour",
                   .shader = GF_SPH_SHADER(s, "sites.frag", domain->solids ? "SOLIDS" : NULL, GF_SPH_SEARCHES),
                   .writes = {&s->sites},
                   .inputs = {GF_SPH_STATE(s, read), GF_SPH_SEARCH(s), GF_SPH_WALL_INPUTS(domain)},
                   .uniforms = {GF_SPH_LAYOUT(s), GF_SPH_WALL_UNIFORMS(s, domain, &walls),
                                GF_F4V(lattice, 1, lattice->steps),
                                GF_I4V(boxes, 2 * GF_SHAPES_PER_BATCH, lattice->boxes),
                                GF_F4V(phases, GF_SHAPES_PER_BATCH, lattice->phases),
                                GF_I2(chunk, first, lattice->count), GF_I1(seed, gfSph_GetSeed(s)),
                                GF_I1(shift, s->shifts[3]), GF_F1(spacing, s->scales.spacing / s->scales.radius)}};
    gfSphBatch_AddTo(batch, &pass);
    return gfPass_Run(domain->device, &pass) && gfPrefix_Run(domain->device, &s->siteSums, &s->sites);
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

#define SITE_INPUTS(s) GF_IN(counts, (s)->sites.id), GF_IN(countsBefore, (s)->siteSums.before.id)

// Puts new particles behind those that there are.
static bool fillSites(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch, const Lattice *lattice, int first)
{
    const Colors colors = colorsOf(domain);
    gfPass pass = {.label = "pour",
                   .shader = GF_SPH_SHADER(s, "pour.frag", NULL, GF_SPH_KEPT),
                   .writes = {GF_SPH_GATHER_WRITES(s, read, read)},
                   .inputs = {GF_IN(count, s->count.read.id), SITE_INPUTS(s)},
                   .uniforms = {GF_SPH_LAYOUT(s), GF_F4V(lattice, 1, lattice->steps),
                                GF_I4V(boxes, 2 * GF_SHAPES_PER_BATCH, lattice->boxes),
                                GF_F4V(phases, GF_SHAPES_PER_BATCH, lattice->phases),
                                GF_I2(chunk, first, lattice->count), GF_I1(capacity, s->capacity),
                                GF_I1(now, gfSph_GetTime(s)), GF_F4V(colors, GF_MATERIAL_MAX, colors.values)}};
    gfSphBatch_AddTo(batch, &pass);
    bool ok = gfPass_Run(domain->device, &pass) &&
              gfPass_Run(domain->device, &(gfPass){.label = "count",
                                                   .shader = GF_SPH_SHADER(s, "count.frag", "POURED", 0),
                                                   .writes = {&s->count.write},
                                                   .inputs = {GF_IN(count, s->count.read.id), SITE_INPUTS(s)},
                                                   .uniforms = {GF_SPH_LAYOUT(s), GF_I1(capacity, s->capacity)}});
    if (ok) {
        gfPair_Swap(&s->count);
    }
    return ok;
}

bool gfSph_Pour(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch)
{
    Lattice lattice;
    memset(&lattice, 0, sizeof lattice);
    setSteps(s, &lattice);
    for (int i = 0; i < batch->count; i++) {
        setBox(s, domain, &batch->sources[i], i, &lattice);
    }
    bool ok = true;
    int chunk = s->sites.width * s->sites.height;
    for (int first = 0; ok && first < lattice.count; first += chunk) {
        ok = findSites(s, domain, batch, &lattice, first) &&
             (!domain->params->replacesOldest || gfSph_DropOldest(s, domain)) &&
             fillSites(s, domain, batch, &lattice, first);
    }
    return ok && (lattice.count == 0 || gfSph_Rebuild(s, domain));
}

bool gfSph_Stir(gfSph *s, const gfSphDomain *domain, const gfSphBatch *batch)
{
    const Colors colors = colorsOf(domain);
    gfPass pass = {
        .label = "sources",
        .shader = GF_SPH_SHADER(s, "stir.frag", NULL, GF_SPH_KEPT),
        .writes = {GF_SPH_GATHER_WRITES(s, write, write)},
        .inputs = {GF_SPH_STATE(s, read), GF_SPH_TAGS(s)},
        .uniforms = {GF_SPH_LAYOUT(s), GF_F4V(colors, GF_MATERIAL_MAX, colors.values), GF_I1(seed, gfSph_GetSeed(s))}};
    gfSphBatch_AddTo(batch, &pass);
    bool ok = gfPass_Run(domain->device, &pass);
    if (ok) {
        gfSph_SwapState(s);
        gfSph_SwapTags(s);
    }
    return ok;
}
