/// --stats: one JSON object about a run.
#ifndef DEMO_STATS_H
#define DEMO_STATS_H

#include "player/demo.h"

typedef struct Stats {
    gfFluidStats initial; ///< after set-up
    gfFluidStats final;
    double stepping_ms;       ///< wall time of the steps of the later half of the frames, when programs are there
    uint64_t steps;           ///< of these
    double drawing_ms;        ///< wall time of a picture, the median of some
    SceneParticles particles; ///< at the end, of scenes that have some
    gfProfile profile;
} Stats;

/// Writes the file. False after a message; no half-written file stays.
bool Stats_Write(const Stats *stats, const Demo *demo, const char *path);

#endif
