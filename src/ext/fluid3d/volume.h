// The solver of gfFluid3D: particles in a container in 3D, with shapes, with solids, which passes read from a table
// (shaders/particles/solids3d.glsl), and with collision with meshes and a host's textures.
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

// The tables of members of definitions in 3D, made by members.inc.
extern const gfRecord gf_fluid3DDefRecord, gf_solid3DDefRecord, gf_source3DDefRecord, gf_rigidBody3DDefRecord,
    gf_draw3DDefRecord;
// A drawing without a camera.
extern const gfDraw3DDef gf_draw3DDefDefault;

// The one form of all shapes: a box with rounded edges. A sphere's inner box is a point, a capsule's a line along y.
typedef struct gfShape3DPose {
    double centre[3];
    gfTurn turn;
    double half[3], radius; // half sizes of the inner box, and the radius of its rounding, m
} gfShape3DPose;

// Returns whether a shape is valid; reports OUT_OF_RANGE. `caller`: name of the public function.
bool gfShape3D_Check(const gfCore *core, const gfShape3D *shape, const char *caller);
// Returns a shape's pose. A capsule may turn about its own axis: its turn is the one nearest to `from`.
gfShape3DPose gfShape3D_GetPose(const gfShape3D *shape, gfTurn from);
// Returns the signed distance to its surface, m, negative inside.
double gfShape3DPose_GetDistance(const gfShape3DPose *pose, const double place[3]);

// --- solids ----------------------------------------------------------------------------------------------------------

typedef struct gfSolid3D {
    gfSolid3DDef def;
    gfShape3DPose now, target;
    bool ofBody; // of a rigid body: it reaches its target at the end of each step
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
// Returns a new solid at its definition's place.
gfSolid3D gfSolid3D_Make(const gfSolid3DDef *def);
// Sets a solid's target, to which it moves during the next step.
void gfSolid3D_Set(gfSolid3D *solid, const gfSolid3DDef *def);
// Returns whether a shape lies wholly in one solid at this one's target.
bool gfSolids3D_Cover(const gfSolids3D *solids, const gfShape3D *shape);

// Moves all solids by 1 / `remaining` of the way to their targets, those of bodies by 1 / `inStep`.
void gfSolids3D_Advance(gfSolids3D *solids, int remaining, int inStep);
// Fills the table, in the container's axes and cells of `cellSize`; `moved`: the container has moved. False and
// reported on failure.
bool gfSolids3D_Update(gfDevice *device, gfSolids3D *solids, const gfContainerPose *pose, double cellSize, bool moved);

// --- the collision map -----------------------------------------------------------------------------------------------

// The collision camera looks straight down (-y; y is up) at a box and draws the highest surface within it into a map,
// with which particles collide. It is drawn anew when meshes, or textures of the host's camera, have moved.
//
// Limits: a texel has only the highest surface. Undersides, things below an overhang, and upright walls are missing;
// water under a bridge collides with the bridge's top. Parts above the box are left out, so a box that ends below a
// ceiling ignores it.

// The box that a collision map covers.
typedef struct gfCollisionBox {
    float low[3], high[3]; // m, in the box's own space; high > low
    float toLocal[16];     // column-major: from the world to the box's own space, in which y is up, too
} gfCollisionBox;

// The map, and the state of its drawing. All zero: it was not made.
typedef struct gfCollisionMap {
    // RGBA32F: normal of the surface (in the box's space, length 1, y above 0) and its height y, m; (0, 0, 0,
    // GF_NO_GROUND) without a surface. Texel (i, j) looks down at x = low.x + (i + 1/2) size.x / width and
    // z = low.z + (j + 1/2) size.z / height.
    gfTexture map;
    gfDepth depth;
    gfCollisionBox box;
    bool begun, cleared, upsideDown;
    bool failed; // a part could not be drawn since gfCollisionMap_Begin
} gfCollisionMap;

// Makes a map. On false nothing was made; reports OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER or GL.
bool gfCollisionMap_Create(gfDevice *device, gfCollisionMap *map, int width, int height);
void gfCollisionMap_Destroy(gfDevice *device, gfCollisionMap *map);

// Begin and end drawing the map anew; it is empty at first. Begin reports OUT_OF_RANGE for a box without a volume or
// beyond +-1e6, and then changes nothing. End returns false if some part was not drawn, which was reported.
bool gfCollisionMap_Begin(gfDevice *device, gfCollisionMap *map, const gfCollisionBox *box, const char *caller);
bool gfCollisionMap_End(gfCollisionMap *map);

// Draws a mesh into the map. `transform`: column-major, affine, from the mesh to the world. False and reported:
// OUT_OF_RANGE (not affine, or beyond +-1e6), SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfCollisionMap_DrawMesh(gfDevice *device, gfCollisionMap *map, const gfMesh *mesh, const float transform[16],
                             const char *caller);
