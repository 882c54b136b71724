// The solver of gfFluid3D: particles in a container in 3D. They collide with solids, of which passes read the shapes
// from a table (shaders/particles/solids3d.glsl), with meshes, and with surfaces in a host's textures.
#ifndef GF_VOLUME_H
#define GF_VOLUME_H

#include "gpufluid/collision3d.h"
#include "gpufluid/draw3d.h"
#include "gpufluid/fluid3d.h"
#include "gpufluid/source3d.h"

#include "base/slots.h"
#include "fluid/field.h"
#include "fluid/records.h"
#include "fluid/sources.h"
#include "fluid/state.h"
#include "fluid/turn.h"
#include "gl/archive.h"
#include "gl/pass.h"
#include "gl/texture.h"
#include "solvers/particles/sph.h"

// --- shapes ----------------------------------------------------------------------------------------------------------

// Tables of the members of definitions in 3D, for checks and snapshots. They are in the generated members.inc.
extern const gfRecord gf_fluid3DDefRecord, gf_solid3DDefRecord, gf_source3DDefRecord, gf_rigidBody3DDefRecord,
    gf_draw3DDefRecord;
// The default drawing, but without matrices of a camera. gfDefaultDraw3DDef adds these.
extern const gfDraw3DDef gf_draw3DDefDefault;

// A shape in 3D at a place: a box with rounded edges. A sphere's inner box is a point, a capsule's a line along its y.
typedef struct gfShape3DPose {
    double centre[3];       // m
    gfTurn turn;            // from the shape's own axes to the world's
    double half[3], radius; // half sizes of the inner box along its axes, radius of the rounding around it, m
} gfShape3DPose;

// Returns whether a shape is valid; reports OUT_OF_RANGE. `caller`: name of the public function, for messages.
bool gfShape3D_Check(const gfCore *core, const gfShape3D *shape, const char *caller);
// Returns a shape's pose. A capsule, which looks alike turned about its length, gets the turn nearest to `from`.
gfShape3DPose gfShape3D_GetPose(const gfShape3D *shape, gfTurn from);
// Returns the distance of a place from the shape's surface, m; below 0 inside.
double gfShape3DPose_GetDistance(const gfShape3DPose *pose, const double place[3]);

// --- solids ----------------------------------------------------------------------------------------------------------

// A solid of a fluid in 3D, which moves from `now` to `target` during steps.
typedef struct gfSolid3D {
    gfSolid3DDef def;
    gfShape3DPose now, target;
    bool ofBody; // a rigid body's, which reaches its target in each step, not only at the end of a frame's last step
} gfSolid3D;

// The solids of a fluid, and the table from which passes read them.
typedef struct gfSolids3D {
    gfSlots list; // a list of gfSolid3D
    int count;
    uint64_t version, drawnVersion; // `version` grows by 1 with every change; the table has the state of `drawnVersion`
    gfTexture table; // RGBA32F, a column for each solid; its rows are told in shaders/particles/solids3d.glsl
} gfSolids3D;

bool gfSolids3D_Create(gfDevice *device, gfSolids3D *solids);
void gfSolids3D_Destroy(gfDevice *device, gfSolids3D *solids);
bool gfSolid3D_Check(const gfCore *core, const gfSolid3DDef *def, const char *caller);
// Makes a solid that is at rest at its definition's place.
gfSolid3D gfSolid3D_Make(const gfSolid3DDef *def);
// Changes a solid's definition, which becomes its target: it moves there during the next step.
void gfSolid3D_Set(gfSolid3D *solid, const gfSolid3DDef *def);
// Returns whether one of the solids, when it is at its target, covers a shape wholly.
bool gfSolids3D_Cover(const gfSolids3D *solids, const gfShape3D *shape);

// Moves solids to their targets at a substep: rigid bodies' by 1 / `inStep` of what remains, others by 1 / `remaining`.
void gfSolids3D_Advance(gfSolids3D *solids, int remaining, int inStep);
// Writes solids into the table if they changed or the container `moved`, in its axes and in cells of `cellSize` m.
bool gfSolids3D_Update(gfDevice *device, gfSolids3D *solids, const gfContainerPose *pose, double cellSize, bool moved);

// --- the collision map -----------------------------------------------------------------------------------------------

// Particles collide with meshes and surfaces in a host's textures by a map of heights. Its camera looks straight down
// (-y; y is up) at a box and draws the highest surface in it, anew when meshes or the host's textures have changed. The
// map lacks undersides, things below an overhang, and upright walls, so water under a bridge collides with the bridge's
// top. Parts above the box are clipped, so that a box that ends below a ceiling is free of it.

// The box that a collision map covers. The map's camera looks down through it.
typedef struct gfCollisionBox {
    float low[3], high[3]; // corners in the box's own space, m; high > low
    float toLocal[16];     // column-major matrix from the world to the box's own space, in which y is up, too
} gfCollisionBox;

// A collision map, and the state of its drawing. All zero: it has no textures yet.
typedef struct gfCollisionMap {
    // RGBA32F: the surface's normal (box's space, length 1, y above 0), and height y, m; without one: (0, 0, 0,
    // GF_NO_GROUND). Texel (i, j) is at x = low.x + (i + 1/2) size.x / width, z = low.z + (j + 1/2) size.z / height.
    gfTexture map;
    gfDepth depth;
    gfCollisionBox box;
    bool cleared;    // since gfCollisionMap_Begin `depth` was cleared
    bool failed;     // since gfCollisionMap_Begin something could not be drawn, which was reported
    bool upsideDown; // the context draws with y down
} gfCollisionMap;

