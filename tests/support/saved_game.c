#include "support/saved_game.h"

#include "support/few_particles.h"
#include "support/flow.h"

#include "gl/archive.h"

static gfFluidDef gridDef(SavedScene scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    gfGridParams *p = &def.grid;
    if (scene == SAVED_GRID_REFLECT) {
        def.fieldPrecision = GF_PRECISION_16F;
        def.dyeScale = 2.0f;
        p->scheme = GF_SCHEME_REFLECT;
        p->keepTotals = true;
        p->cflLimit = 0.5f;
        p->viscosity = 1e-3f;
        p->dyeDiffusivity = p->temperatureDiffusivity = 1e-3f;
        p->vorticityConfinement = 3.0f;
        p->pressureCycles = 2;
        p->pressureTolerance = 0.01f;
    } else if (scene == SAVED_GRID_JACOBI) {
        p->pressureMethod = GF_PRESSURE_JACOBI;
        p->pressureIterations = 7;
        p->advection = GF_ADVECTION_BILINEAR;
        def.boundaries.top.kind = GF_BOUNDARY_OPEN;
        def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
        def.boundaries.left.inflowSpeed = 0.2f;
    } else if (scene == SAVED_GRID_PERIODIC) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
        p->viscosity = 1e-3f;
    } else if (scene == SAVED_GRID_MOVING_LEDGER) {
        p->advection = GF_ADVECTION_QUINTIC;
    }
    return def;
}

static gfFluidDef gaussianDef(SavedScene scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gaussian.gravity.y = -2.0f;
    def.gaussian.massCorrection = scene != SAVED_GAUSSIAN_UNCORRECTED;
    def.gaussian.plain = scene == SAVED_GAUSSIAN_PLAIN;
    def.gaussian.mode = scene == SAVED_GAUSSIAN_SIMPLE    ? GF_GAUSSIAN_SIMPLE
                        : scene == SAVED_GAUSSIAN_CLASSIC ? GF_GAUSSIAN_CLASSIC
                                                          : GF_GAUSSIAN_CONSERVING;
    def.gaussian.splashPeriod = 25;
    return def;
}

static gfFluidDef shallowDef(SavedScene scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    gfShallowParams *p = &def.shallow;
    def.solver = GF_SOLVER_SHALLOW;
    p->ripples.enabled = p->foam = true;
    p->ripples.drops = 5.0f;
    p->rain = 1e-4f;
    p->manning = 0.02f;
    if (scene == SAVED_SHALLOW_OPEN) {
        p->viscosity = 1e-3f;
        def.boundaries.right = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.1f};
        def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.3f, .inflowDepth = 0.2f};
    }
    return def;
}

static bool hasParticles(SavedScene scene)
{
    return scene >= SAVED_PARTICLES_SORTED && scene <= SAVED_PARTICLES_MOVING;
}

static bool isMoving(SavedScene scene)
{
    return scene == SAVED_GRID_MOVING || scene == SAVED_GRID_MOVING_LEDGER || scene == SAVED_GAUSSIAN_MOVING ||
           scene == SAVED_PARTICLES_MOVING || scene == SAVED_SHALLOW_MOVING;
}

static gfFluidDef sceneDef(SavedScene scene)
{
    gfFluidDef def;
    if (hasParticles(scene)) {
        def = FewParticles_Def(SAVED_CELLS_X, scene == SAVED_PARTICLES_SORTED  ? GF_SEARCH_SORTED
                                              : scene == SAVED_PARTICLES_SLOTS ? GF_SEARCH_SLOTS
                                                                               : GF_SEARCH_HASHED);
        def.particles.substeps = 2;
        def.particles.unbounded = scene == SAVED_PARTICLES_HASHED;
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        return def;
    }
    def = scene <= SAVED_GRID_MOVING_LEDGER ? gridDef(scene)
          : scene <= SAVED_GAUSSIAN_MOVING  ? gaussianDef(scene)
                                            : shallowDef(scene);
    def.gridWidth = SAVED_CELLS_X;
    def.gridHeight = SAVED_CELLS_Y;
    def.cellSize = 1.0f / SAVED_CELLS_Y;
    return def;
}

static gfSourceDef emitterAt(float x)
{
    gfSourceDef def = Flow_DiscSource(x, 0.3f, 0.1f);
    def.acceleration = (gfVec2){0.5f, 1.0f};
    def.dye[0] = def.dye[3] = 1.0f;
    def.temperature = 5.0f;
    def.divergence = 0.5f;
    def.mass = 2.0f;
    return def;
}

