#include "embedded_calls.h"

void Embedded_CreateDevice(Embedded *s)
{
    gfDeviceDef def = Fixture_DeviceDef(s->fixture);
    s->device = gfCreateDevice(&def);
    assert_non_null(s->device);
}

void Embedded_CreateFluid(Embedded *s)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.dyeScale = 2.0f;
    s->fluid = gfCreateFluid(s->device, &def);
    assert_non_null(s->fluid);
}

static void addSources(Embedded *s)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.4f}, 0.2f);
    def.dye[0] = def.dye[3] = 1.0f;
    def.velocity = (gfVec2){2.0f, 1.0f};
    assert_true(gfFluid_Splat(s->fluid, &def));
    def.shape = gfMakeRectangle((gfVec2){1.0f, 0.6f}, (gfVec2){0.2f, 0.1f}, 0.5f);
    def.temperature = 20.0f;
    def.divergence = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &def)));
}

void Embedded_Step(Embedded *s)
{
    addSources(s);
    assert_true(gfFluid_Step(s->fluid, 0.034f));
    assert_int_equal(gfFluid_GetStepInfo(s->fluid).lastSubsteps, 2);
}

static void stepProfiled(Embedded *s)
{
    gfDevice_SetProfiling(s->device, true);
    assert_true(gfFluid_StepOnce(s->fluid));
}

// Down a level that is rebuilt, and on.
static void govern(Embedded *s)
{
    if (gfFluid_GetDef(s->fluid).solver != GF_SOLVER_GRID) {
        return;
    }
    gfGovernorDef def = gfDefaultGovernorDef();
    def.may = GF_GOVERNED_DYE;
    gfGovernor *governor = gfCreateGovernor(s->fluid, &def);
    assert_non_null(governor);
    for (int i = 0; i < 40; i++) {
        assert_true(gfGovernor_AddTime(governor, 100.0f));
    }
    for (int i = 0; i < 3; i++) {
        assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
    }
    gfGovernorStatus status = gfGovernor_GetStatus(governor);
    assert_true(status.level == 1 || status.levelCount == 1);
    gfDestroyGovernor(governor);
}

static void setGridParams(Embedded *s)
{
    gfGridParams params = gfFluid_GetDef(s->fluid).grid;
    params.advection = GF_ADVECTION_BILINEAR;
    assert_true(gfFluid_SetGridParams(s->fluid, &params));
}

void Embedded_AddSolidMask(Embedded *s)
{
    static const uint8_t pixels[6] = {255, 0, 0, 255, 255, 0};
    const gfMask mask = {pixels, 3, 2, 3};
    gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    s->solid = gfFluid_AddSolidMask(s->fluid, &mask, &place);
    assert_false(GF_IS_NULL(s->solid));
}

void Embedded_AddSolid(Embedded *s)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle((gfVec2){0.3f, 0.7f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(s->fluid, &def)));
    assert_true(gfFluid_StepOnce(s->fluid));
}

static void addRigidBody(Embedded *s)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.4f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddRigidBody(s->fluid, &def)));
    for (int i = 0; i < 6; i++) { // until answers are taken
        assert_true(gfFluid_StepOnce(s->fluid));
    }
}

static void addRigidBody3D(Embedded *s)
{
    gfFluid3DDef water = gfDefaultFluid3DDef();
    const gfParticle3D one = {.position = {0.1f, -0.2f, 0.1f}};
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = gfMakeSphere((gfVec3){0.0f, 0.0f, 0.0f}, 0.1f);
    water.particles.spacing = 0.1f;
    water.particles.capacity = 64;
    gfFluid3D *volume = gfCreateFluid3D(s->device, &water);
    assert_true(volume != NULL && gfFluid3D_AddParticles(volume, &one, 1));
    assert_false(GF_IS_NULL(gfFluid3D_AddRigidBody(volume, &def)));
    for (int i = 0; i < 6; i++) { // until answers are taken
        assert_true(gfFluid3D_StepOnce(volume));
    }
    gfHealth health;
    assert_true(gfFluid3D_RequestHealth(volume) && gfFluid3D_PollHealth(volume, &health) != GF_READ_FAILED);
    assert_true(gfFluid3D_GetHealthBlocking(volume, &health) && gfFluid3D_Repair(volume));
    gfDestroyFluid3D(volume);
}

