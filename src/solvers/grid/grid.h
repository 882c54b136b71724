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

// Bits of gfGrid.needs, also those of gfSolver.needs.get. A need is set by the first use of a feature, and stays.
enum {
    GF_NEED_EXPANSION = 1 << 0,        // some source asks for divergence
    GF_NEED_BALANCE = 1 << 1,          // a closed domain's divergence is balanced
    GF_NEED_FIELDS = 1 << 2,           // the host reads fields that the state doesn't store
    GF_NEED_SHOWN_DIVERGENCE = 1 << 3, // the divergence is read or drawn
    GF_NEED_TURNING = 1 << 4,          // the frame of the domain turns
    GF_NEED_VALVES = 1 << 5,           // some source is one-way
    // The next two are not in gfGrid.needs: multigrid and gfFieldReading know them.
    GF_NEED_THIN_WALLS = 1 << 6,
    GF_NEED_RESIDUAL = 1 << 7
};

// Options of the grid's shaders; each adds the define of its name (gf_gridOptionDefines). The first ones follow from
// the definition and the needs (gfGrid.options), the others are chosen by each pass.
enum {
    GF_GRID_BILINEAR = 1 << 0, // advection interpolates bilinearly
    GF_GRID_WRAP = 1 << 1,
    GF_GRID_ENTRY = 1 << 2,  // some side is open or an inflow: dye and heat enter
    GF_GRID_INFLOW = 1 << 3, // some side is an inflow: velocity enters
    GF_GRID_LEDGER = 1 << 4,
    GF_GRID_DEPARTURES = 1 << 5, // scalar advection draws departure points, which velocity advection uses
    GF_GRID_PULLED = 1 << 6,     // half of the last pressure gradient acts at departure points
    GF_GRID_PATHS = 1 << 7,      // dye texels are much finer than cells, and have backtraces of their own
    GF_GRID_EXPANSION = 1 << 8,
    GF_GRID_BALANCED = 1 << 9,
    GF_GRID_TURNING = 1 << 10,
    GF_GRID_TILTED = 1 << 11,    // buoyancy acts along x, too
    GF_GRID_UPRIGHT = 1 << 12,   // buoyancy acts only along y
    GF_GRID_REFLECT = 1 << 13,   // GF_SCHEME_REFLECT: only velocity advects by half a step
    GF_GRID_HELD = 1 << 14,      // walls are no-slip, as the fluid is viscous
    GF_GRID_WARM = 1 << 15,      // heat diffuses
    GF_GRID_ROUND_DYE = 1 << 16, // dye has 16 bits, to which values are rounded at random
    GF_GRID_ROUND_SCALAR = 1 << 17,
    GF_GRID_ROUND_DEPARTURES = 1 << 18,
    GF_GRID_ROUND_VELOCITY = 1 << 19,
    GF_GRID_SOLIDS = 1 << 20,
    GF_GRID_UNCOVERED = 1 << 21, // some solid moved, and uncovered fluid
    GF_GRID_MASKED = 1 << 22,    // texels in solids don't count
    GF_GRID_MOVING = 1 << 23,    // walls move
    GF_GRID_SECOND = 1 << 24,    // the carried velocity is drawn, too
    GF_GRID_WHOLE = 1 << 25      // some solid covers whole cells
};
extern const char *const gf_gridOptionDefines[];

// A shader of the grid. `bits`: the GF_GRID_... options that it has.
#define GF_GRID_SHADER(ofStage, ofFile, ownDefines, bits)                                                     \
    {                                                                                                         \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (ownDefines), .options = (uint32_t)(bits), \
        .optionOf = gf_gridOptionDefines                                                                      \
    }

// The size of the grid, and which axes are periodic.
#define GF_GRID_CELLS(g) GF_I2(cells, (g)->cellsX, (g)->cellsY), GF_I2(wrap, (g)->wrapX, (g)->wrapY)

// Returns the bit of an option if it holds, else 0.
static inline uint32_t gfGrid_If(bool holds, uint32_t bit)
{
    return holds ? bit : 0u;
}

