// Solids: where they are, that nothing is in them and nothing passes through, and that they come, move and go.
#include "support/floating.h"

#include "fluid/fluid.h"
#include "solvers/grid/grid.h"

static gfSolidDef rectangle(float x, float y, float halfWidth, float halfHeight)
{
    return Flow_SolidDef(gfMakeRectangle((gfVec2){x, y}, (gfVec2){halfWidth, halfHeight}, 0.0f));
}

static bool isSolid(gfFluid *fluid, double x, double y)
{
    return Flow_At(fluid, GF_FIELD_SOLID, 0, x, y) < 0.0;
}

static void fillWithDye(gfFluid *fluid)
{
    gfSourceDef all = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){2.0f, 2.0f}, 0.0f));
    all.dye[0] = all.dye[3] = 1.0f;
    all.temperature = 5.0f;
    assert_true(gfFluid_Splat(fluid, &all));
}

// The signed distance is that of the shape, at every cell: exact for shapes, to float rounding.
TEST(testDistanceIsTheShapes)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 50, 40);
    Flow_AddDisc(fluid, 0.4f, 0.3f, 0.2f);
    Flow_AddDisc(fluid, 1.0f, 0.8f, 0.1f);
    Floating_AddWall(fluid, 0.9, 0.2, 0.15, 0.1, 0.6);
    FlowField solid = Flow_Read(fluid, GF_FIELD_SOLID);
    for (int i = 0; i < solid.info.width * solid.info.height; i++) {
        double x = (double)solid.info.origin.x + (i % solid.info.width) * (double)solid.info.spacing.x;
        double y = (double)solid.info.origin.y + (i / solid.info.width) * (double)solid.info.spacing.y;
        double localX = cos(0.6) * (x - 0.9) + sin(0.6) * (y - 0.2),
               localY = cos(0.6) * (y - 0.2) - sin(0.6) * (x - 0.9);
        double qx = fabs(localX) - 0.15, qy = fabs(localY) - 0.1;
        double inBox = hypot(fmax(qx, 0.0), fmax(qy, 0.0)) + fmin(fmax(qx, qy), 0.0);
        double expected = fmin(fmin(hypot(x - 0.4, y - 0.3) - 0.2, hypot(x - 1.0, y - 0.8) - 0.1), inBox);
        assert_true(fabs((double)solid.values[i] - expected) < 1e-5);
    }
}

// A stirred, filled box: dye and heat never are inside a solid, there before or dropped in later, at any dye grid.
TEST_CI(testNothingInsideSolids)
{
    for (float dyeScale = 0.5f; dyeScale <= 3.0f; dyeScale += 1.25f) {
        gfFluidDef def = Flow_Def(46, 41, 2);
        def.dyeScale = dyeScale;
        def.grid.ambientTemperature = 3.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_AddDisc(fluid, 0.3f, 0.4f, 0.15f);
        gfSourceDef stir = Flow_DiscSource(0.6f, 0.5f, 0.2f);
        stir.acceleration = (gfVec2){-15.0f, 4.0f};
        stir.dye[3] = 2.0f;
        Flow_AddEmitter(fluid, &stir);
        fillWithDye(fluid);
        for (int i = 0; i < 20; i++) {
            if (i == 7) {
                Flow_AddDisc(fluid, 0.8f, 0.6f, 0.12f);
            }
            if (i == 12) {
                Floating_AddWall(fluid, 0.55, 0.8, 0.3, 0.02, 0.4);
            }
            Flow_Steps(fluid, 1);
            gfFluidStats stats = Flow_Measure(fluid);
            Flow_ExpectBetween("dye in solids", stats.dyeInSolids, 0.0, 0.0);
            Flow_ExpectBetween("dye", stats.mass, 0.3, 2.5);
            Flow_ExpectNear("heat in a solid", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.3, 0.4), 3.0, 0.0);
            Flow_ExpectBetween("closed faces", Flow_WallSpeed(fluid), 0.0, 0.0);
        }
    }
}

