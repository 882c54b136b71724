#include "support/fluid3d.h"

#include "solvers/particles/sph.h"

gfFluid3DDef Fluid3D_Def(gfVec3 size, float spacing, int capacity)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.size = size;
    def.position = (gfVec3){0.5f * size.x, 0.5f * size.y, 0.5f * size.z};
    def.particles.spacing = spacing;
    def.particles.capacity = capacity;
    return def;
}

gfFluid3D *Fluid3D_Make(Fixture *fixture, const gfFluid3DDef *def)
{
    gfFluid3D *fluid = gfCreateFluid3D(fixture->device, def);
    fail_if(fluid == NULL, "no fluid: %s", fixture->lastMessage);
    return fluid;
}

gfFluid3DStats Fluid3D_Measure(gfFluid3D *fluid)
{
    gfFluid3DStats stats;
    assert_true(gfFluid3D_MeasureBlocking(fluid, &stats));
    return stats;
}

void Fluid3D_Steps(gfFluid3D *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid3D_StepOnce(fluid));
    }
}

gfSource3DDef Fluid3D_Emitting(gfSource3DDef def)
{
    def.acceleration = def.velocity;
    def.angularAcceleration = def.angularVelocity;
    def.velocity = def.angularVelocity = (gfVec3){0.0f, 0.0f, 0.0f};
    return def;
}

float Fluid3D_Random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 16777216.0f;
}

int Fluid3D_FillBox(gfParticle3D *particles, int count, gfVec3 low, gfVec3 high, float spacing, float jitter)
{
    uint32_t seed = 1;
    int n = 0;
    for (float y = low.y + 0.5f * spacing; y < high.y; y += spacing) {
        for (float z = low.z + 0.5f * spacing; z < high.z; z += spacing) {
            for (float x = low.x + 0.5f * spacing; x < high.x && n < count; x += spacing) {
                float d = jitter * spacing;
                particles[n++] = (gfParticle3D){.position = {x + d * (Fluid3D_Random(&seed) - 0.5f),
                                                             y + d * (Fluid3D_Random(&seed) - 0.5f),
                                                             z + d * (Fluid3D_Random(&seed) - 0.5f)}};
            }
        }
    }
    return n;
}

static int compareIds(const void *a, const void *b)
{
    uint32_t x = ((const gfParticle3D *)a)->id, y = ((const gfParticle3D *)b)->id;
    return x < y ? -1 : x > y;
}

gfParticle3D *Fluid3D_Read(gfFluid3D *fluid, int count)
{
    gfParticle3D *particles = MADE(calloc((size_t)count + 1, sizeof *particles));
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(fluid, particles, count + 1), count);
    qsort(particles, (size_t)count, sizeof *particles, compareIds);
    return particles;
}

double Fluid3D_Difference(const gfParticle3D *a, const gfParticle3D *b, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        assert_int_equal(a[i].id, b[i].id);
        most = fmax(most, fabs((double)a[i].velocity.x - (double)b[i].velocity.x));
        most = fmax(most, fabs((double)a[i].velocity.y - (double)b[i].velocity.y));
        most = fmax(most, fabs((double)a[i].velocity.z - (double)b[i].velocity.z));
    }
    return most;
}

// As shaders/particles/kernels.glsl, in three dimensions.
static const double kernel2 = 2.3873241463784303, kernel3 = 4.7746482927568605, poly6 = 1.5666814710608447;

// Integrals beyond a plane by Simpson's rule over slices, of the kernel (1 - r)^power and of its slope's part across.
static const double wallFullness = 1.7;

typedef struct Half {
    double value, push;
} Half;

static Half beyondPlane(double distance, int power, double norm)
{
    Half half = {0.0, 0.0};
    const int slices = 400;
    for (int i = 0; distance < 1.0 && i < slices; i++) { // spheres of radius r, of which a cap is beyond
        double r = distance + (1.0 - distance) * (i + 0.5) / slices, dr = (1.0 - distance) / slices, w = 1.0 - r;
        const double pi = 3.14159265358979323846;
        half.value += norm * pow(w, power) * 2.0 * pi * r * (r - distance) * dr;
        half.push += norm * power * pow(w, power - 1) * pi * (r * r - distance * distance) * dr;
    }
    return half;
}

typedef struct Point {
    double place[3], velocity[3], pressure[2];
    const gfParticleMaterial *material;
} Point;

// Distances to the sides, in radii; left, right, bottom, top, back, front.
static void findSides(const gfFluid3DDef *def, const gfSphScales *k, const Point *p, double sides[6])
{
    const float size[3] = {def->size.x, def->size.y, def->size.z};
    for (int axis = 0; axis < 3; axis++) {
        sides[2 * axis] = p->place[axis];
        sides[2 * axis + 1] = (double)size[axis] / (double)k->radius - p->place[axis];
    }
}