// Adds needs and makes their textures. False and reported on failure.
bool gfGrid_Require(const gfBody *body, gfGrid *grid, uint32_t needs);
// Likewise for an optional need: a failure is one warning that `what` ("... is") is left out.
bool gfGrid_RequireOptional(const gfBody *body, gfGrid *grid, uint32_t need, gfFailure *failure, const char *what);

// Fields that may be stored in half floats, see gfGrid_IsStoredInHalves.
typedef enum gfGridStored {
    GF_STORED_VELOCITY,
    GF_STORED_DYE,
    GF_STORED_TEMPERATURE,
    GF_STORED_DEPARTURES
} gfGridStored;

// See gfSolver.check.
bool gfGrid_Check(const gfCore *core, const gfFluidDef *def, const char *caller);
// Returns the number of dye cells along an axis with this number of cells.
int gfGrid_CountDyeCells(int cells, float dyeScale);
// Returns whether dye has as many cells as temperature, so that one pass carries both.
bool gfGrid_CarriesTogether(const gfFluidDef *def);
// Returns whether a cell has at least two texels of dye along each axis.
bool gfGrid_HasFineDye(const gfFluidDef *def);
// Returns whether values enter: some side is open or an inflow.
bool gfGrid_HasEntries(const gfBody *body);
// Returns whether some source is one-way.
bool gfGrid_HasValves(const gfBody *body);
// Return whether buoyancy acts along x, and whether it acts only along y.
bool gfGrid_HasTiltedBuoyancy(const gfBody *body);
bool gfGrid_HasUprightBuoyancy(const gfBody *body);
// Returns whether advection gives back what it makes or loses of dye and heat.
bool gfGrid_KeepsLedger(const gfBody *body);
// Returns whether a field is stored in half floats: by the definition, or as the context has no better format.
bool gfGrid_IsStoredInHalves(const gfBody *body, gfGridStored stored);

// --- scalars: their table is in grid_state.c -------------------------------------------------------------------------

// The fields that the flow carries. Dye has four channels and may have a resolution of its own. Every other has one
// channel, and a texel a cell.
typedef enum gfGridScalarId { GF_SCALAR_DYE, GF_SCALAR_HEAT, GF_SCALARS } gfGridScalarId;

// A scalar. Advection, the ledger, sources, fields, resizing and groups are loops over these rows.
typedef struct gfGridScalar {
    size_t pair;         // offset of its gfPair in gfGrid
    int channels;        // 4 or 1
    bool isAboveAmbient; // it is at rest at gfGridParams.ambientTemperature, else at 0
    gfField field;
    gfFieldId shown;
    gfSourceFields source;
    gfGridStored stored;
    size_t dissipation; // offset of its rate in gfGridParams
    size_t entry;       // offset in gfBoundary of what enters by a side, above the value at rest
} gfGridScalar;
extern const gfGridScalar gf_gridScalars[GF_SCALARS];

// Returns the scalar that a field, of gfField or gfFieldId, is of; GF_SCALARS: none.
int gfGrid_FindScalar(int id);
// Returns a scalar's value at rest, and what enters by a side above that.
float gfGrid_GetRest(const gfBody *body, int scalar);
const float *gfGrid_GetEntry(const gfBoundary *side, int scalar);

// --- scalar advection: advect_scalars.c ------------------------------------------------------------------------------

typedef struct gfScalarAdvection {
    gfTexture departures; // where the fluid at cell centres was before the step, relative to these, cells
    gfTexture paths;      // the same at the corners of cells, for dye that is much finer
    // Sums over parts of a field: what a step lost, and the range of dye. The others have their range beside the loss.
    gfTexture lost[GF_SCALARS], range;
    gfTexture added; // these sums added up, field below field (shaders/grid/ledger_add.frag)
    gfTexture sides; // what left by sides, a row a scalar
    gfPair ledger;   // what is owed, a row a scalar
    bool written;    // the host wrote a scalar since the last advection, maybe into solids
    bool placed;     // some solid was placed since then
} gfScalarAdvection;

