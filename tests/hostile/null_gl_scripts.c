// Lives of a device: what must hold after every call, and the scripts of calls.
#include "null_gl_life.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define VALUES_MAX (4 * 4 * GRID_W * GRID_H)
#define SHOWN 30

const char *const lifeFaultNames[NULL_GL_FAULTS] = {
    "compile", "link", "texture", "framebuffer", "upload", "buffer", "map", "read", "blit", "fence", "wait", "memory",
};

static const char *const solverNames[] = {"grid", "gaussian", "particles", "shallow"};

int lifeComplaints;

// Each kind is shown once, for one defect makes many.
void Life_Complain(const Life *l, const char *call, const char *format, ...)
{
    static const char *shown[SHOWN][2];
    static int count;
    char text[256];
    va_list arguments;
    int length = snprintf(text, sizeof text, "%.80s: ", call);
    va_start(arguments, format);
    vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
    va_end(arguments);
    lifeComplaints++;
    for (int i = 0; i < count; i++) {
        if (shown[i][0] == call && shown[i][1] == format) {
            return;
        }
    }
    if (count < SHOWN) {
        shown[count][0] = call;
        shown[count++][1] = format;
        fprintf(stderr, "%s, %s, %s, %s %d%s: %s\n", l->script, l->es ? "ES" : "GL", solverNames[l->solver],
                lifeFaultNames[l->fault], l->failAt, l->lasting ? " and on" : "", text);
    }
}

void Life_Begin(void)
{
    gfClearLastError();
    NullGl_KeepState();
}

// What must hold after every call.
bool Life_End(Life *l, bool ok, const char *call)
{
    const char *message;
    gfErrorCode code = gfGetLastError(&message);
    unsigned glError = NullGl_TakeError();
    l->refusals += !ok;
    if (!ok && (code == GF_ERROR_OK || message[0] == '\0')) {
        Life_Complain(l, call, "refused without an error");
    }
    if (!ok && l->failAt == 0 && code != GF_ERROR_UNSUPPORTED && code != GF_ERROR_TOO_MANY) {
        Life_Complain(l, call, "refused, though nothing fails: %s", message);
    }
    if (ok && code != GF_ERROR_OK) {
        Life_Complain(l, call, "accepted with an error: %s", message);
    }
    if (glError != 0) {
        Life_Complain(l, call, "GL error 0x%04x is left to the host", glError);
    }
    if (!NullGl_StateIsKept()) {
        Life_Complain(l, call, "the host's state is not as it was");
    }
    return ok;
}

void Life_MakeFluid(Life *l, float dyeScale, gfPrecision precision)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = l->solver;
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.dyeScale = l->solver == GF_SOLVER_GRID ? dyeScale : 1.0f;
    def.particles.spacing = 0.1f;
    def.particles.capacity = 50;
    def.particles.maxSubsteps = 1;
    def.particles.search = l->search;
    def.precision = precision;
    TRY((l->fluid = gfCreateFluid(l->device, &def)) != NULL);
}

static gfSourceDef someSource(void)
{
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeRectangle((gfVec2){0.3f, 0.4f}, (gfVec2){0.2f, 0.2f}, 0.1f);
    source.velocity.x = source.dye[3] = source.temperature = source.divergence = source.mass = 1.0f;
    return source;
}

static gfSolidDef someSolid(void)
{
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCapsule((gfVec2){0.1f, 0.2f}, (gfVec2){0.6f, 0.7f}, 0.01f); // thin
    solid.surface = GF_SURFACE_NO_SLIP;
    solid.fixedTemperature = true;
    solid.angularVelocity = 1.0f;
    return solid;
}

static gfSolidId addMask(Life *l)
{
    static const uint8_t pixels[6] = {255, 0, 255, 0, 255, 0};
    const gfMask mask = {pixels, 2, 2, 3};
    const gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.2f}, (gfVec2){0.2f, 0.1f}, 0.0f);
    gfSolidId id = {0};
    TRY(!GF_IS_NULL(id = gfFluid_AddSolidMask(l->fluid, &mask, &place)));
    return id;
}

