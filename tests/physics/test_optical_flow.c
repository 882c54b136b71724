// Optical flow of pictures whose motion is known, and fluids that are stirred by it.
#include "support/flow.h"
#include "support/making.h"

#define FLOW_WIDTH 96
#define FLOW_HEIGHT 64
#define PICTURE_WIDTH 192
#define PICTURE_HEIGHT 128
#define TEXELS (FLOW_WIDTH * FLOW_HEIGHT)

typedef enum Pattern { WAVES, BLOBS, CLOTH, GREY, PATTERNS } Pattern;

static float hash(int x, int y, int seed)
{
    uint32_t h = (uint32_t)x * 0x8da6b343u + (uint32_t)y * 0xd8163841u + (uint32_t)seed * 0xcb1ab31fu;
    h = (h ^ h >> 13) * 0x5bd1e995u;
    h = (h ^ h >> 15) * 0x27d4eb2fu;
    return (float)((h ^ h >> 16) & 0xffffffu) / 16777216.0f;
}

static float smoothNoise(float x, float y, int seed)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - (float)ix, fy = y - (float)iy;
    fx = fx * fx * fx * (fx * (6.0f * fx - 15.0f) + 10.0f);
    fy = fy * fy * fy * (fy * (6.0f * fy - 15.0f) + 10.0f);
    float low = hash(ix, iy, seed) + fx * (hash(ix + 1, iy, seed) - hash(ix, iy, seed));
    float high = hash(ix, iy + 1, seed) + fx * (hash(ix + 1, iy + 1, seed) - hash(ix, iy + 1, seed));
    return low + fy * (high - low);
}

// Brightness at a place, in pixels of the flow.
static float brightness(Pattern pattern, float x, float y)
{
    switch (pattern) {
    case WAVES:
        return 0.5f + 0.13f * (sinf(0.41f * x + 0.13f * y) + sinf(0.17f * x - 0.37f * y + 1.0f) +
                               sinf(0.07f * x + 0.05f * y + 2.0f));
    case BLOBS:
        return 0.15f + 0.7f * (0.6f * smoothNoise(x / 5.0f, y / 5.0f, 1) + 0.4f * smoothNoise(x / 17.0f, y / 17.0f, 2));
    case CLOTH: {
        float folds = smoothNoise(x / 23.0f, y / 11.0f, 3), weave = smoothNoise(x / 3.0f, y / 3.0f, 4);
        return 0.2f + 0.5f * folds + 0.25f * weave;
    }
    default:
        return 0.5f;
    }
}

// How a picture is drawn: its pattern turned about the middle, then moved, brighter and noisier.
typedef struct Shot {
    Pattern pattern;
    float x, y, angle;
    float gain, noise;
    int seed;
} Shot;

static GLuint makePicture(const Fixture *f, const Shot *shot)
{
    static uint8_t pixels[PICTURE_WIDTH * PICTURE_HEIGHT * 4];
    float scale = (float)FLOW_WIDTH / PICTURE_WIDTH, c = cosf(shot->angle), s = sinf(shot->angle);
    for (int i = 0; i < PICTURE_WIDTH * PICTURE_HEIGHT; i++) {
        float x = ((float)(i % PICTURE_WIDTH) + 0.5f) * scale - shot->x - 0.5f * FLOW_WIDTH;
        float y = ((float)(i / PICTURE_WIDTH) + 0.5f) * scale - shot->y - 0.5f * FLOW_HEIGHT;
        float value = brightness(shot->pattern, c * x + s * y + 300.0f, -s * x + c * y + 300.0f);
        float grain =
            hash(i, shot->seed, 7) + hash(i, shot->seed, 8) + hash(i, shot->seed, 9) - 1.5f; // of deviation 0.5
        value = shot->gain * value + 2.0f * shot->noise * grain;
        for (int k = 0; k < 3; k++) {
            pixels[4 * i + k] = (uint8_t)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
        }
        pixels[4 * i + 3] = 255;
    }
    GLuint texture = 0;
    f->gl.GenTextures(1, &texture);
    f->gl.BindTexture(GL_TEXTURE_2D, texture);
    f->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, PICTURE_WIDTH, PICTURE_HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    f->gl.BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

static gfOpticalFlow *makeFlow(const Fixture *f)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = FLOW_WIDTH;
    def.height = FLOW_HEIGHT;
    return MADE(gfCreateOpticalFlow(f->device, &def));
}

