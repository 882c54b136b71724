#include "gauges.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTERVAL 6     // frames between two readings of a field
#define PROFILED 30    // frames that times of passes are means over
#define SLOW_MS 30.0f  // a frame
#define SLOW_TIME 3.0f // s, after which that is worth a word

static void add(GaugePlot *plot, float value)
{
    if (plot->count == GAUGE_VALUES) {
        memmove(plot->values, plot->values + 1, (GAUGE_VALUES - 1) * sizeof plot->values[0]);
        plot->count--;
    }
    plot->values[plot->count++] = value;
}

float GaugePlot_GetMean(const GaugePlot *plot, int values)
{
    int count = plot->count < values ? plot->count : values;
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        sum += plot->values[plot->count - 1 - i];
    }
    return count > 0 ? sum / (float)count : 0.0f;
}

bool Gauges_AreSlow(const Gauges *gauges)
{
    return gauges->slow_s > SLOW_TIME;
}

void Gauges_Close(Gauges *gauges)
{
    free(gauges->velocity);
    free(gauges->cells);
    *gauges = (Gauges){.profiling = gauges->profiling, .timeless = gauges->timeless};
}

// Another scene: what was asked of the last one went with it.
static void follow(Gauges *gauges, const Demo *demo)
{
    if (gauges->opened != demo->opened) {
        Gauges_Close(gauges);
        gauges->opened = demo->opened;
    }
}

// --- times of passes -------------------------------------------------------------------------------------------------

static void takePasses(Gauges *gauges, gfDevice *device)
{
    gfProfile profile;
    gauges->passesKnown = gfDevice_GetProfile(device, &profile);
    if (!gauges->passesKnown) {
        gauges->timeless = gfGetLastError(NULL) == GF_ERROR_UNSUPPORTED;
        return;
    }
    gauges->profiledFrames++;
    if (gauges->profiledFrames < PROFILED) {
        return;
    }
    float sum = 0.0f;
    gauges->passCount = 0;
    for (int i = 0; i < profile.entryCount; i++) {
        const gfProfileEntry *entry = &profile.entries[i];
        if (entry->count > 0) {
            float ms = (float)entry->ms / (float)gauges->profiledFrames;
            gauges->passes[gauges->passCount++] = (GaugePass){entry->label, ms};
            sum += ms;
        }
    }
    add(&gauges->gpu, sum);
    gauges->profiledFrames = 0;
    gfDevice_ResetProfile(device);
}

// While passes are timed a governor is not told how long steps take, so it comes first. A context without timers is
// asked for times once, or the device would say each frame that it has none.
static void updatePasses(Gauges *gauges, const Demo *demo, bool wanted)
{
    wanted = wanted && demo->scene.governor == NULL && !gauges->timeless;
    if (wanted != gauges->profiling) {
        gfDevice_SetProfiling(demo->device, wanted);
        gfDevice_ResetProfile(demo->device);
        gauges->profiling = wanted;
        gauges->passCount = gauges->profiledFrames = 0;
    }
    if (wanted) {
        takePasses(gauges, demo->device);
    }
}

// --- energy, mass and residual ---------------------------------------------------------------------------------------

static gfRequestId request(gfFluid *fluid, gfField field, float **values, size_t *room)
{
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(fluid, field, &info)) {
        return (gfRequestId){0};
    }
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    if (count > *room) {
        float *grown = realloc(*values, count * sizeof *grown);
        if (grown == NULL) {
            return (gfRequestId){0};
        }
        *values = grown;
        *room = count;
    }
    return gfFluid_RequestField(fluid, field);
}

// Whether a reading is over; it is ready, or failed and gone.
static bool poll(gfFluid *fluid, gfRequestId *id, float *values, size_t room, bool *over)
{
    *over = GF_IS_NULL(*id);
    if (*over) {
        return false;
    }
    gfPollStatus status = gfFluid_PollField(fluid, *id, values, room);
    if (status != GF_POLL_PENDING) {
        *id = (gfRequestId){0};
        *over = true;
    }
    return status == GF_POLL_READY;
}

