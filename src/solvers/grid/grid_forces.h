// Forces: sources, zones, and the confinement of vorticity.
#ifndef GF_GRID_FORCES_H
#define GF_GRID_FORCES_H

#include "solvers/grid/grid_stage.h"

typedef struct gfGridForces {
    gfPair expansion; // the divergence that sources ask for, 1/s, in cells; made when the first such source acts
    bool expands;     // some source asked for it in this step
    gfFailure expansionFailed;
    gfTexture vorticity; // for its confinement
} gfGridForces;

// Emitters and splats act on velocity, dye, temperature and divergence. `splats`: those act once, in the first of a
// step's CFL substeps.
void gfGrid_ApplySources(const gfBody *body, gfGrid *grid, float dt, bool splats);
// Drag, given flows and turbulence. `pressure`: of the projection that follows, as the last one left it.
void gfGrid_ApplyZones(const gfBody *body, gfGrid *grid, const gfPair *pressure, float dt, bool splats);
void gfGrid_ConfineVorticity(const gfBody *body, gfGrid *grid, float dt);

// Describes where sources of `mask` act: on so many fields, which have a texel a cell.
gfSourceTarget gfGrid_SourceTarget(const gfBody *body, gfPair *const *fields, int count, uint32_t mask, bool splats);
// A step of zones: they act with the forces and the pressure of a time step that is `dtRatio` times the last one.
typedef struct gfZoneStep {
    const char *file; // the shader's
    const gfPair *pressure;
    float dt, dtRatio;
} gfZoneStep;
void gfGrid_ApplyToZones(const gfBody *body, gfGrid *grid, gfSourceTarget *target, const gfZoneStep *step);

#endif
