// What a fluid hands to its solver: where it is, and what the host put into it. Solvers only read it.
#ifndef GF_BODY_H
#define GF_BODY_H

#include "gpufluid/fluid.h"

#include "domain/boundary.h"
#include "domain/frame.h"
#include "domain/solids.h"
#include "domain/sources.h"

typedef struct gfBody {
    gfDevice *device;
    uint32_t number; // unique in the process; handles carry it
    gfFluidDef def;
    gfSources sources;
    gfFrame frame;
    gfSolids solids; // its textures are up to date whenever a solver is called
} gfBody;

// Where sources act on fields with one value a cell; the caller says which fields, programs and inputs.
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
