/// Groups step many small fluids of GF_SOLVER_GRID together, such as the fires of sixteen torches: a step costs as much
/// as that of one fluid with as many cells. Begin with gfCreateFluidGroup; gfFluidGroup_GetMember has the fluids.
#ifndef GPUFLUID_GROUP_H
#define GPUFLUID_GROUP_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fluids in a group. Their fields share one texture, whose largest size limits them, too.
#define GF_GROUP_MAX 256

/// Fluids of one definition that are stepped together. Opaque.
typedef struct gfFluidGroup gfFluidGroup;

/// Makes `count` fluids (1 to GF_GROUP_MAX) of a definition, at rest. Each is a gfFluid, with sources, solids, gravity,
/// acceleration and rigid bodies of its own. Each is drawn, asked, read, written, reset, scrolled, saved and loaded
/// like any other, and moves as it would alone, within rounding (also that of the GPU's filters). The differences are:
///   - gfFluidGroup_Step steps them and gfDestroyFluidGroup frees them. gfFluid_Step, _StepOnce, _Resize,
///     gfDestroyFluid, and a frame that turns (gfFluid_SetFrame) are UNSUPPORTED.
///   - Step, sides and tunables stay those of the definition. gfFluid_SetDef may change only grid.gravity and
///     grid.acceleration. A loaded snapshot must agree with that, too.
///   - grid.temperatureDiffusivity must be 0. With grid.cflLimit the fastest fluid decides how all steps are cut.
///   - If one fluid has thin walls (gfSolidDef.shape) or one-way sources, the pressure of all is solved with more care.
///     This costs more, and results then differ in the last bits.
///   - The first call that reads or draws a fluid after a step copies it: draw only fluids that are seen. Changes by
///     calls for one fluid, except sources and solids, are copied back by the next step.
///   - Each takes twice the memory of a single fluid.
/// The context must be current. Null: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also if so many fluids don't fit),
/// UNSUPPORTED, and as gfCreateFluid.
GF_API gfFluidGroup *gfCreateFluidGroup(gfDevice *device, const gfFluidDef *def, int32_t count);

/// Frees the group and its fluids, as gfDestroyFluid does. Null is allowed. gfDestroyDevice frees groups, too.
GF_API void gfDestroyFluidGroup(gfFluidGroup *group);

/// Returns the number of fluids; 0 for a null group. Reports nothing and needs no context.
GF_API int32_t gfFluidGroup_GetCount(const gfFluidGroup *group);

/// Returns fluid `index`, from 0; it lives as long as the group. Needs no context. Null: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API gfFluid *gfFluidGroup_GetMember(gfFluidGroup *group, int32_t index);

/// Steps all fluids as gfFluid_Step does, on one clock, which no reset of one fluid turns back. The context must be
/// current. False: as gfFluid_Step.
GF_API bool gfFluidGroup_Step(gfFluidGroup *group, float dt);

/// Runs exactly one step of all fluids, whatever the clock. The context must be current. False: as gfFluid_Step.
GF_API bool gfFluidGroup_StepOnce(gfFluidGroup *group);

/// Returns the state of the group's clock. All 0 for a null group. Reports nothing and needs no context.
GF_API gfStepInfo gfFluidGroup_GetStepInfo(const gfFluidGroup *group);

#ifdef __cplusplus
}
#endif

#endif
