// Short runs of the scenes against reference pictures, tests/picture/golden/*.png. With GF_UPDATE_GOLDEN=1 in the
// environment the references are written anew instead of compared.
#include "scenes/backdrop.h"
#include "scenes/scene.h"
#include "scenes/stage.h"
#include "support/canvas.h"
#include "support/image.h"
#include "support/plume.h"

#include <errno.h>
#include <sys/stat.h>

#define PICTURE_WIDTH 160
#define PICTURE_HEIGHT 120
#define EXIT_SKIPPED 77

// What is let pass, in levels of 255, and as a share of pixels in which a channel differs by more than 16. Measured
// against these pictures, worst case of all: the four llvmpipe contexts 0 and 0; an NVIDIA H200 .034 and .0001;
// softpipe .033 and .0008; filtering with eight fraction bits, as GPUs do, .031 and .0001; velocity times 1 + 1e-6 in
// every step .022 and .0001: no chaos yet. The subtlest wrong shader of test_mutation.sh: 1.6 and .03.
#define MEAN_MAX 0.4
#define FRACTION_MAX 0.005

typedef struct Golden {
    const char *name;  // of the picture
    const char *scene; // null: of that name
    int frames;        // of 1/60 s
    int gridHeight;    // cells; the grid is 4:3
    gfDrawStyle style; // with a range above 0, in place of the scene's own
    float range;
    void (*tune)(gfDrawDef *def); // after the scene's own look; null: that look
    float dyeScale;               // 0: 1
    gfPrecision precision;
    bool cubic; // dye by GF_ADVECTION_CATMULL_ROM
} Golden;

static Scene flow; // of the case that is drawn

static void drawPalette(gfDrawDef *def)
{
    // Stops of different alpha and an even count: no stop is in the middle.
    def->palette = (gfPalette){
        4, {{0.0f, 0.0f, 0.02f, 0.0f}, {0.1f, 0.0f, 0.4f, 0.6f}, {0.9f, 0.1f, 0.1f, 0.9f}, {1.0f, 0.9f, 0.3f, 1.0f}}};
    def->range = 1.0f;
}

static void drawArrows(gfDrawDef *def)
{
    def->style = GF_DRAW_ARROWS;
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->range = 0.3f;
    def->spacing = 16.0f;
}

// Without colour where the liquid rests or there is none.
static void drawLicOverHost(gfDrawDef *def)
{
    def->style = GF_DRAW_LIC;
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->range = 2.0f;
    def->palette = (gfPalette){3, {{0.0f, 0.1f, 0.4f, 0.0f}, {0.1f, 0.4f, 0.5f, 1.0f}, {0.6f, 0.5f, 0.3f, 1.0f}}};
}

// Straight onto the host's picture.
static void drawTracersOverHost(gfDrawDef *def)
{
    def->style = GF_DRAW_VELOCITY;
    def->alpha = GF_ALPHA_STRAIGHT;
    def->bloom.enabled = false;
    def->tracers.trail = 0.0f;
    def->tracers.size = 3.0f;
    def->palette.count = 0;
}

static void drawSolids(gfDrawDef *def)
{
    def->style = GF_DRAW_SOLIDS;
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->solids.color[0] = 0.5f;
    def->solids.color[3] = 0.8f;
}

static void drawStraight(gfDrawDef *def)
{
    def->alpha = GF_ALPHA_STRAIGHT;
    def->opacity = 0.7f;
}

static void drawPremultiplied(gfDrawDef *def)
{
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->solids.shown = false;
}

static void drawUnblended(gfDrawDef *def)
{
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->blend = false;
}

static void drawLinear(gfDrawDef *def)
{
    def->encodeSrgb = false;
    for (int i = 0; i < 3; i++) {
        def->background[i] = (float)(8 + 8 * i) / 255.0f;
    }
}

static void drawShadow(gfDrawDef *def)
{
    def->shadow = gfDefaultDrawDef().shadow; // of the scene's own nothing
    def->shadow.enabled = true;
    def->shadow.length = 0.15f;
}

