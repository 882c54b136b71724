// What is poured in: every shape's area, the order of sources, fields and modes, host textures, the life of emitters.
#include "support/flow.h"

#define GRID 96

static gfFluid *makeStill(Fixture *fixture)
{
    gfFluidDef def = Flow_Def(GRID, GRID, 0);
    def.grid.thermalExpansion = 0.0f;
    return Flow_Make(fixture, &def);
}

// What one splat does from nothing.
static void pour(gfFluid *fluid, const gfSourceDef *source)
{
    assert_true(gfFluid_Reset(fluid));
    Flow_Pour(fluid, source, 1);
}

// Dye and momentum poured through a shape; dye, per unit of concentration, has its area.
static double pouredArea(gfFluid *fluid, const gfShape *shape)
{
    gfSourceDef def = Flow_SourceDef(*shape);
    def.dye[3] = 1.0f;
    def.velocity = (gfVec2){1.0f, 1.0f};
    pour(fluid, &def);
    return Flow_Measure(fluid).mass;
}

static void expectArea(gfFluid *fluid, const char *what, const gfShape *shape, double area)
{
    // 1%: edges fade over one cell to both sides alike; what is rounded away at corners is under a cell each.
    Flow_ExpectNear(what, pouredArea(fluid, shape) / area, 1.0, 0.01);
}

// The middle of what was poured, dye and momentum of either axis, is that of the shape, to a twentieth of a cell: an
// edge is symmetric, but it is sampled once a cell.
static void expectCentre(gfFluid *fluid, double x, double y)
{
    const double tolerance = 0.05 / GRID;
    Flow_ExpectNear("dye, x", (double)Flow_Centre(fluid).x, x, tolerance);
    Flow_ExpectNear("dye, y", (double)Flow_Centre(fluid).y, y, tolerance);
    gfFieldInfo info;
    float *v = Fixture_Read(fluid, GF_FIELD_FACE_VELOCITY, &info);
    double sum[2] = {0}, middle[2][2] = {{0}};
    for (int i = 0; i < info.width * info.height; i++) {
        for (int axis = 0; axis < 2; axis++) {
            double amount = (double)v[2 * i + axis], h = (double)info.spacing.x;
            sum[axis] += amount;
            middle[axis][0] += amount * (i % info.width + (axis == 0 ? 0.0 : 0.5)) * h;
            middle[axis][1] += amount * (i / info.width + (axis == 0 ? 0.5 : 0.0)) * h;
        }
    }
    for (int axis = 0; axis < 2; axis++) {
        Flow_ExpectNear("momentum, x", middle[axis][0] / sum[axis], x, tolerance);
        Flow_ExpectNear("momentum, y", middle[axis][1] / sum[axis], y, tolerance);
    }
}

