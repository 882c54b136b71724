// Particles as fields and at points: against sums over all particles, the known flow, and between the searches.
#include "support/canvas.h"
#include "support/failing.h"
#include "support/particles.h"
#include "support/solvers.h"

#include "base/core.h"
#include "solvers/particles/sph.h"

#define SIDE 32 // cells of a domain of 1 m
#define MOST 1024

static gfFluidDef makeDef(int width, int height, float spacing)
{
    gfFluidDef def = Flow_Def(width, height, 1);
    def.solver = GF_SOLVER_PARTICLES;
    def.dyeScale = 1.0f;
    def.cellSize = 1.0f / SIDE;
    def.particles.capacity = MOST;
    def.particles.spacing = spacing;
    return def;
}

static float nextRandom(void)
{
    static uint32_t state = 777;
    return (float)Particles_Random(&state);
}

typedef gfParticle ParticleFn(float x, float y);

// A square lattice from (left, bottom) to (right, top), each particle as `fn` makes it, shaken by a share of the
// spacing. Returns how many there are.
static int addBlock(gfFluid *fluid, const float box[4], float shaken, ParticleFn *fn)
{
    gfParticle particles[MOST];
    float spacing = gfFluid_GetDef(fluid).particles.spacing;
    int count = 0, columns = (int)lroundf((box[2] - box[0]) / spacing),
        rows = (int)lroundf((box[3] - box[1]) / spacing);
    for (int i = 0; i < columns * rows; i++) {
        float x = box[0] + ((float)(i % columns) + 0.5f + shaken * (nextRandom() - 0.5f)) * spacing;
        float y = box[1] + ((float)(i / columns) + 0.5f + shaken * (nextRandom() - 0.5f)) * spacing;
        assert_true(count < MOST);
        particles[count] = fn(x, y);
        particles[count++].position = (gfVec2){x, y};
    }
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    return count;
}

static gfParticle atRest(float x, float y)
{
    (void)x, (void)y;
    return (gfParticle){.material = 0};
}

static gfParticle movingAlike(float x, float y)
{
    (void)x, (void)y;
    return (gfParticle){.velocity = {0.5f, -0.25f}};
}

static gfParticle movingAndMixed(float x, float y)
{
    return (gfParticle){.velocity = {sinf(7.0f * x) + y, 2.0f * x * y - 0.5f}, .material = x + y > 0.9f};
}

// The last of the rows: cells many times as large as the kernel.
TEST(mass_is_that_of_the_particles)
{
    static const struct {
        int cells; // half a metre
        float spacing, box[4];
        double tolerance;
    } rows[] = {{SIDE / 2, 0.02f, {0.0f, 0.0f, 0.24f, 0.32f}, 0.04},
                {SIDE / 2, 1.0f / SIDE, {0.0f, 0.0f, 0.24f, 0.32f}, 0.04},
                {SIDE / 2, 0.08f, {0.0f, 0.0f, 0.24f, 0.32f}, 0.04},
                {4, 0.01f, {0.1f, 0.1f, 0.4f, 0.4f}, 0.03}};
    for (int i = 0; i < GF_COUNT(rows); i++) {
        gfFluidDef def = makeDef(rows[i].cells, rows[i].cells, rows[i].spacing);
        def.cellSize = 0.5f / (float)rows[i].cells;
        gfFluid *fluid = Flow_Make(*state, &def);
        int count = addBlock(fluid, rows[i].box, 0.3f, atRest);
        double expected = count * (double)rows[i].spacing * (double)rows[i].spacing;
        Flow_ExpectNear("mass", Flow_Integral(fluid, GF_FIELD_MASS, 0) / expected, 1.0, rows[i].tolerance);
    }
}

