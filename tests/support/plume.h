/// The reference smoke: a plume of three colours rises from the floor, leans to the right and parts at a disc. Tests
/// that need some smoke take this one, so that the demo's scenes are free to look better. It is never changed for
/// looks, and nothing of it is symmetric: a mirrored axis and a wrong sign show.
#pragma once

#include "scenes/scene.h"

/// A scene of GF_SOLVER_GRID as the demo's are, which is not in their table.
extern const SceneInfo plumeScene;

/// The reference smoke by its name, `plume`, or a scene of the demo by its own; null: there is none of that name.
const SceneInfo *Plume_FindScene(const char *name);