// `extrapolation`: as gfGrid_GetExtrapolation has it.
void gfGrid_AdvectScalars(const gfBody *body, gfGrid *grid, float dt, float extrapolation);

// --- velocity advection: advect_velocity.c ---------------------------------------------------------------------------

typedef struct gfVelocityAdvection {
    // The velocity before its last advection, which exchanges previous.read and gfGrid.velocity.write.
    gfPair previous;
    bool previousKnown; // false: before the first step, or the host wrote velocity; then the pressure is not its own
    // The velocity that a step carries: with GF_SCHEME_PROJECT less half of the last pressure gradient, with
    // GF_SCHEME_REFLECT reflected.
    gfPair carried;
    bool carriedKnown;       // false: gfGrid_FindCarried must draw it
    gfVec2 lastAcceleration; // body acceleration in the last step, m/s^2
} gfVelocityAdvection;

// Returns the extrapolation factor of a step of `dt`: half-step velocity = velocity + factor (velocity - previous). It
// is 0 if the previous velocity is unknown, or the body acceleration has changed.
float gfGrid_GetExtrapolation(const gfBody *body, const gfGrid *grid, float dt);
// Returns the sampler for the advected fields.
gfSampler gfGrid_GetCarriedSampler(const gfBody *body);

typedef struct gfVelocityCarrying {
    bool second; // carries gfVelocityAdvection.carried; false: the velocity itself
    float dt;
    float extrapolation;    // see gfGrid_GetExtrapolation
    float departedBuoyancy; // buoyancy is that of departure points (1) or of arrival points (0)
} gfVelocityCarrying;
void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *grid, const gfVelocityCarrying *carrying);
// Draws gfVelocityAdvection.carried, if it isn't known, for GF_SCHEME_PROJECT. False and counted: a pass failed.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *grid);

// Change of velocity in a time step, m/s: per kelvin, per unit of dye, and of all fluid.
typedef struct gfBuoyancy {
    gfVec2 heat, dye, all;
} gfBuoyancy;
gfBuoyancy gfGrid_GetBuoyancy(const gfBody *body, float dt);
#define GF_BUOYANCY_UNIFORMS(g, p, change)                                                               \
    GF_F4(buoyancy, (change).heat.x, (change).heat.y, (change).dye.x, (change).dye.y),                   \
        GF_F2(dyePerCell, (float)(g)->dyeX / (float)(g)->cellsX, (float)(g)->dyeY / (float)(g)->cellsY), \
        GF_F1(ambient, (p)->ambientTemperature), GF_F2(acceleration, (change).all.x, (change).all.y)

// Returns the body acceleration, m/s^2: that of the definition and of a moving frame.
gfVec2 gfGrid_GetAcceleration(const gfBody *body);
// Returns whether the body acceleration is as in the last step: velocity is not extrapolated across its changes.
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastAcceleration, float dt);

// --- the CFL limit: grid_step.c --------------------------------------------------------------------------------------

typedef struct gfCfl {
    gfPyramid speed; // reduction to the largest component of the velocity
    gfDelayedRead read;
} gfCfl;

// --- forces: grid_forces.c -------------------------------------------------------------------------------------------

typedef struct gfGridForces {
    gfPair expansion; // divergence by sources, 1/s, a texel a cell; made for the first such source
    bool expands;     // some source has divergence in this step
    gfFailure expansionFailed;
    gfTexture vorticity; // for vorticity confinement
} gfGridForces;

// Lets emitters act on velocity, dye, temperature and divergence. `splats`: splats, too, once in a step's first CFL
// substep.
void gfGrid_ApplySources(const gfBody *body, gfGrid *grid, float dt, bool splats);
// Lets zones act: drag, given flows and turbulence. `pressure`: the warm start of the projection that follows.
void gfGrid_ApplyZones(const gfBody *body, gfGrid *grid, const gfPair *pressure, float dt, bool splats);
void gfGrid_ConfineVorticity(const gfBody *body, gfGrid *grid, float dt);