static gfSolidId addMask(gfFluid *fluid)
{
    static const uint8_t pixels[16] = {255, 0, 0, 255, 0, 255, 255, 0};
    const gfMask mask = {pixels, 4, 4, 4};
    gfShape place = gfMakeRectangle((gfVec2){0.8f, 0.75f}, (gfVec2){0.12f, 0.1f}, 0.2f);
    return gfFluid_AddSolidMask(fluid, &mask, &place);
}

static gfSourceDef sweeperAt(int step)
{
    float at = 0.1f * (float)step;
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeRectangle((gfVec2){0.4f + 0.2f * sinf(at), 0.6f}, (gfVec2){0.12f, 0.1f}, at);
    def.fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    def.angularAcceleration = 3.0f;
    def.dye[1] = def.dye[3] = 1.0f;
    def.zone.drag = 2.0f;
    def.zone.velocity.x = 0.3f;
    def.zone.turbulence = (gfTurbulence){.strength = 2.0f, .scale = 0.2f, .rate = 2.0f, .seed = 7};
    def.sweeps = true;
    return def;
}

static void addMoving(SavedGame *g)
{
    static const uint8_t pixels[4] = {255, 0, 60, 255};
    const gfMask mask = {pixels, 2, 2, 2};
    const gfSourceDef def = sweeperAt(0);
    g->moves = true;
    g->sweeper = gfFluid_AddEmitter(g->fluid, &def);
    assert_true(gfFluid_SetEmitterMask(g->fluid, g->sweeper, &mask));
    if (gfFluid_GetDef(g->fluid).solver == GF_SOLVER_GAUSSIAN) {
        return; // which has neither one-way sources nor rigid bodies
    }
    gfSourceDef valve = Flow_SourceDef(gfMakeRectangle((gfVec2){1.2f, 0.5f}, (gfVec2){0.05f, 0.2f}, 0.0f));
    valve.zone.oneWay.x = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(g->fluid, &valve)));
    for (int i = 0; i < 3; i++) { // the first rests on the ground with the second beside it, and the third falls
        gfRigidBodyDef body = gfDefaultRigidBodyDef();
        const gfVec2 place = {0.9f + 0.17f * (float)i, i == 2 ? 0.4f : 0.08f};
        body.shape = i == 1 ? gfMakeCircle(place, 0.08f) : gfMakeRectangle(place, (gfVec2){0.08f, 0.08f}, 0.0f);
        body.density = 900.0f + 200.0f * (float)i;
        body.velocity.x = -0.1f * (float)i;
        g->bodies[i] = GIVEN(gfFluid_AddRigidBody(g->fluid, &body));
    }
}

static void feedMoving(const SavedGame *g, int step)
{
    const gfSourceDef def = sweeperAt(step);
    gfFrameDef frame = gfDefaultFrameDef();
    frame.velocity.x = 0.2f * sinf(0.3f * (float)step);
    frame.angle = 0.1f * sinf(0.1f * (float)step);
    frame.angularVelocity = 0.6f * cosf(0.1f * (float)step);
    assert_true(gfFluid_SetEmitter(g->fluid, g->sweeper, &def));
    assert_true(gfFluid_SetFrame(g->fluid, &frame));
    if (step % 8 == 5) {
        assert_true(gfFluid_Scroll(g->fluid, step % 16 == 5 ? 2 : -2, step % 16 == 13 ? 1 : 0));
    }
    if (step % 11 == 6 && !GF_IS_NULL(g->bodies[2])) {
        assert_true(gfFluid_PushRigidBody(g->fluid, g->bodies[2], (gfVec2){4.0f, 10.0f}, (gfVec2){1.2f, 0.4f}));
    }
}

