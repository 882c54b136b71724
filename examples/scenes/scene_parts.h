/// What the scenes' own files share. Hosts include scenes/scene.h instead.
#ifndef SCENES_SCENE_PARTS_H
#define SCENES_SCENE_PARTS_H

#include "scenes/scene.h"

#define SCENE_PI 3.14159265358979f

// The scenes' functions, one file each; scene.c lists them.
void Smoke_TuneFluid(gfFluidDef *def);
bool Smoke_SetUp(Scene *scene);
void Smoke_BeforeStep(Scene *scene);
void Smoke_TuneDraw(const Scene *scene, gfDrawDef *def);

void Ink_TuneFluid(gfFluidDef *def);
bool Ink_SetUp(Scene *scene);
void Ink_BeforeStep(Scene *scene);
void Ink_TuneDraw(const Scene *scene, gfDrawDef *def);

void Hedge_TuneFluid(gfFluidDef *def);
bool Hedge_SetUp(Scene *scene);
void Hedge_BeforeStep(Scene *scene);
void Hedge_TuneDraw(const Scene *scene, gfDrawDef *def);

void Wind_TuneFluid(gfFluidDef *def);
bool Wind_SetUp(Scene *scene);
void Wind_TuneDraw(const Scene *scene, gfDrawDef *def);

void Cavity_TuneFluid(gfFluidDef *def);
bool Cavity_SetUp(Scene *scene);
void Cavity_BeforeStep(Scene *scene);
void Cavity_TuneDraw(const Scene *scene, gfDrawDef *def);

void Karman_TuneFluid(gfFluidDef *def);
bool Karman_SetUp(Scene *scene);
void Karman_TuneDraw(const Scene *scene, gfDrawDef *def);

void Tracers_TuneFluid(gfFluidDef *def);
bool Tracers_SetUp(Scene *scene);
void Tracers_TuneDraw(const Scene *scene, gfDrawDef *def);

void TaylorGreen_TuneFluid(gfFluidDef *def);
bool TaylorGreen_SetUp(Scene *scene);
void TaylorGreen_BeforeStep(Scene *scene);
void TaylorGreen_TuneDraw(const Scene *scene, gfDrawDef *def);

void Maze_TuneFluid(gfFluidDef *def);
bool Maze_SetUp(Scene *scene);
void Maze_BeforeStep(Scene *scene);
void Maze_TuneDraw(const Scene *scene, gfDrawDef *def);

void Stirrer_TuneFluid(gfFluidDef *def);
bool Stirrer_SetUp(Scene *scene);
void Stirrer_BeforeStep(Scene *scene);
void Stirrer_TuneDraw(const Scene *scene, gfDrawDef *def);

bool Picture_SetUp(Scene *scene);
void Picture_BeforeStep(Scene *scene);
void Picture_TuneDraw(const Scene *scene, gfDrawDef *def);

void Tweet_TuneFluid(gfFluidDef *def);
bool Tweet_SetUp(Scene *scene);
void Tweet_BeforeStep(Scene *scene);
void Tweet_TuneDraw(const Scene *scene, gfDrawDef *def);

void Splash_TuneFluid(gfFluidDef *def);
bool Splash_SetUp(Scene *scene);
void Splash_BeforeStep(Scene *scene);
void Splash_TuneDraw(const Scene *scene, gfDrawDef *def);

void Dam_TuneFluid(gfFluidDef *def);
bool Dam_SetUp(Scene *scene);
void Dam_BeforeStep(Scene *scene);
void Dam_TuneDraw(const Scene *scene, gfDrawDef *def);

void Blobs_TuneFluid(gfFluidDef *def);
bool Blobs_SetUp(Scene *scene);
void Blobs_BeforeStep(Scene *scene);
void Blobs_TuneDraw(const Scene *scene, gfDrawDef *def);

void Pour_TuneFluid(gfFluidDef *def);
bool Pour_SetUp(Scene *scene);
void Pour_BeforeStep(Scene *scene);
void Pour_TuneDraw(const Scene *scene, gfDrawDef *def);

void Fountain_TuneFluid(gfFluidDef *def);
bool Fountain_SetUp(Scene *scene);
void Fountain_BeforeStep(Scene *scene);
void Fountain_TuneDraw(const Scene *scene, gfDrawDef *def);

