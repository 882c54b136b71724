// Parameters of particles: checks, scales (gfSphScales) that follow, and how changed ones take effect over time.
#include "solvers/particles/sph.h"

#include "fluid/records.h"

#include <stdio.h>

// --- scales ----------------------------------------------------------------------------------------------------------

#define GF_PI 3.14159265358979323846

// Factors that give the two kernels, (1 - r)^2 and (1 - r)^3 (shaders/particles/kernels.glsl), an integral of 1.
typedef struct Kernels {
    double w2, w3;
} Kernels;

typedef struct LatticeSums {
    double w2, w3;           // sums of the kernels (1 - r)^2 and (1 - r)^3
    double virial2, virial3; // sums of distance times slope of each kernel
} LatticeSums;

static void addNeighbour(LatticeSums *sums, const Kernels *k, double r)
{
    if (r < 1.0) {
        double w = 1.0 - r;
        sums->w2 += k->w2 * w * w;
        sums->w3 += k->w3 * w * w * w;
        sums->virial2 += r * 2.0 * k->w2 * w;
        sums->virial3 += r * 3.0 * k->w3 * w * w;
    }
}

// Returns sums over the lattice of a fluid at rest: the densest one (hexagonal; in 3D face-centred cubic) with as many
// particles as a square or cubic lattice with this spacing. `spacing`: in kernel radii.
static LatticeSums sumLattice(int dimensions, double spacing)
{
    const Kernels k =
        dimensions == 3 ? (Kernels){15.0 / (2.0 * GF_PI), 15.0 / GF_PI} : (Kernels){6.0 / GF_PI, 10.0 / GF_PI};
    LatticeSums sums = {0};
    double a = dimensions == 3 ? spacing * pow(2.0, 1.0 / 6.0) : spacing * sqrt(2.0 / sqrt(3.0));
    int reach = (int)ceil(2.0 / a) + 1;
    for (int z = dimensions == 3 ? -reach : 0; z <= (dimensions == 3 ? reach : 0); z++) {
        for (int y = -reach; y <= reach; y++) {
            for (int x = -reach; x <= reach; x++) {
                double r2 = dimensions == 3 ? (double)((x + y) * (x + y) + (x + z) * (x + z) + (y + z) * (y + z)) / 2.0
                                            : (double)(x * x + x * y + y * y);
                addNeighbour(&sums, &k, a * sqrt(r2));
            }
        }
    }
    return sums;
}

float gfSphScales_GetRadius(const gfParticleParams *p, int dimensions)
{
    return p->radius > 0.0f ? p->radius : p->spacing * (dimensions == 3 ? 1.65f : 2.6f);
}

// Returns the square of the speed of sound, (m/s)^2, at which the fluid is compressed by params->compression. It is
// compressed by its own weight or a flow of params->speed.
static double squaredSoundSpeed(const gfParticleParams *p, int dimensions, const float size[3])
{
    double depth = p->depth > 0.0f ? (double)p->depth : (double)size[1];
    const gfVec3 g = p->gravity;
    double gravity = sqrt((double)(g.x * g.x) + (double)(g.y * g.y) + (dimensions == 3 ? (double)(g.z * g.z) : 0.0));
    double speed = p->speed > 0.0f ? (double)p->speed : gravity > 0.0 ? 0.0 : (double)size[1];
    double energy = fmax(gravity * depth, 0.5 * speed * speed);
    return p->stiffness > 0.0f ? (double)p->stiffness : energy / (double)p->compression;
}

static void findExtremes(const gfParticleParams *p, double *lightest, double *heaviest, double *viscosity)
{
    *lightest = 1e30;
    *heaviest = *viscosity = 0.0;
    for (int i = 0; i < p->materialCount; i++) {
        *lightest = fmin(*lightest, (double)p->materials[i].density);
        *heaviest = fmax(*heaviest, (double)p->materials[i].density);
        *viscosity = fmax(*viscosity, (double)p->materials[i].viscosity);
    }
}

// Returns the bulk modulus over density for a stiffness of 1, in units of the radius, in d dimensions. Pressure is the
// virial of forces f at distances r (see forces.frag), sum(r f) / (2 d). With a kernel W, a compression by a fraction e
// raises densities by the fraction e sum(r W') / (d sum(W)).
static double responseOf(const LatticeSums *sums, int dimensions, double nearStiffness)
{
    double d2 = (double)(dimensions * dimensions);
    return (sums->virial2 * sums->virial2 / sums->w2 + nearStiffness * sums->virial3 * sums->virial3 / sums->w3) / d2;
}

