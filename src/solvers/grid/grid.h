// The grid solver: its definition, the state of each stage of a step, and what its files share. The step is in
// grid_step.c, which lists the stages.
#ifndef GF_GRID_H
#define GF_GRID_H

#include "fluid/solver.h"
#include "gl/pass.h"
#include "gl/readback.h"
#include "solvers/grid/multigrid.h"
#include "solvers/grid/pressure.h"

typedef struct gfGrid gfGrid;

// --- options and needs: grid_definition.c ----------------------------------------------------------------------------

// Needs come up while a fluid runs, and stay: bits of gfGrid.needs, which gfSolver.needs.get hands on.
enum {
    GF_NEED_EXPANSION = 1 << 0,        // some source asks for divergence
    GF_NEED_BALANCE = 1 << 1,          // a closed domain takes in as much as it lets out
    GF_NEED_FIELDS = 1 << 2,           // the host reads fields that are computed
    GF_NEED_SHOWN_DIVERGENCE = 1 << 3, // the divergence is read or drawn
    GF_NEED_TURNING = 1 << 4,          // the frame of the domain turns
    GF_NEED_VALVES = 1 << 5,           // some source is one-way
    // The next two are not in gfGrid.needs, for others know of them.
    GF_NEED_THIN_WALLS = 1 << 6,
    GF_NEED_RESIDUAL = 1 << 7
};

// Options of the grid's shaders. The first ones follow from the definition and the needs (gfGrid.options), the others
// from what a step meets. Each adds the define of its name (gf_gridOptionDefines).
enum {
    GF_GRID_BILINEAR = 1 << 0, // fields are carried by bilinear reads
    GF_GRID_QUINTIC = 1 << 1,  // dye and temperature are read by a polynomial of fifth order
    GF_GRID_WRAP = 1 << 2,
    GF_GRID_ENTRY = 1 << 3,  // some side is open or an inflow: values enter
    GF_GRID_INFLOW = 1 << 4, // some side is an inflow: velocity enters
    GF_GRID_LEDGER = 1 << 5,
    GF_GRID_DEPARTURES = 1 << 6, // scalar advection finds where the fluid comes from, for velocity to follow
    GF_GRID_PULLED = 1 << 7,     // half of the pressure's pull acts there
    GF_GRID_PATHS = 1 << 8,      // dye has much finer texels than cells
    GF_GRID_EXPANSION = 1 << 9,
    GF_GRID_BALANCED = 1 << 10,
    GF_GRID_TURNING = 1 << 11,
    GF_GRID_TILTED = 1 << 12,    // buoyancy acts along x, too
    GF_GRID_UPRIGHT = 1 << 13,   // it acts along y alone
    GF_GRID_REFLECT = 1 << 14,   // GF_SCHEME_REFLECT: velocity alone takes half a step
    GF_GRID_HELD = 1 << 15,      // walls hold the fluid, for it is viscous
    GF_GRID_WARM = 1 << 16,      // heat diffuses
    GF_GRID_ROUND_DYE = 1 << 17, // stored in 16 bits
    GF_GRID_ROUND_TEMPERATURE = 1 << 18,
    GF_GRID_ROUND_DEPARTURES = 1 << 19,
    GF_GRID_ROUND_VELOCITY = 1 << 20,
    GF_GRID_SOLIDS = 1 << 21,
    GF_GRID_UNCOVERED = 1 << 22, // some solid moved
    GF_GRID_MASKED = 1 << 23,    // some texels do not count
    GF_GRID_MOVING = 1 << 24,    // walls move
    GF_GRID_SECOND = 1 << 25,    // a second velocity is drawn
    GF_GRID_WHOLE = 1 << 26      // some solid is of whole cells
};
extern const char *const gf_gridOptionDefines[];

// A shader of the grid's: bits of the options that hold.
#define GF_GRID_SHADER(ofStage, ofFile, ownDefines, bits)                                                     \
    {                                                                                                         \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (ownDefines), .options = (uint32_t)(bits), \
        .optionOf = gf_gridOptionDefines                                                                      \
    }

// One option: its bit, and whether it holds.
static inline uint32_t gfGrid_If(bool holds, uint32_t bit)
{
    return holds ? bit : 0u;
}

// Makes the textures that these needs take, if they are not there. False and reported on failure.
bool gfGrid_Require(const gfBody *body, gfGrid *grid, uint32_t needs);
// Does the same for a need that a step can go on without: that it is left out is said once.
bool gfGrid_RequireOptional(const gfBody *body, gfGrid *grid, uint32_t need, gfFailure *failure, const char *what);

