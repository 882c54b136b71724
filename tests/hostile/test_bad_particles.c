// Arguments that no call on a fluid of particles may accept, and what a new size does to it.
#include "support/bad_input.h"
#include "support/few_particles.h"
#include "support/flow.h"

#include <limits.h>

static bool setParams(const gfParticleParams *params)
{
    gfFluidDef def = gfFluid_GetDef(stage.other);
    def.particles = *params;
    return gfFluid_SetDef(stage.other, &def);
}

static bool create(const gfParticleParams *params)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    def.particles = *params;
    return gfCreateFluid(stage.fixture->device, &def) != NULL;
}

static void makeOther(void)
{
    stage.other = Flow_MakeOf(stage.fixture, FewParticles_Def(16, GF_SEARCH_AUTO));
    FewParticles_AddBox(stage.other, (gfVec2){0.3f, 0.1f}, (gfVec2){0.6f, 0.4f});
    assert_true(gfFluid_StepOnce(stage.other));
    BadInput_Watch();
}

TEST(testBadCombinations)
{
    makeOther();
    gfParticleParams good = gfFluid_GetDef(stage.other).particles, bad = good;
    bad.radius = 1.4f * bad.spacing;
    REFUSED(create(&bad), OUT_OF_RANGE, "particles.radius");
    bad.radius = 4.1f * bad.spacing;
    REFUSED(create(&bad), OUT_OF_RANGE, "particles.radius");
    bad.radius = 3.0f * bad.spacing;
    REFUSED(setParams(&bad), OUT_OF_RANGE, "particles.radius");
    bad = good;
    bad.spacing *= 2.0f; // the radius stays
    REFUSED(setParams(&bad), OUT_OF_RANGE, "particles.spacing");
    bad.spacing = 1.1f * good.spacing;
    assert_true(setParams(&bad) && gfFluid_StepOnce(stage.other));
    int count = gfFluid_ReadParticlesBlocking(stage.other, NULL, 0);
    assert_true(gfFluid_Resize(stage.other, 17, 17, 1.0f / 16.0f, (gfVec2){0.0f, 0.0f}) &&
                gfFluid_StepOnce(stage.other));
    assert_int_equal(gfFluid_ReadParticlesBlocking(stage.other, NULL, 0), count);
    BadInput_Watch();
    bad = good;
    bad.slotBlock = 8;
    bad.slotPages = 4; // 256 slots
    REFUSED(create(&bad), OUT_OF_RANGE, "slotBlock");
    bad = good;
    bad.unbounded = true;
    REFUSED(setParams(&bad), OUT_OF_RANGE, "unbounded");
    bad.search = GF_SEARCH_SORTED;
    REFUSED(create(&bad), OUT_OF_RANGE, "unbounded");
    bad = good;
    bad.spacing = 1e-5f;
    REFUSED(create(&bad), OUT_OF_RANGE, "cells");
    bad = good;
    bad.materialCount = 2;
    bad.materials[1] = bad.materials[0];
    bad.materials[1].density = 20.1f * bad.materials[0].density;
    REFUSED(create(&bad), OUT_OF_RANGE, "densities");
    REFUSED(setParams(&bad), OUT_OF_RANGE, "densities");
    bad.materials[1].density = NAN;
    REFUSED(setParams(&bad), OUT_OF_RANGE, "materials[1].density");
}

// A material that is taken away: its particles go on as the first one's, whatever its row says.
TEST(testMaterialTakenAway)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    const gfParticle two[] = {{.position = {0.3f, 0.3f}}, {.position = {0.6f, 0.3f}, .material = 1}};
    gfFluidStats stats;
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    stage.other = Flow_Make(stage.fixture, &def);
    assert_true(gfFluid_AddParticles(stage.other, two, 2));
    def.particles.materialCount = 1;
    def.particles.materials[1].density = NAN;
    assert_true(gfFluid_SetDef(stage.other, &def) && gfFluid_StepOnce(stage.other));
    assert_true(gfFluid_MeasureBlocking(stage.other, &stats));
    assert_true(fabs(stats.mass - 2.0 * 0.0025) < 1e-7 && isfinite(stats.kineticEnergy));
    gfParticle read[2];
    const gfVec2 place = {0.6f, 0.3f};
    float share = 0.0f;
    assert_true(gfFluid_SampleParticlesBlocking(stage.other, GF_PROPERTY_MATERIAL, &place, 1, &share, NULL));
    assert_true(share == 1.0f);
    assert_true(gfFluid_ReadParticlesBlocking(stage.other, read, 2));
    assert_true(read[0].material == 0 && read[1].material == 0);
    assert_true(gfFluid_AddParticles(stage.other, read, 2)); // what was read can be given back
}

