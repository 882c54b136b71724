// What queries tell of heat and forces, of solids and of the sides of the domain, each by two routes: closed forms and
// published figures, and what the fluid gains or loses.
#include "support/physics.h"

static gfSolidDef warmDisc(double x, double y, double radius, float temperature)
{
    gfSolidDef def = Flow_SolidDef(gfMakeCircle((gfVec2){(float)x, (float)y}, (float)radius));
    def.fixedTemperature = true;
    def.temperature = temperature;
    return def;
}

// A hot disc in a cold round vessel: heat goes through the ring by 2 pi k dT / ln(r2 / r1).
TEST(testHeatThroughARing)
{
    static const double offsets[][2] = {{0.0, 0.0}, {0.3, 0.4}, {0.5, 0.15}};
    static const int sizes[] = {32, 44};
    const double diffusivity = 0.02, inner = 0.14, outer = 0.42;
    for (int i = 0; i < 6; i++) {
        int cells = sizes[i / 3];
        gfFluidDef def = Physics_Def(cells, cells, 1.0f / (float)cells, GF_QUALITY_MEDIUM);
        def.grid.temperatureDiffusivity = (float)diffusivity;
        def.grid.ambientTemperature = 290.0f;
        def.grid.diffusionCycles = 2;
        def.fixedStep = 1.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        double x = 0.5 + offsets[i % 3][0] / cells, y = 0.5 + offsets[i % 3][1] / cells;
        gfSolidDef cold = gfDefaultSolidDef(), hot = warmDisc(x, y, inner, 8.0f);
        cold.fixedTemperature = true;
        cold.temperature = -2.0f;
        gfSolidId ids[5];
        Physics_AddVessel(fluid, &cold, (gfVec2){(float)x, (float)y}, outer, ids + 1, NULL);
        ids[0] = gfFluid_AddSolid(fluid, &hot);
        gfQuery *query = Flow_AskAboutAll(fluid, ids, 5, 2.0f, true);
        Flow_Steps(fluid, 32);
        gfQueryAnswer a = Flow_Ask(query);
        double exact = 2.0 * PI * diffusivity * 10.0 / log(outer / inner), taken = 0.0;
        for (int k = 1; k < 5; k++) {
            taken -= (double)a.solids[k].heat;
        }
        Flow_ExpectNear("heat of the disc over the exact one", (double)a.solids[0].heat / exact, 1.0, 0.01);
        Flow_ExpectNear("heat into the vessel over the exact one", taken / exact, 1.0, 0.01);
    }
}

static double incoming(const gfQueryAnswer *a, double *moved)
{
    double sum = 0.0;
    *moved = 0.0;
    for (int i = 0; i < 4; i++) {
        sum += (double)a->sides[i].heatGiven + (double)a->sides[i].heatCarried;
        *moved += 0.5 * (fabs((double)a->sides[i].heatGiven) + fabs((double)a->sides[i].heatCarried));
    }
    for (int i = 0; i < a->solidCount; i++) {
        sum += (double)a->solids[i].heatGiven;
        *moved += 0.5 * fabs((double)a->solids[i].heatGiven);
    }
    return sum;
}

// A hot disc in a channel through which warm fluid is blown under a hot wall: what comes in leaves, or is there more.
TEST(testHeatIsKept)
{
    gfFluidDef def = Physics_Def(48, 24, 1.0f / 24.0f, GF_QUALITY_MEDIUM);
    def.grid.advection = GF_ADVECTION_QUINTIC;
    def.grid.temperatureDiffusivity = 0.004f;
    def.grid.diffusionCycles = 2;
    def.grid.viscosity = 0.01f;
    def.grid.ambientTemperature = 290.0f;
    def.fixedStep = 1.0f / 32.0f;
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW,
                                       .inflowSpeed = 0.8f,
                                       .inflowProfile = GF_INFLOW_PARABOLIC,
                                       .fixedTemperature = true,
                                       .temperature = 3.0f};
    def.boundaries.right = Physics_Boundary(GF_BOUNDARY_OPEN);
    def.boundaries.top = (gfBoundary){.kind = GF_BOUNDARY_NO_SLIP, .fixedTemperature = true, .temperature = 6.0f};
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSolidDef hot = warmDisc(0.61, 0.47, 0.15, 10.0f);
    gfSolidId id = gfFluid_AddSolid(fluid, &hot);
    gfQuery *query = Flow_AskAboutAll(fluid, &id, 1, 2.0f, true);
    double before = 0.0, moved;
    for (int part = 0; part < 4; part++) {
        Flow_Steps(fluid, part == 0 ? 2 : 30);
        if (part > 0) { // what is added up outlasts answers that nobody takes
            assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
            Flow_Steps(fluid, 30);
        }
        gfQueryAnswer a = Flow_Ask(query);
        double now = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0), in = incoming(&a, &moved);
        if (part > 0) { // before it, nothing flowed yet
            Flow_ExpectNear("heat that came in less what is there more, over what went through",
                            (in - (now - before)) / moved, 0.0, part == 3 ? 0.005 : 0.02);
            Flow_ExpectNear("inflow", (double)a.sides[0].flow, 0.8, 1e-3);
            Flow_ExpectNear("volume", (double)(a.sides[0].volume + a.sides[1].volume), 0.0, 1e-3);
            Flow_ExpectNear("volume of the inflow", (double)a.sides[0].volume, 0.8 * 60.0 / 32.0, 1e-3);
            Flow_ExpectNear("heat carried in", (double)a.sides[0].heatCarried, 3.0 * 0.8 * 60.0 / 32.0, 1e-2);
        }
        if (part == 3) {
            Flow_ExpectBetween("heat of the disc", (double)a.solids[0].heat, 0.1, 10.0);
            Flow_ExpectBetween("heat of the wall", (double)a.sides[3].heat, 0.1, 10.0);
        }
        before = now;
    }
}

