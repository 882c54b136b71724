#include "support/every_call.h"

#include "support/few_particles.h"
#include "support/fluid3d.h"

#define CELLS 16
#define VALUES_MAX ((CELLS + 1) * (CELLS + 1) * 4)

static float values[VALUES_MAX];
// Snapshots of the last stages, a slot a kind, and what is saved anew.
static uint8_t savedFluids[GF_SOLVER_SHALLOW + 1][CALL_STAGE_BYTES], savedVolume[CALL_STAGE_BYTES];
static uint8_t scratch[CALL_STAGE_BYTES];

static gfSolidId addMask(gfFluid *fluid)
{
    static const uint8_t pixels[4] = {255, 0, 0, 255};
    const gfMask mask = {pixels, 2, 2, 2};
    gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    return gfFluid_AddSolidMask(fluid, &mask, &place);
}

static gfCollisionMeshId addMesh(gfFluid3D *volume)
{
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    return gfFluid3D_AddCollisionMesh(volume, &(gfCollisionMeshData){positions, 3, indices, 3}, still);
}

// Particles in three dimensions over a mesh, in motion and drawn.
static void addVolume(CallStage *s)
{
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 100);
    gfDraw3DDef draw = gfDefaultDraw3DDef();
    s->volume = gfCreateFluid3D(s->device, &def);
    assert_non_null(s->volume);
    assert_true(gfFluid3D_AddParticles(s->volume, &one, 1));
    s->mesh = addMesh(s->volume);
    assert_false(GF_IS_NULL(s->mesh));
    assert_true(gfFluid3D_StepOnce(s->volume));
    assert_true(gfFluid3D_Draw(s->volume, &draw));
}

// Two fluids, stepped once.
static void addGroup(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    s->group = gfCreateFluidGroup(s->device, &def, 2);
    assert_non_null(s->group);
    assert_true(gfFluidGroup_StepOnce(s->group));
}

// Two pictures, which have stirred.
static void addFlow(CallStage *s)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    gfStirDef stir = gfDefaultStirDef();
    stir.dye[3] = 1.0f;
    def.width = def.height = CELLS;
    s->flow = gfCreateOpticalFlow(s->device, &def);
    assert_non_null(s->flow);
    uint32_t picture = gfOpticalFlow_GetTexture(s->flow); // as good as any
    assert_true(gfOpticalFlow_Compare(s->flow, picture, picture) &&
                gfOpticalFlow_Stir(s->flow, s->fluid, &stir, 0.1f) && gfFluid_StepOnce(s->fluid));
}

// A liquid in the fluid.
static void addLiquid(CallStage *s)
{
    gfFluidDef def = gfDefaultFluidDef();
    const gfCouplingDef how = gfDefaultCouplingDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    s->liquid = gfCreateFluid(s->device, &def);
    assert_true(s->liquid != NULL && gfFluid_StepOnce(s->liquid) && gfFluid_Couple(s->fluid, s->liquid, &how, 0.01f) &&
                gfFluid_StepOnce(s->fluid));
}

