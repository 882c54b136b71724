// The host's GL state: all of it poisoned, each public call made, all of it compared; and what the poison must not
// change. One context a test: a poisoned one is not worth cleaning.
#include "support/fixture.h"
#include "support/gl_poison.h"

#define GRID_W 24
#define GRID_H 16

// What a sequence of calls works on.
typedef struct Stage {
    Fixture *fixture;
    gfDevice *device;
    gfFluid *fluid;
    gfTracers *tracers;
    gfOpticalFlow *flow;
    gfQuery *query;
    gfSolidId solid;
    gfReadId read;
    uint8_t *saved;
    size_t savedSize;
    float values[4 * (4 * GRID_W + 1) * (4 * GRID_H + 1)];
} Stage;

static void createDevice(Stage *s)
{
    gfDeviceDef def = Fixture_DeviceDef(s->fixture);
    s->device = gfCreateDevice(&def);
    assert_non_null(s->device);
}

static void createFluid(Stage *s)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.dyeScale = 2.0f;
    s->fluid = gfCreateFluid(s->device, &def);
    assert_non_null(s->fluid);
}

static void addSources(Stage *s)
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

static void step(Stage *s)
{
    addSources(s);
    assert_true(gfFluid_Step(s->fluid, 0.034f));
    assert_int_equal(gfFluid_GetStepInfo(s->fluid).lastSubsteps, 2);
}

static void stepProfiled(Stage *s)
{
    gfDevice_SetProfiling(s->device, true);
    assert_true(gfFluid_StepOnce(s->fluid));
}

// Down a level that is rebuilt, and on.
static void govern(Stage *s)
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

static void setGridParams(Stage *s)
{
    gfGridParams params = gfFluid_GetDef(s->fluid).grid;
    params.advection = GF_ADVECTION_BILINEAR;
    assert_true(gfFluid_SetGridParams(s->fluid, &params));
}

static void addSolidMask(Stage *s)
{
    static const uint8_t pixels[6] = {255, 0, 0, 255, 255, 0};
    const gfMask mask = {pixels, 3, 2, 3};
    gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    s->solid = gfFluid_AddSolidMask(s->fluid, &mask, &place);
    assert_false(GF_IS_NULL(s->solid));
}

static void addSolid(Stage *s)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle((gfVec2){0.3f, 0.7f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(s->fluid, &def)));
    assert_true(gfFluid_StepOnce(s->fluid));
}

static void addRigidBody(Stage *s)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.4f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddRigidBody(s->fluid, &def)));
    for (int i = 0; i < 6; i++) { // until answers are taken
        assert_true(gfFluid_StepOnce(s->fluid));
    }
}

static void addRigidBody3D(Stage *s)
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

static void removeSolid(Stage *s)
{
    assert_true(gfFluid_RemoveSolid(s->fluid, s->solid));
}

static void resize(Stage *s)
{
    assert_true(gfFluid_Resize(s->fluid, GRID_W - 3, GRID_H + 2, 1.0f / GRID_H, (gfVec2){0.1f, -0.1f}));
}

static void scrollDomain(Stage *s)
{
    assert_true(gfFluid_Scroll(s->fluid, 3, -2) && gfFluid_Follow(s->fluid, (gfVec2){0.9f, 0.2f}, 0.1f, NULL));
}

static void useGroup(Stage *s)
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

static void setFrame(Stage *s)
{
    gfFrameDef def = gfDefaultFrameDef();
    def.velocity.x = 0.2f;
    def.angularVelocity = 0.5f;
    assert_true(gfFluid_SetFrame(s->fluid, &def) && gfFluid_StepOnce(s->fluid));
}

static void requestField(Stage *s)
{
    s->read = gfFluid_RequestField(s->fluid, GF_FIELD_VORTICITY);
    assert_false(GF_IS_NULL(s->read));
}

static void pollRead(Stage *s)
{
    gfReadStatus status = GF_READ_PENDING;
    while (status == GF_READ_PENDING) {
        status = gfFluid_PollRead(s->fluid, s->read, s->values, sizeof s->values / sizeof s->values[0]);
    }
    assert_int_equal(status, GF_READ_READY);
}

