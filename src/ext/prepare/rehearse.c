// The rehearsal: what a host will do is done once with a fluid of its own, by the public calls, while nothing is drawn.
#include "ext/prepare/prepare.h"

#include "ext/fluid3d/fluid3d.h"
#include "gpufluid/health.h"
#include "gpufluid/moving.h"
#include "gpufluid/rigid_body.h"

#include <string.h>

// A fluid, and the middle and the shorter side of what it is in.
typedef struct Stage2D {
    gfFluid *fluid;
    const gfPrepareDef *def;
    gfTracers *tracers;
    gfVec2 middle;
    float size; // m
} Stage2D;

typedef struct Stage3D {
    gfFluid3D *fluid;
    const gfPrepareDef *def;
} Stage3D;

static const uint32_t anyTexture = 1; // nothing is drawn with it

// Both sides of every pair are written, and what is read two steps later is read.
static void rehearseSteps(gfFluid *fluid)
{
    for (int i = 0; i < 4; i++) {
        gfFluid_StepOnce(fluid);
    }
}

// --- drawing ---------------------------------------------------------------------------------------------------------

static void drawBoth(const Stage2D *s, const gfDrawDef *def)
{
    gfDrawDef d = *def;
    d.tracers.set = NULL;
    gfFluid_Draw(s->fluid, &d);
    if (s->tracers != NULL) {
        d.tracers.set = s->tracers;
        gfFluid_Draw(s->fluid, &d);
    }
}

static void drawEveryStyle(const Stage2D *s)
{
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        gfDrawDef d = gfDefaultDrawDef();
        d.style = (gfDrawStyle)style;
        drawBoth(s, &d);
        d.bloom.enabled = true;
        drawBoth(s, &d);
        d.refraction.enabled = d.shafts.enabled = d.shadow.enabled = true;
        drawBoth(s, &d);
    }
    gfDrawDef own = gfDefaultDrawDefFor(s->fluid);
    drawBoth(s, &own);
    own.pixels.size = 4;
    drawBoth(s, &own);
    own.pixels.colors = gfGetPalette(GF_PALETTE_ICE);
    drawBoth(s, &own);
}

static void rehearseDrawing(const Stage2D *s)
{
    if ((s->def->uses & GF_USE_DRAWING) != 0 && s->def->draws == NULL) {
        drawEveryStyle(s);
    }
    for (int i = 0; (s->def->uses & GF_USE_DRAWING) != 0 && i < s->def->drawCount; i++) {
        drawBoth(s, &s->def->draws[i]);
    }
}

static void rehearseSurface(const Stage2D *s)
{
    for (int i = 0; i < s->def->surfaceCount; i++) {
        gfFluid_DrawSurface(s->fluid, &s->def->surfaces[i]);
    }
    for (int i = 0; s->def->surfaces == NULL && i < 2 * GF_SURFACE_OF_COUNT; i++) {
        gfSurfaceTextures textures;
        gfSurfaceDef d = gfDefaultSurfaceDef();
        d.source.of = (gfSurfaceOf)(i / 2);
        d.kind = i % 2 == 0 ? GF_SURFACE_CLEAR : GF_SURFACE_LAVA;
        gfFluid_DrawSurface(s->fluid, &d);
        gfFluid_GetSurfaceTextures(s->fluid, &d.source, &textures);
    }
}

// --- sources and solids ----------------------------------------------------------------------------------------------

static void rehearseSources(const Stage2D *s)
{
    for (int i = 0; i < 4; i++) {
        gfSourceDef source = gfDefaultSourceDef();
        source.shape = gfMakeRectangle(s->middle, (gfVec2){0.2f * s->size, 0.2f * s->size}, 0.0f);
        source.mode = i % 2 == 0 ? GF_SOURCE_ADD : GF_SOURCE_SET;
        source.velocity = (gfVec2){1.0f, 1.0f};
        source.dye[0] = source.dye[3] = source.mass = source.temperature = source.divergence = 1.0f;
        source.attraction = 0.1f;
        source.texture = i < 2 ? 0 : anyTexture;
        gfFluid_Splat(s->fluid, &source);
        gfFluid_StepOnce(s->fluid);
        gfEmitterId emitter = gfFluid_AddEmitter(s->fluid, &source);
        rehearseSteps(s->fluid);
        source.mass = source.mode == GF_SOURCE_SET ? 0.0f : -1.0f; // a drain
        gfFluid_SetEmitter(s->fluid, emitter, &source);
        rehearseSteps(s->fluid);
        gfFluid_RemoveEmitter(s->fluid, emitter);
    }
    gfGroundDef ground = gfDefaultGroundDef();
    ground.shape = gfMakeCircle(s->middle, 0.2f * s->size);
    gfFluid_ShapeGround(s->fluid, &ground);
    ground.texture = anyTexture;
    ground.shape = gfMakeRectangle(s->middle, (gfVec2){0.2f * s->size, 0.2f * s->size}, 0.0f);
    gfFluid_ShapeGround(s->fluid, &ground);
    gfFluid_FillToLevel(s->fluid, NULL, s->middle.y);
    gfFluid_FillToLevel(s->fluid, &ground.shape, s->middle.y);
    gfFluid_AddParticles(s->fluid, &(gfParticle){.position = s->middle}, 1);
}