// How zones of `mask` act in a time step of `dt`, which is `dtRatio` times the last one's.
typedef struct gfZoneStep {
    const char *file; // of the shader
    uint32_t mask;
    bool splats;
    const gfPair *pressure;
    float dt, dtRatio;
} gfZoneStep;
void gfGrid_ApplyToZones(const gfBody *body, gfGrid *grid, gfPair *field, const gfZoneStep *step);

// --- diffusion: diffusion.c ------------------------------------------------------------------------------------------

typedef enum gfLatticeKind {
    GF_LATTICE_X, // x of the velocity, on faces
    GF_LATTICE_Y,
    GF_LATTICE_HEAT,
    GF_LATTICE_DYE,
    GF_LATTICES
} gfLatticeKind;

// The lattice of a diffusing field, made when its diffusivity first is above 0. Fields are packed.
typedef struct gfLattice {
    gfMultigrid *multigrid; // null: not made
    int width, height;
    bool wrapX, wrapY;
    gfPair change; // change of the field in a step
    gfTexture rhs, weights;
} gfLattice;

typedef struct gfDiffusion {
    gfLattice lattices[GF_LATTICES];
} gfDiffusion;

// Diffuses the velocity. `predicts`: first subtracts the last pressure's gradient, as a prediction of the next
// projection.
void gfGrid_DiffuseVelocity(const gfBody *body, gfGrid *grid, float dt, bool predicts);
void gfGrid_DiffuseScalars(const gfBody *body, gfGrid *grid, float dt);

// Makes lattices that the tunables need and that are missing or have other periodic axes; all others in `made` are
// zero. On false, which is reported, all are.
bool gfGrid_MakeLattices(const gfBody *body, const gfGrid *grid, gfLattice made[GF_LATTICES]);
// Replaces lattices by those that were made.
void gfGrid_TakeLattices(gfDevice *device, gfGrid *grid, const gfLattice made[GF_LATTICES]);
void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
void gfGrid_ResetLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
// Scrolls lattices with the domain. False and reported on failure.
bool gfGrid_ScrollLattices(gfDevice *device, gfLattice lattices[GF_LATTICES], const gfScroll *scroll);
// Draws weights, after solids or boundaries changed.
void gfGrid_PrepareLattices(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles);
// Snapshots: the first call saves which lattices exist, or makes these; the second one saves or reads their textures.
void gfGrid_ArchiveMadeLattices(const gfBody *body, gfGrid *grid, gfArchive *archive);
void gfGrid_ArchiveLattices(gfGrid *grid, gfArchive *archive);

// Tells which sides of the domain fix a lattice's field (1, else 0), and at which value.
void gfGrid_GetHeldSides(const gfBody *body, gfLatticeKind kind, float holding[GF_SIDES], float value[GF_SIDES]);
// Returns how strongly, 0 to 1, diffusion considers that faces beside walls have narrower control volumes
// (shaders/grid/width.glsl). `s`: viscosity dt / h^2.
float gfGrid_GetWallWidths(float s);

// --- projection: projection.c ----------------------------------------------------------------------------------------

typedef struct gfProjection {
    gfPair rhs;        // the divergence before the projection, packed 2 x 2
    int rhsShift[2];   // cells that the domain scrolled by since then; only the host's reads scroll rhs
    gfPyramid rhsMean; // reduction to the mean of rhs, for closed domains
    gfFailure balanceFailed;
    gfPressure pressure;
    bool shakes, shaken;    // a sudden push (splat, written velocity, new solid) in this step; in the last step
    bool unprepared;        // the pressure's coarse levels don't fit the solids
    gfPair reflectPressure; // GF_SCHEME_REFLECT: the second projection's pressure, which is nearly 0
} gfProjection;

// The second output of shaders/grid/gradient.frag: velocity less 1 + `times` times the pressure gradient.
typedef struct gfSecondGradient {
    float times;
    float most; // near solids larger gradients count less, m/s
} gfSecondGradient;

