// Queries: what comes back is what fields hold, what pressure does to solids, and nothing is waited for or made.
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/gl_spy.h"

typedef struct Field {
    gfFieldInfo info;
    float *values;
} Field;

typedef struct Fields {
    gfFluidDef def;
    Field of[GF_FIELD_COUNT];
} Fields;

static Fields readFields(gfFluid *fluid)
{
    Fields f = {.def = gfFluid_GetDef(fluid)};
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfFieldInfo info;
        if (i != GF_FIELD_RESIDUAL && gfFluid_GetFieldInfo(fluid, (gfField)i, &info)) {
            f.of[i].values = Fixture_Read(fluid, (gfField)i, &f.of[i].info);
        }
    }
    return f;
}

// Linear between values; `shiftX` and `shiftY`: cells that this channel lies off the field's origin.
static double lookUp(const Fields *f, gfField field, int channel, gfVec2 p, double shiftX, double shiftY)
{
    const Field *of = &f->of[field];
    if (of->values == NULL) {
        return 0.0;
    }
    bool wrapX = f->def.boundaries.left.kind == GF_BOUNDARY_PERIODIC;
    bool wrapY = f->def.boundaries.bottom.kind == GF_BOUNDARY_PERIODIC;
    int extra = field == GF_FIELD_FACE_VELOCITY ? 1 : 0;
    double w = f->def.gridWidth * (double)f->def.cellSize, h = f->def.gridHeight * (double)f->def.cellSize;
    double px = (double)p.x - (double)f->def.origin.x, py = (double)p.y - (double)f->def.origin.y;
    px = wrapX ? px - w * floor(px / w) : fmin(fmax(px, 0.0), w);
    py = wrapY ? py - h * floor(py / h) : fmin(fmax(py, 0.0), h);
    double x = (px + (double)f->def.origin.x - (double)of->info.origin.x) / (double)of->info.spacing.x - shiftX;
    double y = (py + (double)f->def.origin.y - (double)of->info.origin.y) / (double)of->info.spacing.y - shiftY;
    double sum = 0.0;
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            int cx = Flow_WrapOrClamp((int)floor(x) + i, of->info.width - extra * (wrapX ? 1 : 0), wrapX);
            int cy = Flow_WrapOrClamp((int)floor(y) + j, of->info.height - extra * (wrapY ? 1 : 0), wrapY);
            double tx = x - floor(x), ty = y - floor(y);
            // The last row and column of faces may mean nothing: those before stand for them.
            cx = extra == 1 && channel == 1 && cx >= f->def.gridWidth ? f->def.gridWidth - 1 : cx;
            cy = extra == 1 && channel == 0 && cy >= f->def.gridHeight ? f->def.gridHeight - 1 : cy;
            sum += (i ? tx : 1.0 - tx) * (j ? ty : 1.0 - ty) *
                   (double)of->values[(size_t)of->info.channels * ((size_t)cy * (size_t)of->info.width + (size_t)cx) +
                                      (size_t)channel];
        }
    }
    return sum;
}

static void expectClose(const char *what, int number, double found, double expected, double size)
{
    fail_if(!(fabs(found - expected) <= 2e-4 * size + 1e-6), "%s %d: %g, expected %g (of %g)", what, number, found,
            expected, size);
}

static double largest(const Fields *f, gfField field)
{
    const Field *of = &f->of[field];
    double most = 0.0;
    for (int i = 0; of->values != NULL && i < of->info.width * of->info.height * of->info.channels; i++) {
        most = fmax(most, fabs((double)of->values[i]));
    }
    return most;
}

