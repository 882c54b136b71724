// Lists the points (particles) in each voxel of a grid, by the stencil test alone (Purcell, Donner, Cammarano, Jensen
// and Hanrahan 2003, "Photon mapping on programmable graphics hardware"): no blending, no read-back, and every run
// gives the same.
//
// A texture has a slot in each texel: 0, or 1 + the number of a point. A voxel owns a block of side x side slots on
// each page; pages lie one above the other in the texture. A point is drawn over all slots of its voxel, on every page,
// and the stencil test lets it through at one slot, the first that is free. A voxel keeps its first side * side * pages
// points, in the order of their numbers; further points are dropped. Shaders read slots by particles/slots.glsl.
#ifndef GF_ROUTING_H
#define GF_ROUTING_H

#include "gl/pass.h"

// Most slots of a voxel: slot s begins with the stencil value 254 - s (routing.c), which has eight bits.
#define GF_ROUTING_SLOTS_MAX 240

// The slots of a grid. Zeroed: none.
typedef struct gfRouting {
    int side, pages;         // a voxel has side x side slots on each page
    gfTexture slots;         // R32UI: 0, or 1 + the number of a point
    gfStencil pattern, work; // the stencil values with which gfRouting_Fill begins, and their copy that it changes
} gfRouting;

// Makes the slots of a grid of `columns` x `rows` voxels; a grid in 3D has its layers one above the other. False and
// reported (OUT_OF_RANGE, OUT_OF_MEMORY, SHADER, SHADER_FILE, FRAMEBUFFER, GL): nothing was made.
bool gfRouting_Create(gfDevice *device, gfRouting *routing, int columns, int rows, int side, int pages);
void gfRouting_Destroy(gfDevice *device, gfRouting *routing);

// Empties all slots and draws points 0 to count - 1 into them. The caller gives in `pass` the label, shader, inputs and
// uniforms (at most GF_PASS_UNIFORMS - 1). The vertex stage must place square number n, of u_tileTexels a side, over
// the block of point n % u_pages.x on page n / u_pages.x, as particles/slots.vert does. False: nothing was drawn.
bool gfRouting_Fill(gfDevice *device, const gfRouting *routing, const gfPass *pass, int count);

#endif