// The largest amount of dye and the largest speed right of the wall.
static double beyondWall(gfFluid *fluid, double wall, double *speed)
{
    gfFieldInfo dye, flow;
    float *values = Fixture_Read(fluid, GF_FIELD_DYE, &dye), *v = Fixture_Read(fluid, GF_FIELD_VELOCITY, &flow);
    double most = 0.0;
    *speed = 0.0;
    for (int i = 0; i < dye.width * dye.height; i++) {
        if ((double)dye.origin.x + (i % dye.width) * (double)dye.spacing.x > wall) {
            most = fmax(most, fabs((double)values[4 * i + 3]));
        }
    }
    for (int i = 0; i < flow.width * flow.height; i++) {
        if ((double)flow.origin.x + (i % flow.width) * (double)flow.spacing.x > wall) {
            *speed = fmax(*speed, hypot((double)v[2 * i], (double)v[2 * i + 1]));
        }
    }
    return most;
}

// A jet against a wall across the whole box, at up to a few cells a step: what is left of it stays there, and not a
// trace, nor the slightest flow, comes to the other side.
TEST_CI(testFullWallLetsNothingThrough)
{
    static const struct {
        float cells, dyeScale; // thickness of the wall; dye grid
    } cases[] = {{1.0f, 1.0f}, {2.0f, 2.0f}, {3.0f, 0.5f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gfFluidDef def = Flow_Def(48, 48, 2);
        def.dyeScale = cases[i].dyeScale;
        gfFluid *fluid = Flow_Make(*state, &def);
        // An odd number of cells about a cell's centre, an even one about a cell's edge.
        float centre = (24.0f + (cases[i].cells == 2.0f ? 0.0f : 0.5f)) / 48.0f;
        double half = (double)(0.5f * cases[i].cells / 48.0f), edge = (double)centre + half;
        Floating_AddWall(fluid, (double)centre, 0.5, 0.98 * half, 1.0, 0.0);
        gfSourceDef jet = Flow_DiscSource(0.3f, 0.5f, 0.1f);
        jet.acceleration = (gfVec2){30.0f, 3.0f};
        jet.dye[3] = 3.0f;
        Flow_AddEmitter(fluid, &jet);
        Flow_Steps(fluid, 60);
        double speed = 0.0, dye = beyondWall(fluid, edge, &speed);
        const char *what =
            Flow_Text("dye beyond %g cells at dye scale %g", (double)cases[i].cells, (double)cases[i].dyeScale);
        Flow_ExpectBetween(what, dye, 0.0, 0.0);
        // Pressure beyond is the same everywhere but for rounding.
        Flow_ExpectBetween("speed beyond", speed, 0.0, 1e-6);
        Flow_ExpectBetween("speed before", Flow_Measure(fluid).speedMax, 1.0, 30.0);
        // A flow that starts at the wall's far side traces back towards it.
        gfSourceDef away =
            Flow_SourceDef(gfMakeRectangle((gfVec2){(float)edge + 0.05f, 0.5f}, (gfVec2){0.05f, 0.3f}, 0.0f));
        away.acceleration = (gfVec2){40.0f, 10.0f};
        Flow_AddEmitter(fluid, &away);
        Flow_Steps(fluid, 30);
        dye = beyondWall(fluid, edge, &speed);
        Flow_ExpectBetween(what, dye, 0.0, 0.0);
        Flow_ExpectBetween("speed beyond, driven", speed, 1.0, 60.0);
    }
}

TEST(testSolidsMoveAndGo)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 40, 40);
    gfSolidId a = Flow_AddDisc(fluid, 0.25f, 0.25f, 0.1f), b = Flow_AddDisc(fluid, 0.75f, 0.75f, 0.1f);
    fillWithDye(fluid);
    Flow_Steps(fluid, 2);
    assert_true(isSolid(fluid, 0.25, 0.25) && isSolid(fluid, 0.75, 0.75) && !isSolid(fluid, 0.5, 0.5));
    double mass = Flow_Measure(fluid).mass;
    Flow_ExpectNear("dye round two discs", mass, 1.0 - 2.0 * PI * 0.01, 0.02); // stairs
    gfSolidDef moved = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f));
    assert_true(gfFluid_SetSolid(fluid, a, &moved));
    Flow_Steps(fluid, 1);
    assert_true(!isSolid(fluid, 0.25, 0.25) && isSolid(fluid, 0.5, 0.5) && isSolid(fluid, 0.75, 0.75));
    Flow_ExpectNear("what it left is empty", Flow_At(fluid, GF_FIELD_DYE, 3, 0.25, 0.25), 0.0, 1e-6);
    assert_true(gfFluid_RemoveSolid(fluid, b));
    assert_false(gfFluid_RemoveSolid(fluid, b));
    Fixture_ClearLog(*state);
    Flow_Steps(fluid, 1);
    assert_true(!isSolid(fluid, 0.75, 0.75) && isSolid(fluid, 0.5, 0.5));
    assert_true(gfFluid_RemoveSolid(fluid, a));
    Flow_Steps(fluid, 1);
    assert_true(Flow_At(fluid, GF_FIELD_SOLID, 0, 0.5, 0.5) > 100.0); // none at all
    gfSourceDef wind = gfDefaultSourceDef();                          // its cells take part again
    wind.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.3f, 0.1f}, 0.0f);
    wind.velocity.x = 1.0f;
    wind.dye[3] = 1.0f;
    Flow_Pour(fluid, &wind, 1);
    Flow_ExpectBetween("flow", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.5), 0.5, 1.0);
    Flow_ExpectNear("dye", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 1.0, 0.01);
}

