// Solids of a fluid: the list, and the textures that passes read them from. (solid.h is the public header.)
#ifndef GF_OBSTACLE_H
#define GF_OBSTACLE_H

#include "gpufluid/solid.h"

#include "shape.h"
#include "slots.h"

typedef struct gfObstacle {
    gfSolidDef def;
    gfTexture mask; // of our own, for solids made from an image
} gfObstacle;

typedef struct gfObstacles {
    gfSlots list; // gfObstacle
    bool dirty;   // the list changed since the textures were drawn
    int count;
    gfPingPong distance; // signed distance, m, at cell centres: [0]
    gfTexture faces;     // open share of left and bottom faces, one texel more than cells each way
    gfTarget facesTarget;
    gfTexture faceBits; // the same in 2 x 2 blocks, see shaders/common/packed.glsl
    gfTarget faceBitsTarget;
} gfObstacles;

void gfObstacles_Init(gfObstacles *obstacles);
void gfObstacles_Destroy(gfDevice *device, gfObstacles *obstacles);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// Makes the textures for a grid and marks them dirty. On failure (reported) the old ones stay.
bool gfObstacles_Resize(gfDevice *device, gfObstacles *obstacles, int cellsX, int cellsY);
// Draws the textures if the list changed; true if it did.
bool gfObstacles_Update(gfDevice *device, gfObstacles *obstacles, gfVec2 origin, float cellSize);

#endif