// What the grid solver has: all but those of other solvers, which come last.
enum { GRID_FIELDS = GF_FIELD_MASS, GRID_STYLES = GF_DRAW_MASS };

static void readFields(Stage *s)
{
    for (int field = 0; field < GRID_FIELDS; field++) {
        assert_true(
            gfFluid_ReadFieldBlocking(s->fluid, (gfField)field, s->values, sizeof s->values / sizeof s->values[0]));
    }
}

static void writeFields(Stage *s)
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

static void projectVelocity(Stage *s)
{
    assert_true(gfFluid_Project(s->fluid, 3));
}

static void measure(Stage *s)
{
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(s->fluid, &stats));
    assert_int_equal(stats.nonfinite, 0);
}

static void drawAll(Stage *s)
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

static void createTracers(Stage *s)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 100;
    s->tracers = gfCreateTracers(s->fluid, &def);
    assert_non_null(s->tracers);
}

static void stepTracers(Stage *s)
{
    assert_true(gfTracers_Step(s->tracers, 0.01f));
}

static void readTracers(Stage *s)
{
    assert_true(gfTracers_ReadBlocking(s->tracers, s->values, 200));
}

static void drawTracers(Stage *s)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.tracers.set = s->tracers;
    def.tracers.trail = 0.1f;
    assert_true(gfFluid_Draw(s->fluid, &def));
    def.bloom.enabled = true;
    assert_true(gfFluid_Draw(s->fluid, &def));
}

static void destroyTracers(Stage *s)
{
    gfDestroyTracers(s->tracers);
}

static void createOpticalFlow(Stage *s)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = def.height = 24;
    s->flow = gfCreateOpticalFlow(s->device, &def);
    assert_non_null(s->flow);
}

static void addPictures(Stage *s)
{
    gfFieldTexture texture;
    assert_true(gfFluid_GetTexture(s->fluid, GF_FIELD_DYE, &texture));
    assert_true(gfOpticalFlow_Add(s->flow, texture.texture));
    assert_true(gfOpticalFlow_Compare(s->flow, texture.texture, texture.texture));
}

static void stirByPictures(Stage *s)
{
    gfStirDef def = gfDefaultStirDef();
    def.dye[3] = 1.0f;
    assert_true(gfOpticalFlow_Stir(s->flow, s->fluid, &def, 0.01f));
    assert_true(gfFluid_StepOnce(s->fluid));
}

static void readPictures(Stage *s)
{
    assert_true(gfOpticalFlow_ReadBlocking(s->flow, s->values, 4 * 24 * 24));
    assert_true(gfOpticalFlow_Restart(s->flow));
}

static void destroyOpticalFlow(Stage *s)
{
    gfDestroyOpticalFlow(s->flow);
}

static void coupleLiquid(Stage *s)
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

static void createQuery(Stage *s)
{
    gfQueryDef def = gfDefaultQueryDef();
    gfSolidDef solid = gfDefaultSolidDef();
    gfQueryRegion region = gfDefaultQueryRegion();
    const gfVec2 point = {0.3f, 0.3f};
    def.quantities = GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE | GF_QUANTITY_PRESSURE;
    def.maxSolids = 1;
    def.sides = gfFluid_GetDef(s->fluid).solver == GF_SOLVER_GRID;
    s->query = gfCreateQuery(s->fluid, &def);
    solid.shape = region.shape = gfMakeCircle(point, 0.2f);
    gfSolidId id = gfFluid_AddSolid(s->fluid, &solid);
    assert_true(s->query != NULL && gfQuery_SetSolids(s->query, &id, 1) && gfQuery_SetPoints(s->query, &point, 1));
    assert_true(gfQuery_SetRegions(s->query, &region, 1));
}

static void submitQuery(Stage *s)
{
    assert_int_equal(gfQuery_Submit(s->query), GF_SUBMIT_DONE);
}

static void pollQuery(Stage *s)
{
    gfQueryAnswer answer;
    gfReadStatus status = GF_READ_PENDING;
    while (status == GF_READ_PENDING) {
        status = gfQuery_Poll(s->query, &answer);
    }
    assert_int_equal(status, GF_READ_READY);
}