// Fields that may be stored in half floats, each for a reason of its own.
typedef enum gfGridStored {
    GF_STORED_VELOCITY,
    GF_STORED_DYE,
    GF_STORED_TEMPERATURE,
    GF_STORED_DEPARTURES
} gfGridStored;

// gfSolver.check of the grid.
bool gfGrid_Check(const gfCore *core, const gfFluidDef *def, const char *caller);
// Dye cells along an axis of so many cells.
int gfGrid_CountDyeCells(int cells, float dyeScale);
// Returns whether dye has as many cells as temperature, so that one pass carries both.
bool gfGrid_CarriesTogether(const gfFluidDef *def);
// Returns whether a cell has two texels of dye or more each way.
bool gfGrid_HasFineDye(const gfFluidDef *def);
// Returns whether some axis is periodic.
bool gfGrid_Wraps(const gfBody *body);
// Returns whether values enter: some side is open or an inflow.
bool gfGrid_HasEntries(const gfBody *body);
// Returns whether some source is one-way.
bool gfGrid_HasValves(const gfBody *body);
// Return whether buoyancy acts along x, too, and whether it acts along y alone.
bool gfGrid_HasTiltedBuoyancy(const gfBody *body);
bool gfGrid_HasUprightBuoyancy(const gfBody *body);
// Returns whether advection gives back what it makes or loses of dye and heat.
bool gfGrid_KeepsLedger(const gfBody *body);
// Returns whether a field is stored in half floats: as asked for, or where the context has nothing better.
bool gfGrid_IsStoredInHalves(const gfBody *body, gfGridStored stored);

// --- scalar advection: advect_scalars.c ------------------------------------------------------------------------------

#define GF_LEDGER_LEVELS 2

// Sums over parts of a field: the dye and the heat that advection lost, and the range of dye.
typedef struct gfLedgerSums {
    gfTexture dye, range, heat;
} gfLedgerSums;

typedef struct gfScalarAdvection {
    gfTexture departures; // where the fluid at cell centres was before the step, relative to these, cells
    gfTexture paths;      // the same at the corners of cells, for dye that is much finer
    // The ledger has sums over a step, what left by sides, and what is owed to the fields.
    gfLedgerSums sums[GF_LEDGER_LEVELS], sideSums;
    gfPair ledger;
    bool written; // the host wrote a scalar since the last advection, maybe into solids
    bool placed;  // some solid was placed since then
} gfScalarAdvection;

// `extrapolation`: as gfGrid_GetExtrapolation has it.
void gfGrid_AdvectScalars(const gfBody *body, gfGrid *grid, float dt, float extrapolation);

// --- velocity advection: advect_velocity.c ---------------------------------------------------------------------------

typedef struct gfVelocityAdvection {
    // The velocity before its last advection. Its `read` and the `write` of gfGrid.velocity change places.
    gfPair previous;
    bool previousKnown; // else the velocity was written, or nothing has moved yet: the pressure is not its own either
    // The velocity that a step carries: with GF_SCHEME_PROJECT without half of the pressure's pull of the last step,
    // with GF_SCHEME_REFLECT reflected.
    gfPair carried;
    bool carriedKnown;       // else gfGrid_FindCarried finds it
    gfVec2 lastAcceleration; // that acted on all fluid in the last step, m/s^2
} gfVelocityAdvection;

// The extrapolation factor of a step of `dt`: so many times the change since the previous velocity is added, so that
// fluid follows the velocity at half of the step. It is 0 where that change is not known.
float gfGrid_GetExtrapolation(const gfBody *body, const gfGrid *grid, float dt);
// The sampler that reads the fields which are carried.
gfSampler gfGrid_GetCarriedSampler(const gfBody *body);

typedef struct gfVelocityCarrying {
    bool second; // gfVelocityAdvection.carried is carried, else the velocity itself
    float dt;
    float extrapolation;    // as gfGrid_GetExtrapolation has it
    float departedBuoyancy; // 1: buoyancy follows from where the fluid comes from, 0: from where it arrives
} gfVelocityCarrying;
void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *grid, const gfVelocityCarrying *carrying);
// Brings gfVelocityAdvection.carried up to date, for GF_SCHEME_PROJECT. False and counted: a pass was not drawn.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *grid);