static void removeSolid(Embedded *s)
{
    assert_true(gfFluid_RemoveSolid(s->fluid, s->solid));
}

static void resize(Embedded *s)
{
    assert_true(gfFluid_Resize(s->fluid, GRID_W - 3, GRID_H + 2, 1.0f / GRID_H, (gfVec2){0.1f, -0.1f}));
}

static void scrollDomain(Embedded *s)
{
    assert_true(gfFluid_Scroll(s->fluid, 3, -2) && gfFluid_Follow(s->fluid, (gfVec2){0.9f, 0.2f}, 0.1f, NULL));
}

static void useGroup(Embedded *s)
{
    gfFluidDef def = gfDefaultFluidDef();
    gfDrawDef draw = gfDefaultDrawDef();
    def.gridWidth = def.gridHeight = GRID_H;
    gfFluidGroup *group = gfCreateFluidGroup(s->device, &def, 2);
    assert_non_null(group);
    assert_true(gfFluidGroup_StepOnce(group) && gfFluidGroup_Step(group, 0.034f));
    assert_true(gfFluid_Draw(gfFluidGroup_GetMember(group, 1), &draw));
    assert_true(gfFluid_Reset(gfFluidGroup_GetMember(group, 0)) && gfFluidGroup_StepOnce(group));
    gfDestroyFluidGroup(group);
}

static void setFrame(Embedded *s)
{
    gfFrameDef def = gfDefaultFrameDef();
    def.velocity.x = 0.2f;
    def.angularVelocity = 0.5f;
    assert_true(gfFluid_SetFrame(s->fluid, &def) && gfFluid_StepOnce(s->fluid));
}

static void requestField(Embedded *s)
{
    s->read = gfFluid_RequestField(s->fluid, GF_FIELD_VORTICITY);
    assert_false(GF_IS_NULL(s->read));
}

static void pollRead(Embedded *s)
{
    gfReadStatus status = GF_READ_PENDING;
    while (status == GF_READ_PENDING) {
        status = gfFluid_PollRead(s->fluid, s->read, s->values, sizeof s->values / sizeof s->values[0]);
    }
    assert_int_equal(status, GF_READ_READY);
}

// What the grid solver has: all but those of other solvers, which come last.
enum { GRID_FIELDS = GF_FIELD_MASS, GRID_STYLES = GF_DRAW_MASS };

void Embedded_ReadFields(Embedded *s)
{
    for (int field = 0; field < GRID_FIELDS; field++) {
        assert_true(
            gfFluid_ReadFieldBlocking(s->fluid, (gfField)field, s->values, sizeof s->values / sizeof s->values[0]));
    }
}

static void writeFields(Embedded *s)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE};
    for (int i = 0; i < 3; i++) {
        gfFieldInfo info;
        assert_true(gfFluid_GetFieldInfo(s->fluid, fields[i], &info));
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        for (size_t v = 0; v < count; v++) {
            s->values[v] = (float)(v % 7) * 0.125f;
        }
        assert_true(gfFluid_WriteField(s->fluid, fields[i], s->values, count));
    }
}

static void projectVelocity(Embedded *s)
{
    assert_true(gfFluid_Project(s->fluid, 3));
}

void Embedded_Measure(Embedded *s)
{
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(s->fluid, &stats));
    assert_int_equal(stats.nonfinite, 0);
}

static void drawAll(Embedded *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    for (int style = 0; style < GRID_STYLES; style++) {
        for (int alpha = 0; alpha <= GF_ALPHA_PREMULTIPLIED; alpha++) {
            def.style = (gfDrawStyle)style;
            def.alpha = (gfAlphaMode)alpha;
            def.blend = style != GF_DRAW_PRESSURE;
            assert_true(gfFluid_Draw(s->fluid, &def));
        }
    }
}