void Life_Step(Life *l, int count)
{
    for (int i = 0; i < count; i++) {
        TRY(gfFluid_Step(l->fluid, 1.0f / 60.0f));
    }
}

// --- lifeScripts
// -------------------------------------------------------------------------------------------------------

static void sourcesAndSolids(Life *l)
{
    gfSourceDef source = someSource();
    gfSolidDef solid = someSolid();
    gfSolidId id = {0};
    gfEmitterId emitter = {0};
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    TRY(gfFluid_Splat(l->fluid, &source));
    TRY(!GF_IS_NULL(emitter = gfFluid_AddEmitter(l->fluid, &source)));
    Life_Step(l, 1);
    TRY(!GF_IS_NULL(id = gfFluid_AddSolid(l->fluid, &solid)));
    gfSolidId mask = addMask(l);
    Life_Step(l, 1);
    source.texture = NULL_GL_HOST_TEXTURE;
    for (int i = 0; i < 20; i++) { // more than the first block holds
        TRY(gfFluid_Splat(l->fluid, &source));
        TRY(!GF_IS_NULL(gfFluid_AddEmitter(l->fluid, &source)));
        TRY(!GF_IS_NULL(gfFluid_AddSolid(l->fluid, &solid)));
    }
    solid.shape = source.shape;
    solid.texture = NULL_GL_HOST_TEXTURE;
    TRY(gfFluid_SetSolid(l->fluid, id, &solid));
    source.sweeps = true;
    source.zone.drag = source.zone.turbulence.strength = 1.0f;
    TRY(gfFluid_SetEmitter(l->fluid, emitter, &source));
    TRY(gfFluid_PlaceEmitter(l->fluid, emitter, &source));
    TRY(gfFluid_SetEmitterMask(l->fluid, emitter, &(gfMask){(const uint8_t *)"abcd", 2, 2, 2}));
    Life_Step(l, 1);
    gfRigidBodyDef body = gfDefaultRigidBodyDef();
    gfRigidBodyId bodies[2];
    body.shape = gfMakeCircle((gfVec2){0.4f, 0.6f}, 0.1f);
    for (int i = 0; i < 2; i++) {
        TRY(!GF_IS_NULL(bodies[i] = gfFluid_AddRigidBody(l->fluid, &body)));
    }
    Life_Step(l, 6);
    TRY(gfFluid_RemoveRigidBody(l->fluid, bodies[0]));
    TRY(gfFluid_RemoveSolid(l->fluid, mask));
    TRY(gfFluid_RemoveEmitter(l->fluid, emitter));
    Life_Step(l, 1);
    TRY(gfFluid_Reset(l->fluid));
    Life_Step(l, 1);
}

// A refused change must change nothing.
static void tune(Life *l, const gfFluidDef *def)
{
    gfFluidDef before = gfFluid_GetDef(l->fluid);
    bool ok = l->solver == GF_SOLVER_GRID       ? TRY(gfFluid_SetGridParams(l->fluid, &def->grid))
              : l->solver == GF_SOLVER_GAUSSIAN ? TRY(gfFluid_SetGaussianParams(l->fluid, &def->gaussian))
              : l->solver == GF_SOLVER_SHALLOW  ? TRY(gfFluid_SetShallowParams(l->fluid, &def->shallow))
                                                : TRY(gfFluid_SetParticleParams(l->fluid, &def->particles));
    gfFluidDef after = gfFluid_GetDef(l->fluid);
    if (!ok && (memcmp(&before.grid, &after.grid, sizeof after.grid) != 0 ||
                memcmp(&before.gaussian, &after.gaussian, sizeof after.gaussian) != 0 ||
                memcmp(&before.particles, &after.particles, sizeof after.particles) != 0 ||
                memcmp(&before.shallow, &after.shallow, sizeof after.shallow) != 0)) {
        Life_Complain(l, "tune", "refused, and the definition changed");
    }
    Life_Step(l, 2);
}

