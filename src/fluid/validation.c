// Checks for mistakes take a few comparisons, in calls that change something and in drawings; a step only checks
// textures that are new.
#include "fluid/validation.h"

#include <stdarg.h>
#include <stdio.h>

// Number of moves with velocity 0 that is a mistake: a jump or two may be meant.
#define STILL_MOVES 3
// Most steps between two such moves of one motion.
#define STILL_PAUSE 8
// Fraction of the domain's height that liquid is taken to fill at least: gravity too strong for even that is reported.
#define FILLED_FRACTION 0.1
// Factor over the rule from which gravity is reported for liquid of known depth: a little more than the rule may be
// meant.
#define FILLED_MORE 2.0

// The error code of each kind of mistake, and the advice in its message.
static const struct {
    gfErrorCode code;
    const char *cure;
} traps[GF_TRAP_COUNT] = {
    [GF_TRAP_OUTSIDE] = {GF_ERROR_OUT_OF_RANGE, "positions are in metres; gfFluid_PixelToWorld turns pixels into them"},
    [GF_TRAP_NO_AMOUNT] = {GF_ERROR_OUT_OF_RANGE,
                           "dye[3] is the amount, and nothing shows without it: set it, 1 for full colour"},
    [GF_TRAP_MASS] = {GF_ERROR_UNSUPPORTED, "it has no mass: give dye, or take GF_SOLVER_GAUSSIAN, "
                                            "GF_SOLVER_PARTICLES or GF_SOLVER_SHALLOW for a liquid"},
    [GF_TRAP_GRAVITY] = {GF_ERROR_OUT_OF_RANGE,
                         "the liquid would be pressed together; gfSuggestLiquid picks all three"},
    [GF_TRAP_SPEED] = {GF_ERROR_OUT_OF_RANGE, "the liquid is slowed down to 12 cells a step"},
    [GF_TRAP_STILL_SOLID] = {GF_ERROR_OUT_OF_RANGE, "it pushes nothing: set velocityFromMotion, or velocity"},
    [GF_TRAP_NOTHING] = {GF_ERROR_UNSUPPORTED,
                         "gfDefaultDrawDefFor(fluid) gives a look that suits it, and dye needs a source with dye[3]"},
    [GF_TRAP_ANSWER] = {GF_ERROR_CALL_ORDER, "answers must be taken"},
    [GF_TRAP_TEXTURE] = {GF_ERROR_WRONG_CONTEXT,
                         "a texture of the device's context, or of one that shares its objects, is expected"},
    [GF_TRAP_DISPLACES] = {GF_ERROR_CALL_ORDER, "add bodies first: gfFluid_FillToLevel leaves out where they are"},
};

