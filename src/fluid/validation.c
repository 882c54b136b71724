// Checks for likely mistakes of the host. They cost a few comparisons, in calls that change something and in drawings;
// before a step only what is new since the last step is checked.
#include "fluid/validation.h"

#include "gl/framebuffer.h"

#include <stdarg.h>
#include <stdio.h>

// A solid moved without a velocity this many times in succession is a mistake; fewer may be meant as jumps.
#define STILL_MOVES 3
// Two moves of a solid belong to one motion if at most this many steps lie between them.
#define STILL_PAUSE 8
// Gravity is too strong if the liquid could not even carry a filling of this fraction of the domain's height.
#define FILLED_FRACTION 0.1
// For liquid of known depth gravity is reported from this many times the documented limit on (GF_STIFFNESS_FRACTION); a
// little more than the limit may be meant.
#define FILLED_MORE 2.0

// A solid this many of the domain's longer sides away is misplaced. Nearer ones may wait for a domain that moves.
#define FAR_LENGTHS 8.0f
// A height lower than all ground on Earth, m: lower values must be markers of missing data.
#define LOWEST_GROUND -12000.0f
// To bound the heat of a fluid, an emitter is assumed to heat the same fluid for at most this time, s.
#define HEATING_TIME 2.0f

// For each kind of mistake the error code, and the advice that ends its message.
static const struct {
    gfErrorCode code;
    const char *cure;
} traps[GF_TRAP_COUNT] = {
    [GF_TRAP_OUTSIDE] = {GF_ERROR_OUT_OF_RANGE, "positions are in metres; gfFluid_PixelToWorld turns pixels into them"},
    [GF_TRAP_NO_AMOUNT] = {GF_ERROR_OUT_OF_RANGE,
                           "dye[3] is the amount, and nothing shows without it: set it, 1 for full colour"},
    [GF_TRAP_MASS] = {GF_ERROR_UNSUPPORTED, "it has no mass: give dye, or take GF_SOLVER_WATER, GF_SOLVER_GAUSSIAN, "
                                            "GF_SOLVER_PARTICLES or GF_SOLVER_SHALLOW for a liquid"},
    [GF_TRAP_GRAVITY] = {GF_ERROR_OUT_OF_RANGE,
                         "the liquid would be pressed together; GF_SOLVER_WATER (gfSuggestLiquid) is not"},
    [GF_TRAP_SPEED] = {GF_ERROR_OUT_OF_RANGE, "the liquid is slowed down to 12 cells a step"},
    [GF_TRAP_STILL_SOLID] = {GF_ERROR_OUT_OF_RANGE, "it pushes nothing: set velocityFromMotion, or velocity"},
    [GF_TRAP_NOTHING] = {GF_ERROR_UNSUPPORTED,
                         "gfDefaultDrawDefFor(fluid) gives a look that suits it, and dye needs a source with dye[3]"},
    [GF_TRAP_ANSWER] = {GF_ERROR_CALL_ORDER, "answers must be taken"},
    [GF_TRAP_TEXTURE] = {GF_ERROR_WRONG_CONTEXT,
                         "a texture of the device's context, or of one that shares its objects, is expected"},
    [GF_TRAP_FAR] = {GF_ERROR_OUT_OF_RANGE, "positions are in metres; gfFluid_PixelToWorld turns pixels into them"},
    [GF_TRAP_BURIED] = {GF_ERROR_OUT_OF_RANGE, "there is no fluid to act on: place it at least in part outside"},
    [GF_TRAP_PASSES] = {GF_ERROR_UNSUPPORTED,
                        "bodies pass through masks and textures: add solids that are shapes where they should stop"},
    [GF_TRAP_NO_FILL] = {GF_ERROR_OUT_OF_RANGE, "nothing is filled: levels and places are in metres"},
    [GF_TRAP_WEIGHTLESS] = {GF_ERROR_OUT_OF_RANGE, "the liquid will not stay at its level: set gaussian.gravity"},
    [GF_TRAP_NO_DATA] = {GF_ERROR_OUT_OF_RANGE,
                         "data sets mark unknown heights so: replace them before, by a neighbour's or the sea's"},
    [GF_TRAP_DROPS] = {GF_ERROR_UNSUPPORTED,
                       "liquid that leaves the domain is dropped, and none comes in: make the domain as large as the "
                       "liquid, or carry it with gfFluid_SetFrame"},
    [GF_TRAP_VIEW] = {GF_ERROR_OUT_OF_RANGE, "a width and an aspect above 0, and a finite centre, are expected"},
    [GF_TRAP_UNSEEN] = {GF_ERROR_OUT_OF_RANGE,
                        "gfFluid_GetFitView shows the whole domain; gfMakeView takes metres of the world"},
    [GF_TRAP_COLD] = {GF_ERROR_OUT_OF_RANGE, "set range to the heat that should be white, or give more of it"},
};

