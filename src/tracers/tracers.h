// Tracers: their state, a step of it, and how they are drawn, over any solver's fields.
#ifndef GF_TRACERS_IMPL_H
#define GF_TRACERS_IMPL_H

#include "gpufluid/draw.h"

#include "draw/overlay.h"

struct gfTracers {
    gfLink link; // of the fluid's list
    gfTracersDef def;
    gfPair tracers;    // place, age and speed, see shaders/tracers/advect.frag
    gfPair velocities; // m/s
    uint32_t steps;
    double heldBack_s; // time that is not yet in the ages
    // The domain that places are in.
    gfVec2 origin, size;
    gfFluid *fluid; // whose they are, for those who know what that is
};

// Makes the state of a definition that has been checked, spread over the fluid. False and reported; there is nothing to
// destroy then.
bool gfTracers_Init(gfTracers *tracers, const gfBody *body, const gfSolver *solver, void *state);
void gfTracers_Release(gfDevice *device, gfTracers *tracers);

// Measures, writes or reads a set (gl/archive.h). Those that are read have no textures yet; where that fails they have
// none afterwards.
void gfTracers_Archive(gfArchive *archive, gfTracers *tracers);
// Tells whether tracers can be made of a definition; reports.
bool gfTracers_CheckDef(const gfDevice *device, const gfTracersDef *def, const char *caller);

// Draws the next state, `dt` seconds later. False, reported: nothing changed.
bool gfTracers_Advance(gfTracers *tracers, const gfBody *body, const gfSolver *solver, void *state, float dt);

// Copies x and y of each, m, and waits. False and reported.
bool gfTracers_Read(gfDevice *device, const gfTracers *tracers, float *positions);

// Draws the set that a definition names (gfOverlay.draw).
bool gfTracers_Draw(gfDevice *device, const gfDrawDef *def, const gfOverlayTarget *target);

#endif
