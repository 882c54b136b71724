// Arguments that no call on a fluid of particles may accept, and what a new size does to it.
#include "support/bad_input.h"
#include "support/few_particles.h"

#include <limits.h>
#include <math.h>

static bool callSetParams(Stage *s, const void *def)
{
    gfParticleParams copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_SetParticleParams(s->other, &copy);
}

static bool callCreate(Stage *s, const void *params)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    memcpy(&def.particles, params, sizeof def.particles);
    return gfCreateFluid(s->fixture->device, &def) != NULL;
}

static void makeOther(Stage *s)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(s->other);
    FewParticles_AddBox(s->other, (gfVec2){0.3f, 0.1f}, (gfVec2){0.6f, 0.4f});
    assert_true(gfFluid_StepOnce(s->other));
    s->witness = BadInput_Witness(s);
    Fixture_ClearLog(s->fixture);
}

TEST(testBadCombinations)
{
    Stage *s = *state;
    makeOther(s);
    gfParticleParams good = gfFluid_GetDef(s->other).particles, bad = good;
    bad.radius = 1.4f * bad.spacing;
    REFUSED(callCreate(s, &bad), OUT_OF_RANGE, "particles.radius");
    bad.radius = 4.1f * bad.spacing;
    REFUSED(callCreate(s, &bad), OUT_OF_RANGE, "particles.radius");
    bad.radius = 3.0f * bad.spacing;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "particles.radius");
    bad = good;
    bad.spacing *= 2.0f; // the radius stays
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "particles.spacing");
    bad.spacing = 1.1f * good.spacing;
    assert_true(callSetParams(s, &bad) && gfFluid_StepOnce(s->other));
    int count = gfFluid_ReadParticlesBlocking(s->other, NULL, 0);
    assert_true(gfFluid_Resize(s->other, 17, 17, 1.0f / 16.0f, (gfVec2){0.0f, 0.0f}) && gfFluid_StepOnce(s->other));
    assert_int_equal(gfFluid_ReadParticlesBlocking(s->other, NULL, 0), count);
    s->witness = BadInput_Witness(s);
    bad = good;
    bad.slotBlock = 8;
    bad.slotPages = 4; // 256 slots
    REFUSED(callCreate(s, &bad), OUT_OF_RANGE, "slotBlock");
    bad = good;
    bad.unbounded = true;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "unbounded");
    bad.search = GF_SEARCH_SORTED;
    REFUSED(callCreate(s, &bad), OUT_OF_RANGE, "unbounded");
    bad = good;
    bad.spacing = 1e-5f;
    REFUSED(callCreate(s, &bad), OUT_OF_RANGE, "cells");
    bad = good;
    bad.materialCount = 2;
    bad.materials[1] = bad.materials[0];
    bad.materials[1].density = 20.1f * bad.materials[0].density;
    REFUSED(callCreate(s, &bad), OUT_OF_RANGE, "densities");
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "densities");
    bad.materials[1].density = NAN;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "materials[1]: density");
    REFUSED(gfFluid_SetParticleParams(NULL, &good), NULL_ARGUMENT, "fluid");
    gfDestroyFluid(s->other);
}

// A material that is taken away: its particles go on as the first one's, whatever its row says.
TEST(testMaterialTakenAway)
{
    Stage *s = *state;
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    const gfParticle two[] = {{.position = {0.3f, 0.3f}}, {.position = {0.6f, 0.3f}, .material = 1}};
    gfFluidStats stats;
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_true(gfFluid_AddParticles(s->other, two, 2));
    def.particles.materialCount = 1;
    def.particles.materials[1].density = NAN;
    assert_true(gfFluid_SetParticleParams(s->other, &def.particles) && gfFluid_StepOnce(s->other));
    assert_true(gfFluid_MeasureBlocking(s->other, &stats));
    assert_true(fabs(stats.mass - 2.0 * 0.0025) < 1e-7 && isfinite(stats.kineticEnergy));
    gfParticle read[2];
    const gfVec2 place = {0.6f, 0.3f};
    float share = 0.0f;
    assert_true(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_MATERIAL, &place, 1, &share, NULL));
    assert_true(share == 1.0f);
    assert_true(gfFluid_ReadParticlesBlocking(s->other, read, 2));
    assert_true(read[0].material == 0 && read[1].material == 0);
    assert_true(gfFluid_AddParticles(s->other, read, 2)); // what was read can be given back
    gfDestroyFluid(s->other);
}