// Change of velocity in a time step, m/s: for each kelvin, for each unit of dye, and of all fluid.
typedef struct gfBuoyancy {
    gfVec2 heat, dye, all;
} gfBuoyancy;
gfBuoyancy gfGrid_GetBuoyancy(const gfBody *body, float dt);
#define GF_BUOYANCY_UNIFORMS(g, p, change)                                                               \
    GF_F4(buoyancy, (change).heat.x, (change).heat.y, (change).dye.x, (change).dye.y),                   \
        GF_F2(dyePerCell, (float)(g)->dyeX / (float)(g)->cellsX, (float)(g)->dyeY / (float)(g)->cellsY), \
        GF_F1(ambient, (p)->ambientTemperature), GF_F2(acceleration, (change).all.x, (change).all.y)

// The acceleration that acts on all fluid, m/s^2: the definition's and that of a moving frame.
gfVec2 gfGrid_GetAcceleration(const gfBody *body);
// Returns whether that acceleration is as in the last step: velocity is not extrapolated over a change of it.
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastAcceleration, float dt);

// --- the CFL limit: grid_step.c --------------------------------------------------------------------------------------

typedef struct gfCfl {
    gfPyramid speed; // the largest component of the velocity
    gfDelayedRead read;
} gfCfl;

// --- forces: grid_forces.c -------------------------------------------------------------------------------------------

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

// --- diffusion: diffusion.c ------------------------------------------------------------------------------------------

typedef enum gfLatticeKind {
    GF_LATTICE_X, // velocity along x
    GF_LATTICE_Y,
    GF_LATTICE_HEAT,
    GF_LATTICE_DYE,
    GF_LATTICES
} gfLatticeKind;

// Values that diffuse together, made when a tunable asks for it. Fields are packed.
typedef struct gfLattice {
    gfMultigrid *multigrid; // null: not made
    int width, height;
    bool wrapX, wrapY;
    gfPair change; // the field's in a step
    gfTexture rhs, weights;
} gfLattice;

typedef struct gfDiffusion {
    gfLattice lattices[GF_LATTICES];
} gfDiffusion;

// Diffuses the velocity. `predicts`: of the velocity less the gradient of the last pressure, which the projection that
// follows will take away.
void gfGrid_DiffuseVelocity(const gfBody *body, gfGrid *grid, float dt, bool predicts);
void gfGrid_DiffuseScalars(const gfBody *body, gfGrid *grid, float dt);

// Makes new lattices where the tunables ask for one that is not there, or not for these axes; the others are zero. On
// false, which is reported, there are none.
bool gfGrid_MakeLattices(const gfBody *body, const gfGrid *grid, gfLattice made[GF_LATTICES]);
// Takes over those that were made.
void gfGrid_TakeLattices(gfDevice *device, gfGrid *grid, const gfLattice made[GF_LATTICES]);
void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
void gfGrid_ResetLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
// Moves lattices along with the domain. False and reported on failure.
bool gfGrid_ScrollLattices(gfDevice *device, gfLattice lattices[GF_LATTICES], const gfScroll *scroll);
// Draws weights, after solids or boundaries changed.
void gfGrid_PrepareLattices(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles);
// Makes and reads the lattices of a snapshot, or writes them; then what is in them.
void gfGrid_ArchiveMadeLattices(const gfBody *body, gfGrid *grid, gfArchive *archive);
void gfGrid_ArchiveLattices(gfGrid *grid, gfArchive *archive);

// Tells which sides of the domain hold a lattice's field, and at which value.
void gfGrid_GetHeldSides(const gfBody *body, gfLatticeKind kind, float holding[GF_SIDES], float value[GF_SIDES]);
// The strength, 0 to 1, with which diffusion counts that faces beside walls stand for less fluid
// (shaders/grid/width.glsl). `s`: viscosity dt / h^2.
float gfGrid_GetWallWidths(float s);

// --- projection: projection.c ----------------------------------------------------------------------------------------

typedef struct gfProjection {
    gfPair rhs;        // the divergence before the projection, packed 2 x 2
    int rhsShift[2];   // cells that the domain has moved by since that was drawn: only the host reads it afterwards
    gfPyramid rhsMean; // its mean, for closed domains
    gfFailure balanceFailed;
    gfPressure pressure;
    bool shakes, shaken;    // in this step, in the last one something was pushed at once: a splat, written, a new solid
    bool unprepared;        // the pressure's coarse levels are not as solids are
    gfPair reflectPressure; // the second projection's, with GF_SCHEME_REFLECT: it finds next to none
} gfProjection;