TEST(mass_is_full_at_walls_and_none_in_solids)
{
    gfFluid *fluid = Flow_MakeOf(*state, makeDef(SIDE, SIDE, 1.0f / SIDE));
    addBlock(fluid, (const float[4]){0.0f, 0.0f, 1.0f, 0.96875f}, 0.0f, atRest);
    FlowField mass = Flow_Read(fluid, GF_FIELD_MASS);
    for (int i = 0; i < SIDE * (SIDE - 3); i++) {
        Flow_ExpectBetween("mass", (double)mass.values[i], 0.9, 1.15);
    }
    Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
    static const gfField fields[] = {GF_FIELD_MASS, GF_FIELD_VELOCITY, GF_FIELD_PRESSURE, GF_FIELD_DYE};
    for (int i = 0; i < GF_COUNT(fields); i++) {
        Flow_ExpectBetween("in a solid", Flow_At(fluid, fields[i], 0, 0.5, 0.5), 0.0, 0.0);
        Flow_ExpectBetween("in a solid", Flow_At(fluid, fields[i], 0, 0.66, 0.5), 0.0, 0.0);
    }
}

TEST(velocity_is_that_of_a_moving_block)
{
    gfFluid *fluid = Flow_MakeOf(*state, makeDef(SIDE, SIDE, 0.03f));
    addBlock(fluid, (const float[4]){0.2f, 0.3f, 0.8f, 0.6f}, 0.5f, movingAlike);
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    int full = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool empty = mass[i] == 0.0f;
        full += !empty;
        Flow_ExpectNear("x", (double)velocity[2 * i], empty ? 0.0 : 0.5, 1e-5);
        Flow_ExpectNear("y", (double)velocity[2 * i + 1], empty ? 0.0 : -0.25, 1e-5);
    }
    Flow_ExpectBetween("cells with fluid", full, 18 * 9, 27 * 18);
    FlowField vorticity = Flow_Read(fluid, GF_FIELD_VORTICITY);
    assert_int_equal(vorticity.info.width, SIDE + 1);
    for (int i = 0; i < vorticity.info.width * vorticity.info.height; i++) {
        Flow_ExpectNear("vorticity", (double)vorticity.values[i], 0.0, 1e-3);
    }
}

static gfParticle turning(float x, float y)
{
    return (gfParticle){.velocity = {-3.0f * (y - 0.5f), 3.0f * (x - 0.5f)}};
}

TEST(vorticity_is_that_of_a_turning_block)
{
    gfFluid *fluid = Flow_MakeOf(*state, makeDef(SIDE, SIDE, 0.03f));
    addBlock(fluid, (const float[4]){0.2f, 0.2f, 0.8f, 0.8f}, 0.0f, turning);
    Flow_ExpectBetween("vorticity", Flow_At(fluid, GF_FIELD_VORTICITY, 0, 0.5, 0.5), 5.7, 6.3);
    Flow_ExpectBetween("vorticity", Flow_At(fluid, GF_FIELD_VORTICITY, 0, 0.65, 0.4), 5.7, 6.3);
}

// Means over rows. What is right under the surface is not asked; the wall pushes by the pressure of the particle alone,
// so that the lowest ones are pressed together more.
TEST(pressure_of_a_column_is_its_weight)
{
    gfFluidDef def = makeDef(SIDE / 4, SIDE / 2, 0.02f);
    def.particles.drag = 4.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    addBlock(fluid, (const float[4]){0.0f, 0.0f, 0.24f, 0.4f}, 0.5f, atRest);
    Flow_Steps(fluid, 90);
    double mass = Flow_Integral(fluid, GF_FIELD_MASS, 0), surface = mass / 0.25, above = 0.0;
    float *pressure = Fixture_Read(fluid, GF_FIELD_PRESSURE, NULL);
    for (int y = SIDE / 2 - 1; y >= 0; y--) {
        double mean = 0.0, depth = surface - (y + 0.5) / SIDE;
        for (int x = 0; x < SIDE / 4; x++) {
            mean += (double)pressure[y * (SIDE / 4) + x] / (SIDE / 4);
        }
        if (depth > 0.08) {
            Flow_ExpectBetween("pressure over that of the depth", mean / (9.81 * depth), 0.8, y == 0 ? 1.6 : 1.2);
            Flow_ExpectBetween("pressure over that above", mean / fmax(above, 1e-6), 1.0, INFINITY);
            above = mean;
        }
    }
}

static gfFluidDef mixedDef(void)
{
    gfFluidDef def = makeDef(SIDE, SIDE, 0.03f);
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    return def;
}

static gfParticle halfAndHalf(float x, float y)
{
    (void)y;
    return (gfParticle){.material = x > 0.5f};
}