static void resize(Life *l, int width, int height)
{
    gfFluidDef before = gfFluid_GetDef(l->fluid);
    gfMemoryCounts held = gfDevice_GetMemory(l->device);
    bool ok = TRY(gfFluid_Resize(l->fluid, width, height, 0.05f, (gfVec2){0.1f, 0.0f}));
    gfFluidDef after = gfFluid_GetDef(l->fluid);
    gfMemoryCounts now = gfDevice_GetMemory(l->device);
    if (!ok && (before.gridWidth != after.gridWidth || before.cellSize != after.cellSize ||
                before.origin.x != after.origin.x || held.gpuBytes != now.gpuBytes ||
                held.framebuffers != now.framebuffers || held.textures != now.textures)) {
        Life_Complain(l, "gfFluid_Resize", "refused, and something changed");
    }
    Life_Step(l, 1);
}

static void scrollDomain(Life *l)
{
    gfFluidDef before = gfFluid_GetDef(l->fluid);
    gfFrameDef frame = gfDefaultFrameDef();
    bool ok = TRY(gfFluid_Scroll(l->fluid, 4, -8));
    gfFluidDef after = gfFluid_GetDef(l->fluid);
    if (!ok && (before.origin.x != after.origin.x || before.origin.y != after.origin.y)) {
        Life_Complain(l, "gfFluid_Scroll", "refused, and the origin changed");
    }
    frame.velocity.x = 0.3f;
    frame.angularVelocity = 0.2f;
    if (!TRY(gfFluid_SetFrame(l->fluid, &frame)) && gfFluid_GetFrame(l->fluid).velocity.x == 0.3f) {
        Life_Complain(l, "gfFluid_SetFrame", "refused, and the frame changed");
    }
    Life_Step(l, 1);
}

// Down to a level that is rebuilt; it goes with the fluid.
static void govern(Life *l)
{
    gfGovernorDef def = gfDefaultGovernorDef();
    gfGovernor *governor = NULL;
    def.may = GF_GOVERNED_DYE;
    if (l->solver != GF_SOLVER_GRID) {
        return;
    }
    TRY((governor = gfCreateGovernor(l->fluid, &def)) != NULL);
    for (int i = 0; governor != NULL && i < 40; i++) {
        gfGovernor_AddTime(governor, 100.0f);
    }
    TRY(governor == NULL || gfGovernor_Step(governor, 1.0f / 60.0f));
}

static void tunables(Life *l)
{
    gfSourceDef source = someSource();
    gfSolidDef solid = someSolid();
    Life_MakeFluid(l, 2.0f, GF_PRECISION_16F);
    gfFluidDef def = gfFluid_GetDef(l->fluid);
    TRY(!GF_IS_NULL(gfFluid_AddEmitter(l->fluid, &source)));
    TRY(!GF_IS_NULL(gfFluid_AddSolid(l->fluid, &solid)));
    gfGridParams_SetQuality(&def.grid, GF_QUALITY_REFERENCE);
    def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 0.1f;
    def.grid.vorticityConfinement = def.grid.dyeDensity = def.grid.gravity.x = 1.0f;
    def.grid.pressureTolerance = 0.1f;
    def.gaussian.viscosity = 0.1f;
    def.gaussian.gravity.y = -1.0f;
    def.particles.materials[0].pull = 1.0f;
    def.shallow.manning = def.shallow.viscosity = def.shallow.wind.x = 0.1f;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    tune(l, &def);
    govern(l);
    def.boundaries.left.kind = def.boundaries.right.kind =
        l->solver == GF_SOLVER_PARTICLES ? GF_BOUNDARY_OPEN : GF_BOUNDARY_PERIODIC;
    TRY(gfFluid_SetBoundaries(l->fluid, &def.boundaries));
    scrollDomain(l);
    resize(l, 16, 24);
    TRY(gfFluid_SetBoundaries(l->fluid, &def.boundaries));
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    def.boundaries.top.kind =
        l->solver == GF_SOLVER_GRID || l->solver == GF_SOLVER_SHALLOW ? GF_BOUNDARY_INFLOW : GF_BOUNDARY_NO_SLIP;
    TRY(gfFluid_SetBoundaries(l->fluid, &def.boundaries));
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    def.gaussian.plain = true;
    tune(l, &def);
    def.grid.advection = GF_ADVECTION_BILINEAR;
    def.gaussian.mode = GF_GAUSSIAN_CLASSIC;
    tune(l, &def);
    scrollDomain(l);
    resize(l, 20, 10);
}