// The carried velocity differs from the projected one by so many more times the gradient (shaders/grid/gradient.frag).
typedef struct gfSecondGradient {
    float times;
    float most; // m/s
} gfSecondGradient;

// Returns whether the last step's pressure is no start for this one: that of a push is of the step which it came in,
// unless pushes go on.
bool gfGrid_StartsAnew(const gfGrid *grid);
// Takes the divergence from the velocity. `second`: unless null, gfVelocityAdvection.carried is drawn, too.
void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *grid, const gfSecondGradient *second);
// See gfSolver.host.project.
bool gfGrid_Project(const gfBody *body, void *state, int cycles);

// Draws the divergence of the velocity as it stands into the packed texture `to`. `balances`: where nothing may enter
// or leave the domain without its mean, so that a pressure exists; that takes `between`.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *grid, bool balances, const gfTexture *between,
                           const gfTexture *to);
// Draws the velocity less `scale` times the gradient of the pressure as it stands. `second`: as above.
void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *grid, float scale, const char *label,
                             const gfTexture *to, const gfSecondGradient *second);
// Continues the velocity into solids, so that fluid slips along them. `second`: gfVelocityAdvection.carried, too.
void gfGrid_ExtrapolateVelocity(const gfBody *body, gfGrid *grid, bool second);

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *grid);
// Prepares the pressure after weights changed. A fluid in a group, whose pressure is found with that of the others, has
// it prepared once somebody asks for it alone.
void gfGrid_PreparePressure(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles, const gfEmptyBox *empty);

// --- solid masks: solid_masks.c --------------------------------------------------------------------------------------

#define GF_EXTRAPOLATED_CELLS 8 // of a tile, a side

typedef struct gfSolidMasks {
    bool current; // the textures are drawn as of the last update of solids; else the next one draws them whole
    gfBoundaries drawnBoundaries; // the sides and the number of solids that they are drawn for
    int solidCount;
    gfSolidsChange untaken; // how much was drawn since the fluid's group copied them
    bool bounded;           // some side is open
    bool moving;            // some solid moves, or some side is an inflow: wallVelocity matters
    // 1 in fluid, 0 in solids, at the texels of each set. `read` is as of the last update of solids. Until the next
    // advection the two sides `differ`: `write` is as of the last one.
    gfPair fluid[2];
    bool differ, drawn;
    bool apart;             // more than one update lies between them, and tiles tell only of the last
    int shift[2];           // cells that the domain has moved by since `fluid` was drawn
    gfPair corners;         // distance to solids at cell corners
    gfTexture faces;        // open fractions of faces, see shaders/solid/faces.frag; one texel more than cells each way
    gfTexture wallVelocity; // the velocity of faces in solids
    gfTexture valves;       // room for faces while one-way sources close some; made for the first
    gfFailure valvesFailed;
    gfTexture weights;      // of the lattice of cells, see shaders/multigrid/weights.glsl
    gfTexture extrapolated; // 1 for tiles where the velocity is extrapolated (grid/extrapolated_tiles.frag)
} gfSolidMasks;

// Draws what depends on solids and boundaries, if they changed. See gfSolver.solids.update.
bool gfGrid_UpdateSolids(const gfBody *body, void *state);
// Makes a scroll by so many cells of what a scroll left to be moved later.
gfScroll gfGrid_MakeScroll(const gfGrid *grid, const int shift[2]);

// The texels of the velocity that solids can reach, of a group all; false if there are none.
bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *grid, gfRegion *region);
// Fills in the weights across the sides, as of gfPressureProblem.
void gfGrid_GetSides(const gfBody *body, float sides[GF_SIDES]);

// --- fields: grid_fields.c -------------------------------------------------------------------------------------------

// State that is made once the host reads fields that are computed.
typedef struct gfFieldReading {
    gfTexture texture;   // the computed field
    gfPair divergence;   // as the velocity stands, packed
    gfResidual residual; // for GF_FIELD_RESIDUAL
} gfFieldReading;

// Parts of gf_solverGrid.
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_HasField(const gfBody *body, const void *state, int id);
bool gfGrid_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGrid_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfGrid_DrawSideLoads(const gfBody *body, void *state, const gfTexture *sums);
bool gfGrid_IsWritable(gfField field);
bool gfGrid_WriteField(const gfBody *body, void *state, gfField field, const float *values);

// Makes what GF_FIELD_RESIDUAL needs, ahead of use. False and reported.
bool gfGrid_MakeResidual(const gfBody *body, gfGrid *grid);

// --- resizing: grid_resize.c -----------------------------------------------------------------------------------------

