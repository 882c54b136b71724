/// Health: what of a fluid is not finite, asked without waiting, and its repair. What gets into a field that is no
/// number (by a host's texture, or a bad driver) is contained: the step after it there is none of it left, and it did
/// not spread. The place where it was then holds what the solver makes of nothing; gfFluid_Repair before that step
/// fills it from its neighbours instead.
#ifndef GPUFLUID_HEALTH_H
#define GPUFLUID_HEALTH_H

#include "gpufluid/field.h"
#include "gpufluid/fluid.h"
#include "gpufluid/fluid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fields of one fluid.
#define GF_HEALTH_FIELDS 16

/// Of one field that a solver keeps from step to step.
typedef struct gfFieldHealth {
    const char *name;   ///< of the field, such as "velocity"; lives as long as the library
    uint64_t nonfinite; ///< numbers that are NaN or infinite
    float largest;      ///< the largest |number| of the others, as the solver stores it
} gfFieldHealth;

/// How a fluid was when it was asked.
typedef struct gfHealth {
    uint64_t stepCount;                     ///< gfStepInfo.stepCount then
    uint64_t nonfinite;                     ///< in all fields; 0: it is well
    int32_t fieldCount;                     ///< of `fields`
    gfFieldHealth fields[GF_HEALTH_FIELDS]; ///< those that there are
} gfHealth;

/// Asks how the fluid is, without waiting. Where GF_QUERY_RING answers are under way nothing is asked, which is no
/// failure. The first call makes what it needs. The context must be current.
/// False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_RequestHealth(gfFluid *fluid);

/// Without waiting: READY fills `health` with the newest answer that has come since the last call; PENDING: there is
/// none. The context must be current. FAILED: NULL_ARGUMENT, GL.
GF_API gfReadStatus gfFluid_PollHealth(gfFluid *fluid, gfHealth *health);

/// Asks and waits for the GPU: for tests and tools. The context must be current.
/// False: as gfFluid_RequestHealth.
GF_API bool gfFluid_GetHealthBlocking(gfFluid *fluid, gfHealth *health);

/// Replaces what is not finite by the mean of the finite values around it, or by 0 where there
/// are none; all else stays as it is, to the last bit. Does not wait, and takes a texture for a moment. The context
/// must be current. False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER; what it got to is repaired.
GF_API bool gfFluid_Repair(gfFluid *fluid);

/// As gfFluid_RequestHealth.
GF_API bool gfFluid3D_RequestHealth(gfFluid3D *fluid);

/// As gfFluid_PollHealth.
GF_API gfReadStatus gfFluid3D_PollHealth(gfFluid3D *fluid, gfHealth *health);

/// As gfFluid_GetHealthBlocking.
GF_API bool gfFluid3D_GetHealthBlocking(gfFluid3D *fluid, gfHealth *health);

/// As gfFluid_Repair. A particle whose place was no number goes between those beside it in memory, which were near it.
GF_API bool gfFluid3D_Repair(gfFluid3D *fluid);

#ifdef __cplusplus
}
#endif
#endif
