#include "support/random_args.h"

#include <math.h>
#include <string.h>

typedef enum NumberKind { FLOAT, INTEGER, FLAG } NumberKind;

// A number of a definition.
typedef struct Number {
    size_t offset;
    NumberKind kind;
    double low, high;
    bool shaders; // another value needs other shaders
} Number;

// clang-format off
#define S(type, field, kind, low, high) {offsetof(type, field), kind, low, high, true}
#define F(type, field, low, high) {offsetof(type, field), FLOAT, low, high, false}
#define I(type, field, low, high) {offsetof(type, field), INTEGER, low, high, false}
#define B(type, field) {offsetof(type, field), FLAG, 0, 1, false}
// clang-format on
#define ROWS(table) (int)(sizeof(table) / sizeof(table)[0])
#define MOST 60000.0

Random Random_Make(uint64_t seed, int absurd, bool few)
{
    return (Random){seed * 0x9E3779B97F4A7C15u + 1, absurd, few};
}

// xorshift64* (Vigna 2016).
static uint32_t next(Random *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)(r->state * 0x2545F4914F6CDD1Du >> 32);
}

int Random_Below(Random *r, int count)
{
    return (int)(next(r) % (uint32_t)count);
}

bool Random_Chance(Random *r, int percent)
{
    return Random_Below(r, 100) < percent;
}

float Random_Float(Random *r, double low, double high)
{
    if (Random_Chance(r, r->absurd)) {
        const float absurd[] = {
            NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f, -0.0f, 1e10f, (float)(low - 1), (float)(2 * high + 1)};
        return absurd[Random_Below(r, ROWS(absurd))];
    }
    int kind = Random_Below(r, 10);
    double share = (double)next(r) / 4294967295.0;
    return (float)(kind == 0 ? low : kind == 1 ? high : low + share * (high - low));
}

int32_t Random_Int(Random *r, int32_t low, int32_t high)
{
    if (Random_Chance(r, r->absurd)) {
        const int32_t absurd[] = {INT32_MIN, INT32_MAX, -1, 0, low - 1, high > 100000 ? high : high + 100000};
        return absurd[Random_Below(r, ROWS(absurd))];
    }
    return low + Random_Below(r, high - low + 1);
}

gfHandle Random_Handle(Random *r, const gfHandle *known, int count)
{
    if (count > 0 && !Random_Chance(r, r->absurd)) {
        return known[Random_Below(r, count)];
    }
    if (Random_Chance(r, 30)) {
        return (gfHandle){0};
    }
    gfHandle made = {next(r) >> Random_Below(r, 32), next(r) % 8, 0, 0}; // seldom that of anything
    made.index = (uint16_t)Random_Below(r, 32);
    made.kind = (uint16_t)Random_Below(r, 5);
    return made;
}

// Of a definition, `count` numbers anew.
static void change(Random *r, void *def, const Number *numbers, int numberCount, int count)
{
    for (int i = 0; i < count; i++) {
        const Number *number = &numbers[Random_Below(r, numberCount)];
        void *at = (char *)def + number->offset;
        if (number->shaders && r->few && !Random_Chance(r, 10)) {
            continue;
        }
        if (number->kind == FLOAT) {
            float value = Random_Float(r, number->low, number->high);
            memcpy(at, &value, sizeof value);
        } else if (number->kind == INTEGER) {
            int32_t value = Random_Int(r, (int32_t)number->low, (int32_t)number->high);
            memcpy(at, &value, sizeof value);
        } else {
            bool value = Random_Chance(r, 50);
            memcpy(at, &value, sizeof value);
        }
    }
}

static void spoilCookie(Random *r, int32_t *cookie)
{
    if (Random_Chance(r, r->absurd)) {
        *cookie = Random_Chance(r, 50) ? 0 : *cookie + 1;
    }
}

static gfVec2 somePlace(Random *r)
{
    gfVec2 place = {Random_Float(r, -0.5, 1.5), 0.0f};
    place.y = Random_Float(r, -0.5, 1.5);
    return place;
}