CallStage CallStage_Make(gfDevice *device, gfSolverKind solver)
{
    CallStage s = {.device = device, .shallow = solver == GF_SOLVER_SHALLOW, .gaussian = solver == GF_SOLVER_GAUSSIAN};
    gfFluidDef def = solver == GF_SOLVER_PARTICLES ? FewParticles_Def(CELLS, GF_SEARCH_AUTO) : gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    s.fluid = gfCreateFluid(device, &def);
    assert_non_null(s.fluid);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.4f, 0.4f}, 0.2f);
    source.velocity.x = source.mass = source.dye[0] = source.dye[3] = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(s.fluid, &source)));
    source.shape = gfMakeRectangle((gfVec2){0.5f, 0.6f}, (gfVec2){0.2f, 0.1f}, 0.3f);
    source.zone.drag = source.zone.turbulence.strength = 1.0f;
    s.zone = gfFluid_AddEmitter(s.fluid, &source);
    assert_false(GF_IS_NULL(s.zone));
    s.mask = addMask(s.fluid);
    assert_false(GF_IS_NULL(s.mask));
    s.tracers = Fixture_MakeTracers(s.fluid, 50, 1.0f);
    gfDrawDef draw = gfDefaultDrawDef();
    draw.bloom.enabled = draw.shafts.enabled = true;
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_StepOnce(s.fluid));
        assert_true(gfFluid_Draw(s.fluid, &draw));
    }
    gfQueryDef asked = gfDefaultQueryDef();
    s.query = gfCreateQuery(s.fluid, &asked);
    assert_true(s.query != NULL && gfQuery_Submit(s.query) == GF_SUBMIT_DONE);
    s.read = gfFluid_RequestField(s.fluid, GF_FIELD_DYE);
    assert_false(GF_IS_NULL(s.read));
    s.saved = savedFluids[solver];
    s.savedSize = gfFluid_GetSnapshotSize(s.fluid);
    assert_true(s.savedSize <= CALL_STAGE_BYTES && gfFluid_SaveBlocking(s.fluid, s.saved, s.savedSize));
    if (solver == GF_SOLVER_GRID) {
        addGroup(&s);
        addFlow(&s);
        addLiquid(&s);
    }
    if (solver == GF_SOLVER_PARTICLES) {
        addVolume(&s);
        s.savedVolume = savedVolume;
        s.savedVolumeSize = gfFluid3D_GetSnapshotSize(s.volume);
        assert_true(s.savedVolumeSize <= CALL_STAGE_BYTES &&
                    gfFluid3D_SaveBlocking(s.volume, s.savedVolume, s.savedVolumeSize));
    }
    return s;
}

static bool createFluid(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    return gfCreateFluid(s->device, &def) != NULL;
}

static bool prepare(CallStage *s)
{
    gfFluidDef fluid = gfFluid_GetDef(s->fluid);
    gfPrepareDef def = gfDefaultPrepareDef();
    def.fluids = &fluid;
    def.fluidCount = 1;
    def.uses = GF_USE_SOURCES | GF_USE_SOLIDS;
    return gfDevice_Prepare(s->device, &def, 0.0f, NULL) != GF_PREPARE_FAILED;
}

static bool step(CallStage *s)
{
    return gfFluid_Step(s->fluid, 0.05f);
}

// Of the grid alone; others only step.
static bool govern(CallStage *s)
{
    gfGovernorDef def = gfDefaultGovernorDef();
    if (gfFluid_GetDef(s->fluid).solver != GF_SOLVER_GRID) {
        return gfFluid_StepOnce(s->fluid);
    }
    gfGovernor *governor = gfCreateGovernor(s->fluid, &def);
    bool ok = governor != NULL && gfGovernor_Step(governor, 0.05f);
    gfDestroyGovernor(governor);
    return ok;
}

static bool stepOnce(CallStage *s)
{
    return gfFluid_StepOnce(s->fluid);
}

static bool setParams(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    return def.solver == GF_SOLVER_GRID       ? gfFluid_SetGridParams(s->fluid, &def.grid)
           : def.solver == GF_SOLVER_GAUSSIAN ? gfFluid_SetGaussianParams(s->fluid, &def.gaussian)
           : def.solver == GF_SOLVER_SHALLOW  ? gfFluid_SetShallowParams(s->fluid, &def.shallow)
                                              : gfFluid_SetParticleParams(s->fluid, &def.particles);
}

static bool setFixedStep(CallStage *s)
{
    float step = gfFluid_GetDef(s->fluid).fixedStep;
    return gfFluid_SetFixedStep(s->fluid, 0.5f * step) && gfFluid_SetFixedStep(s->fluid, step);
}

static bool setBoundaries(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    return gfFluid_SetBoundaries(s->fluid, &def.boundaries);
}

static bool resize(CallStage *s)
{
    return gfFluid_Resize(s->fluid, CELLS - 2, CELLS, 1.0f / CELLS, (gfVec2){0.0f, 0.0f});
}

static bool scrollDomain(CallStage *s)
{
    return gfFluid_Scroll(s->fluid, 1, -1) && gfFluid_Scroll(s->fluid, -1, 1);
}