SavedGame SavedGame_Make(gfDevice *device, SavedScene scene)
{
    gfFluidDef def = sceneDef(scene);
    SavedGame g = {.fluid = gfCreateFluid(device, &def)};
    assert_non_null(g.fluid);
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.08f));
    gfSolidId gone = gfFluid_AddSolid(g.fluid, &solid); // so that handles are not all of the first generation
    assert_true(gfFluid_RemoveSolid(g.fluid, gone));
    g.mover = gfFluid_AddSolid(g.fluid, &solid);
    g.mask = addMask(g.fluid);
    const gfSourceDef source = emitterAt(0.3f);
    g.emitter = gfFluid_AddEmitter(g.fluid, &source);
    assert_false(GF_IS_NULL(g.mover) || GF_IS_NULL(g.mask) || GF_IS_NULL(g.emitter));
    if (hasParticles(scene)) {
        assert_true(FewParticles_AddBox(g.fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.6f, 0.4f}) > 0);
    } else if (scene == SAVED_GAUSSIAN || scene == SAVED_GAUSSIAN_MOVING || scene >= SAVED_SHALLOW) {
        assert_true(gfFluid_FillToLevel(g.fluid, NULL, 0.3f));
    }
    g.tracers = Fixture_MakeTracers(g.fluid, 40, 0.7f);
    if (isMoving(scene)) {
        addMoving(&g);
    }
    return g;
}

void SavedGame_Feed(SavedGame *g, int step)
{
    static const uint8_t tile[4] = {255, 255, 0, 255};
    float at = 0.02f * (float)step;
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f + 0.2f * sinf(at), 0.5f}, 0.08f));
    solid.velocity.x = 0.2f * cosf(at);
    assert_true(gfFluid_SetSolid(g->fluid, g->mover, &solid));
    if (step % 7 == 3) {
        gfSourceDef splat = emitterAt(0.6f);
        splat.velocity = splat.acceleration;
        splat.acceleration = (gfVec2){0.0f, 0.0f};
        splat.mass = 0.2f;
        splat.divergence = 0.1f;
        assert_true(gfFluid_Splat(g->fluid, &splat));
        assert_true(gfFluid_SetMaskPart(g->fluid, g->mask, step % 3, 1, &(gfMask){tile, 2, 2, 2}));
    }
    if (g->moves) {
        feedMoving(g, step);
    }
    if (step == 40) {
        const gfSourceDef source = emitterAt(0.4f);
        assert_true(gfFluid_SetEmitter(g->fluid, g->emitter, &source));
    }
}

void SavedGame_Run(SavedGame *g, int from, int to)
{
    for (int step = from; step < to; step++) {
        SavedGame_Feed(g, step);
        assert_true(gfFluid_Step(g->fluid, 0.9f / 60.0f + (step % 5 == 0 ? 0.01f : 0.0f)));
        assert_true(gfTracers_Step(g->tracers, 1.0f / 60.0f));
        bool waits = gfFluid_GetStepInfo(g->fluid).lastSteps == 0; // what was splatted still does
        if (g->moves && !waits) {
            size_t size = gfFluid_GetSnapshotSize(g->fluid);
            assert_true(g->size == 0 || size == g->size);
            g->size = size;
        }
    }
}

SavedBytes SavedGame_Save(gfFluid *fluid, SavedScene scene)
{
    SavedBytes b;
    b.data = Fixture_Save(fluid, &b.size);
    b.particles = hasParticles(scene) ? FewParticles_Hash(fluid) : 0;
    return b;
}

void SavedGame_ExpectSame(const char *what, SavedScene scene, const SavedBytes *a, const SavedBytes *b)
{
    assert_int_equal(a->size, b->size);
    for (size_t at = sizeof(gfSnapshotHeader); at < a->size;) {
        uint64_t size;
        memcpy(&size, a->data + at + 8, sizeof size);
        size += 16;
        bool state = memcmp(a->data + at, "STAT", 4) == 0;
        fail_if((!state || !hasParticles(scene)) && memcmp(a->data + at, b->data + at, size) != 0,
                "scene %d, %s: %.4s differs", (int)scene, what, (const char *)a->data + at);
        at += size;
    }
    fail_if(a->particles != b->particles, "scene %d, %s: particles differ", (int)scene, what);
}

SavedGame SavedGame_Adopt(gfFluid *fluid, const SavedGame *saved)
{
    SavedGame g = *saved;
    g.fluid = fluid;
    g.mover.fluid = g.mask.fluid = g.emitter.fluid = g.sweeper.fluid = gfFluid_GetNumber(fluid);
    for (int i = 0; i < 3; i++) {
        g.bodies[i].fluid = gfFluid_GetNumber(fluid);
    }
    g.tracers = MADE(gfFluid_GetTracers(fluid, 0));
    assert_null(gfFluid_GetTracers(fluid, 1));
    return g;
}