static void checkPoints(const Fields *f, const gfQueryAnswer *a, const gfVec2 *points, int count)
{
    bool faces = f->of[GF_FIELD_FACE_VELOCITY].values != NULL;
    gfField velocity = faces ? GF_FIELD_FACE_VELOCITY : GF_FIELD_VELOCITY;
    double half = faces ? 0.5 : 0.0;
    gfVec2 o = f->def.origin;
    double w = f->def.gridWidth * (double)f->def.cellSize, h = f->def.gridHeight * (double)f->def.cellSize;
    assert_int_equal(a->pointCount, count);
    for (int i = 0; i < count; i++) {
        const gfPointAnswer *p = &a->points[i];
        gfVec2 at = points[i];
        double speed = largest(f, velocity);
        expectClose("velocity x", i, (double)p->velocity.x, lookUp(f, velocity, 0, at, 0.0, half), speed);
        expectClose("velocity y", i, (double)p->velocity.y, lookUp(f, velocity, 1, at, half, 0.0), speed);
        for (int c = 0; c < 4; c++) {
            expectClose("dye", i, (double)p->dye[c], lookUp(f, GF_FIELD_DYE, c, at, 0.0, 0.0),
                        largest(f, GF_FIELD_DYE));
        }
        expectClose("temperature", i, (double)p->temperature, lookUp(f, GF_FIELD_TEMPERATURE, 0, at, 0.0, 0.0),
                    largest(f, GF_FIELD_TEMPERATURE));
        expectClose("pressure", i, (double)p->pressure, lookUp(f, GF_FIELD_PRESSURE, 0, at, 0.0, 0.0),
                    largest(f, GF_FIELD_PRESSURE));
        expectClose("liquid", i, (double)p->mass, lookUp(f, GF_FIELD_MASS, 0, at, 0.0, 0.0), largest(f, GF_FIELD_MASS));
        if (f->of[GF_FIELD_LEVEL].values != NULL) {
            expectClose("surface", i, (double)p->surface, lookUp(f, GF_FIELD_LEVEL, 0, at, 0.0, 0.0),
                        largest(f, GF_FIELD_LEVEL));
        }
        double distance = lookUp(f, GF_FIELD_SOLID, 0, at, 0.0, 0.0);
        expectClose("distance", i, (double)p->solid, distance, fmin(10.0, largest(f, GF_FIELD_SOLID)));
        assert_int_equal(p->inSolid, p->solid < 0.0f);
        bool wrapX = f->def.boundaries.left.kind == GF_BOUNDARY_PERIODIC;
        bool wrapY = f->def.boundaries.bottom.kind == GF_BOUNDARY_PERIODIC;
        double x = (double)at.x - (double)o.x, y = (double)at.y - (double)o.y;
        bool outside = (!wrapX && (x < 0.0 || x > w)) || (!wrapY && (y < 0.0 || y > h));
        assert_int_equal(p->outside, outside);
    }
}

static gfField fieldOf(gfQuantity quantity)
{
    return quantity == GF_QUANTITY_VELOCITY      ? GF_FIELD_VELOCITY
           : quantity == GF_QUANTITY_DYE         ? GF_FIELD_DYE
           : quantity == GF_QUANTITY_TEMPERATURE ? GF_FIELD_TEMPERATURE
           : quantity == GF_QUANTITY_PRESSURE    ? GF_FIELD_PRESSURE
           : quantity == GF_QUANTITY_SURFACE     ? GF_FIELD_LEVEL
                                                 : GF_FIELD_MASS;
}

