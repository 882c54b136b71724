// Public calls to read, write, lend and measure fields of a fluid, all through the solver's interface.
#include "fluid/validation.h"

static bool describe(const gfFluid *fluid, gfField field, gfFieldInfo *info, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL && info != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "info");
    const gfCore *core = &fluid->body.device->core;
    GF_REQUIRE(core, (unsigned)field < GF_FIELD_COUNT, OUT_OF_RANGE, "%s: there is no field %d", caller, (int)field);
    GF_REQUIRE(core, fluid->solver->describeField(&fluid->body, fluid->state, field, info), UNSUPPORTED,
               "%s: solver '%s' has no field %d", caller, fluid->solver->name, (int)field);
    return true;
}

bool gfFluid_GetFieldInfo(const gfFluid *fluid, gfField field, gfFieldInfo *info)
{
    return describe(fluid, field, info, "gfFluid_GetFieldInfo");
}

// Fills in a field's view for the host, for which distances to solids are exact everywhere, not cut off as for solvers.
static bool getView(gfFluid *fluid, gfField field, gfFieldView *view)
{
    GF_TRY(gfFluid_UpdateSolids(fluid) && fluid->solver->getField(&fluid->body, fluid->state, (int)field, view));
    if (field == GF_FIELD_SOLID) {
        view->texture = gfSolids_GetDistance(fluid->body.device, &fluid->body.solids, INFINITY);
    }
    return view->texture != NULL;
}

static bool prepare(gfFluid *fluid, gfField field, gfReadSource *source)
{
    gfFieldView view;
    GF_TRY(getView(fluid, field, &view));
    const gfTexture *read = view.exact != NULL ? view.exact : view.texture;
    *source = (gfReadSource){read, view.width, view.height, view.channels};
    return true;
}

static bool makeHostTexture(gfDevice *device, const gfFieldInfo *info, gfTexture *to)
{
    static const gfFormat formats[5] = {GF_FORMAT_R32F, GF_FORMAT_R32F, GF_FORMAT_RG32F, GF_FORMAT_RGBA32F,
                                        GF_FORMAT_RGBA32F};
    return gfTexture_FitNamed(device, to, formats[info->channels], info->width, info->height, "field");
}

bool gfFluid_MakeTexture(gfFluid *fluid, gfField field)
{
    gfFieldInfo info;
    return !fluid->solver->describeField(&fluid->body, fluid->state, field, &info) ||
           makeHostTexture(fluid->body.device, &info, &fluid->hostTextures[field]);
}

static bool getTexture(gfFluid *fluid, gfField field, const gfFieldInfo *info, gfFieldTexture *texture)
{
    gfDevice *device = fluid->body.device;
    gfFieldView view;
    GF_TRY(getView(fluid, field, &view));
    const gfTexture *source = view.texture;
    // The host gets a texture of exactly the field's size, which is used for no other field.
    if (view.shared || source->width != info->width || source->height != info->height) {
        gfTexture *own = &fluid->hostTextures[field];
        GF_TRY(makeHostTexture(device, info, own) &&
               gfPass_Run(device, &(gfPass){.label = "read_field",
                                            .shader = GF_SHADER("common/copy.frag", NULL),
                                            .writes = {own},
                                            .inputs = {GF_IN(copied0, source->id)}}));
        source = own;
    }
    const gfFormatInfo *format = &device->gl.formats[source->format];
    *texture = (gfFieldTexture){
        .texture = source->id,
        .target = GL_TEXTURE_2D,
        .format = format->internalFormat,
        .width = info->width,
        .height = info->height,
        .channels = info->channels,
        .origin = {info->origin.x - 0.5f * info->spacing.x, info->origin.y - 0.5f * info->spacing.y},
        .scale = {1.0f / ((float)info->width * info->spacing.x), 1.0f / ((float)info->height * info->spacing.y)},
        .linear = format->linear,
    };
    return true;
}

