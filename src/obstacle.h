// Solids of a fluid: the list, and the textures that passes read them from. (solid.h is the public header.)
#ifndef GF_OBSTACLE_H
#define GF_OBSTACLE_H

#include "gpufluid/solid.h"

#include "edge.h"
#include "shape.h"
#include "slots.h"

typedef struct gfObstacle {
    gfSolidDef def;
    gfTexture mask; // of our own, for solids made from an image
} gfObstacle;

typedef struct gfObstacles {
    gfSlots list; // gfObstacle
    bool dirty;   // the list or an edge changed since the textures were drawn
    int count;
    bool moving;         // some solid moves, or some side is an inflow: wallVelocity matters
    gfTexture table;     // what solids are like, see shaders/solid/table.glsl
    gfPingPong distance; // nearest solid: signed distance, m, and its column in the table; at cell centres: [0]
    gfPingPong corners;  // the same at cell corners
    gfTexture faces;     // open shares and wall velocity, see shaders/solid/faces.frag: one texel more than cells
    gfTexture wallVelocity;
    gfTarget facesTarget;
    gfTexture links; // of the lattice of cells, see shaders/common/links.glsl
    gfTarget linksTarget;
} gfObstacles;

// Where the textures lie, and what the sides of the domain are.
typedef struct gfObstacleDomain {
    gfVec2 origin;
    float cellSize, ambientTemperature;
    const gfEdges *edges;
} gfObstacleDomain;

void gfObstacles_Init(gfObstacles *obstacles);
void gfObstacles_Destroy(gfDevice *device, gfObstacles *obstacles);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// Makes the textures for a grid and marks them dirty. On failure (reported) the old ones stay.
bool gfObstacles_Resize(gfDevice *device, gfObstacles *obstacles, int cellsX, int cellsY);
// Draws the textures if the list or the edges changed; true if they did.
bool gfObstacles_Update(gfDevice *device, gfObstacles *obstacles, const gfObstacleDomain *domain);
// Whether some solid may be long and thin, or so many stand together that they may be: then multigrid must keep its
// sides apart. Round ones are as small as they are thin, and need no such care.
bool gfObstacles_HaveThinWalls(const gfObstacles *obstacles);
// Around all solids, relative to the domain's corner, m; false if there are none.
bool gfObstacles_GetBounds(const gfObstacles *obstacles, gfVec2 origin, gfBounds *bounds);

#endif