static void createTracers(Embedded *s)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 100;
    s->tracers = gfCreateTracers(s->fluid, &def);
    assert_non_null(s->tracers);
}

static void stepTracers(Embedded *s)
{
    assert_true(gfTracers_Step(s->tracers, 0.01f));
}

static void readTracers(Embedded *s)
{
    assert_true(gfTracers_ReadBlocking(s->tracers, s->values, 200));
}

static void drawTracers(Embedded *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.tracers.set = s->tracers;
    def.tracers.trail = 0.1f;
    assert_true(gfFluid_Draw(s->fluid, &def));
    def.bloom.enabled = true;
    assert_true(gfFluid_Draw(s->fluid, &def));
}

static void destroyTracers(Embedded *s)
{
    gfDestroyTracers(s->tracers);
}

static void createOpticalFlow(Embedded *s)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = def.height = 24;
    s->flow = gfCreateOpticalFlow(s->device, &def);
    assert_non_null(s->flow);
}

static void addPictures(Embedded *s)
{
    gfFieldTexture texture;
    assert_true(gfFluid_GetTexture(s->fluid, GF_FIELD_DYE, &texture));
    assert_true(gfOpticalFlow_Add(s->flow, texture.texture));
    assert_true(gfOpticalFlow_Compare(s->flow, texture.texture, texture.texture));
}

static void stirByPictures(Embedded *s)
{
    gfStirDef def = gfDefaultStirDef();
    def.dye[3] = 1.0f;
    assert_true(gfOpticalFlow_Stir(s->flow, s->fluid, &def, 0.01f));
    assert_true(gfFluid_StepOnce(s->fluid));
}

static void readPictures(Embedded *s)
{
    assert_true(gfOpticalFlow_ReadBlocking(s->flow, s->values, 4 * 24 * 24));
    assert_true(gfOpticalFlow_Restart(s->flow));
}

static void destroyOpticalFlow(Embedded *s)
{
    gfDestroyOpticalFlow(s->flow);
}

static void coupleLiquid(Embedded *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    gfCouplingDef how = gfDefaultCouplingDef();
    how.dye[3] = how.heating = 1.0f;
    def.solver = GF_SOLVER_GAUSSIAN;
    def.dyeScale = 1.0f;
    gfFluid *liquid = gfCreateFluid(s->device, &def);
    assert_non_null(liquid);
    assert_true(gfFluid_Couple(s->fluid, liquid, &how, 0.01f) && gfFluid_StepOnce(s->fluid));
    gfDestroyFluid(liquid);
}

static void createQuery(Embedded *s)
{
    gfQueryDef def = gfDefaultQueryDef();
    gfSolidDef solid = gfDefaultSolidDef();
    gfQueryRegion region = gfDefaultQueryRegion();
    const gfVec2 point = {0.3f, 0.3f};
    def.quantities = GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE | GF_QUANTITY_PRESSURE;
    def.maxSolids = 1;
    gfSolverKind solver = gfFluid_GetDef(s->fluid).solver;
    def.sides = solver == GF_SOLVER_GRID;
    def.maxRays = solver != GF_SOLVER_GRID ? 1 : 0;
    def.maxShapes = solver == GF_SOLVER_PARTICLES ? 1 : 0;
    def.contactReach = solver == GF_SOLVER_PARTICLES ? 1.0f : 0.0f;
    const gfQueryRay ray = {{0.3f, 0.9f}, {0.4f, 0.0f}};
    s->query = gfCreateQuery(s->fluid, &def);
    solid.shape = region.shape = gfMakeCircle(point, 0.2f);
    gfSolidId id = gfFluid_AddSolid(s->fluid, &solid);
    assert_true(s->query != NULL && gfQuery_SetSolids(s->query, &id, 1) && gfQuery_SetPoints(s->query, &point, 1));
    assert_true(gfQuery_SetRegions(s->query, &region, 1));
    assert_true(gfQuery_SetRays(s->query, &ray, def.maxRays) &&
                gfQuery_SetShapes(s->query, &region.shape, def.maxShapes));
}