TEST(testShapesHaveAreaAndPlace)
{
    static const gfVec2 triangle[] = {{0.2f, 0.2f}, {0.8f, 0.3f}, {0.4f, 0.8f}};
    gfShape rounded = gfMakeRectangle((gfVec2){0.5f, 0.45f}, (gfVec2){0.3f, 0.12f}, 0.7f);
    rounded.radius = 0.1f;
    const struct {
        const char *name;
        gfShape shape;
        double area, x, y; // 0, 0: edges along cells, whose samples are all on one side of them
    } rows[] = {
        {"circle", gfMakeCircle((gfVec2){0.41f, 0.52f}, 0.17f), PI * 0.17 * 0.17, 0.41, 0.52},
        {"capsule", gfMakeCapsule((gfVec2){0.2f, 0.3f}, (gfVec2){0.7f, 0.6f}, 0.1f),
         PI * 0.01 + 2.0 * 0.1 * hypot(0.5, 0.3), 0.45, 0.45},
        {"capsule without length", gfMakeCapsule((gfVec2){0.5f, 0.5f}, (gfVec2){0.5f, 0.5f}, 0.1f), PI * 0.01, 0.5,
         0.5},
        {"rectangle", gfMakeRectangle((gfVec2){0.5f, 0.45f}, (gfVec2){0.3f, 0.12f}, 0.0f), 4.0 * 0.3 * 0.12, 0.0, 0.0},
        {"rounded rectangle", rounded, 4.0 * 0.3 * 0.12 - (4.0 - PI) * 0.01, 0.5, 0.45},
        {"triangle", gfMakePolygon(triangle, 3), 0.17, 1.4 / 3.0, 1.3 / 3.0},
        {"turned rectangle", gfMakeRectangle((gfVec2){0.48f, 0.57f}, (gfVec2){0.3f, 0.12f}, 0.5f), 4.0 * 0.3 * 0.12,
         0.48, 0.57},
    };
    gfFluid *fluid = makeStill(*state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expectArea(fluid, rows[i].name, &rows[i].shape, rows[i].area);
        if (rows[i].x > 0.0) {
            expectCentre(fluid, rows[i].x, rows[i].y);
        }
    }
    double far = Flow_At(fluid, GF_FIELD_DYE, 3, 0.48 + 0.25 * cos(0.5), 0.57 + 0.25 * sin(0.5));
    Flow_ExpectNear("turned counter-clockwise", far, 1.0, 1e-6);
    far = Flow_At(fluid, GF_FIELD_DYE, 3, 0.48 + 0.25 * cos(0.5), 0.57 - 0.25 * sin(0.5));
    Flow_ExpectNear("not clockwise", far, 0.0, 1e-6);
    gfShape edge = gfMakeCircle((gfVec2){0.0f, 0.5f}, 0.2f), outside = gfMakeCircle((gfVec2){3.0f, 0.5f}, 0.2f);
    expectArea(fluid, "circle half outside", &edge, 0.5 * PI * 0.04);
    Flow_ExpectBetween("circle outside", pouredArea(fluid, &outside), 0.0, 0.0);
}

TEST(testPolygonsHaveTheirArea)
{
    static const gfVec2 star[] = {{0.5f, 0.9f}, {0.42f, 0.6f}, {0.1f, 0.6f},   {0.35f, 0.42f}, {0.25f, 0.1f},
                                  {0.5f, 0.3f}, {0.75f, 0.1f}, {0.65f, 0.42f}, {0.9f, 0.6f},   {0.58f, 0.6f}};
    static const gfVec2 triangle[] = {{0.2f, 0.2f}, {0.8f, 0.3f}, {0.4f, 0.8f}};
    static const gfVec2 hook[] = {{0.2f, 0.2f}, {0.8f, 0.2f}, {0.8f, 0.8f}, {0.6f, 0.8f}, {0.6f, 0.4f}, {0.2f, 0.4f}};
    static const struct {
        const char *name;
        const gfVec2 *points;
        int count;
    } polygons[] = {{"star", star, 10}, {"triangle", triangle, 3}, {"hook", hook, 6}};
    gfFluid *fluid = makeStill(*state);
    for (size_t i = 0; i < 3; i++) {
        gfVec2 other[16];
        double area = 0.0;
        int n = polygons[i].count;
        for (int k = 0; k < n; k++) {
            gfVec2 a = polygons[i].points[k], b = polygons[i].points[(k + 1) % n];
            area += 0.5 * ((double)a.x * (double)b.y - (double)b.x * (double)a.y);
            other[n - 1 - k] = a;
        }
        gfShape shape = gfMakePolygon(polygons[i].points, n), reversed = gfMakePolygon(other, n);
        expectArea(fluid, polygons[i].name, &shape, fabs(area));
        expectArea(fluid, "other way round", &reversed, fabs(area));
    }
}

