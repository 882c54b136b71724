/// Particles by formula, a pool and drops, as a solver gives them to drawings.
#pragma once

#include "support/fixture.h"

#include "fluid/field.h"
#include "gl/texture.h"

typedef struct Pool {
    gfTexture place, velocity, tags, count;
    gfParticleView view;
} Pool;

/// The contents of a Pool; lengths in metres. The pool lies from (0, 0, 0) to (width, depth, length).
typedef struct PoolDef {
    float width, depth, length; ///< 0: no pool
    float spacing;
    float drops[8][3]; ///< single particles at rest, each alone
    int dropCount;
} PoolDef;

/// Fails the test on an error.
Pool Pool_Make(gfDevice *device, const PoolDef *def);
/// Returns the view for drawings; valid until the Pool struct moves.
const gfParticleView *Pool_View(Pool *pool);
void Pool_Free(gfDevice *device, Pool *pool);

/// Matrices of a camera, column-major: a view from `eye` towards `target`, and a perspective.
void Pool_LookAt(const float eye[3], const float target[3], float view[16]);
void Pool_Perspective(float degrees, float aspect, float nearest, float farthest, float projection[16]);

/// Depth in a perspective: from -1 to 1, from 1 (near) to 0 (infinity), or from 0 to 1.
typedef enum PoolDepth { POOL_DEPTH_GL, POOL_DEPTH_REVERSED, POOL_DEPTH_ZERO_TO_ONE, POOL_DEPTH_COUNT } PoolDepth;
void Pool_PerspectiveOf(PoolDepth kind, float degrees, float nearest, float farthest, float projection[16]);

/// The depth, 0 to 1, of a point `distance` metres away in such a perspective.
float Pool_GetDepth(PoolDepth kind, const float projection[16], float distance);