static void waitForQuery(Stage *s)
{
    gfQueryAnswer answer;
    assert_int_equal(gfQuery_WaitBlocking(s->query, &answer), GF_READ_READY);
}

static void destroyQuery(Stage *s)
{
    gfDestroyQuery(s->query);
}

static void getTextures(Stage *s)
{
    gfFieldTexture texture;
    for (int field = 0; field < GRID_FIELDS; field++) {
        assert_true(gfFluid_GetTexture(s->fluid, (gfField)field, &texture));
    }
}

static void save(Stage *s)
{
    s->savedSize = gfFluid_GetSnapshotSize(s->fluid);
    s->saved = malloc(s->savedSize);
    assert_true(s->saved != NULL && gfFluid_SaveBlocking(s->fluid, s->saved, s->savedSize));
}

static void beginSave(Stage *s)
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

static void load(Stage *s)
{
    assert_true(gfFluid_Load(s->fluid, s->saved, s->savedSize, NULL));
}

static void createFromSnapshot(Stage *s)
{
    gfFluid *fluid = gfCreateFluidFromSnapshot(s->device, s->saved, s->savedSize, NULL);
    assert_non_null(fluid);
    gfDestroyFluid(fluid);
    free(s->saved);
}

static void askForHealth(Stage *s)
{
    gfHealth health;
    assert_true(gfFluid_RequestHealth(s->fluid));
    assert_true(gfFluid_PollHealth(s->fluid, &health) != GF_READ_FAILED);
    assert_true(gfFluid_GetHealthBlocking(s->fluid, &health));
    assert_true(gfFluid_Repair(s->fluid));
}

static void drawFlow(Stage *s)
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

static void drawEffects(Stage *s)
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

static void drawToTexture(Stage *s)
{
    gfDrawDef def = everyEffect();
    def.refraction.enabled = false;
    assert_int_not_equal(gfFluid_DrawToTexture(s->fluid, &def, 40, 9), 0);
    assert_int_not_equal(gfFluid_DrawToTexture(s->fluid, &def, 8, 30), 0);
    def.bloom.enabled = def.shafts.enabled = false;
    assert_int_not_equal(gfFluid_DrawToTexture(s->fluid, &def, 8, 30), 0);
}

static void prepare(Stage *s)
{
    gfFluidDef fluid = gfFluid_GetDef(s->fluid);
    gfPrepareDef def = gfDefaultPrepareDef();
    def.fluids = &fluid;
    def.fluidCount = 1;
    def.uses = GF_USE_SOURCES | GF_USE_DRAWING;
    assert_int_not_equal(gfDevice_Prepare(s->device, &def, 1e6f, NULL), GF_PREPARE_FAILED);
}

static void profile(Stage *s)
{
    gfProfile result;
    assert_true(gfDevice_GetProfile(s->device, &result));
    gfDevice_ResetProfile(s->device);
}

static void reset(Stage *s)
{
    assert_true(gfFluid_Reset(s->fluid));
}

static void destroyFluid(Stage *s)
{
    gfDestroyFluid(s->fluid);
}

// --- shallow water: fluid and ground are made anew -----------------------------------------------------------------

static void createWater(Stage *s)
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

static void shapeGround(Stage *s)
{
    gfGroundDef def = gfDefaultGroundDef();
    def.shape = gfMakeCircle((gfVec2){0.9f, 0.5f}, 0.3f);
    def.softness = 0.2f;
    def.height = 0.4f;
    assert_true(gfFluid_ShapeGround(s->fluid, &def));
}

static void fillToLevel(Stage *s)
{
    assert_true(gfFluid_FillToLevel(s->fluid, NULL, 0.3f));
}

static void stepWater(Stage *s)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.4f}, 0.2f);
    def.dye[0] = def.mass = def.velocity.x = 0.1f;
    assert_true(gfFluid_Splat(s->fluid, &def) && gfFluid_StepOnce(s->fluid));
}

static void setShallowParams(Stage *s)
{
    gfShallowParams params = gfFluid_GetDef(s->fluid).shallow;
    params.foam = true;
    assert_true(gfFluid_SetShallowParams(s->fluid, &params));
}