void Random_GridParams(Random *r, gfGridParams *params)
{
    static const Number numbers[] = {
        S(gfGridParams, advection, INTEGER, 0, 1),
        I(gfGridParams, scheme, 0, 2),
        I(gfGridParams, velocityPrecision, 0, 2),
        I(gfGridParams, dyePrecision, 0, 2),
        I(gfGridParams, temperaturePrecision, 0, 2),
        I(gfGridParams, pressureMethod, 0, 1),
        I(gfGridParams, pressureCycles, 0, 3),
        F(gfGridParams, pressureTolerance, 0, 1),
        I(gfGridParams, pressureIterations, 0, 20),
        F(gfGridParams, pressureWarmStart, 0, 1),
        F(gfGridParams, pressureGradientScale, 0, 2),
        F(gfGridParams, cflLimit, 0, 5),
        I(gfGridParams, cflSubsteps, 1, 3),
        F(gfGridParams, viscosity, 0, 1e6),
        F(gfGridParams, viscosity, 0, 0.1),
        F(gfGridParams, dyeDiffusivity, 0, 1e6),
        F(gfGridParams, dyeDiffusivity, 0, 0.1),
        F(gfGridParams, temperatureDiffusivity, 0, 1),
        I(gfGridParams, diffusionCycles, 1, 2),
        F(gfGridParams, vorticityConfinement, 0, 1000),
        F(gfGridParams, velocityDissipation, 0, 1e6),
        F(gfGridParams, velocityDissipation, 0, 1),
        F(gfGridParams, dyeDissipation, 0, 10),
        F(gfGridParams, temperatureDissipation, 0, 10),
        B(gfGridParams, conserveDye),
        F(gfGridParams, gravity.x, -MOST, MOST),
        F(gfGridParams, gravity.y, -10, 10),
        F(gfGridParams, acceleration.x, -MOST, MOST),
        F(gfGridParams, acceleration.y, -1, 1),
        F(gfGridParams, ambientTemperature, -MOST, MOST),
        F(gfGridParams, thermalExpansion, -MOST, MOST),
        F(gfGridParams, thermalExpansion, 0, 0.1),
        F(gfGridParams, dyeDensity, -MOST, MOST),
    };
    change(r, params, numbers, ROWS(numbers), 1 + Random_Below(r, 4));
}

void Random_GaussianParams(Random *r, gfGaussianParams *params)
{
    static const Number numbers[] = {
        S(gfGaussianParams, mode, INTEGER, 0, 2),
        S(gfGaussianParams, plain, FLAG, 0, 1),
        F(gfGaussianParams, restDensity, 0.01f, 100),
        F(gfGaussianParams, stiffness, 0, GF_GAUSSIAN_STIFFNESS_MAX),
        F(gfGaussianParams, surfaceTension, 0, 0.1),
        F(gfGaussianParams, viscosity, 0, 1e6),
        F(gfGaussianParams, gravity.x, -MOST, MOST),
        F(gfGaussianParams, gravity.y, -10, 10),
        B(gfGaussianParams, massCorrection),
        F(gfGaussianParams, force, -10, 10),
        I(gfGaussianParams, radius, 1, 7),
        I(gfGaussianParams, splashPeriod, 0, 3),
        F(gfGaussianParams, splashMass, 0, 100),
        F(gfGaussianParams, splashSpeed, -1, 1),
    };
    change(r, params, numbers, ROWS(numbers), 1 + Random_Below(r, 4));
}

void Random_ParticleParams(Random *r, gfParticleParams *params)
{
    static const Number numbers[] = {
        F(gfParticleParams, compression, 1e-4f, 0.5),
        F(gfParticleParams, depth, 0, 1e6),
        F(gfParticleParams, speed, 0, MOST),
        F(gfParticleParams, gravity.x, -MOST, MOST),
        F(gfParticleParams, gravity.y, -10, 10),
        F(gfParticleParams, wallDamping, 0, 1),
        F(gfParticleParams, drag, 0, 1000),
        F(gfParticleParams, lookAhead, 0, 1),
        F(gfParticleParams, stiffness, 0, 1e12),
        I(gfParticleParams, substeps, 0, 3),
        I(gfParticleParams, maxSubsteps, 1, 3),
        I(gfParticleParams, materialCount, 1, 2),
        F(gfParticleParams, materials[0].density, 500, 2000),
        F(gfParticleParams, materials[0].viscosity, 0, 1e6),
        F(gfParticleParams, materials[0].tension, 0, 1),
        S(gfParticleParams, materials[0].pull, FLOAT, 0, 1e6),
        F(gfParticleParams, materials[1].nearStiffness, 0, 0.3f),
        F(gfParticleParams, materials[1].expansion, 0, 1),
        F(gfParticleParams, materials[1].color[1], 0, 1),
    };
    params->materials[1] = params->materials[1].density > 0.0f ? params->materials[1] : params->materials[0];
    change(r, params, numbers, ROWS(numbers), 1 + Random_Below(r, 3));
    params->substeps = params->substeps > 3 ? -1 : params->substeps; // what takes long is for other tests
    params->maxSubsteps = params->maxSubsteps > 3 ? -1 : params->maxSubsteps;
}

