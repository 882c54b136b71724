// Insides of the grid solver, shared by its files.
#ifndef GF_GRID_H
#define GF_GRID_H

#include "gl/readback.h"
#include "solvers/grid/multigrid.h"
#include "solvers/grid/pressure.h"
#include "solvers/grid/residual.h"
#include "solvers/solver.h"

// What holds of a definition, and what has come to be needed: bits for the tables of programs and state (grid.c).
enum {
    GF_GRID_BILINEAR = 1 << 0,
    GF_GRID_MANUAL = 1 << 1, // the context filters no floats
    GF_GRID_WRAPS = 1 << 2,
    GF_GRID_INFLOWS = 1 << 3,
    GF_GRID_ENTERS = 1 << 4, // some side is open or an inflow: values enter
    GF_GRID_TILTED = 1 << 5, // buoyancy along x, too
    GF_GRID_UPRIGHT = 1 << 6,
    GF_GRID_TOGETHER = 1 << 7, // dye and temperature share a resolution, and one pass carries both
    GF_GRID_APART = 1 << 8,
    GF_GRID_REFLECTS = 1 << 9,
    GF_GRID_CONFINES = 1 << 10,
    GF_GRID_LIMITS_CFL = 1 << 11,
    GF_GRID_KEEPS_DYE = 1 << 12,
    GF_GRID_VISCOUS = 1 << 13,
    GF_GRID_DIFFUSES = 1 << 14,
    GF_GRID_CONSERVES = 1 << 15, // dye and temperature are carried in flux form
    GF_GRID_EXPANDS = 1 << 16,   // from here on: what was asked for so far
    GF_GRID_BALANCES = 1 << 17,
    GF_GRID_READ = 1 << 18, // a field was computed for the host
    GF_GRID_SHOWS_DIVERGENCE = 1 << 19,
    GF_GRID_TURNS = 1 << 20,    // the frame of the domain does
    GF_GRID_VALVES = 1 << 21,   // some source is one-way
    GF_GRID_HALF_DYE = 1 << 22, // stored in half floats
    GF_GRID_GROUP = 1 << 23,    // it is the state of a group
    GF_GRID_HALF_VELOCITY = 1 << 24,
    GF_GRID_HALF_TEMPERATURE = 1 << 25,
    GF_GRID_HALVES = GF_GRID_HALF_VELOCITY | GF_GRID_HALF_DYE | GF_GRID_HALF_TEMPERATURE,
    GF_GRID_SIMPLE = 1 << 26,
    GF_GRID_DEPARTS = 1 << 27, // with scalars it is drawn where they come from, for velocity to follow
    GF_GRID_PAIRS = 1 << 28,   // the context filters floats, and fast: the outer texels of a cubic come in pairs
    // No conditions of tables, but of gfSolver.getNeeds:
    GF_GRID_MEASURES = 1 << 30, // the residual was asked for
    GF_GRID_THIN = 1 << 29      // thin walls came
};

// Values that diffuse together, made when a tunable asks for it. Fields are packed.
typedef enum gfLatticeKind {
    GF_LATTICE_X, // velocity along x
    GF_LATTICE_Y,
    GF_LATTICE_HEAT,
    GF_LATTICE_DYE,
    GF_LATTICES
} gfLatticeKind;

typedef struct gfLattice {
    gfMultigrid *multigrid; // null: not made
    int width, height;
    bool wrapX, wrapY;
    gfPair change; // of the field in a step
    gfTexture rhs, weights;
    const gfProgram *drawWeights, *drawRhs;
} gfLattice;

typedef struct gfGridPrograms {
    const gfProgram *advectVelocity[2];   // [carries the reflected velocity]
    const gfProgram *advectScalars[3][2]; // [no solids, some, some that moved][set]
    const gfProgram *carry[2][3][2][2];   // [sweep][no solids, some, shares of fluid are carried, too][set][steep]
    const gfProgram *carrier, *flowAhead, *carrierDye, *moved[2];
    const gfProgram *steepBlocks[2], *steepTiles, *rest[2]; // [set]
    const gfProgram *applyVelocity, *applyScalars[2], *applyExpansion, *copy1, *copy2;
    const gfProgram *divergence[2][2];                      // [moving][expansion]
    const gfProgram *gradient[2][2];                        // [moving][reflected]
    const gfProgram *plainDivergence[2], *plainGradient[2]; // [expansion], [reflected]; away from solids
    const gfProgram *midway[2];                             // [with what is carried]
    const gfProgram *faces[2];                              // [some solid is of whole cells]
    const gfProgram *weights, *fluidMask, *extendedTiles, *extend, *extendCopy, *vorticity, *confine, *rebalance;
    const gfProgram *rescale[2]; // [with temperature]
    const gfProgram *addVelocity, *addScalars[2];
    const gfProgram *meanPacked, *mean, *largestSpeed, *largest;
    const gfProgram *readVelocity, *readVorticity, *readPacked, *readSingle;
} gfGridPrograms;