bool gfTrap_Matters(const gfDevice *device, gfTrap trap)
{
    const gfValidating *v = &device->validating;
    bool told = v->mode == GF_VALIDATION_WARNINGS && (v->reported >> trap & 1u);
    return v->mode != GF_VALIDATION_OFF && !told && !device->dryRun && !gfCore_IsQuiet(&device->core);
}

bool gfTrap_Report(gfDevice *device, gfTrap trap, const char *caller, const char *format, ...)
{
    if (!gfTrap_Matters(device, trap)) {
        return true;
    }
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    bool refused = device->validating.mode == GF_VALIDATION_ERRORS;
    device->validating.reported |= 1u << trap;
    gfReport(&device->core, refused ? GF_LOG_ERROR : GF_LOG_WARNING, traps[trap].code, "%s: %s; %s", caller, what,
             traps[trap].cure);
    return !refused;
}

// --- sources ---------------------------------------------------------------------------------------------------------

static gfBounds domainBounds(const gfFluidDef *def)
{
    float width = (float)def->gridWidth * def->cellSize, height = (float)def->gridHeight * def->cellSize;
    return (gfBounds){def->origin.x, def->origin.y, def->origin.x + width, def->origin.y + height};
}

// Returns how far apart two boxes are along the axis where the gap is larger, m; below 0 they overlap.
static float getGap(const gfBounds *a, const gfBounds *b)
{
    float x = fmaxf(a->minX - b->maxX, b->minX - a->maxX), y = fmaxf(a->minY - b->maxY, b->minY - a->maxY);
    return fmaxf(x, y);
}

// Reports a shape that is farther from the domain than `lengths` times the domain's longer side, its softness included.
// Nearer shapes may be meant: they enter and leave, follow a pointer, or wait.
static bool checkPlace(gfFluid *fluid, gfTrap trap, const gfShape *shape, float lengths, float softness,
                       const char *caller)
{
    const gfFluidDef *of = &fluid->body.def;
    bool endless = of->solver == GF_SOLVER_PARTICLES && of->particles.unbounded;
    if (endless || !gfTrap_Matters(fluid->body.device, trap)) {
        return true;
    }
    const gfBounds domain = domainBounds(of), bounds = gfShape_GetBounds(shape);
    float longest = fmaxf(domain.maxX - domain.minX, domain.maxY - domain.minY);
    if (!(getGap(&domain, &bounds) > lengths * longest + 0.5f * softness)) {
        return true;
    }
    gfVec2 at = gfShape_GetCentre(shape);
    return gfTrap_Report(fluid->body.device, trap, caller,
                         "the shape at (%g, %g) m is outside the domain, which is %g x %g m from (%g, %g), and does "
                         "nothing",
                         (double)at.x, (double)at.y, (double)(domain.maxX - domain.minX),
                         (double)(domain.maxY - domain.minY), (double)domain.minX, (double)domain.minY);
}

