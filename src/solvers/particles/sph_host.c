// Particles of a gfSph in host memory: adding and reading them, and snapshots.
#include "solvers/particles/sph.h"

#include "fluid/records.h"
#include "gl/readback.h"

// --- adding ----------------------------------------------------------------------------------------------------------

bool gfSph_ReadCount(gfDevice *device, const gfSph *s, uint32_t count[4])
{
    GF_TRY(gfReadback_Integers(device, &s->count.read, 1, 1, count));
    GF_REQUIRE(&device->core, count[0] <= (uint32_t)s->capacity, GL,
               "the GPU counts %u particles; there is room for %d", count[0], s->capacity);
    return true;
}

// Textures with the particles to be added, laid out like the state's.
typedef struct Staging {
    gfTexture place, velocity, tags, marks;
} Staging;

// Fills arrays with places and velocities as the state has them, four floats per particle. `velocities` is for 3D only.
static void fillPlaces(const gfSph *s, const gfSphAdded *added, float *places, float *velocities)
{
    int n = s->dimensions;
    float perCell = 1.0f / s->scales.radius;
    for (int i = 0; i < added->count; i++) {
        for (int axis = 0; axis < n; axis++) {
            float speed = added->velocities != NULL ? added->velocities[n * i + axis] * perCell : 0.0f;
            places[4 * i + axis] = added->places[n * i + axis] * perCell;
            if (n == 2) {
                places[4 * i + 2 + axis] = speed;
            } else {
                velocities[4 * i + axis] = speed;
                places[4 * i + 3] = 1.0f; // density over that at rest, until a step computes it
            }
        }
    }
}

static bool createStaging(const gfSph *s, gfDevice *device, const gfSphAdded *added, Staging *staging)
{
    int width = s->extents[GF_SPH_PARTICLES][0], height = (added->count + width - 1) / width;
    size_t texels = (size_t)width * (size_t)height;
    float *places = gfAlloc(&device->core, texels * 8 * sizeof *places);
    uint32_t *tags = gfAlloc(&device->core, texels * 3 * sizeof *tags), *marks = tags + texels;
    bool marked = gfPair_Exists(&s->marks);
    bool ok = places != NULL && tags != NULL &&
              (!marked || gfTexture_Create(device, &staging->marks, GF_FORMAT_RG32UI, width, height)) &&
              gfTexture_Create(device, &staging->place, GF_FORMAT_RGBA32F, width, height) &&
              gfTexture_Create(device, &staging->tags, GF_FORMAT_R32UI, width, height) &&
              (s->dimensions == 2 || gfTexture_Create(device, &staging->velocity, GF_FORMAT_RGBA32F, width, height));
    if (ok) {
        fillPlaces(s, added, places, places + 4 * texels);
        if (added->tags != NULL) {
            memcpy(tags, added->tags, (size_t)added->count * sizeof *tags);
        }
        if (added->marks != NULL) {
            memcpy(marks, added->marks, (size_t)added->count * 2 * sizeof *marks);
        }
        ok = gfTexture_Upload(device, &staging->place, places) &&
             (!marked || gfTexture_Upload(device, &staging->marks, marks)) &&
             gfTexture_Upload(device, &staging->tags, tags) &&
             (s->dimensions == 2 || gfTexture_Upload(device, &staging->velocity, places + 4 * texels));
    }
    gfFree(&device->core, places);
    gfFree(&device->core, tags);
    return ok;
}

static bool appendAdded(gfSph *s, gfDevice *device, const Staging *staging, int count)
{
    GF_TRY(gfPass_Run(device,
                      &(gfPass){.label = "append",
                                .shader = GF_SPH_SHADER(s, "append.frag", NULL, GF_SPH_KEPT),
                                .writes = {GF_SPH_GATHER_WRITES(s, read, read)},
                                .inputs = {GF_IN(count, s->count.read.id), GF_IN(source, staging->place.id),
                                           GF_IN(sourceTags, staging->tags.id), GF_IN(sourceMarks, staging->marks.id),
                                           GF_IN(sourceVelocity, staging->velocity.id)},
                                .uniforms = {GF_SPH_LAYOUT(s), GF_I1(points, count)}}) &&
           gfPass_Run(device, &(gfPass){.label = "count",
                                        .shader = GF_SPH_SHADER(s, "count.frag", "ADDED", 0),
                                        .writes = {&s->count.write},
                                        .inputs = {GF_IN(count, s->count.read.id)},
                                        .uniforms = {GF_SPH_LAYOUT(s), GF_I1(points, count)}}));
    gfPair_Swap(&s->count);
    s->added += (uint64_t)count;
    return true;
}

