// Particles of a gfFluid in host memory: adding them, reading them, and moving all of them into another domain.
#include "solvers/particles/particles.h"

#include "fluid/fluid.h"
#include "gl/readback.h"
#include "shared.h"

#include <float.h>

// --- adding and reading ----------------------------------------------------------------------------------------------

static bool checkParticle(const gfBody *body, const gfParticleParams *params, const gfParticle *p, int index,
                          const char *caller)
{
    const gfCore *core = &body->device->core;
    const gfFluidDef *def = &body->def;
    const double most = (double)GF_VALUE_MAX;
    double width = (double)((float)def->gridWidth * def->cellSize), x = (double)(p->position.x - def->origin.x);
    double height = (double)((float)def->gridHeight * def->cellSize), y = (double)(p->position.y - def->origin.y);
    GF_REQUIRE(core, gfInRange(x, 0.0, width) && gfInRange(y, 0.0, height), OUT_OF_RANGE,
               "%s: particles[%d] is at (%g, %g); a place in the domain, (%g, %g) to (%g, %g), is expected", caller,
               index, (double)p->position.x, (double)p->position.y, (double)def->origin.x, (double)def->origin.y,
               (double)def->origin.x + width, (double)def->origin.y + height);
    GF_REQUIRE(core, gfInRange((double)p->velocity.x, -most, most) && gfInRange((double)p->velocity.y, -most, most),
               OUT_OF_RANGE, "%s: particles[%d] moves at (%g, %g); within +-%g m/s is expected", caller, index,
               (double)p->velocity.x, (double)p->velocity.y, most);
    GF_REQUIRE(core, p->material < (uint32_t)params->materialCount, OUT_OF_RANGE,
               "%s: particles[%d].material is %u; 0 to %d is expected (particles.materialCount)", caller, index,
               p->material, (int)params->materialCount - 1);
    GF_REQUIRE(core, gfInRange((double)p->lifetime, 0.0, params->lifetimes ? 1e6 : 0.0), OUT_OF_RANGE,
               "%s: particles[%d].lifetime is %g; 0 to %g s is expected (particles.lifetimes)", caller, index,
               (double)p->lifetime, params->lifetimes ? 1e6 : 0.0);
    return true;
}

uint32_t gfParticles_MakeTag(const gfParticleMaterial *material, uint32_t index)
{
    uint32_t tag = index << 24;
    for (int i = 0; i < 3; i++) { // from linear light to sRGB
        float c = material->color[i];
        float encoded = c <= 0.0031308f ? 12.92f * c : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
        tag |= (uint32_t)(encoded * 255.0f + 0.5f) << (8 * i);
    }
    return tag;
}

// Returns a new particle's end of life, ms since the last reset, as in marks. `lifetime`: s. 0 in both: unlimited.
static uint32_t makeEnd(gfSph *s, float lifetime)
{
    s->mortal = s->mortal || lifetime > 0.0f;
    return lifetime > 0.0f ? (uint32_t)gfMax(1, gfSph_GetTime(s) + (int)(1000.0f * lifetime)) : 0;
}

// Returns how many seconds are left of the lifetime of particle `i`; 0: it is unlimited.
static float getLifetime(const gfSph *s, const uint32_t *marks, int i)
{
    return marks == NULL || marks[4 * i + 1] == 0
               ? 0.0f
               : fmaxf(1e-3f * (float)((int)marks[4 * i + 1] - gfSph_GetTime(s)), 1e-3f);
}

