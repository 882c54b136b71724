// Cavities against published figures: driven by a lid (Ghia, Ghia, Shin 1982), heated from a side (de Vahl Davis 1983).
#include "support/physics.h"

static void runLid(Fixture *fixture, int cells, int reynolds, double cfl, double most, double bound)
{
    gfFluidDef def = Physics_Def(cells, cells, 1.0f / (float)cells, GF_QUALITY_HIGH);
    def.grid.cflLimit = 0.0f;
    def.fixedStep = (float)cfl / (float)cells;
    LidResult r = Physics_RunLid(fixture, def, reynolds, most);
    Figure(Flow_Text("Re %d, %d^2: u, worst of 17 (at y = %.4f)", reynolds, cells, r.placeU), r.u, 0.0, 0.0, bound);
    Figure(Flow_Text("Re %d, %d^2: v, worst of 17 (at x = %.4f)", reynolds, cells, r.placeV), r.v, 0.0, 0.0, bound);
    Figure(Flow_Text("Re %d, %d^2: change per second at %.0f s", reynolds, cells, r.time), r.change, 0.0, 0.0, 2e-3);
}

TEST(testLid)
{
    runLid(*state, 64, 100, 1.0, 40.0, 0.02);
    runLid(*state, 96, 1000, 1.0, 70.0, 0.03);
}

TEST(testHeatedCavity)
{
    gfFluidDef def = Physics_Def(64, 64, 1.0f / 64.0f, GF_QUALITY_HIGH);
    def.fixedStep = 0.08f; // a CFL number of 1 at the fastest
    def.grid.cflLimit = 0.0f;
    HeatedResult r = Physics_RunHeated(*state, def, 1e4, 0.4);
    Figure("mean Nusselt number, of the whole flux", r.nusselt, 2.243, 0.95 * 2.243, 1.05 * 2.243);
    Figure("mean Nusselt number, at the wall", r.nusseltWall, 2.243, 0.95 * 2.243, 1.05 * 2.243);
    Figure("mean Nusselt number, of the hot side's heat", r.sides[0], 2.243, 0.98 * 2.243, 1.02 * 2.243);
    Figure("mean Nusselt number, of the cold side's heat", r.sides[1], 2.243, 0.98 * 2.243, 1.02 * 2.243);
    Figure("largest u on the vertical centre line", r.u, 16.178, 0.95 * 16.178, 1.05 * 16.178);
    Figure("largest v on the horizontal centre line", r.v, 19.617, 0.95 * 19.617, 1.05 * 19.617);
}

TEST(testOtherRayleighNumbers)
{
    static const struct {
        double rayleigh, nusselt, step, time;
    } cases[] = {{1e3, 1.118, 0.2, 0.4}, {1e5, 4.519, 0.02, 0.2}};
    for (int i = 0; i < 2; i++) {
        double nusselt = cases[i].nusselt;
        gfFluidDef def = Physics_Def(64, 64, 1.0f / 64.0f, GF_QUALITY_HIGH);
        def.fixedStep = (float)cases[i].step;
        def.grid.cflLimit = 0.0f;
        HeatedResult r = Physics_RunHeated(*state, def, cases[i].rayleigh, cases[i].time);
        Figure("mean Nusselt number, of the hot side's heat", r.sides[0], nusselt, 0.98 * nusselt, 1.02 * nusselt);
        Figure("mean Nusselt number, of the cold side's heat", r.sides[1], nusselt, 0.98 * nusselt, 1.02 * nusselt);
    }
}