// Softness moves as much out as it takes away inside.
TEST(testSoftnessKeepsTheAmount)
{
    gfFluid *fluid = makeStill(*state);
    for (float softness = 0.0f; softness < 0.2f; softness += 0.06f) {
        gfSourceDef def = Flow_DiscSource(0.5f, 0.5f, 0.25f);
        def.dye[3] = 1.0f;
        def.softness = softness;
        pour(fluid, &def);
        // The edge lies anywhere within the softness, evenly on both sides: variance softness^2 / 20 on R^2.
        double expected = PI * (0.0625 + (double)softness * (double)softness / 20.0);
        Flow_ExpectNear("soft disc", Flow_Measure(fluid).mass / expected, 1.0, 0.01);
        Flow_ExpectNear("on the outline", Flow_At(fluid, GF_FIELD_DYE, 3, 0.75, 0.5), 0.5, 0.5); // within [0, 1]
        if (softness > 0.05f) {
            double inside = Flow_At(fluid, GF_FIELD_DYE, 3, 0.75 - 0.25 * (double)softness, 0.5);
            double outside = Flow_At(fluid, GF_FIELD_DYE, 3, 0.75 + 0.25 * (double)softness, 0.5);
            Flow_ExpectNear("either side", inside + outside, 1.0, 0.25); // half a cell off, over six cells of edge
            assert_true(inside > 0.6 && outside < 0.4);
        }
    }
}

// Sources act one after the other: emitters first, then splats in the order of their calls; over batches too.
TEST(testOrderOfSources)
{
    gfFluid *fluid = makeStill(*state);
    gfSourceDef add = Flow_DiscSource(0.5f, 0.5f, 0.2f), set = add;
    add.dye[3] = 1.0f;
    set.dye[3] = 0.25f;
    set.mode = GF_SOURCE_SET;
    set.fields = GF_SOURCE_DYE;
    assert_true(gfFluid_Splat(fluid, &add));
    Flow_Pour(fluid, &set, 1);
    Flow_ExpectNear("set after add", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 0.25, 1e-6);
    assert_true(gfFluid_Splat(fluid, &set));
    Flow_Pour(fluid, &add, 1);
    Flow_ExpectNear("add after set", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 1.25, 1e-6);
    for (int i = 0; i < 30; i++) { // more than any batch holds
        assert_true(gfFluid_Splat(fluid, i == 19 ? &set : &add));
    }
    Flow_Steps(fluid, 1);
    Flow_ExpectNear("ten after a set", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 10.25, 1e-5);
    gfSourceDef far = Flow_DiscSource(0.1f, 0.1f, 0.05f);
    far.dye[3] = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &set)));
    assert_true(gfFluid_Splat(fluid, &far));
    Flow_Pour(fluid, &add, 1);
    Flow_ExpectNear("splats after emitters", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 1.25, 1e-6);
}

TEST(testFieldsMaskAndModes)
{
    gfFluid *fluid = makeStill(*state);
    gfSourceDef def = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    for (int i = 0; i < 4; i++) {
        def.dye[i] = 0.5f + (float)i;
    }
    def.temperature = 7.0f;
    def.velocity = (gfVec2){0.3f, 0.6f};
    for (uint32_t fields = 0; fields < 8; fields++) {
        for (int mode = 0; mode < 2; mode++) {
            def.fields = fields;
            def.mode = (gfSourceMode)mode;
            pour(fluid, &def);
            double dye = (fields & GF_SOURCE_DYE) ? 1.0 : 0.0, velocity = (fields & GF_SOURCE_VELOCITY) ? 1.0 : 0.0;
            for (int i = 0; i < 4; i++) {
                Flow_ExpectNear("dye", Flow_At(fluid, GF_FIELD_DYE, i, 0.5, 0.5), dye * (0.5 + i), 1e-6);
            }
            Flow_ExpectNear("heat", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.5, 0.5),
                            (fields & GF_SOURCE_TEMPERATURE) ? 7.0 : 0.0, 1e-5);
            Flow_ExpectNear("u", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.5), 0.3 * velocity, 1e-6);
            Flow_ExpectNear("v", Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.5, 0.5), 0.6 * velocity, 1e-6);
        }
    }
    def.mode = GF_SOURCE_SET; // to 0 as well: a set shape wipes
    def.fields = GF_SOURCE_DYE;
    memset(def.dye, 0, sizeof def.dye);
    Flow_Pour(fluid, &def, 1);
    Flow_ExpectNear("wiped", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 0.0, 1e-6);
}