static void readBack(Life *l, gfField field)
{
    static float values[VALUES_MAX];
    gfFieldInfo info = {0};
    gfReadId id = {0};
    gfReadStatus status = GF_READ_PENDING;
    TRY(gfFluid_GetFieldInfo(l->fluid, field, &info));
    TRY(!GF_IS_NULL(id = gfFluid_RequestField(l->fluid, field)));
    for (int i = 0; i < 3 && !GF_IS_NULL(id) && status == GF_READ_PENDING; i++) {
        TRY((status = gfFluid_PollRead(l->fluid, id, values, VALUES_MAX)) != GF_READ_FAILED);
    }
    TRY(gfFluid_ReadFieldBlocking(l->fluid, field, values, VALUES_MAX));
    memset(values, 0, sizeof values);
    TRY(gfFluid_WriteField(l->fluid, field, values, (size_t)info.width * (size_t)info.height * (size_t)info.channels));
}

// Of what the solver has; what it has not is refused.
static void ask(Life *l)
{
    gfQueryDef def = gfDefaultQueryDef();
    gfSolidDef solid = gfDefaultSolidDef();
    gfQueryRegion region = gfDefaultQueryRegion();
    gfQueryAnswer answer;
    gfFieldTexture texture;
    bool loads = l->solver != GF_SOLVER_PARTICLES;
    gfQuery *query = NULL;
    def.quantities = GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE;
    def.quantities |= l->solver == GF_SOLVER_SHALLOW ? GF_QUANTITY_SURFACE : GF_QUANTITY_PRESSURE;
    def.maxSolids = loads ? 2 : 0;
    def.sides = l->solver == GF_SOLVER_GRID;
    def.maxRays = l->solver != GF_SOLVER_GRID ? 2 : 0;
    def.maxShapes = l->solver == GF_SOLVER_PARTICLES ? 2 : 0;
    const gfQueryRay ray = {{0.2f, 0.9f}, {0.3f, -1.0f}};
    solid.shape = region.shape = gfMakeCircle((gfVec2){0.3f, 0.3f}, 0.1f);
    gfSolidId id = gfFluid_AddSolid(l->fluid, &solid);
    TRY((query = gfCreateQuery(l->fluid, &def)) != NULL);
    if (query == NULL) {
        return;
    }
    CALL(gfQuery_SetPoints(query, &(gfVec2){0.2f, 0.2f}, 1) && gfQuery_SetRegions(query, &region, 1));
    CALL(!GF_IS_NULL(id) && loads && gfQuery_SetSolids(query, &id, 1));
    CALL(def.maxRays > 0 && gfQuery_SetRays(query, &ray, 1));
    CALL(def.maxShapes > 0 && gfQuery_SetShapes(query, &region.shape, 1));
    for (int i = 0; i < GF_QUERY_RING + 2; i++) {
        Life_Step(l, 1);
        TRY(gfQuery_Submit(query) != GF_SUBMIT_FAILED);
        if (i > 1) {
            TRY(gfQuery_Poll(query, &answer) != GF_READ_FAILED);
        }
    }
    bool above = true;
    CALL(gfQuery_SetStanding(query, &above, 1) && gfQuery_GetStanding(query, &above, 1));
    TRY(gfQuery_WaitBlocking(query, &answer) != GF_READ_FAILED);
    TRY(gfFluid_GetTexture(l->fluid, GF_FIELD_VELOCITY, &texture));
    CALL(gfDestroyQuery(l->failAt % 3 == 0 ? NULL : query));
}

