#include "solvers/particles/scales.h"

#include "base/core.h"

#include <math.h>

#define GF_PI 3.14159265358979323846

// The sums of kernels with integral 1 and radius 1 (shaders/particles/kernels.glsl).
typedef struct Kernels {
    double w2, w3;
} Kernels;

static Kernels kernelsOf(int dimensions)
{
    return dimensions == 3 ? (Kernels){15.0 / (2.0 * GF_PI), 15.0 / GF_PI} : (Kernels){6.0 / GF_PI, 10.0 / GF_PI};
}

typedef struct LatticeSums {
    double w2, w3;           // of the kernels
    double virial2, virial3; // of distance times the kernels' slopes
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

// Sums over the densest lattice (hexagonal; in 3D face-centred cubic) with this distance between particles on average,
// in radii.
static LatticeSums sumLattice(int dimensions, double spacing)
{
    const Kernels k = kernelsOf(dimensions);
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

static double lengthOf(gfVec3 v, int dimensions)
{
    return sqrt((double)(v.x * v.x) + (double)(v.y * v.y) + (dimensions == 3 ? (double)(v.z * v.z) : 0.0));
}

// Returns the square of the speed of sound of a fluid that its own weight, or a flow as fast as `speed`, presses
// together by what is allowed.
static double soundSpeedOf(const gfParticleParams *p, int dimensions, const float size[3])
{
    double depth = p->depth > 0.0f ? (double)p->depth : (double)size[1];
    double gravity = lengthOf(p->gravity, dimensions);
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

// Returns the bulk modulus over density, for a stiffness of 1 and in units of the radius: pressure is the virial of the
// forces (see forces.frag), sum(r f) / (2 d), and a small compression by e makes densities grow by e sum(r W') / (d
// sum(W)).
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
    double c2 = soundSpeedOf(p, dimensions, size);
    // The lighter of two fluids feels the pressure of the heavier one.
    double fastest = sqrt(c2 * heaviest / lightest);
    double moment = dimensions == 3 ? 3.0 / 11.0 : 0.2; // second moment of poly6
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