bool gfFluid_GetTexture(gfFluid *fluid, gfField field, gfFieldTexture *texture)
{
    gfFieldInfo info;
    GF_TRY(describe(fluid, field, &info, __func__));
    GF_REQUIRE(&fluid->body.device->core, texture != NULL, NULL_ARGUMENT, "%s: texture is null", __func__);
    return gfDevice_Do(fluid->body.device, __func__, getTexture(fluid, field, &info, texture));
}

gfRequestId gfFluid_RequestField(gfFluid *fluid, gfField field)
{
    gfFieldInfo info;
    gfReadSource source;
    if (!describe(fluid, field, &info, "gfFluid_RequestField") ||
        !gfTraps_CheckAnswers(fluid->body.device, gfReadQueue_CountUnpolled(fluid->body.device), GF_REQUESTS_MAX / 2,
                              "gfFluid_PollField", "gfFluid_RequestField") ||
        !gfDevice_Begin(fluid->body.device, "gfFluid_RequestField")) {
        return (gfRequestId){0};
    }
    gfRequestId id = {0};
    if (prepare(fluid, field, &source)) {
        id = gfReadQueue_Start(fluid->body.device, fluid->body.number, &source);
    }
    gfDevice_End(fluid->body.device);
    return id;
}

gfPollStatus gfFluid_PollField(gfFluid *fluid, gfRequestId id, float *values, size_t count)
{
    GF_REQUIRE_OR(GF_POLL_FAILED, NULL, fluid != NULL && values != NULL, NULL_ARGUMENT, "gfFluid_PollField: %s is null",
                  fluid == NULL ? "fluid" : "values");
    if (!gfDevice_CheckContext(fluid->body.device, "gfFluid_PollField")) {
        return GF_POLL_FAILED;
    }
    return gfReadQueue_Poll(fluid->body.device, fluid->body.number, id, values, count, "gfFluid_PollField");
}

static bool checkCount(const gfFluid *fluid, const gfFieldInfo *info, size_t count, bool exact, const char *caller)
{
    size_t needed = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    GF_REQUIRE(&fluid->body.device->core, exact ? count == needed : count >= needed, OUT_OF_RANGE,
               "%s: room for %zu floats; %d x %d x %d = %zu are expected", caller, count, (int)info->width,
               (int)info->height, (int)info->channels, needed);
    return true;
}

bool gfFluid_ReadFieldBlocking(gfFluid *fluid, gfField field, float *values, size_t count)
{
    gfFieldInfo info;
    gfReadSource source;
    GF_TRY(describe(fluid, field, &info, __func__));
    GF_REQUIRE(&fluid->body.device->core, values != NULL, NULL_ARGUMENT, "%s: values is null", __func__);
    return checkCount(fluid, &info, count, false, __func__) &&
           gfDevice_Do(fluid->body.device, __func__,
                       prepare(fluid, field, &source) && gfReadback_Blocking(fluid->body.device, &source, values));
}

bool gfFluid_WriteField(gfFluid *fluid, gfField field, const float *values, size_t count)
{
    gfFieldInfo info;
    GF_TRY(describe(fluid, field, &info, __func__));
    const gfCore *core = &fluid->body.device->core;
    GF_REQUIRE(core, values != NULL, NULL_ARGUMENT, "%s: values is null", __func__);
    GF_REQUIRE(core, fluid->solver->host.isWritable(field), UNSUPPORTED, "%s: field %d can't be written", __func__,
               (int)field);
    GF_TRY(checkCount(fluid, &info, count, true, __func__));
    for (size_t i = 0; i < count; i++) {
        GF_REQUIRE(core, gfInRange(values[i], -(double)GF_VALUE_MAX, (double)GF_VALUE_MAX), OUT_OF_RANGE,
                   "%s: value %zu is %g; finite and within +-%g is expected", __func__, i, (double)values[i],
                   (double)GF_VALUE_MAX);
    }
    bool ground = field == GF_FIELD_GROUND;
    GF_TRY((!ground || gfTraps_CheckHeights(fluid->body.device, values, count, __func__)) &&
           gfDevice_Begin(fluid->body.device, __func__));
    fluid->hasGround |= ground;
    fluid->given |= field == GF_FIELD_DYE           ? (uint32_t)GF_SOURCE_DYE
                    : field == GF_FIELD_MASS        ? (uint32_t)GF_SOURCE_MASS
                    : field == GF_FIELD_TEMPERATURE ? (uint32_t)GF_SOURCE_TEMPERATURE
                                                    : (uint32_t)GF_SOURCE_VELOCITY;
    bool ok = fluid->solver->host.writeField(&fluid->body, fluid->state, field, values);
    gfDevice_End(fluid->body.device);
    return ok;
}

