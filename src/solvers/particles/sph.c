// Textures and set-up of particle fluids; see particle_step.c, search.c, particle_sources.c, sph_host.c for the rest.
#include "solvers/particles/sph.h"

#include "gl/readback.h"

// The most cells of a domain, for which a list of 4 bytes per cell takes 64 MiB. A cell's side is one kernel radius.
#define SPH_CELLS_MAX (1 << 24)

const char *const gf_sphOptionDefines[] = {
    [0] = "DIMENSIONS 2", [1] = "DIMENSIONS 3", [2] = "SORTED",    [3] = "SLOTS",    [4] = "HASHED",  [5] = "BLOCKS",
    [7] = "TENSION",      [8] = "BOUNDED",      [9] = "MIXED",     [10] = "TURNING", [11] = "STRESS", [12] = "MARKED",
    [13] = "GROUPED",     [14] = "REPELS",      [15] = "BARRIERS", [17] = "KINDS",   [18] = "FAR"};

// --- textures ------------------------------------------------------------------------------------------------------

// clang-format off
#define SPH_ROW(name, member, kind, format, extent, when, persists) \
    {name, offsetof(gfSph, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, GF_SPH_##extent, when, \
     persists, GF_RESAMPLE_NONE, 0, 0, GF_SHIFT_NONE, (persists) ? GF_SAVED_READ : GF_SAVED_NOT, 0}
// The row of an integer texture that later steps read. Snapshots save it, but `persists` (state.h) is for floats only.
#define SPH_KEPT(name, member, format, extent, when) \
    {name, offsetof(gfSph, member), GF_STATE_PAIR, GF_FORMAT_##format, GF_FORMAT_##format, GF_SPH_##extent, when, \
     false, GF_RESAMPLE_NONE, 0, 0, GF_SHIFT_NONE, GF_SAVED_READ, 0}

static const gfStateRow sphStateRows[] = {
    SPH_ROW("positions", place, PAIR, RGBA32F, PARTICLES, 0, true),
    SPH_ROW("velocities", velocity, PAIR, RGBA32F, PARTICLES, GF_SPH_3D, true),
    SPH_ROW("stresses or slopes", stress, PAIR, RGBA32F, PARTICLES, GF_SPH_STRESS, true),
    SPH_KEPT("ids and materials", tags, RG32UI, PARTICLES, 0),
    SPH_KEPT("groups and lifetimes", marks, RG32UI, PARTICLES, GF_SPH_MARKED),
    SPH_ROW("moved", moved, TEXTURE, RGBA32F, PARTICLES, GF_SPH_GROUPED, false),
    SPH_ROW("moved moves", movedMoves, TEXTURE, R8UI, PARTICLES, GF_SPH_GROUPED | GF_SPH_SORTED, false),
    SPH_ROW("count", count, PAIR, RGBA32UI, ONE, 0, false),
    SPH_ROW("starts of cells", starts, PAIR, R32UI, CELLS, 0, false),
    SPH_ROW("keys", keys, PAIR, RG32UI, KEYS, 0, false),
    SPH_ROW("records", record, TEXTURE, RGBA32UI, PARTICLES, GF_SPH_BLOCKS, false),
    SPH_ROW("records", record, TEXTURE, RGBA32UI, PARTICLES, GF_SPH_SINGLE, false),
    SPH_ROW("moves", moves, TEXTURE, R8UI, PARTICLES, GF_SPH_SORTED, false),
    SPH_ROW("dropped", dropped, TEXTURE, R32UI, PARTICLES, GF_SPH_SLOTS, false),
    SPH_KEPT("sum of dropped", droppedSum, RGBA32UI, ONE, GF_SPH_SLOTS),
    SPH_ROW("densities", density, TEXTURE, RGBA32F, PARTICLES, GF_SPH_SINGLE, false),
    SPH_ROW("densities", density, TEXTURE, RGBA32F, BLOCK, GF_SPH_BLOCKS | GF_SPH_3D, false),
    SPH_ROW("packed densities", packed, TEXTURE, RGBA32UI, BLOCK, GF_SPH_BLOCKS | GF_SPH_2D, false),
    SPH_ROW("candidates", masks[0], TEXTURE, RGBA32UI, BLOCK, GF_SPH_BLOCKS, false),
    SPH_ROW("candidates", masks[1], TEXTURE, RGBA32UI, BLOCK, GF_SPH_BLOCKS, false),
    SPH_ROW("candidates", masks[2], TEXTURE, RGBA32UI, BLOCK, GF_SPH_BLOCKS, false),
    SPH_ROW("survivors", survivors, TEXTURE, R8UI, PARTICLES, 0, false),
    SPH_ROW("sites", sites, TEXTURE, R8UI, SITES, 0, false),
    SPH_ROW("arrivals in cells", totals, TEXTURE, R32UI, CELLS, GF_SPH_SORTED, false),
    SPH_ROW("arrivals by rows", arrivals[0], TEXTURE, RGBA32UI, CELLS, GF_SPH_SORTED, false),
    SPH_ROW("arrivals by rows", arrivals[1], TEXTURE, RGBA32UI, CELLS, GF_SPH_SORTED | GF_SPH_3D, false),
    SPH_ROW("arrivals by rows", arrivals[2], TEXTURE, RGBA32UI, CELLS, GF_SPH_SORTED | GF_SPH_3D, false),
};
// clang-format on

_Static_assert(GF_COUNT(sphStateRows) <= GF_STATE_ROWS_MAX, "gfState_Create has room for fewer rows");

const gfStateTable gf_sphStateTable = {sphStateRows, GF_COUNT(sphStateRows), "particles", NULL};

static bool warmSph(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfSph *s = state;
    bool blocks = (conditions & GF_SPH_BLOCKS) != 0, sorted = (conditions & GF_SPH_SORTED) != 0;
    const struct {
        bool when;
        int count;
        const gfTexture *writes[GF_ATTACHMENTS_MAX];
    } sets[] = {
        {blocks, 4, {GF_SPH_BLOCK_WRITES(s)}},
        {sorted, 2, {GF_SPH_CELL_WRITES(s)}},
        {(conditions & GF_SPH_SLOTS) != 0, 2, {&s->density, &s->dropped}},
        // After a full sort a substep writes to `read` instead of `write`.
        {true, 2, {GF_SPH_MOTION_WRITES(s, &s->place.read, &s->moves, read)}},
        {true, 2, {GF_SPH_MOTION_WRITES(s, &s->place.write, &s->moves, write)}},
        {true, 2, {GF_SPH_GATHER_WRITES(s, read, write)}},
        {true, 2, {GF_SPH_GATHER_WRITES(s, read, read)}},
        {true, 2, {GF_SPH_GATHER_WRITES(s, write, write)}},
        {true, 2, {GF_SPH_GATHER_WRITES(s, write, read)}},
    };
    for (int i = 0; i < GF_COUNT(sets); i++) {
        int count = 0;
        while (count < GF_ATTACHMENTS_MAX && sets[i].writes[count] != NULL && sets[i].writes[count]->id != 0) {
            count++;
        }
        GF_TRY(!sets[i].when || gfFramebuffer_Warm(device, sets[i].writes, count));
    }
    return true;
}

gfStatePlan gfSph_Plan(const gfSph *s)
{
    static const float rest[1][4] = {{0.0f}};
    return (gfStatePlan){
        .table = &gf_sphStateTable, .extents = s->extents, .clear = rest, .conditions = s->conditions, .warm = warmSph};
}

// --- set-up --------------------------------------------------------------------------------------------------------

// Returns whether particles of a material bear shear stress. The texture for it is made at creation or never.
static bool bearsShear(const gfParticleMaterial *m)
{
    return m->friction > 0.0f || m->cohesion > 0.0f;
}

static uint32_t sphConditionsOf(const gfSphDomain *domain)
{
    const gfParticleParams *p = domain->params;
    if (domain->carried) {
        return GF_SPH_2D | GF_SPH_SORTED | GF_SPH_FAR | GF_SPH_BOUNDED | (p->lifetimes ? GF_SPH_MARKED : 0) |
               (domain->sloped ? GF_SPH_STRESS : 0);
    }
    uint32_t conditions = domain->dimensions == 3 ? GF_SPH_3D : GF_SPH_2D;
    gfParticleSearch search = p->search != GF_SEARCH_AUTO ? p->search
                              : p->unbounded              ? GF_SEARCH_HASHED
                                                          : GF_SEARCH_SORTED;
    conditions |= search == GF_SEARCH_SORTED ? GF_SPH_SORTED : search == GF_SEARCH_SLOTS ? GF_SPH_SLOTS : GF_SPH_HASHED;
    conditions |= search == GF_SEARCH_SORTED && !p->plain ? GF_SPH_BLOCKS : GF_SPH_SINGLE;
    conditions |= p->materialCount > 1 ? GF_SPH_MIXED : 0;
    conditions |= p->unbounded ? 0 : GF_SPH_BOUNDED;
    conditions |= domain->turns ? GF_SPH_TURNING : 0;
    conditions |= p->groups > 0 || p->lifetimes ? GF_SPH_MARKED : 0;
    conditions |= p->groups > 0 ? GF_SPH_GROUPED : 0;
    for (int i = 0; i < p->materialCount; i++) {
        const gfParticleMaterial *m = &p->materials[i];
        conditions |= m->pull > 0.0f ? GF_SPH_TENSION : 0;
        conditions |= bearsShear(m) && domain->dimensions == 2 ? GF_SPH_STRESS : 0;
        conditions |= m->barrier && domain->dimensions == 2 ? GF_SPH_BARRIERS : 0;
        conditions |= m->repulsion > 0.0f && p->groups > 0 ? GF_SPH_REPELS : 0;
        conditions |= m->mixing > 0.0f ? GF_SPH_MIXING : 0;
    }
    return conditions;
}

// Sets the texture size of a list of `count` elements: nearly a square, whose width is a power of two, 1 << *shift.
static void setListExtent(int extent[2], int *shift, int count, int leastShift)
{
    *shift = leastShift;
    while ((1LL << (2 * *shift)) < count) {
        ++*shift;
    }
    extent[0] = 1 << *shift;
    extent[1] = (count + extent[0] - 1) / extent[0];
}

// Returns about how many sites for poured particles the domain has, limited to the most that one pass should handle.
static int countSites(const gfSph *s, const gfSphDomain *domain)
{
    double count = 1.0;
    for (int axis = 0; axis < s->dimensions; axis++) {
        count *= (double)domain->gridSize[axis] / (double)s->scales.spacing + 2.0;
    }
    return (int)fmin(count, 1 << 18);
}

static bool setLayout(gfSph *s, const gfSphDomain *domain)
{
    const gfCore *core = &domain->device->core;
    double cells = 1.0;
    s->cells[2] = 1;
    for (int axis = 0; axis < s->dimensions; axis++) {
        double along = (double)domain->gridSize[axis] / (double)s->scales.radius;
        along = (domain->carried ? round(along) : ceil(along)) + 2.0; // whole numbers are there but for rounding
        cells *= along;
        s->cells[axis] = (int)fmin(along, 1e9);
    }
    GF_REQUIRE(
        core, cells <= (double)SPH_CELLS_MAX, OUT_OF_RANGE,
        "the domain has %g cells of %g m, the kernel radius; at most %d are expected: particles.spacing is too small",
        cells, (double)s->scales.radius, SPH_CELLS_MAX);
    s->cellCount = (int)cells;
    if (s->conditions & GF_SPH_HASHED) {
        s->cellCount = 16;
        while (s->cellCount < s->capacity) {
            s->cellCount *= 2;
        }
    }
    setListExtent(s->extents[GF_SPH_PARTICLES], &s->shifts[0], s->capacity, 4);
    setListExtent(s->extents[GF_SPH_CELLS], &s->shifts[1], s->cellCount + 1, 4);
    setListExtent(s->extents[GF_SPH_KEYS], &s->shifts[2], s->capacity, 2);
    setListExtent(s->extents[GF_SPH_SITES], &s->shifts[3], countSites(s, domain), 2);
    s->extents[GF_SPH_BLOCK][0] = s->extents[GF_SPH_PARTICLES][0] / 4;
    s->extents[GF_SPH_BLOCK][1] = s->extents[GF_SPH_PARTICLES][1];
    s->extents[GF_SPH_ONE][0] = s->extents[GF_SPH_ONE][1] = 1;
    return true;
}

static bool createSums(const gfSph *s, gfDevice *device, gfPrefix *sums, gfSphExtent extent)
{
    return gfPrefix_Create(device, sums, s->extents[extent][0], s->extents[extent][1]);
}

// Makes those textures of the neighbour search that are not in the table of textures.
static bool createSearch(gfSph *s, const gfSphDomain *domain)
{
    gfDevice *device = domain->device;
    const gfParticleParams *p = domain->params;
    if (s->conditions & GF_SPH_SORTED) {
        return createSums(s, device, &s->cellSums, GF_SPH_CELLS);
    }
    return !(s->conditions & GF_SPH_SLOTS) ||
           (gfRouting_Create(device, &s->routing, s->cells[0], s->cells[1] * s->cells[2], p->slotBlock, p->slotPages) &&
            createSums(s, device, &s->droppedSums, GF_SPH_PARTICLES));
}

bool gfSph_Create(gfSph *s, const gfSphDomain *domain)
{
    memset(s, 0, sizeof *s);
    s->dimensions = domain->dimensions;
    s->capacity = domain->params->capacity;
    s->conditions = sphConditionsOf(domain);
    gfSphScales_Compute(&s->scales, domain->params, s->dimensions, domain->gridSize, domain->step);
    s->layoutSpacing = s->scales.spacing;
    if (!setLayout(s, domain) || !gfSph_MayTune(s, domain)) {
        goto error;
    }
    gfSph_Tune(s, domain);
    gfSph_Settle(s, domain);
    const gfStatePlan plan = gfSph_Plan(s);
    if (!gfState_Create(domain->device, &plan, s) || !createSearch(s, domain) ||
        !createSums(s, domain->device, &s->survivorSums, GF_SPH_PARTICLES) ||
        !createSums(s, domain->device, &s->siteSums, GF_SPH_SITES)) {
        goto error;
    }
    if (!domain->device->gl.formats[GF_FORMAT_RGBA32F].renderable) {
        gfReport(&domain->device->core, GF_LOG_WARNING, GF_ERROR_NO_FLOAT_RENDERING,
                 "no 32-bit float rendering here: with 16 bits slow particles stand still, the more the larger the "
                 "domain is");
    }
    return true;

error:
    gfSph_Destroy(domain->device, s);
    return false;
}

void gfSph_Destroy(gfDevice *device, gfSph *s)
{
    gfState_Destroy(device, &gf_sphStateTable, s);
    gfPrefix_Destroy(device, &s->cellSums);
    gfPrefix_Destroy(device, &s->survivorSums);
    gfPrefix_Destroy(device, &s->siteSums);
    gfPrefix_Destroy(device, &s->droppedSums);
    gfRouting_Destroy(device, &s->routing);
}

// Warns that maxSubsteps are too few. It warns once, as that may be intended, and again only after they sufficed.
static void warnOfSoftness(gfSph *s, const gfSphDomain *domain)
{
    if (domain->carried) {
        return;
    }
    gfParticleParams p = *domain->params;
    gfSphScales scales;
    p.radius = s->scales.radius;
    gfSphScales_Compute(&scales, &p, s->dimensions, domain->gridSize, domain->step);
    if (scales.softened && !s->softened) {
        gfReport(
            &domain->device->core, GF_LOG_WARNING, GF_ERROR_OUT_OF_RANGE,
            "particles: a step has %d substeps (maxSubsteps, substeps) and needs %g to be stable; sound is %g m/s of "
            "%g, and viscosity is at most %g m^2/s",
            scales.substeps, scales.wantedSubsteps, (double)scales.soundSpeed, (double)scales.wantedSpeed,
            (double)scales.viscosityMax);
    }
    s->softened = scales.softened;
}

void gfSph_ChangeStep(gfSph *s, const gfSphDomain *domain)
{
    gfSphScales_Compute(&s->scales, &s->ramped, s->dimensions, domain->gridSize, domain->step);
    warnOfSoftness(s, domain);
}

bool gfSph_MayTune(const gfSph *s, const gfSphDomain *domain)
{
    float spacing = domain->params->spacing, radius = s->scales.radius;
    GF_REQUIRE(&domain->device->core, domain->carried || gfInRange((double)(radius / spacing), 1.4999, 4.0001),
               OUT_OF_RANGE, "particles.spacing is %g; the kernel radius, %g m, stays, and %g to %g m is expected",
               (double)spacing, (double)radius, (double)radius / 4.0, (double)radius / 1.5);
    GF_REQUIRE(&domain->device->core, (s->conditions & GF_SPH_STRESS) || !(sphConditionsOf(domain) & GF_SPH_STRESS),
               OUT_OF_RANGE,
               "particles.materials: one has friction or cohesion; in a fluid that was made with none "
               "that has, 0 is expected");
    return true;
}

void gfSph_Tune(gfSph *s, const gfSphDomain *domain)
{
    const uint32_t tunable =
        GF_SPH_TENSION | GF_SPH_MIXED | GF_SPH_TURNING | GF_SPH_REPELS | GF_SPH_BARRIERS | GF_SPH_MIXING;
    s->conditions = (s->conditions & ~tunable) | (sphConditionsOf(domain) & tunable);
    s->ramping = true;
    warnOfSoftness(s, domain);
}

void gfSph_Reset(gfSph *s, const gfSphDomain *domain)
{
    static const float none[4] = {0};
    const gfStatePlan plan = gfSph_Plan(s);
    gfState_Reset(domain->device, &plan, s);
    gfPair_Clear(domain->device, &s->count, none);
    gfPair_Clear(domain->device, &s->starts, none);
    if (gfPair_Exists(&s->droppedSum)) {
        gfPair_Clear(domain->device, &s->droppedSum, none);
    }
    s->steps = s->added = 0;
    s->time = 0.0;
    s->mortal = false;
}
