// Tunables may change while a fluid is there: those that decide pressure approach their new values, so that nothing
// bursts.
#include "solvers/particles/sph.h"

#include <math.h>
#include <string.h>

// Time in which a difference falls to 1 / e, s of simulated time.
#define RAMP_TIME 0.15f
#define SPACING_RAMP 0.5f // the whole fluid grows or shrinks

// Moves a value towards its target. Returns whether it is still on its way.
static bool approach(float *value, float target, float share)
{
    *value += share * (target - *value);
    if (fabsf(target - *value) <= 1e-4f * fabsf(target)) {
        *value = target;
    }
    return *value != target;
}

static bool approachMaterial(gfParticleMaterial *m, const gfParticleMaterial *target, float share)
{
    bool ramping = approach(&m->density, target->density, share);
    ramping |= approach(&m->viscosity, target->viscosity, share);
    ramping |= approach(&m->tension, target->tension, share);
    ramping |= approach(&m->pull, target->pull, share);
    ramping |= approach(&m->nearStiffness, target->nearStiffness, share);
    ramping |= approach(&m->expansion, target->expansion, share);
    ramping |= approach(&m->friction, target->friction, share);
    ramping |= approach(&m->cohesion, target->cohesion, share);
    ramping |= approach(&m->repulsion, target->repulsion, share);
    memcpy(m->color, target->color, sizeof m->color);
    m->mixing = target->mixing;
    m->barrier = target->barrier;
    m->fixed = target->fixed;
    return ramping;
}

// Returns parameters with raw values in place of those that they follow from.
static gfParticleParams rawParams(const gfSph *s, const gfSphDomain *domain)
{
    gfParticleParams raw = *domain->params;
    gfSphScales scales;
    raw.radius = s->scales.radius;
    gfSphScales_Compute(&scales, &raw, s->dimensions, domain->gridSize, domain->step);
    raw.stiffness = scales.wantedSpeed * scales.wantedSpeed;
    raw.lookAhead = scales.predictionTime;
    return raw;
}

void gfSph_Settle(gfSph *s, const gfSphDomain *domain)
{
    s->ramped = rawParams(s, domain);
    s->ramping = false;
    gfSphScales_Compute(&s->scales, &s->ramped, s->dimensions, domain->gridSize, domain->step);
}

void gfSph_Ramp(gfSph *s, const gfSphDomain *domain)
{
    if (!s->ramping) {
        return;
    }
    float share = 1.0f - expf(-domain->step / RAMP_TIME);
    gfParticleParams target = rawParams(s, domain), *p = &s->ramped, before = *p;
    *p = target;
    p->spacing = before.spacing;
    p->stiffness = before.stiffness;
    p->lookAhead = before.lookAhead;
    s->ramping = approach(&p->spacing, target.spacing, 1.0f - expf(-domain->step / SPACING_RAMP));
    s->ramping |= approach(&p->stiffness, target.stiffness, share);
    s->ramping |= approach(&p->lookAhead, target.lookAhead, share);
    for (int i = 0; i < target.materialCount; i++) {
        if (i < before.materialCount) {
            p->materials[i] = before.materials[i];
            s->ramping |= approachMaterial(&p->materials[i], &target.materials[i], share);
        }
    }
    gfSphScales_Compute(&s->scales, p, s->dimensions, domain->gridSize, domain->step);
}
