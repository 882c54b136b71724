// Points sorted into the voxels of a grid by the stencil test alone (Purcell, Donner, Cammarano, Jensen and Hanrahan
// 2003, "Photon mapping on programmable graphics hardware"): no blending, no read-back, and every run gives the same.
//
// A voxel has a block of side x side texels on each page; the pages lie one above the other in one texture. A texel is
// a slot: 0, or 1 + the number of a point. A point is drawn over the whole block of its voxel, on every page, and the
// stencil lets it through at one slot, the first that is free. A voxel keeps the first side * side * pages of its
// points, in the order of their numbers; the others are left out. Shaders read slots by particles/slots.glsl.
#ifndef GF_ROUTING_H
#define GF_ROUTING_H

#include "gl/pass.h"

// Most slots of a voxel: each is a value of the stencil buffer's eight bits.
#define GF_ROUTING_SLOTS_MAX 240

// Zeroed: there is none.
typedef struct gfRouting {
    int side, pages;
    gfTexture slots;         // R32UI
    gfStencil pattern, work; // the stencil that a filling begins with, and its copy that the filling changes
} gfRouting;

// Makes the slots for a grid laid out in `columns` x `rows` voxels. On false, which is reported (OUT_OF_RANGE,
// OUT_OF_MEMORY, SHADER, SHADER_FILE, FRAMEBUFFER), nothing is left.
bool gfRouting_Create(gfDevice *device, gfRouting *routing, int columns, int rows, int side, int pages);
void gfRouting_Destroy(gfDevice *device, gfRouting *routing);

// Empties all slots and draws points 0 to count - 1 into them. The caller's pass has label, program, inputs and
// uniforms, the last of GF_PASS_UNIFORMS left free; the rest is set here. Its vertex stage places a square of
// u_tileTexels over the voxel of point n % u_pages.x on page n / u_pages.x of u_pages.y, as particles/slots.vert does.
// False and reported: nothing was drawn.
bool gfRouting_Fill(gfDevice *device, const gfRouting *routing, const gfPass *pass, int count);

#endif