// Draws textures of the host's own camera, which looked straight down at the same box, with rows along z.
bool gfCollisionMap_DrawTextures(gfDevice *device, gfCollisionMap *map, const gfCollisionTextures *textures);

// --- collision -------------------------------------------------------------------------------------------------------

typedef struct gfCollisionBody {
    gfMesh mesh;
    float transform[16];
} gfCollisionBody;

typedef struct gfCollision {
    gfSlots list; // gfCollisionBody
    int count;
    gfCollisionTextures textures;   // the host's; depth 0: none
    gfCollisionMap map;             // made at first use
    uint64_t version, drawnVersion; // one more with every change
} gfCollision;

void gfCollision_Init(gfCollision *collision);
void gfCollision_Destroy(gfDevice *device, gfCollision *collision);
// Returns whether there is anything to collide with.
bool gfCollision_IsUsed(const gfCollision *collision);
// Draws the map for a container, if something changed; `moved`: the container moved. False and reported on failure.
bool gfCollision_Update(gfDevice *device, gfCollision *collision, const gfContainerPose *pose, bool moved);
// Returns whether a transform is affine and within +-1e6; reports OUT_OF_RANGE.
bool gfCollision_CheckTransform(const gfCore *core, const float transform[16], const char *caller);

// --- particles in a container ----------------------------------------------------------------------------------------

// The part of a fluid that its solver sees.
typedef struct gfVolumeBody {
    gfDevice *device;
    uint32_t number; // unique in the process; handles carry it
    gfFluid3DDef def;
    gfContainer container;
    gfSolids3D solids;
    gfCollision collision;
    gfSources sources; // gfSource3DDef
} gfVolumeBody;

// Makes the map of collisions, with def.collisionTexels along its longer side. False and reported on failure.
bool gfCollision_CreateMap(gfVolumeBody *body);

typedef struct gfVolume {
    gfSph sph;       // the particles
    bool poured;     // sources may have poured since creation or reset
    double shift[3]; // of points at rest in the world relative to the container since then, along its axes, m
} gfVolume;

// Returns whether a definition's values for the solver are in range; reports OUT_OF_RANGE.
bool gfVolume_Check(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Returns the largest size that the container may be stretched to, m.
gfVec3 gfVolume_GetLargest(const gfFluid3DDef *def);

// Makes a volume at rest. Null and reported on failure.
gfVolume *gfVolume_Create(const gfVolumeBody *body);
// Returns the domain of the container's present pose, without the motion of a substep.
gfSphDomain gfVolume_GetDomain(const gfVolumeBody *body);
// Runs one step: sources act, then substeps, in which container and solids move by 1 / `stepsLeft` of the way to their
// targets. False and reported: a pass could not be drawn.
bool gfVolume_Step(gfVolumeBody *body, gfVolume *volume, int stepsLeft, int *substeps);

// Sources (sources3d.c).

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, bool splat, const char *caller);
// Returns whether the fluid can have this source; reports OUT_OF_RANGE.
bool gfVolume_CheckSource(const gfVolumeBody *body, const gfSource3DDef *def, const char *caller);

// Lets sources act at the start of a fixed step, after solids were drawn. `shift`: of the lattice of sites where
// sources pour, m. *pours becomes true if a source may have poured. False and reported: a pass was not drawn.
bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *sph, const gfSphDomain *domain, const double shift[3],
                           bool *pours);

// The next three calls wait for the GPU; false and reported on failure.
bool gfVolume_Add(const gfVolumeBody *body, gfVolume *volume, const gfParticle3D *particles, int count,
                  const char *caller);
// Reads at most `count` particles; *live becomes the number of all.
bool gfVolume_Read(const gfVolumeBody *body, const gfVolume *volume, gfParticle3D *particles, int count, int *live);
bool gfVolume_Measure(const gfVolumeBody *body, const gfVolume *volume, gfFluid3DStats *stats);
void gfVolume_View(const gfVolumeBody *body, const gfVolume *volume, gfParticleView *view);

// Draws the answers to `count` questions (shaders/particles/probe.frag), a texel each in rows of GF_REQUEST_WIDTH.
// `up`: in the container's axes, of length 1. False and reported.
bool gfVolume_Probe(const gfVolumeBody *body, const gfVolume *volume, const gfTexture *questions,
                    const gfTexture *answers, int count, const float up[3]);

#endif