static bool checkAmount(gfDevice *device, uint32_t fields, const float dye[4], const char *caller)
{
    bool colored = dye[0] != 0.0f || dye[1] != 0.0f || dye[2] != 0.0f;
    return !(fields & GF_SOURCE_DYE) || !colored || dye[3] != 0.0f ||
           gfTrap_Report(device, GF_TRAP_NO_AMOUNT, caller, "dye is (%g, %g, %g, 0), a colour without an amount",
                         (double)dye[0], (double)dye[1], (double)dye[2]);
}

static bool checkSpeed(gfFluid *fluid, const gfSourceDef *def, const char *caller)
{
    const gfFluidDef *of = &fluid->body.def;
    double fastest = fmax(fabs((double)def->velocity.x), fabs((double)def->velocity.y));
    double most = (double)GF_GAUSSIAN_SPEED_MAX * (double)of->cellSize / (double)of->fixedStep;
    return of->solver != GF_SOLVER_GAUSSIAN || of->gaussian.mode != GF_GAUSSIAN_CONSERVING ||
           !(def->fields & GF_SOURCE_VELOCITY) || fastest <= most ||
           gfTrap_Report(
               fluid->body.device, GF_TRAP_SPEED, caller,
               "velocity is %g m/s, and %g m/s is the most with this cellSize and fixedStep; a fixedStep of %g "
               "s would do",
               fastest, most, (double)of->fixedStep * most / fastest);
}

static bool knowsTexture(const gfDevice *device, uint32_t texture)
{
    const gfValidating *v = &device->validating;
    bool known = texture == 0;
    for (int i = 0; i < GF_COUNT(v->textures); i++) {
        known = known || v->textures[i] == texture;
    }
    return known;
}

static uint32_t fieldsGiven(const gfSourceDef *def)
{
    const gfZoneDrags drags = {def->zone.drag, def->zone.quadraticDrag, &def->zone.turbulence};
    bool moves = def->velocity.x != 0.0f || def->velocity.y != 0.0f || def->angularVelocity != 0.0f ||
                 def->acceleration.x != 0.0f || def->acceleration.y != 0.0f || def->angularAcceleration != 0.0f ||
                 def->temperature != 0.0f || def->divergence != 0.0f || gfZoneDrags_Pull(&drags);
    uint32_t given = (moves ? (uint32_t)GF_SOURCE_VELOCITY : 0u) | (def->dye[3] != 0.0f ? (uint32_t)GF_SOURCE_DYE : 0u);
    given |= def->mass > 0.0f ? (uint32_t)GF_SOURCE_MASS : 0u;
    return given & (def->fields | GF_SOURCE_VELOCITY);
}

// Reports an emitter of unlimited lifetime wholly inside a solid at rest. Others may come free later.
static bool checkBuried(gfFluid *fluid, const gfSolid *solid, const gfSourceDef *emitter, const char *caller)
{
    const gfSolidDef *def = &solid->def;
    bool passed = !gfSolid_Obstructs(solid), moves = def->velocityFromMotion || def->velocity.x != 0.0f ||
                                                     def->velocity.y != 0.0f || def->angularVelocity != 0.0f;
    if (passed || moves || emitter->lifetime > 0.0f || fieldsGiven(emitter) == 0 || gfSolid_IsWhole(solid) ||
        !gfShape_Covers(&def->shape, &emitter->shape)) {
        return true;
    }
    gfVec2 at = gfShape_GetCentre(&emitter->shape);
    return gfTrap_Report(fluid->body.device, GF_TRAP_BURIED, caller,
                         "the emitter at (%g, %g) m lies wholly inside a solid", (double)at.x, (double)at.y);
}

