// Instances of a group: fluids that are stepped in the passes of one (instances.c).
#ifndef GF_INSTANCES_H
#define GF_INSTANCES_H

#include "solvers/grid/grid_stage.h"

// State that a fluid has of its own in the state of its group.
typedef struct gfGridInstance {
    bool known;              // as gfVelocityAdvection.previousKnown
    gfVec2 lastAcceleration; // likewise
    bool masksDiffer;        // in the textures of the group
    bool expands;            // as gfGridForces.expands
    bool solids;             // what follows from its solids is there, but for gfSolidMasks.untaken
} gfGridInstance;

typedef struct gfGridInstances {
    gfAtlas atlas;
    gfGroupFluids fluids; // as of the last step
    gfGridInstance *own;  // of each
    gfSourcesOf *sources; // room for theirs
    float (*rows)[4];     // what u_instances has, and room for the next
    float (*next)[4];
    gfTexture table;
    gfPyramid fastest; // over the top of gfCfl.speed
} gfGridInstances;

extern const gfGroupCalls gf_gridGroup; // grid_group.c
// Null and reported: out of memory.
gfGridInstances *gfGridInstances_Create(gfDevice *device, const gfAtlas *atlas);
void gfGridInstances_Destroy(gfDevice *device, gfGridInstances *instances);
// Copies a texture of a fluid to its part of an atlas, and all fields of its own state to the group's. False and
// reported.
bool gfGridInstances_CopyIn(gfDevice *device, const gfTexture *own, const gfTexture *atlas, int number);
bool gfGridInstances_CopyFieldsIn(gfDevice *device, const gfGrid *own, const gfGrid *group, int number);

// The textures of a fluid's own state that the group's may be newer than.
enum {
    GF_GRID_PART_VELOCITY = 1,
    GF_GRID_PART_DYE = 2,
    GF_GRID_PART_TEMPERATURE = 4,
    GF_GRID_PART_PRESSURE = 8,
    GF_GRID_PART_OTHERS = 16,
    GF_GRID_PARTS = 31,
    GF_GRID_LOAD_PARTS = GF_GRID_PARTS & ~GF_GRID_PART_DYE // those that loads are found from
};
// Brings them up to date, before they are read. Nothing where the fluid is in no group. False and reported.
bool gfGrid_Fetch(const gfBody *body, gfGrid *grid, uint32_t parts);
// The same for the textures that a field, of gfField or gfFieldId, is made of.
bool gfGrid_FetchField(const gfBody *body, gfGrid *grid, int id);
// Brings all up to date before the state is changed by another than a step, and lets the group take it over. `whole`:
// all is written, and nothing need be brought.
bool gfGrid_FetchToChange(const gfBody *body, gfGrid *grid, bool whole);
// The texture of u_instances; 0 for one fluid.
GLuint gfGrid_GetInstances(const gfGrid *grid);
// Brings that texture up to date for forces over `dt`. `both`: all fluids know the velocity at half of the step.
void gfGrid_UpdateInstances(const gfBody *body, gfGrid *grid, float dt, bool both);
// The texture with the speed that CFL substeps follow: the largest of all fluids.
const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *grid);
// Ask the sources of a fluid, or of all fluids of a group, as gfSources_Touch and gfSources_Apply do.
bool gfGrid_Touch(const gfBody *body, const gfGrid *grid, uint32_t mask, bool splats);
void gfGrid_Apply(const gfBody *body, gfGrid *grid, const gfSourceTarget *target, float dt);
// Notes of the fluid, or of each of a group, whether a splat that waits pushes it (gfProjection.shakes), and, after a
// substep, that it did.
void gfGrid_NoteSplats(const gfBody *body, gfGrid *grid);
void gfGrid_EndSplats(gfGrid *grid);
// Returns whether the fluid, or some fluid of the group, has thin walls or one-way sources.
bool gfGrid_HasThinWalls(const gfBody *body, const gfGrid *grid);

#endif
