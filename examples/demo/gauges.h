/// What the panel measures as the demo runs, without waiting for the GPU: times of frames and passes, energy, residual,
/// and what there is under the pointer.
#ifndef DEMO_GAUGES_H
#define DEMO_GAUGES_H

#include "player/controls.h"

/// Values of a plot.
#define GAUGE_VALUES 240

/// Most rows, lines and bars that are shown.
#define GAUGE_ROWS 3
#define GAUGE_LINES 9
#define GAUGE_BARS 12

/// The newest values, oldest first.
typedef struct GaugePlot {
    float values[GAUGE_VALUES];
    int count;
} GaugePlot;

/// Of one kind of pass.
typedef struct GaugePass {
    const char *label;
    float ms; ///< a frame
} GaugePass;

/// A plot to be shown, from 0 upwards.
typedef struct GaugeRow {
    const char *label;
    const GaugePlot *plot;
    float largest;   ///< of its values
    char newest[32]; ///< with its unit; empty: there is none yet
} GaugeRow;

/// A line of text to be shown.
typedef struct GaugeLine {
    const char *label;
    char text[64];
} GaugeLine;

/// What is wanted; what is not is not asked for.
typedef struct GaugeWants {
    bool passes, plots, probe;
} GaugeWants;

typedef struct Gauges {
    int opened;       ///< of the demo, to see when the scene is another
    GaugePlot frames; ///< length of frames, ms
    GaugePlot steps;  ///< what the CPU does for a frame's step, ms
    GaugePlot gpu;    ///< of all passes in a frame, ms
    GaugePass passes[GF_PROFILE_MAX];
    int passCount;
    bool passesKnown; ///< the context can tell times
    bool timeless;    ///< it was asked, and has no timers
    bool profiling;
    int profiledFrames; ///< since the last reset of the profile
    GaugePlot energy;   ///< kinetic, m^4/s^2; of three dimensions the largest speed, m/s
    GaugePlot residual; ///< of GF_SOLVER_GRID
    GaugePlot mass;     ///< of the others: m^2, of GF_SOLVER_SHALLOW m^3
    gfRequestId velocityRead, massRead, residualRead;
    float *velocity, *cells; ///< that are read
    size_t velocityRoom, cellsRoom;
    bool velocityReady; ///< and waits for the mass of the same moment
    int since;          ///< frames since they were asked for
    gfQuery *query;
    uint32_t quantities; ///< that it has
    gfVec2 place;        ///< that is probed, m
    bool placed;         ///< the pointer is over the fluid
    gfPointAnswer probe;
    bool probed;
    float slow_s; ///< for which frames have been slow
} Gauges;

/// Takes the last frame, of `dt` seconds (0: nobody measured it), and asks for the next. The context must be current.
void Gauges_Update(Gauges *gauges, Controls *controls, float dt, const Pointer *pointer, GaugeWants wants);

/// Mean of the newest values, up to this many; 0: there are none.
float GaugePlot_GetMean(const GaugePlot *plot, int values);

/// Whether frames have been slow for a while, so that a hint is in place.
bool Gauges_AreSlow(const Gauges *gauges);

/// What there is to show: times of frames, and what there is to say of those of passes (null: nothing).
int Gauges_ListTimes(const Gauges *gauges, const Scene *scene, GaugeRow rows[GAUGE_ROWS]);
const char *Gauges_GetTimesNote(const Gauges *gauges, const Scene *scene);
/// The longest passes first, up to GAUGE_BARS of them, and the sum of all others.
int Gauges_ListPasses(const Gauges *gauges, GaugePass passes[GF_PROFILE_MAX], float *others_ms);
/// Energy, and residual or mass.
int Gauges_ListSums(const Gauges *gauges, const Scene *scene, GaugeRow rows[GAUGE_ROWS]);
/// Values under the pointer, and why there are none (null: there are some).
int Gauges_ListProbe(const Gauges *gauges, const Scene *scene, GaugeLine lines[GAUGE_LINES]);
const char *Gauges_GetProbeNote(const Gauges *gauges, const Scene *scene);

/// The scene's fields have other sizes now: what was asked of them is forgotten. The context must be current.
void Gauges_ForgetFields(Gauges *gauges);

/// Forgets what belongs to the scene. The context must be current.
void Gauges_Close(Gauges *gauges);

#endif