// Raises fluid->heat by what a source can add, K: splats add up, and an emitter adds for up to HEATING_TIME.
static void noteHeat(gfFluid *fluid, const gfSourceDef *def, bool splat)
{
    float heat = def->temperature;
    if (!(def->fields & GF_SOURCE_TEMPERATURE) || heat == 0.0f) {
        return;
    }
    fluid->given |= def->texture != 0 ? (uint32_t)GF_SOURCE_TEMPERATURE : 0u;
    if (def->mode == GF_SOURCE_SET) {
        heat = fmaxf(fluid->heat, heat - fluid->body.def.grid.ambientTemperature);
    } else if (splat) {
        heat = fluid->heat + fmaxf(heat, 0.0f);
    } else {
        heat = fmaxf(fluid->heat, heat * HEATING_TIME);
    }
    fluid->heat = heat;
}

bool gfTraps_CheckEmitter(gfFluid *fluid, const gfSourceDef *def, const char *caller)
{
    const gfSlots *solids = &fluid->body.solids.list;
    GF_EACH_WHILE(gfTrap_Matters(fluid->body.device, GF_TRAP_BURIED), const gfSolid, solid, solids) {
        GF_TRY(checkBuried(fluid, solid, def, caller));
    }
    return true;
}

bool gfTraps_CheckSource(gfFluid *fluid, const gfSourceDef *def, bool splat, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfFluidDef *of = &fluid->body.def;
    bool heavy = of->solver == GF_SOLVER_GRID && def->mass != 0.0f && (def->fields & GF_SOURCE_MASS);
    GF_TRY(checkPlace(fluid, GF_TRAP_OUTSIDE, &def->shape, 1.0f, def->softness, caller) &&
           checkSpeed(fluid, def, caller) &&
           (of->solver == GF_SOLVER_PARTICLES || checkAmount(device, def->fields, def->dye, caller)) &&
           (!heavy || gfTrap_Report(device, GF_TRAP_MASS, caller, "mass is %g, and the fluid is of GF_SOLVER_GRID",
                                    (double)def->mass)));
    fluid->given |= fieldsGiven(def);
    noteHeat(fluid, def, splat);
    fluid->newTextures |= !knowsTexture(device, def->texture);
    return true;
}

// --- solids ----------------------------------------------------------------------------------------------------------

bool gfTraps_CheckSolid(gfFluid *fluid, gfSolid *solid, const gfSolidDef *def, const char *caller)
{
    fluid->newTextures |= !knowsTexture(fluid->body.device, def->texture);
    if (!gfTrap_Matters(fluid->body.device, GF_TRAP_STILL_SOLID)) {
        return true;
    }
    uint64_t step = fluid->clock.info.stepCount;
    const gfVec2 from = gfShape_GetCentre(&solid->def.shape), to = gfShape_GetCentre(&def->shape);
    bool turns = gfShape_GetAngle(&def->shape) != gfShape_GetAngle(&solid->def.shape);
    bool moved = turns || from.x != to.x || from.y != to.y;
    bool still =
        !def->velocityFromMotion && def->velocity.x == 0.0f && def->velocity.y == 0.0f && def->angularVelocity == 0.0f;
    if (!moved || (still && step == solid->movedAt && solid->stillMoves < STILL_MOVES)) {
        return true;
    }
    solid->stillMoves = !still ? 0 : step - solid->movedAt <= STILL_PAUSE ? solid->stillMoves + 1 : 1;
    solid->movedAt = step;
    return solid->stillMoves < STILL_MOVES || gfTrap_Report(fluid->body.device, GF_TRAP_STILL_SOLID, caller,
                                                            "a solid moves from (%g, %g) to (%g, %g) m with velocity 0",
                                                            (double)from.x, (double)from.y, (double)to.x, (double)to.y);
}

static bool reportPassing(gfFluid *fluid, gfVec2 at, const char *what, const char *caller)
{
    return gfTrap_Report(fluid->body.device, GF_TRAP_PASSES, caller,
                         "%s at (%g, %g) m is in a fluid that has rigid bodies and solids of images", what,
                         (double)at.x, (double)at.y);
}