static void rehearseZones(const Stage2D *s)
{
    for (int i = 0; i < 2; i++) {
        gfSourceDef source = gfDefaultSourceDef();
        source.shape = gfMakeRectangle(s->middle, (gfVec2){0.2f * s->size, 0.2f * s->size}, 0.0f);
        source.zone.drag = 1.0f;
        source.zone.turbulence.strength = 1.0f;
        source.zone.oneWay.x = 1.0f - (float)i;
        gfEmitterId emitter = gfFluid_AddEmitter(s->fluid, &source);
        rehearseSteps(s->fluid);
        if (i == 0) {
            gfFluid_RemoveEmitter(s->fluid, emitter); // the other one is drawn
        }
    }
}

static void rehearseSolids(const Stage2D *s)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(s->middle, 0.1f * s->size);
    gfSolidId solid = gfFluid_AddSolid(s->fluid, &def);
    rehearseSteps(s->fluid);
    def.velocity.x = def.angularVelocity = 1.0f;
    def.surface = GF_SURFACE_NO_SLIP;
    gfFluid_SetSolid(s->fluid, solid, &def);
    rehearseSteps(s->fluid);
    gfSolidDef wall = gfDefaultSolidDef(); // thin, and under an image
    wall.shape = gfMakeRectangle(s->middle, (gfVec2){0.4f * s->size, 0.001f * s->size}, 0.0f);
    gfFluid_AddSolid(s->fluid, &wall);
    rehearseSteps(s->fluid);
    wall.texture = anyTexture;
    wall.shape.b.y = 0.2f * s->size;
    gfFluid_AddSolid(s->fluid, &wall);
    rehearseSteps(s->fluid);
}

static void rehearseBodies(const Stage2D *s)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle(s->middle, 0.1f * s->size);
    gfRigidBodyId body = gfFluid_AddRigidBody(s->fluid, &def);
    rehearseSteps(s->fluid);
    gfFluid_RemoveRigidBody(s->fluid, body);
}

// --- fields and queries ----------------------------------------------------------------------------------------------

static void writeZeros(const Stage2D *s, gfField field, const gfFieldInfo *info)
{
    gfCore *core = &s->fluid->body.device->core;
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float *zeros = gfSolver_IsWritable(s->fluid->solver, field) ? gfAlloc(core, count * sizeof *zeros) : NULL;
    if (zeros != NULL) {
        gfFluid_WriteField(s->fluid, field, zeros, count);
    }
    gfFree(core, zeros);
}

static void rehearseFields(const Stage2D *s)
{
    float value[3];
    gfVec2 gradient;
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfFieldInfo info;
        gfFieldTexture texture;
        if (gfFluid_GetFieldInfo(s->fluid, (gfField)i, &info)) {
            gfFluid_GetTexture(s->fluid, (gfField)i, &texture);
            writeZeros(s, (gfField)i, &info);
        }
    }
    if (s->fluid->solver->project != NULL) {
        gfFluid_Project(s->fluid, 1);
    }
    for (int i = 0; i <= GF_PROPERTY_MATERIAL; i++) {
        gfFluid_SampleParticlesBlocking(s->fluid, (gfParticleProperty)i, &s->middle, 1, value, NULL);
        gfFluid_SampleParticlesBlocking(s->fluid, (gfParticleProperty)i, &s->middle, 1, value, &gradient);
    }
}

static void rehearseHealth(const Stage2D *s)
{
    gfFluid_RequestHealth(s->fluid);
    gfFluid_Repair(s->fluid);
}

static void ask(const Stage2D *s, const gfQueryDef *def)
{
    gfQuery *query = gfCreateQuery(s->fluid, def);
    if (query == NULL) {
        return;
    }
    gfQuery_SetPoints(query, &s->middle, def->maxPoints > 0 ? 1 : 0);
    for (uint32_t bit = 1; bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        for (int i = 0; i < 2; i++) {
            const gfVec2 m = s->middle, corners[3] = {m, {m.x + 0.1f * s->size, m.y}, {m.x, m.y + 0.1f * s->size}};
            gfQueryRegion region = gfDefaultQueryRegion();
            region.shape = i == 0 ? gfMakeCircle(m, 0.1f * s->size) : gfMakePolygon(corners, 3);
            region.quantity = (gfQuantity)bit;
            if ((def->quantities & bit) != 0 && def->maxRegions > 0 && gfQuery_SetRegions(query, &region, 1)) {
                gfQuery_Submit(query);
            }
        }
    }
    gfDestroyQuery(query);
}

