// The gauges as rows to be shown: the window's panel and the page's have the same.
#include "gauges.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    if ((gauges->quantities & GF_QUANTITY_LIQUID) != 0) {
        bool depth = scene->solver == GF_SOLVER_SHALLOW;
        addLine(lines, &count, depth ? "depth" : "fullness", depth ? "%.3f m" : "%.3f", (double)at->liquid);
    }
    if ((gauges->quantities & GF_QUANTITY_SURFACE) != 0) {
        addLine(lines, &count, "surface", "%.3f m", (double)at->surface);
    }
    addLine(lines, &count, at->inSolid ? "inside a solid" : "to the nearest solid", "%.3f m", (double)at->solid);
    return count;
}
