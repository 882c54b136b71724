// Insides of the grid solver, shared by its files.
#ifndef GF_GRID_H
#define GF_GRID_H

#include "gl/readback.h"
#include "solvers/grid/multigrid.h"
#include "solvers/grid/pressure.h"
#include "solvers/grid/residual.h"
#include "fluid/solver.h"

// What holds of a definition, and what has come to be needed: bits for the tables of programs and state (grid.c).
enum {
    GF_GRID_BILINEAR = 1 << 0,
    GF_GRID_QUINTIC = 1 << 1, // dye and temperature are read by a polynomial of fifth order
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
    GF_GRID_LEDGER = 1 << 12, // what advection makes or loses of dye and heat is given back
    GF_GRID_VISCOUS = 1 << 13,
    GF_GRID_DIFFUSES = 1 << 14,
    GF_GRID_DEPARTS = 1 << 15, // where the fluid of cells comes from is drawn with scalars, for velocity to follow
    GF_GRID_PULLS = 1 << 16,   // half of the pressure's pull acts where fluid comes from
    GF_GRID_SECONDS = 1 << 28, // what is carried is another velocity than that which is followed
    GF_GRID_HALF_DYE = 1 << 17,
    GF_GRID_HALF_VELOCITY = 1 << 18, // stored in half floats
    GF_GRID_HALF_TEMPERATURE = 1 << 19,
    GF_GRID_HALF_DEPARTURES = 1 << 20,
    GF_GRID_GROUP = 1 << 21, // it is the state of a group
    // What was asked for stays.
    GF_GRID_EXPANDS = 1 << 22,
    GF_GRID_BALANCES = 1 << 23,
    GF_GRID_READ = 1 << 24, // a field was computed for the host
    GF_GRID_SHOWS_DIVERGENCE = 1 << 25,
    GF_GRID_TURNS = 1 << 26,  // the frame of the domain does
    GF_GRID_VALVES = 1 << 27, // some source is one-way
    GF_GRID_ASKED =
        GF_GRID_EXPANDS | GF_GRID_BALANCES | GF_GRID_READ | GF_GRID_SHOWS_DIVERGENCE | GF_GRID_TURNS | GF_GRID_VALVES,
    // No conditions of tables, but of gfSolver.needs.get:
    GF_GRID_THIN = 1 << 29,    // thin walls came
    GF_GRID_MEASURES = 1 << 30 // the residual was asked for
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
    const gfProgram *advectVelocity;
    const gfProgram *advectScalars[3][2]; // [no solids, some, some that moved][set]
    const gfProgram *ledgerSum[2][2];     // [not all texels count alike][set]
    const gfProgram *ledgerAdd[2], *ledgerSides[2], *ledger;
    const gfProgram *applyVelocity, *applyScalars[2], *applyExpansion, *copy1, *copy2;
    const gfProgram *divergence[2][2];                      // [moving][expansion]
    const gfProgram *gradient[2][2];                        // [moving][a second velocity]
    const gfProgram *plainDivergence[2], *plainGradient[2]; // [expansion], [a second velocity]; away from solids
    const gfProgram *faces[2];                              // [some solid is of whole cells]
    const gfProgram *weights, *fluidMask, *extendedTiles, *vorticity, *confine, *rebalance;
    const gfProgram *extend[2][2], *extendCopy[2]; // [moving][a second velocity]
    const gfProgram *addVelocity, *addScalars[2];
    const gfProgram *meanPacked, *mean, *largestSpeed, *largest;
    const gfProgram *readVelocity, *readVorticity, *readPacked, *readReflected, *readSingle;
} gfGridPrograms;

#define GF_EXTENDED_CELLS 8 // of a tile, a side

// What advection lost of dye and of heat, and the range of dye, in parts of a field.
#define GF_LEDGER_LEVELS 3
typedef struct gfLedgerSums {
    gfTexture dye, range, heat;
} gfLedgerSums;

// What is a member's own in the state of a group.
typedef struct gfGridMember {
    bool known;       // as gfGrid.earlierKnown
    gfVec2 lastPush;  // likewise
    bool masksDiffer; // in the textures of the group
    bool expands;     // as gfGrid.expands
    uint64_t solids;  // the version of its solids that is there; 0: none
} gfGridMember;