// Totals of dye and of heat before a resize, until solids are drawn after it; else none.
typedef struct gfGridTotals {
    gfPyramid sums[2];
    float scale[2];
} gfGridTotals;

// Takes the totals of the old state. False and reported on failure.
bool gfGrid_KeepTotals(const gfBody *body, gfGrid *grid, const gfFluidDef *oldDef, const gfGrid *old);
void gfGrid_DropTotals(gfDevice *device, gfGrid *grid);
// See gfSolver.domain.resized: puts totals back and projects.
bool gfGrid_Settle(const gfBody *body, void *state);

// --- instances: instances.c ------------------------------------------------------------------------------------------

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

// --- the state: grid.c, and its table of textures in grid_state.c ----------------------------------------------------

struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    int scalarSets;   // passes that carry dye and temperature: one with both, where their resolutions agree
    int wrapX, wrapY; // 1: periodic
    uint32_t needs;   // that came up: GF_NEED_...
    uint32_t options; // of shaders, as the definition and these needs have it: GF_GRID_...
    float lastDt;     // of the last projection
    float dtRatio;    // of the time step to the one before: what was found then starts this one times that
    uint32_t draws;   // substeps so far, from which random numbers follow
    // Velocity on faces has one texel more than cells each way.
    gfPair velocity, dye, temperature;
    gfVelocityAdvection velocityAdvection;
    gfScalarAdvection scalarAdvection;
    gfGridForces forces;
    gfDiffusion diffusion;
    gfProjection projection;
    gfSolidMasks masks;
    gfCfl cfl;
    gfFieldReading reading;
    gfGridTotals totals;
    gfGridInstances *instances; // null: it is the state of one fluid
};

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

// The set that temperature is carried with.
static inline int gfGrid_TemperatureSet(const gfGrid *grid)
{
    return grid->scalarSets - 1;
}

// The defines of shaders that draw a set.
static inline const char *gfGrid_GetSetDefines(const gfGrid *grid, int set)
{
    return grid->scalarSets == 1 ? "DYE;TEMPERATURE 1;CENTRED" : set == 0 ? "DYE" : "TEMPERATURE 0;CENTRED";
}

// Returns the options of shaders that follow from the definition and these needs.
uint32_t gfGrid_GetOptions(const gfBody *body, uint32_t needs);

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
static inline GLint gfGrid_GetSeed(const gfGrid *grid, int pass)
{
    return (GLint)gfScramble((uint32_t)GF_GRID_SEEDS * grid->draws + (uint32_t)pass);
}

// Parts of gf_solverGrid.
void *gfGrid_Create(const gfBody *body);
void gfGrid_Destroy(const gfBody *body, void *state);
bool gfGrid_Tune(const gfBody *body, void *state);
bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report);

// Sizes of textures.
enum {
    GF_GRID_EXTENT_CELLS,
    GF_GRID_EXTENT_CORNERS,
    GF_GRID_EXTENT_DYE,
    GF_GRID_EXTENT_BLOCKS,
    GF_GRID_EXTENT_EXTRAPOLATED,
    GF_GRID_EXTENT_LEDGER_ITSELF,
    GF_GRID_EXTENT_LEDGER_SIDES,
    GF_GRID_EXTENT_LEDGER_DYE, // the first of as many as there are levels of sums
    GF_GRID_EXTENT_LEDGER_HEAT = GF_GRID_EXTENT_LEDGER_DYE + GF_LEDGER_LEVELS,
    GF_GRID_EXTENTS = GF_GRID_EXTENT_LEDGER_HEAT + GF_LEDGER_LEVELS
};

// Values that textures hold at first, and that come in where the domain moves to.
enum { GF_GRID_CLEAR_ZERO, GF_GRID_CLEAR_AMBIENT, GF_GRID_CLEAR_DYE, GF_GRID_CLEARS };

// A plan and what it points to.
typedef struct gfGridPlan {
    int extents[GF_GRID_EXTENTS][2];
    float clear[GF_GRID_CLEARS][4];
    gfStatePlan plan;
} gfGridPlan;

// All textures, in the order in which a snapshot has them.
extern const gfStateTable gf_gridStateTable;

// Plans the textures that follow from the definition, and those that are made once they are needed.
void gfGrid_PlanDefined(const gfBody *body, const gfGrid *grid, gfGridPlan *plan);
void gfGrid_PlanNeeded(const gfBody *body, const gfGrid *grid, uint32_t needs, gfGridPlan *plan);

#endif
