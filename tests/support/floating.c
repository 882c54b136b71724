#include "support/floating.h"

#include "support/particles.h"

gfFluid *Floating_MakeTank(Fixture *f, int cells, float step)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_WATER, cells, cells, 1.0f / (float)cells);
    def.fixedStep = step;
    def.water.gravity = (gfVec2){0.0f, -FLOATING_GRAVITY};
    return Flow_Make(f, &def);
}

gfFluid *Floating_MakeParticleTank(Fixture *f, double spacing, float step)
{
    gfFluidDef def = Particles_Def(1.0, 1.0, spacing);
    def.gridWidth = def.gridHeight = 64;
    def.cellSize = 1.0f / 64.0f;
    def.fixedStep = step;
    def.particles.gravity = (gfVec3){0.0f, -2.0f, 0.0f};
    def.particles.depth = 0.6f;
    return Flow_Make(f, &def);
}

gfRigidBodyDef Floating_GetCrate(float x, float y, float half, float density)
{
    gfRigidBodyDef def = Flow_BodyDef(gfMakeRectangle((gfVec2){x, y}, (gfVec2){half, half}, 0.0f));
    def.density = density;
    return def;
}

gfRigidBodyId Floating_Add(gfFluid *fluid, const gfRigidBodyDef *def)
{
    return GIVEN(gfFluid_AddRigidBody(fluid, def));
}

gfRigidBodyId Floating_AddCrate(gfFluid *fluid, double x, double y, double half, double density)
{
    gfRigidBodyDef def = Floating_GetCrate((float)x, (float)y, (float)half, (float)density);
    return Floating_Add(fluid, &def);
}

gfSolidId Floating_AddWall(gfFluid *fluid, double x, double y, double halfWidth, double halfHeight, double angle)
{
    const gfVec2 centre = {(float)x, (float)y}, half = {(float)halfWidth, (float)halfHeight};
    gfSolidDef def = Flow_SolidDef(gfMakeRectangle(centre, half, (float)angle));
    return Flow_AddSolidOf(fluid, &def);
}

gfRigidBodyState Floating_GetState(const gfFluid *fluid, gfRigidBodyId id)
{
    gfRigidBodyState s;
    assert_true(gfFluid_GetRigidBody(fluid, id, &s));
    assert_true(isfinite(s.position.x) && isfinite(s.position.y) && isfinite(s.velocity.x) && isfinite(s.velocity.y) &&
                isfinite(s.angle) && isfinite(s.angularVelocity) && isfinite(s.force.x) && isfinite(s.force.y));
    return s;
}

double Floating_GetLevel(gfFluid *fluid, double from, double to)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
    double sum = 0.0, h = (double)gfFluid_GetDef(fluid).cellSize;
    int columns = 0;
    for (int x = 0; x < info.width; x++) {
        int y = 1;
        if ((x + 0.5) * h < from || (x + 0.5) * h > to) {
            continue;
        }
        while (y + 1 < info.height && mass[y * info.width + x] >= 0.5f) {
            y++;
        }
        double own = (double)mass[(y - 1) * info.width + x], next = (double)mass[y * info.width + x];
        sum += (y - 0.5 + (own - 0.5) / fmax(own - next, 1e-6)) * h;
        columns++;
    }
    return sum / columns;
}

// The share of a square that lies below a level.
static double getShareBelow(const gfRigidBodyState *s, double half, double level)
{
    int under = 0, n = 200;
    for (int i = 0; i < n * n; i++) {
        double x = ((i % n + 0.5) * 2.0 / n - 1.0) * half, y = ((i / n + 0.5) * 2.0 / n - 1.0) * half;
        under += (double)s->position.y + x * sin((double)s->angle) + y * cos((double)s->angle) < level;
    }
    return (double)under / (n * n);
}

// Lets a crate go near where it should float, and measures how deep it lies once it has calmed down.
static double measureDepth(gfFluid *fluid, gfRigidBodyId id, double half, double seconds, double *swing)
{
    double step = (double)gfFluid_GetDef(fluid).fixedStep, sum = 0.0, least = 1e9, most = -1e9;
    int count = 0, total = (int)(seconds / step), each = (int)(0.1 / step);
    for (int i = 0; i < total; i++) {
        Flow_Steps(fluid, 1);
        gfRigidBodyState s = Floating_GetState(fluid, id);
        if (i >= total / 2 && i % each == 0) {
            double x = (double)s.position.x, left = x - 2.4 * half, right = x + 2.4 * half;
            double level = left > 0.12 && right < 0.88
                               ? 0.5 * (Floating_GetLevel(fluid, 0.05, left) + Floating_GetLevel(fluid, right, 0.95))
                           : left > 0.12 ? Floating_GetLevel(fluid, 0.05, left)
                                         : Floating_GetLevel(fluid, right, 0.95);
            sum += getShareBelow(&s, half, level);
            count++;
            least = fmin(least, (double)s.position.y);
            most = fmax(most, (double)s.position.y);
        }
    }
    *swing = most - least;
    return sum / count;
}

void Floating_Expect(const char *where, gfFluid *fluid, gfRigidBodyId id, double half, double share, double within)
{
    double swing = 0.0, measured = measureDepth(fluid, id, half, 6.0, &swing);
    Flow_ExpectBetween(Flow_Text("%s: share under water of a crate of %g", where, share), measured, share - within,
                       share + within);
    Flow_ExpectBetween(Flow_Text("%s: its swing over its size", where), swing / (2.0 * half), 0.0, 0.25);
}

void Floating_PourParticles(gfFluid *fluid, double spacing, double level, double left, double right, double low,
                            double high)
{
    gfParticle *particles = Fixture_Alloc(PARTICLES_MAX * sizeof *particles);
    int count = 0;
    for (double y = 0.5 * spacing; y < level; y += spacing) {
        for (double x = 0.5 * spacing; x < 1.0; x += spacing) {
            if (!(x > left && x < right && y > low && y < high) && count < PARTICLES_MAX) {
                particles[count++].position = (gfVec2){(float)x, (float)y};
            }
        }
    }
    assert_true(gfFluid_AddParticles(fluid, particles, count));
}
