// Coupling of a liquid to air, both in 2D: the liquid drags, dyes and heats the air. Each effect is drawn into a
// texture of changes. A splat over the whole domain of the air then adds the texture.
#include "gpufluid/coupling.h"

#include "base/members.h"
#include "fluid/module.h"

#include "ext/coupling/members.inc"

#define COUPLE "gfFluid_Couple"
// Limit on the fraction of dye or velocity that one call removes: half floats round, and dye must not fall below 0.
#define FRACTION_MAX 0.998f

// The changes that a liquid makes to the air: RGBA16F over its domain. `impulse`, for each cell: velocity to add (m/s),
// 0, part covered by liquid. `paint`: dye to add. `heat`: temperature to add, K, in alpha. See shaders/coupling.
typedef struct Coupling {
    uint32_t liquid;                // gfBody.number of the liquid; 0: this coupling is unused
    gfTexture impulse, paint, heat; // `paint` and `heat` are made when first needed
    double waiting_s;               // time of calls since the air's last step, whose effect the air has not got, s
} Coupling;

static void destroyCouplings(void *owner, void *state)
{
    gfDevice *device = ((gfFluid *)owner)->body.device;
    for (int i = 0; i < GF_COUPLING_MAX; i++) {
        Coupling *c = (Coupling *)state + i;
        GF_DESTROY_TEXTURES(device, &c->impulse, &c->paint, &c->heat);
    }
}

static const gfFluidPart couplingPart = {.part = {"couplings", sizeof(Coupling[GF_COUPLING_MAX]), destroyCouplings}};

const gfModule gf_module_coupling = {.name = "coupling"};

static bool checkPair(const gfFluid *air, const gfFluid *liquid)
{
    gfDevice *device = air->body.device;
    const gfCore *core = &device->core;
    GF_REQUIRE(core, liquid != NULL, NULL_ARGUMENT, COUPLE ": liquid is null");
    GF_REQUIRE(core, liquid != air && liquid->body.device == device, OUT_OF_RANGE,
               COUPLE ": the liquid is %s; another fluid of the same device is expected",
               liquid == air ? "the air" : "of another device");
    GF_REQUIRE(core, air->body.def.solver == GF_SOLVER_GRID, UNSUPPORTED,
               COUPLE ": the air is of solver '%s'; GF_SOLVER_GRID is expected", air->solver->name);
    gfSolverKind kind = liquid->body.def.solver;
    GF_REQUIRE(core, kind == GF_SOLVER_GAUSSIAN || kind == GF_SOLVER_PARTICLES || kind == GF_SOLVER_WATER, UNSUPPORTED,
               COUPLE
               ": the liquid is of solver '%s'; GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES or GF_SOLVER_WATER is expected",
               liquid->solver->name);
    return true;
}

// Returns the air's Coupling to a liquid: the one that it has, or one that is unused or whose liquid was destroyed.
static Coupling *getCoupling(gfFluid *air, const gfFluid *liquid)
{
    gfDevice *device = air->body.device;
    Coupling *couplings = gfFluid_GetPart(air, &couplingPart);
    Coupling *empty = NULL;
    GF_TRY(couplings != NULL);
    for (int i = 0; i < GF_COUPLING_MAX; i++) {
        Coupling *c = &couplings[i];
        if (c->liquid == liquid->body.number) {
            return c;
        }
        if (c->liquid == 0 || gfFluid_FindNumber(device, c->liquid) == NULL) {
            empty = c;
        }
    }
    GF_REQUIRE(&device->core, empty != NULL, TOO_MANY, COUPLE ": it is coupled to %d liquids, the most allowed",
               GF_COUPLING_MAX);
    empty->liquid = liquid->body.number;
    return empty;
}

// Makes a texture anew unless it has this size already.
static bool sizeTexture(gfDevice *device, gfTexture *texture, int width, int height, const char *name)
{
    const char *owner = device->labelOwner;
    device->labelOwner = "coupling";
    bool made = gfTexture_FitNamed(device, texture, GF_FORMAT_RGBA16F, width, height, name);
    device->labelOwner = owner;
    return made;
}

