/// A uniform and a smooth field of dye carried past a solid, and the errors beside the solid.
#pragma once

#include "support/flow.h"

/// Plates are three thin boxes at different angles.
typedef enum WallsSolid { WALLS_DISC, WALLS_BOX, WALLS_PLATES } WallsSolid;

typedef struct WallsCase {
    int cells;      ///< a side, of a box of 1 m without sides
    float dyeScale; ///< texels of dye a cell
    gfQuality quality;
    gfAdvection advection;
    WallsSolid solid;
    float radius;     ///< cells; of a box half its side
    gfVec2 offset;    ///< cells, of its middle from that of the box
    float angle;      ///< of the wind, and boxes are turned by a third of it
    float cells_step; ///< by which the wind moves in a step
    int way;          ///< cells that it moves in all
} WallsCase;

typedef struct WallsResult {
    double uneven;    ///< largest departure of the even dye, of 1, after any step
    double least;     ///< of the smooth dye, which began between 0 and 1
    double most;      ///< the same
    double drift;     ///< of the smooth dye's total, after any step
    double roughness; ///< of the smooth dye beside walls after 24 cells: rms of texels less their neighbours' mean
} WallsResult;

WallsResult Walls_Run(Fixture *fixture, const WallsCase *walls);
