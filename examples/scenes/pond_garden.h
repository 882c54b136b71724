/// The garden round the pond: what is drawn there and throws shadows, but does nothing to the water. Not part of the
/// library.
#ifndef SCENES_POND_GARDEN_H
#define SCENES_POND_GARDEN_H

#include "scenes/pen.h"

/// How far the garden goes beyond the domain, m, and how wide the edge of stone round it is.
#define GARDEN_REACH 1.1f
#define GARDEN_EDGE 0.075f

/// Ground within the domain, from the deep of the pond up to its banks; zero is the water's level.
float Pond_GetGround(const Scene *scene, float x, float y);

/// The same, and the garden beyond.
float Garden_GetGround(const Scene *scene, float x, float y);

/// Colour of the pond's ground, and of what is beyond.
gfVec3 Pond_GetColor(const Scene *scene, float x, float y, float height, float slope);
gfVec3 Garden_GetColor(const Scene *scene, float x, float y, float height, float slope);

/// Draws what stands in the garden and on the banks.
void Garden_Draw(Pen *pen, const Scene *scene);

#endif
