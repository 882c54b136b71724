// The fluids of a group, which is stepped as one grid: each has a rectangle in every texture (instances.c).
#ifndef GF_INSTANCES_H
#define GF_INSTANCES_H

#include "solvers/grid/grid.h"

// What the group's state keeps about one of its fluids.
typedef struct gfGridInstance {
    bool known;              // gfVelocityAdvection.previousKnown of this fluid
    gfVec2 lastAcceleration; // gfVelocityAdvection.lastAcceleration of this fluid, m/s^2
    bool masksDiffer;        // gfSolidMasks.differ of this fluid's masks in the group's textures
    bool expands;            // gfGridForces.expands of this fluid
    bool solids;             // the group has this fluid's solid masks; gfSolidMasks.untaken: what changed since
} gfGridInstance;

// What the state of a group has beyond that of a single fluid.
typedef struct gfGridInstances {
    gfAtlas atlas;        // how the fluids' rectangles are laid out in each texture
    gfGroupFluids fluids; // the fluids of the last step
    gfGridInstance *own;  // what the group knows about each fluid, an element per fluid
    gfSourcesOf *sources; // scratch array of an element per fluid, for gfSources_ApplyEach
    // Texels that `table` holds; `next` is scratch for new ones, so that unchanged ones are not uploaded.
    float (*rows)[4];
    float (*next)[4];
    gfTexture table;   // the texture u_instances, see instances.c
    gfPyramid fastest; // reduces the largest speeds of the fluids to one; its input is the top of gfCfl.speed
} gfGridInstances;

extern const gfGroupCalls gf_gridGroup; // calls by which groups of fluids are stepped (grid_group.c)
// Makes the fluids' part of a group's state. `atlas`: the layout. Returns null and reports if memory is short.
gfGridInstances *gfGridInstances_Create(gfDevice *device, const gfAtlas *atlas);
void gfGridInstances_Destroy(gfDevice *device, gfGridInstances *instances);
// Copies a texture of one fluid into the fluid's rectangle of an atlas. `number`: index of the fluid.
bool gfGridInstances_CopyIn(gfDevice *device, const gfTexture *own, const gfTexture *atlas, int number);
// Copies all stored fields of one fluid's state into the atlases of the group's state.
bool gfGridInstances_CopyFieldsIn(gfDevice *device, const gfGrid *own, const gfGrid *group, int number);

// Bits of textures that a fluid in a group has itself, which are older than the group's after a step.
enum {
    GF_GRID_PART_VELOCITY = 1,
    GF_GRID_PART_PRESSURE = 2,
    GF_GRID_PART_OTHERS = 4,
    GF_GRID_PART_SCALAR = 8, // the first scalar; each further scalar has the next bit
    GF_GRID_PARTS = (GF_GRID_PART_SCALAR << GF_SCALARS) - 1,
    GF_GRID_LOAD_PARTS =
        // The textures that forces on solids are measured from: all but dye.
    GF_GRID_PARTS & ~(GF_GRID_PART_SCALAR << GF_SCALAR_DYE)
};
// Must be called before the fluid's own textures are read: copies those of `parts` that are newer in its group, if any.
bool gfGrid_Fetch(const gfBody *body, gfGrid *grid, uint32_t parts);
// Returns the GF_GRID_PART_... bits of textures that a field is read or computed from. `id`: gfField or gfFieldId.
uint32_t gfGrid_PartsOf(int id);
// Must be called before anything but a step changes the fluid's own state. Copies all textures that are newer in the
// group, whose next step takes over the changed state. `whole`: copies nothing, as everything will be overwritten.
bool gfGrid_FetchToChange(const gfBody *body, gfGrid *grid, bool whole);
// Returns the texture u_instances (see instances.c), or 0 without a group.
GLuint gfGrid_GetInstances(const gfGrid *grid);
// Updates u_instances for a step of `dt` seconds. `both`: the velocity of every fluid may be extrapolated in time, as
// in the second half of a reflecting step.
void gfGrid_UpdateInstances(const gfBody *body, gfGrid *grid, float dt, bool both);
// Returns a 1 x 1 texture with the largest speed in all fluids, from which the number of CFL substeps follows.
const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *grid);
// Call gfSources_Touch and gfSources_Apply for the sources of a single fluid or, in a group, of all its fluids.
bool gfGrid_Touch(const gfBody *body, const gfGrid *grid, uint32_t mask, bool splats);
void gfGrid_Apply(const gfBody *body, gfGrid *grid, const gfSourceTarget *target, float dt);
// Sets gfProjection.shakes of each fluid in which a waiting splat will push the fluid.
void gfGrid_NoteSplats(const gfBody *body, gfGrid *grid);
// Called after each substep: moves gfProjection.shakes to `shaken`.
void gfGrid_EndSplats(gfGrid *grid);
// Returns whether a fluid, in a group any, has solids thinner than a cell or one-way sources.
bool gfGrid_HasThinWalls(const gfBody *body, const gfGrid *grid);

#endif