// Too few substeps are warned of once, until they do again.
TEST(testWarnsOnce)
{
    Stage *s = *state;
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    def.particles.maxSubsteps = 32;
    s->other = gfCreateFluid(s->fixture->device, &def);
    Fixture_ClearLog(s->fixture);
    for (int i = 0; i < 8; i++) {
        def.particles.materials[0].viscosity = i == 5 ? 1e-4f : 100.0f;
        def.particles.gravity.x = (float)i;
        assert_true(gfFluid_SetParticleParams(s->other, &def.particles));
        assert_int_equal(s->fixture->warnings, i < 6 ? 1 : 2);
    }
    gfDestroyFluid(s->other);
}

// --- particles -----------------------------------------------------------------------------------------------------

static bool addOne(Stage *s, gfParticle p)
{
    const gfParticle both[2] = {{.position = {0.5f, 0.5f}}, p};
    return gfFluid_AddParticles(s->other, both, 2);
}

TEST(testBadParticles)
{
    Stage *s = *state;
    static gfParticle many[FEW_PARTICLES];
    makeOther(s);
    uint64_t before = FewParticles_Hash(s->other);
    int live = gfFluid_ReadParticlesBlocking(s->other, NULL, 0);
    s->witness = BadInput_Witness(s);
    const float bad[] = {NAN, INFINITY, -INFINITY, -0.01f, 1.01f, 1e30f};
    for (size_t i = 0; i < ROWS(bad); i++) {
        REFUSED(addOne(s, (gfParticle){.position = {bad[i], 0.5f}}), OUT_OF_RANGE, "particles[1]");
        REFUSED(addOne(s, (gfParticle){.position = {0.5f, bad[i]}}), OUT_OF_RANGE, "particles[1]");
    }
    REFUSED(addOne(s, (gfParticle){.position = {0.5f, 0.5f}, .velocity = {NAN, 0.0f}, .material = 0}), OUT_OF_RANGE,
            "particles[1] moves");
    REFUSED(addOne(s, (gfParticle){.position = {0.5f, 0.5f}, .velocity = {0.0f, -60001.0f}, .material = 0}),
            OUT_OF_RANGE, "particles[1] moves");
    REFUSED(addOne(s, (gfParticle){.position = {0.5f, 0.5f}, .velocity = {0.0f, 0.0f}, .material = 1}), OUT_OF_RANGE,
            "material");
    REFUSED(addOne(s, (gfParticle){.position = {0.5f, 0.5f}, .velocity = {0.0f, 0.0f}, .material = UINT32_MAX}),
            OUT_OF_RANGE, "material");
    REFUSED(gfFluid_AddParticles(s->other, many, FEW_PARTICLES - live + 1), TOO_MANY, "capacity");
    REFUSED(gfFluid_AddParticles(s->other, many, -1), OUT_OF_RANGE, "count");
    REFUSED(gfFluid_AddParticles(s->other, many, INT_MAX), OUT_OF_RANGE, "count");
    REFUSED(gfFluid_AddParticles(s->other, NULL, 1), NULL_ARGUMENT, "particles");
    REFUSED(gfFluid_AddParticles(NULL, many, 1), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_ReadParticlesBlocking(s->other, many, -1) >= 0, OUT_OF_RANGE, "count");
    REFUSED(gfFluid_ReadParticlesBlocking(s->other, NULL, 1) >= 0, NULL_ARGUMENT, "particles");
    REFUSED(gfFluid_GetParticleStatsBlocking(s->other, NULL), NULL_ARGUMENT, "stats");
    assert_true(gfFluid_AddParticles(s->other, NULL, 0));
    assert_true(FewParticles_Hash(s->other) == before);
    assert_true(gfFluid_AddParticles(s->other, many, FEW_PARTICLES - live)); // all in one corner
    for (int i = 0; i < 5; i++) {
        assert_true(gfFluid_StepOnce(s->other));
    }
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(s->other, &stats) && stats.nonfinite == 0);
    assert_int_equal(gfFluid_ReadParticlesBlocking(s->other, NULL, 0), FEW_PARTICLES);
    gfDestroyFluid(s->other);
}