static void rehearseQueries(const Stage2D *s)
{
    gfQueryDef all = gfDefaultQueryDef();
    all.quantities = 0;
    for (int i = 0; i < s->def->queryCount; i++) {
        ask(s, &s->def->queries[i]);
    }
    for (uint32_t bit = 1; s->def->queries == NULL && bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        gfQueryDef one = gfDefaultQueryDef();
        one.quantities = bit;
        gfQuery *query = gfCreateQuery(s->fluid, &one);
        all.quantities |= query != NULL ? bit : 0u;
        gfDestroyQuery(query);
        ask(s, &one);
    }
    if (s->def->queries == NULL) {
        ask(s, &all);
        all.maxSolids = 1;
        all.sides = s->fluid->solver->drawSideLoads != NULL;
        ask(s, &all);
    }
}

static void rehearseTracers(Stage2D *s)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 1;
    s->tracers = gfCreateTracers(s->fluid, &def);
    for (int i = 0; s->tracers != NULL && i < 2; i++) {
        gfTracers_Step(s->tracers, 0.01f);
    }
}

static void rehearseResize(const Stage2D *s)
{
    gfFluidDef def = s->fluid->body.def;
    gfFluid_SetFixedStep(s->fluid, 0.5f * def.fixedStep);
    gfFluid_Reset(s->fluid);
    gfFluid_Resize(s->fluid, def.gridWidth, def.gridHeight, def.cellSize,
                   (gfVec2){def.origin.x + def.cellSize, def.origin.y});
    rehearseSteps(s->fluid);
}

// Each way along each axis, and in a frame that turns.
static void rehearseMoving(const Stage2D *s)
{
    gfCells multiple = gfFluid_GetScrollMultiple(s->fluid);
    for (int i = 0; i < 4; i++) {
        int step = i % 2 == 0 ? 1 : -1;
        gfFluid_Scroll(s->fluid, i < 2 ? step * multiple.x : 0, i < 2 ? 0 : step * multiple.y);
        rehearseSteps(s->fluid);
    }
    gfFrameDef frame = gfDefaultFrameDef();
    for (int i = 0; i < 2; i++) {
        frame.velocity.x = 0.1f * s->size;
        frame.angularVelocity = (float)i;
        gfFluid_SetFrame(s->fluid, &frame);
        rehearseSteps(s->fluid);
    }
}

static void rehearseFluid(Stage2D *s)
{
    uint32_t uses = s->def->uses;
    rehearseSteps(s->fluid);
    if ((uses & GF_USE_TRACERS) != 0) {
        rehearseTracers(s);
    }
    rehearseDrawing(s);
    if ((uses & GF_USE_SOURCES) != 0) {
        rehearseSources(s);
        rehearseZones(s);
        rehearseDrawing(s);
    }
    if ((uses & GF_USE_SOLIDS) != 0) {
        rehearseSolids(s);
        rehearseBodies(s);
        rehearseDrawing(s);
    }
    if ((uses & GF_USE_FIELDS) != 0) {
        rehearseHealth(s);
        rehearseFields(s);
    }
    if ((uses & GF_USE_QUERIES) != 0) {
        rehearseQueries(s);
    }
    if ((uses & GF_USE_SURFACE) != 0) {
        rehearseSurface(s);
    }
}

// What the fluid has come to need.
static void noteNeeds(const gfFluid *fluid, gfPrepared *prepared)
{
    gfSolverKind kind = fluid->body.def.solver;
    prepared->needs[kind] |= fluid->solver->getNeeds != NULL ? fluid->solver->getNeeds(fluid->state) : 0u;
    prepared->distances[kind] = prepared->distances[kind] || gfSolids_HasExact(&fluid->body.solids);
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        prepared->textures[kind] |= fluid->hostTextures[i].id != 0 ? 1u << i : 0u;
    }
}

// --- three dimensions ------------------------------------------------------------------------------------------------

static void draw3D(const Stage3D *s)
{
    bool wanted = (s->def->uses & GF_USE_DRAWING) != 0;
    for (int i = 0; wanted && i < 2 * s->def->draw3DCount; i++) { // twice, for both sides of pairs
        gfFluid3D_Draw(s->fluid, &s->def->draws3D[i / 2]);
    }
    for (int i = 0; wanted && s->def->draws3D == NULL && i < 2 * GF_DRAW3D_STYLE_COUNT; i++) {
        gfDraw3DDef d = gfDefaultDraw3DDef();
        d.style = (gfDraw3DStyle)(i / 2);
        gfFluid3D_Draw(s->fluid, &d);
    }
}