void Volcano_TuneFluid(gfFluidDef *def);
bool Volcano_SetUp(Scene *scene);
void Volcano_BeforeStep(Scene *scene);
void Volcano_TuneDraw(const Scene *scene, gfDrawDef *def);

void Cellar_TuneFluid(gfFluidDef *def);
bool Cellar_SetUp(Scene *scene);
void Cellar_TearDown(Scene *scene);
void Cellar_BeforeStep(Scene *scene);
void Cellar_TuneDraw(const Scene *scene, gfDrawDef *def);

void Cloud_TuneFluid(gfFluidDef *def);
bool Cloud_SetUp(Scene *scene);
void Cloud_BeforeStep(Scene *scene);
void Cloud_TuneDraw(const Scene *scene, gfDrawDef *def);

void Neon_TuneFluid(gfFluidDef *def);
bool Neon_SetUp(Scene *scene);
void Neon_BeforeStep(Scene *scene);
void Neon_TuneDraw(const Scene *scene, gfDrawDef *def);

void InkPaper_TuneFluid(gfFluidDef *def);
bool InkPaper_SetUp(Scene *scene);
void InkPaper_BeforeStep(Scene *scene);
void InkPaper_TuneDraw(const Scene *scene, gfDrawDef *def);

void Refraction_TuneFluid(gfFluidDef *def);
bool Refraction_SetUp(Scene *scene);
void Refraction_BeforeStep(Scene *scene);
void Refraction_TuneDraw(const Scene *scene, gfDrawDef *def);

void Mosaic_TuneFluid(gfFluidDef *def);
bool Mosaic_SetUp(Scene *scene);
void Mosaic_BeforeStep(Scene *scene);
void Mosaic_TuneDraw(const Scene *scene, gfDrawDef *def);

void Boat_TuneFluid(gfFluidDef *def);
bool Boat_SetUp(Scene *scene);
void Boat_TearDown(Scene *scene);
void Boat_BeforeStep(Scene *scene);
void Boat_TuneDraw(const Scene *scene, gfDrawDef *def);

void Fire_TuneFluid(gfFluidDef *def);
bool Fire_SetUp(Scene *scene);
void Fire_BeforeStep(Scene *scene);
void Fire_TuneDraw(const Scene *scene, gfDrawDef *def);

void Headline_TuneFluid(gfFluidDef *def);
bool Headline_SetUp(Scene *scene);
void Headline_BeforeStep(Scene *scene);
void Headline_TuneDraw(const Scene *scene, gfDrawDef *def);

void Mirror_TuneFluid(gfFluidDef *def);
bool Mirror_SetUp(Scene *scene);
void Mirror_BeforeStep(Scene *scene);
void Mirror_TuneDraw(const Scene *scene, gfDrawDef *def);

void SphDam_TuneFluid(gfFluidDef *def);
bool SphDam_SetUp(Scene *scene);
void SphDam_BeforeStep(Scene *scene);
void SphDam_TuneDraw(const Scene *scene, gfDrawDef *def);

void SphLevels_TuneFluid(gfFluidDef *def);
bool SphLevels_SetUp(Scene *scene);
void SphLevels_BeforeStep(Scene *scene);
void SphLevels_TuneDraw(const Scene *scene, gfDrawDef *def);

void SphDrops_TuneFluid(gfFluidDef *def);
bool SphDrops_SetUp(Scene *scene);
void SphDrops_BeforeStep(Scene *scene);
void SphDrops_TuneDraw(const Scene *scene, gfDrawDef *def);

void SphOil_TuneFluid(gfFluidDef *def);
bool SphOil_SetUp(Scene *scene);
void SphOil_BeforeStep(Scene *scene);
void SphOil_TuneDraw(const Scene *scene, gfDrawDef *def);

void Sand_TuneFluid(gfFluidDef *def);
bool Sand_SetUp(Scene *scene);
void Sand_BeforeStep(Scene *scene);
void Sand_TuneDraw(const Scene *scene, gfDrawDef *def);

void Jelly_TuneFluid(gfFluidDef *def);
bool Jelly_SetUp(Scene *scene);
void Jelly_BeforeStep(Scene *scene);
void Jelly_TuneDraw(const Scene *scene, gfDrawDef *def);

void Castle_TuneFluid(gfFluidDef *def);
bool Castle_SetUp(Scene *scene);
void Castle_BeforeStep(Scene *scene);
void Castle_TuneDraw(const Scene *scene, gfDrawDef *def);