// What is loaded holds nothing, as all that this GL draws.
static void saveAndLoad(Life *l)
{
    static uint8_t bytes[1 << 20];
    size_t size = gfFluid_GetSnapshotSize(l->fluid);
    gfReadStatus status = GF_READ_PENDING;
    gfSnapshot *snapshot = NULL;
    gfHealth health;
    if (size > sizeof bytes) {
        Life_Complain(l, "gfFluid_GetSnapshotSize", "more than there is room for");
        return;
    }
    memset(bytes, 0, sizeof bytes);
    TRY(gfFluid_SaveBlocking(l->fluid, bytes, sizeof bytes));
    gfFluidDef before = gfFluid_GetDef(l->fluid);
    TRY(gfFluid_Load(l->fluid, bytes, size, NULL));
    gfFluidDef after = gfFluid_GetDef(l->fluid);
    if (before.gridWidth != after.gridWidth || before.solver != after.solver || before.fixedStep != after.fixedStep) {
        Life_Complain(l, "gfFluid_Load", "the definition changed");
    }
    Life_Step(l, 1);
    gfFluid *made = NULL;
    TRY((made = gfCreateFluidFromSnapshot(l->device, bytes, size, NULL)) != NULL);
    TRY((snapshot = gfFluid_BeginSave(made)) != NULL);
    TRY(snapshot == NULL || gfFluid_BeginSaveInto(l->fluid, snapshot));
    CALL(gfDestroyFluid(made));
    for (int i = 0; i < 3 && snapshot != NULL && status == GF_READ_PENDING; i++) {
        TRY((status = gfSnapshot_Poll(snapshot, bytes, sizeof bytes)) != GF_READ_FAILED);
    }
    CALL(gfDestroySnapshot(l->failAt % 3 == 0 ? NULL : snapshot));
    TRY(gfFluid_RequestHealth(l->fluid));
    TRY(gfFluid_PollHealth(l->fluid, &health) != GF_READ_FAILED);
    TRY(gfFluid_GetHealthBlocking(l->fluid, &health));
    TRY(gfFluid_Repair(l->fluid));
    Life_Step(l, 1);
}

static void fields(Life *l)
{
    gfFluidStats stats;
    gfProfile profile;
    Life_MakeFluid(l, 0.5f, GF_PRECISION_32F);
    CALL(gfDevice_SetProfiling(l->device, true));
    Life_Step(l, 1);
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        readBack(l, (gfField)field);
    }
    for (int i = 0; i < GF_READ_MAX + 1; i++) { // they are never polled
        TRY(!GF_IS_NULL(gfFluid_RequestField(l->fluid, GF_FIELD_DYE)));
    }
    ask(l);
    saveAndLoad(l);
    if (l->solver == GF_SOLVER_GRID) {
        TRY(gfFluid_Project(l->fluid, 2));
    }
    TRY(gfFluid_MeasureBlocking(l->fluid, &stats));
    TRY(gfDevice_GetProfile(l->device, &profile));
    CALL(gfDevice_ResetProfile(l->device));
}

static gfDrawDef everyEffect(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.refraction.enabled = def.bloom.enabled = def.shafts.enabled = def.shadow.enabled = true;
    def.solids.outlineWidth = 2.0f;
    def.tone.dither = true;
    def.tone.map = GF_TONE_FILMIC;
    return def;
}

static void surfaces(Life *l)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    gfSurfaceTextures textures;
    def.source.of = l->solver == GF_SOLVER_SHALLOW ? GF_SURFACE_WATER : GF_SURFACE_PRESSURE;
    TRY(gfFluid_GetSurfaceTextures(l->fluid, &def.source, &textures));
    for (int kind = 0; kind <= GF_SURFACE_LAVA; kind++) {
        def.kind = (gfSurfaceKind)kind;
        TRY(gfFluid_DrawSurface(l->fluid, &def));
        def.ground.texture = def.reflection = def.depth = NULL_GL_HOST_TEXTURE;
    }
}