static void rehearseSteps3D(gfFluid3D *fluid)
{
    for (int i = 0; i < 3; i++) {
        gfFluid3D_StepOnce(fluid);
    }
}

static void rehearseSources3D(const Stage3D *s, float size)
{
    gfVec3 middle = s->fluid->body.def.position;
    for (int i = 0; i < 2; i++) {
        gfSource3DDef source = gfDefaultSource3DDef();
        source.shape = gfMakeSphere(middle, 0.2f * size);
        source.mode = i == 0 ? GF_SOURCE_ADD : GF_SOURCE_SET;
        source.velocity.x = source.mass = source.dye[0] = source.dye[3] = 1.0f;
        source.attraction = source.zone.drag = 0.1f;
        gfFluid3D_Splat(s->fluid, &source);
        gfEmitter3DId emitter = gfFluid3D_AddEmitter(s->fluid, &source);
        rehearseSteps3D(s->fluid);
        source.mass = i == 0 ? -1.0f : 0.0f;
        gfFluid3D_SetEmitter(s->fluid, emitter, &source);
        rehearseSteps3D(s->fluid);
        gfFluid3D_RemoveEmitter(s->fluid, emitter);
    }
}

static void rehearseSolids3D(const Stage3D *s, float size)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere(s->fluid->body.def.position, 0.1f * size);
    solid.velocity.x = 1.0f;
    solid.surface = GF_SURFACE_NO_SLIP;
    gfFluid3D_AddSolid(s->fluid, &solid);
    rehearseSteps3D(s->fluid);
    gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
    body.shape = solid.shape;
    gfFluid3D_AddRigidBody(s->fluid, &body);
    rehearseSteps3D(s->fluid);
    gfFluid3D_AddCollisionMesh(s->fluid, &(gfCollisionMeshData){positions, 3, indices, 3}, still);
    rehearseSteps3D(s->fluid);
    for (int i = 0; i < 4; i++) {
        const gfCollisionTexturesDef textures = {anyTexture, i % 2 == 0 ? 0 : anyTexture, i / 2 != 0};
        gfFluid3D_SetCollisionTextures(s->fluid, &textures);
        rehearseSteps3D(s->fluid);
    }
}

static void rehearseFluid3D(const Stage3D *s)
{
    const gfFluid3DDef *def = &s->fluid->body.def;
    float size = fminf(def->size.x, fminf(def->size.y, def->size.z));
    gfFluid3D_AddParticles(s->fluid, &(gfParticle3D){.position = def->position}, 1);
    rehearseSteps3D(s->fluid);
    draw3D(s);
    if ((s->def->uses & GF_USE_SOURCES) != 0) {
        rehearseSources3D(s, size);
    }
    if ((s->def->uses & GF_USE_SOLIDS) != 0) {
        rehearseSolids3D(s, size);
    }
    draw3D(s);
    if ((s->def->uses & GF_USE_FIELDS) != 0) {
        gfFluid3D_RequestHealth(s->fluid);
        gfFluid3D_Repair(s->fluid);
    }
    gfFluid3D_Reset(s->fluid);
}

bool gfRehearse(gfDevice *device, const gfPrepareDef *def, gfPrepared *prepared)
{
    for (int i = 0; i < def->fluidCount; i++) {
        Stage2D s = {.fluid = gfCreateFluid(device, &def->fluids[i]), .def = def};
        if (s.fluid == NULL) {
            return false;
        }
        const gfFluidDef *made = &s.fluid->body.def;
        float width = made->cellSize * (float)made->gridWidth, height = made->cellSize * (float)made->gridHeight;
        s.middle = (gfVec2){made->origin.x + 0.5f * width, made->origin.y + 0.5f * height};
        s.size = fminf(width, height);
        device->core.quiet = true; // not all solvers have all of it
        rehearseFluid(&s);
        noteNeeds(s.fluid, prepared);
        if ((def->uses & GF_USE_RESIZE) != 0) {
            rehearseMoving(&s);
            rehearseResize(&s);
        }
        device->core.quiet = false;
        gfDestroyFluid(s.fluid);
    }
    for (int i = 0; i < def->fluid3DCount; i++) {
        Stage3D s = {gfCreateFluid3D(device, &def->fluids3D[i]), def};
        if (s.fluid == NULL) {
            return false;
        }
        device->core.quiet = true;
        rehearseFluid3D(&s);
        device->core.quiet = false;
        gfDestroyFluid3D(s.fluid);
    }
    return true;
}
