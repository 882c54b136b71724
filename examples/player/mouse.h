/// The mouse: it stirs, and turns what is seen in perspective.
#ifndef PLAYER_MOUSE_H
#define PLAYER_MOUSE_H

#include "input.h"

#include "scenes/scene.h"

/// What the mouse did last. All zero: nothing yet.
typedef struct Mouse {
    bool stirring, orbiting;
    gfVec2 cursor; ///< last place, m, or in clip space of scenes in perspective
    double x, y;   ///< the same in window coordinates
    int stroke;    ///< strokes so far
} Mouse;

/// Once a frame of `dt` seconds. The left button stirs, if `stirs`; the right one, or Shift with the left one, turns a
/// diorama.
void Mouse_Move(Mouse *mouse, const Pointer *pointer, const InputSize *size, Scene *scene, float dt, bool stirs);

/// The place of the fluid that is under a point of the window, m; of dioramas on the water. False: there is none.
bool Mouse_FindPlace(const Scene *scene, const InputSize *size, double x, double y, gfVec2 *place);

/// Nearer by so many notches of the wheel.
void Mouse_Zoom(Scene *scene, float notches);

#endif