// Of the state of a group (members.c).
typedef struct gfGridMembers {
    gfAtlas atlas;
    gfGroupFluids fluids; // as of the last step
    gfGridMember *own;    // of each
    gfSourcesOf *sources; // room for theirs
    float (*rows)[4];     // what u_members has, and room for the next
    float (*next)[4];
    gfTexture table;
    gfPyramid fastest; // over the top of gfGrid.speed
} gfGridMembers;

typedef struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    int extents[16][2];   // of the table of state, see grid.c
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
    // The velocity as before its last advection. What is read of both, and the other of that, change places.
    gfPair earlier;
    bool earlierKnown; // else the velocity was written, or nothing has moved yet: the pressure is not its own either
    // What a step carries of the velocity: with GF_SCHEME_PROJECT without half of the pressure's pull of the last step,
    // with GF_SCHEME_REFLECT reflected.
    gfPair carried;
    bool carriedKnown;    // else it is to be found for GF_SCHEME_PROJECT
    gfTexture departures; // of the fluid at cell centres: from there to where it was before the step, cells
    gfVec2 lastPush;      // what all fluid was accelerated by in the last step, m/s^2
    // What advection makes or loses, where GF_GRID_LEDGER holds: sums over a step, what left by sides, and what is
    // owed.
    gfLedgerSums ledgerSums[GF_LEDGER_LEVELS], ledgerSides;
    gfPair ledger;
    bool written, placed; // since the last advection: a field by the host, maybe into solids; some solid
    uint32_t draws;       // substeps so far, from which random numbers follow
    int scalarSets;       // passes that carry dye and temperature: one with both, where their resolutions agree
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
    bool extendedDrawn;  // it is as weights are; else 0 everywhere, for there are no solids
    gfPair rhs;          // packed 2 x 2
    int rhsShift[2];     // cells that the domain has moved by since that was drawn: only the host reads it afterwards
    gfPyramid rhsMean;
    gfPressure pressure;
    bool unprepared;  // its coarse levels are not as solids are
    gfPair expansion; // divergence that sources ask for, 1/s, cells; made when the first such source acts
    bool expands;
    gfFailure expansionFailed, balanceFailed, valvesFailed;
    gfPair reflectPressure; // of the second projection, which finds next to none
    gfPyramid speed;        // largest component of the velocity
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
    GF_GRID_SEED_ZONES,
    GF_GRID_SEED_SOURCES,
    GF_GRID_SEED_CONFINEMENT,
    GF_GRID_SEED_DIFFUSION,
    GF_GRID_SEED_GRADIENT,
    GF_GRID_SEED_TOTALS,
    GF_GRID_SEEDS = 32
} gfGridSeed;
GLint gfGrid_GetSeed(const gfGrid *grid, int pass);

// Parts of gf_solverGrid.
void *gfGrid_Create(const gfBody *body);
void gfGrid_Destroy(const gfBody *body, void *state);
bool gfGrid_Tune(const gfBody *body, void *state);

// Draws what depends on solids and boundaries, if they changed.
// Texels of the velocity that solids can reach, of a group all; false if none.
bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *grid, gfRegion *region);
bool gfGrid_UpdateSolids(const gfBody *body, void *state);

bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report);
// See gfSolver.host.project.
bool gfGrid_Project(const gfBody *body, void *state, int cycles);

// Draws the divergence of the velocity as it stands into the packed texture `to`. `balances`: where nothing may enter
// or leave the domain without its mean, so that a pressure exists; that takes `between`.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *grid, bool balances, const gfTexture *between,
                           const gfTexture *to);

// How gfGrid.carried differs from the velocity: by so many more times the gradient, see shaders/grid/gradient.frag.
typedef struct gfAgain {
    float times;
    float most; // m/s
} gfAgain;