void Random_ShallowParams(Random *r, gfShallowParams *params)
{
    static const Number numbers[] = {
        F(gfShallowParams, gravity, 1e-3f, 1e3),
        F(gfShallowParams, gravity, 1, 10),
        S(gfShallowParams, manning, FLOAT, 0, 10),
        S(gfShallowParams, linearFriction, FLOAT, 0, 1e6),
        S(gfShallowParams, filmViscosity, FLOAT, 0, 1e6),
        S(gfShallowParams, yieldStress, FLOAT, 0, 1e6),
        S(gfShallowParams, viscosity, FLOAT, 0, 1e6),
        S(gfShallowParams, wind.x, FLOAT, -1e3, 1e3),
        F(gfShallowParams, windDrag, 0, 1),
        F(gfShallowParams, rain, 0, 1e3),
        F(gfShallowParams, evaporation, 0, 1e3),
        F(gfShallowParams, cflLimit, 0.05f, 0.5),
        I(gfShallowParams, cflSubsteps, 1, 3),
        S(gfShallowParams, ripples.enabled, FLAG, 0, 1),
        F(gfShallowParams, ripples.speed, 1e-6f, 1e6),
        F(gfShallowParams, ripples.drops, 0, 1e6),
        F(gfShallowParams, ripples.dropHeight, 0, 1e3),
        F(gfShallowParams, ripples.stirring, 0, 100),
        S(gfShallowParams, foam, FLAG, 0, 1),
        F(gfShallowParams, foamSpeed, 1e-6f, 1e6),
        F(gfShallowParams, foamLife, 1e-3f, 1e6),
        F(gfShallowParams, dryingTime, 1e-3f, 1e6),
    };
    change(r, params, numbers, ROWS(numbers), 1 + Random_Below(r, 4));
    params->cflSubsteps = params->cflSubsteps > 3 ? -1 : params->cflSubsteps; // what takes long is for other tests
}

// At creation alone; of few particles, far apart.
static void chooseParticles(Random *r, gfParticleParams *params)
{
    params->capacity = Random_Int(r, 1, 300);
    params->capacity = params->capacity > 300 ? -1 : params->capacity;
    params->spacing = Random_Chance(r, 80) ? 0.08f : Random_Float(r, 0.05, 1e6);
    params->maxSubsteps = 2;
    params->search = r->few && Random_Chance(r, 70) ? GF_SEARCH_AUTO : (gfParticleSearch)Random_Int(r, 0, 3);
    params->unbounded = Random_Chance(r, 10);
    Random_ParticleParams(r, params);
}

gfVec3 Random_Vec3(Random *r, double low, double high)
{
    gfVec3 v = {Random_Float(r, low, high), 0.0f, 0.0f};
    v.y = Random_Float(r, low, high);
    v.z = Random_Float(r, low, high);
    return v;
}

gfQuat Random_Turn(Random *r)
{
    gfQuat turn = gfMakeQuat(Random_Vec3(r, -1.0, 1.0), Random_Float(r, -7.0, 7.0));
    turn.x = Random_Chance(r, r->absurd) ? Random_Float(r, -2.0, 2.0) : turn.x;
    return turn;
}

gfFluid3DDef Random_Fluid3DDef(Random *r)
{
    static const Number numbers[] = {
        F(gfFluid3DDef, size.x, 0.5, 2),
        F(gfFluid3DDef, position.y, -1e9, 1e9),
        I(gfFluid3DDef, openSides, 0, GF_CONTAINER_ALL),
        I(gfFluid3DDef, surface, 0, 1),
        I(gfFluid3DDef, collisionTexels, 1, 32),
        F(gfFluid3DDef, collisionThickness, 0, 1e6),
        F(gfFluid3DDef, fixedStep, 1e-6f, 1),
        I(gfFluid3DDef, maxSubsteps, 1, 2),
    };
    gfFluid3DDef def = gfDefaultFluid3DDef();
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 4));
    chooseParticles(r, &def.particles);
    def.particles.spacing = fmaxf(def.particles.spacing, 0.1f);
    def.maxSubsteps = def.maxSubsteps > 2 ? -1 : def.maxSubsteps;
    spoilCookie(r, &def.cookie);
    return def;
}

