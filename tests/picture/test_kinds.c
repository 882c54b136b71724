// Particles of several kinds in one picture (GF_DRAW_KINDS): each is seen as what it is, lit from where the light is.
#include "support/flow.h"
#include "support/picture.h"
#include "support/solvers.h"

#include "gpufluid/particle_groups.h"
#include "gpufluid/particles.h"

enum { CELLS = 50, PIXELS = 200, WATER = 0, SAND, WET, WALL };

#define SPACING 0.02f // m, of a domain of 1 m: 4 px

static gfFluidDef kindsDef(void)
{
    gfFluidDef def = Flow_Def(CELLS, CELLS, 1);
    gfParticleParams *p = &def.particles;
    def.solver = GF_SOLVER_PARTICLES;
    p->spacing = SPACING;
    p->groups = 8;
    p->maxSubsteps = 1000;
    p->materialCount = 4;
    for (int i = 0; i < 4; i++) {
        static const float colors[4][4] = {
            {0.05f, 0.2f, 0.7f, 1.0f}, {0.5f, 0.4f, 0.2f, 1.0f}, {0.5f, 0.4f, 0.2f, 1.0f}, {0.1f, 0.3f, 0.1f, 1.0f}};
        p->materials[i] = gfGetParticleMaterial(i == SAND || i == WET ? GF_PARTICLES_SAND : GF_PARTICLES_WATER);
        memcpy(p->materials[i].color, colors[i], sizeof colors[i]);
    }
    p->materials[WET].cohesion = 0.1f;
    p->materials[WALL].fixed = true;
    return def;
}

static void pour(gfFluid *fluid, float x, float y, float half, uint32_t material)
{
    gfSourceDef def = Flow_SourceDef(gfMakeRectangle((gfVec2){x, y}, (gfVec2){half, half}, 0.0f));
    def.mass = 1.0f;
    def.material = material;
    assert_true(gfFluid_Splat(fluid, &def));
}

static gfParticleGroupId addGroup(gfFluid *fluid, float x, float y, float half, bool rigid, const float color[4])
{
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeRectangle((gfVec2){x, y}, (gfVec2){half, half}, 0.0f);
    def.params.rigid = rigid;
    memcpy(def.color, color, sizeof def.color);
    return GIVEN(gfFluid_AddParticleGroup(fluid, &def));
}

static const float red[4] = {0.6f, 0.05f, 0.05f, 1.0f}, green[4] = {0.05f, 0.6f, 0.05f, 1.0f},
                   grey[4] = {0.4f, 0.4f, 0.4f, 1.0f};

// Below from the left: water, sand, wet sand, a wall. Above: two pieces of jelly that touch, and a stone.
static gfFluid *makeKinds(Fixture *fixture)
{
    gfFluid *fluid = Flow_MakeOf(fixture, kindsDef());
    for (int i = 0; i < 4; i++) {
        pour(fluid, 0.14f + 0.24f * (float)i, 0.2f, 0.08f, (uint32_t)i);
    }
    assert_true(Flow_SetStep(fluid, 1e-5f)); // nothing moves while it comes
    assert_true(gfFluid_StepOnce(fluid));
    addGroup(fluid, 0.2f, 0.7f, 0.1f, false, red);
    addGroup(fluid, 0.4f, 0.7f, 0.1f, false, green);
    addGroup(fluid, 0.8f, 0.7f, 0.1f, true, grey);
    return fluid;
}

static gfDrawDef linearLook(const gfFluid *fluid)
{
    gfDrawDef look = gfDefaultDrawDefFor(fluid);
    look.encodeSrgb = false;
    return look;
}

// The mean of a channel over a square of the domain.
static double meanOf(const float *pixels, double x, double y, double half, int channel)
{
    double sum = 0.0;
    int count = 0;
    for (int j = (int)(PIXELS * (y - half)); j < (int)(PIXELS * (y + half)); j++) {
        for (int i = (int)(PIXELS * (x - half)); i < (int)(PIXELS * (x + half)); i++) {
            sum += (double)pixels[4 * (j * PIXELS + i) + channel];
            count++;
        }
    }
    return sum / count;
}

// Surfaces lie half a spacing beyond the outermost particles, and those of two that touch meet without a gap.
static void expectEdges(const float *p)
{
    double width = 0.0, least = 1.0, border = 0.0;
    for (int i = 0; i < PIXELS / 2; i++) {
        width += (double)p[4 * (PIXELS * 7 / 10 * PIXELS + PIXELS / 2 + i) + 3];
    }
    Flow_ExpectNear("width of the stone, m", width / PIXELS, 0.2, 0.012);
    for (int i = 30; i < 90; i++) {
        const float *at = &p[4 * (PIXELS * 7 / 10 * PIXELS + i)];
        least = fmin(least, (double)at[3]);
        border += at[0] > at[1] ? 1.0 : 0.0;
    }
    Flow_ExpectBetween("least cover of what touches", least, 0.5, 1.0);
    Flow_ExpectNear("border of the two, m", (30.0 + border) / PIXELS, 0.3, 0.012);
}

