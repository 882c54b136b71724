/// libgpufluid: real-time fluid in fragment shaders, for a game that owns its own window and GL context.
///
/// Order of use: make a gfDevice from the current GL context (device.h), then a gfFluid on it (fluid.h). Add sources
/// and solids (source.h, solid.h; both are made of shapes, shape.h). Each frame call gfFluid_Step, then gfFluid_Draw
/// (draw.h).
/// Units are metres, seconds and kelvin. Y points up. Angles are radians, counter-clockwise.
///
/// Conventions of all comments: a definition (gf...Def) comes from its gfDefault...() function and is then changed.
/// "False:", "Null:" or "None on failure:" lists the GF_ERROR_ codes of a call; gfGetLastError has the code and a
/// message. A call that needs its context current may also report WRONG_CONTEXT or CONTEXT_LOST; gfDestroy... calls
/// forget GL objects then instead of deleting them. A number outside its range is refused (OUT_OF_RANGE), never
/// clamped, unless the comment says so. A null pointer or handle is refused likewise.
#ifndef GPUFLUID_GPUFLUID_H
#define GPUFLUID_GPUFLUID_H

#include "gpufluid/base.h"
#include "gpufluid/collision3d.h"
#include "gpufluid/coupling.h"
#include "gpufluid/device.h"
#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"
#include "gpufluid/draw_surface.h"
#include "gpufluid/field.h"
#include "gpufluid/fluid.h"
#include "gpufluid/fluid3d.h"
#include "gpufluid/game_frame.h"
#include "gpufluid/governor.h"
#include "gpufluid/group.h"
#include "gpufluid/health.h"
#include "gpufluid/moving.h"
#include "gpufluid/optical_flow.h"
#include "gpufluid/particle_groups.h"
#include "gpufluid/particles.h"
#include "gpufluid/prepare.h"
#include "gpufluid/query.h"
#include "gpufluid/rigid_body.h"
#include "gpufluid/rigid_body3d.h"
#include "gpufluid/shallow.h"
#include "gpufluid/shape.h"
#include "gpufluid/snapshot.h"
#include "gpufluid/solid.h"
#include "gpufluid/solid3d.h"
#include "gpufluid/source.h"
#include "gpufluid/source3d.h"
#include "gpufluid/tracers.h"

#endif