TEST(dye_is_the_color_of_the_particles)
{
    gfFluidDef def = mixedDef();
    gfFluid *fluid = Flow_Make(*state, &def);
    addBlock(fluid, (const float[4]){0.2f, 0.2f, 0.8f, 0.8f}, 0.0f, halfAndHalf);
    for (int channel = 0; channel < 4; channel++) {
        double water = (double)def.particles.materials[0].color[channel];
        double oil = (double)def.particles.materials[1].color[channel];
        Flow_ExpectNear("water", Flow_At(fluid, GF_FIELD_DYE, channel, 0.35, 0.5), channel == 3 ? 1.0 : water, 0.03);
        Flow_ExpectNear("oil", Flow_At(fluid, GF_FIELD_DYE, channel, 0.65, 0.5), channel == 3 ? 1.0 : oil, 0.03);
        Flow_ExpectNear("nothing", Flow_At(fluid, GF_FIELD_DYE, channel, 0.05, 0.5), 0.0, 0.0);
        // Within half a kernel of where they meet each shows hardly any of the other's.
        Flow_ExpectNear("water's edge", Flow_At(fluid, GF_FIELD_DYE, channel, 0.47, 0.5), channel == 3 ? 1.0 : water,
                        0.03);
        Flow_ExpectNear("oil's edge", Flow_At(fluid, GF_FIELD_DYE, channel, 0.53, 0.5), channel == 3 ? 1.0 : oil, 0.03);
    }
}

// Linear, so that reading between cells is exact but at the edges.
TEST(velocity_can_be_written)
{
    for (int i = 0; i < SEARCH_KINDS; i++) {
        static gfParticle particles[MOST];
        static float velocity[SIDE * SIDE * 2];
        gfFluidDef def = makeDef(SIDE, SIDE, 0.03f);
        def.origin = (gfVec2){-3.0f, 2.0f};
        Particles_SetSearch(&def, &Particles_Searches[i]);
        gfFluid *fluid = Flow_Make(*state, &def);
        int count = addBlock(fluid, (const float[4]){-2.9f, 2.3f, -2.2f, 2.6f}, 0.5f, movingAlike);
        for (int c = 0; c < SIDE * SIDE; c++) {
            velocity[2 * c] = 0.1f * (float)(c % SIDE);
            velocity[2 * c + 1] = 0.2f * (float)(c / SIDE) - 0.1f * (float)(c % SIDE);
        }
        assert_true(gfFluid_WriteField(fluid, GF_FIELD_VELOCITY, velocity, GF_COUNT(velocity)));
        assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, particles, MOST), count);
        for (int p = 0; p < count; p++) {
            double x = ((double)particles[p].position.x + 3.0) * SIDE - 0.5;
            double y = ((double)particles[p].position.y - 2.0) * SIDE - 0.5;
            Flow_ExpectNear("x", (double)particles[p].velocity.x, 0.1 * x, 1e-4);
            Flow_ExpectNear("y", (double)particles[p].velocity.y, 0.2 * y - 0.1 * x, 1e-4);
        }
        Flow_Steps(fluid, 2);
    }
}

// All particles, and what of them depends on their neighbours.
typedef struct Sums {
    int count;
    gfParticle particles[MOST];
    double pressure[MOST];
    gfParticleParams params;
    gfSphScales scales;
} Sums;

// Of particles far from walls.
static void findPressures(Sums *s)
{
    double h = (double)s->scales.radius, unit = (double)(s->scales.stiffness * s->scales.cellFill) * h * h;
    for (int i = 0; i < s->count; i++) {
        const gfParticle *p = &s->particles[i];
        const gfParticleMaterial *m = &s->params.materials[p->material];
        double density = 0.0, near = 0.0;
        for (int j = 0; j < s->count; j++) {
            double w = fmax(1.0 - hypot((double)s->particles[j].position.x - (double)p->position.x,
                                        (double)s->particles[j].position.y - (double)p->position.y) /
                                      h,
                            0.0);
            density += 6.0 / PI * w * w * (double)s->scales.norm2;
            near += 10.0 / PI * w * w * w * (double)s->scales.norm3;
        }
        double law = density - 1.0 + (double)(m->nearStiffness * s->scales.balance) * (near - 1.0);
        s->pressure[i] =
            (double)(m->density / s->params.materials[0].density) * unit * fmax(law, 0.0) / fmax(density, 1.0);
    }
}