static void checkRegion(const Fields *f, const gfQueryRegion *r, const gfRegionAnswer *a, int number)
{
    const Field *of = &f->of[fieldOf(r->quantity)], *solid = &f->of[GF_FIELD_SOLID];
    double sum[4] = {0}, share = 0.0, most = 0.0, size = 1e-6;
    for (int j = 0; j < of->info.height; j++) {
        for (int i = 0; i < of->info.width; i++) {
            double x = (double)of->info.origin.x + i * (double)of->info.spacing.x;
            double y = (double)of->info.origin.y + j * (double)of->info.spacing.y;
            int sx = (2 * i + 1) * solid->info.width / (2 * of->info.width);
            int sy = (2 * j + 1) * solid->info.height / (2 * of->info.height);
            double part =
                0.5 - Flow_DistanceTo(&r->shape, x, y) / fmin((double)of->info.spacing.x, (double)of->info.spacing.y);
            part = fmin(fmax(part, 0.0), 1.0);
            if (solid->values[sy * solid->info.width + sx] < 0.0f || part <= 0.0) {
                continue;
            }
            double value[4] = {0};
            for (int c = 0; c < of->info.channels; c++) {
                value[c] = (double)of->values[(j * of->info.width + i) * of->info.channels + c];
            }
            value[2] = r->quantity == GF_QUANTITY_VELOCITY ? hypot(value[0], value[1]) : value[2];
            double measure = value[r->quantity == GF_QUANTITY_VELOCITY ? 2 : r->quantity == GF_QUANTITY_DYE ? 3 : 0];
            most = share == 0.0 ? measure : fmax(most, measure);
            share += part;
            for (int c = 0; c < 4; c++) {
                sum[c] += part * value[c];
                size = fmax(size, fabs(value[c]));
            }
        }
    }
    double area = (double)of->info.spacing.x * (double)of->info.spacing.y;
    expectClose("area", number, (double)a->area, share * area, share * area);
    for (int c = 0; c < 4; c++) {
        expectClose("mean", number, (double)a->mean[c], share > 0.0 ? sum[c] / share : 0.0, size);
        expectClose("total", number, (double)a->total[c], sum[c] * area, size * share * area);
    }
    // At the rim a cell may count by a hair, or not.
    fail_if(fabs((double)a->largest - most) > 2e-4 * size + 1e-6, "largest %d: %g, expected %g", number,
            (double)a->largest, most);
}

static gfFluid *makeScene(gfDevice *device, int kind)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 47, 40, 1.0f / 40.0f);
    def.origin = (gfVec2){-3.0f, 12.0f};
    def.solver = kind <= 1   ? GF_SOLVER_GRID
                 : kind <= 3 ? GF_SOLVER_GAUSSIAN
                 : kind == 4 ? GF_SOLVER_PARTICLES
                             : GF_SOLVER_SHALLOW;
    if (kind == 1 || kind == 3) {
        def.gridWidth = 64;
        def.gridHeight = 48;
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
        def.dyeScale = kind == 1 ? 1.5f : 1.0f;
    } else if (kind == 4) {
        gfFluidDef few = FewParticles_Def(24, GF_SEARCH_AUTO);
        few.origin = def.origin;
        def = few;
    }
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfVec2 o = def.origin;
    if (kind == 5) {
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.3f));
    }
    gfSourceDef source = Flow_SourceDef(gfMakeCircle((gfVec2){o.x + 0.4f, o.y + 0.4f}, 0.2f));
    source.acceleration = (gfVec2){1.0f, 0.5f};
    source.dye[0] = 1.0f;
    source.dye[2] = 0.3f;
    source.dye[3] = 2.0f;
    source.temperature = kind <= 1 ? 30.0f : 0.0f;
    source.mass = kind == 5 ? 0.2f : 5.0f;
    Flow_AddEmitter(fluid, &source);
    Flow_AddSolid(fluid, gfMakeCircle((gfVec2){o.x + 0.65f, o.y + 0.6f}, 0.12f));
    Flow_Steps(fluid, 8);
    return fluid;
}

static uint32_t quantitiesOf(const gfFluid *fluid)
{
    switch (gfFluid_GetDef(fluid).solver) {
    case GF_SOLVER_GRID:
        return GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE | GF_QUANTITY_TEMPERATURE | GF_QUANTITY_PRESSURE;
    case GF_SOLVER_SHALLOW:
        return GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE;
    default:
        return GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE | GF_QUANTITY_PRESSURE | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE;
    }
}