bool gfTraps_CheckNewSolid(gfFluid *fluid, const gfSolid *solid, const char *caller)
{
    const gfShape *shape = &solid->def.shape;
    GF_TRY(checkPlace(fluid, GF_TRAP_FAR, shape, FAR_LENGTHS, 0.0f, caller) &&
           (!fluid->movesBodies || !gfSolid_IsWhole(solid) ||
            reportPassing(fluid, gfShape_GetCentre(shape), "the image", caller)));
    const gfSlots *emitters = &fluid->body.sources.emitters;
    GF_EACH_WHILE(gfTrap_Matters(fluid->body.device, GF_TRAP_BURIED), const gfSource, emitter, emitters) {
        GF_TRY(checkBuried(fluid, solid, &emitter->def, caller));
    }
    return true;
}

bool gfTraps_CheckBody(gfFluid *fluid, const gfShape *shape, bool driven, const char *caller)
{
    const gfSlots *solids = &fluid->body.solids.list;
    bool meets = !driven && gfTrap_Matters(fluid->body.device, GF_TRAP_PASSES), passes = false;
    GF_EACH_WHILE(meets && !passes, const gfSolid, solid, solids) {
        passes = gfSolid_IsWhole(solid);
    }
    GF_TRY(checkPlace(fluid, GF_TRAP_FAR, shape, driven ? FAR_LENGTHS : 1.0f, 0.0f, caller) &&
           (!passes || reportPassing(fluid, gfShape_GetCentre(shape), "the body", caller)));
    fluid->movesBodies |= !driven;
    return true;
}

// --- liquids ---------------------------------------------------------------------------------------------------------

static bool isHeavy(const gfFluidDef *def)
{
    const gfVec2 g = def->gaussian.gravity;
    return def->solver == GF_SOLVER_GAUSSIAN && def->gaussian.mode == GF_GAUSSIAN_CONSERVING &&
           (g.x != 0.0f || g.y != 0.0f);
}

// Returns the largest product of gravity and height that the Gaussian liquid can carry, m^2/s^2.
static double mostCarried(const gfFluidDef *def)
{
    double speed = (double)def->cellSize / (double)def->fixedStep;
    return GF_STIFFNESS_FRACTION * (double)def->gaussian.stiffness * speed * speed;
}

// Returns the extent of a box along the direction of gravity, m.
static double heightOf(const gfFluidDef *def, const gfBounds *part)
{
    const gfVec2 g = def->gaussian.gravity;
    double width = (double)(part->maxX - part->minX), height = (double)(part->maxY - part->minY);
    return (fabs((double)g.x) * width + fabs((double)g.y) * height) / hypot((double)g.x, (double)g.y);
}

static bool reportGravity(gfDevice *device, const gfFluidDef *def, double height, const char *what, const char *caller)
{
    double gravity = hypot((double)def->gaussian.gravity.x, (double)def->gaussian.gravity.y);
    double most = mostCarried(def), stiffest = most / fmax((double)def->gaussian.stiffness, 1e-9);
    // The message proposes a step short enough for the present stiffness or, if that is 0, for the largest.
    double carried = def->gaussian.stiffness > 0.0f ? most : stiffest;
    double step = (double)def->fixedStep * sqrt(carried / (gravity * height));
    return gfTrap_Report(
        device, GF_TRAP_GRAVITY, caller,
        "gravity is %g m/s^2 and %s %g m high; stiffness, cellSize and fixedStep carry %g m/s^2 there: a "
        "fixedStep of %.3g s would do",
        gravity, what, height, most / height, step);
}

bool gfTraps_CheckDef(gfDevice *device, const gfFluidDef *def, const char *caller)
{
    if (!isHeavy(def) || !gfTrap_Matters(device, GF_TRAP_GRAVITY)) {
        return true;
    }
    const gfBounds domain = domainBounds(def);
    double height = heightOf(def, &domain);
    double gravity = hypot((double)def->gaussian.gravity.x, (double)def->gaussian.gravity.y);
    return gravity * height * FILLED_FRACTION <= mostCarried(def) ||
           reportGravity(device, def, height, "the domain", caller);
}