// Too few substeps are warned of once, until they do again.
TEST(testWarnsOnce)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    def.particles.maxSubsteps = 32;
    stage.other = Flow_Make(stage.fixture, &def);
    Fixture_ClearLog(stage.fixture);
    for (int i = 0; i < 8; i++) {
        def.particles.materials[0].viscosity = i == 5 ? 1e-4f : 100.0f;
        def.particles.gravity.x = (float)i;
        assert_true(gfFluid_SetDef(stage.other, &def));
        assert_int_equal(stage.fixture->warnings, i < 6 ? 1 : 2);
    }
}

static bool addOne(gfParticle p)
{
    const gfParticle both[2] = {{.position = {0.5f, 0.5f}}, p};
    return gfFluid_AddParticles(stage.other, both, 2);
}

TEST(testBadParticles)
{
    static gfParticle many[FEW_PARTICLES];
    makeOther();
    uint64_t before = FewParticles_Hash(stage.other);
    int live = gfFluid_ReadParticlesBlocking(stage.other, NULL, 0);
    BadInput_Watch();
    const float bad[] = {NAN, INFINITY, -INFINITY, -0.01f, 1.01f, 1e30f};
    for (size_t i = 0; i < ROWS(bad); i++) {
        REFUSED(addOne((gfParticle){.position = {bad[i], 0.5f}}), OUT_OF_RANGE, "particles[1]");
        REFUSED(addOne((gfParticle){.position = {0.5f, bad[i]}}), OUT_OF_RANGE, "particles[1]");
    }
    const gfVec2 good = {0.5f, 0.5f};
    REFUSED(addOne((gfParticle){.position = good, .velocity = {NAN, 0.0f}}), OUT_OF_RANGE, "particles[1] moves");
    REFUSED(addOne((gfParticle){.position = good, .velocity = {0, -60001.0f}}), OUT_OF_RANGE, "particles[1] moves");
    REFUSED(addOne((gfParticle){.position = good, .material = 1}), OUT_OF_RANGE, "material");
    REFUSED(addOne((gfParticle){.position = good, .material = UINT32_MAX}), OUT_OF_RANGE, "material");
    REFUSED(gfFluid_AddParticles(stage.other, many, FEW_PARTICLES - live + 1), TOO_MANY, "capacity");
    REFUSED(gfFluid_AddParticles(stage.other, many, -1), OUT_OF_RANGE, "count");
    REFUSED(gfFluid_AddParticles(stage.other, many, INT_MAX), OUT_OF_RANGE, "count");
    REFUSED(gfFluid_AddParticles(stage.other, NULL, 1), NULL_ARGUMENT, "particles");
    REFUSED(gfFluid_AddParticles(NULL, many, 1), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_ReadParticlesBlocking(stage.other, many, -1) >= 0, OUT_OF_RANGE, "count");
    REFUSED(gfFluid_ReadParticlesBlocking(stage.other, NULL, 1) >= 0, NULL_ARGUMENT, "particles");
    REFUSED(gfFluid_GetParticleStatsBlocking(stage.other, NULL), NULL_ARGUMENT, "stats");
    assert_true(gfFluid_AddParticles(stage.other, NULL, 0));
    assert_true(FewParticles_Hash(stage.other) == before);
    assert_true(gfFluid_AddParticles(stage.other, many, FEW_PARTICLES - live)); // all in one corner
    Flow_Steps(stage.other, 5);
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(stage.other, &stats) && stats.nonfinite == 0);
    assert_int_equal(gfFluid_ReadParticlesBlocking(stage.other, NULL, 0), FEW_PARTICLES);
}