static bool follow(CallStage *s)
{
    return gfFluid_Follow(s->fluid, (gfVec2){0.6f, 0.4f}, 0.01f, NULL) &&
           gfFluid_Follow(s->fluid, (gfVec2){0.4f, 0.6f}, 0.01f, NULL);
}

static bool setFrame(CallStage *s)
{
    gfFrameDef def = gfDefaultFrameDef();
    def.velocity.x = 0.1f;
    def.angularVelocity = 0.1f;
    return gfFluid_SetFrame(s->fluid, &def);
}

static bool reset(CallStage *s)
{
    return gfFluid_Reset(s->fluid);
}

static bool draw(CallStage *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    return gfFluid_Draw(s->fluid, &def);
}

static bool drawToTexture(CallStage *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    return gfFluid_DrawToTexture(s->fluid, &def, 8, 8) != 0;
}

// Every other solver has a pressure.
static gfSurfaceOf surfaceOf(const CallStage *s)
{
    return gfFluid_GetDef(s->fluid).solver == GF_SOLVER_SHALLOW ? GF_SURFACE_WATER : GF_SURFACE_PRESSURE;
}

static bool drawSurface(CallStage *s)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    def.source.of = surfaceOf(s);
    return gfFluid_DrawSurface(s->fluid, &def);
}

static bool getSurfaceTextures(CallStage *s)
{
    gfSurfaceTextures textures;
    const gfSurfaceSource source = {.of = surfaceOf(s), .scale = 1.0f};
    return gfFluid_GetSurfaceTextures(s->fluid, &source, &textures);
}

static bool requestField(CallStage *s)
{
    return !GF_IS_NULL(gfFluid_RequestField(s->fluid, GF_FIELD_VELOCITY));
}

static bool pollRead(CallStage *s)
{
    return gfFluid_PollRead(s->fluid, s->read, values, VALUES_MAX) != GF_READ_FAILED;
}

static bool readField(CallStage *s)
{
    return gfFluid_ReadFieldBlocking(s->fluid, GF_FIELD_VELOCITY, values, VALUES_MAX);
}

static bool writeField(CallStage *s)
{
    gfFieldInfo info;
    bool particles = gfFluid_GetDef(s->fluid).solver == GF_SOLVER_PARTICLES;
    gfField field = particles ? GF_FIELD_VELOCITY : GF_FIELD_DYE;
    assert_true(gfFluid_GetFieldInfo(s->fluid, field, &info));
    memset(values, 0, sizeof values);
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    return gfFluid_WriteField(s->fluid, field, values, count);
}

// Of the solver that has a projection; others take a step.
static bool project(CallStage *s)
{
    return gfFluid_GetDef(s->fluid).solver == GF_SOLVER_GRID ? gfFluid_Project(s->fluid, 0)
                                                             : gfFluid_StepOnce(s->fluid);
}

static bool measure(CallStage *s)
{
    gfFluidStats stats;
    return gfFluid_MeasureBlocking(s->fluid, &stats);
}

static bool addSolidMask(CallStage *s)
{
    return !GF_IS_NULL(addMask(s->fluid));
}

static bool setEmitterMask(CallStage *s)
{
    static const uint8_t pixels[4] = {255, 0, 0, 255};
    return gfFluid_SetEmitterMask(s->fluid, s->zone, &(gfMask){pixels, 2, 2, 2});
}

static bool createTracers(CallStage *s)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 10;
    return gfCreateTracers(s->fluid, &def) != NULL;
}

static bool stepTracers(CallStage *s)
{
    return gfTracers_Step(s->tracers, 0.01f);
}

static bool readTracers(CallStage *s)
{
    return gfTracers_ReadBlocking(s->tracers, values, 100);
}

static bool createQuery(CallStage *s)
{
    gfQueryDef def = gfDefaultQueryDef();
    return gfCreateQuery(s->fluid, &def) != NULL;
}

static bool submitQuery(CallStage *s)
{
    return gfQuery_Submit(s->query) != GF_SUBMIT_FAILED;
}

static bool pollQuery(CallStage *s)
{
    gfQueryAnswer answer;
    return gfQuery_Poll(s->query, &answer) != GF_READ_FAILED;
}

static bool waitForQuery(CallStage *s)
{
    gfQueryAnswer answer;
    return gfQuery_WaitBlocking(s->query, &answer) != GF_READ_FAILED;
}