// The velocity less `scale` times the gradient of the pressure as it stands; unless `again` is null, gfGrid.carried,
// too.
void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *grid, float scale, const char *label,
                             const gfTexture *to, const gfAgain *again);

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
// How far diffusion counts that faces beside walls stand for less fluid (shaders/grid/width.glsl), 0 to 1. `s`:
// viscosity dt / h^2.
float gfGrid_GetWallWidths(float s);

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
// Where the speed is that CFL substeps follow: the largest of all.
const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *grid);
// What a step of one fluid asks of its own sources, of all of them.
bool gfGrid_Touch(const gfBody *body, const gfGrid *grid, uint32_t mask, bool splats);
void gfGrid_Apply(const gfBody *body, gfGrid *grid, const gfSourceTarget *target, float dt);
// The parts of step.c that groups need: what fluid is pushed by.
typedef struct gfLift {
    gfVec2 heat, weight, push; // for each kelvin, for each unit of dye, and all of it
} gfLift;
gfLift gfGrid_GetLift(const gfBody *body, float dt);
#define GF_LIFT_UNIFORMS(g, p, lift)                                                                     \
    GF_F4(buoyancy, (lift).heat.x, (lift).heat.y, (lift).weight.x, (lift).weight.y),                     \
        GF_F2(dyePerCell, (float)(g)->dyeX / (float)(g)->cellsX, (float)(g)->dyeY / (float)(g)->cellsY), \
        GF_F1(ambient, (p)->ambientTemperature), GF_F2(acceleration, (lift).push.x, (lift).push.y)
// Whether what pushes all fluid at once is as in the last step: what a change of the frame does it will not do again.
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastPush, float dt);
// What all fluid is accelerated by.
gfVec2 gfGrid_GetPush(const gfBody *body);
// Carries dye and temperature, in advect_scalars.c. `ahead`: u_ahead of grid/backtrace.glsl.
void gfGrid_AdvectScalars(const gfBody *body, gfGrid *grid, float dt, float ahead);
// Carries the velocity, in advect_velocity.c.
typedef struct gfCarrying {
    bool second; // what is carried is gfGrid.carried, else the velocity itself
    float dt, ahead;
    float liftFrom; // 1: what lifts the fluid is where it comes from
} gfCarrying;
void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *grid, const gfCarrying *carrying);
// Brings gfGrid.carried up to date, for GF_SCHEME_PROJECT.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *grid);
// u_ahead of a step of `dt`. Of a group each fluid has its own share of it.
float gfGrid_GetAhead(const gfBody *body, const gfGrid *grid, float dt);
// How what is carried is read.
gfSampler gfGrid_SamplerOfCarried(const gfBody *body, const gfGrid *grid);
// A resize, in resize.c. Totals of the old state's dye and heat, for Settle. False and reported on failure.
bool gfGrid_KeepTotals(const gfBody *body, gfGrid *grid, const gfFluidDef *oldDef, const gfGrid *old);
void gfGrid_DropTotals(gfDevice *device, gfGrid *grid);
// See gfSolver.domain.resized: puts totals back and projects.
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

// grid_forces.c
void gfGrid_ConfineVorticity(const gfBody *body, gfGrid *grid, float dt);
// Drag, given flows and turbulence. `pressure`: of the projection that follows, as the last one left it.
void gfGrid_ApplyZones(const gfBody *body, gfGrid *grid, const gfPair *pressure, float dt, bool splats);
// Makes at first use what a step can go on without: that it is left out is said once.
bool gfGrid_RequireOptional(const gfBody *body, gfGrid *grid, uint32_t condition, gfFailure *failure, const char *what);
// Zones act with the forces and the pressure of a time step that is `dtRatio` times the last one.
void gfGrid_ApplyToZones(const gfBody *body, gfGrid *grid, gfSourceTarget *target, const char *file,
                         const gfPair *pressure, float dt, float dtRatio);
// `splats`: they act once, in the first of a step's CFL substeps.
void gfGrid_ApplySources(const gfBody *body, gfGrid *grid, float dt, bool splats);
// `cellsX`, `cellsY`: of a texel of the fields.
gfSourceTarget gfGrid_SourceTarget(const gfBody *body, const gfGrid *grid, gfPair *const *fields, int count,
                                   uint32_t mask, float cellsX, float cellsY, bool splats);

// projection.c
// `again`: unless null, gfGrid.carried is drawn, too.
void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *grid, const gfAgain *again);
bool gfGrid_HasValves(const gfBody *body);
// Where nothing but the domain's sides bounds the fluid. False: not known, for members of groups have their own solids,
// and what goes one way closes faces anywhere.
bool gfGrid_LocatePlain(const gfBody *body, const gfGrid *grid, gfPlain *plain);
// Of a fluid in a group, whose pressure is found with that of the others, once somebody asks for it alone.
void gfGrid_PreparePressure(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles, const gfEmptyBox *empty);

#endif
