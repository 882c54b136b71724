/// What a frame costs the processor, and what the start costs before the first one: of the case `game`.
#ifndef BENCH_START_H
#define BENCH_START_H

#include "bench.h"

/// A frame is gfFluid_Step and gfFluid_Draw of smoke about 20 still solids.
struct StartResult {
    double cpu_ms;       ///< of this thread, while the GL functions that change or draw something do nothing
    double cpu_ms_frame; ///< the same between gfDevice_BeginFrame and gfDevice_EndFrame, which count
    int gl_calls;        ///< all of them
    int gl_calls_frame;
    double cold_ms;  ///< a device, a fluid, its first step and first drawing, until the GPU is done
    double warm_ms;  ///< the same with all programs' binaries handed in by the host; that of a cold one without them
    double slice_ms; ///< the longest call of gfDevice_Prepare with a slice of 4 ms, but for the first one
    double ready_ms; ///< creation, first step and first drawing after it, in a device made before
    int programs;    ///< that the fluid, its step and its drawing need
};

/// From before the context is made: Mesa keeps what it compiled in a folder of this run's own, which is emptied before
/// each start. Without any folder Mesa would have no program binaries.
void Start_OpenCache(void);
void Start_CloseCache(void);

/// Of this thread, for the library calls of a frame with `fluid`. False with a line in setup->gpu->error.
bool Start_Measure(const BenchSetup *setup, bool (*addThings)(const BenchSetup *setup, gfFluid *fluid),
                   StartResult *result);

#endif