// 2 x 2 floats; first row at the bottom, as GL has it.
static GLuint makeTexture(Fixture *fixture, const float texels[16])
{
    GLuint texture = 0;
    unsigned char bytes[16];
    for (int i = 0; i < 16; i++) {
        bytes[i] = (unsigned char)lroundf(255.0f * texels[i]);
    }
    fixture->gl.GenTextures(1, &texture);
    fixture->gl.BindTexture(GL_TEXTURE_2D, texture);
    fixture->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    fixture->gl.BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

// Colours at (left, bottom), (right, bottom), (left, top), (right, top).
static const float colors[16] = {1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 1.0f,
                                 0.0f, 0.0f, 1.0f, 0.6f, 0.2f, 0.4f, 0.0f, 0.0f};

// Turned rectangles with a texture of dye, which says how much of the velocity there is, or of velocity. Half-way
// between a rectangle's middle and its corners the value is a texel's own, whatever the filter.
TEST(testTextures)
{
    static const struct {
        gfTextureRole role;
        double angle;
    } rows[] = {{GF_TEXTURE_DYE, 0.0}, {GF_TEXTURE_DYE, 0.5 * PI}, {GF_TEXTURE_DYE, 0.4}, {GF_TEXTURE_VELOCITY, 0.0}};
    gfFluid *fluid = makeStill(fixture);
    GLuint texture = makeTexture(fixture, colors);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        bool map = rows[k].role == GF_TEXTURE_VELOCITY;
        gfSourceDef def =
            Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.32f, 0.24f}, (float)rows[k].angle));
        def.dye[0] = def.dye[1] = def.dye[2] = map ? 0.0f : 2.0f;
        def.dye[3] = 2.0f;
        def.temperature = 10.0f;
        def.velocity = (gfVec2){3.0f, -2.0f};
        def.texture = texture;
        def.textureRole = rows[k].role;
        pour(fluid, &def);
        double c = cos(rows[k].angle), s = sin(rows[k].angle);
        for (int t = 0; t < 4; t++) {
            const float *color = &colors[4 * t];
            double lx = (t & 1) ? 0.16 : -0.16, ly = (t & 2) ? 0.12 : -0.12;
            double x = 0.5 + c * lx - s * ly, y = 0.5 + s * lx + c * ly, alpha = (double)color[3];
            for (int i = map ? 3 : 0; i < 4; i++) {
                // 0.12: half a cell beside a texel's centre, of a texture 61 x 46 cells wide and linear in between.
                Flow_ExpectNear("dye", Flow_At(fluid, GF_FIELD_DYE, i, x, y), 2.0 * (double)color[i], 0.12);
            }
            // Likewise: the share that half a cell makes.
            Flow_ExpectNear("heat", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, x, y), 10.0 * alpha, 0.6);
            double u = 3.0 * (map ? (double)color[0] : alpha), v = -2.0 * (map ? (double)color[1] : alpha);
            Flow_ExpectNear("u", Flow_At(fluid, GF_FIELD_VELOCITY, 0, x, y), u, 0.18);
            Flow_ExpectNear("v", Flow_At(fluid, GF_FIELD_VELOCITY, 1, x, y), v, 0.12);
        }
    }
}