// Half of the sum of mass times speed squared, over the domain; without `cells` each has mass 1.
static float sumEnergy(const Gauges *gauges, const gfFieldInfo *info, bool weighted)
{
    size_t count = (size_t)info->width * (size_t)info->height;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        float x = gauges->velocity[2 * i], y = gauges->velocity[2 * i + 1];
        sum += (double)((x * x + y * y) * (weighted ? gauges->cells[i] : 1.0f));
    }
    return (float)(0.5 * sum * (double)info->spacing.x * (double)info->spacing.y);
}

static float sumMass(const Gauges *gauges, const gfFieldInfo *info)
{
    size_t count = (size_t)info->width * (size_t)info->height;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)gauges->cells[i];
    }
    return (float)(sum * (double)info->spacing.x * (double)info->spacing.y);
}

static void takeFields(Gauges *gauges, Scene *scene)
{
    gfFluid *fluid = scene->fluid;
    bool grid = scene->solver == GF_SOLVER_GRID, velocityOver = false, otherOver = false;
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(fluid, GF_FIELD_VELOCITY, &info)) {
        return;
    }
    if (poll(fluid, &gauges->velocityRead, gauges->velocity, gauges->velocityRoom, &velocityOver)) {
        gauges->velocityReady = true;
    }
    float residual[2] = {0.0f};
    bool ready = grid ? poll(fluid, &gauges->residualRead, residual, 2, &otherOver)
                      : poll(fluid, &gauges->massRead, gauges->cells, gauges->cellsRoom, &otherOver);
    if (ready && grid) {
        add(&gauges->residual, residual[0] > 0.0f ? residual[1] / residual[0] : 0.0f);
    } else if (ready) {
        add(&gauges->mass, sumMass(gauges, &info));
    }
    if (gauges->velocityReady && velocityOver && otherOver) {
        add(&gauges->energy, sumEnergy(gauges, &info, !grid));
        gauges->velocityReady = false;
    }
    gauges->since++;
    if (velocityOver && otherOver && gauges->since >= INTERVAL) {
        gauges->since = 0;
        gauges->velocityRead = request(fluid, GF_FIELD_VELOCITY, &gauges->velocity, &gauges->velocityRoom);
        if (grid) {
            gauges->residualRead = gfFluid_RequestField(fluid, GF_FIELD_RESIDUAL);
        } else {
            gauges->massRead = request(fluid, GF_FIELD_MASS, &gauges->cells, &gauges->cellsRoom);
        }
    }
}

// Of three dimensions only this is known without waiting.
static void takeHealth(Gauges *gauges, gfFluid3D *fluid)
{
    gfHealth health;
    if (gfFluid3D_PollHealth(fluid, &health) == GF_POLL_READY) {
        for (int i = 0; i < health.fieldCount; i++) {
            if (strcmp(health.fields[i].name, "velocity") == 0) {
                add(&gauges->energy, health.fields[i].largest);
            }
        }
    }
    if (++gauges->since >= INTERVAL) {
        gauges->since = 0;
        gfFluid3D_RequestHealth(fluid);
    }
}

// --- what there is under the pointer ---------------------------------------------------------------------------------

static uint32_t getQuantities(gfSolverKind solver)
{
    uint32_t all = GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE;
    switch (solver) {
    case GF_SOLVER_GRID:
        return all | GF_QUANTITY_TEMPERATURE | GF_QUANTITY_PRESSURE;
    case GF_SOLVER_SHALLOW:
        return all | GF_QUANTITY_MASS | GF_QUANTITY_SURFACE;
    default:
        return all | GF_QUANTITY_PRESSURE | GF_QUANTITY_MASS;
    }
}