static gfQuantity someQuantity(const gfFluid *fluid, uint32_t had)
{
    bool level = gfFluid_GetDef(fluid).solver == GF_SOLVER_SHALLOW;
    for (;;) {
        uint32_t bit = 1u << (int)(6.0 * Flow_Random());
        if ((bit & had) != 0 && (bit != GF_QUANTITY_SURFACE || level)) {
            return (gfQuantity)bit;
        }
    }
}

static gfQueryRegion someRegion(const gfFluid *fluid, uint32_t had)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    gfQueryRegion r = gfDefaultQueryRegion();
    gfVec2 at = Flow_RandomPlace(&def, 0.1);
    r.quantity = someQuantity(fluid, had);
    float size = (float)(0.05 + 0.3 * Flow_Random());
    switch ((int)(4.0 * Flow_Random())) {
    case 0:
        r.shape = gfMakeCapsule(at, Flow_RandomPlace(&def, 0.1), size);
        break;
    case 1:
        r.shape = gfMakeRectangle(at, (gfVec2){size, 0.5f * size}, (float)(3.0 * Flow_Random()));
        break;
    default:
        r.shape = gfMakeCircle(at, size);
        break;
    }
    return r;
}

#define POINTS 300
#define REGIONS 20

static void tryScene(gfFluid *fluid)
{
    static gfVec2 points[POINTS];
    gfQueryRegion regions[REGIONS];
    gfQueryDef def = gfDefaultQueryDef();
    gfFluidDef fluidDef = gfFluid_GetDef(fluid);
    def.quantities = quantitiesOf(fluid);
    def.maxPoints = POINTS;
    def.maxRegions = REGIONS;
    gfQuery *query = Flow_MakeQuery(fluid, &def);
    for (int frame = 0; frame < 3; frame++) {
        int pointCount = frame == 1 ? 7 : POINTS, regionCount = frame == 1 ? 3 : REGIONS;
        for (int i = 0; i < pointCount; i++) {
            points[i] = Flow_RandomPlace(&fluidDef, i % 4 == 0 ? 0.3 : 0.0);
        }
        for (int i = 0; i < regionCount; i++) {
            regions[i] = someRegion(fluid, def.quantities);
        }
        assert_true(gfQuery_SetPoints(query, points, pointCount) && gfQuery_SetRegions(query, regions, regionCount));
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
        Fields fields = readFields(fluid);
        gfQueryAnswer answer;
        assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
        assert_int_equal(answer.number, frame + 1);
        assert_int_equal(answer.stepCount, gfFluid_GetStepInfo(fluid).stepCount);
        checkPoints(&fields, &answer, points, pointCount);
        assert_int_equal(answer.regionCount, regionCount);
        for (int i = 0; i < regionCount; i++) {
            checkRegion(&fields, &regions[i], &answer.regions[i], i);
        }
        assert_true(gfFluid_StepOnce(fluid));
    }
}

TEST(testAnswersAreTheFields)
{
    for (int kind = 0; kind < 6; kind++) {
        gfFluid *fluid = makeScene(fixture->device, kind);
        print_message("scene %d\n", kind);
        tryScene(fluid);
    }
}

static gfSolidId addMask(gfFluid *fluid, gfVec2 at)
{
    static uint8_t pixels[64];
    memset(pixels, 255, sizeof pixels);
    const gfMask mask = {pixels, 8, 8, 8};
    gfShape place = gfMakeRectangle(at, (gfVec2){0.1f, 0.1f}, 0.0f);
    return GIVEN(gfFluid_AddSolidMask(fluid, &mask, &place));
}