TEST(testBadSamples)
{
    Stage *s = *state;
    gfVec2 points[2] = {{0.4f, 0.2f}, {NAN, 0.2f}};
    float values[2];
    makeOther(s);
    REFUSED(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_SPEED, points, 2, values, NULL), OUT_OF_RANGE,
            "points[1]");
    REFUSED(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_MATERIAL + 1, points, 1, values, NULL), OUT_OF_RANGE,
            "property");
    REFUSED(gfFluid_SampleParticlesBlocking(s->other, (gfParticleProperty)-1, points, 1, values, NULL), OUT_OF_RANGE,
            "property");
    REFUSED(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_SPEED, points, -1, values, NULL), OUT_OF_RANGE,
            "count");
    REFUSED(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_SPEED, NULL, 1, values, NULL), NULL_ARGUMENT,
            "points");
    REFUSED(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_SPEED, points, 1, NULL, NULL), NULL_ARGUMENT,
            "values");
    REFUSED(gfFluid_SampleParticlesBlocking(NULL, GF_PROPERTY_SPEED, points, 1, values, NULL), NULL_ARGUMENT, "fluid");
    points[1] = (gfVec2){3e38f, -3e38f}; // finite, and nothing is there
    assert_true(gfFluid_SampleParticlesBlocking(s->other, GF_PROPERTY_DENSITY, points, 2, values, NULL));
    assert_true(isfinite(values[0]) && values[1] == 0.0f);
    gfDestroyFluid(s->other);
}

// Lists of a query that has a ray, a shape and contacts. A solid that is gone answers as one that nothing touches.
TEST(testBadQuestions)
{
    Stage *s = *state;
    gfQueryDef def = gfDefaultQueryDef();
    const float bad[] = {NAN, INFINITY, -INFINITY, 1.001e9f, -1.001e9f};
    gfQueryRay rays[3] = {{{0.5f, 0.9f}, {0.5f, 0.1f}}, {{0.5f, 0.9f}, {0.5f, 0.1f}}};
    gfShape shapes[3] = {gfMakeCircle((gfVec2){0.4f, 0.2f}, 0.2f), gfMakeCircle((gfVec2){0.4f, 0.2f}, 0.2f)};
    makeOther(s);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.45f, 0.25f}, 0.1f);
    gfSolidId id = gfFluid_AddSolid(s->other, &solid);
    def.maxRays = def.maxShapes = 2;
    def.maxSolids = 1;
    def.contactReach = 0.75f;
    gfQuery *query = gfCreateQuery(s->other, &def);
    assert_true(query != NULL && gfQuery_SetSolids(query, &id, 1));
    assert_true(gfQuery_SetRays(query, rays, 1) && gfQuery_SetShapes(query, shapes, 1));
    s->witness = BadInput_Witness(s);
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
        assert_int_equal(gfQuery_Submit(query), GF_SUBMIT_DONE);
        assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_READ_READY);
        assert_true(answer.rayCount == 1 && answer.shapeCount == 1 && answer.solidCount == 1);
        assert_true(answer.rays[0].hit && answer.shapes[0].particles > 0);
        assert_true((answer.solids[0].contacts > 0) == (i == 0));
        assert_true(i > 0 || gfFluid_RemoveSolid(s->other, id));
    }
    assert_true(gfQuery_SetRays(query, NULL, 0) && gfQuery_SetShapes(query, NULL, 0));
    assert_true(gfFluid_StepOnce(s->other));
    assert_int_equal(gfQuery_Submit(query), GF_SUBMIT_DONE);
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_READ_READY);
    assert_true(answer.rayCount == 0 && answer.shapeCount == 0);
    gfDestroyFluid(s->other);
}

// --- sources -------------------------------------------------------------------------------------------------------

TEST(testBadSources)
{
    Stage *s = *state;
    makeOther(s);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.7f, 0.7f}, 0.2f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(s->other, &solid)));
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.2f, 0.7f}, 0.1f);
    source.mass = 20.0f;
    gfEmitterId id = gfFluid_AddEmitter(s->other, &source);
    assert_false(GF_IS_NULL(id));
    s->witness = BadInput_Witness(s);
    source.material = 1;
    REFUSED(gfFluid_Splat(s->other, &source), OUT_OF_RANGE, "material");
    REFUSED(gfFluid_SetEmitter(s->other, id, &source), OUT_OF_RANGE, "material");
    source.material = 0;
    source.attraction = NAN;
    REFUSED(gfFluid_Splat(s->other, &source), OUT_OF_RANGE, "attraction");
    source.attraction = 0.0f;
    source.shape = gfMakeCircle((gfVec2){0.7f, 0.7f}, 0.1f);
    REFUSED(gfFluid_Splat(s->other, &source), OUT_OF_RANGE, "solid");
    REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(s->other, &source)), OUT_OF_RANGE, "solid");
    REFUSED(gfFluid_SetEmitter(s->other, id, &source), OUT_OF_RANGE, "solid");
    int before = gfFluid_ReadParticlesBlocking(s->other, NULL, 0);
    for (int i = 0; i < 30; i++) { // the emitter is as it was; beyond capacity nothing comes, and nothing goes
        assert_true(gfFluid_StepOnce(s->other));
    }
    int after = gfFluid_ReadParticlesBlocking(s->other, NULL, 0);
    assert_true(after > before && after <= FEW_PARTICLES);
    gfDestroyFluid(s->other);
}

