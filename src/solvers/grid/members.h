// Groups of fluids, which are stepped in the passes of one (members.c).
#ifndef GF_MEMBERS_H
#define GF_MEMBERS_H

#include "solvers/grid/grid_stage.h"

// What a member has of its own in the state of a group.
typedef struct gfGridMember {
    bool known;              // as gfVelocityAdvection.previousKnown
    gfVec2 lastAcceleration; // likewise
    bool masksDiffer;        // in the textures of the group
    bool expands;            // as gfGridForces.expands
    uint64_t solids;         // the version of its solids that is there; 0: none
} gfGridMember;

typedef struct gfGridMembers {
    gfAtlas atlas;
    gfGroupFluids fluids; // as of the last step
    gfGridMember *own;    // of each
    gfSourcesOf *sources; // room for theirs
    float (*rows)[4];     // what u_members has, and room for the next
    float (*next)[4];
    gfTexture table;
    gfPyramid fastest; // over the top of gfCfl.speed
} gfGridMembers;

extern const gfGroupCalls gf_gridGroup;
// Textures of a member's own state that the group's may be ahead of.
enum {
    GF_GRID_PART_VELOCITY = 1,
    GF_GRID_PART_DYE = 2,
    GF_GRID_PART_TEMPERATURE = 4,
    GF_GRID_PART_PRESSURE = 8,
    GF_GRID_PART_REST = 16,
    GF_GRID_PARTS = 31
};
// Brings them up to date, before they are read. Nothing where the fluid is in no group. False and reported.
bool gfGrid_Fetch(const gfBody *body, gfGrid *grid, uint32_t parts);
// Before the state is changed by another than a step: brings all up to date, and lets the group take it over. `whole`:
// all is written, and nothing need be brought.
bool gfGrid_FetchToChange(const gfBody *body, gfGrid *grid, bool whole);
// u_members; 0 for one fluid.
GLuint gfGrid_GetMembers(const gfGrid *grid);
// Brings that up to date for forces over `dt`. `both`: the velocity half a step ahead is known of all fluids.
void gfGrid_TellMembers(const gfBody *body, gfGrid *grid, float dt, bool both);
// Where the speed is that CFL substeps follow: the largest of all.
const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *grid);
// What a step of one fluid asks of its own sources, of all of them.
bool gfGrid_Touch(const gfBody *body, const gfGrid *grid, uint32_t mask, bool splats);
void gfGrid_Apply(const gfBody *body, gfGrid *grid, const gfSourceTarget *target, float dt);

#endif