static void drawInkLight(gfDrawDef *def)
{
    def->ink = GF_INK_LIGHT;
    def->range = 1.2f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.exposure = 0.8f;
    def->alpha = GF_ALPHA_PREMULTIPLIED;
}

static void drawBloom(gfDrawDef *def)
{
    def->ink = GF_INK_LIGHT;
    def->range = 1.0f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.exposure = 1.6f;
    def->tone.dither = true;
    def->bloom.enabled = true;
    def->bloom.threshold = 0.4f;
    def->bloom.intensity = 1.5f;
}

// In two layers: the checker shines through in the ink's colour.
static void drawAbsorb(gfDrawDef *def)
{
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->ink = GF_INK_ABSORB;
    def->opacity = 0.8f;
}

// The checker, bent and tinted.
static void drawGlass(gfDrawDef *def)
{
    def->ink = GF_INK_ABSORB;
    def->refraction.enabled = true;
    def->refraction.depth = 0.1f;
    def->refraction.strength = 0.12f;
}

// Turned by half a radian to the left, enlarged, and off the middle: beyond the domain's edge the checker stays.
static void drawView(gfDrawDef *def)
{
    gfTransform2D fit = gfFluid_GetFitView(flow.fluid, (float)PICTURE_WIDTH / PICTURE_HEIGHT);
    float c = 1.3f * cosf(0.5f), s = 1.3f * sinf(0.5f);
    gfVec2 pivot = {0.60f, 0.25f};
    def->view = (gfTransform2D){{fit.m[0] * c, fit.m[3] * s, -fit.m[0] * s, fit.m[3] * c,
                                 -fit.m[0] * (c * pivot.x - s * pivot.y) - 0.2f,
                                 -fit.m[3] * (s * pivot.x + c * pivot.y) - 0.1f}};
}

// In squares and a few colours, over the checker.
static void drawPixelArt(gfDrawDef *def)
{
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    def->range = 0.6f;
    def->pixels.size = 4;
    def->pixels.colors = gfGetPalette(GF_PALETTE_MAGMA);
    def->pixels.dither = 0.8f;
}

// Steps of light and of coverage; the last squares are cut.
static void drawPixelSteps(gfDrawDef *def)
{
    def->alpha = GF_ALPHA_STRAIGHT;
    def->pixels.size = 3;
    def->pixels.steps = 4;
}

// Over ground of its own, as a game seen from above shows it.
static void drawFromAbove(gfDrawDef *def)
{
    *def = gfDefaultDrawDefFor(flow.fluid);
    def->alpha = GF_ALPHA_OPAQUE;
}

// The checker is the ground.
static void drawFromAboveOverHost(gfDrawDef *def)
{
    *def = gfDefaultDrawDefFor(flow.fluid);
    def->water.ground.count = 0;
    def->range = 0.3f;
}

static void drawDyedWater(gfDrawDef *def)
{
    def->liquid.dyed = 0.9f;
    def->alpha = GF_ALPHA_PREMULTIPLIED;
}

// The checker, bent.
static void drawWaterGlass(gfDrawDef *def)
{
    def->refraction.enabled = true;
    def->refraction.depth = 0.1f;
}

// The reference smoke, on which all that is not of a scene of the demo is shown.
#define PLUME .scene = "plume", .frames = 60, .gridHeight = 72

// The reference water.
#define BREAKER .scene = "breaker", .frames = 24, .gridHeight = 48

