// The solver of gfFluid3D as the public calls see it: particles in a container in three dimensions, with its shapes,
// its solids, which passes read from a table (shaders/particles/solids3d.glsl), and its collision with meshes and with
// a host's textures.
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

// Shapes in three dimensions in host memory: checks, and the one form that all of them have.

// The tables of the members of definitions in three dimensions, out of members.inc.
extern const gfRecord gf_fluid3DDefRecord, gf_solid3DDefRecord, gf_source3DDefRecord, gf_rigidBody3DDefRecord,
    gf_draw3DDefRecord;
// A drawing without a camera.
extern const gfDraw3DDef gf_draw3DDefDefault;

// Every shape is a box with rounded edges: of a sphere nothing is left of the box, of a capsule a line along y.
typedef struct gfShape3DPose {
    double centre[3];
    gfTurn turn;
    double half[3], radius; // of the box within, and of its rounding
} gfShape3DPose;

// Reports OUT_OF_RANGE. `caller` names the public function.
bool gfShape3D_Check(const gfCore *core, const gfShape3D *shape, const char *caller);
// Returns a shape's pose. A capsule's turn about its own axis does not matter: it is turned from `from` by the shortest
// way.
gfShape3DPose gfShape3D_GetPose(const gfShape3D *shape, gfTurn from);
// Returns the signed distance to its surface, m, negative inside.
double gfShape3DPose_GetDistance(const gfShape3DPose *pose, const double place[3]);

// --- solids ----------------------------------------------------------------------------------------------------------

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

// --- the collision map -----------------------------------------------------------------------------------------------

// The collision camera: looks straight down (-y; y is up) over a box and draws the highest surface within it into a map
// that solvers collide with. Meshes, or textures that the host has drawn by such a camera of its own, are drawn anew
// whenever something moved.
//
// Blind spot: a texel has one surface, the highest. Undersides, what lies below an overhang, and walls that stand
// upright are not in it; water under a bridge collides with the bridge's top. What reaches above the box is left out
// there, so a ceiling is let go by a box that ends below it.

// The box that a collision map covers.
typedef struct gfCollisionBox {
    float low[3], high[3]; // m, of the box's own space: each of `high` above that of `low`
    float toLocal[16];     // column-major: from the world to the box's own space, in which y is up, too
} gfCollisionBox;

// The map, and the state of its drawing. Zero is "none".
typedef struct gfCollisionMap {
    // RGBA32F: normal of the surface (the box's space, length 1, y above 0) and its height y, m; (0, 0, 0,
    // GF_NO_GROUND) where there is none. Texel (i, j) looks down at x = low.x + (i + 1/2) size.x / width and
    // z = low.z + (j + 1/2) size.z / height.
    gfTexture map;
    gfDepth depth;
    gfCollisionBox box;
    bool begun, cleared, upsideDown;
    bool failed; // a part could not be drawn since it was begun
} gfCollisionMap;

// Makes a map. On failure it is none; reported are OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfCollisionMap_Create(gfDevice *device, gfCollisionMap *map, int width, int height);
void gfCollisionMap_Destroy(gfDevice *device, gfCollisionMap *map);

// Begin and end drawing the map anew, empty at first. Begin reports OUT_OF_RANGE for a box without a volume or beyond
// +-1e6 and changes nothing then. End is false where some part was not drawn; that was reported.
bool gfCollisionMap_Begin(gfDevice *device, gfCollisionMap *map, const gfCollisionBox *box, const char *caller);
bool gfCollisionMap_End(gfCollisionMap *map);

// Draws a mesh into the map. `transform`: column-major, from the mesh to the world, affine. False and reported:
// OUT_OF_RANGE (not affine, or beyond +-1e6), SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfCollisionMap_DrawMesh(gfDevice *device, gfCollisionMap *map, const gfMesh *mesh, const float transform[16],
                             const char *caller);
// Draws textures of a host's own camera that looked straight down over the same box, with rows along z.
bool gfCollisionMap_DrawTextures(gfDevice *device, gfCollisionMap *map, const gfCollisionTexturesDef *textures);

// --- collision -------------------------------------------------------------------------------------------------------

typedef struct gfCollisionBody {
    gfMesh mesh;
    float transform[16];
} gfCollisionBody;

typedef struct gfCollision {
    gfSlots list; // gfCollisionBody
    int count;
    gfCollisionTexturesDef textures; // depth 0: none
    gfCollisionMap map;              // made when it is first needed
    uint64_t version, drawnVersion;  // one more with every change
} gfCollision;

void gfCollision_Init(gfCollision *collision);
void gfCollision_Destroy(gfDevice *device, gfCollision *collision);
// Returns whether there is anything to collide with.
bool gfCollision_IsUsed(const gfCollision *collision);
// Makes the map, of `texels` along the longer of two sides. False and reported on failure.
bool gfCollision_CreateMap(gfDevice *device, gfCollision *collision, float sizeX, float sizeZ, int texels);
// Draws the map for a container, if something changed; `moved`: that one did. False and reported on failure.
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

typedef struct gfVolume {
    gfSph sph;       // its state
    bool poured;     // sources may have poured since creation or reset
    double shift[3]; // of places at rest in the world against the container, along its axes, since then; m
} gfVolume;

// Returns whether a definition has all that the solver needs in range; reports OUT_OF_RANGE.
bool gfVolume_Check(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Returns the largest size that the container may be stretched to, m.
gfVec3 gfVolume_GetLargest(const gfFluid3DDef *def);

// Makes a volume at rest. Null and reported on failure.
gfVolume *gfVolume_Create(const gfVolumeBody *body);
// Returns the domain as the container is now, without the motion of a substep.
gfSphDomain gfVolume_GetDomain(const gfVolumeBody *body);
// Runs one step: sources act, and then substeps, in which container and solids go on 1 / `stepsLeft` of their way.
// False and reported: a pass could not be drawn.
bool gfVolume_Step(gfVolumeBody *body, gfVolume *volume, int stepsLeft, int *substeps);

// Sources (sources3d.c).

bool gfSource3D_Check(const gfCore *core, const gfSource3DDef *def, const char *caller);
// Returns whether this fluid can have a source; reports OUT_OF_RANGE.
bool gfVolume_CheckSource(const gfVolumeBody *body, const gfSource3DDef *def, const char *caller);

// Lets sources act at the start of a fixed step, after solids are drawn. `shift`: of the lattice on which sources that
// hold their shape full add particles, m. *pours becomes true if one may have poured. False and reported: a pass was
// not drawn.
bool gfVolume_ApplySources(const gfVolumeBody *body, gfSph *sph, const gfSphDomain *domain, const double shift[3],
                           bool *pours);

// These three calls wait for the GPU; false and reported on failure.
bool gfVolume_Add(const gfVolumeBody *body, gfVolume *volume, const gfParticle3D *particles, int count,
                  const char *caller);
// Reads at most `count` particles; *live becomes how many there are.
bool gfVolume_Read(const gfVolumeBody *body, const gfVolume *volume, gfParticle3D *particles, int count, int *live);
bool gfVolume_Measure(const gfVolumeBody *body, const gfVolume *volume, gfFluid3DStats *stats);
void gfVolume_View(const gfVolumeBody *body, const gfVolume *volume, gfParticleView *view);

// Answers `count` questions (shaders/particles/probe.frag), a texel each in rows of GF_REQUEST_WIDTH, without waiting;
// `up`: in the container's axes, of length 1. False and reported.
bool gfVolume_Probe(const gfVolumeBody *body, const gfVolume *volume, const gfTexture *questions,
                    const gfTexture *answers, int count, const float up[3]);

#endif