static Sums *readSums(gfFluid *fluid)
{
    Sums *s = Fixture_Alloc(sizeof *s);
    const gfFluidDef def = gfFluid_GetDef(fluid);
    const float size[3] = {(float)def.gridWidth * def.cellSize, (float)def.gridHeight * def.cellSize, 0.0f};
    s->params = def.particles;
    gfSphScales_Compute(&s->scales, &def.particles, 2, size, def.fixedStep);
    s->count = gfFluid_ReadParticlesBlocking(fluid, s->particles, MOST);
    findPressures(s);
    return s;
}

static double propertyOf(const Sums *s, int property, int i)
{
    const gfParticle *p = &s->particles[i];
    switch (property) {
    case GF_PROPERTY_PRESSURE:
        return s->pressure[i];
    case GF_PROPERTY_VELOCITY_X:
        return (double)p->velocity.x;
    case GF_PROPERTY_VELOCITY_Y:
        return (double)p->velocity.y;
    case GF_PROPERTY_SPEED:
        return hypot((double)p->velocity.x, (double)p->velocity.y);
    case GF_PROPERTY_RED:
    case GF_PROPERTY_GREEN:
    case GF_PROPERTY_BLUE:
        return (double)s->params.materials[p->material].color[property - GF_PROPERTY_RED];
    default:
        return (int)p->material == property - GF_PROPERTY_MATERIAL ? 1.0 : 0.0;
    }
}

// The value at a place, by a sum over all.
static double sumAt(const Sums *s, int property, double x, double y)
{
    double total = 0.0, weight = 0.0, h = (double)s->scales.radius;
    for (int i = 0; i < s->count; i++) {
        double w =
            fmax(1.0 - hypot((double)s->particles[i].position.x - x, (double)s->particles[i].position.y - y) / h, 0.0);
        weight += w * w;
        total += w * w * (property == GF_PROPERTY_DENSITY ? 1.0 : propertyOf(s, property, i));
    }
    return property == GF_PROPERTY_DENSITY ? total * 6.0 / PI / (double)s->scales.cellFill
           : weight > 0.0                  ? total / weight
                                           : 0.0;
}

// Bytes of colours are of 1/255 in sRGB.
static bool isColor(int property)
{
    return property >= GF_PROPERTY_RED && property <= GF_PROPERTY_BLUE;
}

static void expectSamples(gfFluid *fluid, const Sums *s, int property)
{
    enum { POINTS = 300 };
    gfVec2 points[POINTS], gradients[POINTS];
    float values[POINTS];
    double largest = 0.0, steepest = 0.0, worst = 0.0, worstSlope = 0.0;
    for (int i = 0; i < POINTS; i++) {
        points[i] = (gfVec2){nextRandom(), nextRandom()};
    }
    points[0] = (gfVec2){-1e30f, 3e38f}; // far away there is nothing
    assert_true(
        gfFluid_SampleParticlesBlocking(fluid, (gfParticleProperty)property, points, POINTS, values, gradients));
    for (int i = 0; i < POINTS; i++) {
        double x = (double)points[i].x, y = (double)points[i].y, d = 1e-6;
        double value = sumAt(s, property, x, y);
        double slopeX = (sumAt(s, property, x + d, y) - sumAt(s, property, x - d, y)) / (2.0 * d);
        double slopeY = (sumAt(s, property, x, y + d) - sumAt(s, property, x, y - d)) / (2.0 * d);
        bool edge = sumAt(s, GF_PROPERTY_DENSITY, x, y) < 1e-3; // rounding decides who is near
        worst = edge && i > 0 ? worst : fmax(worst, fabs((double)values[i] - value));
        largest = fmax(largest, fabs(value));
        steepest = fmax(steepest, edge ? 0.0 : hypot(slopeX, slopeY));
        double slopeOff = hypot((double)gradients[i].x - slopeX, (double)gradients[i].y - slopeY);
        worstSlope = edge && i > 0 ? worstSlope : fmax(worstSlope, slopeOff);
    }
    Flow_ExpectBetween(Flow_Text("property %d: error over the largest", property), worst / largest, 0.0,
                       isColor(property) ? 5e-3 : 1e-4);
    Flow_ExpectBetween(Flow_Text("property %d: error of the gradient over the steepest", property),
                       worstSlope / steepest, 0.0, isColor(property) ? 5e-3 : 1e-3);
}