TEST(testBadSamples)
{
    gfVec2 points[2] = {{0.4f, 0.2f}, {NAN, 0.2f}};
    float values[2];
    makeOther();
#define BAD_SAMPLE(fluid, property, points, count, values, code, text) \
    REFUSED(gfFluid_SampleParticlesBlocking(fluid, property, points, count, values, NULL), code, text)
    BAD_SAMPLE(stage.other, GF_PROPERTY_SPEED, points, 2, values, OUT_OF_RANGE, "points[1]");
    BAD_SAMPLE(stage.other, GF_PROPERTY_MATERIAL + 1, points, 1, values, OUT_OF_RANGE, "property");
    BAD_SAMPLE(stage.other, (gfParticleProperty)-1, points, 1, values, OUT_OF_RANGE, "property");
    BAD_SAMPLE(stage.other, GF_PROPERTY_SPEED, points, -1, values, OUT_OF_RANGE, "count");
    BAD_SAMPLE(stage.other, GF_PROPERTY_SPEED, NULL, 1, values, NULL_ARGUMENT, "points");
    BAD_SAMPLE(stage.other, GF_PROPERTY_SPEED, points, 1, NULL, NULL_ARGUMENT, "values");
    BAD_SAMPLE(NULL, GF_PROPERTY_SPEED, points, 1, values, NULL_ARGUMENT, "fluid");
    points[1] = (gfVec2){3e38f, -3e38f}; // finite, and nothing is there
    assert_true(gfFluid_SampleParticlesBlocking(stage.other, GF_PROPERTY_DENSITY, points, 2, values, NULL));
    assert_true(isfinite(values[0]) && values[1] == 0.0f);
}

// Lists of a query that has a ray, a shape and contacts. A solid that is gone answers as one that nothing touches.
TEST(testBadQuestions)
{
    gfQueryDef def = gfDefaultQueryDef();
    const float bad[] = {NAN, INFINITY, -INFINITY, 1.001e9f, -1.001e9f};
    gfQueryRay rays[3] = {{{0.5f, 0.9f}, {0.5f, 0.1f}}, {{0.5f, 0.9f}, {0.5f, 0.1f}}};
    gfShape shapes[3] = {gfMakeCircle((gfVec2){0.4f, 0.2f}, 0.2f), gfMakeCircle((gfVec2){0.4f, 0.2f}, 0.2f)};
    makeOther();
    gfSolidId id = Flow_AddDisc(stage.other, 0.45f, 0.25f, 0.1f);
    def.maxRays = def.maxShapes = 2;
    def.maxSolids = 1;
    def.contactReach = 0.75f;
    gfQuery *query = gfCreateQuery(stage.other, &def);
    assert_true(query != NULL && gfQuery_SetSolids(query, &id, 1));
    assert_true(gfQuery_SetRays(query, rays, 1) && gfQuery_SetShapes(query, shapes, 1));
    BadInput_Watch();
    for (size_t i = 0; i < 4 * ROWS(bad); i++) {
        gfQueryRay ray = rays[0];
        float *numbers[4] = {&ray.start.x, &ray.start.y, &ray.end.x, &ray.end.y};
        *numbers[i % 4] = bad[i / 4];
        rays[1] = ray;
        REFUSED(gfQuery_SetRays(query, rays, 2), OUT_OF_RANGE, i % 4 < 2 ? "start of ray 1" : "end of ray 1");
        shapes[1].a.x = i % 4 == 0 ? bad[i / 4] : 0.4f;
        shapes[1].a.y = i % 4 == 1 ? bad[i / 4] : 0.2f;
        shapes[1].radius = i % 4 > 1 ? bad[i / 4] : 0.2f;
        REFUSED(gfQuery_SetShapes(query, shapes, 2), OUT_OF_RANGE, "shape 1");
    }
    shapes[1] = gfMakePolygon(NULL, 0);
    REFUSED(gfQuery_SetShapes(query, shapes, 2), OUT_OF_RANGE, "shape 1");
    REFUSED(gfQuery_SetRays(query, rays, 3), TOO_MANY, "3 rays; the query was made for 2");
    REFUSED(gfQuery_SetRays(query, rays, -1), OUT_OF_RANGE, "count");
    REFUSED(gfQuery_SetRays(query, NULL, 1), NULL_ARGUMENT, "rays");
    REFUSED(gfQuery_SetRays(NULL, rays, 1), NULL_ARGUMENT, "query");
    REFUSED(gfQuery_SetShapes(query, shapes, 3), TOO_MANY, "3 shapes; the query was made for 2");
    REFUSED(gfQuery_SetShapes(query, shapes, INT_MIN), OUT_OF_RANGE, "count");
    REFUSED(gfQuery_SetShapes(query, NULL, 1), NULL_ARGUMENT, "shapes");
    REFUSED(gfQuery_SetShapes(NULL, shapes, 1), NULL_ARGUMENT, "query");
    gfQueryAnswer answer;
    for (int i = 0; i < 2; i++) { // the lists are still as they were
        answer = Flow_Ask(query);
        assert_true(answer.rayCount == 1 && answer.shapeCount == 1 && answer.solidCount == 1);
        assert_true(answer.rays[0].hit && answer.shapes[0].particles > 0);
        assert_true((answer.solids[0].contacts > 0) == (i == 0));
        assert_true(i > 0 || gfFluid_RemoveSolid(stage.other, id));
    }
    assert_true(gfQuery_SetRays(query, NULL, 0) && gfQuery_SetShapes(query, NULL, 0));
    assert_true(gfFluid_StepOnce(stage.other));
    answer = Flow_Ask(query);
    assert_true(answer.rayCount == 0 && answer.shapeCount == 0);
}