// The arguments of one gfFluid_Couple, and what was found by them.
typedef struct Coupled {
    gfFluid *air, *liquid;
    const gfCouplingDef *def;
    Coupling *coupling;
    float dt;              // the call's time step and Coupling.waiting_s, s
    const gfTexture *flow; // velocity of the liquid, m/s: GF_SHOWN_FLOW
} Coupled;

static float coupledFraction(float rate, float dt)
{
    return fminf(-expm1f(-rate * dt), FRACTION_MAX);
}

// One of the three textures of a coupling: how it is drawn, and how the air's source reads it.
typedef struct CouplingChange {
    gfFieldId shown; // the air's field that it changes
    gfSourceFields field;
    gfTextureRole role;
    const char *name; // of the texture
    const char *file, *define, *input;
} CouplingChange;

static const CouplingChange impulseChange = {
    GF_SHOWN_FLOW, GF_SOURCE_VELOCITY, GF_TEXTURE_VELOCITY, "impulse", "coupling/couple_velocity.frag", "", "velocity"};
// Where the liquid covers air dye vanishes; at its surface the liquid emits dye.
static const CouplingChange paintChange = {
    GF_SHOWN_DYE, GF_SOURCE_DYE, GF_TEXTURE_DYE, "paint", "coupling/couple_scalars.frag", "DYE", "dye"};
static const CouplingChange heatChange = {
    GF_SHOWN_TEMPERATURE, GF_SOURCE_TEMPERATURE, GF_TEXTURE_MASK, "heat", "coupling/couple_scalars.frag", "",
    "temperature"};

// Draws a texture of changes. `view`: the air's field; `amount`: u_amount, four numbers; null: none, a texel is a cell.
static bool drawChange(const Coupled *c, const CouplingChange *change, const gfTexture *texture,
                       const gfFieldView *view, const float *amount)
{
    gfDevice *device = c->air->body.device;
    const gfFluidDef *air = &c->air->body.def, *liquid = &c->liquid->body.def;
    const GLint wrap[2] = {liquid->boundaries.left.kind == GF_BOUNDARY_PERIODIC ? 1 : 0,
                           liquid->boundaries.bottom.kind == GF_BOUNDARY_PERIODIC ? 1 : 0};
    const float perTexel[2] = {(float)air->gridWidth / (float)view->width,
                               (float)air->gridHeight / (float)view->height};
    bool wraps = wrap[0] + wrap[1] > 0;
    const gfShader shader =
        gfShader_Format(device, &gf_vertexCover, change->file, "%s%s", wraps ? "WRAP;" : "", change->define);
    float scale = air->cellSize / liquid->cellSize;
    gfPass pass = {.label = "coupling",
                   .shader = shader,
                   .writes = {texture},
                   .inputs = {GF_IN_FIELD(flow, c->flow->id), {change->input, view->texture->id, GF_SAMPLE_NEAREST}},
                   .uniforms = {GF_I2(cells, liquid->gridWidth, liquid->gridHeight),
                                GF_F4(placed, (air->origin.x - liquid->origin.x) / liquid->cellSize,
                                      (air->origin.y - liquid->origin.y) / liquid->cellSize, scale, scale),
                                GF_F4(coupled, c->def->fullMass, coupledFraction(c->def->pull, c->dt),
                                      coupledFraction(c->def->drown, c->dt), coupledFraction(c->def->heating, c->dt))}};
    int given = 3;
    if (amount != NULL) {
        pass.uniforms[given++] = (gfUniform)GF_F2V(cellsPerTexel, 1, perTexel);
        pass.uniforms[given++] = (gfUniform)GF_F4V(amount, 1, amount);
    }
    if (wraps) {
        pass.uniforms[given] = (gfUniform){"wrap", GF_IVEC2S, 1, wrap};
    }
    return gfPass_Run(device, &pass);
}