static void submitQuery(Embedded *s)
{
    assert_int_equal(gfQuery_Submit(s->query), GF_SUBMIT_DONE);
}

static void pollQuery(Embedded *s)
{
    gfQueryAnswer answer;
    gfReadStatus status = GF_READ_PENDING;
    while (status == GF_READ_PENDING) {
        status = gfQuery_Poll(s->query, &answer);
    }
    assert_int_equal(status, GF_READ_READY);
}

static void waitForQuery(Embedded *s)
{
    gfQueryAnswer answer;
    assert_int_equal(gfQuery_WaitBlocking(s->query, &answer), GF_READ_READY);
}

static void destroyQuery(Embedded *s)
{
    gfDestroyQuery(s->query);
}

static void getTextures(Embedded *s)
{
    gfFieldTexture texture;
    for (int field = 0; field < GRID_FIELDS; field++) {
        assert_true(gfFluid_GetTexture(s->fluid, (gfField)field, &texture));
    }
}

static void save(Embedded *s)
{
    s->savedSize = gfFluid_GetSnapshotSize(s->fluid);
    s->saved = malloc(s->savedSize);
    assert_true(s->saved != NULL && gfFluid_SaveBlocking(s->fluid, s->saved, s->savedSize));
}

static void beginSave(Embedded *s)
{
    gfReadStatus status = GF_READ_PENDING;
    gfSnapshot *snapshot = gfFluid_BeginSave(s->fluid);
    assert_true(gfFluid_BeginSaveInto(s->fluid, snapshot));
    while (status == GF_READ_PENDING) {
        status = gfSnapshot_Poll(snapshot, s->saved, s->savedSize);
    }
    assert_int_equal(status, GF_READ_READY);
    gfDestroySnapshot(snapshot);
}

static void load(Embedded *s)
{
    assert_true(gfFluid_Load(s->fluid, s->saved, s->savedSize, NULL));
}

static void createFromSnapshot(Embedded *s)
{
    gfFluid *fluid = gfCreateFluidFromSnapshot(s->device, s->saved, s->savedSize, NULL);
    assert_non_null(fluid);
    gfDestroyFluid(fluid);
    free(s->saved);
}

static void askForHealth(Embedded *s)
{
    gfHealth health;
    assert_true(gfFluid_RequestHealth(s->fluid));
    assert_true(gfFluid_PollHealth(s->fluid, &health) != GF_READ_FAILED);
    assert_true(gfFluid_GetHealthBlocking(s->fluid, &health));
    assert_true(gfFluid_Repair(s->fluid));
}

static void drawFlow(Embedded *s)
{
    static const gfDrawStyle flowStyles[] = {GF_DRAW_DIVERGENCE, GF_DRAW_LIC, GF_DRAW_ARROWS};
    gfDrawDef def = gfDefaultDrawDef();
    for (int i = 0; i < 3; i++) {
        def.style = flowStyles[i];
        assert_true(gfFluid_Draw(s->fluid, &def));
    }
}

// Everything on, in every ink.
static gfDrawDef everyEffect(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.solids.outlineWidth = 2.0f;
    def.tone.map = GF_TONE_FILMIC;
    def.tone.dither = true;
    def.refraction.enabled = def.bloom.enabled = def.shafts.enabled = def.shadow.enabled = true;
    return def;
}

static void drawEffects(Embedded *s)
{
    for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
        for (int effects = 0; effects < 4; effects++) {
            gfDrawDef def = everyEffect();
            def.ink = (gfInk)ink;
            def.depth = (gfDepthDef){(gfDepthTest)effects, 0.5f, false};
            def.refraction.enabled = effects & 1;
            def.bloom.enabled = def.shafts.enabled = effects & 2;
            assert_true(gfFluid_Draw(s->fluid, &def));
        }
    }
}

