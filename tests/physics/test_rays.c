// Rays against the surface of liquid, as the host finds them by small steps through the field that it reads.
#include "support/few_particles.h"
#include "support/flow.h"

#define RAYS 400

typedef struct Mass {
    gfFluidDef def;
    float *values;
    double wet; // from where on it is liquid
    bool wrapX, wrapY;
} Mass;

static Mass readMass(gfFluid *fluid)
{
    Mass m = {.def = gfFluid_GetDef(fluid)};
    m.values = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    m.wet = m.def.solver == GF_SOLVER_SHALLOW ? 0.01 * (double)m.def.cellSize : 0.5;
    m.wrapX = m.def.boundaries.left.kind == GF_BOUNDARY_PERIODIC;
    m.wrapY = m.def.boundaries.bottom.kind == GF_BOUNDARY_PERIODIC;
    return m;
}

// Linear between cell centres; place in cells.
static double massAt(const Mass *m, double x, double y)
{
    double fx = floor(x - 0.5), fy = floor(y - 0.5), sum = 0.0;
    for (int k = 0; k < 4; k++) {
        int cx = Flow_WrapOrClamp((int)fx + k % 2, m->def.gridWidth, m->wrapX);
        int cy = Flow_WrapOrClamp((int)fy + k / 2, m->def.gridHeight, m->wrapY);
        double tx = x - 0.5 - fx, ty = y - 0.5 - fy;
        sum +=
            (k % 2 == 1 ? tx : 1.0 - tx) * (k / 2 == 1 ? ty : 1.0 - ty) * (double)m->values[cy * m->def.gridWidth + cx];
    }
    return sum;
}

static void toCells(const Mass *m, gfVec2 p, double cells[2])
{
    cells[0] = ((double)p.x - (double)m->def.origin.x) / (double)m->def.cellSize;
    cells[1] = ((double)p.y - (double)m->def.origin.y) / (double)m->def.cellSize;
}

static bool isInDomain(const Mass *m, const double p[2])
{
    return p[0] >= 0.0 && p[0] <= m->def.gridWidth && p[1] >= 0.0 && p[1] <= m->def.gridHeight;
}

// How far a value is from the surface's, positive in liquid. Outside is none.
static double depthAt(const Mass *m, const double from[2], const double to[2], double t)
{
    const double p[2] = {from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])};
    return isInDomain(m, p) ? massAt(m, p[0], p[1]) - m->wet : -1e-2 * m->wet;
}

// Before `end`, the ray may not have changed sides by more than rounding does.
static void expectNoSurfaceBefore(const Mass *m, const double from[2], const double to[2], double end, bool wet,
                                  int number)
{
    double length = hypot(to[0] - from[0], to[1] - from[1]);
    int steps = 1 + (int)(50.0 * length * end);
    for (int i = 0; i < steps; i++) {
        double t = end * i / steps, depth = depthAt(m, from, to, t);
        fail_if((wet ? -depth : depth) > 2e-3 * m->wet && (end - t) * length > 0.02 && t * length > 0.02,
                "ray %d has met the surface at %g, and not at %g", number, t, end);
    }
}

static void expectNormal(const Mass *m, const double p[2], const gfRayAnswer *a, int number)
{
    const double e = 1e-3;
    double best = -1.0;
    for (int k = 0; k < 4; k++) { // on a border of cells either side's will do
        double x = p[0] + (k % 2 == 0 ? -2.0 : 2.0) * e, y = p[1] + (k / 2 == 0 ? -2.0 : 2.0) * e;
        double gx = massAt(m, x - e, y) - massAt(m, x + e, y), gy = massAt(m, x, y - e) - massAt(m, x, y + e);
        best = fmax(best, ((double)a->normal.x * gx + (double)a->normal.y * gy) / fmax(hypot(gx, gy), 1e-12));
    }
    fail_if(best < 0.99, "ray %d: normal (%g, %g), whose cosine to the field's is %g", number, (double)a->normal.x,
            (double)a->normal.y, best);
}