static bool getTexture(CallStage *s)
{
    gfFieldTexture texture;
    return gfFluid_GetTexture(s->fluid, GF_FIELD_VELOCITY, &texture);
}

static bool addRigidBody(CallStage *s)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle((gfVec2){0.6f, 0.6f}, 0.1f);
    return !GF_IS_NULL(gfFluid_AddRigidBody(s->fluid, &def));
}

static bool save(CallStage *s)
{
    return gfFluid_SaveBlocking(s->fluid, scratch, sizeof scratch);
}

static bool beginSave(CallStage *s)
{
    gfSnapshot *snapshot = gfFluid_BeginSave(s->fluid);
    bool ok = snapshot != NULL && gfFluid_BeginSaveInto(s->fluid, snapshot) &&
              gfSnapshot_Poll(snapshot, scratch, sizeof scratch) != GF_READ_FAILED;
    gfDestroySnapshot(snapshot);
    return ok;
}

static bool load(CallStage *s)
{
    return gfFluid_Load(s->fluid, s->saved, s->savedSize, NULL);
}

static bool createFromSnapshot(CallStage *s)
{
    return gfCreateFluidFromSnapshot(s->device, s->saved, s->savedSize, NULL) != NULL;
}

static bool requestHealth(CallStage *s)
{
    return gfFluid_RequestHealth(s->fluid);
}

static bool pollHealth(CallStage *s)
{
    gfHealth health;
    return gfFluid_PollHealth(s->fluid, &health) != GF_READ_FAILED;
}

static bool getHealth(CallStage *s)
{
    gfHealth health;
    return gfFluid_GetHealthBlocking(s->fluid, &health);
}

static bool repair(CallStage *s)
{
    return gfFluid_Repair(s->fluid);
}

// --- of shallow water; GF_SOLVER_GAUSSIAN is filled, too -------------------------------------------------------------

static bool shapeGround(CallStage *s)
{
    gfGroundDef def = gfDefaultGroundDef();
    def.shape = gfMakeCircle((gfVec2){0.4f, 0.4f}, 0.2f);
    def.height = 0.1f;
    return gfFluid_ShapeGround(s->fluid, &def);
}

static bool fillToLevel(CallStage *s)
{
    return gfFluid_FillToLevel(s->fluid, NULL, 0.2f);
}

// --- of particles ----------------------------------------------------------------------------------------------------

static bool addParticles(CallStage *s)
{
    const gfParticle one = {.position = {0.1f, 0.9f}};
    return gfFluid_AddParticles(s->fluid, &one, 1);
}

static bool readParticles(CallStage *s)
{
    gfParticle some[3];
    return gfFluid_ReadParticlesBlocking(s->fluid, some, 3) >= 0;
}

static bool countParticles(CallStage *s)
{
    gfParticleStats stats;
    return gfFluid_GetParticleStatsBlocking(s->fluid, &stats);
}

static bool sampleParticles(CallStage *s)
{
    const gfVec2 point = {0.4f, 0.4f};
    return gfFluid_SampleParticlesBlocking(s->fluid, GF_PROPERTY_DENSITY, &point, 1, values, NULL);
}

static bool createFluid3D(CallStage *s)
{
    gfFluid3DDef def = gfFluid3D_GetDef(s->volume);
    return gfCreateFluid3D(s->device, &def) != NULL;
}

static bool step3D(CallStage *s)
{
    return gfFluid3D_Step(s->volume, 0.05f);
}

static bool stepOnce3D(CallStage *s)
{
    return gfFluid3D_StepOnce(s->volume);
}

static bool reset3D(CallStage *s)
{
    return gfFluid3D_Reset(s->volume);
}

static bool setParams3D(CallStage *s)
{
    gfFluid3DDef def = gfFluid3D_GetDef(s->volume);
    return gfFluid3D_SetParams(s->volume, &def.particles);
}

static bool addParticles3D(CallStage *s)
{
    const gfParticle3D one = {.position = {0.3f, 0.7f, 0.3f}};
    return gfFluid3D_AddParticles(s->volume, &one, 1);
}