static void updateProbe(Gauges *gauges, Controls *controls, const Pointer *pointer)
{
    Scene *scene = &controls->demo->scene;
    gauges->placed = Mouse_FindPlace(scene, &controls->size, pointer->x, pointer->y, &gauges->place);
    if (gauges->query == NULL && gauges->quantities == 0) {
        gfQueryDef def = gfDefaultQueryDef();
        def.quantities = gauges->quantities = getQuantities(scene->solver);
        def.maxPoints = 1;
        def.maxRegions = 0;
        gauges->query = gfCreateQuery(scene->fluid, &def);
    }
    if (gauges->query == NULL) {
        return;
    }
    gfQueryAnswer answer;
    if (gfQuery_Poll(gauges->query, &answer) == GF_POLL_READY && answer.pointCount == 1) {
        gauges->probe = answer.points[0];
        gauges->probed = true;
    }
    if (gauges->placed) {
        gfQuery_SetPoints(gauges->query, &gauges->place, 1);
        gfQuery_Request(gauges->query);
    }
}

static void closeProbe(Gauges *gauges)
{
    gfDestroyQuery(gauges->query);
    gauges->query = NULL;
    gauges->quantities = 0;
    gauges->probed = gauges->placed = false;
}

void Gauges_ForgetFields(Gauges *gauges)
{
    gauges->velocityRead = gauges->massRead = gauges->residualRead = (gfRequestId){0};
    gauges->velocityReady = false;
    closeProbe(gauges);
}

void Gauges_Update(Gauges *gauges, Controls *controls, float dt, const Pointer *pointer, GaugeWants wants)
{
    Scene *scene = &controls->demo->scene;
    follow(gauges, controls->demo);
    if (dt > 0.0f) {
        add(&gauges->frames, 1000.0f * dt);
    }
    add(&gauges->steps, controls->step_ms);
    bool slow = 1000.0f * dt > SLOW_MS && scene->frame > 10;
    gauges->slow_s = slow ? gauges->slow_s + dt : fmaxf(gauges->slow_s - dt, 0.0f);
    updatePasses(gauges, controls->demo, wants.passes);
    if (wants.plots && scene->fluid != NULL) {
        takeFields(gauges, scene);
    } else if (wants.plots) {
        takeHealth(gauges, scene->fluid3d);
    }
    if (wants.probe && scene->fluid != NULL) {
        updateProbe(gauges, controls, pointer);
    } else if (gauges->query != NULL) {
        closeProbe(gauges);
    }
}

// --- as rows to be shown ---------------------------------------------------------------------------------------------

static void addRow(GaugeRow *rows, int *count, const char *label, const GaugePlot *plot, const char *format)
{
    GaugeRow *row = &rows[(*count)++];
    *row = (GaugeRow){.label = label, .plot = plot};
    for (int i = 0; i < plot->count; i++) {
        row->largest = fmaxf(row->largest, plot->values[i]);
    }
    if (plot->count > 0) {
        snprintf(row->newest, sizeof row->newest, format, (double)plot->values[plot->count - 1]);
    }
}

int Gauges_ListTimes(const Gauges *gauges, const Scene *scene, GaugeRow rows[GAUGE_ROWS])
{
    int count = 0;
    addRow(rows, &count, "frames", &gauges->frames, "%.1f ms");
    addRow(rows, &count, "steps on the CPU", &gauges->steps, "%.2f ms");
    if (gauges->passesKnown && scene->governor == NULL) {
        addRow(rows, &count, "passes on the GPU", &gauges->gpu, "%.2f ms");
    }
    return count;
}

const char *Gauges_GetTimesNote(const Gauges *gauges, const Scene *scene)
{
    return scene->governor != NULL ? "Passes are not timed while quality follows the machine."
           : !gauges->passesKnown  ? "This context tells no times of passes."
                                   : NULL;
}

static int comparePasses(const void *a, const void *b)
{
    float first = ((const GaugePass *)a)->ms, second = ((const GaugePass *)b)->ms;
    return (first < second) - (first > second);
}