// Cases of one flow stand together: it is stepped once for all.
static const Golden goldens[] = {
    {"smoke", .frames = 60, .gridHeight = 72},
    {"dye_palette", PLUME, .tune = drawPalette},
    {"velocity", PLUME, .style = GF_DRAW_VELOCITY, .range = 0.8f},
    {"pressure", PLUME, .style = GF_DRAW_PRESSURE, .range = 0.5f},
    {"temperature", PLUME, .style = GF_DRAW_TEMPERATURE, .range = 22.0f},
    {"vorticity", PLUME, .style = GF_DRAW_VORTICITY, .range = 20.0f},
    {"solids", PLUME, .tune = drawSolids},
    {"alpha_straight", PLUME, .tune = drawStraight},
    {"alpha_premultiplied", PLUME, .tune = drawPremultiplied},
    {"alpha_unblended", PLUME, .tune = drawUnblended},
    {"linear_light", PLUME, .tune = drawLinear},
    {"absorb", PLUME, .tune = drawAbsorb},
    {"bloom", PLUME, .tune = drawBloom},
    {"glass", PLUME, .tune = drawGlass},
    {"view", PLUME, .tune = drawView},
    {"divergence", PLUME, .style = GF_DRAW_DIVERGENCE, .range = 0.15f},
    {"lic", PLUME, .style = GF_DRAW_LIC, .range = 0.8f},
    {"arrows", PLUME, .tune = drawArrows},
    {"shadow", PLUME, .tune = drawShadow},
    {"ink_light", PLUME, .tune = drawInkLight},
    {"pixel_art", PLUME, .tune = drawPixelArt},
    {"pixel_steps", PLUME, .tune = drawPixelSteps},
    {"ink", .frames = 40, .gridHeight = 96},
    {"wind", .frames = 40, .gridHeight = 96},
    {"hedge", .frames = 40, .gridHeight = 30},
    {"image", .frames = 40, .gridHeight = 96},
    {"dye_scale", .scene = "image", .frames = 40, .gridHeight = 48, .dyeScale = 2.0f, .cubic = true},
    {"cavity", .frames = 90, .gridHeight = 96},
    {"karman", .frames = 60, .gridHeight = 96},
    {"taylor_green", .frames = 40, .gridHeight = 96},
    {"tracers", .frames = 40, .gridHeight = 48},
    {"tracers_host", .scene = "tracers", .frames = 40, .gridHeight = 48, .tune = drawTracersOverHost},
    {"maze", .frames = 60, .gridHeight = 96},
    {"stirrer", .frames = 40, .gridHeight = 96},
    {"tweet", .frames = 30, .gridHeight = 96},
    {"splash", .frames = 40, .gridHeight = 96},
    {"dam", .frames = 45, .gridHeight = 96},
    {"blobs", .frames = 40, .gridHeight = 96},
    {"pour", .frames = 60, .gridHeight = 96},
    {"fountain", .frames = 60, .gridHeight = 96},
    {"cloud", .frames = 60, .gridHeight = 96},
    {"neon", .frames = 40, .gridHeight = 96},
    {"ink_paper", .frames = 60, .gridHeight = 96},
    {"refraction", .frames = 50, .gridHeight = 96},
    {"mosaic", .frames = 40, .gridHeight = 96},
    {"liquid", .frames = 60, .gridHeight = 96},
    {"lic_liquid", .scene = "liquid", .frames = 60, .gridHeight = 96, .tune = drawLicOverHost},
    {"mirror", .frames = 40, .gridHeight = 96},
    {"fire", .frames = 30, .gridHeight = 96},
    {"headline", .frames = 60, .gridHeight = 96},
    {"sph_dam", .frames = 30, .gridHeight = 96},
    {"sph_levels", .frames = 30, .gridHeight = 96},
    {"sph_drops", .frames = 20, .gridHeight = 96},
    {"sph_oil", .frames = 30, .gridHeight = 96},
    {"sand", .frames = 30, .gridHeight = 96},
    {"jelly", .frames = 20, .gridHeight = 96},
    {"castle", .frames = 20, .gridHeight = 96},
    {"wheel", .frames = 30, .gridHeight = 96},
    {"sph3d_box", .frames = 15, .gridHeight = 96},
    {"sph3d_terrain", .frames = 15, .gridHeight = 96},
    {"pond", .frames = 40, .gridHeight = 72},
    {"pond_above", .scene = "pond", .frames = 40, .gridHeight = 72, .tune = drawFromAboveOverHost},
    {"river", .frames = 90, .gridHeight = 72},
    {"river_above", .scene = "river", .frames = 90, .gridHeight = 72, .tune = drawFromAbove},
    {"dam_valley", .frames = 360, .gridHeight = 72},
    {"beach", .frames = 120, .gridHeight = 72},
    {"harbour", .frames = 100, .gridHeight = 72},
    {"lava", .frames = 240, .gridHeight = 72},
    {"volcano", .frames = 60, .gridHeight = 72},
    {"cellar", .frames = 90, .gridHeight = 72},
    {"water", BREAKER},
    {"water_dyed", BREAKER, .tune = drawDyedWater},
    {"water_glass", BREAKER, .tune = drawWaterGlass},
    {"water_mass", BREAKER, .style = GF_DRAW_MASS, .range = 1.0f},
    {"water_particles", BREAKER, .style = GF_DRAW_PARTICLES, .range = 1.0f},
    {"half_float", .scene = "ink", .frames = 20, .gridHeight = 48, .dyeScale = 2.0f, .precision = GF_PRECISION_16F,
     .cubic = true},
};
#define GOLDEN_COUNT (sizeof goldens / sizeof goldens[0])

