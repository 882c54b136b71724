/// Tracers are points that drift with a fluid, as dust does, and show its flow; they act on nothing. Make a set with
/// gfCreateTracers, move it with gfTracers_Step after each gfFluid_Step, and draw it by gfDrawDef.tracers.
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

/// Settings of a set of tracers. Make it with gfDefaultTracersDef().
typedef struct gfTracersDef {
    /// Number of tracers, 1 to GF_TRACERS_MAX. Default 65536. At most the context's largest texture, squared.
    int32_t count;
    /// Mean time from birth to death, s, 0.01 to 1e6. Default 8. Each tracer lives half to one and a half times as
    /// long. A dead tracer is born anew at a random place, so that places that the flow empties fill up again.
    float lifetime;
    /// Seed of the tracers' random places; the same seed over the same flow gives the same tracers. Default 1.
    uint32_t seed;
    /// Set by gfDefaultTracersDef().
    int32_t cookie;
} gfTracersDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfTracersDef gfDefaultTracersDef(void);

/// Makes tracers for this fluid, spread over all of it outside solids. In GF_SOLVER_GAUSSIAN they need a cell with at
/// least a quarter of a full cell's mass; tracers that find no such cell wait undrawn. The context must be current.
/// Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (a solver without a flow), OUT_OF_MEMORY, SHADER,
/// FRAMEBUFFER, HOST_STATE.
GF_API gfTracers *gfCreateTracers(gfFluid *fluid, const gfTracersDef *def);

/// Frees a set; destroying its fluid does so, too. The context must be current. Null is allowed.
GF_API void gfDestroyTracers(gfTracers *tracers);

/// Moves tracers by `dt` seconds (0 to 1e6) through the velocity as it is now, by at most 48 cells (midpoint rule, in
/// substeps of about a cell). Call it after gfFluid_Step, as often as wanted. Periodic sides bring tracers back on the
/// other side, and walls hold them. Through open sides and inflows they leave; they enter with fluid that comes in, or
/// are born anew. They slide along solids; a tracer that a solid covers moves to the solid's surface or is born anew.
/// The context must be current. False, nothing done: NULL_ARGUMENT, OUT_OF_RANGE, HOST_STATE, OUT_OF_MEMORY,
/// FRAMEBUFFER, SHADER.
GF_API bool gfTracers_Step(gfTracers *tracers, float dt);

/// Copies positions, x and y of each tracer in the world, m, to `count` = 2 * gfTracersDef.count floats. Tracers that
/// wait to be born are somewhere in the domain, too. Waits for the GPU: for tests and tools, not for games. The context
/// must be current. False: NULL_ARGUMENT, OUT_OF_RANGE (count), HOST_STATE, OUT_OF_MEMORY, GL.
GF_API bool gfTracers_ReadBlocking(gfTracers *tracers, float *positions, size_t count);

#ifdef __cplusplus
}
#endif
#endif