gfSolid3DDef Random_Solid3DDef(Random *r)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    float radius = Random_Float(r, 0.05, 0.4);
    switch (Random_Below(r, 3)) {
    case 0:
        def.shape = gfMakeSphere(Random_Vec3(r, -1.0, 1.0), radius);
        break;
    case 1:
        def.shape = gfMakeBox(Random_Vec3(r, -1.0, 1.0), Random_Vec3(r, 0.05, 0.5), Random_Turn(r));
        break;
    default:
        def.shape = gfMakeCapsule3D(Random_Vec3(r, -1.0, 1.0), Random_Vec3(r, -1.0, 1.0), radius);
        break;
    }
    def.velocity = Random_Vec3(r, -2.0, 2.0);
    def.angularVelocity = Random_Chance(r, 50) ? Random_Vec3(r, -MOST, MOST) : def.angularVelocity;
    def.surface = (gfSurface)Random_Int(r, 0, 1);
    spoilCookie(r, &def.cookie);
    return def;
}

gfDraw3DDef Random_Draw3DDef(Random *r)
{
    static const Number numbers[] = {
        I(gfDraw3DDef, style, 0, GF_DRAW3D_STYLE_COUNT - 1),
        F(gfDraw3DDef, view[14], -1e6, 1e6),
        F(gfDraw3DDef, view[14], -4, 4),
        F(gfDraw3DDef, projection[0], -1e6, 1e6),
        F(gfDraw3DDef, projection[5], 0.5, 2),
        B(gfDraw3DDef, zeroToOne),
        F(gfDraw3DDef, radius, 0, 1e3),
        F(gfDraw3DDef, range, 1e-9f, 1e9),
        F(gfDraw3DDef, water.reflectance, 0, 1),
        F(gfDraw3DDef, water.refraction, 0, 4),
        F(gfDraw3DDef, water.smoothing, 0, 1e3),
        F(gfDraw3DDef, water.foamSpeed, 0, 1e6),
        F(gfDraw3DDef, sky.light[1], -1e6, 1e6),
        F(gfDraw3DDef, opacity, 0, 1),
        F(gfDraw3DDef, ahead, 0, 1e6),
        I(gfDraw3DDef, alpha, 0, 2),
        B(gfDraw3DDef, blend),
        F(gfDraw3DDef, tone.exposure, 0, 1000),
        B(gfDraw3DDef, encodeSrgb),
    };
    gfDraw3DDef def = gfDefaultDraw3DDef();
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 5));
    spoilCookie(r, &def.cookie);
    return def;
}

gfSurfaceDef Random_SurfaceDef(Random *r)
{
    static const Number numbers[] = {
        I(gfSurfaceDef, source.of, 0, GF_SURFACE_OF_COUNT - 1),
        F(gfSurfaceDef, source.level, -10, 10),
        F(gfSurfaceDef, source.scale, -1e6, 1e6),
        F(gfSurfaceDef, source.floor, -10, 10),
        F(gfSurfaceDef, source.ahead, 0, 0.02),
        I(gfSurfaceDef, kind, 0, GF_SURFACE_LAVA),
        F(gfSurfaceDef, view[13], -1e6, 1e6),
        F(gfSurfaceDef, view[14], -4, 4),
        F(gfSurfaceDef, projection[5], 0.5, 3),
        B(gfSurfaceDef, zeroToOne),
        F(gfSurfaceDef, water.refraction, 0, 4),
        F(gfSurfaceDef, water.absorption[0], 0, 1e4),
        F(gfSurfaceDef, sky.light[2], -1e6, 1e6),
        F(gfSurfaceDef, microRipples, 0, 1),
        F(gfSurfaceDef, microLength, 1e-6f, 1e6),
        F(gfSurfaceDef, caustics, 0, 4),
        B(gfSurfaceDef, ground.shown),
        F(gfSurfaceDef, ground.low, -10, 10),
        F(gfSurfaceDef, ground.base, -1e9, 1e9),
        F(gfSurfaceDef, ground.grainLength, 1e-6f, 1e6),
        F(gfSurfaceDef, lavaSpeed, 1e-9f, 1e9),
        F(gfSurfaceDef, tone.exposure, 0, 1000),
        B(gfSurfaceDef, encodeSrgb),
    };
    gfSurfaceDef def = gfDefaultSurfaceDef();
    def.source.of = (gfSurfaceOf)Random_Int(r, GF_SURFACE_PRESSURE, GF_SURFACE_MASS);
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 5));
    spoilCookie(r, &def.cookie);
    return def;
}