// Reads a field into newly allocated memory, which the caller must free.
static float *readWhole(gfFluid *fluid, gfField field, gfFieldInfo *info)
{
    fluid->solver->describeField(&fluid->body, fluid->state, field, info);
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float *values = gfAlloc(&fluid->body.device->core, count * sizeof *values);
    if (values != NULL && !gfFluid_ReadFieldBlocking(fluid, field, values, count)) {
        gfFree(&fluid->body.device->core, values);
        values = NULL;
    }
    return values;
}

bool gfFluid_WriteFieldPartBlocking(gfFluid *fluid, gfField field, int32_t x, int32_t y, int32_t width, int32_t height,
                                    const float *values, size_t count)
{
    gfFieldInfo info;
    GF_TRY(describe(fluid, field, &info, __func__));
    gfCore *core = &fluid->body.device->core;
    GF_REQUIRE(core, values != NULL, NULL_ARGUMENT, "%s: values is null", __func__);
    GF_REQUIRE(core, fluid->solver->host.isWritable(field), UNSUPPORTED, "%s: field %d can't be written", __func__,
               (int)field);
    GF_REQUIRE(core,
               gfInRange(x, 0, info.width) && gfInRange(width, 0, info.width - x) && gfInRange(y, 0, info.height) &&
                   gfInRange(height, 0, info.height - y),
               OUT_OF_RANGE, "%s: %d x %d at %d, %d; a rectangle within %d x %d is expected", __func__, (int)width,
               (int)height, (int)x, (int)y, (int)info.width, (int)info.height);
    size_t row = (size_t)width * (size_t)info.channels, stride = (size_t)info.width * (size_t)info.channels;
    GF_REQUIRE(core, count == row * (size_t)height, OUT_OF_RANGE, "%s: %zu floats; %d x %d x %d = %zu are expected",
               __func__, count, (int)width, (int)height, (int)info.channels, row * (size_t)height);
    float *whole = count > 0 ? readWhole(fluid, field, &info) : NULL;
    bool ok = count == 0;
    if (whole != NULL) {
        // A step may leave values that the host may not write, such as depths slightly below 0.
        for (size_t i = 0; i < stride * (size_t)info.height; i++) {
            whole[i] = fminf(fmaxf(whole[i], field == GF_FIELD_MASS ? 0.0f : -GF_VALUE_MAX), GF_VALUE_MAX);
        }
        float *first = whole + (size_t)y * stride + (size_t)x * (size_t)info.channels;
        for (size_t i = 0; i < (size_t)height; i++) {
            memcpy(first + i * stride, values + i * row, row * sizeof *values);
        }
        ok = gfFluid_WriteField(fluid, field, whole, stride * (size_t)info.height);
        gfFree(core, whole);
    }
    return ok;
}

bool gfFluid_Project(gfFluid *fluid, int32_t cycles)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->host.project != NULL, UNSUPPORTED, "%s: solver '%s' has no projection",
               __func__, fluid->solver->name);
    int most = fluid->body.def.grid.pressureMethod == GF_PRESSURE_JACOBI ? 10000 : 100;
    GF_REQUIRE(&device->core, cycles >= 0 && cycles <= most, OUT_OF_RANGE, "%s: cycles is %d; 0 to %d is expected",
               __func__, (int)cycles, most);
    return gfDevice_Do(device, __func__,
                       gfFluid_UpdateSolids(fluid) && fluid->solver->host.project(&fluid->body, fluid->state, cycles));
}

