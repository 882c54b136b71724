// Solids of a gfFluid3D: the list, and the table of it that passes read (shaders/particles/solids3d.glsl).
// (solid3d.h is the public header.)
#ifndef GF_SOLIDS3D_H
#define GF_SOLIDS3D_H

#include "base/slots.h"
#include "ext/fluid3d/shape3d.h"
#include "gl/texture.h"
#include "solvers/particles/sph.h"

// Number of rows of the table; each solid has a column.
#define GF_SOLID3D_ROWS 5

typedef struct gfSolid3D {
    gfSolid3DDef def;
    gfShape3DPose now, target;
    bool ofBody; // a rigid body's: it is there at the end of each step
} gfSolid3D;

typedef struct gfSolids3D {
    gfSlots list; // gfSolid3D
    int count;
    uint64_t version, drawnVersion; // one more with every change
    gfTexture table;
} gfSolids3D;

bool gfSolids3D_Create(gfDevice *device, gfSolids3D *solids);
void gfSolids3D_Destroy(gfDevice *device, gfSolids3D *solids);
bool gfSolid3D_Check(const gfCore *core, const gfSolid3DDef *def, const char *caller);
// Returns a new solid that is where its definition says.
gfSolid3D gfSolid3D_Make(const gfSolid3DDef *def);
// Gives a solid a new place, to which it goes during the next step.
void gfSolid3D_Set(gfSolid3D *solid, const gfSolid3DDef *def);
// Returns whether a shape lies wholly in one solid, at the place that it goes to.
bool gfSolids3D_Cover(const gfSolids3D *solids, const gfShape3D *shape);

// Moves all solids by 1 / `remaining` of their way that is left, those of bodies by 1 / `inStep`.
void gfSolids3D_Advance(gfSolids3D *solids, int remaining, int inStep);
// Fills the table, in cells of `cellSize` of a container; `moved`: it is not where it was. False and reported on
// failure.
bool gfSolids3D_Update(gfDevice *device, gfSolids3D *solids, const gfContainerPose *pose, double cellSize, bool moved);

#endif