// cmocka hands each case its table row, so what they share is here.
static Fixture *fixture;
static bool updating;
static Stage stage;          // what is around it, in perspective
static const Golden *flowOf; // whose flow it is; null: none is made

static const char *getScene(const Golden *golden)
{
    return golden->scene != NULL ? golden->scene : golden->name;
}

// Not with a look of this program's.
static bool isSceneItself(const Golden *golden)
{
    return golden->tune == NULL && golden->range == 0.0f;
}

static bool isSameFlow(const Golden *a, const Golden *b)
{
    return strcmp(getScene(a), getScene(b)) == 0 && a->frames == b->frames && a->gridHeight == b->gridHeight &&
           a->dyeScale == b->dyeScale && a->precision == b->precision && a->cubic == b->cubic;
}

static void dropFlow(void)
{
    if (flowOf != NULL) {
        Backdrop_Free(&fixture->gl, &flow);
        Stage_Free(&fixture->gl, &stage);
        Scene_Destroy(&flow);
        flowOf = NULL;
    }
}

static void makeFlow(const Golden *golden)
{
    if (flowOf != NULL && isSameFlow(flowOf, golden)) {
        return;
    }
    dropFlow();
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = golden->gridHeight * 4 / 3;
    config.gridHeight = golden->gridHeight;
    config.dyeScale = golden->dyeScale > 0.0f ? golden->dyeScale : 1.0f;
    config.precision = golden->precision;
    const SceneInfo *info = Plume_FindScene(getScene(golden));
    assert_non_null(info);
    char error[512];
    fail_if(!Scene_Create(&flow, info, &config, fixture->device, error, sizeof error), "%s", error);
    flowOf = golden;
    gfFluidDef def = gfFluid_GetDef(flow.fluid);
    def.grid.advection = golden->cubic ? GF_ADVECTION_CATMULL_ROM : def.grid.advection;
    assert_true(!golden->cubic || gfFluid_SetDef(flow.fluid, &def));
    // Texel on pixel: drivers filter differently.
    assert_true(flow.background.pixels == NULL || Image_Shrink(&flow.background, PICTURE_WIDTH, PICTURE_HEIGHT));
    Backdrop_Make(&fixture->gl, &flow);
    assert_true(Stage_Make(&fixture->gl, &stage, &flow));
    for (int i = 0; i < golden->frames; i++) {
        assert_true(Scene_Step(&flow, 1.0f / 60.0f));
    }
}