// An L, standing upright in the picture: column 0, and the two right pixels of the bottom row.
static const uint8_t letter[3 * 4] = {255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 255, 200};

static void expectLetter(gfFluid *fluid, double x, double y, double width, double height, bool invert)
{
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 3; column++) {
            bool expected = (letter[3 * row + column] > 127) != invert;
            double px = x + (column + 0.5) * width / 3.0, py = y + height - (row + 0.5) * height / 4.0;
            assert_int_equal(isSolid(fluid, px, py), expected);
        }
    }
}

TEST(testMaskIsTheRightWayUp)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 64, 64);
    uint8_t padded[4 * 5];
    for (int row = 0; row < 4; row++) { // a stride of its own
        memset(padded + 5 * row, 255, 5);
        memcpy(padded + 5 * row, letter + 3 * row, 3);
    }
    const gfMask mask = {padded, 3, 4, 5};
    gfSolidDef def = rectangle(0.4f, 0.5f, 0.15f, 0.2f);
    gfSolidId id = GIVEN(gfFluid_AddSolidMask(fluid, &mask, &def.shape));
    memset(padded, 0, sizeof padded); // the pixels were copied
    Flow_Steps(fluid, 1);
    expectLetter(fluid, 0.25, 0.3, 0.3, 0.4, false);
    assert_true(!isSolid(fluid, 0.1, 0.5) && !isSolid(fluid, 0.4, 0.8)); // nothing beyond the rectangle
    def.invert = true;
    assert_true(gfFluid_SetSolid(fluid, id, &def));
    Flow_Steps(fluid, 1);
    expectLetter(fluid, 0.25, 0.3, 0.3, 0.4, true);
    assert_true(!isSolid(fluid, 0.1, 0.5) && !isSolid(fluid, 0.4, 0.8));
    def = rectangle(0.6f, 0.4f, 0.3f, 0.3f);
    assert_true(gfFluid_SetSolid(fluid, id, &def));
    Flow_Steps(fluid, 1);
    expectLetter(fluid, 0.3, 0.1, 0.6, 0.6, false);
    assert_true(gfFluid_RemoveSolid(fluid, id));
    Flow_Steps(fluid, 1);
    assert_false(isSolid(fluid, 0.4, 0.2));
}