gfBoundaries Random_Edges(Random *r)
{
    static const Number numbers[] = {
        I(gfBoundary, kind, 0, 3),
        I(gfBoundary, kind, 0, 3),
        F(gfBoundary, wallSpeed, -MOST, MOST),
        F(gfBoundary, inflowSpeed, -MOST, MOST),
        F(gfBoundary, inflowSpeed, -1, 1),
        I(gfBoundary, inflowProfile, 0, 2),
        F(gfBoundary, table[3], -1, 1),
        B(gfBoundary, fixedTemperature),
        F(gfBoundary, temperature, -MOST, MOST),
        F(gfBoundary, dye[0], -MOST, MOST),
        F(gfBoundary, dye[3], 0, 1),
        F(gfBoundary, inflowDepth, 0, MOST),
        B(gfBoundary, holdsLevel),
        F(gfBoundary, level, -MOST, MOST),
        F(gfBoundary, level, 0, 1),
    };
    gfBoundaries boundaries = {0};
    gfBoundary *sides[4] = {&boundaries.left, &boundaries.right, &boundaries.bottom, &boundaries.top};
    for (int i = 0; i < 4; i++) {
        change(r, sides[i], numbers, ROWS(numbers), Random_Below(r, 4));
    }
    for (int i = 0; i < 4; i += 2) {
        if (Random_Chance(r, 25)) {
            sides[i]->kind = GF_BOUNDARY_PERIODIC;
            sides[i + 1]->kind = Random_Chance(r, r->absurd) ? GF_BOUNDARY_OPEN : GF_BOUNDARY_PERIODIC;
        }
    }
    return boundaries;
}

int32_t Random_Width(Random *r)
{
    int32_t eighths = Random_Int(r, 2, 6);
    return eighths >= 2 && eighths <= 6 ? 8 * eighths : eighths; // periodic sides want a multiple
}

gfFluidDef Random_FluidDef(Random *r)
{
    static const Number numbers[] = {
        I(gfFluidDef, solver, 0, 3),
        F(gfFluidDef, cellSize, 1e-6f, 1e6),
        F(gfFluidDef, origin.x, -1e9, 1e9),
        F(gfFluidDef, origin.y, -1, 1),
        S(gfFluidDef, dyeScale, FLOAT, 0.25, 2),
        S(gfFluidDef, precision, INTEGER, 0, 2),
        F(gfFluidDef, fixedStep, 1e-6f, 1),
        I(gfFluidDef, maxSubsteps, 1, 2),
    };
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = Random_Chance(r, 30)   ? GF_SOLVER_GAUSSIAN
                 : Random_Chance(r, 40) ? GF_SOLVER_PARTICLES
                 : Random_Chance(r, 50) ? GF_SOLVER_SHALLOW
                                        : GF_SOLVER_GRID;
    chooseParticles(r, &def.particles);
    def.gridWidth = Random_Width(r);
    def.gridHeight = Random_Int(r, 16, 40);
    def.cellSize = 1.0f / 24.0f;
    def.maxSubsteps = 2;
    def.shallow.cflSubsteps = 3;
    if (Random_Chance(r, 50)) {
        change(r, &def, numbers, ROWS(numbers), 1 + Random_Below(r, 2));
        Random_GridParams(r, &def.grid);
        Random_GaussianParams(r, &def.gaussian);
        Random_ShallowParams(r, &def.shallow);
        def.boundaries = Random_Edges(r);
    }
    spoilCookie(r, &def.cookie);
    return def;
}

