// Shallow water over ground: public calls, ground, textures, set-up. See also shallow_step.c and shallow_fields.c.
#include "solvers/shallow/shallow.h"

#include "base/members.h"
#include "fluid/module.h"
#include "fluid/records.h"
#include "fluid/validation.h"

// --- public calls ----------------------------------------------------------------------------------------------------

#include "solvers/shallow/members.inc"

bool gfFluid_ShapeGround(gfFluid *fluid, const gfGroundDef *def)
{
    GF_REQUIRE_BOTH(fluid, def);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->host.shapeGround != NULL, UNSUPPORTED, "%s: solver '%s' has no ground",
               __func__, fluid->solver->name);
    GF_TRY(gfDef_Check(&device->core, &gf_groundDefRecord, def, __func__) &&
           (def->everywhere || gfShape_Check(&device->core, &def->shape, def->texture != 0, __func__)) &&
           gfTraps_CheckTexture(device, def->texture, "texture", __func__) && gfDevice_Begin(device, __func__));
    fluid->hasGround = true;
    bool ok = fluid->solver->host.shapeGround(&fluid->body, fluid->state, def);
    gfDevice_End(device);
    return ok;
}

// --- the ground ------------------------------------------------------------------------------------------------------

_Static_assert(GF_GROUND_ADD == GF_GROUNDS_ADD && GF_GROUND_RAISE == GF_GROUNDS_RAISE &&
                   GF_GROUND_DIG == GF_GROUNDS_DIG,
               "the shader knows the modes by these numbers");

// Inputs of a pass that changes the ground, or fills in water over it.
typedef struct GroundChange {
    const char *defines;
    const gfShape *shape; // where; null: in the whole domain
    float softness;
    float height[4]; // m at the middle of the shape or domain; slope along x and y; m for a texture's red of 1
    int mode;
    GLuint texture;
} GroundChange;

static bool drawGround(const gfBody *body, gfShallow *s, const GroundChange *change)
{
    const gfShape *shape = change->shape;
    const gfFluidDef *def = &body->def;
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    gfVec2 middle = {0.5f * def->cellSize * (float)s->cellsX, 0.5f * def->cellSize * (float)s->cellsY};
    if (shape != NULL) {
        gfVec2 centre = gfShape_GetCentre(shape);
        middle = (gfVec2){centre.x - def->origin.x, centre.y - def->origin.y};
        gfShapeBatch_Add(&batch, shape, def->origin, 0.0f, change->softness);
    }
    GF_TRY(
        gfPass_Run(body->device,
                   &(gfPass){.label = "ground",
                             .shader = GF_SHALLOW_SHADER(s, "shallow/ground.frag", change->defines, 0),
                             .writes = {&s->flow.write},
                             .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(hostTexture, change->texture)},
                             .uniforms = {GF_SHALLOW_GRID(s), GF_SHAPE_UNIFORMS(&batch), GF_F1(cellSize, def->cellSize),
                                          GF_F4V(heightAt, 1, change->height), GF_I1(groundMode, change->mode),
                                          GF_F4(middle, middle.x, middle.y, shape == NULL ? 1.0f : 0.0f, 0.0f)}}));
    gfPair_Swap(&s->flow);
    return true;
}

static bool shapeShallowGround(const gfBody *body, void *state, const gfGroundDef *def)
{
    return drawGround(body, state,
                      &(GroundChange){.defines = def->texture != 0 ? "TEXTURED" : NULL,
                                      .shape = def->everywhere ? NULL : &def->shape,
                                      .softness = def->softness,
                                      .height = {def->height, def->slope.x, def->slope.y, def->textureScale},
                                      .mode = (int)def->mode,
                                      .texture = def->texture});
}

static bool fillShallowToLevel(const gfBody *body, void *state, const gfShape *shape, float level)
{
    gfShallow *s = state;
    bool filled = drawGround(body, s, &(GroundChange){.defines = "FILL", .shape = shape, .height = {level}});
    if (filled) {
        s->need.started = 0; // waves in deeper water may be faster: the next steps count substeps anew
    }
    return filled;
}