void Wheel_TuneFluid(gfFluidDef *def);
bool Wheel_SetUp(Scene *scene);
void Wheel_BeforeStep(Scene *scene);
void Wheel_TuneDraw(const Scene *scene, gfDrawDef *def);

extern const SceneSpace sphBoxSpace;
bool SphBox_SetUp(Scene *scene);
void SphBox_BeforeStep(Scene *scene);

extern const SceneSpace sphTerrainSpace;
bool SphTerrain_SetUp(Scene *scene);
void SphTerrain_BeforeStep(Scene *scene);

extern const SceneDiorama riverDiorama;
void River_TuneFluid(gfFluidDef *def);
bool River_SetUp(Scene *scene);
void River_BeforeStep(Scene *scene);

extern const SceneDiorama damValleyDiorama;
void DamValley_TuneFluid(gfFluidDef *def);
bool DamValley_SetUp(Scene *scene);
void DamValley_BeforeStep(Scene *scene);

extern const SceneDiorama beachDiorama;
void Beach_TuneFluid(gfFluidDef *def);
bool Beach_SetUp(Scene *scene);
void Beach_BeforeStep(Scene *scene);

extern const SceneDiorama lavaDiorama;
void Lava_TuneFluid(gfFluidDef *def);
bool Lava_SetUp(Scene *scene);
void Lava_BeforeStep(Scene *scene);

extern const SceneDiorama harbourDiorama;
void Harbour_TuneFluid(gfFluidDef *def);
bool Harbour_SetUp(Scene *scene);
void Harbour_TearDown(Scene *scene);
void Harbour_BeforeStep(Scene *scene);

extern const SceneDiorama pondDiorama;
void Pond_TuneFluid(gfFluidDef *def);
bool Pond_SetUp(Scene *scene);
void Pond_BeforeStep(Scene *scene);

/// GF_SOLVER_PARTICLES with `area` m^2 of liquid: it sets the spacing by particles.capacity, the number to come.
void Sph_TuneFluid(gfFluidDef *def, float area);

/// A piece of liquid to fill with particles.
typedef struct SphPiece {
    gfVec2 centre;
    gfVec2 half;       ///< extents of a rectangle, m; x 0: a disc
    float radius;      ///< of a disc, m
    gfVec2 velocity;   ///< m/s
    uint32_t material; ///< of its particles
} SphPiece;

/// Fills pieces with all the particles that the scene has, as many an area in each.
bool Sph_Fill(Scene *scene, const SphPiece *pieces, int count);

/// The material of a particle at a place of a domain of this width; below 0: there is none.
typedef int SphKindFn(float width, gfVec2 place);

/// Sph_TuneFluid for the area that `kind` fills.
void Sph_TuneFluidFor(gfFluidDef *def, SphKindFn *kind);

/// Fills what `kind` tells with all the particles that the scene has, in a lattice as dense as fluid at rest.
bool Sph_FillKinds(Scene *scene, SphKindFn *kind);

/// The same particles, to be freed by the caller; null: no memory.
gfParticle *Sph_PlaceKinds(const Scene *scene, SphKindFn *kind);

/// Gravity turned by `angle` radians from straight down; the rest of the tunables stay.
void Sph_TiltGravity(Scene *scene, float angle);

/// The look of clear water before a backdrop, by the particles' density.
void Sph_TuneDraw(gfDrawDef *def);

/// The look of thick paint in the particles' own colours.
void Sph_TunePaint(gfDrawDef *def);

/// The look of particles of several kinds, in their own colours, before a backdrop.
void Sph_TuneKinds(gfDrawDef *def);

/// Height of the ground at a place, m.
typedef float SpaceGroundFn(float x, float z);

/// A body of water in three dimensions: above the ground and below `level`, from `low` to `high` (x and z), m.
typedef struct SpaceWater {
    gfVec2 low, high;
    float level;
    SpaceGroundFn *ground;
} SpaceWater;

/// The volume of water, m^3.
float Space_GetVolume(const SpaceWater *water);

/// Fills water with all the particles that the scene has.
bool Space_Fill(Scene *scene, const SpaceWater *water);

/// Makes a mesh of the scene's with room for so many numbers; null: no memory.
SceneMesh *Space_AddMesh(Scene *scene, int vertexCount, int indexCount);