// A uniform acceleration of a closed box is borne by the pressure: solids lose the weight of the fluid in their place
// (Archimedes), through the middle of their area. One stands on the floor, and is carried all the same.
TEST(testBuoyancyIsTheWeightOfFluid)
{
    const float a = 3.0f;
    for (int scheme = GF_SCHEME_PROJECT; scheme <= GF_SCHEME_REFLECT; scheme++) {
        gfFluidDef def = Flow_Def(80, 80, 4);
        def.origin = (gfVec2){5.0f, -7.0f};
        def.grid.scheme = (gfScheme)scheme;
        def.grid.pressureCycles = 8;
        def.grid.acceleration = (gfVec2){1.0f, -a};
        gfFluid *fluid = Flow_Make(*state, &def);
        const gfVec2 o = def.origin;
        // An L of two squares: the mean of its corners is not the middle of its area.
        const gfVec2 corners[] = {{o.x + 0.6f, o.y + 0.2f}, {o.x + 0.8f, o.y + 0.2f}, {o.x + 0.8f, o.y + 0.3f},
                                  {o.x + 0.7f, o.y + 0.3f}, {o.x + 0.7f, o.y + 0.5f}, {o.x + 0.6f, o.y + 0.5f}};
        const gfShape upright = gfMakePolygon(corners, 6);
        const gfSolidId solids[] = {
            Flow_AddSolid(fluid, gfMakeCircle((gfVec2){o.x + 0.3f, o.y + 0.3f}, 0.1f)),
            Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){o.x + 0.3f, o.y + 0.7f}, (gfVec2){0.12f, 0.05f}, 0.5f)),
            Flow_AddSolid(fluid, gfMoveShape(&upright, (gfVec2){0.003f, 0.002f}, 0.3f)),
            addMask(fluid, (gfVec2){o.x + 0.7f, o.y + 0.75f}),
        };
        const double areas[] = {PI * 0.01, 4.0 * 0.12 * 0.05, 0.04, 0.04};
        gfQuery *query = Flow_AskAboutAll(fluid, solids, 4, 2.0f, false);
        gfQueryAnswer answer;
        Flow_Steps(fluid, 3);
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
        Flow_Steps(fluid, 5);
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE); // in which no time has passed
        assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
        assert_int_equal(answer.number, 3);
        assert_int_equal(answer.solidCount, 4);
        double elapsed = 8.0 * (double)def.fixedStep;
        Flow_ExpectNear("time", answer.elapsed_s, elapsed, 1e-6);
        for (int i = 0; i < 4; i++) {
            const gfSolidAnswer *s = &answer.solids[i];
            double weight = 2.0 * areas[i], off = i < 3 ? 0.04 : 0.07; // a mask's rim closes half faces around it
            Flow_ExpectNear("lift", (double)s->force.y / (weight * (double)a), 1.0, off);
            Flow_ExpectNear("across", (double)s->force.x / (weight * (double)a), -1.0 / (double)a, off);
            Flow_ExpectNear("impulse", (double)s->impulse.y / (weight * (double)a * elapsed), 1.0, off + 0.01);
            assert_true(GF_ID_EQUALS(s->solid, solids[i]));
        }
        // Of the L, upright: its middle is at (.675, .325), the mean of its corners at (.7, .333).
        double off[2] = {0.675 - 0.7, 0.325 - 1.0 / 3.0}, c = cos(0.3), n = sin(0.3);
        double arm[2] = {c * off[0] - n * off[1], n * off[0] + c * off[1]}, force[2] = {-0.08, 0.08 * (double)a};
        double torque = arm[0] * force[1] - arm[1] * force[0];
        Flow_ExpectNear("torque", (double)answer.solids[2].torque / torque, 1.0, 0.1);
        Flow_ExpectNear("angular impulse", (double)answer.solids[2].angularImpulse / (torque * elapsed), 1.0, 0.1);
        Flow_ExpectNear("torque of the disc", (double)answer.solids[0].torque, 0.0, 0.002);
        // What is gone bears nothing, and what it bore is not told again.
        assert_true(gfFluid_RemoveSolid(fluid, solids[0]));
        Flow_Steps(fluid, 1);
        answer = Flow_Ask(query);
        assert_true(answer.solids[0].force.y == 0.0f && answer.solids[0].impulse.y == 0.0f);
        Flow_ExpectNear("impulse of a step",
                        (double)answer.solids[1].impulse.y / (2.0 * areas[1] * (double)(a * def.fixedStep)), 1.0, 0.03);
    }
}