// Makes a map of width x height texels. False, nothing made: OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER or GL.
bool gfCollisionMap_Create(gfDevice *device, gfCollisionMap *map, int width, int height);
void gfCollisionMap_Destroy(gfDevice *device, gfCollisionMap *map);

// Empties the map for a new drawing of a box.
void gfCollisionMap_Begin(gfDevice *device, gfCollisionMap *map, const gfCollisionBox *box);
// Draws a mesh into the map. `transform`: checked, from mesh to world. False: SHADER, OUT_OF_MEMORY or FRAMEBUFFER.
bool gfCollisionMap_DrawMesh(gfDevice *device, gfCollisionMap *map, const gfMesh *mesh, const float transform[16]);
// Draws the surfaces in a host's textures. Its camera must have looked straight down at the box, with rows along z.
bool gfCollisionMap_DrawTextures(gfDevice *device, gfCollisionMap *map, const gfCollisionTextures *textures);

// --- collision -------------------------------------------------------------------------------------------------------

// A mesh with which particles collide, and the column-major matrix from the mesh to the world.
typedef struct gfCollisionBody {
    gfMesh mesh;
    float transform[16];
} gfCollisionBody;

// The meshes and textures that a fluid collides with, and the map of them.
typedef struct gfCollision {
    gfSlots list; // a list of gfCollisionBody
    int count;
    gfCollisionTextures textures;   // textures of the host; member depth 0: it gave none
    gfCollisionMap map;             // has textures once there is something to collide with
    uint64_t version, drawnVersion; // `version` grows by 1 with every change; the map shows the state of `drawnVersion`
} gfCollision;

void gfCollision_Init(gfCollision *collision);
void gfCollision_Destroy(gfDevice *device, gfCollision *collision);
// Returns whether the fluid collides with any mesh or texture, so that it needs the map.
bool gfCollision_IsUsed(const gfCollision *collision);
// Draws the map for the container's pose if something changed. `moved`: the container has moved since.
bool gfCollision_Update(gfDevice *device, gfCollision *collision, const gfContainerPose *pose, bool moved);
// Returns whether a matrix is affine with numbers within +-1e6; else reports OUT_OF_RANGE.
bool gfCollision_CheckTransform(const gfCore *core, const float transform[16], const char *caller);

// --- particles in a container ----------------------------------------------------------------------------------------

// What the solver sees of a gfFluid3D.
typedef struct gfVolumeBody {
    gfDevice *device;
    uint32_t number; // names the fluid in handles; no other fluid of the process has it
    gfFluid3DDef def;
    gfContainer container; // pose of the container now and at its target
    gfSolids3D solids;
    gfCollision collision;
    gfSources sources; // of gfSource3DDef: splats and emitters
} gfVolumeBody;

// Makes the map of collisions, with def.collisionTexels along its longer side.
bool gfCollision_CreateMap(gfVolumeBody *body);

typedef struct gfVolume {
    gfSph sph;       // the particles
    bool poured;     // since creation or reset sources may have added particles
    double shift[3]; // motion of points at rest in the world, along the container's axes, since creation or reset, m
} gfVolume;

// Returns whether a definition's values for the solver are in range; else reports OUT_OF_RANGE.
bool gfVolume_Check(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Returns the largest size that the container may be stretched to, m: sizeMax, or where that is 0 the size.
gfVec3 gfVolume_GetLargest(const gfFluid3DDef *def);

// Returns what gfSph has to know of the container at its present pose, as if it were at rest.
gfSphDomain gfVolume_GetDomain(const gfVolumeBody *body);
// Runs one fixed step: sources act; then in substeps particles move, and container and solids 1 / `stepsLeft` of the
// way to their targets, so that they arrive with the frame's last step. *substeps: number of substeps.
bool gfVolume_Step(gfVolumeBody *body, gfVolume *volume, int stepsLeft, int *substeps);

// sources3d.c:

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, bool splat, const char *caller);
// Returns whether this fluid can have a valid source; reports OUT_OF_RANGE.
bool gfVolume_CheckSource(const gfVolumeBody *body, const gfSource3DDef *def, const char *caller);

// Lets splats and emitters act at the start of a step, when the table of solids is drawn. `shift`: gfVolume.shift, by
// which sites where sources pour stay at rest in the world. *pours becomes true if particles may have been added.
bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *sph, const gfSphDomain *domain, const double shift[3],
                           bool *pours);

// The next three functions wait for the GPU.
bool gfVolume_Add(const gfVolumeBody *body, gfVolume *volume, const gfParticle3D *particles, int count,
                  const char *caller);
// Reads at most `count` particles. *live becomes the number that exist, which may be larger.
bool gfVolume_Read(const gfVolumeBody *body, const gfVolume *volume, gfParticle3D *particles, int count, int *live);
bool gfVolume_Measure(const gfVolumeBody *body, const gfVolume *volume, gfFluid3DStats *stats);
void gfVolume_View(const gfVolumeBody *body, const gfVolume *volume, gfParticleView *view);

// Draws answers to `count` questions (particles/probe.frag): velocity and surface or density at points. Both textures
// have a texel for each, in rows of GF_REQUEST_WIDTH. `up`: against gravity, of length 1, in the container's axes.
bool gfVolume_Probe(const gfVolumeBody *body, const gfVolume *volume, const gfTexture *questions,
                    const gfTexture *answers, int count, const float up[3]);

#endif