static bool addParticles(const gfBody *body, void *state, const gfParticle *particles, int count, const char *caller)
{
    gfCore *core = &body->device->core;
    const gfFluidDef *def = &body->def;
    const gfParticleParams *params = gfParticles2D_GetParams(body, state);
    for (int i = 0; i < count; i++) {
        GF_TRY(checkParticle(body, params, &particles[i], i, caller));
    }
    size_t n = (size_t)gfMax(count, 1);
    float *places = gfAlloc(core, n * 4 * sizeof *places);
    uint32_t *tags = gfAlloc(core, n * 3 * sizeof *tags), *marks = tags + n;
    gfSph *s = &((gfParticles2D *)state)->sph;
    bool ok = places != NULL && tags != NULL;
    for (int i = 0; ok && i < count; i++) {
        const gfParticle *p = &particles[i];
        float *velocity = places + 2 * n + 2 * (size_t)i;
        places[2 * i] = p->position.x - def->origin.x;
        places[2 * i + 1] = p->position.y - def->origin.y;
        velocity[0] = p->velocity.x;
        velocity[1] = p->velocity.y;
        tags[i] = gfParticles_MakeTag(&params->materials[p->material], p->material);
        marks[2 * i] = 0;
        marks[2 * i + 1] = makeEnd(s, p->lifetime);
    }
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    const gfSphAdded added = {places, places + 2 * n, tags, marks, count};
    ok = ok && gfSph_Add(s, &domain, &added, caller);
    gfFree(core, places);
    gfFree(core, tags);
    return ok;
}

// Copies at most `count` particles to host memory. *live becomes the number of all that exist. Waits for the GPU.
static bool readParticles(const gfBody *body, const void *state, gfParticle *particles, int count, int *live)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    gfSphHost host;
    const gfParticleParams *params = gfParticles2D_GetParams(body, state);
    GF_TRY(gfSph_Read(body->device, s, &host));
    float h = s->scales.radius;
    gfVec2 o = body->def.origin;
    for (int i = 0; i < gfMin(count, host.count); i++) {
        const float *p = &host.places[4 * i];
        particles[i] = (gfParticle){.position = {o.x + p[0] * h, o.y + p[1] * h},
                                    .velocity = {p[2] * h, p[3] * h},
                                    .material = gfSph_GetMaterialIndex(params, host.tags[4 * i + 1]),
                                    .lifetime = getLifetime(s, host.marks, i),
                                    .id = host.tags[4 * i]};
    }
    *live = host.count;
    gfSphHost_Free(body->device, &host);
    return true;
}

// Fills in how particles of each material are drawn. Those of a material that was removed are drawn like the first one.
static void viewKinds(const gfSph *s, const gfParticleParams *params, gfParticleView *view)
{
    for (int i = 0; i < GF_VIEW_MATERIALS; i++) {
        const gfParticleMaterial *m = &params->materials[i < params->materialCount ? i : 0];
        view->kinds[i][0] = (float)(m->fixed              ? GF_KIND_OF_WALL
                                    : m->friction > 0.0f  ? GF_KIND_OF_POWDER
                                    : m->expansion > 0.0f ? GF_KIND_OF_GAS
                                                          : GF_KIND_OF_LIQUID);
        view->kinds[i][1] = m->cohesion > 0.0f ? 1.0f : 0.0f;
    }
    if (s->tellGroups != NULL) {
        view->marks = &s->marks.read;
        s->tellGroups(s->groups, view->groups);
    }
}

void gfParticles2D_View(const gfBody *body, const void *state, gfParticleView *view)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    const gfParticleParams *params = gfParticles2D_GetParams(body, state);
    gfSph_View(s, params, view);
    view->step = body->def.fixedStep;
    view->world[12] = body->def.origin.x;
    view->world[13] = body->def.origin.y;
    viewKinds(s, params, view);
}

bool gfParticles2D_HasGroups(const void *state)
{
    return ((const gfParticles2D *)state)->sph.groups != NULL;
}

int gfParticles2D_FindGroup(const gfBody *body, const void *state, gfHandle group, const char *caller)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    return s->groups != NULL ? s->findGroup(s->groups, body->number, group, caller) : 0;
}

const gfParticleCalls gf_particleCalls = {
    .checkSource = gfParticles2D_CheckSource,
    .view = gfParticles2D_View,
    .hasGroups = gfParticles2D_HasGroups,
    .findGroup = gfParticles2D_FindGroup,
};

