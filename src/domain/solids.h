// Solids of a fluid: the list, and the textures that passes read them from. (solid.h is the public header.)
#ifndef GF_SOLIDS_H
#define GF_SOLIDS_H

#include "gpufluid/solid.h"

#include "base/slots.h"
#include "domain/shape.h"

typedef struct gfSolid {
    gfSolidDef def;
    gfTexture mask; // of our own, for solids made from an image
} gfSolid;

typedef struct gfSolids {
    gfSlots list;     // gfSolid
    uint64_t version; // one more with every change of the list; those who draw from it compare
    int count;
    bool moving;     // some solid moves, as of the last update
    gfTexture table; // what solids are like, see shaders/solid/table.glsl
    gfPair distance; // at cell centres, `read`: signed distance to the nearest solid, m, and its column in the table
    uint64_t drawnVersion; // 0: the textures are not drawn
    float drawnAmbient;
} gfSolids;

// Where the textures lie.
typedef struct gfSolidsDomain {
    gfVec2 origin;
    float cellSize, ambientTemperature;
} gfSolidsDomain;

void gfSolids_Init(gfSolids *solids);
void gfSolids_Destroy(gfDevice *device, gfSolids *solids);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// Makes the textures for a grid; they are drawn by the next update. On failure (reported) the old ones stay.
bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY);
// Draws table and distance if the list changed. False and reported on failure; it is tried again the next time.
bool gfSolids_Update(gfDevice *device, gfSolids *solids, const gfSolidsDomain *domain);
// Draws distances elsewhere: `offset` is the place of the first texel's centre, cells.
void gfSolids_DrawDistance(gfDevice *device, const gfSolids *solids, const gfSolidsDomain *domain, gfPair *field,
                           float offset);
// Whether some solid may be long and thin, or so many stand together that they may be: then multigrid must keep its
// sides apart. Round ones are as small as they are thin, and need no such care.
bool gfSolids_HaveThinWalls(const gfSolids *solids);
// Null: there is no such solid any more. Reports nothing.
const gfSolid *gfSolids_Find(const gfSolids *solids, gfSolidId id);
// Whether a shape lies wholly in one solid that is a shape, as far as its centre and outermost points tell.
bool gfSolids_Cover(const gfSolids *solids, const gfShape *shape);
// Around all solids, relative to the domain's corner, m; false if there are none.
bool gfSolids_GetBounds(const gfSolids *solids, gfVec2 origin, gfBounds *bounds);

#endif