// Red times alpha over a half is solid: of the four texels only the left bottom one.
TEST(testHostTextureAsSolid)
{
    static const unsigned char texels[16] = {255, 0, 0, 255, 255, 0, 0, 50, 0, 255, 0, 255, 60, 9, 9, 255};
    const GladGLContext *gl = &fixture->gl;
    GLuint texture = 0;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    gfFluid *fluid = Fixture_MakeFluid(fixture, 40, 40);
    gfSolidDef def = rectangle(0.5f, 0.5f, 0.4f, 0.4f);
    def.texture = texture;
    gfSolidId id = gfFluid_AddSolid(fluid, &def);
    Flow_AddDisc(fluid, 0.8f, 0.8f, 0.08f); // another one beside it, in either order
    Flow_Steps(fluid, 1);
    assert_true(isSolid(fluid, 0.3, 0.3) && !isSolid(fluid, 0.7, 0.3) && !isSolid(fluid, 0.3, 0.7));
    assert_true(isSolid(fluid, 0.8, 0.8) && !isSolid(fluid, 0.65, 0.65));
    def.invert = true;
    assert_true(gfFluid_SetSolid(fluid, id, &def));
    Flow_Steps(fluid, 1);
    assert_true(!isSolid(fluid, 0.3, 0.3) && isSolid(fluid, 0.7, 0.3) && isSolid(fluid, 0.3, 0.7));
    assert_true(isSolid(fluid, 0.65, 0.65) && !isSolid(fluid, 0.05, 0.05));
    assert_true(gfFluid_RemoveSolid(fluid, id));
    gl->DeleteTextures(1, &texture);
    Flow_Steps(fluid, 1);
    assert_true(!isSolid(fluid, 0.65, 0.65) && isSolid(fluid, 0.8, 0.8));
}

// Dye poured over a solid stays outside of it; so does a set shape.
TEST_CI(testNothingIsPouredIntoSolids)
{
    for (float dyeScale = 1.0f; dyeScale <= 2.0f; dyeScale += 1.0f) {
        gfFluidDef def = Flow_Def(40, 40, 1);
        def.dyeScale = dyeScale;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
        gfSourceDef source = Flow_DiscSource(0.6f, 0.5f, 0.2f);
        source.dye[3] = 1.0f;
        source.temperature = 4.0f;
        for (int mode = 0; mode < 2; mode++) {
            source.mode = (gfSourceMode)mode;
            Flow_Pour(fluid, &source, 1);
            Flow_ExpectBetween("dye in the solid", Flow_Measure(fluid).dyeInSolids, 0.0, 0.0);
            Flow_ExpectNear("heat in it", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.55, 0.5), 0.0, 0.0);
            Flow_ExpectNear("dye beside it", Flow_At(fluid, GF_FIELD_DYE, 3, 0.75, 0.5), 1.0, 0.05);
        }
    }
}

static gfFluid *makeFullOfSolids(Fixture *fixture, int width, int height, bool periodic)
{
    gfFluidDef def = Flow_Def(width, height, 1);
    def.boundaries.left.kind = def.boundaries.right.kind = periodic ? GF_BOUNDARY_PERIODIC : GF_BOUNDARY_OPEN;
    gfFluid *fluid = Flow_Make(fixture, &def);
    float right = (float)width / (float)height;
    Flow_AddDisc(fluid, 0.02f, 0.3f, 0.11f);
    Flow_AddDisc(fluid, right - 0.03f, 0.8f, 0.13f);
    Flow_AddDisc(fluid, 0.5f, 0.55f, 0.21f);
    gfSolidDef wall = rectangle(0.8f, 0.3f, 0.3f, 0.01f);
    wall.shape.angle = 0.7f;
    wall.angularVelocity = 2.0f;
    Flow_AddSolidOf(fluid, &wall);
    gfSourceDef push = Flow_DiscSource(0.45f, 0.4f, 0.3f);
    push.velocity = (gfVec2){3.0f, 2.0f};
    Flow_Pour(fluid, &push, 1);
    return fluid;
}