static const float *compare(const Fixture *f, gfOpticalFlow *flow, const Shot *before, const Shot *after)
{
    static float values[4 * TEXELS];
    GLuint pictures[2] = {makePicture(f, before), makePicture(f, after)};
    assert_true(gfOpticalFlow_Compare(flow, pictures[0], pictures[1]));
    f->gl.DeleteTextures(2, pictures);
    assert_true(gfOpticalFlow_ReadBlocking(flow, values, 4 * TEXELS));
    return values;
}

typedef struct Found {
    float error;      // mean length of the error over that of the motion, weighted by confidence
    float confidence; // mean
    float motion;     // mean length, times confidence
} Found;

// Over what stays in the picture. `turn`: radians, about the middle.
static Found measure(const float *values, float x, float y, float turn)
{
    double error = 0.0, length = 0.0, weight = 0.0, motion = 0.0;
    int count = 0;
    float margin = 4.0f;
    for (int i = 0; i < TEXELS; i++) {
        float px = (float)(i % FLOW_WIDTH) + 0.5f, py = (float)(i / FLOW_WIDTH) + 0.5f;
        float rx = px - 0.5f * FLOW_WIDTH, ry = py - 0.5f * FLOW_HEIGHT;
        float u = x + (cosf(turn) - 1.0f) * rx - sinf(turn) * ry, v = y + sinf(turn) * rx + (cosf(turn) - 1.0f) * ry;
        if (px + u < margin || px + u > FLOW_WIDTH - margin || py + v < margin || py + v > FLOW_HEIGHT - margin ||
            px < margin || px > FLOW_WIDTH - margin || py < margin || py > FLOW_HEIGHT - margin) {
            continue;
        }
        const float *value = values + 4 * i;
        assert_true(isfinite(value[0]) && isfinite(value[1]) && value[3] >= 0.0f && value[3] <= 1.0f);
        error += (double)(value[3] * hypotf(value[0] - u, value[1] - v));
        length += (double)(value[3] * hypotf(u, v));
        motion += (double)(value[3] * hypotf(value[0], value[1]));
        weight += (double)value[3];
        count++;
    }
    return (Found){(float)(error / fmax(length, 1e-9)), (float)(weight / count), (float)(motion / count)};
}

static void expectFound(const char *what, const Found *found, double leastConfidence)
{
    Flow_ExpectBetween(what, (double)found->error, 0.0, 0.1);
    Flow_ExpectBetween(what, (double)found->confidence, leastConfidence, 1.0);
}

TEST(testTranslations)
{
    gfOpticalFlow *flow = makeFlow(fixture);
    static const float moves[][2] = {{0.2f, 0.0f}, {0.3f, -0.2f}, {0.0f, 1.0f}, {-1.7f, 1.1f},
                                     {3.5f, 2.5f}, {-6.0f, 0.0f}, {7.0f, -4.0f}};
    for (int pattern = 0; pattern < GREY; pattern++) {
        for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
            const Shot before = {.pattern = (Pattern)pattern, .gain = 1.0f};
            const Shot after = {.pattern = (Pattern)pattern, .gain = 1.0f, .x = moves[i][0], .y = moves[i][1]};
            if (pattern == WAVES && hypotf(after.x, after.y) > 7.0f) {
                continue; // half of its wave length is the same there as back
            }
            const Found found = measure(compare(fixture, flow, &before, &after), after.x, after.y, 0.0f);
            expectFound(Flow_Text("pattern %d, (%.2f, %.2f) pixels", pattern, (double)after.x, (double)after.y), &found,
                        0.5);
        }
    }
}

TEST(testRotation)
{
    gfOpticalFlow *flow = makeFlow(fixture);
    for (int pattern = 0; pattern < GREY; pattern++) {
        for (int i = 0; i < 2; i++) {
            const Shot before = {.pattern = (Pattern)pattern, .gain = 1.0f};
            const Shot after = {.pattern = (Pattern)pattern, .gain = 1.0f, .angle = i == 0 ? 0.03f : -0.08f};
            const Found found = measure(compare(fixture, flow, &before, &after), 0.0f, 0.0f, after.angle);
            expectFound(i == 0 ? "turned by .03" : "turned by -.08", &found, 0.4);
        }
    }
}