// Returns the height of the lowest corner of a box, m, measured against gravity; without gravity its lowest y.
static double getFloor(const gfFluidDef *def, const gfBounds *filled)
{
    const gfVec2 g = def->gaussian.gravity;
    if (!isHeavy(def)) {
        return (double)filled->minY;
    }
    double x = g.x > 0.0f ? (double)filled->maxX : (double)filled->minX;
    double y = g.y > 0.0f ? (double)filled->maxY : (double)filled->minY;
    return -((double)g.x * x + (double)g.y * y) / hypot((double)g.x, (double)g.y);
}

static bool checkDepth(gfDevice *device, const gfFluidDef *def, const gfBounds *filled, float level, const char *caller)
{
    if (!gfTrap_Matters(device, GF_TRAP_GRAVITY)) {
        return true;
    }
    const gfVec2 g = def->gaussian.gravity;
    double gravity = hypot((double)g.x, (double)g.y);
    double depth = fmin((double)level - getFloor(def, filled), heightOf(def, filled));
    return !(depth > 0.0) || gravity * depth <= FILLED_MORE * mostCarried(def) ||
           reportGravity(device, def, depth, "the liquid", caller);
}

// Reports a filling that reaches no cell, unless its level is below all cells and so empties a fluid with liquid.
static bool checkReach(const gfFluid *fluid, const gfBounds *filled, float level, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfFluidDef *def = &fluid->body.def;
    if (filled->minX > filled->maxX || filled->minY > filled->maxY) {
        const gfBounds domain = domainBounds(def);
        return gfTrap_Report(device, GF_TRAP_NO_FILL, caller,
                             "the shape is outside the domain, which is %g x %g m from (%g, %g)",
                             (double)(domain.maxX - domain.minX), (double)(domain.maxY - domain.minY),
                             (double)domain.minX, (double)domain.minY);
    }
    bool overGround = def->solver == GF_SOLVER_SHALLOW;
    double floorAt = overGround ? 0.0 : getFloor(def, filled);
    return (double)level > floorAt || (fluid->given & GF_SOURCE_MASS) || (overGround && fluid->hasGround) ||
           gfTrap_Report(device, GF_TRAP_NO_FILL, caller, "the level is %g m, and the lowest cells are at %g m",
                         (double)level, floorAt);
}

bool gfTraps_CheckFill(gfFluid *fluid, const gfShape *shape, float level, const char *caller)
{
    const gfFluidDef *def = &fluid->body.def;
    gfBounds filled = domainBounds(def);
    if (shape != NULL) {
        const gfBounds s = gfShape_GetBounds(shape);
        filled = (gfBounds){fmaxf(filled.minX, s.minX), fmaxf(filled.minY, s.minY), fminf(filled.maxX, s.maxX),
                            fminf(filled.maxY, s.maxY)};
    }
    GF_TRY(checkReach(fluid, &filled, level, caller));
    fluid->weightless = def->solver == GF_SOLVER_GAUSSIAN && !isHeavy(def) && level < filled.maxY;
    return !isHeavy(def) || checkDepth(fluid->body.device, def, &filled, level, caller);
}

bool gfTraps_CheckScroll(const gfFluid *fluid, const int cells[2], const char *caller)
{
    const gfFluidDef *def = &fluid->body.def;
    const gfBoundaries *sides = &def->boundaries;
    bool leaves = (cells[0] != 0 && sides->left.kind != GF_BOUNDARY_PERIODIC) ||
                  (cells[1] != 0 && sides->bottom.kind != GF_BOUNDARY_PERIODIC);
    bool drops = def->solver == GF_SOLVER_GAUSSIAN || (def->solver == GF_SOLVER_PARTICLES && !def->particles.unbounded);
    return !leaves || !drops || !(fluid->given & GF_SOURCE_MASS) ||
           gfTrap_Report(fluid->body.device, GF_TRAP_DROPS, caller,
                         "the domain scrolls by (%d, %d) cells, and solver '%s' has a liquid in it", cells[0], cells[1],
                         fluid->solver->name);
}

