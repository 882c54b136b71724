#include "pressure.h"
static bool create(gfDevice *d, gfPressure *p)
{
    return gf_pressureJacobi.create(d, p);
}
static void prepare(gfDevice *d, gfPressure *p, const gfPressureProblem *q)
{
    gf_pressureJacobi.prepare(d, p, q);
}
static void solve(gfDevice *d, gfPressure *p, const gfPressureProblem *q, const gfGridParams *g)
{
    gf_pressureJacobi.solve(d, p, q, g);
}
const gfPressureSolver gf_pressureMultigrid = {
    .name = "multigrid", .create = create, .prepare = prepare, .solve = solve};