bool gfTrap_Matters(const gfDevice *device, gfTrap trap)
{
    const gfValidating *v = &device->validating;
    bool told = v->mode == GF_VALIDATION_WARNINGS && (v->reported >> trap & 1u);
    return v->mode != GF_VALIDATION_OFF && !told && !device->dryRun && !device->core.quiet;
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

float gfBounds_GetGap(const gfBounds *a, const gfBounds *b)
{
    float x = fmaxf(a->minX - b->maxX, b->minX - a->maxX), y = fmaxf(a->minY - b->maxY, b->minY - a->maxY);
    return fmaxf(x, y);
}

// Reports a source that is farther than a domain's length away. Nearer ones are meant: they come and go by the sides,
// follow a pointer or wait.
static bool checkPlace(gfFluid *fluid, const gfSourceDef *def, const char *caller)
{
    const gfFluidDef *of = &fluid->body.def;
    bool endless = of->solver == GF_SOLVER_PARTICLES && of->particles.unbounded;
    if (endless || !gfTrap_Matters(fluid->body.device, GF_TRAP_OUTSIDE)) {
        return true;
    }
    const gfBounds domain = domainBounds(of), source = gfShape_GetBounds(&def->shape);
    float longest = fmaxf(domain.maxX - domain.minX, domain.maxY - domain.minY);
    if (!(gfBounds_GetGap(&domain, &source) > longest + 0.5f * def->softness)) {
        return true;
    }
    gfVec2 at = gfShape_GetCentre(&def->shape);
    return gfTrap_Report(fluid->body.device, GF_TRAP_OUTSIDE, caller,
                         "the shape at (%g, %g) m is outside the domain, which is %g x %g m from (%g, %g), and does "
                         "nothing",
                         (double)at.x, (double)at.y, (double)(domain.maxX - domain.minX),
                         (double)(domain.maxY - domain.minY), (double)domain.minX, (double)domain.minY);
}

static bool checkAmount(gfDevice *device, uint32_t fields, const float dye[4], const char *caller)
{
    bool colored = dye[0] != 0.0f || dye[1] != 0.0f || dye[2] != 0.0f;
    if (!(fields & GF_SOURCE_DYE) || !colored || dye[3] != 0.0f) {
        return true;
    }
    return gfTrap_Report(device, GF_TRAP_NO_AMOUNT, caller, "dye is (%g, %g, %g, 0), a colour without an amount",
                         (double)dye[0], (double)dye[1], (double)dye[2]);
}

// Reports a speed that is set and too fast. Emitters that add are left out, as their amounts are no velocities.
static bool checkSpeed(gfFluid *fluid, const gfSourceDef *def, bool splat, const char *caller)
{
    const gfFluidDef *of = &fluid->body.def;
    double fastest = fmax(fabs((double)def->velocity.x), fabs((double)def->velocity.y));
    double most = (double)GF_GAUSSIAN_SPEED_MAX * (double)of->cellSize / (double)of->fixedStep;
    bool sets = (splat || def->mode == GF_SOURCE_SET) && (def->fields & GF_SOURCE_VELOCITY);
    if (of->solver != GF_SOLVER_GAUSSIAN || of->gaussian.mode != GF_GAUSSIAN_CONSERVING || !sets || fastest <= most) {
        return true;
    }
    return gfTrap_Report(
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
                 def->temperature != 0.0f || def->divergence != 0.0f || gfZoneDrags_Pull(&drags);
    uint32_t given = (moves ? (uint32_t)GF_SOURCE_VELOCITY : 0u) | (def->dye[3] != 0.0f ? (uint32_t)GF_SOURCE_DYE : 0u);
    given |= def->mass > 0.0f ? (uint32_t)GF_SOURCE_MASS : 0u;
    return given & (def->fields | GF_SOURCE_VELOCITY);
}

bool gfTraps_CheckSource(gfFluid *fluid, const gfSourceDef *def, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfFluidDef *of = &fluid->body.def;
    bool heavy = of->solver == GF_SOLVER_GRID && def->mass != 0.0f && (def->fields & GF_SOURCE_MASS);
    bool splat = strcmp(caller, "gfFluid_Splat") == 0;
    if (!checkPlace(fluid, def, caller) || !checkSpeed(fluid, def, splat, caller) ||
        (of->solver != GF_SOLVER_PARTICLES && !checkAmount(device, def->fields, def->dye, caller)) ||
        (heavy && !gfTrap_Report(device, GF_TRAP_MASS, caller, "mass is %g, and the fluid is of GF_SOLVER_GRID",
                                 (double)def->mass))) {
        return false;
    }
    fluid->given |= fieldsGiven(def);
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
    if (solid->stillMoves < STILL_MOVES) {
        return true;
    }
    return gfTrap_Report(fluid->body.device, GF_TRAP_STILL_SOLID, caller,
                         "a solid moves from (%g, %g) to (%g, %g) m with velocity 0", (double)from.x, (double)from.y,
                         (double)to.x, (double)to.y);
}

// --- liquids ---------------------------------------------------------------------------------------------------------

static bool isHeavy(const gfFluidDef *def)
{
    const gfVec2 g = def->gaussian.gravity;
    return def->solver == GF_SOLVER_GAUSSIAN && def->gaussian.mode == GF_GAUSSIAN_CONSERVING &&
           (g.x != 0.0f || g.y != 0.0f);
}

// Returns the most that gravity times height may be, m^2/s^2.
static double mostCarried(const gfFluidDef *def)
{
    double speed = (double)def->cellSize / (double)def->fixedStep;
    return GF_STIFFNESS_FRACTION * (double)def->gaussian.stiffness * speed * speed;
}

// Returns how far a domain reaches along gravity, m.
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
    // The message names a step that would do, with the stiffness as it is or, at stiffness 0, with the largest.
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
    if (gravity * height * FILLED_FRACTION <= mostCarried(def)) {
        return true;
    }
    return reportGravity(device, def, height, "the domain", caller);
}

static bool checkDepth(gfDevice *device, const gfFluidDef *def, const gfBounds *filled, float level, const char *caller)
{
    if (!gfTrap_Matters(device, GF_TRAP_GRAVITY)) {
        return true;
    }
    const gfVec2 g = def->gaussian.gravity;
    double gravity = hypot((double)g.x, (double)g.y);
    // Heights are measured against gravity, from the floor at the lowest corner.
    double x = g.x > 0.0f ? (double)filled->maxX : (double)filled->minX;
    double y = g.y > 0.0f ? (double)filled->maxY : (double)filled->minY;
    double floorAt = -((double)g.x * x + (double)g.y * y) / gravity;
    double depth = fmin((double)level - floorAt, heightOf(def, filled));
    if (!(depth > 0.0) || gravity * depth <= FILLED_MORE * mostCarried(def)) {
        return true;
    }
    return reportGravity(device, def, depth, "the liquid", caller);
}

bool gfTraps_CheckFill(gfFluid *fluid, const gfShape *shape, float level, const char *caller)
{
    const gfFluidDef *def = &fluid->body.def;
    if (!isHeavy(def)) {
        return true;
    }
    gfBounds filled = domainBounds(def);
    if (shape != NULL) {
        const gfBounds s = gfShape_GetBounds(shape);
        filled = (gfBounds){fmaxf(filled.minX, s.minX), fmaxf(filled.minY, s.minY), fminf(filled.maxX, s.maxX),
                            fminf(filled.maxY, s.maxY)};
    }
    if (!checkDepth(fluid->body.device, def, &filled, level, caller)) {
        return false;
    }
    const gfVec2 g = def->gaussian.gravity;
    fluid->filled = fluid->clock.info.stepCount == 0 && g.x == 0.0f && g.y < 0.0f;
    filled.maxY = fminf(filled.maxY, level);
    fluid->filledTo = filled;
    return true;
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
    // WebGL is not asked, as that would wait.
    if (knowsTexture(device, texture) || device->gl.webgl || !gfTrap_Matters(device, GF_TRAP_TEXTURE)) {
        return true;
    }
    if (!gfDevice_CheckContext(device, caller)) {
        return false;
    }
    if (device->gl.fn.IsTexture(texture)) {
        v->textures[v->nextTexture++ % (unsigned)GF_COUNT(v->textures)] = texture;
        return true;
    }
    return gfTrap_Report(device, GF_TRAP_TEXTURE, caller, "%s is %u, and this context has no such texture", member,
                         (unsigned)texture);
}

bool gfTraps_CheckTextures(gfFluid *fluid, const char *caller)
{
    gfDevice *device = fluid->body.device;
    if (!fluid->newTextures || !gfTrap_Matters(device, GF_TRAP_TEXTURE)) {
        return true;
    }
    const gfSources *sources = &fluid->body.sources;
    bool good = true;
    for (int i = 0; i < gfSources_CountNumbers(sources) && good; i++) {
        const gfSource *source = gfSources_At(sources, i);
        good = source == NULL || source->mask.id != 0 || source->passing ||
               gfTraps_CheckTexture(device, source->def.texture, "a source's texture", caller);
    }
    const gfSlots *solids = &fluid->body.solids.list;
    for (int i = 0; i < solids->capacity && good; i++) {
        const gfSolid *solid = gfSlots_At(solids, i);
        good = solid == NULL || solid->mask.id != 0 ||
               gfTraps_CheckTexture(device, solid->def.texture, "a solid's texture", caller);
    }
    fluid->newTextures = !good;
    return good;
}
