#include "support/fixture.h"

HeadlessApi Fixture_Api(void)
{
    const char *api = getenv("GF_TEST_API");
    return api != NULL && strcmp(api, "es30") == 0 ? HEADLESS_ES30 : HEADLESS_GL33;
}

static void record(gfLogLevel level, gfErrorCode code, const char *message, void *user)
{
    Fixture *fixture = user;
    if (level == GF_LOG_INFO) {
        return;
    }
    fail_if(code == GF_ERROR_OK, "a warning or an error without a code: %s", message);
    fixture->errors += level == GF_LOG_ERROR;
    fixture->warnings += level == GF_LOG_WARNING;
    fixture->lastCode = code;
    snprintf(fixture->lastMessage, sizeof fixture->lastMessage, "%s", message);
}

static void GLAD_API_PTR recordGl(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                  const GLchar *message, const void *user)
{
    Fixture *fixture = (Fixture *)(uintptr_t)user;
    (void)source;
    (void)id;
    (void)severity;
    (void)length;
    if (type == GL_DEBUG_TYPE_ERROR) {
        fixture->glErrors++;
        snprintf(fixture->lastGlError, sizeof fixture->lastGlError, "%s", message);
        fprintf(stderr, "GL error: %s\n", message);
    }
}

static GLADapiproc loadProc(void *user, const char *name)
{
    (void)user;
    return Headless_GetProcAddress(name);
}

static void loadGl(Fixture *fixture)
{
    if (Fixture_Api() == HEADLESS_ES30) {
        assert_int_not_equal(gladLoadGLES2ContextUserPtr(&fixture->gl, loadProc, NULL), 0);
    } else {
        assert_int_not_equal(gladLoadGLContextUserPtr(&fixture->gl, loadProc, NULL), 0);
    }
    if (fixture->gl.KHR_debug && fixture->gl.DebugMessageCallback != NULL) {
        fixture->gl.Enable(GL_DEBUG_OUTPUT);
        fixture->gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        fixture->gl.DebugMessageCallback(recordGl, fixture);
    }
}

gfDeviceDef Fixture_DeviceDef(Fixture *fixture)
{
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = (gfGetProcAddressFn)Headless_GetProcAddress;
    def.log = record;
    def.logUser = fixture;
    def.validation = GF_VALIDATION_OFF;
    def.shaderDir = getenv("GF_SHADER_DIR");
    const char *tier = getenv("GF_TEST_TIER");
    if (tier != NULL) {
        def.tier = strcmp(tier, "gather") == 0 ? GF_TIER_GATHER : GF_TIER_BASE;
    }
    return def;
}

gfDevice *Fixture_MakeDeviceOf(Fixture *fixture, const gfDeviceDef *def)
{
    gfDevice *device = gfCreateDevice(def);
    fail_if(device == NULL, "no device: %s", fixture->lastMessage);
    return device;
}

gfDevice *Fixture_MakeDevice(Fixture *fixture)
{
    const gfDeviceDef def = Fixture_DeviceDef(fixture);
    return Fixture_MakeDeviceOf(fixture, &def);
}

static int setUpDevice(void **state, gfValidation validation)
{
    char error[256] = "";
    Fixture *fixture = MADE(calloc(1, sizeof *fixture));
    fixture->headless = Headless_Create(Fixture_Api(), true, error, sizeof error);
    fail_if(fixture->headless == NULL, "no %s context: %s", Headless_ApiName(Fixture_Api()), error);
    loadGl(fixture);
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.validation = validation;
    fixture->device = Fixture_MakeDeviceOf(fixture, &def);
    *state = fixture;
    return 0;
}

int Fixture_SetUp(void **state)
{
    return setUpDevice(state, GF_VALIDATION_OFF);
}

int Fixture_SetUpWarned(void **state)
{
    return setUpDevice(state, GF_VALIDATION_WARNINGS);
}

int Fixture_TearDown(void **state)
{
    Fixture *fixture = *state;
    Fixture_Clean(state);
    gfMemoryCounts counts = gfDevice_GetMemory(fixture->device);
    assert_int_equal(counts.fluids, 0);
    assert_int_equal(counts.textures, 0);
    assert_int_equal(counts.framebuffers, 0);
    assert_int_equal(counts.buffers, 0);
    assert_int_equal(counts.gpuBytes, 0);
    gfDestroyDevice(fixture->device);
    Fixture_ExpectNoGlError(fixture);
    Headless_Destroy(fixture->headless);
    free(fixture);
    return 0;
}

void Fixture_ClearLog(Fixture *fixture)
{
    fixture->errors = 0;
    fixture->warnings = 0;
    fixture->lastCode = GF_ERROR_OK;
    fixture->lastMessage[0] = '\0';
    gfClearLastError();
}

void Fixture_ExpectError(Fixture *fixture, gfErrorCode code, const char *text)
{
    const char *message = NULL;
    fail_if(gfGetLastError(&message) != code || strstr(message, text) == NULL,
            "expected error %d (%s) with '%s', got %d: %s", (int)code, gfErrorText(code), text,
            (int)gfGetLastError(NULL), message);
    assert_true(fixture->errors <= 1); // 0 where there was no device to log through
    Fixture_ClearLog(fixture);
}

void Fixture_ExpectNoGlError(Fixture *fixture)
{
    fail_if(fixture->glErrors > 0, "%d GL errors, the last: %s", fixture->glErrors, fixture->lastGlError);
    assert_int_equal(fixture->gl.GetError(), GL_NO_ERROR);
}

gfFluid *Fixture_MakeFluid(Fixture *fixture, int width, int height)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = width;
    def.gridHeight = height;
    def.cellSize = 1.0f / (float)height;
    gfFluid *fluid = gfCreateFluid(fixture->device, &def);
    fail_if(fluid == NULL, "no fluid: %s", fixture->lastMessage);
    return fluid;
}

gfTracers *Fixture_MakeTracers(gfFluid *fluid, int count, float lifetime)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = count;
    def.lifetime = lifetime;
    return MADE(gfCreateTracers(fluid, &def));
}

// FNV-1a.
uint64_t Fixture_Hash(uint64_t h, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        h = (h ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return h;
}

float *Fixture_ReadField(gfFluid *fluid, gfField field, gfFieldInfo *info)
{
    gfFieldInfo local;
    info = info != NULL ? info : &local;
    assert_true(gfFluid_GetFieldInfo(fluid, field, info));
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float *values = MADE(malloc(count * sizeof *values));
    assert_true(gfFluid_ReadFieldBlocking(fluid, field, values, count));
    return values;
}