TEST(testNoise)
{
    gfOpticalFlow *flow = makeFlow(fixture);
    const Shot before = {.pattern = BLOBS, .gain = 1.0f, .noise = 0.02f, .seed = 1};
    const Shot after = {.pattern = BLOBS, .gain = 1.0f, .noise = 0.02f, .seed = 2, .x = 2.2f, .y = -1.4f};
    Found found = measure(compare(fixture, flow, &before, &after), after.x, after.y, 0.0f);
    expectFound("noise", &found, 0.3);
    // Brighter all over is no motion.
    Shot brighter = before;
    brighter.gain = 1.04f;
    found = measure(compare(fixture, flow, &before, &brighter), 0.0f, 0.0f, 0.0f);
    Flow_ExpectBetween("brighter, motion in pixels", (double)found.motion, 0.0, 0.15);
}

TEST(testGrey)
{
    gfOpticalFlow *flow = makeFlow(fixture);
    Shot before = {.pattern = GREY, .gain = 1.0f};
    Shot after = before;
    after.gain = 1.3f;
    const float *values = compare(fixture, flow, &before, &after);
    for (int i = 0; i < TEXELS; i++) {
        assert_true(fabsf(values[4 * i]) < 1e-3f && fabsf(values[4 * i + 1]) < 1e-3f && values[4 * i + 3] < 1e-3f);
    }
    before.noise = after.noise = 0.004f; // as a picture of a wall has it
    after.seed = 1;
    const Found found = measure(compare(fixture, flow, &before, &after), 0.0f, 0.0f, 0.0f);
    Flow_ExpectBetween("noise alone, motion in pixels", (double)found.motion, 0.0, 0.02);
    Flow_ExpectBetween("noise alone, confidence", (double)found.confidence, 0.0, 0.05);
}

// Rows from the top, and mirrored: the flow turns with the picture.
TEST(testFlips)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = FLOW_WIDTH;
    def.height = FLOW_HEIGHT;
    def.topDown = def.mirrored = true;
    gfOpticalFlow *flow = gfCreateOpticalFlow(fixture->device, &def);
    const Shot before = {.pattern = BLOBS, .gain = 1.0f},
               after = {.pattern = BLOBS, .gain = 1.0f, .x = 2.0f, .y = 1.0f};
    assert_true(measure(compare(fixture, flow, &before, &after), -2.0f, -1.0f, 0.0f).error < 0.1f);
}

TEST(testPictureByPicture)
{
    gfOpticalFlow *flow = makeFlow(fixture);
    static float values[4 * TEXELS];
    Shot shot = {.pattern = BLOBS, .gain = 1.0f};
    for (int i = 0; i < 3; i++) {
        GLuint picture = makePicture(fixture, &shot);
        assert_true(gfOpticalFlow_Add(flow, picture));
        fixture->gl.DeleteTextures(1, &picture);
        assert_true(gfOpticalFlow_ReadBlocking(flow, values, 4 * TEXELS));
        const Found found = measure(values, i == 0 ? 0.0f : 1.5f, 0.0f, 0.0f);
        assert_true(i == 0 ? found.confidence == 0.0f && found.motion == 0.0f : found.error < 0.1f);
        shot.x += 1.5f;
    }
    assert_true(gfOpticalFlow_Restart(flow) && gfOpticalFlow_ReadBlocking(flow, values, 4 * TEXELS));
    assert_true(measure(values, 1.0f, 0.0f, 0.0f).confidence == 0.0f);
}