// Returns whether a height is one of the values by which data sets of terrain mark missing data.
static bool isNoData(float height)
{
    static const float marks[] = {-9999.0f, -32767.0f, -32768.0f};
    bool marked = height < LOWEST_GROUND;
    for (int i = 0; i < GF_COUNT(marks); i++) {
        marked = marked || (height >= marks[i] && height <= marks[i]);
    }
    return marked;
}

bool gfTraps_CheckHeights(gfDevice *device, const float *values, size_t count, const char *caller)
{
    size_t marked = 0, first = 0;
    for (size_t i = 0; i < count && gfTrap_Matters(device, GF_TRAP_NO_DATA); i++) {
        first = marked == 0 ? i : first;
        marked += isNoData(values[i]);
    }
    return marked == 0 || gfTrap_Report(device, GF_TRAP_NO_DATA, caller, "%zu of %zu heights are as %g m, value %zu",
                                        marked, count, (double)values[first], first);
}

// --- answers and textures --------------------------------------------------------------------------------------------

bool gfTraps_CheckAnswers(gfDevice *device, int waiting, int most, const char *poll, const char *caller)
{
    return waiting < most ||
           gfTrap_Report(device, GF_TRAP_ANSWER, caller, "%d were asked for since %s was called last", waiting, poll);
}

bool gfTraps_CheckTexture(gfDevice *device, uint32_t texture, const char *member, const char *caller)
{
    gfValidating *v = &device->validating;
    char format[GF_FORMAT_NAME];
    // In WebGL the question would wait for the GPU.
    if (knowsTexture(device, texture) || gfGL_IsWebGL(&device->gl) || device->dryRun) {
        return true;
    }
    GF_TRY(gfDevice_CheckContext(device, caller));
    if (!device->gl.fn.IsTexture(texture)) {
        return gfTrap_Report(device, GF_TRAP_TEXTURE, caller, "%s is %u, and this context has no such texture", member,
                             (unsigned)texture);
    }
    GF_REQUIRE(
        &device->core, !gfFramebuffer_TextureIsInteger(device, texture, format), OUT_OF_RANGE,
        "%s: %s, %u, has the format %s, integers; floats or normalized numbers, as R32F, R16 or R8, are expected",
        caller, member, (unsigned)texture, format);
    v->textures[v->nextTexture++ % (unsigned)GF_COUNT(v->textures)] = texture;
    return true;
}

static bool checkFluidTextures(gfFluid *fluid, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfSources *sources = &fluid->body.sources;
    bool good = true;
    for (int i = 0; i < gfSources_CountNumbers(sources) && good; i++) {
        const gfSource *source = gfSources_At(sources, i);
        good = source == NULL || source->mask.id != 0 || source->passing ||
               gfTraps_CheckTexture(device, source->def.texture, "a source's texture", caller);
    }
    const gfSlots *solids = &fluid->body.solids.list;
    GF_EACH_WHILE(good, const gfSolid, solid, solids) {
        good = solid->mask.id != 0 || gfTraps_CheckTexture(device, solid->def.texture, "a solid's texture", caller);
    }
    fluid->newTextures = !good;
    return good;
}

bool gfTraps_CheckStep(gfFluid *fluid, const char *caller)
{
    GF_TRY(!fluid->newTextures || checkFluidTextures(fluid, caller));
    if (fluid->weightless) {
        bool still = !isHeavy(&fluid->body.def) && !fluid->body.frame.used;
        fluid->weightless = still && !gfTrap_Report(fluid->body.device, GF_TRAP_WEIGHTLESS, caller,
                                                    "liquid was filled to a level, and gravity is (0, 0)");
    }
    return !fluid->weightless;
}
