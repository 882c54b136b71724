// gfBody, what solvers see of a fluid and only read: definition, sources, solids, boundaries, frame of reference.
#ifndef GF_BODY_H
#define GF_BODY_H

#include "gpufluid/fluid.h"
#include "gpufluid/moving.h"

#include "fluid/solids/solids.h"
#include "fluid/sources.h"

// --- sides -----------------------------------------------------------------------------------------------------------

// The four sides of the domain. Arrays with a value for each side have them in the order left, right, bottom, top.

#define GF_SIDES 4

static inline const gfBoundary *gfBoundaries_Get(const gfBoundaries *boundaries, int side)
{
    const gfBoundary *const sides[GF_SIDES] = {&boundaries->left, &boundaries->right, &boundaries->bottom,
                                               &boundaries->top};
    return sides[side];
}

// The value of a uniform that tells shaders which sides have some property: 1 if a side has it, else 0.
typedef struct gfSideFlags {
    float value[GF_SIDES];
} gfSideFlags;

gfSideFlags gfBoundaries_Are(const gfBoundaries *boundaries, gfBoundaryKind kind);
// Returns 1 for sides through which the flow is prescribed (walls and inflows), 0 for open and periodic sides.
gfSideFlags gfBoundaries_AreClosed(const gfBoundaries *boundaries);
bool gfBoundaries_Any(const gfBoundaries *boundaries, gfBoundaryKind kind);
bool gfBoundaries_Equal(const gfBoundaries *a, const gfBoundaries *b);
bool gfBoundaries_Wrap(const gfBoundaries *boundaries, int axis);
bool gfBoundaries_Check(const gfCore *core, const gfBoundaries *boundaries, int cellsX, int cellsY, const char *caller);
// Fills in the speed at which fluid enters, m/s towards +x or +y, at GF_INFLOW_VALUES places along each side:
// speeds[place][side]. For a parabolic profile all places get the mean speed, and the shader forms the parabola.
void gfBoundaries_Inflow(const gfBoundaries *boundaries, float speeds[GF_INFLOW_VALUES][GF_SIDES]);

// --- frame of reference ----------------------------------------------------------------------------------------------

// A moving and turning frame of reference may carry the domain, such as a tank on a ship. Then inertia acts on the
// fluid; the forces are computed in the domain's axes, which turn with the frame.

// The frame of reference of one fluid, and its forces in the present step. Zeroed: it is at rest and never moved.
typedef struct gfFrame {
    gfFrameDef def;
    bool used;               // the host has set a frame of reference
    bool turns;              // the frame turns or has turned, so that programs with turning forces are needed
    gfVec2 impulse;          // change of the frame's velocity that no step has acted on yet, world axes, m/s
    float spin;              // change of the frame's angular velocity that no step has acted on yet, radians/s
    gfVec2 bodyAcceleration; // acceleration that the fluid feels everywhere in this step, domain's axes, m/s^2
    float rate, angular;     // angular velocity of the frame, radians/s, and its angular acceleration, radians/s^2
} gfFrame;

// Computes the forces of inertia of the next step of `dt` seconds, from all changes of velocity since the last step.
void gfFrame_Advance(gfFrame *frame, float dt);
// Drops changes of the frame's velocity that no step has acted on yet, so that they push no fluid.
void gfFrame_Reset(gfFrame *frame);
// Returns a direction, given in world axes, in the axes of the domain, which turn with the frame.
gfVec2 gfFrame_Turn(const gfFrame *frame, gfVec2 world);
// Returns gravity as the fluid feels it, in the domain's axes: `gravity`, turned, less the frame's acceleration; m/s^2.
gfVec2 gfFrame_GetGravity(const gfFrame *frame, gfVec2 gravity);
// The value of the uniform u_turning of shaders/common/turning.glsl: pivot x and y, angular velocity, angular
// acceleration. Places count from `corner` (world, m) in units of `length` m, and times are in units of `time` s.
typedef struct gfTurning {
    float value[4];
} gfTurning;
gfTurning gfFrame_GetTurning(const gfFrame *frame, gfVec2 corner, float length, float time);

// --- body ------------------------------------------------------------------------------------------------------------

// How a fluid belongs to a group of fluids that are stepped together. The group's textures hold the fields of all
// members. A member's fields are copied to the fluid's own textures only when something reads or changes it alone.
typedef struct gfMembership {
    void *group; // the solver's state for the whole group, made by gfGroupCalls.create
    int number;  // index of this fluid in the group
    // Which of the fluid's own textures are older than the group's; the solver gives each bit its meaning.
    uint32_t stale;
    bool changed; // the fluid's own state was changed, and must be copied to the group's textures before the next step
} gfMembership;

typedef struct gfBody {
    gfDevice *device;
    uint32_t number; // number of the fluid, unique in the process; handles of its solids and emitters carry it
    gfFluidDef def;
    gfSources sources;
    gfFrame frame;
    gfSolids solids;      // the solids; their textures are up to date whenever a call of the solver runs
    gfMembership *member; // how the fluid belongs to a group of fluids; null: it is in none
} gfBody;

// Returns a target for sources on fields with one value a cell. The caller adds the fields, the shader and its inputs.
static inline gfSourceTarget gfBody_SourceTarget(const gfBody *body)
{
    float h = body->def.cellSize;
    return (gfSourceTarget){.splats = true,
                            .origin = body->def.origin,
                            .texelSize = {h, h},
                            .block = 1,
                            .cellsPerTexel = {1.0f, 1.0f},
                            .cellSize = h};
}

// --- faces -----------------------------------------------------------------------------------------------------------

// On a staggered grid velocities lie on faces between cells. A texture tells how far solids and sides leave each open.

// Where gfFaces_Draw draws. The textures have one texel more than the grid has cells along each axis.
typedef struct gfFacesTarget {
    bool held;       // the fluid is viscous, so no-slip walls hold fluid on faces beside them
    gfPair *corners; // signed distance to the nearest solid at the corners of cells, m
    const gfTexture *faces, *wallVelocity;
} gfFacesTarget;

// Draws the open fractions of faces and the velocities of walls, in the tiles where solids changed (gfSolids_GetTiles).
// `shapes`: false if solids changed only their velocities in these tiles, so that distances at corners stay.
void gfFaces_Draw(gfDevice *device, const gfSolids *solids, const gfBoundaries *boundaries, const gfFacesTarget *target,
                  bool shapes);

#endif
