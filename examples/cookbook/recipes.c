#include "recipe.h"

const Recipe *const recipes[] = {&torch, &stir,  &probe, &look,   &fire, &paddle,
                                 &wind,  &crate, &dust,  &camera, &save, NULL};