TEST(testEachAsItself)
{
    gfFluid *fluid = makeKinds(*state);
    gfDrawDef look = linearLook(fluid);
    assert_int_equal(look.style, GF_DRAW_KINDS);
    const float *p = Picture_ReadTexture(*state, fluid, &look, PIXELS, PIXELS);
    for (int channel = 0; channel < 3; channel++) { // plain
        Flow_ExpectNear("wall", meanOf(p, 0.86, 0.2, 0.05, channel), (double)(const float[]){0.1f, 0.3f, 0.1f}[channel],
                        0.005);
    }
    Flow_ExpectBetween("blue of water over its red", meanOf(p, 0.14, 0.2, 0.05, 2) / meanOf(p, 0.14, 0.2, 0.05, 0), 3.0,
                       1e3);
    double dry = meanOf(p, 0.38, 0.2, 0.05, 0), wet = meanOf(p, 0.62, 0.2, 0.05, 0);
    Flow_ExpectBetween("sand", dry, 0.2, 0.6);
    Flow_ExpectBetween("wet sand, over dry", wet / dry, 0.3, 0.85);
    Flow_ExpectBetween("red of sand over its blue", dry / meanOf(p, 0.38, 0.2, 0.05, 2), 1.5, 4.0);
    Flow_ExpectBetween("red of the one jelly", meanOf(p, 0.2, 0.7, 0.05, 0) / meanOf(p, 0.2, 0.7, 0.05, 1), 3.0, 1e3);
    Flow_ExpectBetween("red of the other", meanOf(p, 0.4, 0.7, 0.05, 0) / meanOf(p, 0.4, 0.7, 0.05, 1), 0.0, 0.33);
    Flow_ExpectNear("stone", meanOf(p, 0.8, 0.7, 0.05, 0), 0.4, 0.1);
    Flow_ExpectNear("cover of stone", meanOf(p, 0.8, 0.7, 0.05, 3), 1.0, 0.002);
    Flow_ExpectNear("nothing beside it", meanOf(p, 0.62, 0.7, 0.05, 3), 0.0, 0.002);
    expectEdges(p);
}

// Returns by how much what is at a place is brighter above than below.
static double litAbove(const float *p, double x, double y, double off, double half)
{
    double above = 0.0, below = 0.0;
    for (int channel = 0; channel < 3; channel++) {
        above += meanOf(p, x, y + off, half, channel);
        below += meanOf(p, x, y - off, half, channel);
    }
    return above - below;
}

TEST(testLight)
{
    gfFluid *fluid = makeKinds(*state);
    gfParticle grain = {.position = {0.5f, 0.45f}, .material = SAND};
    assert_true(gfFluid_AddParticles(fluid, &grain, 1));
    for (int turned = 0; turned < 2; turned++) {
        gfDrawDef look = linearLook(fluid);
        double sign = turned ? -1.0 : 1.0;
        look.particles.size = 4.0f; // so that one grain has pixels enough
        look.liquid.light[0] = 0.0f;
        look.liquid.light[1] *= (float)sign;
        const float *p = Picture_ReadTexture(*state, fluid, &look, PIXELS, PIXELS);
        Flow_ExpectBetween("a grain", sign * litAbove(p, 0.5, 0.45, 0.02, 0.01), 0.1, 3.0);
        Flow_ExpectBetween("the stone's bevels", sign * litAbove(p, 0.8, 0.7, 0.087, 0.006), 0.1, 3.0);
        Flow_ExpectBetween("the jelly's highlight", sign * litAbove(p, 0.2, 0.7, 0.06, 0.03), 0.05, 3.0);
    }
}

// A group that holds no shape any more is a liquid, and a rigid one that becomes elastic is jelly: at once.
TEST(testGroupsThatChange)
{
    gfFluid *fluid = Flow_MakeOf(*state, kindsDef());
    gfParticleGroupId id = addGroup(fluid, 0.5f, 0.5f, 0.2f, true, grey);
    gfDrawDef look = linearLook(fluid);
    look.liquid.dyed = 0.0f;
    double cover[3], blue[3];
    for (int i = 0; i < 3; i++) {
        gfParticleGroupParams params = {.rigid = i == 0, .stiffness = i == 1 ? 8.0f : 0.0f, .damping = 1.0f};
        assert_true(gfFluid_SetParticleGroup(fluid, id, &params));
        const float *p = Picture_ReadTexture(*state, fluid, &look, PIXELS, PIXELS);
        cover[i] = meanOf(p, 0.5, 0.5, 0.1, 3);
        blue[i] = meanOf(p, 0.5, 0.5, 0.1, 2) / meanOf(p, 0.5, 0.5, 0.1, 0);
    }
    Flow_ExpectNear("cover as stone", cover[0], 1.0, 0.001);
    Flow_ExpectBetween("cover as jelly", cover[1], 0.9, 0.99);
    Flow_ExpectNear("blue of grey jelly, over its red", blue[1], 1.0, 0.05);
    Flow_ExpectBetween("the same of liquid", blue[2], 3.0, 1e3);
}

// Fluids of other solvers have no such particles.
TEST(testOthers)
{
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfFluidDef def = Flow_Def(CELLS, CELLS, 1);
        def.solver = (gfSolverKind)solver;
        gfFluid *fluid = Flow_Make(fixture, &def);
        gfDrawDef look = Picture_Look(GF_DRAW_KINDS, true);
        bool has = Solver_HasStyle(solver, GF_DRAW_KINDS);
        assert_true((gfFluid_DrawToTexture(fluid, &look, PIXELS, PIXELS) != 0) == has);
        if (!has) {
            Fixture_ExpectError(fixture, GF_ERROR_UNSUPPORTED, "liquids alone");
        }
    }
}
