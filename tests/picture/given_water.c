#include "given_water.h"

#include "support/pool.h"

#include "ext/surface/surface.h"

static bool hasGivenField(const gfBody *body, const void *state, int id)
{
    (void)body, (void)state;
    return id == GF_SHOWN_WATER || id == GF_SHOWN_GROUND || id == GF_SHOWN_FLOW;
}

static bool getGivenField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    const GivenWater *s = state;
    (void)body;
    const gfTexture *texture = id == GF_SHOWN_WATER ? &s->water : id == GF_SHOWN_GROUND ? &s->ground : &s->flow;
    *view = (gfFieldView){.texture = texture, .width = CELLS, .height = CELLS, .channels = 4, .unit = 1.0f};
    return true;
}

void Given_SetHeights(GivenWater *s, HeightFn *surface, HeightFn *ground)
{
    static float water[CELLS * CELLS][4], soil[CELLS * CELLS][4], flow[(CELLS + 1) * (CELLS + 1)][4];
    for (int i = 0; i < CELLS * CELLS; i++) {
        double x = (i % CELLS + 0.5) * METRES_A_CELL, y = (i / CELLS + 0.5) * METRES_A_CELL;
        double height = surface(x, y), below = ground(x, y);
        bool wet = height > below;
        const float texel[4] = {(float)(wet ? height : below), (float)(wet ? height - below : 0.0), 0.0f,
                                wet ? 1.0f : 0.0f};
        memcpy(water[i], texel, sizeof texel);
        soil[i][0] = (float)below;
    }
    for (int i = 0; i < (CELLS + 1) * (CELLS + 1); i++) {
        flow[i][0] = 0.25f;
        flow[i][1] = -0.5f;
    }
    assert_true(gfDevice_Begin(s->fixture->device, "test") && gfTexture_Upload(s->fixture->device, &s->water, water));
    assert_true(gfTexture_Upload(s->fixture->device, &s->ground, soil));
    assert_true(gfTexture_Upload(s->fixture->device, &s->flow, flow));
    gfDevice_End(s->fixture->device);
}

double Given_Floor(double x, double y)
{
    return -0.25 * Picture_One(x, y);
}

void Given_LookAt(GivenWater *s, const double eye[3], const double at[3])
{
    double back[3], length = 0.0, right[3], up[3];
    for (int i = 0; i < 3; i++) {
        back[i] = eye[i] - at[i];
        length += back[i] * back[i];
    }
    for (int i = 0; i < 3; i++) {
        back[i] /= sqrt(length);
    }
    length = hypot(back[0], back[1]);
    right[0] = -back[1] / length;
    right[1] = back[0] / length;
    right[2] = 0.0;
    up[0] = back[1] * right[2] - back[2] * right[1];
    up[1] = back[2] * right[0] - back[0] * right[2];
    up[2] = back[0] * right[1] - back[1] * right[0];
    const double *rows[3] = {right, up, back};
    memset(s->def.view, 0, sizeof s->def.view);
    s->def.view[15] = 1.0f;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            s->def.view[4 * c + r] = (float)rows[r][c];
        }
        s->def.view[12 + r] = (float)-(rows[r][0] * eye[0] + rows[r][1] * eye[1] + rows[r][2] * eye[2]);
    }
}

// Made once: what drawings made goes with the last fluid.
static GivenWater given;

int Given_SetUp(void **state)
{
    int failed = Fixture_SetUp(state);
    Fixture *fixture = *state;
    given.fixture = fixture;
    given.fluid = Fixture_MakeFluid(fixture, CELLS, CELLS);
    assert_true(gfDevice_Begin(fixture->device, "test"));
    assert_true(gfTexture_Create(fixture->device, &given.water, GF_FORMAT_RGBA32F, CELLS, CELLS));
    assert_true(gfTexture_Create(fixture->device, &given.ground, GF_FORMAT_RGBA32F, CELLS, CELLS));
    assert_true(gfTexture_Create(fixture->device, &given.flow, GF_FORMAT_RGBA32F, CELLS + 1, CELLS + 1));
    gfDevice_End(fixture->device);
    return failed;
}

int Given_TearDown(void **state)
{
    gfDevice *device = given.fixture->device;
    assert_true(gfDevice_Begin(device, "test"));
    gfTexture_Destroy(device, &given.water);
    gfTexture_Destroy(device, &given.ground);
    gfTexture_Destroy(device, &given.flow);
    gfDevice_End(device);
    assert_int_equal(given.fixture->errors + given.fixture->warnings, 0);
    return Fixture_TearDown(state);
}

GivenWater Given_Make(void)
{
    static const double eye[3] = {0.5, -0.6, 0.9}, at[3] = {0.5, 0.5, -0.1};
    GivenWater s = given;
    s.solver = (gfSolver){.name = "given", .hasField = hasGivenField, .getField = getGivenField};
    s.def = gfDefaultSurfaceDef();
    s.canvas = Canvas_Make(s.fixture, PIXELS, PIXELS);
    Given_SetHeights(&s, Picture_None, Given_Floor);
    s.def.tone.map = GF_TONE_NONE;
    s.def.encodeSrgb = false;
    s.def.microRipples = 0.0f;
    s.def.caustics = 0.0f; // a mesh less
    Given_LookAt(&s, eye, at);
    Pool_Perspective(45.0f, 1.0f, 0.05f, 20.0f, s.def.projection);
    return s;
}

void Given_Draw(GivenWater *s)
{
    gfDevice *device = s->fixture->device;
    const gfDrawnFluid fluid = {.body = &s->fluid->body, .solver = &s->solver, .state = s};
    assert_true(gfDevice_Begin(device, "test"));
    assert_true(gfSurface_Draw(device, &fluid, &s->def));
    gfDevice_End(device);
}

void Given_DrawOverGrey(GivenWater *s)
{
    Canvas_FillGrey(s->fixture);
    Given_Draw(s);
    Canvas_Read(s->fixture, &s->canvas, s->pixels);
}

const uint8_t *Given_DrawFrom(GivenWater *s, const double eye[3], const double at[3])
{
    Given_LookAt(s, eye, at);
    Given_DrawOverGrey(s);
    return Given_GetPixel(s, PIXELS / 2, PIXELS / 2);
}

const uint8_t *Given_GetPixel(const GivenWater *s, int x, int y)
{
    return &s->pixels[4 * (y * PIXELS + x)];
}

int Given_CountChanged(const GivenWater *s)
{
    return Canvas_CountChanged(s->pixels, PIXELS * PIXELS);
}

void Given_SetGround(GivenWater *s, float red, float green, float blue)
{
    s->def.ground.palette = (gfPalette){2, {{red, green, blue, 1.0f}, {red, green, blue, 1.0f}}};
}