bool gfParticles2D_Measure(const gfBody *body, const void *state, gfFluidStats *stats)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    const gfParticleParams *params = gfParticles2D_GetParams(body, state);
    gfSphHost host;
    GF_TRY(gfSph_Read(body->device, s, &host));
    double h = (double)s->scales.radius, each = (double)params->spacing * (double)params->spacing;
    stats->mass = stats->kineticEnergy = stats->momentum[0] = stats->momentum[1] = stats->speedMax = 0.0;
    for (int i = 0; i < host.count; i++) {
        const gfParticleMaterial *m = gfSph_GetMaterial(params, host.tags[4 * i + 1]);
        double mass = each * (double)(m->density / params->materials[0].density);
        double x = (double)host.places[4 * i + 2] * h, y = (double)host.places[4 * i + 3] * h;
        stats->mass += mass;
        stats->momentum[0] += mass * x;
        stats->momentum[1] += mass * y;
        stats->kineticEnergy += 0.5 * mass * (x * x + y * y);
        stats->speedMax = fmax(stats->speedMax, sqrt(x * x + y * y));
    }
    gfSphHost_Free(body->device, &host);
    return true;
}

// --- another domain --------------------------------------------------------------------------------------------------

// A domain got another size or place. Particles inside the new one keep their place in the world, velocity, colour and
// id; the others are drained. Those that a flow carries are divided or joined if its cells got another size. The CPU
// does this, as it is rare.

// By how many cells a particle may be outside the new domain and is still kept, as rounding may have put it there.
#define RESIZE_SLACK 1e-3

// Kept particles, four numbers per place and stress, two per tag and mark, as in textures. Null: the state has none.
typedef struct Kept {
    float *places, *stresses;
    uint32_t *tags, *marks;
    int count;
} Kept;

// The map from coordinates in the old domain to those in the new one: new = old * scale + shift. Both are in cells of
// their own domain, whose sizes differ if params.radius is 0.
typedef struct Change {
    double scale, shift[2];
} Change;

// Maps *x, in cells, to the new domain. Returns false if it is then outside.
static bool shiftInto(float *x, double scale, double shift, double end, bool endlessBelow, bool endlessAbove)
{
    double moved = (double)*x * scale + shift;
    if ((moved < -RESIZE_SLACK && !endlessBelow) || (moved > end + RESIZE_SLACK && !endlessAbove)) {
        return false;
    }
    *x = (float)(endlessBelow ? moved : fmax(moved, 0.0));
    *x = endlessAbove ? *x : fminf(*x, (float)end);
    return true;
}

static void keepBeside(const gfSphHost *host, int i, Kept *kept)
{
    if (kept->stresses != NULL) {
        memcpy(&kept->stresses[4 * kept->count], &host->stresses[4 * i], 4 * sizeof *kept->stresses);
    }
    if (kept->marks != NULL) {
        memcpy(&kept->marks[2 * kept->count], &host->marks[4 * i], 2 * sizeof *kept->marks);
    }
}

static bool keepInside(const gfSphDomain *domain, const gfSph *s, const gfSphHost *host, const Change *change,
                       Kept *kept)
{
    bool unbounded = domain->params->unbounded;
    for (int i = 0; i < host->count; i++) {
        float place[4];
        bool inside = true;
        memcpy(place, &host->places[4 * i], sizeof place);
        for (int axis = 0; axis < 2; axis++) {
            place[2 + axis] = (float)((double)place[2 + axis] * change->scale);
            const float *closed = &domain->closed.value[2 * axis];
            double end = (double)domain->size[axis] / (double)s->scales.radius;
            inside = inside && shiftInto(&place[axis], change->scale, change->shift[axis], end,
                                         unbounded && closed[0] == 0.0f, unbounded && closed[1] == 0.0f);
        }
        GF_REQUIRE(&domain->device->core, !inside || kept->count < s->capacity, TOO_MANY,
                   "the new domain has more than %d particles, its capacity", s->capacity);
        if (inside) {
            keepBeside(host, i, kept);
            memcpy(&kept->places[4 * kept->count], place, sizeof place);
            memcpy(&kept->tags[2 * kept->count++], &host->tags[4 * i], 2 * sizeof *kept->tags);
        }
    }
    return true;
}