// Pulled along a channel that repeats: solids and walls take what the pull gives, once it is steady.
TEST(testWallsAndSolidsTakeThePull)
{
    for (int i = 0; i < 2; i++) {
        const double pull = 0.05, h = 1.0 / 32.0;
        gfFluidDef def = Physics_Def(64, 32, (float)h, GF_QUALITY_MEDIUM);
        Physics_MakeChannel(&def);
        def.grid.viscosity = 0.03f;
        def.grid.acceleration.x = (float)pull;
        def.grid.pressureCycles = 2;
        def.grid.scheme = i == 0 ? GF_SCHEME_PROJECT : GF_SCHEME_REFLECT;
        def.fixedStep = 0.1f;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSolidDef solid = gfDefaultSolidDef();
        gfVec2 centre = {(float)(1.0 + 0.3 * h), (float)(0.42 + 0.1 * h)};
        solid.surface = GF_WALL_NO_SLIP;
        solid.shape = i == 0 ? gfMakeCircle(centre, 0.15f) : gfMakeRectangle(centre, (gfVec2){0.13f, 0.13f}, 0.0f);
        gfSolidId id = gfFluid_AddSolid(fluid, &solid);
        gfQuery *query = Flow_AskAboutAll(fluid, &id, 1, 2.0f, true);
        Flow_Steps(fluid, 80);
        gfQueryAnswer a = Flow_Ask(query);
        double given = 2.0 * pull * (2.0 - (i == 0 ? PI * 0.15 * 0.15 : 0.26 * 0.26));
        double taken = (double)(a.solids[0].force.x + a.sides[2].force.x + a.sides[3].force.x);
        double up = (double)(a.solids[0].force.y + a.sides[2].force.y + a.sides[3].force.y);
        Flow_ExpectBetween("share of the solid", (double)a.solids[0].force.x / given, 0.4, 0.6);
        Flow_ExpectNear("forces along over the pull", taken / given, 1.0, 0.02);
        Flow_ExpectNear("forces across over the pull", up / given, 0.0, 0.005);
        Flow_ExpectNear("on what repeats", (double)a.sides[0].force.x, 0.0, 0.0);
    }
}

// Blown through a channel: the pressure on the inflow is what drag and walls take, once the profile is what it was.
TEST(testChannelPressure)
{
    const double h = 1.0 / 24.0, speed = 0.4, viscosity = 0.04, length = 80.0 * h;
    gfFluidDef def = Physics_Def(80, 24, (float)h, GF_QUALITY_MEDIUM);
    def.grid.viscosity = (float)viscosity;
    def.fixedStep = 0.05f;
    def.grid.pressureCycles = 2;
    def.boundaries.left =
        (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = (float)speed, .inflowProfile = GF_INFLOW_PARABOLIC};
    def.boundaries.right = Physics_Boundary(GF_BOUNDARY_OPEN);
    def.boundaries.bottom = def.boundaries.top = Physics_Boundary(GF_BOUNDARY_NO_SLIP);
    for (int solid = 0; solid < 2; solid++) {
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSolidDef block = Flow_SolidDef(gfMakeCircle((gfVec2){1.11f, 0.47f}, 0.16f));
        block.surface = GF_WALL_NO_SLIP;
        gfSolidId id = solid == 1 ? gfFluid_AddSolid(fluid, &block) : (gfSolidId){0};
        gfQuery *query = Flow_AskAboutAll(fluid, &id, solid, 2.0f, true);
        Flow_Steps(fluid, 100);
        gfQueryAnswer a = Flow_Ask(query);
        double walls = (double)(a.sides[2].force.x + a.sides[3].force.x);
        double drag = solid == 1 ? (double)a.solids[0].force.x : 0.0;
        double exact = 2.0 * 2.0 * 6.0 * viscosity * speed * length; // density, walls, slope at one
        if (solid == 0) {
            Flow_ExpectNear("friction on both walls over Poiseuille's", walls / exact, 1.0, 0.02);
        }
        Flow_ExpectNear("drag and friction over the pressure", (walls + drag) / -(double)a.sides[0].force.x, 1.0, 0.02);
        Flow_ExpectNear("on the open side", (double)a.sides[1].force.x, 0.0, 1e-6);
    }
}