TEST(testEmittersPersistUntilRemoved)
{
    gfFluid *fluid = makeStill(*state);
    gfSourceDef def = Flow_DiscSource(0.3f, 0.3f, 0.1f), other = Flow_DiscSource(0.7f, 0.7f, 0.1f);
    def.dye[3] = 6.0f; // 0.1 a step
    other.dye[3] = 12.0f;
    gfEmitterId first = gfFluid_AddEmitter(fluid, &def), second = gfFluid_AddEmitter(fluid, &def);
    assert_true(!GF_IS_NULL(first) && !GF_IS_NULL(second) && !GF_ID_EQUALS(first, second));
    Flow_Steps(fluid, 10);
    Flow_ExpectNear("two emitters", Flow_At(fluid, GF_FIELD_DYE, 3, 0.3, 0.3), 2.0, 1e-4);
    assert_true(gfFluid_RemoveEmitter(fluid, first));
    assert_true(gfFluid_SetEmitter(fluid, second, &other));
    Flow_Steps(fluid, 5);
    Flow_ExpectNear("where they were", Flow_At(fluid, GF_FIELD_DYE, 3, 0.3, 0.3), 2.0, 1e-4);
    Flow_ExpectNear("where one went", Flow_At(fluid, GF_FIELD_DYE, 3, 0.7, 0.7), 1.0, 1e-4);
    assert_false(gfFluid_RemoveEmitter(fluid, first));
    Fixture_ClearLog(*state);
    assert_true(gfFluid_RemoveEmitter(fluid, second));
    Flow_Steps(fluid, 5);
    Flow_ExpectNear("after removal", Flow_At(fluid, GF_FIELD_DYE, 3, 0.7, 0.7), 1.0, 1e-4);
    other.mode = GF_SOURCE_SET; // a held value does not pile up
    other.dye[3] = 0.4f;
    second = gfFluid_AddEmitter(fluid, &other);
    Flow_Steps(fluid, 5);
    Flow_ExpectNear("held", Flow_At(fluid, GF_FIELD_DYE, 3, 0.7, 0.7), 0.4, 1e-6);
}

// An emitter's velocity is an acceleration, its dye a rate: per second, whatever the step.
TEST(testEmitterRatesArePerSecond)
{
    static const float steps[] = {1.0f / 20.0f, 1.0f / 100.0f};
    for (size_t i = 0; i < 2; i++) {
        gfFluidDef def = Flow_Def(32, 32, 0);
        def.fixedStep = steps[i];
        def.grid.thermalExpansion = 0.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){2.0f, 2.0f}, 0.0f));
        source.acceleration.x = 0.01f; // everywhere alike, so that moving along itself changes nothing in the middle
        source.temperature = 4.0f;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
        Flow_Steps(fluid, (int)lroundf(0.5f / steps[i]));
        Flow_ExpectNear("speed", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.5), 0.005, 1e-6);
        Flow_ExpectNear("heat", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.5, 0.5), 2.0, 1e-4);
    }
}

// It gives its rate times its lifetime whatever the step, and removes itself; what is set anew begins anew.
TEST(testLifetimeEndsEmitters)
{
    static const float steps[] = {1.0f / 20.0f, 1.0f / 100.0f, 1.0f / 7.0f};
    for (size_t i = 0; i < 3; i++) {
        gfFluidDef def = Flow_Def(32, 32, 0);
        def.fixedStep = steps[i];
        def.grid.dyePrecision = GF_PRECISION_32F;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f), held = Flow_DiscSource(0.2f, 0.2f, 0.1f);
        source.dye[3] = 2.0f;
        source.lifetime = 0.33f;
        held.mode = GF_SOURCE_SET;
        held.fields = GF_SOURCE_DYE;
        held.dye[3] = 0.5f;
        held.lifetime = 0.5f * steps[i];
        gfEmitterId id = gfFluid_AddEmitter(fluid, &source), brief = gfFluid_AddEmitter(fluid, &held);
        Flow_Steps(fluid, 1);
        EXPECT_REFUSED(gfFluid_SetEmitter(fluid, brief, &held), BAD_HANDLE, "gfFluid_SetEmitter");
        Flow_Steps(fluid, (int)(0.29f / steps[i]) - 1);
        assert_true(gfFluid_SetEmitter(fluid, id, &source)); // which has a part of its lifetime behind it
        double before = Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5);
        Flow_Steps(fluid, (int)ceilf(0.5f / steps[i]));
        Flow_ExpectNear("what a lifetime brings", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5) - before, 0.66, 1e-4);
        Flow_ExpectNear("what one brings that is held", Flow_At(fluid, GF_FIELD_DYE, 3, 0.2, 0.2), 0.5, 1e-4);
        EXPECT_REFUSED(gfFluid_RemoveEmitter(fluid, id), BAD_HANDLE, "gfFluid_RemoveEmitter");
        source.lifetime = -1.0f;
        EXPECT_REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)), OUT_OF_RANGE, "lifetime");
    }
}

