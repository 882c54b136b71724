// Tracers of a fluid, and how they are drawn.
#ifndef GF_TRACERS_IMPL_H
#define GF_TRACERS_IMPL_H

#include "gpufluid/draw.h"

#include "gl/pass.h"
#include "draw/effects.h"

struct gfTracers {
    gfFluid *fluid;
    gfTracersDef def;
    gfPingPong state; // see shaders/tracers/advect.frag
    uint32_t steps;
    // The domain that `state` is places in.
    gfVec2 origin, size;
    gfTracers *previous, *next; // of the fluid's list
};

// Where they are drawn into.
typedef struct gfTracersView {
    const float *view;        // from metres off the corner of their domain to clip space, three columns
    const gfRegion *viewport; // of the target
    const gfFinish *finish;
    const gfTarget *target; // null: the host's framebuffer
    bool scene;             // it is the light of the picture
} gfTracersView;

// False, reported: a shader could not be made.
bool gfTracers_Draw(const gfTracers *tracers, const gfDrawDef *def, const gfTracersView *view);

#endif