// Copies the numbers of particles to the new state. Particles that division adds count as emitted, those that it takes
// away or that were not kept as drained. `before`: numbers of the old state; `divided`: particles after division.
static bool takeCounts(gfDevice *device, gfSph *s, const gfSph *from, const uint32_t before[4], int divided, int kept)
{
    uint32_t more = (uint32_t)gfMax(divided - (int)before[0], 0), dropped[4];
    const uint32_t count[4] = {(uint32_t)kept, before[1] + more, before[2] + before[0] + more - (uint32_t)kept,
                               before[3] + more};
    s->steps = from->steps;
    s->added = from->added;
    s->time = from->time;
    s->mortal = from->mortal;
    return gfTexture_Upload(device, &s->count.read, count) &&
           (!gfPair_Exists(&s->droppedSum) || (gfReadback_Integers(device, &from->droppedSum.read, 1, 1, dropped) &&
                                               gfTexture_Upload(device, &s->droppedSum.read, dropped)));
}

// Reads the particles of the old state and their numbers. Where a flow carries them there are then `scale` squared of
// each one.
static bool readDivided(const gfSphDomain *domain, const gfSph *from, double scale, uint32_t before[4], gfSphHost *host)
{
    gfDevice *device = domain->device;
    GF_TRY(gfSph_ReadCount(device, from, before) && gfSph_Read(device, from, host));
    bool ok =
        !domain->carried || fabs(scale - 1.0) < 1e-6 || gfSphHost_Divide(device, from, host, scale * scale, before[3]);
    if (!ok) {
        gfSphHost_Free(device, host);
    }
    return ok;
}

bool gfParticles2D_Resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfDevice *device = body->device;
    gfSph *s = &((gfParticles2D *)state)->sph;
    const gfSph *from = &((const gfParticles2D *)oldState)->sph;
    const gfSphDomain domain = gfParticles2D_GetDomain(body, state);
    const gfVec2 old = oldDef->origin, origin = body->def.origin;
    double h = (double)s->scales.radius;
    const Change change = {.scale = (double)from->scales.radius / h,
                           .shift = {((double)old.x - (double)origin.x) / h, ((double)old.y - (double)origin.y) / h}};
    size_t texels = (size_t)s->place.read.width * (size_t)s->place.read.height;
    gfSphHost host;
    uint32_t before[4];
    GF_TRY(readDivided(&domain, from, change.scale, before, &host));
    Kept kept = {.places = gfAlloc(&device->core, texels * 4 * sizeof *kept.places),
                 .tags = gfAlloc(&device->core, texels * 2 * sizeof *kept.tags),
                 .stresses = host.stresses != NULL ? gfAlloc(&device->core, texels * 4 * sizeof *kept.stresses) : NULL,
                 .marks = host.marks != NULL ? gfAlloc(&device->core, texels * 2 * sizeof *kept.marks) : NULL};
    bool ok = kept.places != NULL && kept.tags != NULL && (host.stresses == NULL || kept.stresses != NULL) &&
              (host.marks == NULL || kept.marks != NULL);
    if (ok) {
        ok = keepInside(&domain, s, &host, &change, &kept) && gfTexture_Upload(device, &s->place.read, kept.places) &&
             gfTexture_Upload(device, &s->tags.read, kept.tags) &&
             (kept.stresses == NULL || gfTexture_Upload(device, &s->stress.read, kept.stresses)) &&
             (kept.marks == NULL || gfTexture_Upload(device, &s->marks.read, kept.marks)) &&
             takeCounts(device, s, from, before, host.count, kept.count) && gfSph_Rebuild(s, &domain);
    }
    gfFree(&device->core, kept.places);
    gfFree(&device->core, kept.tags);
    gfFree(&device->core, kept.stresses);
    gfFree(&device->core, kept.marks);
    gfSphHost_Free(device, &host);
    return ok;
}

// --- public calls ----------------------------------------------------------------------------------------------------

static bool checkKind(const gfFluid *fluid, const char *caller)
{
    GF_REQUIRE(&fluid->body.device->core, fluid->solver->particles != NULL, UNSUPPORTED,
               "%s: solver '%s' has no particles", caller, fluid->solver->name);
    return true;
}