bool gfSph_Add(gfSph *s, const gfSphDomain *domain, const gfSphAdded *added, const char *caller)
{
    gfDevice *device = domain->device;
    Staging staging = {0};
    uint32_t count[4];
    if (added->count == 0) {
        return true;
    }
    GF_TRY(gfSph_ReadCount(device, s, count));
    GF_REQUIRE(&device->core, added->count <= s->capacity - (int)count[0], TOO_MANY,
               "%s: %d particles are given; there are %u, and capacity is %d", caller, added->count, count[0],
               s->capacity);
    bool ok = createStaging(s, device, added, &staging) && appendAdded(s, device, &staging, added->count) &&
              gfSph_Rebuild(s, domain);
    GF_DESTROY_TEXTURES(device, &staging.place, &staging.velocity, &staging.tags, &staging.marks);
    return ok;
}

// --- reading -------------------------------------------------------------------------------------------------------

void gfSphHost_Free(gfDevice *device, gfSphHost *host)
{
    gfFree(&device->core, host->places);
    gfFree(&device->core, host->velocities);
    gfFree(&device->core, host->tags);
    gfFree(&device->core, host->marks);
    gfFree(&device->core, host->stresses);
    memset(host, 0, sizeof *host);
}

// Reads the marks and stresses of particles into `host`, if the state has them.
static bool readBeside(gfDevice *device, const gfSph *s, gfSphHost *host, int width, int height)
{
    size_t values = (size_t)width * (size_t)height * 4;
    const gfTexture *stress = &s->stress.read, *marks = &s->marks.read;
    bool ok = true;
    if (stress->id != 0) {
        host->stresses = gfAlloc(&device->core, values * sizeof *host->stresses);
        ok = host->stresses != NULL &&
             gfReadback_Blocking(device, &(gfReadSource){stress, width, height, 4}, host->stresses);
    }
    if (ok && marks->id != 0) {
        host->marks = gfAlloc(&device->core, values * sizeof *host->marks);
        ok = host->marks != NULL && gfReadback_Integers(device, marks, width, height, host->marks);
    }
    return ok;
}

bool gfSph_Read(gfDevice *device, const gfSph *s, gfSphHost *host)
{
    uint32_t count[4];
    memset(host, 0, sizeof *host);
    GF_TRY(gfSph_ReadCount(device, s, count));
    int width = s->extents[GF_SPH_PARTICLES][0], height = gfMax(1, ((int)count[0] + width - 1) / width);
    size_t values = (size_t)width * (size_t)height * 4;
    const gfTexture *place = &s->place.read, *velocity = &s->velocity.read;
    host->count = (int)count[0];
    host->places = gfAlloc(&device->core, values * sizeof *host->places);
    host->tags = gfAlloc(&device->core, values * sizeof *host->tags);
    host->velocities = s->dimensions == 3 ? gfAlloc(&device->core, values * sizeof *host->velocities) : NULL;
    bool ok = host->places != NULL && host->tags != NULL && (s->dimensions == 2 || host->velocities != NULL) &&
              gfReadback_Blocking(device, &(gfReadSource){place, width, height, 4}, host->places) &&
              gfReadback_Integers(device, &s->tags.read, width, height, host->tags) &&
              (s->dimensions == 2 ||
               gfReadback_Blocking(device, &(gfReadSource){velocity, width, height, 4}, host->velocities)) &&
              readBeside(device, s, host, width, height);
    if (!ok) {
        gfSphHost_Free(device, host);
    }
    return ok;
}

bool gfSph_GetStats(gfDevice *device, const gfSph *s, gfParticleStats *stats)
{
    uint32_t count[4], dropped[4] = {0};
    GF_TRY(gfSph_ReadCount(device, s, count) &&
           (!gfPair_Exists(&s->droppedSum) || gfReadback_Integers(device, &s->droppedSum.read, 1, 1, dropped)));
    *stats = (gfParticleStats){.live = count[0],
                               .initial = s->added,
                               .emitted = count[1],
                               .drained = count[2],
                               .dropped = (uint64_t)dropped[1] << 32 | dropped[0],
                               .substeps = s->scales.substeps,
                               .soundSpeed = s->scales.soundSpeed,
                               .viscosityMax = s->scales.viscosityMax,
                               .softened = s->scales.softened};
    return true;
}

void gfSph_View(const gfSph *s, const gfParticleParams *params, gfParticleView *view)
{
    float h = s->scales.radius;
    *view = (gfParticleView){.dimensions = s->dimensions,
                             .capacity = s->capacity,
                             .width = s->extents[GF_SPH_PARTICLES][0],
                             .place = &s->place.read,
                             .velocity = s->dimensions == 3 ? &s->velocity.read : NULL,
                             .tags = &s->tags.read,
                             .count = &s->count.read,
                             .cellSize = h,
                             .spacing = s->scales.spacing,
                             .world = {h, 0, 0, 0, 0, h, 0, 0, 0, 0, h, 0, 0, 0, 0, 1}};
    for (int i = 0; i < params->materialCount; i++) {
        memcpy(view->colors[i], params->materials[i].color, sizeof view->colors[i]);
    }
}

