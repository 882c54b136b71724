/// What the panel measures as the demo runs, without waiting for the GPU: times of frames and passes, energy, residual,
/// and what there is under the pointer.
#ifndef DEMO_GAUGES_H
#define DEMO_GAUGES_H

#include "controls_tuning.h"

/// Values of a plot.
#define GAUGE_VALUES 240

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

/// What is wanted; what is not is not asked for.
typedef struct GaugeWants {
    bool passes, plots, probe;
} GaugeWants;

typedef struct Gauges {
    const gfFluid *fluid;     ///< that it is about, to see when it is another
    const gfFluid3D *fluid3d; ///< likewise
    GaugePlot frames;         ///< length of frames, ms
    GaugePlot gpu;            ///< of all passes in a frame, ms
    GaugePass passes[GF_PROFILE_MAX];
    int passCount;
    bool passesKnown; ///< the context can tell times
    bool profiling;
    int profiledFrames; ///< since the last reset of the profile
    GaugePlot energy;   ///< kinetic, m^4/s^2; of three dimensions the largest speed, m/s
    GaugePlot residual; ///< of GF_SOLVER_GRID
    GaugePlot mass;     ///< of the others: m^2, of GF_SOLVER_SHALLOW m^3
    gfReadId velocityRead, massRead, residualRead;
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

/// Takes the last frame, of `dt` seconds, and asks for the next. The context must be current.
void Gauges_Update(Gauges *gauges, Controls *controls, float dt, const Pointer *pointer, GaugeWants wants);

/// Mean of the newest values, up to this many; 0: there are none.
float GaugePlot_GetMean(const GaugePlot *plot, int values);

/// Whether frames have been slow for a while, so that a hint is in place.
bool Gauges_AreSlow(const Gauges *gauges);

/// Forgets what belongs to the scene. The context must be current.
void Gauges_Close(Gauges *gauges);

#endif