// A snapshot within a lifetime knows what is left of it.
TEST(testLifetimeIsSaved)
{
    gfFluidDef def = Flow_Def(32, 32, 0);
    def.grid.dyePrecision = GF_PRECISION_32F;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    source.dye[3] = 2.0f;
    source.lifetime = 0.3f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_Steps(fluid, 10);
    size_t size;
    void *bytes = Fixture_Save(fluid, &size);
    Flow_Steps(fluid, 30);
    Flow_ExpectNear("what came", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 0.6, 1e-4);
    assert_true(gfFluid_Load(fluid, bytes, size, NULL));
    Flow_Steps(fluid, 30);
    Flow_ExpectNear("what came after it was loaded", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5, 0.5), 0.6, 1e-4);
}

// An emitter that adds has an acceleration, all other sources a velocity; so the unit of each member is one.
TEST(testPushes)
{
    gfFluid *fluid = makeStill(fixture);
    gfSourceDef good = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    good.acceleration.y = good.angularAcceleration = 1.0f;
    gfEmitterId id = Flow_AddEmitter(fluid, &good);
    EXPECT_REFUSED(gfFluid_Splat(fluid, &good), OUT_OF_RANGE, "acceleration is 1; 0 is expected of a splat");
    good.acceleration.y = 0.0f;
    EXPECT_REFUSED(gfFluid_Splat(fluid, &good), OUT_OF_RANGE, "angularAcceleration is 1");
    good.mode = GF_SOURCE_SET;
    EXPECT_REFUSED(gfFluid_SetEmitter(fluid, id, &good), OUT_OF_RANGE, "which takes angularVelocity");
    gfSourceDef bad = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    bad.velocity = (gfVec2){0.5f, -2.0f};
    EXPECT_REFUSED(gfFluid_SetEmitter(fluid, id, &bad), OUT_OF_RANGE, "velocity is -2; 0 is expected of an emitter");
    EXPECT_REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(fluid, &bad)), OUT_OF_RANGE, "which takes acceleration");
    assert_true(gfFluid_Splat(fluid, &bad));
    bad.mode = GF_SOURCE_SET;
    assert_true(gfFluid_SetEmitter(fluid, id, &bad));
}

TEST(testPushes3D)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.particles.capacity = 16;
    gfFluid3D *fluid = MADE(gfCreateFluid3D(fixture->device, &def));
    gfSource3DDef source = gfDefaultSource3DDef();
    source.shape = gfMakeSphere((gfVec3){0.0f, 0.0f, 0.0f}, 0.2f);
    source.acceleration.z = 1.0f;
    gfEmitter3DId id = GIVEN(gfFluid3D_AddEmitter(fluid, &source));
    EXPECT_REFUSED(gfFluid3D_Splat(fluid, &source), OUT_OF_RANGE, "acceleration is 1; 0 is expected of a splat");
    source.acceleration.z = 0.0f;
    source.angularVelocity.x = 3.0f;
    assert_true(gfFluid3D_Splat(fluid, &source));
    EXPECT_REFUSED(gfFluid3D_SetEmitter(fluid, id, &source), OUT_OF_RANGE, "angularVelocity is 3");
}