// Returns whether the last pressure is no warm start: it was that of a sudden push, and this step has none.
bool gfGrid_StartsAnew(const gfGrid *grid);
// Removes the divergence of the velocity. `second`: unless null, gfVelocityAdvection.carried is drawn, too.
void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *grid, const gfSecondGradient *second);
// See gfSolver.host.project.
bool gfGrid_Project(const gfBody *body, void *state, int cycles);

// Draws the velocity's divergence into the packed texture `to`. `balances`: in a closed domain its mean is subtracted,
// so that a pressure exists; `between` is a texture for that.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *grid, bool balances, const gfTexture *between,
                           const gfTexture *to);
// Draws the velocity less `scale` times the pressure gradient. `second`: as above.
void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *grid, float scale, const char *label,
                             const gfTexture *to, const gfSecondGradient *second);

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *grid);
// Prepares the pressure solver after weights changed. A fluid in a group, whose steps use the group's pressure, is
// prepared later, if a call projects it alone.
void gfGrid_PreparePressure(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles, const gfEmptyBox *empty);

// --- solid masks: solid_masks.c --------------------------------------------------------------------------------------

#define GF_EXTRAPOLATED_CELLS 8 // cells along a side of a tile

typedef struct gfSolidMasks {
    bool current;                 // textures fit the last update of solids; false: the next one draws them whole
    gfBoundaries drawnBoundaries; // sides, and below the number of solids, that they were drawn for
    int solidCount;
    gfSolidsChange untaken; // the largest change since the fluid's group copied them
    bool bounded;           // some side is open
    bool moving;            // some solid moves or some side is an inflow: wallVelocity is not 0
    // 1 in fluid, 0 in solids, at the texels of each set. `read` is of the last update of solids.
    // If the sides `differ`, `write` is the mask at the last advection, which the next one needs.
    gfPair fluid[2];
    bool differ, drawn;
    bool apart;             // more than one update lies between the sides: the last update's tiles don't suffice
    int shift[2];           // cells that the domain scrolled by since `fluid` was drawn
    gfPair corners;         // distance to solids at cell corners
    gfTexture faces;        // open fractions of faces, see shaders/solid/faces.frag; of corners' size
    gfTexture wallVelocity; // solids' velocity at their faces
    gfTexture valves;       // `faces` as one-way sources close them; made for the first of these
    gfFailure valvesFailed;
    gfTexture weights;      // of the lattice of cells, see shaders/multigrid/weights.glsl
    gfTexture extrapolated; // 1 for tiles where the velocity is extrapolated (grid/extrapolated_tiles.frag)
} gfSolidMasks;

// Draws the masks, if solids or sides changed. See gfSolver.solids.update.
bool gfGrid_UpdateSolids(const gfBody *body, void *state);
// Returns a scroll by an accumulated shift, cells, of a texture that was not scrolled with the domain.
gfScroll gfGrid_MakeScroll(const gfGrid *grid, const int shift[2]);

// Finds the texels of velocity that solids can affect (in a group: all); false if there are no solids.
bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *grid, gfRegion *region);
// Fills in gfPressureProblem.sides.
void gfGrid_GetSides(const gfBody *body, float sides[GF_SIDES]);

// --- fields: grid_fields.c -------------------------------------------------------------------------------------------

// Textures for reading fields that the state doesn't store; made at first use.
typedef struct gfFieldReading {
    gfTexture texture;   // the computed field
    gfPair divergence;   // of the present velocity, packed
    gfResidual residual; // for GF_FIELD_RESIDUAL
} gfFieldReading;

// Calls of gf_solverGrid.
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_HasField(const gfBody *body, const void *state, int id);
bool gfGrid_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGrid_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfGrid_DrawSideLoads(const gfBody *body, void *state, const gfTexture *sums);
bool gfGrid_IsWritable(gfField field);
bool gfGrid_WriteField(const gfBody *body, void *state, gfField field, const float *values);

// Makes the reduction for GF_FIELD_RESIDUAL, if it is missing. False and reported on failure.
bool gfGrid_MakeResidual(const gfBody *body, gfGrid *grid);

// --- resizing: grid_resize.c -----------------------------------------------------------------------------------------