TEST(testBadSources)
{
    makeOther();
    Flow_AddDisc(stage.other, 0.7f, 0.7f, 0.2f);
    gfSourceDef source = Flow_DiscSource(0.2f, 0.7f, 0.1f);
    source.mass = 20.0f;
    gfEmitterId id = Flow_AddEmitter(stage.other, &source);
    BadInput_Watch();
    source.material = 1;
    REFUSED(gfFluid_Splat(stage.other, &source), OUT_OF_RANGE, "material");
    REFUSED(gfFluid_SetEmitter(stage.other, id, &source), OUT_OF_RANGE, "material");
    source.material = 0;
    source.attraction = NAN;
    REFUSED(gfFluid_Splat(stage.other, &source), OUT_OF_RANGE, "attraction");
    source.attraction = 0.0f;
    source.shape = gfMakeCircle((gfVec2){0.7f, 0.7f}, 0.1f);
    REFUSED(gfFluid_Splat(stage.other, &source), OUT_OF_RANGE, "solid");
    REFUSED_ID(gfFluid_AddEmitter(stage.other, &source), OUT_OF_RANGE, "solid");
    REFUSED(gfFluid_SetEmitter(stage.other, id, &source), OUT_OF_RANGE, "solid");
    int before = gfFluid_ReadParticlesBlocking(stage.other, NULL, 0);
    Flow_Steps(stage.other, 30); // the emitter is as it was; beyond capacity nothing comes, and nothing goes
    int after = gfFluid_ReadParticlesBlocking(stage.other, NULL, 0);
    assert_true(after > before && after <= FEW_PARTICLES);
}

static void expectKept(const gfParticle *before, int count, const gfFluid *fluid, const gfParticle *now, int left)
{
    const gfFluidDef def = gfFluid_GetDef(fluid);
    float right = def.origin.x + (float)def.gridWidth * def.cellSize;
    float top = def.origin.y + (float)def.gridHeight * def.cellSize;
    int k = 0;
    for (int i = 0; i < count; i++) {
        const gfParticle *p = &before[i];
        bool inside = p->position.x >= def.origin.x && p->position.x <= right && p->position.y >= def.origin.y &&
                      p->position.y <= top;
        if (inside) {
            assert_true(k < left);
            assert_int_equal(now[k].id, p->id);
            assert_int_equal(now[k].material, p->material);
            assert_true(now[k].velocity.x == p->velocity.x && now[k].velocity.y == p->velocity.y);
            assert_true(fabsf(now[k].position.x - p->position.x) < 1e-6f);
            assert_true(fabsf(now[k].position.y - p->position.y) < 1e-6f);
            k++;
        }
    }
    assert_int_equal(k, left);
}

