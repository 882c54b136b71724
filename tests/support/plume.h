/// The reference smoke: a plume of three colours rises from the floor, leans to the right and parts at a disc. Tests
/// that need smoke take this one, so that the demo's scenes may change for looks, and it must not. It has no symmetry,
/// so that a mirrored axis or a wrong sign shows.
#pragma once

#include "scenes/scene.h"

/// A scene of GF_SOLVER_GRID, not in the demo's table.
extern const SceneInfo plumeScene;

/// The reference water, of GF_SOLVER_WATER: a dam of one colour breaks over a puddle of another, a drop falls on a disc,
/// and a jet goes up into spray.
extern const SceneInfo breakerScene;

/// A reference by its name, `plume` or `breaker`, or a scene of the demo by its own; null: there is none of that name.
const SceneInfo *Plume_FindScene(const char *name);