/// Writes vertex `index` of a mesh.
void Space_SetVertex(SceneMesh *mesh, int index, gfVec3 place, gfVec3 normal, gfVec3 color);

/// Writes two triangles, `index` counted in such pairs, whose corners come in order.
void Space_SetQuad(SceneMesh *mesh, int index, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// Adds a sky to the scene: light by height, as `sky` has it. False: no memory.
bool Space_AddSky(Scene *scene, const gfSkyLook *sky);

/// The view from `eye` to `target`.
void Space_LookAt(float view[16], gfVec3 eye, gfVec3 target);

/// Turned and stretched about a centre, for SceneMesh.transform.
void Space_SetTransform(float transform[16], gfVec3 position, gfQuat rotation, gfVec3 size);

/// What Scene_Stir does in three dimensions, and what ends it once the mouse no longer moves the rod.
void Space_Stir(Scene *scene, gfVec2 from, gfVec2 to, float aspect, float dt);
void Space_EndStir(Scene *scene);

/// What Scene_Create, Scene_Step and Scene_Destroy do for dioramas: the camera, the fish.
void Diorama_Begin(Scene *scene);
void Diorama_Step(Scene *scene, float dt);
void Diorama_End(Scene *scene);

/// GF_SOLVER_SHALLOW with ripples, under this gravity (m/s^2): less than the world's makes a basin look like a lake.
void Diorama_TuneFluid(gfFluidDef *def, float gravity);

/// What Scene_Stir does in dioramas.
void Diorama_Stir(Scene *scene, gfVec2 from, gfVec2 to, float aspect, float dt);

/// A dent in the water this deep (m), as of a finger or a stone that falls in: rings run out from it.
void Diorama_Poke(Scene *scene, gfVec2 place, float depth);

/// Where the mouse, in clip space, meets the plane of a diorama's water; false: nowhere.
bool Diorama_Pick(const Scene *scene, gfVec2 clip, float aspect, gfVec2 *place);

/// GF_SOLVER_WATER with gravity (m/s^2, downwards, above 0). Steps are of such a length that water stays at rest, on
/// any grid, and are cut as often as water that falls from the top needs it. A step is a whole part of a frame.
void Water_TuneFluid(gfFluidDef *def, float gravity);

/// Gravity of GF_SOLVER_WATER turned by `angle` radians from straight down; the rest of the tunables stay.
void Water_TiltGravity(Scene *scene, float angle);

/// An emitter that slows the liquid in a rectangle at the rate `drag` (1/s): waves come to rest as in a third
/// dimension, which takes their energy.
gfSourceDef Liquid_GetCalm(gfVec2 centre, gfVec2 half, float drag);

/// GF_SOLVER_GAUSSIAN with gravity (m/s^2, downwards) and steps of such a length that a cell a step is about `speed`
/// (m/s), on any grid. gravity times the fluid's height should be below speed^2 / 8, twice that looks soft.
void Liquid_TuneFluid(gfFluidDef *def, float speed, float gravity);

/// Surface tension in cellSize^3 / fixedStep^2, at most .0062: so that drops of as many cells move alike on any grid.
/// After Liquid_TuneFluid.
void Liquid_TuneTension(gfFluidDef *def, float strength);

/// The look of clear water before a backdrop, which it bends.
void Liquid_TuneDraw(gfDrawDef *def);

/// The same before a wall, on which it throws light and shade.
void Liquid_TuneWallDraw(gfDrawDef *def);

/// Light of a backdrop at a world position, linear, 0 to 1 each.
typedef void BackdropFn(const Scene *scene, gfVec2 place, float light[3]);

/// Paints scene->background over the domain.
bool Backdrop_Paint(Scene *scene, BackdropFn *paint);

/// How much of a backdrop's pixel is inside of an edge that is this far (m) outwards of its centre, 0 to 1.
float Backdrop_Cover(float inside);

/// Mixes `share` of a colour times `factor` into light.
void Backdrop_Mix(float light[3], const float color[3], float factor, float share);

/// Courses of stone, hewn roughly.
typedef struct BackdropStones {
    float courseHeight, blockWidth; ///< m
    float dark, varies;             ///< the least shade of a stone, and by how much it differs
    float grain;
} BackdropStones;

/// The shade of such a wall, and how far (m) inwards of its stone's edge the place is.
float Backdrop_GetStones(const Scene *scene, gfVec2 place, const BackdropStones *stones, float *edge);

/// Of things in a picture: narrow pictures have small ones. 1 at 16:9 and wider.
float Backdrop_GetSize(const Scene *scene);

/// Smooth noise, 0 to 1, of a lattice of width 1. Seeds some 300000 apart share little.
float Backdrop_GetNoise(const Scene *scene, float x, float y, unsigned seed);

/// Dye at a world position: red, green and blue premultiplied by the amount in alpha, linear light.
typedef void ScenePaintFn(const Scene *scene, gfVec2 position, float rgba[4], void *user);

/// Velocity, m/s. Scene_WriteFlow: through the left (x) and bottom (y) face of the cell whose lower left corner is at
/// `place`; Scene_WriteVelocity: of the cell whose centre is there.
typedef gfVec2 SceneFlowFn(const Scene *scene, gfVec2 place, gfVec2 cell, void *user);

/// Adds a still picture, drawn with so many texels a metre: `corner` is its lower left one, in metres of its own. Its
/// colours are as of ScenePaintFn, and alpha is how much it covers. Null: it failed.
gfFluid *Picture_Add(Scene *scene, gfVec2 corner, gfVec2 size, float density, ScenePaintFn *paint, void *user);

/// Paints it anew.
bool Picture_Paint(const Scene *scene, gfFluid *picture, ScenePaintFn *paint, void *user);

/// Draws it in the view of `def`, turned by `angle` (radians) about its origin, which is put at `offset` (m, world).
/// `light` is a factor on its colours.
bool Picture_Draw(const Scene *scene, gfFluid *picture, const gfDrawDef *def, gfVec2 offset, float angle, float light);

/// Cells of the air of a scene with two fluids, by scene->airCoarseness.
void Scene_SizeAir(const Scene *scene, gfFluidDef *def);

/// The air rises through the floor by `speed` (m/s) and leaves by the open top, so that it never comes round again.
void Scene_AddDraught(gfFluidDef *def, float speed);

/// Simulated time since set-up, s.
float Scene_GetTime(const Scene *scene);

/// Uniform in [0, 1), from the seed and `n` alone: for motions that are functions of time.
float Scene_Hash(const Scene *scene, unsigned n);

/// The scene's own solids, by `own`, or the user's mask in their place. Where there is air, it gets the same: `own` is
/// called again with that as the fluid.
bool Scene_SetUpSolids(Scene *scene, bool (*own)(Scene *scene));

/// Replaces all dye, each cell by the mean over `samples` x `samples` points in it. Solids come before: what they cover
/// stays empty.
bool Scene_PaintDye(Scene *scene, int samples, ScenePaintFn *paint, void *user);

/// The same for the texels that `info` describes, to be freed by the caller; null on failure.
float *Scene_PaintCells(const Scene *scene, const gfFieldInfo *info, int samples, ScenePaintFn *paint, void *user);

/// Replaces all mass by the fourth channel of what is painted and, if `dyed`, all dye by its colours. Solids come
/// before: what they cover stays empty. Of GF_SOLVER_GAUSSIAN.
bool Scene_PaintLiquid(Scene *scene, ScenePaintFn *paint, void *user, bool dyed);

/// Replaces all velocity by that at the centres of cells. Of GF_SOLVER_GAUSSIAN and GF_SOLVER_WATER.
bool Scene_WriteVelocity(Scene *scene, SceneFlowFn *flow, void *user);

/// The area of the domain that is outside solids, m^2. Waits for the GPU.
bool Scene_GetFreeArea(const Scene *scene, float *area);

/// Replaces all velocity, but for the faces in walls of the domain, which let nothing through.
bool Scene_WriteFlow(Scene *scene, SceneFlowFn *flow, void *user);

/// A flow of `count` seeded eddies of about this speed (m/s) and size (m). It is free of divergence to the last face,
/// so the first frames need no pressure to look right.
bool Scene_WriteEddies(Scene *scene, int count, float speed, float size);

/// Adds an emitter that beforeStep finds in scene->emitters.
bool Scene_AddEmitter(Scene *scene, const gfSourceDef *def);

/// Adds a solid that beforeStep finds in scene->solids.
bool Scene_AddSolid(Scene *scene, const gfSolidDef *def);

/// An opaque colour of full strength: hue in turns, saturation 0 to 1; linear light.
void Scene_SetHue(float rgba[4], float hue, float saturation);

gfVec2 Scene_Vec(float x, float y);

#endif
