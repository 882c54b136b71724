/// Health finds values that are not finite (NaN, infinite) in a fluid, without waiting, and repairs them. Such values
/// come from a host's texture or a bad driver. They can't spread: the next step counts them as 0, and after it they are
/// gone. gfFluid_Repair before that step fills their place from its neighbours instead. Begin with
/// gfFluid_RequestHealth and gfFluid_PollHealth.
#ifndef GPUFLUID_HEALTH_H
#define GPUFLUID_HEALTH_H

#include "gpufluid/field.h"
#include "gpufluid/fluid.h"
#include "gpufluid/fluid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fields that a gfHealth describes.
#define GF_HEALTH_FIELDS 16

/// Health of one field that a solver keeps from step to step.
typedef struct gfFieldHealth {
    const char *name;   ///< name of the field, such as "velocity"; valid as long as the library
    uint64_t nonfinite; ///< values that are NaN or infinite
    float largest;      ///< largest magnitude of the other values, in the solver's own unit
} gfFieldHealth;

/// Health of a fluid at the time of the request.
typedef struct gfHealth {
    uint64_t stepCount;                     ///< gfStepInfo.stepCount at that time
    uint64_t nonfinite;                     ///< values that are NaN or infinite in all fields; 0: it is healthy
    int32_t fieldCount;                     ///< number of `fields` in use
    gfFieldHealth fields[GF_HEALTH_FIELDS]; ///< one for each field
} gfHealth;

/// Asks for the fluid's health without waiting; gfFluid_PollHealth has the answer some frames later. If GF_QUERY_RING
/// answers are in progress nothing is asked, which is no failure. The first call makes the objects that it needs. The
/// context must be current. False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API bool gfFluid_RequestHealth(gfFluid *fluid);

/// Looks, without waiting, for answers. READY fills `health` with the newest that has come since the last call;
/// PENDING: there is none. The context must be current. FAILED: NULL_ARGUMENT, GL.
GF_API gfPollStatus gfFluid_PollHealth(gfFluid *fluid, gfHealth *health);

/// Fills in the fluid's health and waits for the GPU: for tests and tools. The context must be current. False: as
/// gfFluid_RequestHealth.
GF_API bool gfFluid_GetHealthBlocking(gfFluid *fluid, gfHealth *health);

/// Replaces values that are not finite by the mean of the finite values around, or by 0 if there are none. All else
/// stays as it is, to the last bit. It does not wait, and takes a texture for a moment. The context must be current.
/// False: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER; fields that were reached are repaired.
GF_API bool gfFluid_Repair(gfFluid *fluid);

/// See gfFluid_RequestHealth. False: as there.
GF_API bool gfFluid3D_RequestHealth(gfFluid3D *fluid);

/// See gfFluid_PollHealth. FAILED: as there.
GF_API gfPollStatus gfFluid3D_PollHealth(gfFluid3D *fluid, gfHealth *health);

/// See gfFluid_GetHealthBlocking. False: as there.
GF_API bool gfFluid3D_GetHealthBlocking(gfFluid3D *fluid, gfHealth *health);

/// See gfFluid_Repair. A particle whose position is not finite is put between its neighbours in memory. False: as
/// there.
GF_API bool gfFluid3D_Repair(gfFluid3D *fluid);

#ifdef __cplusplus
}
#endif
#endif