void gfSphScales_Compute(gfSphScales *s, const gfParticleParams *p, int dimensions, const float size[3], float step)
{
    double h = (double)gfSphScales_GetRadius(p, dimensions), spacing = (double)p->spacing;
    double rest = pow(h / spacing, dimensions), lightest, heaviest, viscosity;
    const LatticeSums sums = sumLattice(dimensions, spacing / h);
    findExtremes(p, &lightest, &heaviest, &viscosity);
    double c2 = squaredSoundSpeed(p, dimensions, size);
    // Sound is fastest where the lightest material is under the pressure of the heaviest one.
    double fastest = sqrt(c2 * heaviest / lightest);
    double moment = dimensions == 3 ? 3.0 / 11.0 : 0.2; // second moment of the kernel of viscosity, poly6
    double diffusion = 2.0 * dimensions * viscosity / (moment * h * h);
    double longest = fmin(GF_SPH_CFL * h / fmax(fastest, 1e-20), GF_SPH_VISCOUS_LIMIT / fmax(diffusion, 1e-20));
    double wanted = ceil((double)step / longest - 1e-6);
    int most = p->substeps > 0 ? p->substeps : p->maxSubsteps;
    s->substeps = p->substeps > 0 ? p->substeps : (int)fmax(fmin(wanted, (double)most), 1.0);
    s->wantedSubsteps = wanted;
    s->softened = wanted > (double)most;
    s->substep = step / (float)s->substeps;
    double allowed = GF_SPH_CFL * h / (double)s->substep * sqrt(lightest / heaviest);
    double c = fmin(sqrt(c2), allowed);
    s->radius = (float)h;
    s->spacing = (float)spacing;
    s->cellFill = (float)rest;
    s->norm2 = (float)(1.0 / sums.w2);
    s->norm3 = (float)(1.0 / sums.w3);
    s->balance = (float)(sums.virial3 / sums.virial2);
    s->wantedSpeed = (float)sqrt(c2);
    s->soundSpeed = (float)c;
    s->stiffness = (float)(c * c / (h * h) / responseOf(&sums, dimensions, (double)p->materials[0].nearStiffness));
    s->friction = (float)(2.0 * dimensions / (moment * rest));
    s->viscosityMax = (float)(GF_SPH_VISCOUS_LIMIT * moment * h * h / (2.0 * dimensions * (double)s->substep));
    s->predictionTime = p->lookAhead > 0.0f ? p->lookAhead : (float)(0.4 * h / fmax(sqrt(c2), 1e-20));
}

// --- checks ----------------------------------------------------------------------------------------------------------

static bool checkMaterials(const gfCore *core, const gfParticleParams *p, const char *caller)
{
    float lightest = INFINITY, heaviest = 0.0f;
    for (int i = 0; i < p->materialCount; i++) {
        char where[32];
        snprintf(where, sizeof where, "particles.materials[%d]", i);
        GF_TRY(gfMembers_Check(core, &gf_particleMaterialRecord, &p->materials[i], where, caller));
        lightest = fminf(lightest, p->materials[i].density);
        heaviest = fmaxf(heaviest, p->materials[i].density);
    }
    GF_REQUIRE(core, heaviest <= GF_DENSITY_RATIO_MAX * lightest, OUT_OF_RANGE,
               "%s: the densities of particles.materials are %g to %g; at most %g times the lightest is expected",
               caller, (double)lightest, (double)heaviest, (double)GF_DENSITY_RATIO_MAX);
    return true;
}

bool gfParticleParams_Check(const gfCore *core, const gfParticleParams *p, int dimensions, const char *caller)
{
    GF_TRY(gfMembers_Check(core, &gf_particleParamsRecord, p, "particles", caller));
    GF_REQUIRE(core, dimensions == 2 || p->groups == 0, OUT_OF_RANGE,
               "%s: particles.groups is %d; 0 is expected in three dimensions", caller, (int)p->groups);
    float radius = gfSphScales_GetRadius(p, dimensions);
    GF_REQUIRE(core, gfInRange((double)(radius / p->spacing), 1.4999, 4.0001), OUT_OF_RANGE,
               "%s: particles.radius is %g; 1.5 to 4 times the spacing, %g m, is expected", caller, (double)radius,
               (double)p->spacing);
    GF_REQUIRE(core, p->slotBlock * p->slotBlock * p->slotPages <= 240, OUT_OF_RANGE,
               "%s: particles.slotBlock squared times slotPages is %d; at most 240 is expected", caller,
               (int)(p->slotBlock * p->slotBlock * p->slotPages));
    GF_REQUIRE(core, !p->unbounded || p->search == GF_SEARCH_AUTO || p->search == GF_SEARCH_HASHED, OUT_OF_RANGE,
               "%s: particles.unbounded is set; GF_SEARCH_AUTO or GF_SEARCH_HASHED is expected", caller);
    return checkMaterials(core, p, caller);
}

// --- changes ---------------------------------------------------------------------------------------------------------

// Changed parameters that pressure depends on approach their new values slowly, as a jump would make the fluid burst.

// Simulated time in which the distance to a new value falls to 1 / e of itself, s.
#define RAMP_TIME 0.15f
// The time for a change of gfParticleParams.spacing, s: longer, as the whole fluid grows or shrinks.
#define SPACING_RAMP 0.5f

// Moves a value by the fraction `share` of the way to its target. Returns whether it isn't there yet.
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

// Returns the definition's parameters, with the numbers that automatic ones (0) stand for.
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