// --- the solver ------------------------------------------------------------------------------------------------------

static bool checkShallow(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    GF_REQUIRE(core, def->dyeScale == 1.0f, OUT_OF_RANGE, "%s: dyeScale is %g; GF_SOLVER_SHALLOW expects 1", caller,
               (double)def->dyeScale);
    return gfMembers_Check(core, &gf_shallowParamsRecord, &def->shallow, "shallow", caller) &&
           gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);
}

const char *const gf_shallowOptionDefines[] = {"WRAP",    "EDGES",  "DRAG", "VISCOUS",       "WINDY",
                                               "RIPPLED", "FOAMED", "BITS", [24] = "CARRIED"};

// --- state -----------------------------------------------------------------------------------------------------------

// clang-format off
#define SHALLOW_ROW_OF(name, member, kind, format, bits, extent, when, persists, sampled, shift)                       \
    {name, offsetof(gfShallow, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##bits, GF_SHALLOW_##extent,     \
     when, persists, GF_RESAMPLE_##sampled, 0, 0, GF_SHIFT_##shift, (persists) ? GF_SAVED_READ : GF_SAVED_NOT,          \
     GF_SHALLOW_BITS}
#define SHALLOW_ROW(name, member, kind, format, extent, when, persists, sampled, shift) \
    SHALLOW_ROW_OF(name, member, kind, format, format, extent, when, persists, sampled, shift)
// Rows of fields that the amount of water depends on. They need all 32 bits, see GF_SHALLOW_BITS.
#define SHALLOW_EXACT(name, member, kind, channels, extent, when, persists, sampled) \
    SHALLOW_ROW_OF(name, member, kind, channels##32F, channels##32UI, extent, when, persists, sampled, NONE)
#define SHALLOW_VIEW(name, view, format) \
    SHALLOW_ROW(name, views[GF_SHALLOW_##view], TEXTURE, format, CORNERS, \
                (uint32_t)GF_SHALLOW_VIEWED << GF_SHALLOW_##view, false, NONE, NONE)

static const gfStateRow shallowStateRows[] = {
    SHALLOW_EXACT("depth, velocity and ground", flow, PAIR, RGBA, CORNERS, 0, true, SOLVER),
    SHALLOW_EXACT("fluxes", fluxes, TEXTURE, RG, CORNERS, 0, true, NONE),
    SHALLOW_EXACT("clock", clock, PAIR, RGBA, ONE, 0, true, NONE),
    SHALLOW_EXACT("flow through sides", rows, PAIR, R, SIDES, GF_SHALLOW_EDGES, true, NONE),
    SHALLOW_ROW("dye", dye, PAIR, RGBA32F, CELLS, GF_SHALLOW_DYED, true, CELLS, CELLS),
    SHALLOW_ROW("ripples", ripple, PAIR, RG32F, CELLS, GF_SHALLOW_RIPPLES, true, CELLS, CELLS),
    SHALLOW_ROW("foam", foaming, PAIR, RG32F, CELLS, GF_SHALLOW_FOAMS, true, CELLS, CELLS),
    SHALLOW_ROW("corners", corners, PAIR, RG32F, CORNERS, GF_SHALLOW_WALLED, false, NONE, NONE),
    SHALLOW_ROW("faces", faces, TEXTURE, RGBA8, CORNERS, GF_SHALLOW_WALLED, false, NONE, NONE),
    SHALLOW_ROW("room for faces", valves, TEXTURE, RGBA8, CORNERS, GF_SHALLOW_VALVES, false, NONE, NONE),
    SHALLOW_ROW("velocity of walls", wallVelocity, TEXTURE, RG32F, CORNERS, GF_SHALLOW_WALLED, false, NONE, NONE),
    SHALLOW_ROW("fastest wave", speed, REDUCTION, RGBA32F, CORNERS, 0, false, NONE, NONE),
    SHALLOW_VIEW("velocity as read", VELOCITY, RG32F),
    SHALLOW_VIEW("face velocity as read", FACES, RG32F),
    SHALLOW_VIEW("vorticity", VORTICITY, R32F),
    SHALLOW_VIEW("depth as read", DEPTH, R32F),
    SHALLOW_VIEW("ground as read", GROUND, R32F),
    SHALLOW_VIEW("level", LEVEL, R32F),
    SHALLOW_VIEW("foam as read", FOAM, R32F),
    SHALLOW_VIEW("ripples as read", RIPPLE, R32F),
    SHALLOW_VIEW("flow", FLOW, RGBA32F),
    SHALLOW_VIEW("depth as shown", SHOWN_DEPTH, R32F),
    SHALLOW_VIEW("ground as shown", SHOWN_GROUND, R32F),
    SHALLOW_VIEW("water", WATER, RGBA32F),
    SHALLOW_EXACT("field as bits", exact, TEXTURE, RGBA, CORNERS, GF_SHALLOW_BITS, false, NONE),
};
// clang-format on

_Static_assert(GF_COUNT(shallowStateRows) <= GF_STATE_ROWS_MAX, "gfState_Create has room for fewer rows");

static const gfStateTable shallowStateTable = {shallowStateRows, GF_COUNT(shallowStateRows), "shallow", NULL};

// Makes the framebuffers of passes that write several textures, so that no step has to.
static bool warmShallow(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfShallow *s = state;
    return gfFramebuffer_Warm(device, (const gfTexture *const[]){&s->flow.read, &s->fluxes}, 2) &&
           gfFramebuffer_Warm(device, (const gfTexture *const[]){&s->flow.write, &s->fluxes}, 2) &&
           (!(conditions & GF_SHALLOW_WALLED) ||
            gfFramebuffer_Warm(device, (const gfTexture *const[]){&s->faces, &s->wallVelocity}, 2));
}

static gfStatePlan planOfShallow(const gfShallow *s, uint32_t conditions)
{
    static const float still[1][4] = {{0.0f}};
    return (gfStatePlan){.table = &shallowStateTable,
                         .extents = s->extents,
                         .clear = still,
                         .conditions = conditions,
                         .warm = warmShallow};
}

// Sets all of gfShallow.conditions, as gfShallow_Require sets some.
static bool makeShallow(const gfBody *body, gfShallow *s, uint32_t conditions)
{
    const gfStatePlan plan = planOfShallow(s, conditions);
    GF_TRY(gfState_Create(body->device, &plan, s));
    s->conditions = conditions;
    return true;
}

bool gfShallow_Require(const gfBody *body, void *state, uint32_t conditions)
{
    gfShallow *s = state;
    return gfShallow_Is(s, conditions) || makeShallow(body, s, s->conditions | conditions);
}

static uint32_t getShallowNeeds(const void *state)
{
    return ((const gfShallow *)state)->conditions & ~((uint32_t)GF_SHALLOW_WALLED - 1);
}

// --- set-up ----------------------------------------------------------------------------------------------------------

float gfShallow_GetRippleDepth(const gfBody *body)
{
    const gfShallowParams *p = &body->def.shallow;
    return p->ripples.speed * p->ripples.speed / p->gravity;
}

static uint32_t shallowConditions(const gfBody *body)
{
    const gfShallowParams *p = &body->def.shallow;
    const gfBoundaries *boundaries = &body->def.boundaries;
    bool enters = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN) || gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    bool wraps = gfBoundaries_Wrap(boundaries, 0) || gfBoundaries_Wrap(boundaries, 1);
    bool drags = p->manning > 0.0f || p->linearFriction > 0.0f || p->filmViscosity > 0.0f || p->yieldStress > 0.0f;
    bool windy = (p->wind.x != 0.0f || p->wind.y != 0.0f) && p->windDrag > 0.0f;
    uint32_t conditions = 0;
    conditions |= wraps ? GF_SHALLOW_WRAPS : 0;
    conditions |= enters ? GF_SHALLOW_EDGES : 0;
    conditions |= drags || windy ? GF_SHALLOW_DRAGS : 0; // friction and wind share a shader option
    conditions |= p->viscosity > 0.0f ? GF_SHALLOW_VISCOUS : 0;
    conditions |= windy ? GF_SHALLOW_WINDY : 0;
    conditions |= p->ripples.enabled ? GF_SHALLOW_RIPPLES : 0;
    conditions |= p->foam ? GF_SHALLOW_FOAMS : 0;
    conditions |= body->frame.used ? GF_SHALLOW_CARRIED : 0;
    conditions |= body->device->gl.formats[GF_FORMAT_RGBA32F].renderable ? 0 : GF_SHALLOW_BITS;
    return conditions;
}

static bool tuneShallow(const gfBody *body, void *state)
{
    gfShallow *s = state;
    const uint32_t shallowRequested = ~((uint32_t)GF_SHALLOW_WALLED - 1);
    uint32_t walled = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW) ? GF_SHALLOW_WALLED : 0;
    GF_TRY(makeShallow(body, s, (s->conditions & shallowRequested) | walled | shallowConditions(body)));
    s->wrapX = gfBoundaries_Wrap(&body->def.boundaries, 0);
    s->wrapY = gfBoundaries_Wrap(&body->def.boundaries, 1);
    return true;
}

static void destroyShallow(const gfBody *body, void *state)
{
    gfShallow *s = state;
    gfState_Destroy(body->device, &shallowStateTable, s);
    gfDelayedRead_Destroy(body->device, &s->need);
    gfFree(&body->device->core, s);
}

static void *createShallow(const gfBody *body)
{
    gfDevice *device = body->device;
    gfShallow *s = gfAlloc(&device->core, sizeof *s);
    GF_TRY(s != NULL);
    s->cellsX = body->def.gridWidth;
    s->cellsY = body->def.gridHeight;
    const int extents[GF_SHALLOW_EXTENTS][2] = {
        {s->cellsX, s->cellsY}, {s->cellsX + 1, s->cellsY + 1}, {1, 1}, {gfMax(s->cellsX, s->cellsY), GF_SIDES}};
    memcpy(s->extents, extents, sizeof extents);
    if (!tuneShallow(body, s)) {
        destroyShallow(body, s);
        return NULL;
    }
    gfDelayedRead_Create(device, &s->need);
    return s;
}

// Removes all water, but keeps the ground, just as a reset keeps solids.
static void resetShallow(const gfBody *body, void *state)
{
    gfShallow *s = state;
    static const float zero[4] = {0.0f};
    gfPair *const pairs[] = {&s->clock, &s->rows, &s->dye, &s->ripple, &s->foaming};
    for (int i = 0; i < GF_COUNT(pairs); i++) {
        if (gfPair_Exists(pairs[i])) {
            gfPair_Clear(body->device, pairs[i], zero);
        }
    }
    gfTexture_Clear(body->device, &s->fluxes, zero);
    if (gfPass_Run(body->device, &(gfPass){.label = "reset",
                                           .shader = GF_SHALLOW_SHADER(s, "shallow/write.frag", "DRY", 0),
                                           .writes = {&s->flow.write},
                                           .inputs = {GF_IN(flow, s->flow.read.id)},
                                           .uniforms = {GF_SHALLOW_GRID(s)}})) {
        gfPair_Swap(&s->flow);
    }
    s->need.started = 0;
    s->steps = 0;
}

// --- resizing --------------------------------------------------------------------------------------------------------

static bool resampleFlow(const gfBody *body, gfShallow *s, const gfFluidDef *oldDef, const gfShallow *old)
{
    const gfFluidDef *def = &body->def;
    float h = oldDef->cellSize, scale = def->cellSize / h;
    return gfPass_Run(body->device,
                      &(gfPass){.label = "resample",
                                .shader = GF_SHALLOW_SHADER(old, "shallow/resample.frag", NULL, GF_SHALLOW_WRAPS),
                                .writes = {&s->flow.read},
                                .inputs = {GF_IN(flow, old->flow.read.id)},
                                .uniforms = {GF_SHALLOW_GRID(old), GF_F2(newCells, (float)s->cellsX, (float)s->cellsY),
                                             GF_F2(scale, scale, scale),
                                             GF_F2(offset, (def->origin.x - oldDef->origin.x) / h,
                                                   (def->origin.y - oldDef->origin.y) / h),
                                             GF_F4(limits, 0.0f, 0.0f, (float)old->cellsX, (float)old->cellsY),
                                             GF_I1(taps, gfState_CountTaps(scale))}});
}

static bool resampleShallow(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfShallow *s = state;
    const gfShallow *old = oldState;
    uint32_t dyed = old->conditions & GF_SHALLOW_DYED;
    GF_TRY(gfShallow_Require(body, s, dyed));
    const gfStatePlan plan = planOfShallow(s, s->conditions);
    s->steps = old->steps;
    return resampleFlow(body, s, oldDef, old) && gfState_Resample(body->device, &plan, s, &body->def, oldState, oldDef);
}

// --- scrolling -------------------------------------------------------------------------------------------------------

static gfShader getShallowScroll(const gfShallow *s, const char *file, const char *defines)
{
    return (gfShader)GF_SHALLOW_SHADER(s, file, defines, 0);
}

// Shifts gfShallow.rows, the flow through each side, with the cells there. A side that meets new cells starts with 0.
static bool scrollRows(const gfBody *body, gfShallow *s, const gfScroll *scroll)
{
    return !gfPair_Exists(&s->rows) ||
           (gfPass_Run(body->device,
                       &(gfPass){.label = "scroll",
                                 .shader = getShallowScroll(s, "shallow/scroll_rows.frag", NULL),
                                 .writes = {&s->rows.write},
                                 .inputs = {GF_IN(rows, s->rows.read.id)},
                                 .uniforms = {GF_I2(scrolled, scroll->cells[0], scroll->cells[1]),
                                              GF_I2(cells, s->cellsX, s->cellsY), GF_I2(wrap, s->wrapX, s->wrapY),
                                              GF_I2(continues, 0, 0)}}) &&
            (gfPair_Swap(&s->rows), true));
}

// Draws the shifted contents of `from` into flow.write. `from`: the state or, with the define FLUXES, the fluxes.
static bool scrollShallowFlow(const gfBody *body, const gfShallow *s, const gfScroll *scroll, const gfTexture *from,
                              const char *defines)
{
    return gfPass_Run(body->device,
                      &(gfPass){.label = "scroll",
                                .shader = getShallowScroll(s, "shallow/scroll.frag", defines),
                                .writes = {&s->flow.write},
                                .inputs = {GF_IN(flow, from->id)},
                                .uniforms = {GF_I2(scrolled, scroll->cells[0], scroll->cells[1]),
                                             GF_I2(cells, s->cellsX, s->cellsY), GF_I2(wrap, s->wrapX, s->wrapY),
                                             GF_I2(continues, scroll->continues[0], scroll->continues[1])}});
}

// Shifts the fluxes. They are a single texture, so they are shifted into flow.write and copied back.
static bool scrollFluxes(const gfBody *body, gfShallow *s, const gfScroll *scroll)
{
    return scrollShallowFlow(body, s, scroll, &s->fluxes, "FLUXES") &&
           gfPass_Run(body->device, &(gfPass){.label = "scroll",
                                              .shader = GF_SHALLOW_SHADER(s, "common/copy.frag", NULL, 0),
                                              .writes = {&s->fluxes},
                                              .inputs = {GF_IN(copied0, s->flow.write.id)}});
}

static bool scrollShallow(const gfBody *body, void *state, const gfScroll *scroll)
{
    gfShallow *s = state;
    gfDevice *device = body->device;
    const gfStatePlan plan = planOfShallow(s, s->conditions);
    const gfShader shaders[] = {getShallowScroll(s, "shallow/scroll.frag", NULL),
                                getShallowScroll(s, "shallow/scroll.frag", "FLUXES"),
                                getShallowScroll(s, "shallow/scroll_rows.frag", NULL)};
    GF_TRY(gfPrograms_Make(device, shaders, GF_COUNT(shaders)) && gfState_PrepareScroll(device, &shallowStateTable) &&
           gfState_Scroll(device, &plan, s, scroll) && scrollFluxes(body, s, scroll) && scrollRows(body, s, scroll) &&
           scrollShallowFlow(body, s, scroll, &s->flow.read, NULL));
    gfPair_Swap(&s->flow);
    return true;
}

static bool measureLag(const gfBody *body, const void *state, gfFluidStats *stats)
{
    const gfShallow *s = state;
    float clock[4] = {0};
    bool ok = gfReadback_Blocking(body->device, &(gfReadSource){&s->clock.read, 1, 1, 4}, clock);
    stats->lag_s = (double)clock[2];
    return ok;
}

// --- snapshots -------------------------------------------------------------------------------------------------------

static void archiveMadeShallow(const gfBody *body, void *state, gfArchive *archive)
{
    gfShallow *s = state;
    uint32_t made = s->conditions & GF_SHALLOW_DYED;
    gfArchive_Bytes(archive, &made, sizeof made);
    if (gfArchive_Reads(archive) && made != 0 && !gfShallow_Require(body, s, GF_SHALLOW_DYED)) {
        archive->failed = true;
    }
}

static void archiveShallow(const gfBody *body, void *state, gfArchive *archive)
{
    gfShallow *s = state;
    const gfStatePlan plan = planOfShallow(s, s->conditions);
    (void)body;
    gfArchive_Bytes(archive, &s->steps, sizeof s->steps);
    gfState_Archive(archive, &plan, s);
    gfArchive_DelayedRead(archive, &s->need);
}

static void describeWater(const gfBody *body, gfMedium *medium)
{
    medium->kind = GF_MEDIUM_ABOVE;
    medium->gravity = (gfVec2){0.0f, -body->def.shallow.gravity};
}

static const gfSolver shallowSolver = {
    .name = "shallow",
    .table = &shallowStateTable,
    .check = checkShallow,
    .create = createShallow,
    .describeMedium = describeWater,
    .oneWay = true,
    .destroy = destroyShallow,
    .domain.resample = resampleShallow,
    .reset = resetShallow,
    .tune = tuneShallow,
    .domain.scroll = scrollShallow,
    .saved.archiveMade = archiveMadeShallow,
    .saved.archive = archiveShallow,
    .solids.update = gfShallow_UpdateSolids,
    .step = gfShallow_Step,
    .describeField = gfShallow_DescribeField,
    .hasField = gfShallow_HasField,
    .getField = gfShallow_GetField,
    .host.isWritable = gfShallow_IsWritable,
    .host.writeField = gfShallow_WriteField,
    .solids.drawLoads = gfShallow_DrawLoads,
    .host.measure = measureLag,
    .host.shapeGround = shapeShallowGround,
    .host.fillToLevel = fillShallowToLevel,
    .needs.get = getShallowNeeds,
    .needs.make = gfShallow_Require,
    .needs.ofSteps = GF_SHALLOW_WALLED | GF_SHALLOW_DYED | GF_SHALLOW_VALVES | GF_SHALLOW_CARRIED,
};

static void dryRunShallow(const gfDryRun *run, gfUse use)
{
    gfGroundDef ground = gfDefaultGroundDef();
    if (use != GF_USE_SOURCES || run->def == NULL) {
        return;
    }
    ground.shape = gfMakeCircle(run->middle, 0.2f * run->size);
    gfFluid_ShapeGround(run->fluid, &ground);
    ground.texture = GF_DRY_RUN_TEXTURE;
    ground.shape = gfMakeRectangle(run->middle, (gfVec2){0.2f * run->size, 0.2f * run->size}, 0.0f);
    gfFluid_ShapeGround(run->fluid, &ground);
}

const gfModule gf_module_shallow = {
    .name = "shallow", .solver = &shallowSolver, .kind = GF_SOLVER_SHALLOW, .dryRun = dryRunShallow};