// Adds a splat over the whole domain of the air that adds a texture of changes to a field.
static bool addChange(const Coupled *c, gfSourceFields field, gfTextureRole role, const gfTexture *texture)
{
    gfBody *body = &c->air->body;
    const gfFluidDef *f = &body->def;
    gfSourceDef source = gfDefaultSourceDef();
    gfVec2 half = {0.5f * (float)f->gridWidth * f->cellSize, 0.5f * (float)f->gridHeight * f->cellSize};
    source.shape = gfMakeRectangle((gfVec2){f->origin.x + half.x, f->origin.y + half.y}, half, 0.0f);
    source.fields = (uint32_t)field;
    source.texture = texture->id;
    source.textureRole = role;
    source.velocity = field == GF_SOURCE_VELOCITY ? (gfVec2){1.0f, 1.0f} : (gfVec2){0.0f, 0.0f};
    source.temperature = field == GF_SOURCE_TEMPERATURE ? 1.0f : 0.0f;
    for (int i = 0; i < 4; i++) {
        source.dye[i] = field == GF_SOURCE_DYE ? 1.0f : 0.0f;
    }
    gfSource splat = gfSource_Make(&source);
    splat.passing = true;
    c->air->given |= (uint32_t)field;
    return gfSources_AddSplat(&body->sources, &body->device->core, &splat);
}

// Draws a texture of changes and adds the splat that reads it.
static bool changeAir(const Coupled *c, const CouplingChange *change, gfTexture *texture, const float *amount)
{
    const gfBody *air = &c->air->body;
    gfFieldView view;
    return c->air->solver->getField(air, c->air->state, (int)change->shown, &view) &&
           sizeTexture(air->device, texture, amount != NULL ? view.width : air->def.gridWidth,
                       amount != NULL ? view.height : air->def.gridHeight, change->name) &&
           drawChange(c, change, texture, &view, amount) && addChange(c, change->field, change->role, texture);
}

// Drops the splats that read the textures of a coupling. Returns whether that of the impulse was still waiting.
static bool dropChanges(gfSources *sources, const Coupling *k)
{
    gfSources_DropTexture(sources, k->paint.id);
    gfSources_DropTexture(sources, k->heat.id);
    return gfSources_DropTexture(sources, k->impulse.id);
}

// Makes the splats of a call. If the air has made no step since the last call, the splats of that call are still
// waiting: they are replaced by new ones for the time of both. False and reported: the coupling has no effect.
static bool applyCoupling(Coupled *c)
{
    gfSources *sources = &c->air->body.sources;
    gfCore *core = &c->air->body.device->core;
    Coupling *k = c->coupling;
    const float *dye = c->def->dye;
    bool paints = c->def->drown > 0.0f || dye[0] != 0.0f || dye[1] != 0.0f || dye[2] != 0.0f || dye[3] != 0.0f;
    k->waiting_s = fmin((dropChanges(sources, k) ? k->waiting_s : 0.0) + (double)c->dt, 1e6);
    c->dt = (float)k->waiting_s;
    GF_TRY(gfSources_Reserve(sources, core, gfMin(sources->splatCount + 3, GF_SPLAT_MAX)));
    const float poured[4] = {dye[0] * c->dt, dye[1] * c->dt, dye[2] * c->dt, dye[3] * c->dt};
    const float temperature[4] = {c->def->temperature, 0.0f, 0.0f, 0.0f};
    bool added = changeAir(c, &impulseChange, &k->impulse, NULL) &&
                 (!paints || changeAir(c, &paintChange, &k->paint, poured)) &&
                 (c->def->heating <= 0.0f || changeAir(c, &heatChange, &k->heat, temperature));
    if (!added) {
        dropChanges(sources, k);
    }
    return added;
}

bool gfFluid_Couple(gfFluid *air, gfFluid *liquid, const gfCouplingDef *def, float dt)
{
    GF_REQUIRE(NULL, air != NULL, NULL_ARGUMENT, COUPLE ": air is null");
    gfDevice *device = air->body.device;
    const gfRange time = {"dt", (double)dt, 0.0, 1e6};
    GF_TRY(checkPair(air, liquid) && gfDef_Check(&device->core, &gf_couplingDefRecord, def, COUPLE) &&
           gfCheckRanges(&device->core, &time, 1, COUPLE) && gfDevice_Begin(device, "gfFluid_Couple"));
    bool coupled = false;
    gfFieldView flow;
    Coupled c = {.air = air, .liquid = liquid, .def = def, .dt = dt, .coupling = getCoupling(air, liquid)};
    if (c.coupling != NULL && gfFluid_UpdateSolids(air) && gfFluid_UpdateSolids(liquid) &&
        liquid->solver->getField(&liquid->body, liquid->state, GF_SHOWN_FLOW, &flow)) {
        c.flow = flow.texture;
        coupled = applyCoupling(&c);
    }
    return gfDevice_EndWith(device, coupled);
}