// The two fields that every measurement sums over, copied to host memory: one value a cell.
typedef struct Cells {
    gfFieldInfo info;
    float *solid; // signed distance to the nearest solid, m
    float *mass;  // amount of fluid in the cell; null: the solver has no mass, and every cell counts as full
} Cells;

static size_t countCells(const Cells *cells)
{
    return (size_t)cells->info.width * (size_t)cells->info.height;
}

static bool measureMass(gfFluid *fluid, gfFluidStats *stats, Cells *cells)
{
    if (!fluid->solver->hasField(&fluid->body, fluid->state, GF_FIELD_MASS)) {
        return true;
    }
    cells->mass = readWhole(fluid, GF_FIELD_MASS, &cells->info);
    GF_TRY(cells->mass != NULL);
    double area = (double)cells->info.spacing.x * (double)cells->info.spacing.y;
    for (size_t i = 0; i < countCells(cells); i++) {
        double mass = (double)cells->mass[i] * area;
        stats->mass += mass;
        stats->massInSolids += cells->solid[i] < 0.0f ? mass : 0.0;
    }
    return true;
}

static bool measureDyeField(gfFluid *fluid, gfFluidStats *stats, const Cells *cells)
{
    gfFieldInfo info;
    if (!fluid->solver->hasField(&fluid->body, fluid->state, GF_FIELD_DYE)) {
        return true;
    }
    float *dye = readWhole(fluid, GF_FIELD_DYE, &info);
    GF_TRY(dye != NULL);
    double area = (double)info.spacing.x * (double)info.spacing.y;
    for (int y = 0; y < info.height; y++) {
        for (int x = 0; x < info.width; x++) {
            double amount = (double)dye[4 * ((size_t)y * (size_t)info.width + (size_t)x) + 3] * area;
            int cellX = (2 * x + 1) * cells->info.width / (2 * info.width);
            int cellY = (2 * y + 1) * cells->info.height / (2 * info.height);
            size_t cell = (size_t)cellY * (size_t)cells->info.width + (size_t)cellX;
            amount *= cells->mass != NULL ? (double)cells->mass[cell] : 1.0;
            stats->mass += cells->mass != NULL ? 0.0 : amount;
            stats->dyeInSolids += cells->solid[cell] < 0.0f ? amount : 0.0;
        }
    }
    gfFree(&fluid->body.device->core, dye);
    return true;
}

static bool measureVelocity(gfFluid *fluid, gfFluidStats *stats, const Cells *cells)
{
    gfFieldInfo info;
    if (!fluid->solver->hasField(&fluid->body, fluid->state, GF_FIELD_VELOCITY)) {
        return true;
    }
    float *velocity = readWhole(fluid, GF_FIELD_VELOCITY, &info);
    GF_TRY(velocity != NULL);
    double area = (double)info.spacing.x * (double)info.spacing.y;
    for (size_t i = 0; i < countCells(cells); i++) {
        double x = (double)velocity[2 * i], y = (double)velocity[2 * i + 1];
        double mass = cells->mass != NULL ? (double)cells->mass[i] * area : area;
        stats->speedMax = fmax(stats->speedMax, sqrt(x * x + y * y));
        stats->kineticEnergy += 0.5 * (x * x + y * y) * mass;
        stats->momentum[0] += cells->mass != NULL ? x * mass : 0.0;
        stats->momentum[1] += cells->mass != NULL ? y * mass : 0.0;
    }
    gfFree(&fluid->body.device->core, velocity);
    return true;
}

static bool measureDivergence(gfFluid *fluid, gfField field, const Cells *cells, double *rms)
{
    gfFieldInfo info;
    if (!fluid->solver->hasField(&fluid->body, fluid->state, (int)field)) {
        return true;
    }
    float *values = readWhole(fluid, field, &info);
    GF_TRY(values != NULL);
    double sum = 0.0;
    size_t outside = 0; // number of cells outside solids
    for (size_t i = 0; i < countCells(cells); i++) {
        if (cells->solid[i] >= 0.0f) {
            sum += (double)values[i] * (double)values[i];
            outside++;
        }
    }
    *rms = outside > 0 ? sqrt(sum / (double)outside) : 0.0;
    gfFree(&fluid->body.device->core, values);
    return true;
}

