// The part of a fluid that its solver sees: definition, sources, solids, sides and frame of reference. Solvers only
// read it.
#ifndef GF_BODY_H
#define GF_BODY_H

#include "gpufluid/fluid.h"
#include "gpufluid/moving.h"

#include "fluid/solids/solids.h"
#include "fluid/sources.h"

// --- sides -----------------------------------------------------------------------------------------------------------

// The sides of the domain, in the order left, right, bottom, top.

#define GF_SIDES 4

static inline const gfBoundary *gfBoundaries_Get(const gfBoundaries *boundaries, int side)
{
    const gfBoundary *const sides[GF_SIDES] = {&boundaries->left, &boundaries->right, &boundaries->bottom,
                                               &boundaries->top};
    return sides[side];
}

// A uniform with 1 for every side of a kind and 0 for others.
typedef struct gfSideFlags {
    float value[GF_SIDES];
} gfSideFlags;

gfSideFlags gfBoundaries_Are(const gfBoundaries *boundaries, gfBoundaryKind kind);
// Returns 1 for sides whose flow is prescribed: walls and inflows.
gfSideFlags gfBoundaries_AreClosed(const gfBoundaries *boundaries);
bool gfBoundaries_Any(const gfBoundaries *boundaries, gfBoundaryKind kind);
// Returns whether all members of two sets of sides are equal.
bool gfBoundaries_Equal(const gfBoundaries *a, const gfBoundaries *b);
bool gfBoundaries_Wrap(const gfBoundaries *boundaries, int axis);
bool gfBoundaries_Check(const gfCore *core, const gfBoundaries *boundaries, int cellsX, int cellsY, const char *caller);
// Fills in the speeds of inflows, m/s towards +x or +y, at 16 places along each side: [place][side]. A parabola is told
// by its mean speed.
void gfBoundaries_Inflow(const gfBoundaries *boundaries, float speeds[GF_INFLOW_VALUES][GF_SIDES]);

// --- frame of reference ----------------------------------------------------------------------------------------------

// The frame of reference that carries a domain, and the forces of inertia on its fluid, in the domain's axes.

// The state of a frame. Zeroed: it is at rest and never moved.
typedef struct gfFrame {
    gfFrameDef def;
    bool used;               // a call has set it
    bool turns;              // it turns, or has turned
    gfVec2 impulse;          // change of velocity that no step has felt yet, world, m/s
    float spin;              // change of angular velocity that no step has felt yet, radians/s
    gfVec2 bodyAcceleration; // the same everywhere in this step, domain's axes, m/s^2
    float rate, angular;     // angular velocity, radians/s, and acceleration, radians/s^2
} gfFrame;

// Computes the forces of the next step of `dt` seconds, in which all earlier changes of velocity act.
void gfFrame_Advance(gfFrame *frame, float dt);
// Drops changes of velocity that no step has felt yet.
void gfFrame_Reset(gfFrame *frame);
// Returns a direction of the world in the domain's axes.
gfVec2 gfFrame_Turn(const gfFrame *frame, gfVec2 world);
// Returns gravity as the fluid feels it, m/s^2: turned, less the acceleration of the frame.
gfVec2 gfFrame_GetGravity(const gfFrame *frame, gfVec2 gravity);
// The uniform u_turning of shaders/common/turning.glsl. Places count from `corner` in units of `length` m, and times in
// units of `time` s.
typedef struct gfTurning {
    float value[4];
} gfTurning;
gfTurning gfFrame_GetTurning(const gfFrame *frame, gfVec2 corner, float length, float time);

// --- body ------------------------------------------------------------------------------------------------------------

// The membership of a fluid in a group. The group's textures hold the fluid's fields, and are copied to its own on
// demand.
typedef struct gfMembership {
    void *group;    // the solver's state of all fluids of the group
    int number;     // index of the fluid in the group
    uint32_t stale; // the fluid's own textures that are older than the group's, as bits of the solver
    bool changed;   // the fluid's own state was changed, and must be copied to the group before a step
} gfMembership;

typedef struct gfBody {
    gfDevice *device;
    uint32_t number; // unique in the process; handles carry it
    gfFluidDef def;
    gfSources sources;
    gfFrame frame;
    gfSolids solids;      // textures are up to date whenever a solver is called
    gfMembership *member; // null: the fluid is in no group
} gfBody;

// Returns a target for sources that act on fields with one value a cell; the caller adds fields, programs and inputs.
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

// Faces of the cells of a staggered grid: how far solids and the domain's sides leave them open.

// The textures of faces, of one texel more than cells each way.
typedef struct gfFacesTarget {
    bool held;       // the fluid is viscous, so that no-slip walls hold it
    gfPair *corners; // distance to solids at cell corners
    const gfTexture *faces, *wallVelocity;
} gfFacesTarget;

// Draws faces in the tiles of the solids' last lists. `shapes`: false if only velocities of solids changed there.
void gfFaces_Draw(gfDevice *device, const gfSolids *solids, const gfBoundaries *boundaries, const gfFacesTarget *target,
                  bool shapes);

#endif