// --- another size --------------------------------------------------------------------------------------------------

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

static void tryResize(Stage *s, gfParticleSearch search)
{
    gfFluidDef def = FewParticles_Def(16, search);
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(s->other);
    int count, left;
    gfParticle some[FEW_PARTICLES];
    gfParticleStats stats, after;
    count = FewParticles_FillBox(some, (gfVec2){0.1f, 0.1f}, (gfVec2){0.9f, 0.5f});
    for (int i = 0; i < count; i++) {
        some[i].material = (uint32_t)i % 2;
        some[i].velocity = (gfVec2){0.01f * (float)i, -0.5f};
    }
    assert_true(gfFluid_AddParticles(s->other, some, count));
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.3f, 0.8f}, 0.1f);
    source.mass = 1.0f;
    assert_true(gfFluid_Splat(s->other, &source) && gfFluid_StepOnce(s->other));
    gfParticle *before = FewParticles_Read(s->other, &count);
    assert_true(gfFluid_GetParticleStatsBlocking(s->other, &stats) && stats.emitted > 0);
    const gfMemoryCounts memory = gfDevice_GetMemory(s->fixture->device);
    assert_true(gfFluid_Resize(s->other, 24, 20, 1.0f / 16.0f, (gfVec2){-0.25f, -0.125f})); // larger: all stay
    gfParticle *now = FewParticles_Read(s->other, &left);
    assert_int_equal(left, count);
    expectKept(before, count, s->other, now, left);
    free(now);
    assert_true(gfFluid_Resize(s->other, 10, 8, 1.0f / 16.0f, (gfVec2){0.33f, -0.1f}));
    now = FewParticles_Read(s->other, &left);
    expectKept(before, count, s->other, now, left);
    assert_true(left > 0 && left < count);
    assert_true(gfFluid_GetParticleStatsBlocking(s->other, &after));
    assert_true(after.initial == stats.initial && after.emitted == stats.emitted && after.dropped == stats.dropped);
    assert_true(after.live == after.initial + after.emitted - after.drained && after.live == (uint32_t)left);
    free(now);
    free(before);
    for (int i = 0; i < 5; i++) { // the search fits the state
        assert_true(gfFluid_StepOnce(s->other));
    }
    assert_int_equal(gfFluid_ReadParticlesBlocking(s->other, NULL, 0), left);
    const gfParticle one = {.position = {0.5f, 0.1f}};
    assert_true(gfFluid_AddParticles(s->other, &one, 1)); // ids go on
    now = FewParticles_Read(s->other, &left);
    assert_true(now[left - 1].id == (uint32_t)(stats.initial + stats.emitted));
    free(now);
    assert_true(gfFluid_Resize(s->other, 16, 16, 1.0f / 16.0f, (gfVec2){0.0f, 0.0f}));
    assert_int_equal(gfDevice_GetMemory(s->fixture->device).textures, memory.textures);
    gfDestroyFluid(s->other);
    s->other = NULL;
    Fixture_ExpectNoGlError(s->fixture);
}

TEST(testResize)
{
    Stage *s = *state;
    for (int search = GF_SEARCH_AUTO; search <= GF_SEARCH_HASHED; search++) {
        tryResize(s, (gfParticleSearch)search);
    }
    makeOther(s);
    uint64_t before = FewParticles_Hash(s->other);
    s->witness = BadInput_Witness(s);
    const gfVec2 o = {0.0f, 0.0f};
    REFUSED(gfFluid_Resize(s->other, 0, 16, 0.1f, o), OUT_OF_RANGE, "grid");
    REFUSED(gfFluid_Resize(s->other, 16, 16, NAN, o), OUT_OF_RANGE, "cellSize");
    REFUSED(gfFluid_Resize(s->other, 16, 16, 0.1f, (gfVec2){INFINITY, 0.0f}), OUT_OF_RANGE, "origin");
    REFUSED(gfFluid_Resize(s->other, 16, 16, 1e5f, o), OUT_OF_RANGE, "cells"); // of the kernel's radius
    assert_true(FewParticles_Hash(s->other) == before);
    assert_true(gfFluid_Resize(s->other, 8, 8, 0.1f, (gfVec2){1e8f, 1e8f})); // far off: all are drained
    assert_int_equal(gfFluid_ReadParticlesBlocking(s->other, NULL, 0), 0);
    assert_true(gfFluid_StepOnce(s->other));
    gfDestroyFluid(s->other);
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, BadInput_TearDown)