bool gfFluid_MeasureBlocking(gfFluid *fluid, gfFluidStats *stats)
{
    GF_REQUIRE_BOTH(fluid, stats);
    memset(stats, 0, sizeof *stats);
    GF_TRY(gfDevice_Begin(fluid->body.device, "gfFluid_MeasureBlocking"));
    gfCore *core = &fluid->body.device->core;
    Cells cells = {.mass = NULL};
    cells.solid = readWhole(fluid, GF_FIELD_SOLID, &cells.info);
    bool ok = cells.solid != NULL && measureMass(fluid, stats, &cells) && measureDyeField(fluid, stats, &cells) &&
              measureVelocity(fluid, stats, &cells) &&
              measureDivergence(fluid, GF_FIELD_DIVERGENCE, &cells, &stats->divergenceRmsAfter) &&
              measureDivergence(fluid, GF_FIELD_DIVERGENCE_BEFORE, &cells, &stats->divergenceRmsBefore) &&
              gfFluid_Fetch(fluid, false, "gfFluid_MeasureBlocking") &&
              gfState_CountNonfinite(fluid->body.device, fluid->solver->table, fluid->state, &stats->nonfinite);
    if (ok && fluid->solver->host.measure != NULL) {
        ok = fluid->solver->host.measure(&fluid->body, fluid->state, stats);
    }
    if (ok && fluid->solver->host.massCorrection != NULL) {
        ok = fluid->solver->host.massCorrection(&fluid->body, fluid->state, &stats->massCorrection);
    }
    gfFree(core, cells.mass);
    gfFree(core, cells.solid);
    gfDevice_End(fluid->body.device);
    return ok;
}

// --- names of fields -------------------------------------------------------------------------------------------------

const char *gfField_GetName(int id)
{
    static const char *const names[GF_SHOWN_END] = {
        [GF_FIELD_VELOCITY] = "velocity",
        [GF_FIELD_FACE_VELOCITY] = "face velocity",
        [GF_FIELD_DYE] = "dye",
        [GF_FIELD_TEMPERATURE] = "temperature",
        [GF_FIELD_PRESSURE] = "pressure",
        [GF_FIELD_DIVERGENCE] = "divergence",
        [GF_FIELD_DIVERGENCE_BEFORE] = "divergence before projection",
        [GF_FIELD_VORTICITY] = "vorticity",
        [GF_FIELD_SOLID] = "solid",
        [GF_FIELD_RESIDUAL] = "residual",
        [GF_FIELD_MASS] = "mass",
        [GF_FIELD_GROUND] = "ground",
        [GF_FIELD_LEVEL] = "level",
        [GF_FIELD_FOAM] = "foam",
        [GF_FIELD_RIPPLE] = "ripple",
        [GF_SHOWN_DYE] = "dye",
        [GF_SHOWN_TEMPERATURE] = "temperature",
        [GF_SHOWN_MASS] = "mass",
        [GF_SHOWN_LIQUID] = "liquid",
        [GF_SHOWN_FLOW] = "flow",
        [GF_SHOWN_PRESSURE] = "pressure",
        [GF_SHOWN_DIVERGENCE] = "divergence",
        [GF_SHOWN_SOLID] = "solid",
        [GF_SHOWN_FLUID_MASK] = "fluid mask",
        [GF_SHOWN_WATER] = "water",
        [GF_SHOWN_GROUND] = "ground",
        [GF_SHOWN_LIQUIDS_ALONE] = "liquids alone",
        [GF_SHOWN_DYE_OF_THOSE] = "dye of liquids alone",
        [GF_SHOWN_SPRAY] = "spray",
    };
    return id >= 0 && id < GF_SHOWN_END ? names[id] : "unknown";
}
