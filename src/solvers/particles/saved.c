// Particles in snapshots.
#include "solvers/particles/params.h"
#include "solvers/particles/sph.h"

#include "fluid/records.h"

#include <string.h>

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

// Tunables on their way are as good as those that are there, but for those that became raw values. Between materials
// any ratio of densities may come up on the way.
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

// There are no more than there is room for, or all else would be read beyond its end.
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

// Lists of cells are rebuilt rather than saved: particles already lie in the order of their cells, and sorting keeps
// it.
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