// The velocity is continued into solids in tiles that have a surface: elsewhere there is nothing to do, so that doing
// it everywhere changes no bit.
TEST_CI(testTilesWithoutSurfaceNeedNothing)
{
    static const float all[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    for (int i = 0; i < 2; i++) {
        gfFluid *fluids[2];
        float *velocity[2];
        gfFieldInfo info;
        for (int k = 0; k < 2; k++) {
            fluids[k] = makeFullOfSolids(*state, i == 0 ? 61 : 64, i == 0 ? 50 : 56, i == 1);
            gfGrid *grid = fluids[k]->state;
            if (k == 1) {
                assert_true(gfDevice_Begin(fluids[k]->body.device, "test"));
                gfTexture_Clear(fluids[k]->body.device, &grid->masks.extrapolated, all);
                gfDevice_End(fluids[k]->body.device);
            }
            Flow_Steps(fluids[k], 2);
            velocity[k] = Fixture_Read(fluids[k], GF_FIELD_FACE_VELOCITY, &info);
        }
        assert_memory_equal(velocity[0], velocity[1], (size_t)info.width * (size_t)info.height * 2 * sizeof(float));
    }
}

// A disc that goes to the right and turns; where it is after so many seconds.
static gfSolidDef paddleAt(double time)
{
    return Flow_SolidDef(
        gfMakeRectangle((gfVec2){(float)(0.3 + 0.9 * time), 0.5f}, (gfVec2){0.03f, 0.15f}, (float)(2.0 * time)));
}

// One whose velocity is found pushes as one that is told the same velocity, whatever the frames: at the steps' rate, at
// a display's that is faster, and slower.
TEST_CI(testVelocityFromMotion)
{
    static const float frames[] = {1.0f / 60.0f, 1.0f / 144.0f, 1.0f / 24.0f};
    for (int k = 0; k < 3; k++) {
        gfFluidDef fluidDef = Flow_Def(32, 32, 1);
        gfFluid *told = Flow_Make(*state, &fluidDef), *found = Flow_Make(*state, &fluidDef);
        gfSolidDef def = paddleAt(0.0);
        gfSolidId tells = gfFluid_AddSolid(told, &def);
        def.velocityFromMotion = true;
        gfSolidId finds = gfFluid_AddSolid(found, &def);
        assert_true(gfFluid_StepOnce(told) && gfFluid_StepOnce(found)); // before which it has been nowhere
        for (int i = 1; i <= (int)(0.1f / frames[k]) + 1; i++) {
            def = paddleAt(i * (double)frames[k]);
            def.velocity = (gfVec2){0.9f, 0.0f};
            def.angularVelocity = 2.0f;
            assert_true(gfFluid_SetSolid(told, tells, &def));
            def.velocityFromMotion = true;
            def.velocity = (gfVec2){-5.0f, 7.0f}; // of no account
            assert_true(gfFluid_SetSolid(found, finds, &def));
            assert_true(gfFluid_Step(told, frames[k]) && gfFluid_Step(found, frames[k]));
        }
        assert_true(Flow_Measure(told).speedMax > 0.3);
        Flow_ExpectNear("difference", Flow_Difference(told, found, GF_FIELD_FACE_VELOCITY), 0.0, 1e-4);
        // It stands again where it is not moved any more.
        assert_true(gfFluid_StepOnce(found) && gfFluid_StepOnce(found));
        const gfSolid *solid = gfSolids_Find(&found->body.solids, finds);
        assert_true(solid->def.velocity.x == 0.0f && solid->def.angularVelocity == 0.0f);
    }
}

// What is put elsewhere pushes nothing: set before it has been in a step, of another kind, or told not to follow.
TEST(testJumpsPushNothing)
{
    for (int k = 0; k < 4; k++) {
        gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(32, 32, 1));
        gfSolidDef def = paddleAt(0.0);
        def.velocityFromMotion = true;
        gfSolidId id = gfFluid_AddSolid(fluid, &def);
        if (k > 0) {
            assert_true(gfFluid_StepOnce(fluid));
        }
        def.shape = k == 1 ? gfMakeCircle((gfVec2){0.7f, 0.4f}, 0.1f) : paddleAt(0.4).shape;
        def.velocityFromMotion = k != 2;
        assert_true(gfFluid_SetSolid(fluid, id, &def));
        def.velocityFromMotion = true;
        assert_true(gfFluid_SetSolid(fluid, id, &def) && gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid));
        double speed = Flow_Measure(fluid).speedMax;
        if (k < 3) {
            Flow_ExpectNear("speed", speed, 0.0, 0.0);
        } else { // which is none of these
            Flow_ExpectBetween("speed", speed, 0.5, 1e3);
        }
    }
}