static void drawing(Life *l)
{
    gfTracersDef tracersDef = gfDefaultTracersDef();
    gfTracers *tracers = NULL;
    gfDrawDef def = everyEffect();
    static float positions[2 * 10];
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    tracersDef.count = 10;
    TRY((tracers = gfCreateTracers(l->fluid, &tracersDef)) != NULL);
    TRY(gfTracers_Step(tracers, 0.1f));
    TRY(gfTracers_ReadBlocking(tracers, positions, 20));
    def.tracers.set = tracers;
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        def.style = (gfDrawStyle)style;
        TRY(gfFluid_Draw(l->fluid, &def));
    }
    def.style = GF_DRAW_DYE;
    def.ink = GF_INK_ABSORB;
    def.refraction.background = NULL_GL_HOST_TEXTURE;
    def.palette = gfGetPalette(GF_PALETTE_NEON);
    TRY(gfFluid_DrawToTexture(l->fluid, &def, 20, 10) != 0);
    TRY(gfFluid_DrawToTexture(l->fluid, &def, 10, 20) != 0);
    def.depth.test = GF_DEPTH_LESS;
    TRY(gfFluid_Draw(l->fluid, &def));
    CALL(gfDestroyTracers(l->failAt % 3 == 0 ? NULL : tracers));
    def = gfDefaultDrawDef();
    TRY(gfFluid_Draw(l->fluid, &def));
    surfaces(l);
}

static void pictures(Life *l)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    gfStirDef stir = gfDefaultStirDef();
    gfOpticalFlow *flow = NULL;
    static float values[4 * 16 * 12];
    def.width = 16;
    def.height = 12;
    def.iterations = 1;
    stir.dye[3] = 1.0f;
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    TRY((flow = gfCreateOpticalFlow(l->device, &def)) != NULL);
    TRY(gfOpticalFlow_Add(flow, NULL_GL_HOST_TEXTURE));
    TRY(gfOpticalFlow_Compare(flow, NULL_GL_HOST_TEXTURE, NULL_GL_HOST_TEXTURE));
    TRY(gfOpticalFlow_ReadBlocking(flow, values, 4 * 16 * 12));
    TRY(gfOpticalFlow_Stir(flow, l->fluid, &stir, 0.1f));
    TRY(gfOpticalFlow_GetTexture(flow) != 0);
    TRY(gfFluid_StepOnce(l->fluid));
    TRY(gfOpticalFlow_Stir(flow, l->fluid, &stir, 0.1f));
    TRY(gfOpticalFlow_Restart(flow));
    CALL(gfDestroyOpticalFlow(l->failAt % 3 == 0 ? NULL : flow));
}

// Air and a liquid, or two that don't go together.
static void coupled(Life *l)
{
    gfCouplingDef def = gfDefaultCouplingDef();
    gfFluidDef liquid = gfDefaultFluidDef();
    gfFluid *other = NULL;
    def.dye[3] = def.heating = 1.0f;
    liquid.solver = GF_SOLVER_GAUSSIAN;
    liquid.gridWidth = liquid.gridHeight = 16;
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    TRY((other = gfCreateFluid(l->device, &liquid)) != NULL);
    for (int i = 0; i < 2; i++) {
        TRY(gfFluid_Couple(l->fluid, other, &def, 0.1f));
        TRY(gfFluid_StepOnce(l->fluid));
    }
    CALL(gfDestroyFluid(other));
}