// All fields, one after the other.
static size_t readWater(Stage *s, float *values, size_t room)
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

static void lookAtWater(Stage *s)
{
    readWater(s, s->values, sizeof s->values / sizeof s->values[0]);
}

static void destroyDevice(Stage *s)
{
    gfDestroyDevice(s->device);
}

static void failToCreate(Stage *s)
{
    gfDeviceDef def = Fixture_DeviceDef(s->fixture);
    def.shaderDir = "/nowhere";
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(s->fixture, GF_ERROR_SHADER_FILE, "/nowhere");
}

#define CALL(function)      \
    {                       \
#function, function \
    }

static const struct {
    const char *name;
    void (*call)(Stage *);
} calls[] = {CALL(failToCreate),
             CALL(createDevice),
             CALL(createFluid),
             CALL(step),
             CALL(stepProfiled),
             CALL(govern),
             CALL(setGridParams),
             CALL(addSolidMask),
             CALL(addSolid),
             CALL(removeSolid),
             CALL(resize),
             CALL(scrollDomain),
             CALL(setFrame),
             CALL(useGroup),
             CALL(requestField),
             CALL(pollRead),
             CALL(readFields),
             CALL(writeFields),
             CALL(createTracers),
             CALL(stepTracers),
             CALL(readTracers),
             CALL(projectVelocity),
             CALL(measure),
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
             CALL(step),
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
             CALL(destroyFluid),
             CALL(createWater),
             CALL(fillToLevel),
             CALL(stepWater),
             CALL(shapeGround),
             CALL(setShallowParams),
             CALL(stepWater),
             CALL(lookAtWater),
             CALL(measure),
             CALL(addSolid),
             CALL(addRigidBody),
             CALL(reset),
             CALL(destroyFluid),
             CALL(addRigidBody3D),
             CALL(destroyDevice)};

