// The part of a fluid that its solver sees: where it is, and what the host put into it. Solvers only read it.
#ifndef GF_BODY_H
#define GF_BODY_H

#include "gpufluid/fluid.h"

#include "fluid/boundary.h"
#include "fluid/frame.h"
#include "fluid/solids/solids.h"
#include "fluid/sources.h"

// The membership of a fluid in a group, whose textures hold the fluid's fields while it is stepped; they are copied to
// its own where somebody asks for them.
typedef struct gfMembership {
    void *group;    // the solver's state of all its fluids
    int number;     // index of the fluid in the group
    uint32_t stale; // its own textures that are older than the group's, as bits of the solver's
    bool changed;   // its own state was changed, and the group's is to take it over before a step
} gfMembership;

typedef struct gfBody {
    gfDevice *device;
    uint32_t number; // unique in the process; handles carry it
    gfFluidDef def;
    gfSources sources;
    gfFrame frame;
    gfSolids solids;      // its textures are up to date whenever a solver is called
    gfMembership *member; // null: it is in no group
} gfBody;

// Returns a target for sources that act on fields with one value a cell; the caller adds fields, programs and inputs.
static inline gfSourceTarget gfBody_SourceTarget(const gfBody *body)
{
    float h = body->def.cellSize;
    return (gfSourceTarget){.label = "sources",
                            .splats = true,
                            .origin = body->def.origin,
                            .texelSize = {h, h},
                            .block = 1,
                            .cellsPerTexel = {1.0f, 1.0f},
                            .cellSize = h};
}

#endif