#define GF_EXTENDED_CELLS 8 // of a tile, a side

// What carries dye and temperature in flux form: the volumes through faces as the last projection left them.
typedef enum gfFlow {
    GF_FLOW_UNKNOWN,  // to be drawn
    GF_FLOW_VELOCITY, // those are the velocity itself
    GF_FLOW_CARRIER   // they were drawn
} gfFlow;

// What is a member's own in the state of a group.
typedef struct gfGridMember {
    bool known;       // as gfGrid.earlierKnown
    gfVec2 lastPush;  // likewise
    bool masksDiffer; // in the textures of the group
    bool expands;     // as gfGrid.expands
    uint32_t sweeps;  // as gfGrid.sweeps
    uint64_t solids;  // the version of its solids that is there; 0: none
} gfGridMember;

// Of the state of a group (members.c).
typedef struct gfGridMembers {
    gfAtlas atlas;
    gfGroupFluids fluids; // as of the last step
    gfGridMember *own;    // of each
    gfSourcesOf *sources; // room for theirs
    GLint chosen[4 * GF_CHOSEN];
    float (*rows)[4]; // what u_members has, and room for the next
    float (*next)[4];
    gfTexture table;
    float dt;          // that is for forces over
    gfPyramid fastest; // over the top of gfGrid.speed
} gfGridMembers;

typedef struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    int extents[12][2];   // of the table of state, see grid.c
    uint32_t conditions;  // as above
    int wrapX, wrapY;     // 1: periodic
    bool bounded;         // some side is open
    bool moving;          // some solid moves, or some side is an inflow: wallVelocity matters
    float lastDt;         // of the last projection
    float dtRatio;        // of the time step to the one before: what was found then starts this one times that
    uint64_t drawnSolids; // their version as faces and weights were drawn for; 0: to be drawn anew
    gfBoundaries drawnBoundaries;
    float drawnAmbient;
    // Velocity on faces has one texel more than cells each way.
    gfPair velocity, dye, temperature;
    // The velocity as before its last advection, and room for what GF_SCHEME_PROJECT carries of it. All four textures
    // of the two pairs change places.
    gfPair earlier;
    bool earlierKnown;    // else the velocity was written, or nothing has moved yet: the pressure is not its own either
    gfTexture midway;     // the velocity half a step ahead, as the last two tell
    gfTexture departures; // of the fluid at cell centres: from there to where it was before the step, cells
    gfVec2 lastPush;      // what all fluid was accelerated by in the last step, m/s^2
    // GF_ADVECTION_CONSERVING. `carrier` is of the solids as they stood in the last two projections: it outlasts steps.
    gfFlow flow;
    gfPair carrier;                          // volumes through faces of cells, m/s, and those of the step before
    gfRegion carried[2];                     // where: elsewhere they are the velocity, and that of the step before
    gfTexture dyeCarrier;                    // half a step ahead, of the dye's texels, where it has others
    gfTexture moved[2];                      // texels that the fluid at faces of a set's texels moves by in a step
    gfTexture steepBlocks[2], steepTiles[2]; // how tiles of GF_GRID_TILE texels of a set are to be carried
    gfTexture share[2];                      // of fluid in each texel of a set, between the sweeps
    float fastest;                           // as of two steps ago, m/s; with a CFL limit only
    uint32_t draws;                          // substeps so far, from which random numbers follow
    uint32_t sweeps;                         // pairs of them so far: they begin along x and along y by turns
    int scalarSets; // passes that carry dye and temperature: one with both, where their resolutions agree
    // 1 in fluid, 0 in solids, at the texels of each set; while masksDiffer, `write` is as of the last advection.
    gfPair fluidMask[2];
    bool masksDiffer, masksDrawn;
    bool masksApart;     // more than one change lies between them
    int maskShift[2];    // cells that the domain has moved by since they were drawn
    gfPair corners;      // distance to solids at cell corners
    gfPair faces;        // open shares of faces, see shaders/solid/faces.frag; one texel more than cells each way
    gfPair wallVelocity; // what faces in solids move at
    gfTexture valves;    // room for faces while one-way sources close some; made for the first
    gfTexture weights;   // of the lattice of cells, see shaders/multigrid/weights.glsl
    gfTexture extended;  // 1 for tiles where the velocity is to be continued, see shaders/grid/extended_tiles.frag
    gfPair rhs;          // packed 2 x 2
    int rhsShift[2];     // cells that the domain has moved by since that was drawn: only the host reads it afterwards
    gfPyramid rhsMean;
    gfPressure pressure;
    bool unprepared;  // its coarse levels are not as solids are
    gfPair expansion; // divergence that sources ask for, 1/s, cells; made when the first such source acts
    bool expands;
    gfFailure expansionFailed, balanceFailed, valvesFailed;
    gfTexture reflected;    // GF_SCHEME_REFLECT: the velocity reflected
    gfPair reflectPressure; // of the second projection, which finds next to none
    bool conservesDye;
    gfPyramid dyeTotal[2]; // before and after advection
    gfPyramid speed;       // largest component of the velocity
    gfDelayedRead speedRead;
    gfTexture vorticity;    // for confinement
    gfTexture read;         // for fields that are computed when the host reads them
    gfPair shownDivergence; // for a drawing
    gfResidual measured;    // for the residual that the host reads; made at first use
    gfLattice lattices[GF_LATTICES];
    gfPyramid kept[2]; // totals of dye and heat before a resize, until solids are drawn after it; else none
    float keptScale[2];
    gfGridPrograms programs;
    gfGridMembers *members; // null: it is the state of one fluid
} gfGrid;

