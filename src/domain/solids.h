// Solids of a fluid: the list, and the textures that passes read them from. (solid.h is the public header.)
#ifndef GF_SOLIDS_H
#define GF_SOLIDS_H

#include "gpufluid/solid.h"

#include "domain/boundary.h"
#include "domain/shape.h"
#include "base/slots.h"

typedef struct gfSolid {
    gfSolidDef def;
    gfTexture mask; // of our own, for solids made from an image
} gfSolid;

typedef struct gfSolids {
    gfSlots list; // gfSolid
    bool dirty;   // the list or an edge changed since the textures were drawn
    int count;
    bool moving;         // some solid moves, or some side is an inflow: wallVelocity matters
    gfTexture table;     // what solids are like, see shaders/solid/table.glsl
    gfPingPong distance; // nearest solid: signed distance, m, and its column in the table; at cell centres: [0]
    gfPingPong corners;  // the same at cell corners
    gfTexture faces;     // open shares and wall velocity, see shaders/solid/faces.frag: one texel more than cells
    gfTexture wallVelocity;
    gfTarget facesTarget;
    gfTexture weights; // of the lattice of cells, see shaders/multigrid/weights.glsl
    gfTarget weightsTarget;
} gfSolids;

// Where the textures lie, and what the sides of the domain are.
typedef struct gfSolidsDomain {
    gfVec2 origin;
    float cellSize, ambientTemperature;
    const gfBoundaries *boundaries;
} gfSolidsDomain;

void gfSolids_Init(gfSolids *solids);
void gfSolids_Destroy(gfDevice *device, gfSolids *solids);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// Makes the textures for a grid and marks them dirty. On failure (reported) the old ones stay.
bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY);
// Draws the textures if the list or the edges changed; true if they did.
bool gfSolids_Update(gfDevice *device, gfSolids *solids, const gfSolidsDomain *domain);
// Whether some solid may be long and thin, or so many stand together that they may be: then multigrid must keep its
// sides apart. Round ones are as small as they are thin, and need no such care.
bool gfSolids_HaveThinWalls(const gfSolids *solids);
// Around all solids, relative to the domain's corner, m; false if there are none.
bool gfSolids_GetBounds(const gfSolids *solids, gfVec2 origin, gfBounds *bounds);

#endif
