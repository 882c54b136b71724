// Gives and takes the particles of a gfFluid as the host asks for it.
#include "solvers/particles/params.h"
#include "solvers/particles/particles.h"

#include "shared.h"

#include <math.h>

static bool checkParticle(const gfCore *core, const gfFluidDef *def, const gfParticle *p, int index, const char *caller)
{
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
    GF_REQUIRE(core, p->material < (uint32_t)def->particles.materialCount, OUT_OF_RANGE,
               "%s: particles[%d].material is %u; 0 to %d is expected (particles.materialCount)", caller, index,
               p->material, (int)def->particles.materialCount - 1);
    GF_REQUIRE(core, gfInRange((double)p->lifetime, 0.0, def->particles.lifetimes ? 1e6 : 0.0), OUT_OF_RANGE,
               "%s: particles[%d].lifetime is %g; 0 to %g s is expected (particles.lifetimes)", caller, index,
               (double)p->lifetime, def->particles.lifetimes ? 1e6 : 0.0);
    return true;

error:
    return false;
}

uint32_t gfParticles_MakeTag(const gfParticleMaterial *material, uint32_t index)
{
    uint32_t tag = index << 24;
    for (int i = 0; i < 3; i++) { // to sRGB
        float c = material->color[i];
        float encoded = c <= 0.0031308f ? 12.92f * c : 1.055f * powf(c, 1.0f / 2.4f) - 0.055f;
        tag |= (uint32_t)(encoded * 255.0f + 0.5f) << (8 * i);
    }
    return tag;
}

// The time at which a particle is gone that has so many seconds left, as marks have it.
static uint32_t makeEnd(gfSph *s, float lifetime)
{
    s->mortal = s->mortal || lifetime > 0.0f;
    return lifetime > 0.0f ? (uint32_t)gfMax(1, gfSph_GetTime(s) + (int)(1000.0f * lifetime)) : 0;
}

// Returns how many seconds particle `i` has left; 0: it has no end.
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
    for (int i = 0; i < count; i++) {
        if (!checkParticle(core, def, &particles[i], i, caller)) {
            return false;
        }
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
        tags[i] = gfParticles_MakeTag(&def->particles.materials[p->material], p->material);
        marks[2 * i] = 0;
        marks[2 * i + 1] = makeEnd(s, p->lifetime);
    }
    const gfSphDomain domain = gfParticles2D_GetDomain(body);
    const gfSphAdded added = {places, places + 2 * n, tags, marks, count};
    ok = ok && gfSph_Add(s, &domain, &added, caller);
    gfFree(core, places);
    gfFree(core, tags);
    return ok;
}

static bool readParticles(const gfBody *body, const void *state, gfParticle *particles, int count, int *live)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    gfSphHost host;
    if (!gfSph_Read(body->device, s, &host)) {
        return false;
    }
    float h = s->scales.radius;
    gfVec2 o = body->def.origin;
    for (int i = 0; i < gfMin(count, host.count); i++) {
        const float *p = &host.places[4 * i];
        particles[i] = (gfParticle){.position = {o.x + p[0] * h, o.y + p[1] * h},
                                    .velocity = {p[2] * h, p[3] * h},
                                    .material = gfSph_GetMaterialIndex(&body->def.particles, host.tags[4 * i + 1]),
                                    .lifetime = getLifetime(s, host.marks, i),
                                    .id = host.tags[4 * i]};
    }
    *live = host.count;
    gfSphHost_Free(body->device, &host);
    return true;
}

static bool countParticles(const gfBody *body, const void *state, gfParticleStats *stats)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    return gfSph_GetStats(body->device, s, stats);
}

static bool checkChange(const gfCore *core, const gfParticleParams *from, const gfParticleParams *to,
                        const char *caller)
{
    return gfParticleParams_CheckChange(core, from, to, caller);
}

// Tells how the particles of each material are drawn; those of a material that is no more are of the first.
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
    gfSph_View(s, &body->def.particles, view);
    view->step = body->def.fixedStep;
    view->world[12] = body->def.origin.x;
    view->world[13] = body->def.origin.y;
    viewKinds(s, &body->def.particles, view);
}

static bool hasParticleGroups(const void *state)
{
    return ((const gfParticles2D *)state)->sph.groups != NULL;
}

static int findParticleGroup(const gfBody *body, const void *state, gfHandle group, const char *caller)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    return s->groups != NULL ? s->findGroup(s->groups, body->number, group, caller) : 0;
}

const gfParticleCalls gf_particleCalls = {
    .add = addParticles,
    .read = readParticles,
    .count = countParticles,
    .checkChange = checkChange,
    .checkSource = gfParticles2D_CheckSource,
    .view = gfParticles2D_View,
    .sample = gfParticles2D_Sample,
    .hasGroups = hasParticleGroups,
    .findGroup = findParticleGroup,
};

bool gfParticles2D_Measure(const gfBody *body, const void *state, gfFluidStats *stats)
{
    const gfSph *s = &((const gfParticles2D *)state)->sph;
    const gfParticleParams *params = &body->def.particles;
    gfSphHost host;
    if (!gfSph_Read(body->device, s, &host)) {
        return false;
    }
    double h = (double)s->scales.radius, each = (double)params->spacing * (double)params->spacing;
    stats->mass = stats->kineticEnergy = stats->momentumX = stats->momentumY = stats->speedMax = 0.0;
    for (int i = 0; i < host.count; i++) {
        const gfParticleMaterial *m = gfSph_GetMaterial(params, host.tags[4 * i + 1]);
        double mass = each * (double)(m->density / params->materials[0].density);
        double x = (double)host.places[4 * i + 2] * h, y = (double)host.places[4 * i + 3] * h;
        stats->mass += mass;
        stats->momentumX += mass * x;
        stats->momentumY += mass * y;
        stats->kineticEnergy += 0.5 * mass * (x * x + y * y);
        stats->speedMax = fmax(stats->speedMax, sqrt(x * x + y * y));
    }
    gfSphHost_Free(body->device, &host);
    return true;
}