// The pairs that one pass carries: dye and temperature, or one of them. Returns how many.
static inline int gfGrid_GetSet(gfGrid *grid, int set, gfPair *pairs[2])
{
    pairs[0] = set == 0 ? &grid->dye : &grid->temperature;
    pairs[1] = &grid->temperature;
    return grid->scalarSets == 1 ? 2 : 1;
}

static inline void gfGrid_SwapSet(gfGrid *grid, int set)
{
    gfPair *pairs[2];
    int count = gfGrid_GetSet(grid, set, pairs);
    for (int i = 0; i < count; i++) {
        gfPair_Swap(pairs[i]);
    }
}

// Which set temperature is carried with.
static inline int gfGrid_TemperatureSet(const gfGrid *grid)
{
    return grid->scalarSets - 1;
}

// Makes and reads lattices of a snapshot, or writes them. (diffusion.c)
void gfGrid_ArchiveMadeLattices(const gfBody *body, gfGrid *grid, gfArchive *archive);
void gfGrid_ArchiveLattices(gfGrid *grid, gfArchive *archive);

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *grid);

// Makes what the table of state has for these further conditions. False and reported on failure.
bool gfGrid_Require(const gfBody *body, gfGrid *grid, uint32_t conditions);

// For what a scroll leaves to be moved later: by so many cells, with the solver's axes.
gfScroll gfGrid_MakeScroll(const gfGrid *grid, const int shift[2]);

// u_seed of what rounds in a substep: 32 bits that differ from pass to pass.
typedef enum gfGridSeed {
    GF_GRID_SEED_SCALARS,
    GF_GRID_SEED_VELOCITY,
    GF_GRID_SEED_MIDWAY,
    GF_GRID_SEED_ZONES,
    GF_GRID_SEED_SOURCES,
    GF_GRID_SEED_CONFINEMENT,
    GF_GRID_SEED_DIFFUSION,
    GF_GRID_SEED_GRADIENT,
    GF_GRID_SEED_TOTALS,
    GF_GRID_SEED_SWEEPS, // and those of four pairs of them
    GF_GRID_SEEDS = 32
} gfGridSeed;
GLint gfGrid_GetSeed(const gfGrid *grid, int pass);

// Parts of gf_solverGrid.
void *gfGrid_Create(const gfBody *body);
void gfGrid_Destroy(const gfBody *body, void *state);
bool gfGrid_Tune(const gfBody *body, void *state);

// Draws what depends on solids and boundaries, if they changed.
bool gfGrid_UpdateSolids(const gfBody *body, void *state);

bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
// See gfSolver.project.
bool gfGrid_Project(const gfBody *body, void *state, int cycles);

// Draws the divergence of the velocity as it stands into a packed texture.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *grid, const gfTexture *to);

// The velocity less `scale` times the gradient of the pressure as it stands, and unless null the velocity reflected.
void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *grid, float scale, const char *label,
                             const gfTexture *to, const gfTexture *reflected);