// Colours of one side differ from those of another, so that it shows if the host's pixels move. Whole levels: a colour
// half-way between two is rounded up here and down there.
static void drawChecker(void)
{
    const int side = 20;
    const GladGLContext *gl = &fixture->gl;
    gl->Enable(GL_SCISSOR_TEST);
    for (int y = 0; y < PICTURE_HEIGHT; y += side) {
        for (int x = 0; x < PICTURE_WIDTH; x += side) {
            bool even = (x / side + y / side) % 2 == 0;
            int red = even ? 217 : 50 * x / PICTURE_WIDTH, green = even ? 200 * y / PICTURE_HEIGHT : 128;
            gl->Scissor(x, y, side, side);
            gl->ClearColor((float)red / 255.0f, (float)green / 255.0f, (even ? 76.0f : 115.0f) / 255.0f, 1.0f);
            gl->Clear(GL_COLOR_BUFFER_BIT);
        }
    }
    gl->Disable(GL_SCISSOR_TEST);
}

static bool drawFlat(const Golden *golden)
{
    gfDrawDef def = Scene_GetDrawDef(&flow);
    def.detail = 0.0f; // these are pictures of what is computed
    if (golden->range > 0.0f) {
        def.style = golden->style;
        def.range = golden->range;
    }
    if (golden->tune != NULL) {
        golden->tune(&def);
    }
    return Scene_Draw(&flow, &def);
}

static bool drawDiorama(void)
{
    gfSurfaceDef def = Scene_GetSurfaceDef(&flow, (float)PICTURE_WIDTH / (float)PICTURE_HEIGHT);
    return Stage_DrawDiorama(&fixture->gl, &stage, &flow, &def, PICTURE_WIDTH, PICTURE_HEIGHT);
}

static bool drawSpace(void)
{
    gfDraw3DDef def = Scene_GetDraw3DDef(&flow, (float)PICTURE_WIDTH / (float)PICTURE_HEIGHT);
    return Stage_Draw(&fixture->gl, &stage, &flow, &def, PICTURE_WIDTH, PICTURE_HEIGHT);
}

// The flow of this case over a checker, as the host's RGBA8 framebuffer then is.
static Image drawPicture(const Golden *golden)
{
    Canvas canvas = Canvas_Make(fixture, PICTURE_WIDTH, PICTURE_HEIGHT);
    drawChecker();

    bool diorama = flow.info->diorama != NULL && isSceneItself(golden); // with a look of its own it is seen from above
    bool drawn = flow.fluid3d != NULL ? drawSpace() : diorama ? drawDiorama() : drawFlat(golden);
    Image image = Image_Create(PICTURE_WIDTH, PICTURE_HEIGHT);
    assert_non_null(image.pixels);
    Canvas_Read(fixture, &canvas, image.pixels);
    Image_FlipRows(&image);
    Canvas_Free(fixture, &canvas);
    fail_if(!drawn, "%s: not drawn: %s", golden->name, fixture->lastMessage);
    Fixture_ExpectNoGlError(fixture);
    return image;
}

#define PATH_SIZE 1024