TEST(samples_are_sums_over_all_particles)
{
    for (int i = 0; i < SEARCH_KINDS; i++) {
        gfFluidDef def = mixedDef();
        Particles_SetSearch(&def, &Particles_Searches[i]);
        gfFluid *fluid = Flow_Make(*state, &def);
        const gfVec2 middle = {0.5f, 0.5f};
        float none = 1.0f;
        assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_SPEED, NULL, 0, NULL, NULL));
        assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_SPEED, &middle, 1, &none, NULL));
        assert_true(none == 0.0f); // in an empty fluid
        addBlock(fluid, (const float[4]){0.25f, 0.25f, 0.7f, 0.64f}, 0.5f, movingAndMixed);
        addBlock(fluid, (const float[4]){0.45f, 0.4f, 0.6f, 0.55f}, 1.0f, movingAndMixed); // pressed together
        Flow_Steps(fluid, 1);
        Sums *s = readSums(fluid);
        for (int property = 0; property <= GF_PROPERTY_MATERIAL + 1; property++) {
            expectSamples(fluid, s, property);
        }
    }
}

TEST(searches_give_the_same_fields)
{
    static const double units[GF_FIELD_COUNT] = {
        [GF_FIELD_VELOCITY] = 1.0,   [GF_FIELD_DYE] = 1.0,   [GF_FIELD_PRESSURE] = 100.0,
        [GF_FIELD_VORTICITY] = 10.0, [GF_FIELD_SOLID] = 1.0, [GF_FIELD_MASS] = 1.0};
    gfFluid *fluids[SEARCH_KINDS];
    gfParticle particles[MOST];
    int count = 0;
    for (int i = 0; i < SEARCH_KINDS; i++) {
        gfFluidDef def = mixedDef();
        Particles_SetSearch(&def, &Particles_Searches[i]);
        fluids[i] = Flow_Make(*state, &def);
        Flow_AddDisc(fluids[i], 0.4f, 0.2f, 0.15f);
        if (i == 0) {
            addBlock(fluids[0], (const float[4]){0.1f, 0.4f, 0.7f, 0.8f}, 0.5f, movingAndMixed);
            Flow_Steps(fluids[0], 3);
            count = gfFluid_ReadParticlesBlocking(fluids[0], particles, MOST);
        } else {
            assert_true(gfFluid_AddParticles(fluids[i], particles, count));
        }
        for (int f = 0; f < GF_FIELD_COUNT; f++) {
            if (Solver_HasField(GF_SOLVER_PARTICLES, f)) {
                double off = Flow_Difference(fluids[0], fluids[i], (gfField)f) / units[f];
                Flow_ExpectBetween(Particles_Searches[i].name, off, 0.0, 2e-4);
            }
        }
    }
}

// What is looked at is not changed: same bytes as of a fluid that nobody looks at.
TEST(fields_change_nothing)
{
    gfParticle particles[2][MOST];
    int count = 0;
    for (int i = 0; i < SEARCH_KINDS; i++) {
        for (int looked = 0; looked < 2; looked++) {
            gfFluidDef def = mixedDef();
            Particles_SetSearch(&def, &Particles_Searches[i]);
            gfFluid *fluid = Flow_Make(*state, &def);
            gfParticle block[64];
            for (int p = 0; p < 64; p++) {
                float x = 0.2f + 0.03f * (float)(p % 8), y = 0.1f + 0.03f * (float)(p / 8);
                block[p] = movingAndMixed(x, y);
                block[p].position = (gfVec2){x, y};
            }
            assert_true(gfFluid_AddParticles(fluid, block, 64));
            for (int step = 0; step < 4; step++) {
                for (int f = 0; looked == 1 && f < GF_FIELD_COUNT; f++) {
                    assert_true(!Solver_HasField(GF_SOLVER_PARTICLES, f) || Fixture_Read(fluid, (gfField)f, NULL));
                }
                Flow_Steps(fluid, 1);
            }
            count = gfFluid_ReadParticlesBlocking(fluid, particles[looked], MOST);
        }
        assert_int_equal(count, 64);
        assert_memory_equal(particles[0], particles[1], 64 * sizeof particles[0][0]);
    }
}

