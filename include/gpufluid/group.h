/// Many small fluids, such as the fires of sixteen torches, stepped in the passes of one: a step costs what one fluid
/// of as many cells costs, however many they are. GF_SOLVER_GRID only.
#ifndef GPUFLUID_GROUP_H
#define GPUFLUID_GROUP_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fluids in a group; the context's largest texture limits them too, for their fields lie side by side in one.
#define GF_GROUP_MAX 256

/// Fluids of one definition that are stepped together. Opaque.
typedef struct gfFluidGroup gfFluidGroup;

/// Makes `count` fluids (1 to GF_GROUP_MAX) of a definition, at rest. Each is a gfFluid, with sources, solids, gravity,
/// acceleration and rigid bodies of its own, that is drawn, asked, read, written, reset, scrolled, saved and loaded
/// like any other. It moves as it would alone, within rounding, also that of the GPU's filters. Other than that:
///   - They are stepped by gfFluidGroup_Step, and destroyed by gfDestroyFluidGroup. gfFluid_Step, _StepOnce, _Resize,
///     _SetFixedStep, gfDestroyFluid, and a frame that turns (gfFluid_SetFrame) are UNSUPPORTED.
///   - Sides and tunables are those of the definition: gfFluid_SetGridParams may change `gravity` and `acceleration`
///     alone, and gfFluid_SetBoundaries nothing. A snapshot that is loaded must be of such a fluid, too.
///   - grid.temperatureDiffusivity must be 0. With grid.cflLimit the fastest of them decides how all are cut into
///   substeps.
///   - Thin walls and one-way sources of one fluid have the pressure of all found with more care (gfFluid_AddSolid),
///   which costs more, and is not to the last bit what a fluid without would have.
///   - After a step what a call reads or draws of a fluid is copied first, once: draw those that are seen. Fluids that
///     the host changed by calls for one fluid, but for sources and solids, are copied back by the next step.
///   - Each takes as much memory again as alone.
/// The context must be current. Null: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also where they don't fit), UNSUPPORTED, and
/// as gfCreateFluid.
GF_API gfFluidGroup *gfCreateFluidGroup(gfDevice *device, const gfFluidDef *def, int32_t count);

/// Frees the group and its fluids, as gfDestroyFluid does. Null is allowed. gfDestroyDevice does it for all.
GF_API void gfDestroyFluidGroup(gfFluidGroup *group);

/// How many fluids there are; 0 for a null group. Reports nothing and needs no context.
GF_API int32_t gfFluidGroup_GetCount(const gfFluidGroup *group);

/// Fluid `index`, from 0; it is there as long as the group. Needs no context. Null: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API gfFluid *gfFluidGroup_GetMember(gfFluidGroup *group, int32_t index);

/// Steps all of them, as gfFluid_Step: by fixed substeps on a clock that they have in common, which no reset of one
/// fluid turns back. The context must be current. False: as gfFluid_Step.
GF_API bool gfFluidGroup_Step(gfFluidGroup *group, float dt);

/// Runs exactly one fixed substep of all, whatever the clock. The context must be current. False: as gfFluid_Step.
GF_API bool gfFluidGroup_StepOnce(gfFluidGroup *group);

/// What the group's clock has done. All 0 for a null group. Reports nothing and needs no context.
GF_API gfStepInfo gfFluidGroup_GetStepInfo(const gfFluidGroup *group);

#ifdef __cplusplus
}
#endif

#endif