static void tryResize(gfParticleSearch search)
{
    gfFluidDef def = FewParticles_Def(16, search);
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    stage.other = Flow_Make(stage.fixture, &def);
    int count, left;
    gfParticle some[FEW_PARTICLES];
    gfParticleStats stats, after;
    count = FewParticles_FillBox(some, (gfVec2){0.1f, 0.1f}, (gfVec2){0.9f, 0.5f});
    for (int i = 0; i < count; i++) {
        some[i].material = (uint32_t)i % 2;
        some[i].velocity = (gfVec2){0.01f * (float)i, -0.5f};
    }
    assert_true(gfFluid_AddParticles(stage.other, some, count));
    gfSourceDef source = Flow_DiscSource(0.3f, 0.8f, 0.1f);
    source.mass = 1.0f;
    assert_true(gfFluid_Splat(stage.other, &source) && gfFluid_StepOnce(stage.other));
    gfParticle *before = FewParticles_Read(stage.other, &count);
    assert_true(gfFluid_GetParticleStatsBlocking(stage.other, &stats) && stats.emitted > 0);
    const gfMemoryCounts memory = gfDevice_GetMemory(stage.fixture->device);
    assert_true(gfFluid_Resize(stage.other, 24, 20, 1.0f / 16.0f, (gfVec2){-0.25f, -0.125f})); // larger: all stay
    gfParticle *now = FewParticles_Read(stage.other, &left);
    assert_int_equal(left, count);
    expectKept(before, count, stage.other, now, left);
    free(now);
    assert_true(gfFluid_Resize(stage.other, 10, 8, 1.0f / 16.0f, (gfVec2){0.33f, -0.1f}));
    now = FewParticles_Read(stage.other, &left);
    expectKept(before, count, stage.other, now, left);
    assert_true(left > 0 && left < count);
    assert_true(gfFluid_GetParticleStatsBlocking(stage.other, &after));
    assert_true(after.initial == stats.initial && after.emitted == stats.emitted && after.dropped == stats.dropped);
    assert_true(after.live == after.initial + after.emitted - after.drained && after.live == (uint32_t)left);
    free(now);
    free(before);
    Flow_Steps(stage.other, 5); // the search fits the state
    assert_int_equal(gfFluid_ReadParticlesBlocking(stage.other, NULL, 0), left);
    assert_true(gfFluid_AddParticles(stage.other, &(gfParticle){.position = {0.5f, 0.1f}}, 1)); // ids go on
    now = FewParticles_Read(stage.other, &left);
    assert_true(now[left - 1].id == (uint32_t)(stats.initial + stats.emitted));
    free(now);
    assert_true(gfFluid_Resize(stage.other, 16, 16, 1.0f / 16.0f, (gfVec2){0.0f, 0.0f}));
    assert_int_equal(gfDevice_GetMemory(stage.fixture->device).textures, memory.textures);
    gfDestroyFluid(stage.other);
    Fixture_ExpectNoGlError(stage.fixture);
}

TEST(testResize)
{
    for (int search = GF_SEARCH_AUTO; search <= GF_SEARCH_HASHED; search++) {
        tryResize((gfParticleSearch)search);
    }
    makeOther();
    uint64_t before = FewParticles_Hash(stage.other);
    BadInput_Watch();
    const gfVec2 o = {0.0f, 0.0f};
    REFUSED(gfFluid_Resize(stage.other, 0, 16, 0.1f, o), OUT_OF_RANGE, "grid");
    REFUSED(gfFluid_Resize(stage.other, 16, 16, NAN, o), OUT_OF_RANGE, "cellSize");
    REFUSED(gfFluid_Resize(stage.other, 16, 16, 0.1f, (gfVec2){INFINITY, 0.0f}), OUT_OF_RANGE, "origin");
    REFUSED(gfFluid_Resize(stage.other, 16, 16, 1e5f, o), OUT_OF_RANGE, "cells"); // of the kernel's radius
    assert_true(FewParticles_Hash(stage.other) == before);
    assert_true(gfFluid_Resize(stage.other, 8, 8, 0.1f, (gfVec2){1e8f, 1e8f})); // far off: all are drained
    assert_int_equal(gfFluid_ReadParticlesBlocking(stage.other, NULL, 0), 0);
    assert_true(gfFluid_StepOnce(stage.other));
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, Fixture_TearDown)
