/// Draws meshes: the things that stand in and around a diorama. Heights are along z. Not part of the library.
#ifndef SCENES_PEN_H
#define SCENES_PEN_H

#include "scenes/land.h"

/// A mesh that grows. All zero: empty.
typedef struct Pen {
    SceneMesh mesh;
    int vertexRoom, indexRoom;
    bool failed; ///< no memory: what was drawn is not whole
} Pen;

uint32_t Pen_AddVertex(Pen *pen, gfVec3 place, gfVec3 normal, gfVec3 color);
void Pen_AddTriangle(Pen *pen, uint32_t a, uint32_t b, uint32_t c);
void Pen_AddQuad(Pen *pen, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// Normals by the triangles from `firstIndex` on, of the vertices from `firstVertex` on.
void Pen_Smooth(Pen *pen, int firstVertex, int firstIndex);

/// A box, turned by `turn` about its upright axis.
void Pen_AddBox(Pen *pen, gfVec3 centre, gfVec3 half, float turn, gfVec3 color);

/// A solid of revolution about the upright through `base`: `profile` is radius and height of `count` rings.
void Pen_AddTurned(Pen *pen, gfVec3 base, const gfVec2 *profile, int count, gfVec3 color);

/// A round beam, closed at its end; its two ends may differ in radius.
void Pen_AddBeam(Pen *pen, gfVec3 from, gfVec3 to, float fromRadius, float toRadius, gfVec3 color);

/// A boulder over an outline, from `bottom` up to `top`; it covers all of the outline up to half its height.
void Pen_AddRock(Pen *pen, const gfShape *outline, float bottom, float top, gfVec3 color, unsigned seed);

/// A lump: leaves of a bush, a head of flowers.
void Pen_AddLump(Pen *pen, gfVec3 centre, gfVec3 radii, float roughness, gfVec3 color, unsigned seed);

/// A blade of grass or a reed that leans over towards `lean` (m, its tip's way from above its root).
void Pen_AddBlade(Pen *pen, gfVec3 root, float height, gfVec2 lean, float width, gfVec3 color);

/// A flat round leaf with a notch.
void Pen_AddPad(Pen *pen, gfVec3 centre, float radius, float turn, gfVec3 color);

/// A flower of pointed petals.
void Pen_AddFlower(Pen *pen, gfVec3 centre, float radius, gfVec3 color);

/// A conifer, and a palm.
void Pen_AddPine(Pen *pen, gfVec3 root, float height, gfVec3 color, unsigned seed);
void Pen_AddPalm(Pen *pen, gfVec3 root, float height, gfVec2 lean, unsigned seed);

/// A house with a ridged roof: `half` is of its walls, the ridge runs along x before it is turned.
void Pen_AddHouse(Pen *pen, gfVec3 centre, gfVec3 half, float turn, gfVec3 wall, gfVec3 roof);

/// An outline of `corners` (at most GF_POLYGON_MAX) about a centre, irregular as a boulder's; stretched along `turn`.
gfShape Pen_MakeOutline(gfVec2 centre, float reach, float stretch, float turn, int corners, unsigned seed);

/// Ground as a sheet over a rectangle, in squares of this size.
void Pen_AddSheet(Pen *pen, const Scene *scene, gfVec2 low, gfVec2 high, float size, LandGroundFn *ground,
                  LandColorFn *color);

/// Ground of a diorama, which is a block of the domain's size.
typedef struct PenGround {
    LandGroundFn *height;
    LandColorFn *color;
    const float *light; ///< towards the sun
} PenGround;

/// Hands what was drawn to the scene, each thing in the shade of the others and of the ground, and sets the ground.
/// False: no memory, or the fluid has no ground.
bool Pen_SetScenery(Pen *pen, Scene *scene, const PenGround *ground);

/// Hands what was drawn to the scene. False: no memory, or no room for a mesh.
bool Pen_Finish(Pen *pen, Scene *scene);

#endif