// Returns whether it met a surface inside the domain.
static bool checkRay(const Mass *m, const gfQueryRay *ray, const gfRayAnswer *a, int number)
{
    double from[2], to[2], p[2];
    toCells(m, ray->start, from);
    toCells(m, ray->end, to);
    double depth = depthAt(m, from, to, 0.0);
    if (fabs(depth) > 2e-3 * m->wet && isInDomain(m, from)) {
        assert_int_equal(a->inside, depth > 0.0);
    }
    assert_true(isInDomain(m, from) || !a->inside);
    expectNoSurfaceBefore(m, from, to, (double)a->fraction, a->inside, number);
    toCells(m, a->point, p);
    double slack =
        2e-3 + 3e-7 * fmax(fabs((double)m->def.origin.x), fabs((double)m->def.origin.y)) / (double)m->def.cellSize;
    for (int axis = 0; axis < 2; axis++) {
        double along = from[axis] + (double)a->fraction * (to[axis] - from[axis]);
        double rounding = 1e-6 * fabs(to[axis] - from[axis]);
        Flow_ExpectNear("place on the ray", p[axis], along, slack + rounding);
    }
    if (!a->hit) {
        assert_true(a->fraction == 1.0f && a->normal.x == 0.0f && a->normal.y == 0.0f);
        return false;
    }
    Flow_ExpectNear("length of the normal", hypot((double)a->normal.x, (double)a->normal.y), 1.0, 1e-4);
    bool side = fmin(fmin(p[0], p[1]), fmin(m->def.gridWidth - p[0], m->def.gridHeight - p[1])) < 3.0 * slack;
    if (side) {
        return false;
    }
    double slope = hypot(massAt(m, p[0] + 0.5, p[1]) - massAt(m, p[0] - 0.5, p[1]),
                         massAt(m, p[0], p[1] + 0.5) - massAt(m, p[0], p[1] - 0.5));
    Flow_ExpectNear("mass at the surface", massAt(m, p[0], p[1]), m->wet, 2.0 * slack * (slope + m->wet));
    expectNormal(m, p, a, number);
    return true;
}

static gfFluid *makeScene(Fixture *fixture, int kind)
{
    gfFluidDef def = Flow_DefOf(kind <= 1 ? GF_SOLVER_GAUSSIAN : GF_SOLVER_SHALLOW, 47, 40, 1.0f / 40.0f);
    if (kind >= 3) {
        const gfParticleSearch searches[] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS, GF_SEARCH_HASHED};
        def = FewParticles_Def(kind == 3 ? 17 : kind == 4 ? 40 : 64, searches[kind - 3]);
    } else if (kind == 1) {
        def.gridWidth = 64;
        def.gridHeight = 48;
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    }
    def.origin = kind == 4 ? (gfVec2){1000.0f, -500.0f} : kind % 2 == 0 ? (gfVec2){-3.0f, 12.0f} : (gfVec2){0.0f, 0.0f};
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfVec2 o = def.origin;
    Flow_AddSolid(fluid, gfMakeCircle((gfVec2){o.x + 0.65f, o.y + 0.2f}, 0.12f));
    if (kind >= 3) {
        FewParticles_AddBox(fluid, (gfVec2){o.x + 0.025f, o.y + 0.025f}, (gfVec2){o.x + 0.4f, o.y + 0.8f});
    } else {
        gfShape disc = gfMakeCircle((gfVec2){o.x + 0.4f, o.y + 0.5f}, 0.3f);
        assert_true(gfFluid_FillToLevel(fluid, &disc, kind == 2 ? 0.4f : o.y + 0.7f));
    }
    Flow_Steps(fluid, kind == 2 ? 3 : 20);
    return fluid;
}

static void makeRays(const gfFluidDef *def, gfQueryRay rays[RAYS])
{
    for (int i = 0; i < RAYS; i++) {
        rays[i].start = Flow_RandomPlace(def, i % 4 == 0 ? 0.5 : 0.0);
        rays[i].end = Flow_RandomPlace(def, i % 8 < 4 ? 0.5 : 0.0);
        if (i % 10 == 1) { // along an axis
            rays[i].end.x = rays[i].start.x;
        } else if (i % 10 == 2) {
            rays[i].end.y = rays[i].start.y;
        } else if (i % 40 == 3) { // of no length
            rays[i].end = rays[i].start;
        } else if (i % 40 == 4) { // along a row of cell centres, from one to another
            float h = def->cellSize;
            rays[i].start = (gfVec2){def->origin.x + 2.5f * h, def->origin.y + 6.5f * h};
            rays[i].end = (gfVec2){def->origin.x + 14.5f * h, def->origin.y + 6.5f * h};
        } else if (i % 40 == 5) { // across the corners of cells
            float w = def->cellSize * 16.0f;
            rays[i].start = def->origin;
            rays[i].end = (gfVec2){def->origin.x + w, def->origin.y + w};
        }
    }
}