static void drawToTexture(Embedded *s)
{
    gfDrawDef def = everyEffect();
    def.refraction.enabled = false;
    assert_int_not_equal(gfFluid_DrawToTexture(s->fluid, &def, 40, 9), 0);
    assert_int_not_equal(gfFluid_DrawToTexture(s->fluid, &def, 8, 30), 0);
    def.bloom.enabled = def.shafts.enabled = false;
    assert_int_not_equal(gfFluid_DrawToTexture(s->fluid, &def, 8, 30), 0);
}

static void prepare(Embedded *s)
{
    gfFluidDef fluid = gfFluid_GetDef(s->fluid);
    gfPrepareDef def = gfDefaultPrepareDef();
    def.fluids = &fluid;
    def.fluidCount = 1;
    def.uses = GF_USE_SOURCES | GF_USE_DRAWING;
    assert_int_not_equal(gfDevice_Prepare(s->device, &def, 1e6f, NULL), GF_PREPARE_FAILED);
}

static void profile(Embedded *s)
{
    gfProfile result;
    assert_true(gfDevice_GetProfile(s->device, &result));
    gfDevice_ResetProfile(s->device);
}

static void reset(Embedded *s)
{
    assert_true(gfFluid_Reset(s->fluid));
}

void Embedded_DestroyFluid(Embedded *s)
{
    gfDestroyFluid(s->fluid);
}

// --- shallow water: fluid and ground are made anew -----------------------------------------------------------------

static void createWater(Embedded *s)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_SHALLOW;
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.shallow.ripples.enabled = true;
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.2f};
    s->fluid = gfCreateFluid(s->device, &def);
    assert_non_null(s->fluid);
}

static void shapeGround(Embedded *s)
{
    gfGroundDef def = gfDefaultGroundDef();
    def.shape = gfMakeCircle((gfVec2){0.9f, 0.5f}, 0.3f);
    def.softness = 0.2f;
    def.height = 0.4f;
    assert_true(gfFluid_ShapeGround(s->fluid, &def));
}

static void fillToLevel(Embedded *s)
{
    assert_true(gfFluid_FillToLevel(s->fluid, NULL, 0.3f));
}

static void stepWater(Embedded *s)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.4f}, 0.2f);
    def.dye[0] = def.mass = def.velocity.x = 0.1f;
    assert_true(gfFluid_Splat(s->fluid, &def) && gfFluid_StepOnce(s->fluid));
}

static void setShallowParams(Embedded *s)
{
    gfShallowParams params = gfFluid_GetDef(s->fluid).shallow;
    params.foam = true;
    assert_true(gfFluid_SetShallowParams(s->fluid, &params));
}

// All fields, one after the other.
static size_t readWater(Embedded *s, float *values, size_t room)
{
    size_t used = 0;
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (gfFluid_GetFieldInfo(s->fluid, (gfField)field, &info)) {
            size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
            assert_true(used + count <= room);
            assert_true(gfFluid_ReadFieldBlocking(s->fluid, (gfField)field, values + used, count));
            used += count;
        }
    }
    Fixture_ClearLog(s->fixture); // of the fields that it has not
    return used;
}

static void lookAtWater(Embedded *s)
{
    readWater(s, s->values, sizeof s->values / sizeof s->values[0]);
}

void Embedded_DestroyDevice(Embedded *s)
{
    gfDestroyDevice(s->device);
}

static void failToCreate(Embedded *s)
{
    gfDeviceDef def = Fixture_DeviceDef(s->fixture);
    def.shaderDir = "/nowhere";
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(s->fixture, GF_ERROR_SHADER_FILE, "/nowhere");
}