bool gfFluid_AddParticles(gfFluid *fluid, const gfParticle *particles, int32_t count)
{
    GF_REQUIRE(NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT,
               "gfFluid_AddParticles: %s is null", fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    GF_TRY(checkKind(fluid, "gfFluid_AddParticles"));
    GF_REQUIRE(&device->core, gfInRange(count, 0, GF_PARTICLE_MAX), OUT_OF_RANGE,
               "gfFluid_AddParticles: count is %d; 0 to %d is expected", (int)count, GF_PARTICLE_MAX);
    GF_TRY(gfDevice_Begin(device, "gfFluid_AddParticles"));
    fluid->given |= GF_SOURCE_MASS;
    bool ok = addParticles(&fluid->body, fluid->state, particles, count, "gfFluid_AddParticles");
    gfDevice_End(device);
    return ok;
}

int32_t gfFluid_ReadParticlesBlocking(gfFluid *fluid, gfParticle *particles, int32_t count)
{
    GF_REQUIRE_OR(-1, NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT,
                  "gfFluid_ReadParticlesBlocking: %s is null", fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    if (!checkKind(fluid, "gfFluid_ReadParticlesBlocking")) {
        return -1;
    }
    GF_REQUIRE_OR(-1, &device->core, count >= 0, OUT_OF_RANGE,
                  "gfFluid_ReadParticlesBlocking: count is %d; 0 or more is expected", (int)count);
    if (!gfDevice_Begin(device, "gfFluid_ReadParticlesBlocking")) {
        return -1;
    }
    int live = -1;
    bool ok = readParticles(&fluid->body, fluid->state, particles, count, &live);
    gfDevice_End(device);
    return ok ? live : -1;
}

bool gfFluid_GetParticleStatsBlocking(gfFluid *fluid, gfParticleStats *stats)
{
    GF_REQUIRE_BOTH(fluid, stats);
    gfDevice *device = fluid->body.device;
    return checkKind(fluid, "gfFluid_GetParticleStatsBlocking") &&
           gfDevice_Do(device, "gfFluid_GetParticleStatsBlocking",
                       gfSph_GetStats(device, &((const gfParticles2D *)fluid->state)->sph, stats));
}

static bool checkSamples(const gfFluid *fluid, gfParticleProperty property, const gfVec2 *points, int32_t count)
{
    static const char *const caller = "gfFluid_SampleParticlesBlocking";
    const gfCore *core = &fluid->body.device->core;
    int materials = gfParticles2D_GetParams(&fluid->body, fluid->state)->materialCount;
    int properties = GF_PROPERTY_MATERIAL + materials;
    const double most = (double)FLT_MAX;
    GF_REQUIRE(core, gfInRange((int)property, 0, properties - 1), OUT_OF_RANGE,
               "%s: property is %d; 0 to %d is expected, for the fluid has %d materials", caller, (int)property,
               properties - 1, materials);
    GF_REQUIRE(core, gfInRange(count, 0, GF_PARTICLE_MAX), OUT_OF_RANGE, "%s: count is %d; 0 to %d is expected", caller,
               (int)count, GF_PARTICLE_MAX);
    for (int i = 0; i < count; i++) {
        double x = (double)points[i].x, y = (double)points[i].y;
        GF_REQUIRE(core, gfInRange(x, -most, most) && gfInRange(y, -most, most), OUT_OF_RANGE,
                   "%s: points[%d] is (%g, %g); finite numbers are expected", caller, i, x, y);
    }
    return true;
}

bool gfFluid_SampleParticlesBlocking(gfFluid *fluid, gfParticleProperty property, const gfVec2 *points, int32_t count,
                                     float *values, gfVec2 *gradients)
{
    GF_REQUIRE(NULL, fluid != NULL && (count == 0 || (points != NULL && values != NULL)), NULL_ARGUMENT,
               "%s: %s is null", __func__,
               fluid == NULL    ? "fluid"
               : points == NULL ? "points"
                                : "values");
    gfDevice *device = fluid->body.device;
    GF_TRY(checkKind(fluid, __func__) && checkSamples(fluid, property, points, count) &&
           gfDevice_Begin(device, __func__));
    bool ok = count == 0 || (gfFluid_UpdateSolids(fluid) &&
                             gfParticles2D_Sample(&fluid->body, fluid->state,
                                                  &(gfParticleSamples){property, points, count, values, gradients}));
    gfDevice_End(device);
    return ok;
}
