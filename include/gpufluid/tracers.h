/// Tracers: points that drift with a fluid, as dust does, and show its flow. They act on nothing.
#ifndef GPUFLUID_TRACERS_H
#define GPUFLUID_TRACERS_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A set of tracers of one fluid. Opaque.
typedef struct gfTracers gfTracers;

/// Most tracers of one set.
#define GF_TRACERS_MAX 4194304

/// What tracers are made from. Make it with gfDefaultTracersDef().
typedef struct gfTracersDef {
    /// How many, 1 to GF_TRACERS_MAX. Default 65536. The context's largest texture may allow fewer: its side squared.
    int32_t count;
    /// Mean time from birth to death, s, 0.01 to 1e6; each tracer's own is half of it to one and a half. The dead are
    /// born anew anywhere, so that places are filled again that the flow brings none to. Default 8.
    float lifetime;
    /// The same seed over the same flow gives the same tracers; any value. Default 1.
    uint32_t seed;
    /// Set by gfDefaultTracersDef().
    int32_t cookie;
} gfTracersDef;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfTracersDef gfDefaultTracersDef(void);

/// Makes tracers of this fluid, spread over all of it outside solids (of GF_SOLVER_GAUSSIAN: where a cell holds at
/// least a quarter of a full cell's mass; those that find no such place wait for one, undrawn). The context must be
/// current.
/// Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (a solver without a flow), OUT_OF_MEMORY, SHADER,
/// FRAMEBUFFER, HOST_STATE.
GF_API gfTracers *gfCreateTracers(gfFluid *fluid, const gfTracersDef *def);

/// Frees them; a fluid that is destroyed frees those that it still has. The context must be current. Null is allowed.
GF_API void gfDestroyTracers(gfTracers *tracers);

/// Moves them by `dt` seconds (0 to 1e6) through the velocity as it is now: midpoint rule, in substeps of about a
/// cell, and by at most 48 cells. Periodic sides bring them back on the other side; at walls they stay inside; through
/// open sides and inflows they leave, and enter where fluid comes in, or are born anew. They slide along solids; what a
/// solid covers is moved to its surface, or born anew. Call it after gfFluid_Step, as often as wanted. The context must
/// be current. False, nothing done: NULL_ARGUMENT, OUT_OF_RANGE, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER.
GF_API bool gfTracers_Step(gfTracers *tracers, float dt);

/// Copies `count` = 2 * gfTracersDef.count floats, x and y of each in the world, m, and waits for the GPU: for tests
/// and tools, not for games. Those that wait to be born are somewhere in the domain, too. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (count), HOST_STATE, OUT_OF_MEMORY, GL.
GF_API bool gfTracers_ReadBlocking(gfTracers *tracers, float *positions, size_t count);

#ifdef __cplusplus
}
#endif
#endif