TEST(testRaysMeetTheSurfaceOfTheField)
{
    static gfQueryRay rays[RAYS];
    for (int kind = 0; kind < 6; kind++) {
        gfFluid *fluid = makeScene(*state, kind);
        gfFluidDef fluidDef = gfFluid_GetDef(fluid);
        gfQueryDef def = gfDefaultQueryDef();
        def.quantities = 0;
        def.maxRays = RAYS;
        gfQuery *query = Flow_MakeQuery(fluid, &def);
        int hits = 0, inside = 0;
        for (int frame = 0; frame < 3; frame++) {
            int count = frame == 1 ? 5 : RAYS;
            makeRays(&fluidDef, rays);
            assert_true(gfQuery_SetRays(query, rays, count));
            assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
            Mass mass = readMass(fluid);
            gfQueryAnswer answer;
            assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
            assert_int_equal(answer.rayCount, count);
            for (int i = 0; i < count; i++) {
                hits += checkRay(&mass, &rays[i], &answer.rays[i], i);
                inside += answer.rays[i].inside;
            }
            Flow_Steps(fluid, 2);
        }
        print_message("scene %d: %d of %d rays meet the surface, %d begin in liquid\n", kind, hits, 2 * RAYS, inside);
        assert_true(hits > 60 && inside > 60);
    }
}

// A pool at rest: its surface from above and from below, its side, its floor, and what looks past it.
TEST(testRaysAtAPool)
{
    for (int cells = 20; cells <= 80; cells *= 2) {
        gfFluid *fluid = Flow_MakeOf(*state, FewParticles_Def(cells, GF_SEARCH_AUTO));
        FewParticles_AddBox(fluid, (gfVec2){0.025f, 0.025f}, (gfVec2){1.0f, 0.49f});
        Flow_Steps(fluid, 60);
        gfQueryDef def = gfDefaultQueryDef();
        def.maxRays = 6;
        gfQuery *query = gfCreateQuery(fluid, &def);
        const gfQueryRay rays[6] = {{{0.5f, 2.0f}, {0.5f, -1.0f}}, {{0.5f, 0.2f}, {0.5f, 0.9f}},
                                    {{-1.0f, 0.2f}, {2.0f, 0.2f}}, {{0.5f, 0.2f}, {0.5f, -3.0f}},
                                    {{-1.0f, 0.8f}, {3.0f, 0.8f}}, {{0.2f, 5.0f}, {0.3f, 4.0f}}};
        assert_true(query != NULL && gfQuery_SetRays(query, rays, 6));
        gfQueryAnswer answer = Flow_Ask(query);
        const gfRayAnswer *a = answer.rays;
        assert_true(a[0].hit && !a[0].inside && a[1].hit && a[1].inside);
        Flow_ExpectNear("surface", (double)a[0].point.y, 0.5, 0.03);
        Flow_ExpectNear("surface from below", (double)a[1].point.y, (double)a[0].point.y, 1e-4);
        Flow_ExpectNear("fraction", (double)a[0].fraction, (2.0 - (double)a[0].point.y) / 3.0, 1e-5);
        Flow_ExpectBetween("normal", (double)a[0].normal.y, 0.95, 1.0001);
        Flow_ExpectBetween("normal from below", (double)a[1].normal.y, 0.95, 1.0001);
        assert_true(a[2].hit && !a[2].inside && a[2].normal.x == -1.0f);
        Flow_ExpectNear("side", (double)a[2].point.x, 0.0, 1e-6);
        assert_true(a[3].hit && a[3].inside && a[3].normal.y == -1.0f);
        Flow_ExpectNear("floor", (double)a[3].point.y, 0.0, 1e-6);
        assert_true(!a[4].hit && !a[5].hit && a[4].fraction == 1.0f && a[5].point.y == 4.0f);
    }
}