// Takes its mean from a divergence where nothing may enter or leave the domain, so that a pressure exists; false,
// nothing drawn, where that is not needed.
bool gfGrid_Rebalance(const gfBody *body, gfGrid *grid, const gfTexture *from, const gfTexture *to);

// Diffusion, in diffusion.c: what the tunables ask for, its weights after solids or boundaries changed, and a step.
// New lattices where the tunables ask for one that is not there, or not for these axes; zero where not. On false, which
// is reported, there are none.
bool gfGrid_MakeLattices(const gfBody *body, const gfGrid *grid, gfLattice made[GF_LATTICES]);
// Takes those over that were made.
void gfGrid_TakeLattices(gfDevice *device, gfGrid *grid, const gfLattice made[GF_LATTICES]);
void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
void gfGrid_ResetLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
// False and reported on failure.
bool gfGrid_ScrollLattices(gfDevice *device, gfLattice lattices[GF_LATTICES], const gfScroll *scroll);
// Which sides of the domain hold a lattice's field, and at what.
void gfGrid_GetHeldSides(const gfBody *body, gfLatticeKind kind, float holding[GF_SIDES], float value[GF_SIDES]);
void gfGrid_PrepareLattices(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles);
// `predicts`: of the velocity less the gradient of the last pressure, which the projection that follows will take away.
void gfGrid_DiffuseVelocity(const gfBody *body, gfGrid *grid, float dt, bool predicts);
void gfGrid_DiffuseScalars(const gfBody *body, gfGrid *grid, float dt);

// Groups, in members.c.
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
// For the flow through faces half a step ahead: fluids whose solids move have none. `done`: of all else again.
void gfGrid_HoldMembers(const gfBody *body, gfGrid *grid, bool done);
// Where the speed is that CFL substeps follow: the largest of all.
const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *grid);
// What a step of one fluid asks of its own sources, of all of them.
bool gfGrid_Touch(const gfBody *body, const gfGrid *grid, uint32_t mask, bool splats);
// How dye and temperature of one fluid are carried in flux form (step.c).
typedef struct gfSweeping {
    int variant; // as gfGridPrograms.carry: [no solids, some at rest whose cells are whole texels, any]
    bool keeps;  // u_keeping
    int axis;    // of the first sweep
} gfSweeping;
// `own`: of a fluid in a group; null: the grid's.
gfSweeping gfGrid_GetSweeping(const gfBody *body, const gfGrid *grid, const gfPair *field, const gfGridMember *own);
// Ways of doing it that the fluids have, by number from 0: false where there is none of a number and none above.
// *chosen are those that it is for; null: all.
#define GF_GRID_SWEEPINGS 12
bool gfGrid_ChooseSweeping(const gfBody *body, gfGrid *grid, const gfPair *field, int number, gfSweeping *sweeping,
                           const GLint **chosen);
void gfGrid_Apply(const gfBody *body, gfGrid *grid, const gfSourceTarget *target, float dt);
// The parts of step.c that groups need: what fluid is pushed by, the flow through faces, the divergence of sources.
typedef struct gfLift {
    gfVec2 heat, weight, push; // for each kelvin, for each unit of dye, and all of it
} gfLift;
gfLift gfGrid_GetLift(const gfBody *body, float dt);
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastPush, float dt);
gfVec2 gfGrid_GetPush(const gfBody *body);
// All of them in `carrier`, unless they are the velocity. False and reported on failure.
bool gfGrid_FillCarriers(const gfBody *body, gfGrid *grid);
// A resize, in resize.c. Totals of the old state's dye and heat, for Settle. False and reported on failure.
bool gfGrid_KeepTotals(const gfBody *body, gfGrid *grid, const gfFluidDef *oldDef, const gfGrid *old);
void gfGrid_DropTotals(gfDevice *device, gfGrid *grid);
// See gfSolver.resized: puts totals back and projects.
bool gfGrid_Settle(const gfBody *body, void *state);

// The parts of gf_solverGrid that answer with fields, in fields.c.
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_HasField(const gfBody *body, const void *state, int id);
bool gfGrid_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGrid_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfGrid_DrawSideLoads(const gfBody *body, void *state, const gfTexture *sums);
bool gfGrid_IsWritable(gfField field);
// Makes what GF_FIELD_RESIDUAL needs, ahead of use. False and reported.
bool gfGrid_MakeMeasured(const gfBody *body, gfGrid *g);
bool gfGrid_WriteField(const gfBody *body, void *state, gfField field, const float *values);

#endif