// A scene with all that a step can hold; `values` receives every field, one after the other.
size_t Embedded_RunScene(Embedded *s, float *values, size_t room)
{
    Embedded_CreateDevice(s);
    Embedded_CreateFluid(s);
    writeFields(s);
    Embedded_Step(s);
    Embedded_AddSolidMask(s);
    Embedded_AddSolid(s);
    setGridParams(s);
    assert_true(gfFluid_StepOnce(s->fluid));
    resize(s);
    assert_true(gfFluid_StepOnce(s->fluid));
    size_t used = 0;
    for (int field = 0; field < GRID_FIELDS; field++) {
        gfFieldInfo info;
        assert_true(gfFluid_GetFieldInfo(s->fluid, (gfField)field, &info));
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        assert_true(gfFluid_ReadFieldBlocking(s->fluid, (gfField)field, values + used, count));
        used += count;
    }
    gfDestroyFluid(s->fluid);
    createWater(s);
    fillToLevel(s);
    shapeGround(s);
    for (int i = 0; i < 5; i++) {
        stepWater(s);
    }
    Embedded_AddSolid(s);
    used += readWater(s, values + used, room - used);
    gfDestroyFluid(s->fluid);
    gfDestroyDevice(s->device);
    return used;
}

#define CALL(function)      \
    {                       \
#function, function \
    }

const EmbeddedCall embeddedCalls[] = {CALL(failToCreate),
                                      {"createDevice", Embedded_CreateDevice},
                                      {"createFluid", Embedded_CreateFluid},
                                      {"step", Embedded_Step},
                                      CALL(stepProfiled),
                                      CALL(govern),
                                      CALL(setGridParams),
                                      {"addSolidMask", Embedded_AddSolidMask},
                                      {"addSolid", Embedded_AddSolid},
                                      CALL(removeSolid),
                                      CALL(resize),
                                      CALL(scrollDomain),
                                      CALL(setFrame),
                                      CALL(useGroup),
                                      CALL(requestField),
                                      CALL(pollRead),
                                      {"readFields", Embedded_ReadFields},
                                      CALL(writeFields),
                                      CALL(createTracers),
                                      CALL(stepTracers),
                                      CALL(readTracers),
                                      CALL(projectVelocity),
                                      {"measure", Embedded_Measure},
                                      CALL(drawToTexture),
                                      CALL(prepare),
                                      CALL(drawAll),
                                      CALL(drawEffects),
                                      CALL(drawFlow),
                                      CALL(drawTracers),
                                      CALL(destroyTracers),
                                      CALL(createOpticalFlow),
                                      CALL(addPictures),
                                      CALL(stirByPictures),
                                      CALL(readPictures),
                                      CALL(destroyOpticalFlow),
                                      CALL(coupleLiquid),
                                      CALL(createQuery),
                                      {"step", Embedded_Step},
                                      CALL(submitQuery),
                                      CALL(pollQuery),
                                      CALL(submitQuery),
                                      CALL(waitForQuery),
                                      CALL(destroyQuery),
                                      CALL(getTextures),
                                      CALL(save),
                                      CALL(beginSave),
                                      CALL(load),
                                      CALL(createFromSnapshot),
                                      CALL(askForHealth),
                                      CALL(addRigidBody),
                                      CALL(profile),
                                      CALL(reset),
                                      CALL(stepProfiled),
                                      {"destroyFluid", Embedded_DestroyFluid},
                                      CALL(createWater),
                                      CALL(fillToLevel),
                                      CALL(stepWater),
                                      CALL(shapeGround),
                                      CALL(setShallowParams),
                                      CALL(stepWater),
                                      CALL(lookAtWater),
                                      {"measure", Embedded_Measure},
                                      {"addSolid", Embedded_AddSolid},
                                      CALL(addRigidBody),
                                      CALL(reset),
                                      {"destroyFluid", Embedded_DestroyFluid},
                                      CALL(addRigidBody3D),
                                      {"destroyDevice", Embedded_DestroyDevice}};
const int embeddedCallCount = (int)(sizeof embeddedCalls / sizeof embeddedCalls[0]);
