/// What stands in and round the harbour, and what floats there. Not part of the library.
#ifndef SCENES_HARBOUR_H
#define SCENES_HARBOUR_H

#include "scenes/pen.h"

/// Height of the quays over the water, m.
#define QUAY_TOP 0.050f

/// Lamps that the harbour has, the beacon among them.
#define QUAY_LAMPS 8

/// Cells that burn, over the whole domain.
#define HARBOUR_COLUMNS 48
#define HARBOUR_ROWS 27
#define HARBOUR_CELLS (HARBOUR_COLUMNS * HARBOUR_ROWS)

#define HARBOUR_FRAME (1.0f / 60.0f) // s

/// What burns, and what steers the boat.
struct Harbour {
    gfQuery *query;               ///< tells how much oil there is in each cell
    float oil[HARBOUR_CELLS];     ///< amounts of dye
    float burning[HARBOUR_CELLS]; ///< 0 to 1
    uint8_t mask[HARBOUR_CELLS];  ///< the same, as images have it: its first row is the highest
    float blaze;                  ///< sum of `burning`
    gfEmitterId eaten, burnt;     ///< take the oil that burns, and give its heat and smoke to the air
    int waypoint;                 ///< that the boat goes to
    int stuck, backing;           ///< frames that it hardly moves, and that it goes on to back
    float throttle;               ///< of its screw, about -1 to 1
};

/// A hull: `half` its width and its length over two, m.
typedef struct Hull {
    gfVec2 half;
    float draft, freeboard; ///< m
    float blunt;            ///< 0: its bow is sharp, 1: square
    gfVec3 side, deck, rim; ///< colours
} Hull;

/// The boat that drives, and those that are moored.
extern const Hull harbourBoat, harbourDinghy, harbourBarge;

/// Half the width of a hull at a place from its stern, -1, to its bow, 1, m.
float Hull_GetWidth(const Hull *hull, float along);

/// Its outline, convex, about its own middle; the bow is towards +x.
gfShape Hull_GetOutline(const Hull *hull);

/// Draws a hull with its deck, at rest in water of height 0: turned by `turn` at a place.
void Hull_Draw(Pen *pen, const Hull *hull, gfVec2 place, float turn);

/// Draws the boat that drives, about its own middle.
void Harbour_DrawBoat(Pen *pen);

/// Draws the other boats, and the barge that leaks.
void Harbour_DrawMoored(Pen *pen, const Scene *scene);

/// Draws a barrel about its own middle.
void Harbour_DrawBarrel(Pen *pen, gfVec3 color);
float Harbour_GetBarrelRadius(void);

/// A rectangle that stands in the water: quays, pier, boats that are moored. Null: there are no more.
const gfShape *Harbour_GetWall(const Scene *scene, int index, gfShape *shape);

/// How far a place is from all that stands in the water, m; below 0: in it.
float Harbour_GetRoom(const Scene *scene, gfVec2 place);

/// Draws quays, pier and all that stands on them, and the ground below the water.
void Harbour_DrawQuays(Pen *pen, const Scene *scene);

/// A lamp of the harbour; `time` (s) lets the beacon turn on and off.
SceneLight Harbour_GetLamp(const Scene *scene, int index, float time);

/// Makes the air, and all that burns in it; scene->harbour is there. False: it failed.
bool Harbour_MakeFire(Scene *scene);

/// Oil that has leaked before the scene begins; solids and water are there.
bool Harbour_PaintOil(Scene *scene);

/// A frame of leak and fire.
void Harbour_MoveFire(Scene *scene);

/// Adds the fire's light to scene->lights.
void Harbour_AddFireLights(Scene *scene);

/// A square of light that glows by itself: `u` and `v` are its half sides.
void Harbour_AddGlow(Pen *pen, gfVec3 centre, gfVec3 u, gfVec3 v, gfVec3 color);

#endif
