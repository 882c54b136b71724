/// What the scenes' own files share. Hosts include support/scene.h instead.
#ifndef SUPPORT_SCENE_PARTS_H
#define SUPPORT_SCENE_PARTS_H

#include "support/scene.h"

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

void Wind_TuneFluid(gfFluidDef *def);
bool Wind_SetUp(Scene *scene);
void Wind_TuneDraw(const Scene *scene, gfDrawDef *def);

void Cavity_TuneFluid(gfFluidDef *def);
bool Cavity_SetUp(Scene *scene);
void Cavity_TuneDraw(const Scene *scene, gfDrawDef *def);

void Karman_TuneFluid(gfFluidDef *def);
bool Karman_SetUp(Scene *scene);
void Karman_TuneDraw(const Scene *scene, gfDrawDef *def);

void TaylorGreen_TuneFluid(gfFluidDef *def);
bool TaylorGreen_SetUp(Scene *scene);
void TaylorGreen_TuneDraw(const Scene *scene, gfDrawDef *def);

void Maze_TuneFluid(gfFluidDef *def);
bool Maze_SetUp(Scene *scene);
void Maze_TuneDraw(const Scene *scene, gfDrawDef *def);

void Stirrer_TuneFluid(gfFluidDef *def);
bool Stirrer_SetUp(Scene *scene);
void Stirrer_BeforeStep(Scene *scene);
void Stirrer_TuneDraw(const Scene *scene, gfDrawDef *def);

bool Picture_SetUp(Scene *scene);
void Picture_BeforeStep(Scene *scene);
void Picture_TuneDraw(const Scene *scene, gfDrawDef *def);

/// Dye at a world position: red, green and blue premultiplied by the amount in alpha, linear light.
typedef void ScenePaintFn(const Scene *scene, gfVec2 position, float rgba[4], void *user);

/// Velocity through the left (x) and bottom (y) face of the cell whose lower left corner is `corner`, m/s.
typedef gfVec2 SceneFlowFn(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user);

/// Simulated time since set-up, s.
float Scene_GetTime(const Scene *scene);

/// Uniform in [0, 1), from the seed and `n` alone: for motions that are functions of time.
float Scene_Hash(const Scene *scene, unsigned n);

/// The scene's own solids, by `own`, or the user's mask in their place.
bool Scene_SetUpSolids(Scene *scene, bool (*own)(Scene *scene));

/// Replaces all dye, each cell by the mean over `samples` x `samples` points in it. Solids come before: what they cover
/// stays empty.
bool Scene_PaintDye(Scene *scene, int samples, ScenePaintFn *paint, void *user);

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

/// sRGB byte to linear light.
float Scene_DecodeSrgb(uint8_t value);

gfVec2 Scene_Vec(float x, float y);

#endif