// Totals of scalars before a resize, kept until solids are drawn after it. All zero: none.
typedef struct gfGridTotals {
    gfPyramid sums[GF_SCALARS];
    float scale[GF_SCALARS];
} gfGridTotals;

// Draws the totals of the old state. False and reported on failure.
bool gfGrid_KeepTotals(const gfBody *body, gfGrid *grid, const gfFluidDef *oldDef, const gfGrid *old);
void gfGrid_DropTotals(gfDevice *device, gfGrid *grid);
// Restores totals and projects, see gfSolver.domain.resized.
bool gfGrid_Settle(const gfBody *body, void *state);

// --- instances: instances.c ------------------------------------------------------------------------------------------

// The values of one fluid in the state of its group.
typedef struct gfGridInstance {
    bool known;              // see gfVelocityAdvection.previousKnown
    gfVec2 lastAcceleration; // likewise
    bool masksDiffer;        // see gfSolidMasks.differ; of the group's textures
    bool expands;            // see gfGridForces.expands
    bool solids;             // its masks are copied, up to the changes in gfSolidMasks.untaken
} gfGridInstance;

typedef struct gfGridInstances {
    gfAtlas atlas;
    gfGroupFluids fluids; // in the last step
    gfGridInstance *own;  // one a fluid
    gfSourcesOf *sources; // room for one a fluid
    float (*rows)[4];     // contents of u_instances; `next`: room for new ones
    float (*next)[4];
    gfTexture table;
    gfPyramid fastest; // reduction of the fluids' largest speeds, the top of gfCfl.speed
} gfGridInstances;

extern const gfGroupCalls gf_gridGroup; // grid_group.c
// Returns null and reports if memory is short.
gfGridInstances *gfGridInstances_Create(gfDevice *device, const gfAtlas *atlas);
void gfGridInstances_Destroy(gfDevice *device, gfGridInstances *instances);
// Copy a texture of a fluid to its rectangle of an atlas, and all fields of a fluid's state to the group's. False and
// reported on failure.
bool gfGridInstances_CopyIn(gfDevice *device, const gfTexture *own, const gfTexture *atlas, int number);
bool gfGridInstances_CopyFieldsIn(gfDevice *device, const gfGrid *own, const gfGrid *group, int number);

// Textures of a fluid's own state that may be older than the group's, as bits.
enum {
    GF_GRID_PART_VELOCITY = 1,
    GF_GRID_PART_PRESSURE = 2,
    GF_GRID_PART_OTHERS = 4,
    GF_GRID_PART_SCALAR = 8, // of the first scalar; the others have the next bits
    GF_GRID_PARTS = (GF_GRID_PART_SCALAR << GF_SCALARS) - 1,
    GF_GRID_LOAD_PARTS =
        GF_GRID_PARTS & ~(GF_GRID_PART_SCALAR << GF_SCALAR_DYE) // the textures that loads are measured from
};
// Copies newer `parts` from the group, before they are read. Does nothing without a group. False and reported.
bool gfGrid_Fetch(const gfBody *body, gfGrid *grid, uint32_t parts);
// Likewise for the textures of a field; `id`: of gfField or gfFieldId.
bool gfGrid_FetchField(const gfBody *body, gfGrid *grid, int id);
// Must be called before something else than a step changes the state: copies newer parts from the group, which takes
// the state over at its next step. `whole`: all will be overwritten, so nothing is copied.
bool gfGrid_FetchToChange(const gfBody *body, gfGrid *grid, bool whole);
// Returns the texture of u_instances; 0 without a group.
GLuint gfGrid_GetInstances(const gfGrid *grid);
// Updates u_instances for forces over `dt`. `both`: all fluids may extrapolate their velocity.
void gfGrid_UpdateInstances(const gfBody *body, gfGrid *grid, float dt, bool both);
// Returns the texture with the largest speed of all fluids, by which CFL substeps are counted.
const gfTexture *gfGrid_GetFastest(const gfBody *body, gfGrid *grid);
// gfSources_Touch and gfSources_Apply for the sources of a fluid or, in a group, of all its fluids.
bool gfGrid_Touch(const gfBody *body, const gfGrid *grid, uint32_t mask, bool splats);
void gfGrid_Apply(const gfBody *body, gfGrid *grid, const gfSourceTarget *target, float dt);
// Set gfProjection.shakes of each fluid that a waiting splat pushes, and after a substep make it `shaken`.
void gfGrid_NoteSplats(const gfBody *body, gfGrid *grid);
void gfGrid_EndSplats(gfGrid *grid);
// Returns whether the fluid, or any fluid of the group, has thin walls or one-way sources.
bool gfGrid_HasThinWalls(const gfBody *body, const gfGrid *grid);