static const char *environmentOr(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

static void getGoldenPath(const Golden *golden, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/tests/picture/golden/%s.png", environmentOr("GF_SOURCE_DIR", "."), golden->name);
}

// A folder for each context: they run side by side.
static void getFailurePath(const char *name, const char *what, char path[PATH_SIZE])
{
    bool isEs = Fixture_Api() == HEADLESS_ES30;
    bool strict = getenv(isEs ? "MESA_GLES_VERSION_OVERRIDE" : "MESA_GL_VERSION_OVERRIDE") != NULL;
    int length = snprintf(path, PATH_SIZE, "%s/golden-failures", environmentOr("GF_BUILD_DIR", "."));
    fail_if(mkdir(path, 0777) != 0 && errno != EEXIST, "%s: %s", path, strerror(errno));
    length +=
        snprintf(path + length, PATH_SIZE - (size_t)length, "/%s%s", isEs ? "es30" : "gl33", strict ? "_strict" : "");
    fail_if(mkdir(path, 0777) != 0 && errno != EEXIST, "%s: %s", path, strerror(errno));
    snprintf(path + length, PATH_SIZE - (size_t)length, "/%s.%s.png", name, what);
}

static void writeImage(const Image *image, const char *path)
{
    char error[PATH_SIZE + 128];
    fail_if(!Image_WritePng(image, path, error, sizeof error), "%s", error);
}

static void writeFailure(const Golden *golden, const char *what, const Image *image)
{
    char path[PATH_SIZE];
    getFailurePath(golden->name, what, path);
    writeImage(image, path);
    print_error("  %s\n", path);
}

static void compare(const Golden *golden, Image *actual)
{
    char path[PATH_SIZE], error[PATH_SIZE + 128];
    Image expected;
    getGoldenPath(golden, path);
    if (!Image_Read(&expected, path, error, sizeof error)) {
        Image_Destroy(actual);
        fail_msg("%s; ./run test --update writes it", error);
    }
    ImageDifference d = Image_Compare(actual, &expected);
    print_message("%-20s mean difference %.3f, largest %d, share that differs %.4f\n", golden->name, d.mean, d.largest,
                  d.share);
    bool alike = d.sameSize && d.mean <= MEAN_MAX && d.share <= FRACTION_MAX;
    if (!alike) {
        Image difference = Image_Subtract(actual, &expected, 8);
        print_error("%s differs from %s; see\n", golden->name, path);
        writeFailure(golden, "actual", actual);
        writeFailure(golden, "expected", &expected);
        if (difference.pixels != NULL) {
            writeFailure(golden, "difference", &difference);
        }
        Image_Destroy(&difference);
    }
    Image_Destroy(&expected);
    Image_Destroy(actual);
    fail_if(!alike, "%s: mean difference %.3f (at most %.3f), largest %d, share that differs %.4f (at most %.4f)",
            golden->name, d.mean, MEAN_MAX, d.largest, d.share, FRACTION_MAX);
}

static void testGolden(void **state)
{
    const Golden *golden = *state;
    makeFlow(golden);
    Image actual = drawPicture(golden);
    if (fixture->warnings > 0) { // a scene does nothing that newcomers are warned of
        Image_Destroy(&actual);
        fail_msg("%s: %s", golden->name, fixture->lastMessage);
    }
    if (updating) {
        char path[PATH_SIZE];
        getGoldenPath(golden, path);
        writeImage(&actual, path);
        print_message("wrote %s\n", path);
        Image_Destroy(&actual);
        return;
    }
    compare(golden, &actual);
}

static void testEverySceneHasOne(void **state)
{
    (void)state;
    int count;
    const SceneInfo *scenes = Scene_GetAll(&count);
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (size_t j = 0; j < GOLDEN_COUNT; j++) {
            found = found || (isSceneItself(&goldens[j]) && strcmp(getScene(&goldens[j]), scenes[i].name) == 0);
        }
        fail_if(!found, "scene %s has no reference picture", scenes[i].name);
    }
}

static int setUp(void **state)
{
    updating = strcmp(environmentOr("GF_UPDATE_GOLDEN", "0"), "0") != 0;
    if (updating && Fixture_Api() != HEADLESS_GL33) {
        printf("skipped: only the gl33 context writes reference pictures\n");
        exit(EXIT_SKIPPED);
    }
    (void)state; // is each case's own
    void *made = NULL;
    int status = Fixture_SetUpWarned(&made);
    fixture = made;
    return status;
}

static int tearDown(void **state)
{
    (void)state;
    void *made = fixture;
    dropFlow();
    return Fixture_TearDown(&made);
}

__attribute__((constructor)) static void addCases(void)
{
    for (size_t i = 0; i < GOLDEN_COUNT; i++) {
        void *golden = (void *)(uintptr_t)&goldens[i];
        Testing_Add((int)i, TEST_TIER_CI, (struct CMUnitTest){goldens[i].name, testGolden, NULL, NULL, golden});
    }
    Testing_Add((int)GOLDEN_COUNT, TEST_TIER_CI, (struct CMUnitTest)cmocka_unit_test(testEverySceneHasOne));
}

TESTS_START_FROM(setUp, tearDown)