static void testEveryCallKeepsAllState(void **state)
{
    Stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->fixture = *state;
    GlPoison *poison = GlPoison_Create(&s->fixture->gl);
    GlSnapshot *before = GlPoison_Take(poison);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        calls[i].call(s);
        GlPoison_ExpectSame(before, GlPoison_Take(poison), calls[i].name);
        Fixture_ExpectNoGlError(s->fixture);
        if (calls[i].call == drawToTexture) { // all calls but drawing leave the host's pixels alone
            GlPoison_ExpectUntouched(poison, 0);
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    GlPoison_ExpectDepthUntouched(poison);
    assert_int_equal(s->fixture->warnings, 0);
    GlSnapshot_Free(before);
    GlPoison_Destroy(poison);
    free(s);
}

// A scene with all that a step can hold; `values` receives every field, one after the other.
static size_t runScene(Stage *s, float *values, size_t room)
{
    createDevice(s);
    createFluid(s);
    writeFields(s);
    step(s);
    addSolidMask(s);
    addSolid(s);
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
    addSolid(s);
    used += readWater(s, values + used, room - used);
    gfDestroyFluid(s->fluid);
    gfDestroyDevice(s->device);
    return used;
}

static void testPoisonChangesNoResult(void **state)
{
    enum { ROOM = 65536 };
    Stage *s = calloc(1, sizeof *s);
    float *clean = calloc(ROOM, sizeof *clean), *poisoned = calloc(ROOM, sizeof *poisoned);
    assert_true(s != NULL && clean != NULL && poisoned != NULL);
    s->fixture = *state;
    size_t count = runScene(s, clean, ROOM);
    assert_true(count > 1000 && count <= ROOM);
    GlPoison *poison = GlPoison_Create(&s->fixture->gl);
    assert_int_equal(runScene(s, poisoned, ROOM), count);
    assert_memory_equal(clean, poisoned, count * sizeof *clean);
    GlPoison_Destroy(poison);
    free(clean);
    free(poisoned);
    free(s);
}

// Of the host's framebuffer only texels of attachment 0 inside viewport and scissor are written, and each of those.
static void testDrawKeepsToViewportAndScissor(void **state)
{
    static const GLint box[4] = POISON_SCISSOR;
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.encodeSrgb = false;
    def.background[1] = 1.0f;
    assert_true(gfFluid_Draw(fluid, &def));
    GlPoison_ReadFramebuffer(poison, 0, &pixels[0][0][0]);
    for (int y = 0; y < POISON_HEIGHT; y++) {
        for (int x = 0; x < POISON_WIDTH; x++) {
            bool inside = x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
            for (int c = 0; c < 4; c++) {
                int expected = inside ? (c == 1 || c == 3 ? 255 : 0) : GlPoison_FilledByte(0, c);
                if (pixels[y][x][c] != expected) {
                    fail_msg("channel %d at %d, %d is %d instead of %d", c, x, y, pixels[y][x][c], expected);
                }
            }
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    GlPoison_ExpectDepthUntouched(poison);
    gfDestroyFluid(fluid);
    GlPoison_Destroy(poison);
}

// What refraction copies is what is drawn to, though the host reads from elsewhere.
static void testRefractionBendsWhatIsDrawnTo(void **state)
{
    unsigned char pixels[POISON_HEIGHT][POISON_WIDTH][4];
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    def.refraction.enabled = true;
    assert_true(gfFluid_Draw(fluid, &def));
    GlPoison_ReadFramebuffer(poison, 0, &pixels[0][0][0]);
    for (int y = 0; y < POISON_HEIGHT; y++) {
        for (int x = 0; x < POISON_WIDTH; x++) {
            for (int c = 0; c < 3; c++) {
                assert_in_range(pixels[y][x][c] + 1, GlPoison_FilledByte(0, c), GlPoison_FilledByte(0, c) + 2);
            }
        }
    }
    GlPoison_ExpectUntouched(poison, 1);
    gfDestroyFluid(fluid);
    GlPoison_Destroy(poison);
}

// A resize must not leave the solids undrawn until the next step, which may be frames away.
static void testSolidsAreDrawnAfterAResize(void **state)
{
    unsigned char pixels[2][POISON_HEIGHT * POISON_WIDTH * 4];
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    gfDrawDef def = gfDefaultDrawDef();
    gfSolidDef solid = gfDefaultSolidDef();
    def.style = GF_DRAW_SOLIDS;
    def.alpha = GF_ALPHA_OPAQUE;
    solid.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.3f, 0.3f}, 0.0f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    assert_true(gfFluid_StepOnce(fluid));
    for (int i = 0; i < 2; i++) {
        assert_true(gfFluid_Draw(fluid, &def));
        GlPoison_ReadFramebuffer(poison, 0, pixels[i]);
        GlPoison_FillFramebuffer(poison);
        assert_true(gfFluid_Resize(fluid, GRID_W, GRID_H, 1.0f / GRID_H, (gfVec2){0.0f, 0.0f}));
    }
    assert_memory_equal(pixels[0], pixels[1], sizeof pixels[0]);
    gfDestroyFluid(fluid);
    GlPoison_Destroy(poison);
}

// A host that sets what it needs before each call, and tells the library not to bother.
static void testHostThatKeepsItsOwnState(void **state)
{
    Fixture *fixture = *state;
    const GladGLContext *gl = &fixture->gl;
    gfDeviceDef deviceDef = Fixture_DeviceDef(fixture);
    deviceDef.keepHostState = false;
    Stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->fixture = fixture;
    s->device = gfCreateDevice(&deviceDef);
    assert_non_null(s->device);
    createFluid(s);
    step(s);
    addSolidMask(s);
    addSolid(s);
    readFields(s);
    GLuint texture, framebuffer;
    unsigned char pixels[16][16][4];
    gl->GenTextures(1, &texture);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl->Disable(GL_SCISSOR_TEST);
    gl->Viewport(0, 0, 16, 16);
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.background[2] = 1.0f;
    assert_true(gfFluid_Draw(s->fluid, &def));
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->ReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    assert_true(pixels[0][0][2] == 255 && pixels[15][15][2] == 255 && pixels[0][15][3] == 255);
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteTextures(1, &texture);
    measure(s);
    destroyFluid(s);
    destroyDevice(s);
    free(s);
}

// Two contexts on one thread, in turns, give what one alone gives.
static void testTwoContextsInTurns(void **state)
{
    Fixture *one = *state;
    void *otherState = NULL;
    float *expected = NULL, *values[2];
    Fixture_SetUp(&otherState);
    Fixture *fixtures[2] = {one, otherState};
    Stage *stages[3];
    for (int i = 0; i < 3; i++) {
        stages[i] = calloc(1, sizeof *stages[i]);
        assert_non_null(stages[i]);
        stages[i]->fixture = fixtures[i & 1];
        stages[i]->device = fixtures[i & 1]->device;
    }
    Headless_MakeCurrent(one->headless);
    createFluid(stages[2]);
    step(stages[2]);
    step(stages[2]);
    expected = Fixture_ReadField(stages[2]->fluid, GF_FIELD_DYE, NULL);
    gfDestroyFluid(stages[2]->fluid);
    void (*const turns[])(Stage *) = {createFluid, step, step};
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < 2; i++) {
            Headless_MakeCurrent(fixtures[i]->headless);
            turns[t](stages[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        Headless_MakeCurrent(fixtures[i]->headless);
        values[i] = Fixture_ReadField(stages[i]->fluid, GF_FIELD_DYE, NULL);
        assert_memory_equal(values[i], expected, sizeof(float) * 4 * (2 * GRID_W) * (2 * GRID_H));
        gfDestroyFluid(stages[i]->fluid);
        free(values[i]);
    }
    Fixture_TearDown(&otherState);
    Headless_MakeCurrent(one->headless);
    for (int i = 0; i < 3; i++) {
        free(stages[i]);
    }
    free(expected);
}

static void testTwoDevicesInOneContext(void **state)
{
    Stage *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    assert_true(a != NULL && b != NULL);
    a->fixture = b->fixture = *state;
    createDevice(a);
    createDevice(b);
    createFluid(a);
    createFluid(b);
    for (int i = 0; i < 2; i++) {
        step(a);
        step(b);
    }
    float *first = Fixture_ReadField(a->fluid, GF_FIELD_DYE, NULL);
    destroyFluid(a);
    destroyDevice(a);
    float *second = Fixture_ReadField(b->fluid, GF_FIELD_DYE, NULL);
    assert_memory_equal(first, second, sizeof(float) * 4 * (2 * GRID_W) * (2 * GRID_H));
    destroyFluid(b);
    destroyDevice(b);
    free(first);
    free(second);
    free(a);
    free(b);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, Fixture_SetUp, Fixture_TearDown)

typedef struct Loader {
    int asked;
    bool blind; // it knows no function
} Loader;

static gfGLProc loadWithUser(const char *name, void *user)
{
    Loader *loader = user;
    loader->asked++;
    return loader->blind ? NULL : (gfGLProc)Headless_GetProcAddress(name);
}

// A loader that takes a user pointer gets it with every name, and only while the device is made.
static void testLoaderWithUserPointer(void **state)
{
    Fixture *fixture = *state;
    Loader loader = {0}, blind = {.blind = true};
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = NULL;
    def.loadProc = loadWithUser;
    def.loadUser = &blind;
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(fixture, GF_ERROR_NO_CONTEXT, "no GL context is current");
    def.loadUser = &loader;
    gfDevice *device = gfCreateDevice(&def);
    assert_non_null(device);
    assert_true(blind.asked == 1 && loader.asked > 100);
    int asked = loader.asked;
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 8;
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    assert_non_null(fluid);
    assert_true(gfFluid_StepOnce(fluid));
    assert_int_equal(loader.asked, asked);
    gfDestroyFluid(fluid);
    gfDestroyDevice(device);
    Fixture_ExpectNoGlError(fixture);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(testLoaderWithUserPointer),
        TEST(testEveryCallKeepsAllState),
        TEST(testDrawKeepsToViewportAndScissor),
        TEST(testRefractionBendsWhatIsDrawnTo),
        TEST(testSolidsAreDrawnAfterAResize),
        TEST(testHostThatKeepsItsOwnState),
        TEST(testTwoContextsInTurns),
        TEST(testTwoDevicesInOneContext),
        // Those that take long.
        TEST(testPoisonChangesNoResult),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof tests[0], NULL, NULL);
}
