#include "recipe.h"

const Recipe *const recipes[] = {&torch, &stir, &probe, &look, &paddle, &wind, &crate, &dust, &camera, &save, NULL};
