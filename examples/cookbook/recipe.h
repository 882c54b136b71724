/// What a recipe of the cookbook is, for the program that shows it (cookbook.c). The pictures of all of them are of one
/// metre by one metre.
#ifndef COOKBOOK_RECIPE_H
#define COOKBOOK_RECIPE_H

#include <gpufluid/gpufluid.h>

/// One frame of a game's loop.
typedef struct Frame {
    float dt;               ///< since the last frame, s
    float time;             ///< since the first, s
    gfVec2 pointer;         ///< where the mouse is, m
    gfVec2 previousPointer; ///< where it was in the last frame, m
    bool pressed;           ///< whether its button is held
} Frame;

typedef struct Recipe {
    const char *name;
    bool (*begin)(gfDevice *device);   ///< makes the fluid. False where a call failed
    bool (*frame)(const Frame *frame); ///< steps and draws it. False where a call failed
} Recipe;

/// All recipes, up to a null.
extern const Recipe *const recipes[];

extern const Recipe torch, stir, probe, look, fire, paddle, wind, crate, dust, camera, save;

#endif