static gfFluid *makeSmall(gfDevice *device, int which)
{
    (void)which;
    gfFluidDef def = makeDef(8, 8, 0.02f);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    addBlock(fluid, (const float[4]){0.1f, 0.05f, 0.2f, 0.15f}, 0.0f, movingAlike);
    return fluid;
}

static bool sampleOne(Failing *f)
{
    float value;
    const gfVec2 point = {0.15f, 0.1f};
    return gfFluid_SampleParticlesBlocking(f->fluid, GF_PROPERTY_DENSITY, &point, 1, &value, NULL);
}

TEST(sampling_without_memory_fails)
{
    Failing_EachInTurn(*state, &(FailingCase){.make = makeSmall,
                                              .attempt = sampleOne,
                                              .rounds = {[FAIL_ALLOCATIONS] = 2, [FAIL_FRAMEBUFFERS] = 2}});
}

// All that particles have, over an empty fluid and a full one.
TEST(styles_draw)
{
    enum { PIXELS = 64 };
    static uint8_t pixels[2][PIXELS * PIXELS * 4];
    Canvas canvas = Canvas_Make(fixture, PIXELS, PIXELS);
    gfFluid *fluid = Flow_MakeOf(fixture, mixedDef());
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        if (!Solver_HasStyle(GF_SOLVER_PARTICLES, style)) {
            continue;
        }
        gfDrawDef draw = gfDefaultDrawDef();
        draw.style = (gfDrawStyle)style;
        draw.alpha = GF_ALPHA_OPAQUE;
        gfSolidId disc = {0};
        for (int full = 0; full < 2; full++) {
            if (full == 1) {
                addBlock(fluid, (const float[4]){0.2f, 0.2f, 0.8f, 0.8f}, 0.5f, movingAndMixed);
                disc = Flow_AddDisc(fluid, 0.5f, 0.5f, 0.1f);
            }
            assert_true(gfFluid_Draw(fluid, &draw));
            Canvas_Read(fixture, &canvas, pixels[full]);
        }
        assert_memory_not_equal(pixels[0], pixels[1], sizeof pixels[0]);
        gfFluid_Reset(fluid);
        assert_true(gfFluid_RemoveSolid(fluid, disc));
    }
    gfDrawDef draw = gfDefaultDrawDef();
    draw.style = GF_DRAW_TEMPERATURE;
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_Draw(fluid, &draw), UNSUPPORTED, "temperature");
    Canvas_Free(fixture, &canvas);
}

// They begin where there is fluid, and go with it.
TEST(tracers_go_with_particles)
{
    enum { TRACERS = 200 };
    static float before[2 * TRACERS], after[2 * TRACERS];
    gfFluidDef def = makeDef(SIDE, SIDE, 0.03f);
    def.particles.gravity.y = 0.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    addBlock(fluid, (const float[4]){0.2f, 0.3f, 0.5f, 0.6f}, 0.0f, movingAlike);
    gfTracers *tracers = Fixture_MakeTracers(fluid, TRACERS, 1e6f);
    assert_true(gfTracers_ReadBlocking(tracers, before, GF_COUNT(before)));
    for (int i = 0; i < 5; i++) {
        Flow_Steps(fluid, 1);
        assert_true(gfTracers_Step(tracers, def.fixedStep));
    }
    assert_true(gfTracers_ReadBlocking(tracers, after, GF_COUNT(after)));
    int there = 0;
    double time = 5.0 * (double)def.fixedStep;
    for (int i = 0; i < TRACERS; i++) {
        double x = (double)before[2 * i], y = (double)before[2 * i + 1];
        if (x > 0.25 && x < 0.45 && y > 0.35 && y < 0.55) {
            there++;
            Flow_ExpectNear("x", (double)after[2 * i] - x, 0.5 * time, 0.01);
            Flow_ExpectNear("y", (double)after[2 * i + 1] - y, -0.25 * time, 0.01);
        }
    }
    Flow_ExpectBetween("tracers in the block", there, TRACERS / 4, TRACERS);
}