// --- snapshots -------------------------------------------------------------------------------------------------------

#define SPH_POSITIVE(member) GF_MEMBER_WITHIN(gfSphScales, member, 1e-30, 1e30)
#define SPH_NOT_NEGATIVE(member) GF_MEMBER_WITHIN(gfSphScales, member, 0.0, 1e30)

static const gfMember scalesMembers[] = {
    SPH_POSITIVE(radius),
    SPH_POSITIVE(spacing),
    SPH_POSITIVE(cellFill),
    SPH_POSITIVE(norm2),
    SPH_POSITIVE(norm3),
    SPH_NOT_NEGATIVE(balance),
    SPH_NOT_NEGATIVE(wantedSpeed),
    SPH_NOT_NEGATIVE(soundSpeed),
    SPH_NOT_NEGATIVE(stiffness),
    SPH_NOT_NEGATIVE(friction),
    SPH_NOT_NEGATIVE(predictionTime),
    SPH_POSITIVE(substep),
    GF_MEMBER_WITHIN(gfSphScales, substeps, 1, 1000),
    GF_MEMBER_WITHIN(gfSphScales, wantedSubsteps, -1e300, 1e300),
    GF_MEMBER(gfSphScales, softened),
    SPH_NOT_NEGATIVE(viscosityMax),
};
static const gfRecord scalesRecord = GF_RECORD(gfSphScales, scalesMembers);

static const gfMember sphMembers[] = {
    GF_MEMBER_OF(gfSph, scales, scalesRecord),
    GF_MEMBER_OF(gfSph, ramped, gf_particleParamsRecord),
    GF_MEMBER(gfSph, ramping),
    GF_MEMBER(gfSph, softened),
    GF_MEMBER(gfSph, steps),
    GF_MEMBER(gfSph, added),
    GF_MEMBER_WITHIN(gfSph, time, 0.0, 1e12),
    GF_MEMBER(gfSph, mortal),
};
static const gfRecord sphRecord = GF_RECORD(gfSph, sphMembers);

void gfSph_LayOut(const gfSph *s, gfParticleParams *params)
{
    params->radius = s->scales.radius;
    params->spacing = s->layoutSpacing;
}

// Checks the parameters of a loaded snapshot. They may be on their way to new values, so each material is checked
// alone, as ratios of densities may be out of range. Automatic stiffness and look-ahead may exceed parameters' ranges.
static void checkScales(const gfSph *s, float radius, gfArchive *archive)
{
    gfParticleParams p = s->ramped;
    if (s->scales.radius != radius || !gfInRange((double)p.stiffness, 0.0, 1e30) ||
        !gfInRange((double)p.lookAhead, 0.0, 1e30) || !gfInRange(p.materialCount, 1, GF_MATERIAL_MAX)) {
        gfArchive_Fail(archive, "the scales of its particles");
        return;
    }
    p.stiffness = p.lookAhead = 0.0f;
    p.radius = radius;
    p.materialCount = 1;
    for (int i = 0; i < s->ramped.materialCount && !archive->failed; i++) {
        p.materials[0] = s->ramped.materials[i];
        archive->failed = !gfParticleParams_Check(&archive->device->core, &p, s->dimensions, archive->caller);
    }
}

// Writes or reads the number of particles. One above the capacity is refused: passes would read beyond textures.
static void archiveCount(const gfSph *s, gfArchive *archive)
{
    uint32_t count[4];
    gfArchive_Texture(archive, "count", &s->count.read, false);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    memcpy(count, archive->from + archive->at - sizeof count, sizeof count);
    if (count[0] > (uint32_t)s->capacity) {
        gfArchive_Fail(archive, "it has more particles than there is room for");
    }
}

// Snapshots have no lists of cells. Particles are in the order of cells, so a stable sort rebuilds the lists unchanged.
void gfSph_Archive(gfSph *s, const gfSphDomain *domain, gfArchive *archive)
{
    const gfStatePlan plan = gfSph_Plan(s);
    float radius = s->scales.radius;
    gfArchive_Record(archive, &sphRecord, s);
    if (gfArchive_Reads(archive)) {
        checkScales(s, radius, archive);
    }
    archiveCount(s, archive);
    gfState_Archive(archive, &plan, s);
    if (gfArchive_Reads(archive) && !gfSph_Rebuild(s, domain)) {
        archive->failed = true;
    }
}