static void particles(Life *l)
{
    const gfParticle some[] = {{.position = {0.2f, 0.2f}}, {.position = {0.4f, 0.2f}}};
    const gfVec2 place = {0.2f, 0.2f};
    gfParticle read[2];
    gfParticleStats stats;
    gfSourceDef source = someSource();
    float value;
    gfVec2 gradient;
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    TRY(gfFluid_AddParticles(l->fluid, some, 2));
    Life_Step(l, 1);
    TRY(gfFluid_ReadParticlesBlocking(l->fluid, read, 2) >= 0);
    TRY(gfFluid_GetParticleStatsBlocking(l->fluid, &stats));
    TRY(gfFluid_SampleParticlesBlocking(l->fluid, GF_PROPERTY_SPEED, &place, 1, &value, &gradient));
    source.mode = GF_SOURCE_SET;
    source.attraction = 1.0f;
    TRY(gfFluid_Splat(l->fluid, &source));
    source.mass = 0.0f; // a drain
    TRY(gfFluid_Splat(l->fluid, &source));
    Life_Step(l, 2);
    TRY(gfFluid_Reset(l->fluid));
}

// Ground and lakes, by shape, by texture and everywhere, with a solid and with dye.
static void water(Life *l)
{
    gfGroundDef ground = gfDefaultGroundDef();
    gfSourceDef source = someSource();
    gfSolidDef solid = someSolid();
    ground.shape = gfMakeRectangle((gfVec2){0.5f, 0.4f}, (gfVec2){0.2f, 0.2f}, 0.1f);
    ground.height = 0.1f;
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
    TRY(gfFluid_ShapeGround(l->fluid, &ground));
    TRY(gfFluid_FillToLevel(l->fluid, NULL, 0.2f));
    Life_Step(l, 1);
    TRY(!GF_IS_NULL(gfFluid_AddSolid(l->fluid, &solid)));
    TRY(gfFluid_FillToLevel(l->fluid, &ground.shape, 0.3f));
    ground.texture = NULL_GL_HOST_TEXTURE;
    ground.everywhere = true;
    ground.mode = GF_GROUND_DIG;
    TRY(gfFluid_ShapeGround(l->fluid, &ground));
    TRY(gfFluid_Splat(l->fluid, &source));
    scrollDomain(l);
    Life_Step(l, 4); // the count of CFL substeps comes by another way from the fourth on
    TRY(gfFluid_Reset(l->fluid));
    TRY(gfFluid_FillToLevel(l->fluid, NULL, 0.2f));
    Life_Step(l, 1);
}

static void makeVolume(Life *l)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.particles.spacing = 0.15f;
    def.particles.capacity = 50;
    def.particles.maxSubsteps = 1;
    def.particles.search = l->search;
    def.openSides = GF_CONTAINER_LEFT;
    def.collisionTexels = 8;
    TRY((l->volume = gfCreateFluid3D(l->device, &def)) != NULL);
}