static void findPressure(const gfFluid3DDef *def, const gfSphScales *k, Point *points, int count, int index)
{
    Point *p = &points[index];
    const gfParticleMaterial *m = p->material;
    double sum2 = 0.0, sum3 = 0.0, sides[6], perVolume = (double)k->cellFill;
    for (int j = 0; j < count; j++) {
        double x = p->place[0] - points[j].place[0], y = p->place[1] - points[j].place[1];
        double z = p->place[2] - points[j].place[2], w = fmax(1.0 - sqrt(x * x + y * y + z * z), 0.0);
        sum2 += kernel2 * w * w;
        sum3 += kernel3 * w * w * w;
    }
    findSides(def, k, p, sides);
    for (int side = 0; side < 6; side++) {
        sum2 += wallFullness * perVolume * beyondPlane(sides[side], 2, kernel2).value;
        sum3 += wallFullness * perVolume * beyondPlane(sides[side], 3, kernel3).value;
    }
    double density = sum2 * (double)k->norm2, near = sum3 * (double)k->norm3, over = density - 1.0;
    double mass = (double)m->density / (double)def->particles.materials[0].density, dense = fmax(density, 1.0);
    double rest = (double)m->nearStiffness * (double)k->balance;
    p->pressure[0] = mass * ((over > 0.0 ? over : (double)m->tension * over) - rest) / (dense * dense);
    p->pressure[1] = mass * (double)m->nearStiffness * near / (dense * dense);
}

static void addWalls(const gfFluid3DDef *def, const gfSphScales *k, const Point *p, double push[3])
{
    double sides[6];
    findSides(def, k, p, sides);
    for (int side = 0; side < 6; side++) {
        double strength = p->pressure[0] * beyondPlane(sides[side], 2, kernel2).push +
                          p->pressure[1] * beyondPlane(sides[side], 3, kernel3).push;
        push[side / 2] += (side % 2 == 0 ? 1.0 : -1.0) * wallFullness * (double)k->cellFill * strength;
    }
}

static void addPair(const gfFluid3DDef *def, const gfSphScales *k, const Point *a, const Point *b, double push[3],
                    double friction[3])
{
    double d[3] = {a->place[0] - b->place[0], a->place[1] - b->place[1], a->place[2] - b->place[2]};
    double r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), w = 1.0 - r, thin = 1.0 - r * r;
    double h = (double)k->radius, first = (double)def->particles.materials[0].density;
    if (r >= 1.0 || r <= 0.0) { // those in one place are pushed apart along a direction of the shader's own
        return;
    }
    double strength =
        w * (2.0 * kernel2 * (a->pressure[0] + b->pressure[0]) + 3.0 * kernel3 * w * (a->pressure[1] + b->pressure[1]));
    double ours = (double)a->material->density / first * fmin((double)a->material->viscosity, (double)k->viscosityMax);
    double theirs =
        (double)b->material->density / first * fmin((double)b->material->viscosity, (double)k->viscosityMax);
    double mu = 2.0 * ours * theirs / fmax(ours + theirs, 1e-30) / (h * h);
    for (int axis = 0; axis < 3; axis++) {
        push[axis] += d[axis] / r * strength;
        friction[axis] += mu * thin * thin * thin * (b->velocity[axis] - a->velocity[axis]);
    }
}

void Fluid3D_Reference(const gfFluid3DDef *def, gfParticle3D *particles, int count, double *largest)
{
    gfSphScales k;
    const float size[3] = {def->size.x, def->size.y, def->size.z};
    gfSphScales_Compute(&k, &def->particles, 3, size, def->fixedStep);
    double h = (double)k.radius, dt = (double)k.substep;
    const float *gravity = &def->particles.gravity.x;
    Point *points = Fixture_Alloc((size_t)count * sizeof *points);
    *largest = 0.0;
    for (int i = 0; i < count; i++) {
        points[i].material = &def->particles.materials[particles[i].material];
        for (int axis = 0; axis < 3; axis++) {
            points[i].place[axis] = (double)(&particles[i].position.x)[axis] / h;
            points[i].velocity[axis] = (double)(&particles[i].velocity.x)[axis] / h;
        }
    }
    for (int i = 0; i < count; i++) {
        findPressure(def, &k, points, count, i);
    }
    for (int i = 0; i < count; i++) {
        double push[3] = {0.0}, friction[3] = {0.0};
        double mass = (double)points[i].material->density / (double)def->particles.materials[0].density;
        addWalls(def, &k, &points[i], push);
        for (int j = 0; j < count; j++) {
            addPair(def, &k, &points[i], &points[j], push, friction);
        }
        for (int axis = 0; axis < 3; axis++) {
            double force = ((double)k.stiffness * push[axis] + (double)k.friction * poly6 * friction[axis]) / mass;
            double change = dt * (force * h + (double)gravity[axis]);
            (&particles[i].velocity.x)[axis] += (float)change;
            *largest = fmax(*largest, fabs(change));
        }
    }
}