static bool readParticles3D(CallStage *s)
{
    gfParticle3D some[3];
    return gfFluid3D_ReadParticlesBlocking(s->volume, some, 3) >= 0;
}

static bool countParticles3D(CallStage *s)
{
    gfParticleStats stats;
    return gfFluid3D_GetParticleStatsBlocking(s->volume, &stats);
}

static bool measure3D(CallStage *s)
{
    gfFluid3DStats stats;
    return gfFluid3D_MeasureBlocking(s->volume, &stats);
}

static bool addMesh3D(CallStage *s)
{
    return !GF_IS_NULL(addMesh(s->volume));
}

static bool setTextures3D(CallStage *s)
{
    return gfFluid3D_SetCollisionTextures(s->volume, NULL);
}

static bool addRigidBody3D(CallStage *s)
{
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = gfMakeSphere((gfVec3){0.6f, 0.6f, 0.6f}, 0.1f);
    gfRigidBody3DId body = gfFluid3D_AddRigidBody(s->volume, &def);
    return !GF_IS_NULL(body) && gfFluid3D_RemoveRigidBody(s->volume, body); // or it could not be saved
}

static bool requestHealth3D(CallStage *s)
{
    return gfFluid3D_RequestHealth(s->volume);
}

static bool pollHealth3D(CallStage *s)
{
    gfHealth health;
    return gfFluid3D_PollHealth(s->volume, &health) != GF_READ_FAILED;
}

static bool getHealth3D(CallStage *s)
{
    gfHealth health;
    return gfFluid3D_GetHealthBlocking(s->volume, &health);
}

static bool repair3D(CallStage *s)
{
    return gfFluid3D_Repair(s->volume);
}

static bool draw3D(CallStage *s)
{
    gfDraw3DDef def = gfDefaultDraw3DDef();
    return gfFluid3D_Draw(s->volume, &def);
}

static bool save3D(CallStage *s)
{
    return gfFluid3D_SaveBlocking(s->volume, scratch, sizeof scratch);
}

static bool beginSave3D(CallStage *s)
{
    gfSnapshot *snapshot = gfFluid3D_BeginSave(s->volume);
    bool ok = snapshot != NULL && gfFluid3D_BeginSaveInto(s->volume, snapshot);
    gfDestroySnapshot(snapshot);
    return ok;
}

static bool load3D(CallStage *s)
{
    return gfFluid3D_Load(s->volume, s->savedVolume, s->savedVolumeSize, NULL);
}

static bool createFromSnapshot3D(CallStage *s)
{
    return gfCreateFluid3DFromSnapshot(s->device, s->savedVolume, s->savedVolumeSize, NULL) != NULL;
}

#define CALL(function)      \
    {                       \
#function, function \
    }

static bool createGroup(CallStage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    gfFluidGroup *group = gfCreateFluidGroup(s->device, &def, 2);
    gfDestroyFluidGroup(group);
    return group != NULL;
}

static bool stepGroup(CallStage *s)
{
    return gfFluidGroup_Step(s->group, 0.05f);
}

static bool stepGroupOnce(CallStage *s)
{
    return gfFluidGroup_StepOnce(s->group);
}

static bool resetMember(CallStage *s)
{
    return gfFluid_Reset(gfFluidGroup_GetMember(s->group, 0));
}

static bool createOpticalFlow(CallStage *s)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = def.height = CELLS;
    gfOpticalFlow *flow = gfCreateOpticalFlow(s->device, &def);
    gfDestroyOpticalFlow(flow);
    return flow != NULL;
}

static bool addPicture(CallStage *s)
{
    return gfOpticalFlow_Add(s->flow, gfOpticalFlow_GetTexture(s->flow));
}

static bool comparePictures(CallStage *s)
{
    return gfOpticalFlow_Compare(s->flow, gfOpticalFlow_GetTexture(s->flow), gfOpticalFlow_GetTexture(s->flow));
}

static bool stir(CallStage *s)
{
    gfStirDef def = gfDefaultStirDef();
    def.dye[3] = 1.0f;
    return gfOpticalFlow_Stir(s->flow, s->fluid, &def, 0.01f);
}

