// A full sort of keys in fragment shaders, by merging runs: each element of a merged run finds its own source by a
// search in both halves (Odeh, Green, Mwassi, Shmueli and Birk 2012, "Merge path"), so that a pass doubles the runs.
#ifndef GF_SORT_H
#define GF_SORT_H

#include "gl/pass.h"

// Sorts a list (particles/linear.glsl) of format RG32UI, all of its texels, by red and then by green; the result is in
// keys->read. Elements that are absent have red 0xffffffff and so come last. The width is a power of two; the height
// may be any. False and reported: something was not drawn, and the list is not to be used.
bool gfSort_Run(gfDevice *device, gfPair *keys);

// Element b of `starts`, a list of format R32UI, becomes the number of keys less than b in the sorted list `keys`.
bool gfSort_FindStarts(gfDevice *device, const gfTexture *keys, const gfTexture *starts);

#endif