gfShape Random_Shape(Random *r)
{
    static const Number numbers[] = {
        I(gfShape, kind, 0, 3),
        F(gfShape, a.x, -1e9, 1e9),
        F(gfShape, b.x, 0, 1e9),
        F(gfShape, b.y, 0, 1),
        F(gfShape, radius, 0, 1),
        F(gfShape, angle, -1e6, 1e6),
        I(gfShape, pointCount, 3, GF_POLYGON_MAX),
        F(gfShape, points[1].y, -1e9, 1e9),
    };
    gfVec2 corners[GF_POLYGON_MAX + 2];
    for (int i = 0; i < GF_POLYGON_MAX + 2; i++) {
        corners[i] = somePlace(r);
    }
    gfVec2 half = {Random_Float(r, 0.001, 0.5), Random_Float(r, 0.001, 0.5)};
    float radius = Random_Float(r, 0.001, 0.3);
    gfShape shape;
    switch (Random_Below(r, 4)) {
    case 0:
        shape = gfMakeCircle(corners[0], radius);
        break;
    case 1:
        shape = gfMakeCapsule(corners[0], corners[1], radius);
        break;
    case 2:
        shape = gfMakeRectangle(corners[0], half, Random_Float(r, -4, 4));
        break;
    default:
        shape = gfMakePolygon(Random_Chance(r, r->absurd) ? NULL : corners, Random_Int(r, 3, GF_POLYGON_MAX + 2));
        break;
    }
    if (Random_Chance(r, 10)) {
        change(r, &shape, numbers, ROWS(numbers), 1);
    }
    return shape;
}

// A texture needs a rectangle.
static uint32_t someTexture(Random *r, const uint32_t *textures, int count, gfShape *shape)
{
    if (!Random_Chance(r, 25)) {
        return 0;
    }
    if (!Random_Chance(r, r->absurd)) {
        *shape = gfMakeRectangle(somePlace(r), (gfVec2){0.3f, 0.2f}, Random_Float(r, -4, 4));
    }
    return textures[Random_Below(r, count)];
}

gfSourceDef Random_SourceDef(Random *r, const uint32_t *textures, int count)
{
    static const Number numbers[] = {
        F(gfSourceDef, softness, 0, 1e9),
        F(gfSourceDef, softness, 0, 0.2),
        I(gfSourceDef, mode, 0, 1),
        I(gfSourceDef, fields, 0, GF_SOURCE_ALL),
        F(gfSourceDef, velocity.x, -MOST, MOST),
        F(gfSourceDef, velocity.y, -5, 5),
        F(gfSourceDef, dye[0], -MOST, MOST),
        F(gfSourceDef, dye[3], 0, 2),
        F(gfSourceDef, temperature, -MOST, MOST),
        F(gfSourceDef, divergence, -MOST, MOST),
        F(gfSourceDef, divergence, -2, 2),
        F(gfSourceDef, mass, -MOST, MOST),
        F(gfSourceDef, mass, 0, 2),
        F(gfSourceDef, attraction, -MOST, MOST),
        I(gfSourceDef, material, 0, 2),
        I(gfSourceDef, textureRole, 0, 2),
        F(gfSourceDef, angularVelocity, -MOST, MOST),
        F(gfSourceDef, angularVelocity, -5, 5),
        B(gfSourceDef, sweeps),
        F(gfSourceDef, zone.velocity.x, -5, 5),
        F(gfSourceDef, zone.velocity.y, -MOST, MOST),
        F(gfSourceDef, zone.angularVelocity, -MOST, MOST),
        F(gfSourceDef, zone.drag, 0, 1e9),
        F(gfSourceDef, zone.drag, 0, 10),
        F(gfSourceDef, zone.quadraticDrag, 0, 1e9),
        F(gfSourceDef, zone.turbulence.strength, 0, MOST),
        F(gfSourceDef, zone.turbulence.strength, 0, 10),
        F(gfSourceDef, zone.turbulence.scale, 1e-6, 1e9),
        F(gfSourceDef, zone.turbulence.rate, 0, 1e4),
    };
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = Random_Shape(r);
    change(r, &def, numbers, ROWS(numbers), 1 + Random_Below(r, 8));
    def.texture = someTexture(r, textures, count, &def.shape);
    spoilCookie(r, &def.cookie);
    return def;
}

gfGroundDef Random_GroundDef(Random *r, const uint32_t *textures, int count)
{
    static const Number numbers[] = {
        F(gfGroundDef, softness, 0, 1e9),    F(gfGroundDef, softness, 0, 0.2),
        I(gfGroundDef, mode, 0, 3),          F(gfGroundDef, height, -MOST, MOST),
        F(gfGroundDef, height, -1, 1),       F(gfGroundDef, slope.x, -1e3, 1e3),
        F(gfGroundDef, slope.y, -1, 1),      F(gfGroundDef, textureScale, -MOST, MOST),
        F(gfGroundDef, textureScale, -1, 1), B(gfGroundDef, everywhere),
    };
    gfGroundDef def = gfDefaultGroundDef();
    def.shape = Random_Shape(r);
    change(r, &def, numbers, ROWS(numbers), 1 + Random_Below(r, 5));
    def.texture = someTexture(r, textures, count, &def.shape);
    spoilCookie(r, &def.cookie);
    return def;
}