// Water of two depths on both sides of a wall across the domain.
TEST(testWaterLeansOnAWall)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_SHALLOW, 60, 24, 0.05f);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfShape left = gfMakeRectangle((gfVec2){0.0f, 0.6f}, (gfVec2){1.5f, 2.0f}, 0.0f);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.2f) && gfFluid_FillToLevel(fluid, &left, 0.5f));
    gfSolidId wall = Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){1.5f, 0.6f}, (gfVec2){0.1f, 2.0f}, 0.0f));
    gfQuery *query = Flow_AskAboutAll(fluid, &wall, 1, 2.0f, false);
    Flow_Steps(fluid, 4);
    gfQueryAnswer answer = Flow_Ask(query);
    double force = 2.0 * 0.5 * (double)def.shallow.gravity * (0.25 - 0.04) * 1.2;
    Flow_ExpectNear("force", (double)answer.solids[0].force.x / force, 1.0, 1e-3);
    Flow_ExpectNear("across", (double)answer.solids[0].force.y / force, 0.0, 1e-3);
}

// All of a texture's red and green, as the host's own framebuffer reads it.
static void readTexture(const Fixture *fixture, const gfFieldTexture *t, float *rgba)
{
    const GladGLContext *gl = &fixture->gl;
    GLuint framebuffer = 0;
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, t->target, t->texture, 0);
    gl->ReadPixels(0, 0, t->width, t->height, GL_RGBA, GL_FLOAT, rgba);
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    gl->DeleteFramebuffers(1, &framebuffer);
}

// Every field of every solver, all of them asked for before any is looked at.
TEST(testTexturesAreTheFields)
{
    for (int kind = 0; kind < 6; kind++) {
        gfFluid *fluid = makeScene(fixture->device, kind);
        gfFieldTexture textures[GF_FIELD_COUNT];
        bool had[GF_FIELD_COUNT];
        gfFieldInfo info;
        for (int i = 0; i < GF_FIELD_COUNT; i++) {
            had[i] = gfFluid_GetFieldInfo(fluid, (gfField)i, &info);
            assert_int_equal(gfFluid_GetTexture(fluid, (gfField)i, &textures[i]), had[i]);
        }
        Fixture_ClearLog(fixture);
        gfClearLastError();
        for (int i = 0; i < GF_FIELD_COUNT; i++) {
            const gfFieldTexture *t = &textures[i];
            if (!had[i]) {
                continue;
            }
            float *values = Fixture_Read(fluid, (gfField)i, &info);
            float *rgba = Fixture_Keep(malloc((size_t)t->width * (size_t)t->height * 4 * sizeof *rgba));
            assert_true(rgba != NULL && t->width == info.width && t->height == info.height);
            assert_true(t->channels == info.channels && t->target == GL_TEXTURE_2D && t->format != 0);
            readTexture(fixture, t, rgba);
            for (int k = 0; k < info.width * info.height; k++) {
                for (int c = 0; c < info.channels; c++) {
                    fail_if(memcmp(&rgba[4 * k + c], &values[info.channels * k + c], sizeof(float)) != 0,
                            "scene %d, field %d, value %d: %g, expected %g", kind, i, k, (double)rgba[4 * k + c],
                            (double)values[info.channels * k + c]);
                }
            }
            // The middle of the last texel.
            double u = ((double)info.origin.x + (info.width - 1) * (double)info.spacing.x - (double)t->origin.x) *
                       (double)t->scale.x;
            Flow_ExpectNear("place in the texture", u * t->width, t->width - 0.5, 1e-3);
        }
    }
}