// --- the state: grid.c, and its table of textures in grid_state.c ----------------------------------------------------

struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    bool together;    // dye has a texel a cell, and is carried with heat in one pass
    int wrapX, wrapY; // 1: periodic
    uint32_t needs;   // GF_NEED_... that came up so far
    uint32_t options; // GF_GRID_... options that follow from the definition and the needs
    float lastDt;     // time step of the last projection, s
    float dtRatio;    // this time step / the last one: the factor of warm starts
    uint32_t draws;   // number of substeps so far: the seed of random numbers
    // The staggered velocity has one texel more than cells along each axis.
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
    gfGridInstances *instances; // the fluids, in the state of a group; null: it is the state of one fluid
};

static inline gfPair *gfGrid_GetScalar(const gfGrid *grid, int scalar)
{
    return (gfPair *)(void *)((char *)grid + gf_gridScalars[scalar].pair);
}

// The scalars that one pass carries: dye with heat, where there is a texel of dye a cell, else each alone.
typedef struct gfScalarSet {
    int first, count;
    gfPair *pairs[2];    // `count` of them
    const char *defines; // of shaders that draw them
    uint32_t sources;    // gfSourceFields
} gfScalarSet;
// Returns how many scalars are carried: those that a definition may leave out are the last of the table.
int gfGrid_CountScalars(const gfGrid *grid);
int gfGrid_CountSets(const gfGrid *grid);
gfScalarSet gfGrid_GetSet(const gfGrid *grid, int set);
void gfGrid_SwapSet(const gfScalarSet *set);

// How many masks of fluid there are, one for each resolution of scalars.
static inline int gfGrid_CountMasks(const gfGrid *grid)
{
    return grid->together ? 1 : 2;
}

// The mask with a texel for each of a scalar's.
static inline const gfPair *gfGrid_GetMask(const gfGrid *grid, int scalar)
{
    return &grid->masks.fluid[scalar == GF_SCALAR_DYE || grid->together ? 0 : 1];
}

// Returns the options of shaders that follow from the definition and the needs.
uint32_t gfGrid_GetOptions(const gfBody *body, uint32_t needs);

// Passes that round to 16 bits at random. Each has a u_seed of its own in a substep.
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

// Calls of gf_solverGrid.
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
    GF_GRID_EXTENT_LEDGER_ADDED,
    GF_GRID_EXTENT_LEDGER_DYE,
    GF_GRID_EXTENT_LEDGER_CELLS,
    GF_GRID_EXTENTS
};

// Values that textures are cleared to, and that scroll in with new cells: 0, and those of each scalar.
enum { GF_GRID_CLEAR_ZERO, GF_GRID_CLEAR_DYE, GF_GRID_CLEAR_HEAT, GF_GRID_CLEARS = GF_GRID_CLEAR_DYE + GF_SCALARS };

// A plan with the arrays that it points to.
typedef struct gfGridPlan {
    int extents[GF_GRID_EXTENTS][2];
    float clear[GF_GRID_CLEARS][4];
    gfStatePlan plan;
} gfGridPlan;

// The rows of all textures, in the order of snapshots.
extern const gfStateTable gf_gridStateTable;

// Plan the textures that follow from the definition, and those of needs.
void gfGrid_PlanDefined(const gfBody *body, const gfGrid *grid, gfGridPlan *plan);
void gfGrid_PlanNeeded(const gfBody *body, const gfGrid *grid, uint32_t needs, gfGridPlan *plan);

#endif