gfSolidDef Random_SolidDef(Random *r, const uint32_t *textures, int count)
{
    static const Number numbers[] = {
        F(gfSolidDef, velocity.x, -MOST, MOST),
        F(gfSolidDef, velocity.y, -2, 2),
        F(gfSolidDef, angularVelocity, -MOST, MOST),
        I(gfSolidDef, surface, 0, 1),
        B(gfSolidDef, fixedTemperature),
        F(gfSolidDef, temperature, -MOST, MOST),
        B(gfSolidDef, invert),
    };
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = Random_Shape(r);
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 4));
    def.texture = someTexture(r, textures, count, &def.shape);
    spoilCookie(r, &def.cookie);
    return def;
}

gfDrawDef Random_DrawDef(Random *r, const uint32_t *textures, int count)
{
    static const Number numbers[] = {
        F(gfDrawDef, view.m[0], -1e9, 1e9),
        F(gfDrawDef, view.m[4], -2, 2),
        B(gfDrawDef, useView),
        S(gfDrawDef, alpha, INTEGER, 0, 2),
        B(gfDrawDef, blend),
        F(gfDrawDef, background[0], 0, 1),
        F(gfDrawDef, range, 1e-9f, 1e9),
        F(gfDrawDef, opacity, 0, 1),
        F(gfDrawDef, fade.left, 0, 1),
        F(gfDrawDef, fade.top, 0, 1e9),
        F(gfDrawDef, ahead, 0, 1e6),
        F(gfDrawDef, ahead, 0, 0.02),
        I(gfDrawDef, palette.count, 2, GF_PALETTE_MAX),
        F(gfDrawDef, palette.colors[1][0], 0, 1),
        B(gfDrawDef, solids.shown),
        F(gfDrawDef, solids.outlineWidth, 0, 100),
        F(gfDrawDef, solids.media, 0, 1),
        I(gfDrawDef, ink, 0, 2),
        I(gfDrawDef, tone.map, 0, 1),
        F(gfDrawDef, tone.exposure, 0, 1000),
        B(gfDrawDef, tone.dither),
        B(gfDrawDef, refraction.enabled),
        F(gfDrawDef, refraction.depth, 0, 10),
        F(gfDrawDef, refraction.strength, -10, 10),
        F(gfDrawDef, refraction.contact, 0, 1),
        F(gfDrawDef, refraction.dispersion, 0, 1),
        B(gfDrawDef, bloom.enabled),
        F(gfDrawDef, bloom.spread, 0.1f, 2),
        B(gfDrawDef, shafts.enabled),
        F(gfDrawDef, shafts.light.x, -1e6, 1e6),
        B(gfDrawDef, shadow.enabled),
        F(gfDrawDef, shadow.direction.x, -1e6, 1e6),
        F(gfDrawDef, shadow.density, 0, 1000),
        F(gfDrawDef, shadow.length, 0, 100),
        F(gfDrawDef, liquid.threshold, 0.01f, 10),
        F(gfDrawDef, liquid.rim, 0, 10),
        F(gfDrawDef, liquid.light[2], -1e6, 1e6),
        F(gfDrawDef, liquid.foamSpeed, 0, 1e6),
        F(gfDrawDef, liquid.lens, 0, 1),
        F(gfDrawDef, liquid.lensEdge, 0.05f, 0.95f),
        F(gfDrawDef, liquid.clarity, 0, 1),
        F(gfDrawDef, liquid.caustics, 0, 4),
        F(gfDrawDef, liquid.causticsReach, 0, 10),
        F(gfDrawDef, spacing, 4, 512),
        F(gfDrawDef, particles.size, 0.01f, 100),
        F(gfDrawDef, particles.range, 1e-9f, 1e9),
        F(gfDrawDef, tracers.size, 0.5, 64),
        F(gfDrawDef, tracers.trail, 0, 1000),
        F(gfDrawDef, tracers.range, 1e-9f, 1e9),
        I(gfDrawDef, depth.test, 0, GF_DEPTH_ALWAYS),
        F(gfDrawDef, depth.z, 0, 1),
        B(gfDrawDef, depth.write),
        B(gfDrawDef, encodeSrgb),
    };
    gfDrawDef def = gfDefaultDrawDef();
    def.style = (gfDrawStyle)Random_Int(r, 0, GF_DRAW_STYLE_COUNT - 1);
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 7));
    def.refraction.background = Random_Chance(r, 50) ? 0 : textures[Random_Below(r, count)];
    spoilCookie(r, &def.cookie);
    return def;
}