// Nothing is made picture by picture, nor by stirring again.
TEST(testNothingIsMade)
{
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 16;
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = FLOW_WIDTH;
    def.height = FLOW_HEIGHT;
    gfOpticalFlow *flow = gfCreateOpticalFlow(device, &def);
    gfStirDef stir = gfDefaultStirDef();
    stir.dye[3] = 1.0f;
    GLuint pictures[2];
    for (int i = 0; i < 2; i++) {
        const Shot shot = {.pattern = BLOBS, .x = (float)i, .gain = 1.0f};
        pictures[i] = makePicture(fixture, &shot);
    }
    for (int i = 0; i < 8; i++) {
        if (i == 4) {
            Making_Finish(device);
            making = (Making){0};
        }
        assert_true(gfOpticalFlow_Add(flow, pictures[i % 2]) && gfOpticalFlow_Stir(flow, fluid, &stir, 0.02f));
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_int_equal(making.objects + making.blocks + making.programs + making.framebuffers, 0);
    fixture->gl.DeleteTextures(2, pictures);
    gfDestroyDevice(device); // which frees the flow
}

// As large as a picture, without walls.
static gfFluid *makeOpenFluid(Fixture *f, gfSolverKind solver)
{
    gfFluidDef def = Flow_DefOf(solver, 48, 32, 1.0f / 32.0f);
    if (solver == GF_SOLVER_GRID) {
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    }
    return Flow_Make(f, &def);
}

static gfVec2 getMeanVelocity(gfFluid *fluid)
{
    float area = 1.5f; // m^2
    return (gfVec2){(float)Flow_Integral(fluid, GF_FIELD_VELOCITY, 0) / area,
                    (float)Flow_Integral(fluid, GF_FIELD_VELOCITY, 1) / area};
}

static float getDye(gfFluid *fluid)
{
    return (float)Flow_Measure(fluid).mass;
}

// A flow of so many pixels a picture.
static gfOpticalFlow *makeMovingFlow(const Fixture *f, float x, float y)
{
    gfOpticalFlow *flow = makeFlow(f);
    const Shot before = {.pattern = BLOBS, .gain = 1.0f}, after = {.pattern = BLOBS, .gain = 1.0f, .x = x, .y = y};
    compare(f, flow, &before, &after);
    return flow;
}

// The fluid takes on the velocity of the picture, in metres and seconds; turned with the picture where that lies.
TEST(testFluidFollows)
{
    gfOpticalFlow *flow = makeMovingFlow(fixture, 2.0f, 0.0f);
    for (int turned = 0; turned < 2; turned++) {
        gfFluid *fluid = makeOpenFluid(fixture, GF_SOLVER_GRID);
        gfStirDef stir = gfDefaultStirDef();
        stir.frameTime = 1.0f / 25.0f;
        if (turned) {
            stir.centre = (gfVec2){0.75f, 0.5f};
            stir.halfExtents = (gfVec2){1.5f, 1.0f};
            stir.angle = 1.5707963f;
        }
        for (int i = 0; i < 60; i++) {
            assert_true(gfOpticalFlow_Stir(flow, fluid, &stir, 1.0f / 60.0f) && gfFluid_StepOnce(fluid));
        }
        const gfVec2 mean = getMeanVelocity(fluid);
        float wanted = 2.0f * 25.0f * (turned ? 3.0f : 1.5f) / FLOW_WIDTH;
        Flow_ExpectNear("along the picture's motion", (double)((turned ? mean.y : mean.x) / wanted), 1.0, 0.1);
        Flow_ExpectNear("across it", (double)((turned ? mean.x : mean.y) / wanted), 0.0, 0.1);
    }
}

// Pulled by 1 - exp(-pull t), whatever t is made of: frames without a step add up.
TEST(testTimeAddsUp)
{
    gfOpticalFlow *flow = makeMovingFlow(fixture, 2.0f, 0.0f);
    gfStirDef stir = gfDefaultStirDef();
    stir.dye[0] = stir.dye[3] = 3.0f;
    float speeds[2], dyes[2];
    for (int i = 0; i < 2; i++) {
        gfFluid *fluid = makeOpenFluid(fixture, GF_SOLVER_GRID);
        for (int k = 0; k < 1 + 3 * i; k++) {
            assert_true(gfOpticalFlow_Stir(flow, fluid, &stir, i == 0 ? 0.04f : 0.01f));
        }
        assert_true(gfFluid_StepOnce(fluid));
        speeds[i] = getMeanVelocity(fluid).x;
        dyes[i] = getDye(fluid);
        assert_true(gfFluid_StepOnce(fluid)); // the splats are gone
        assert_true(fabsf(getDye(fluid) / dyes[i] - 1.0f) < 1e-3f);
    }
    float full = 2.0f * 30.0f * 1.5f / FLOW_WIDTH * (1.0f - expf(-0.4f));
    assert_true(fabsf(speeds[1] / speeds[0] - 1.0f) < 1e-3f && fabsf(dyes[1] / dyes[0] - 1.0f) < 1e-3f);
    assert_true(speeds[0] > 0.6f * full && speeds[0] < 1.05f * full);
    assert_true(dyes[0] > 0.5f * 0.04f * 3.0f * 1.5f && dyes[0] < 1.02f * 0.04f * 3.0f * 1.5f);
}

// What stands still gets no dye, and colours are the picture's.
TEST(testDyeWhereItMoves)
{
    gfFluid *fluid = makeOpenFluid(fixture, GF_SOLVER_GRID);
    gfStirDef stir = gfDefaultStirDef();
    stir.dye[0] = stir.dye[3] = 10.0f;
    stir.colors = true;
    for (int moving = 0; moving < 2; moving++) {
        gfOpticalFlow *flow = makeMovingFlow(fixture, moving ? 2.0f : 0.0f, 0.0f);
        assert_true(gfOpticalFlow_Stir(flow, fluid, &stir, 0.1f) && gfFluid_StepOnce(fluid));
        gfDestroyOpticalFlow(flow);
        assert_true(moving ? getDye(fluid) > 0.5f : getDye(fluid) < 1e-3f);
    }
    double red = Flow_Integral(fluid, GF_FIELD_DYE, 0), amount = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    assert_true(red > 0.1 * amount && red < 0.5 * amount); // BLOBS are some 0.5 of sRGB, which is 0.21 linear
}

// A splat that waits goes with its flow, and is in no snapshot.
TEST(testWhatWaits)
{
    gfFluid *fluid = makeOpenFluid(fixture, GF_SOLVER_GRID);
    gfOpticalFlow *flow = makeMovingFlow(fixture, 2.0f, 0.0f);
    gfStirDef stir = gfDefaultStirDef();
    stir.dye[3] = 1.0f;
    assert_true(gfOpticalFlow_Stir(flow, fluid, &stir, 0.02f));
    size_t size;
    void *bytes = Fixture_Save(fluid, &size);
    gfDestroyOpticalFlow(flow);
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(getMeanVelocity(fluid).x == 0.0f);
    assert_true(gfFluid_Load(fluid, bytes, size, NULL) && gfFluid_StepOnce(fluid));
    assert_true(getMeanVelocity(fluid).x == 0.0f);
    Fixture_ExpectNoGlError(fixture);
    // More fluids than it can stir at a time, and again once they are gone.
    flow = makeMovingFlow(fixture, 2.0f, 0.0f);
    gfFluid *fluids[GF_OPTICAL_FLOW_FLUIDS];
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        fluids[i] = makeOpenFluid(fixture, GF_SOLVER_GRID);
        assert_true(gfOpticalFlow_Stir(flow, fluids[i], &stir, 0.02f));
    }
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfOpticalFlow_Stir(flow, fluid, &stir, 0.02f), TOO_MANY, "fluids");
    gfDestroyFluid(fluids[1]);
    assert_true(gfOpticalFlow_Stir(flow, fluid, &stir, 0.02f) && gfFluid_StepOnce(fluid));
    assert_true(getMeanVelocity(fluid).x > 0.05f);
    gfDestroyFluid(fluid);
    gfDestroyOpticalFlow(flow);
    for (int i = 0; i < GF_OPTICAL_FLOW_FLUIDS; i++) {
        if (i != 1) {
            assert_true(gfFluid_StepOnce(fluids[i]));
        }
    }
}

// Whatever moves the fluid.
TEST(testEverySolver)
{
    gfOpticalFlow *flow = makeMovingFlow(fixture, 2.0f, 0.0f);
    static const gfSolverKind solvers[] = {GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES, GF_SOLVER_SHALLOW};
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
        gfFluid *fluid = makeOpenFluid(fixture, solvers[i]);
        gfSourceDef source = Flow_SourceDef(gfMakeRectangle((gfVec2){0.75f, 0.5f}, (gfVec2){0.6f, 0.4f}, 0.0f));
        source.mass = 1.0f;
        Flow_Pour(fluid, &source, 1);
        gfStirDef stir = gfDefaultStirDef();
        float before = getMeanVelocity(fluid).x;
        for (int k = 0; k < 4; k++) {
            assert_true(gfOpticalFlow_Stir(flow, fluid, &stir, 0.02f) && gfFluid_StepOnce(fluid));
        }
        Flow_ExpectBetween("m/s gained", (double)(getMeanVelocity(fluid).x - before), 0.03, 10.0);
    }
}