int Gauges_ListPasses(const Gauges *gauges, GaugePass passes[GF_PROFILE_MAX], float *others_ms)
{
    int count = gauges->passCount;
    *others_ms = 0.0f;
    for (int i = 0; i < count; i++) {
        passes[i] = gauges->passes[i];
    }
    qsort(passes, (size_t)count, sizeof *passes, comparePasses);
    for (int i = GAUGE_BARS; i < count; i++) {
        *others_ms += passes[i].ms;
    }
    return count < GAUGE_BARS ? count : GAUGE_BARS;
}

int Gauges_ListSums(const Gauges *gauges, const Scene *scene, GaugeRow rows[GAUGE_ROWS])
{
    int count = 0;
    if (scene->fluid3d != NULL) {
        addRow(rows, &count, "largest speed", &gauges->energy, "%.3f m/s");
        return count;
    }
    addRow(rows, &count, "kinetic energy", &gauges->energy, "%.4g m^4/s^2");
    if (scene->solver == GF_SOLVER_GRID) {
        addRow(rows, &count, "residual of the projection", &gauges->residual, "%.4f");
    } else if (scene->solver == GF_SOLVER_SHALLOW) {
        addRow(rows, &count, "volume of water", &gauges->mass, "%.5g m^3");
    } else {
        addRow(rows, &count, "area of fluid", &gauges->mass, "%.5g m^2");
    }
    return count;
}

const char *Gauges_GetProbeNote(const Gauges *gauges, const Scene *scene)
{
    return scene->fluid == NULL                 ? "In three dimensions nothing is probed."
           : !gauges->placed || !gauges->probed ? "Point at the fluid."
                                                : NULL;
}

static void addLine(GaugeLine *lines, int *count, const char *label, const char *format, ...)
{
    GaugeLine *line = &lines[(*count)++];
    va_list values;
    va_start(values, format);
    line->label = label;
    vsnprintf(line->text, sizeof line->text, format, values);
    va_end(values);
}

int Gauges_ListProbe(const Gauges *gauges, const Scene *scene, GaugeLine lines[GAUGE_LINES])
{
    const gfPointAnswer *at = &gauges->probe;
    double x = (double)at->velocity.x, y = (double)at->velocity.y;
    const float *dye = at->dye;
    int count = 0;
    if (Gauges_GetProbeNote(gauges, scene) != NULL) {
        return 0;
    }
    addLine(lines, &count, "place", "%.3f, %.3f m", (double)gauges->place.x, (double)gauges->place.y);
    addLine(lines, &count, "velocity", "%.3f, %.3f m/s", x, y);
    addLine(lines, &count, "speed", "%.3f m/s", hypot(x, y));
    addLine(lines, &count, "dye", "%.2f  %.2f  %.2f  %.2f", (double)dye[0], (double)dye[1], (double)dye[2],
            (double)dye[3]);
    if ((gauges->quantities & GF_QUANTITY_TEMPERATURE) != 0) {
        addLine(lines, &count, "temperature", "%.2f K", (double)at->temperature);
    }
    if ((gauges->quantities & GF_QUANTITY_PRESSURE) != 0) {
        addLine(lines, &count, "pressure", "%.4f m^2/s^2", (double)at->pressure);
    }
    if ((gauges->quantities & GF_QUANTITY_MASS) != 0) {
        bool depth = scene->solver == GF_SOLVER_SHALLOW;
        addLine(lines, &count, depth ? "depth" : "fullness", depth ? "%.3f m" : "%.3f", (double)at->mass);
    }
    if ((gauges->quantities & GF_QUANTITY_SURFACE) != 0) {
        addLine(lines, &count, "surface", "%.3f m", (double)at->surface);
    }
    addLine(lines, &count, at->inSolid ? "inside a solid" : "to the nearest solid", "%.3f m", (double)at->solid);
    return count;
}