static bool readFlow(CallStage *s)
{
    return gfOpticalFlow_ReadBlocking(s->flow, values, 4 * CELLS * CELLS);
}

static bool restartFlow(CallStage *s)
{
    return gfOpticalFlow_Restart(s->flow);
}

static bool couple(CallStage *s)
{
    gfCouplingDef def = gfDefaultCouplingDef();
    def.dye[3] = def.heating = 1.0f;
    return gfFluid_Couple(s->fluid, s->liquid, &def, 0.01f);
}

#define COMMON_COUNT 42
#define GROUP_COUNT 11   // what is of groups, of optical flow and of two fluids: the last
#define SHALLOW_COUNT 2  // what shallow water has, too
#define GAUSSIAN_COUNT 1 // of those, what GF_SOLVER_GAUSSIAN has

// What all have, then what is of shallow water and the first of it of GF_SOLVER_GAUSSIAN, then what is of particles,
// and of groups. Removing a mask is left to tests: it can be done once.
static const EveryCall everyCall[] = {
    CALL(createFluid),
    CALL(prepare),
    CALL(step),
    CALL(stepOnce),
    CALL(govern),
    CALL(setParams),
    CALL(setBoundaries),
    CALL(setFixedStep),
    CALL(resize),
    CALL(scrollDomain),
    CALL(follow),
    CALL(setFrame),
    CALL(reset),
    CALL(draw),
    CALL(drawToTexture),
    CALL(drawSurface),
    CALL(getSurfaceTextures),
    CALL(readField),
    CALL(requestField),
    CALL(pollRead),
    CALL(writeField),
    CALL(project),
    CALL(measure),
    CALL(addSolidMask),
    CALL(setEmitterMask),
    CALL(createTracers),
    CALL(stepTracers),
    CALL(readTracers),
    CALL(createQuery),
    CALL(submitQuery),
    CALL(pollQuery),
    CALL(waitForQuery),
    CALL(getTexture),
    CALL(addRigidBody),
    CALL(save),
    CALL(beginSave),
    CALL(load),
    CALL(createFromSnapshot),
    CALL(requestHealth),
    CALL(pollHealth),
    CALL(getHealth),
    CALL(repair),
    CALL(fillToLevel),
    CALL(shapeGround),
    CALL(addParticles),
    CALL(readParticles),
    CALL(countParticles),
    CALL(sampleParticles),
    CALL(createFluid3D),
    CALL(step3D),
    CALL(stepOnce3D),
    CALL(setParams3D),
    CALL(addParticles3D),
    CALL(readParticles3D),
    CALL(countParticles3D),
    CALL(measure3D),
    CALL(addMesh3D),
    CALL(setTextures3D),
    CALL(addRigidBody3D),
    CALL(requestHealth3D),
    CALL(pollHealth3D),
    CALL(getHealth3D),
    CALL(repair3D),
    CALL(draw3D),
    CALL(save3D),
    CALL(beginSave3D),
    CALL(load3D),
    CALL(createFromSnapshot3D),
    CALL(reset3D),
    CALL(createGroup),
    CALL(stepGroup),
    CALL(stepGroupOnce),
    CALL(resetMember),
    CALL(createOpticalFlow),
    CALL(addPicture),
    CALL(comparePictures),
    CALL(stir),
    CALL(readFlow),
    CALL(restartFlow),
    CALL(couple),
};

int CallStage_CountCalls(const CallStage *s)
{
    int count = (int)(sizeof everyCall / sizeof everyCall[0]);
    return s->volume != NULL ? count - SHALLOW_COUNT - GROUP_COUNT
                             : COMMON_COUNT + (s->shallow         ? SHALLOW_COUNT
                                               : s->gaussian      ? GAUSSIAN_COUNT
                                               : s->group != NULL ? GROUP_COUNT
                                                                  : 0);
}

const EveryCall *CallStage_GetCall(const CallStage *s, int number)
{
    int count = (int)(sizeof everyCall / sizeof everyCall[0]);
    int further = s->volume != NULL ? SHALLOW_COUNT : s->group != NULL ? count - GROUP_COUNT - COMMON_COUNT : 0;
    return &everyCall[number < COMMON_COUNT ? number : number + further];
}