gfQueryDef Random_QueryDef(Random *r)
{
    static const Number numbers[] = {
        I(gfQueryDef, quantities, 0, 63), I(gfQueryDef, maxPoints, 0, 600), I(gfQueryDef, maxRegions, 0, 20),
        I(gfQueryDef, maxSolids, 0, 80),  F(gfQueryDef, density, 0, 1e6),
    };
    gfQueryDef def = gfDefaultQueryDef();
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 4));
    def.sides = Random_Chance(r, 30);
    spoilCookie(r, &def.cookie);
    return def;
}

gfQueryRegion Random_QueryRegion(Random *r)
{
    static const Number numbers[] = {
        F(gfQueryRegion, threshold, -60000, 60000),
        F(gfQueryRegion, hysteresis, 0, 60000),
    };
    gfQueryRegion region = gfDefaultQueryRegion();
    region.shape = Random_Shape(r);
    region.watched = Random_Chance(r, 50);
    region.quantity = (gfQuantity)(1 << Random_Below(r, 7));
    change(r, &region, numbers, ROWS(numbers), Random_Below(r, 2));
    spoilCookie(r, &region.cookie);
    return region;
}

gfRigidBodyDef Random_RigidBodyDef(Random *r)
{
    static const Number numbers[] = {
        F(gfRigidBodyDef, density, 1e-3f, 1e6),       F(gfRigidBodyDef, mass, 0, 1e12f),
        F(gfRigidBodyDef, inertia, 0, 1e18f),         F(gfRigidBodyDef, fluidDensity, 0, 1e6),
        F(gfRigidBodyDef, height, 1e-6f, 1e6),        F(gfRigidBodyDef, velocity.x, -60000, 60000),
        F(gfRigidBodyDef, velocity.y, -60000, 60000), F(gfRigidBodyDef, angularVelocity, -60000, 60000),
        F(gfRigidBodyDef, friction, 0, 10),           F(gfRigidBodyDef, restitution, 0, 1),
        F(gfRigidBodyDef, gravityScale, -10, 10),     F(gfRigidBodyDef, drag, 0, 100),
        F(gfRigidBodyDef, angularDrag, 0, 100),
    };
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = Random_Shape(r);
    def.hostDriven = Random_Chance(r, 20);
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 5));
    spoilCookie(r, &def.cookie);
    return def;
}

gfRigidBody3DDef Random_RigidBody3DDef(Random *r)
{
    static const Number numbers[] = {
        F(gfRigidBody3DDef, density, 1e-3f, 1e6),
        F(gfRigidBody3DDef, mass, 0, 1e12f),
        F(gfRigidBody3DDef, inertia.x, 0, 1e18f),
        F(gfRigidBody3DDef, inertia.z, 0, 1e18f),
        F(gfRigidBody3DDef, fluidDensity, 0, 1e6),
        F(gfRigidBody3DDef, velocity.x, -60000, 60000),
        F(gfRigidBody3DDef, velocity.y, -60000, 60000),
        F(gfRigidBody3DDef, velocity.z, -60000, 60000),
        F(gfRigidBody3DDef, angularVelocity.x, -60000, 60000),
        F(gfRigidBody3DDef, angularVelocity.y, -60000, 60000),
        F(gfRigidBody3DDef, angularVelocity.z, -60000, 60000),
        F(gfRigidBody3DDef, friction, 0, 10),
        F(gfRigidBody3DDef, restitution, 0, 1),
        F(gfRigidBody3DDef, gravityScale, -10, 10),
        F(gfRigidBody3DDef, drag, 0, 100),
        F(gfRigidBody3DDef, angularDrag, 0, 100),
    };
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = Random_Solid3DDef(r).shape;
    def.hostDriven = Random_Chance(r, 20);
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 5));
    spoilCookie(r, &def.cookie);
    return def;
}

gfTracersDef Random_TracersDef(Random *r)
{
    static const Number numbers[] = {
        I(gfTracersDef, count, 1, 500),
        F(gfTracersDef, lifetime, 0.01f, 1e6),
        I(gfTracersDef, seed, 0, 1000000),
    };
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 100;
    change(r, &def, numbers, ROWS(numbers), Random_Below(r, 3));
    spoilCookie(r, &def.cookie);
    return def;
}