// In three dimensions, with a solid and a mesh.
static void volume(Life *l)
{
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    const gfCollisionTexturesDef textures = {.depth = NULL_GL_HOST_TEXTURE};
    const gfParticle3D some[] = {{.position = {0.2f, 0.2f, 0.2f}}, {.position = {0.4f, 0.2f, 0.2f}}};
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    gfDraw3DDef draw = gfDefaultDraw3DDef();
    gfParticle3D read[2];
    gfFluid3DStats stats;
    gfHealth health;
    gfCollisionMeshId mesh = {0};
    solid.shape = gfMakeSphere((gfVec3){0.0f, 0.0f, 0.0f}, 0.1f);
    makeVolume(l);
    gfParticleParams params = gfFluid3D_GetDef(l->volume).particles;
    TRY(gfFluid3D_AddParticles(l->volume, some, 2));
    TRY(gfFluid3D_StepOnce(l->volume));
    TRY(!GF_IS_NULL(gfFluid3D_AddSolid(l->volume, &solid)));
    TRY(!GF_IS_NULL(
        mesh = gfFluid3D_AddCollisionMesh(l->volume, &(gfCollisionMeshData){positions, 3, indices, 3}, still)));
    TRY(gfFluid3D_Step(l->volume, 1.0f / 60.0f));
    gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
    gfRigidBody3DId bodies[2];
    body.shape = gfMakeSphere((gfVec3){0.2f, 0.3f, 0.2f}, 0.1f);
    for (int i = 0; i < 2; i++) {
        TRY(!GF_IS_NULL(bodies[i] = gfFluid3D_AddRigidBody(l->volume, &body)));
    }
    for (int i = 0; i < 6; i++) { // until answers are taken
        TRY(gfFluid3D_StepOnce(l->volume));
    }
    TRY(gfFluid3D_RemoveRigidBody(l->volume, bodies[0]));
    TRY(gfFluid3D_SetCollisionTextures(l->volume, &textures));
    TRY(gfFluid3D_StepOnce(l->volume));
    params.materials[0].pull = 1.0f;
    TRY(l->volume == NULL ? gfFluid3D_StepOnce(NULL) : gfFluid3D_SetParams(l->volume, &params));
    for (int style = 0; style < GF_DRAW3D_STYLE_COUNT; style++) {
        draw.style = (gfDraw3DStyle)style;
        TRY(gfFluid3D_Draw(l->volume, &draw));
    }
    TRY(gfFluid3D_ReadParticlesBlocking(l->volume, read, 2) >= 0);
    TRY(gfFluid3D_MeasureBlocking(l->volume, &stats));
    TRY(gfFluid3D_RequestHealth(l->volume));
    TRY(gfFluid3D_PollHealth(l->volume, &health) != GF_READ_FAILED);
    TRY(gfFluid3D_GetHealthBlocking(l->volume, &health));
    TRY(gfFluid3D_Repair(l->volume));
    TRY(gfFluid3D_RemoveCollisionMesh(l->volume, mesh));
    TRY(gfFluid3D_Reset(l->volume));
    if (l->failAt % 2 == 0) { // else it goes with the device
        CALL(gfDestroyFluid3D(l->volume));
    }
    Life_MakeFluid(l, 1.0f, GF_PRECISION_32F);
}

// Fluids of a group, each by itself.
static void groups(Life *l)
{
    static float values[VALUES_MAX];
    gfFluidDef def = gfDefaultFluidDef();
    gfSourceDef source = someSource();
    gfSolidDef solid = someSolid();
    gfFluidGroup *group = NULL;
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.grid.advection = GF_ADVECTION_CONSERVING;
    def.grid.cflLimit = 2.0f;
    TRY((group = gfCreateFluidGroup(l->device, &def, 2)) != NULL);
    if (group == NULL) {
        return;
    }
    gfFluid *fluid = gfFluidGroup_GetMember(group, 1);
    TRY(!GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    TRY(!GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    TRY(gfFluidGroup_StepOnce(group));
    source.zone.drag = 1.0f;
    TRY(gfFluid_Splat(fluid, &source));
    def.grid.gravity.x = 1.0f;
    TRY(gfFluid_SetGridParams(fluid, &def.grid));
    TRY(gfFluidGroup_Step(group, 0.04f));
    TRY(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_DYE, values, VALUES_MAX));
    TRY(gfFluid_Scroll(fluid, 2, -2));
    TRY(gfFluid_Project(gfFluidGroup_GetMember(group, 0), 1));
    TRY(gfFluid_Reset(gfFluidGroup_GetMember(group, 0)));
    TRY(gfFluidGroup_StepOnce(group));
    CALL(gfDestroyFluidGroup(group));
}

const LifeScript lifeScripts[LIFE_SCRIPTS] = {{"sources and solids", sourcesAndSolids, LIFE_EVERY_SOLVER},
                                              {"tunables", tunables, LIFE_EVERY_SOLVER},
                                              {"fields", fields, LIFE_EVERY_SOLVER},
                                              {"drawing", drawing, LIFE_EVERY_SOLVER},
                                              {"pictures", pictures, GF_SOLVER_GRID},
                                              {"groups", groups, GF_SOLVER_GRID},
                                              {"coupled", coupled, GF_SOLVER_GRID},
                                              {"particles", particles, GF_SOLVER_PARTICLES},
                                              {"volume", volume, GF_SOLVER_PARTICLES},
                                              {"water", water, GF_SOLVER_SHALLOW}};
