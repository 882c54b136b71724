// The grid solver (stable fluids on a staggered grid): the stages of a step, which grid_step.c lists in order, each
// with the part of the state that it owns, and the declarations that the solver's files share.
#ifndef GF_GRID_H
#define GF_GRID_H

#include "fluid/solver.h"
#include "gl/pass.h"
#include "gl/readback.h"
#include "solvers/grid/multigrid.h"
#include "solvers/grid/pressure.h"

typedef struct gfGrid gfGrid;

// --- options and needs: grid_definition.c ----------------------------------------------------------------------------

// Bits of gfGrid.needs and gfSolver.needs: features whose textures are made at first use. A set bit is never cleared.
enum {
    GF_NEED_EXPANSION = 1 << 0,        // some source asks for divergence
    GF_NEED_BALANCE = 1 << 1,          // inflows, moving solids or sources in a closed domain: divergence gets mean 0
    GF_NEED_FIELDS = 1 << 2,           // the host reads fields that are computed, not stored
    GF_NEED_SHOWN_DIVERGENCE = 1 << 3, // the divergence is read or drawn
    GF_NEED_TURNING = 1 << 4,          // the domain's frame of reference rotates
    GF_NEED_VALVES = 1 << 5,           // some source lets fluid through in one direction only (gfZone.oneWay)
    // Only gfSolver.needs has these two bits: the multigrid solver and gfFieldReading know which textures they have.
    GF_NEED_THIN_WALLS = 1 << 6, // multigrid has its textures for solids thinner than a cell
    GF_NEED_RESIDUAL = 1 << 7    // the host reads GF_FIELD_RESIDUAL
};

// Options of the grid's shaders as bits, whose defines are in gf_gridOptionDefines. GF_GRID_BILINEAR to
// GF_GRID_ROUND_VELOCITY follow from the definition and needs, and are in gfGrid.options. Each pass chooses the others.
enum {
    GF_GRID_BILINEAR = 1 << 0,      // advection interpolates bilinearly
    GF_GRID_WRAP = 1 << 1,          // some axis is periodic
    GF_GRID_ENTRY = 1 << 2,         // some side is open or an inflow, so dye and heat enter there
    GF_GRID_INFLOW = 1 << 3,        // some side is an inflow, so velocity enters there
    GF_GRID_LEDGER = 1 << 4,        // advection corrects the totals of dye and heat
    GF_GRID_DEPARTURES = 1 << 5,    // scalar advection also draws departure points, for velocity advection
    GF_GRID_PULLED = 1 << 6,        // half of the last pressure gradient acts where the fluid came from
    GF_GRID_PATHS = 1 << 7,         // dye, much finer than cells, interpolates paths traced back from cell corners
    GF_GRID_EXPANSION = 1 << 8,     // some source asks for divergence
    GF_GRID_BALANCED = 1 << 9,      // the divergence of a closed domain is corrected to a mean of 0
    GF_GRID_TURNING = 1 << 10,      // the domain's frame of reference rotates
    GF_GRID_TILTED = 1 << 11,       // buoyancy acts along x as well as along y
    GF_GRID_UPRIGHT = 1 << 12,      // buoyancy acts only along y
    GF_GRID_REFLECT = 1 << 13,      // the scheme is GF_SCHEME_REFLECT, in which only velocity is advected in half steps
    GF_GRID_HELD = 1 << 14,         // the fluid is viscous, so solids and walls may be no-slip
    GF_GRID_WARM = 1 << 15,         // heat diffuses
    GF_GRID_ROUND_DYE = 1 << 16,    // dye is stored in 16 bits, rounded up or down at random to keep its mean
    GF_GRID_ROUND_SCALAR = 1 << 17, // temperature is stored in 16 bits, and values are rounded up or down at random
    GF_GRID_ROUND_DEPARTURES = 1 << 18, // departure points are stored in 16 bits, and rounded up or down at random
    GF_GRID_ROUND_VELOCITY = 1 << 19,   // velocity is stored in 16 bits, and rounded up or down at random
    GF_GRID_SOLIDS = 1 << 20,           // the fluid has solids
    GF_GRID_UNCOVERED = 1 << 21,        // some solid moved away from texels, which are now fluid and need values
    GF_GRID_MASKED = 1 << 22,           // sums leave out texels in solids
    GF_GRID_MOVING = 1 << 23,           // some solid moves, or some side is an inflow
    GF_GRID_SECOND = 1 << 24,           // a pass also draws a second velocity, gfVelocityAdvection.carried
    GF_GRID_WHOLE = 1 << 25             // some solid is a mask or texture, which covers whole cells
};
extern const char *const gf_gridOptionDefines[];

// Initializes a gfShader of the grid. `ofStage`: the vertex stage gf_vertex<ofStage>. `bits`: its GF_GRID_... options.
#define GF_GRID_SHADER(ofStage, ofFile, ownDefines, bits)                                                     \
    {                                                                                                         \
        .stage = &gf_vertex##ofStage, .file = (ofFile), .defines = (ownDefines), .options = (uint32_t)(bits), \
        .optionOf = gf_gridOptionDefines                                                                      \
    }

#define GF_GRID_CELLS(g) GF_I2(cells, (g)->cellsX, (g)->cellsY), GF_I2(wrap, (g)->wrapX, (g)->wrapY)

static inline uint32_t gfGrid_If(bool holds, uint32_t bit)
{
    return holds ? bit : 0u;
}

// Makes the textures of these GF_NEED_... bits, if they are missing, and sets the bits.
bool gfGrid_Require(const gfBody *body, gfGrid *grid, uint32_t needs);
// Calls gfGrid_Require for a feature that the fluid can do without. `what` names it in the one warning, as "bloom is".
bool gfGrid_RequireOptional(const gfBody *body, gfGrid *grid, uint32_t need, gfFailure *failure, const char *what);

// The fields for which gfGrid_IsStoredInHalves tells whether their texels are half floats.
typedef enum gfGridStored {
    GF_STORED_VELOCITY,
    GF_STORED_DYE,
    GF_STORED_TEMPERATURE,
    GF_STORED_DEPARTURES
} gfGridStored;

// Returns whether a definition is valid for this solver; reports if not. See gfSolver.check.
bool gfGrid_Check(const gfCore *core, const gfFluidDef *def, const char *caller);
// Returns the number of dye texels along an axis of `cells` cells.
int gfGrid_CountDyeCells(int cells, float dyeScale);
// Returns whether dye has one texel per cell, as temperature has, so that one pass advects both.
bool gfGrid_CarriesTogether(const gfFluidDef *def);
// Returns whether a cell has at least two texels of dye along each axis.
bool gfGrid_HasFineDye(const gfFluidDef *def);
// Returns whether dye and heat enter the domain by a side: whether some side is open or an inflow.
bool gfGrid_HasEntries(const gfBody *body);
// Returns whether some source lets fluid through in one direction only (gfZone.oneWay).
bool gfGrid_HasValves(const gfBody *body);
// Return whether buoyancy acts along x (with or without y), and whether it acts along y alone.
bool gfGrid_HasTiltedBuoyancy(const gfBody *body);
bool gfGrid_HasUprightBuoyancy(const gfBody *body);
// Returns whether the step corrects the totals of dye and heat, which advection doesn't keep exactly.
bool gfGrid_KeepsLedger(const gfBody *body);
// Returns whether a field is in half floats: the definition asks for 16 bits, or 32-bit floats can't be rendered to.
bool gfGrid_IsStoredInHalves(const gfBody *body, gfGridStored stored);

// --- scalars: their table is in grid_state.c -------------------------------------------------------------------------

// Scalars: the fields that the flow advects, except for velocity. Dye has four channels and may have a resolution of
// its own. Every other scalar has one channel and one texel per cell.
typedef enum gfGridScalarId { GF_SCALAR_DYE, GF_SCALAR_HEAT, GF_SCALARS } gfGridScalarId;

// A row of the table of scalars, over which all code for scalars loops.
typedef struct gfGridScalar {
    size_t pair;         // offset in gfGrid of the gfPair that stores the scalar
    int channels;        // number of channels: 4 or 1
    bool isAboveAmbient; // true: its value at rest is gfGridParams.ambientTemperature; false: 0
    // The scalar's name in each enum that has it: for the host, for drawings, as a bit of sources, and for storage.
    gfField field;
    gfFieldId shown;
    gfSourceFields source;
    gfGridStored stored;
    size_t dissipation; // offset in gfGridParams of the rate at which the scalar decays, 1/s
    size_t entry;       // offset in gfBoundary of the value that enters by that side, relative to the value at rest
} gfGridScalar;
extern const gfGridScalar gf_gridScalars[GF_SCALARS];

// Returns the gfGridScalarId of a field, or GF_SCALARS if the field is no scalar. `id` is a gfField or a gfFieldId.
int gfGrid_FindScalar(int id);
// Returns a scalar's value at rest.
float gfGrid_GetRest(const gfBody *body, int scalar);
// Returns the channels of the value that enters by a side, relative to the value at rest.
const float *gfGrid_GetEntry(const gfBoundary *side, int scalar);

// --- scalar advection: advect_scalars.c ------------------------------------------------------------------------------

// The state of scalar advection and of the ledger (see advect_scalars.c).
typedef struct gfScalarAdvection {
    gfTexture departures; // a texel per cell: where its fluid was before the step, as an offset in cells
    gfTexture paths;      // like departures, but a texel per cell corner; for dye that is much finer than cells
    // Partial sums over blocks of texels (shaders/grid/ledger_sum.frag): what each scalar lost in the step, and the
    // range of dye, which limits what may be given back. A scalar of one channel has its range in `lost`, too.
    gfTexture lost[GF_SCALARS], range;
    gfTexture added; // sums of `lost` and `range` over larger blocks, a scalar below the other (ledger_add.frag)
    gfTexture sides; // what flowed out through the domain's sides in the step, one row per scalar
    gfPair ledger;   // what is still to be given back, one row per scalar (shaders/grid/ledger.frag)
    bool written;    // the host wrote a scalar since the last advection, maybe at texels in solids
    bool placed;     // a solid was added since the last advection
} gfScalarAdvection;

// Advects all scalars over `dt`, and updates the ledger. `extrapolation`: see gfGrid_GetExtrapolation.
void gfGrid_AdvectScalars(const gfBody *body, gfGrid *grid, float dt, float extrapolation);

// --- velocity advection: advect_velocity.c ---------------------------------------------------------------------------

typedef struct gfVelocityAdvection {
    // The velocity before its last advection. Advection exchanges the textures previous.read and gfGrid.velocity.write.
    gfPair previous;
    // False before the first step and after the host wrote velocity, to which `previous` and the pressure don't belong.
    bool previousKnown;
    // The values that a step advects along the velocity. GF_SCHEME_PROJECT: the velocity less half of the last pressure
    // gradient. GF_SCHEME_REFLECT: the reflected velocity.
    gfPair carried;
    bool carriedKnown;       // `carried` fits the velocity; false: gfGrid_FindCarried must draw it
    gfVec2 lastAcceleration; // body acceleration in the last step, m/s^2
} gfVelocityAdvection;

// Returns the factor by which a step of `dt` seconds extrapolates velocity to its middle in time: velocity + factor
// (velocity - previous velocity). It is 0 if the previous velocity is unknown or the body acceleration has changed.
float gfGrid_GetExtrapolation(const gfBody *body, const gfGrid *grid, float dt);
// Returns the texture sampler (filtered or not) for the fields that advection interpolates.
gfSampler gfGrid_GetCarriedSampler(const gfBody *body);

typedef struct gfVelocityCarrying {
    bool second; // advects gfVelocityAdvection.carried; false: the velocity itself
    float dt;
    float extrapolation;    // factor for the velocity at mid-step, see gfGrid_GetExtrapolation
    float departedBuoyancy; // 1: buoyancy by dye and heat where the fluid came from; 0: where it arrives
} gfVelocityCarrying;
// Advects the velocity along itself into gfGrid.velocity.read, and adds buoyancy and body acceleration.
void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *grid, const gfVelocityCarrying *carrying);
// Draws gfVelocityAdvection.carried of GF_SCHEME_PROJECT, if unknown. Returns false if device->failedPasses has risen.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *grid);

// The change of velocity by buoyancy and acceleration in a time step, m/s: per kelvin, per unit of dye, of all fluid.
typedef struct gfBuoyancy {
    gfVec2 heat, dye, all;
} gfBuoyancy;
gfBuoyancy gfGrid_GetBuoyancy(const gfBody *body, float dt);
// Uniforms of passes that include shaders/grid/buoyancy.glsl. `p`: gfGridParams; `change`: gfBuoyancy.
#define GF_BUOYANCY_UNIFORMS(g, p, change)                                                               \
    GF_F4(buoyancy, (change).heat.x, (change).heat.y, (change).dye.x, (change).dye.y),                   \
        GF_F2(dyePerCell, (float)(g)->dyeX / (float)(g)->cellsX, (float)(g)->dyeY / (float)(g)->cellsY), \
        GF_F1(ambient, (p)->ambientTemperature), GF_F2(acceleration, (change).all.x, (change).all.y)

// Returns the body acceleration, m/s^2: the definition's, and that of a moving frame of reference.
gfVec2 gfGrid_GetAcceleration(const gfBody *body);
// Returns whether the body acceleration is as in the last step. If it jumped, velocity can't be extrapolated in time.
bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastAcceleration, float dt);

// --- the CFL limit: grid_step.c --------------------------------------------------------------------------------------

// How a step finds the fastest velocity, from which the number of substeps follows (CFL limit).
typedef struct gfCfl {
    gfPyramid speed;    // reduces the velocity to its largest component, m/s
    gfDelayedRead read; // reads the speed two steps later, so that the CPU never waits for the GPU
} gfCfl;

// --- forces: grid_forces.c -------------------------------------------------------------------------------------------

typedef struct gfGridForces {
    gfPair expansion; // divergence that sources ask for, 1/s, a texel per cell; made for the first source of divergence
    bool expands;     // some source asks for divergence in this step
    gfFailure expansionFailed; // `expansion` could not be made
    gfTexture vorticity;       // curl of the velocity at cell corners, for vorticity confinement
} gfGridForces;

// Applies emitters to velocity, dye, temperature and divergence. `splats`: splats, too, as in a step's first substep.
void gfGrid_ApplySources(const gfBody *body, gfGrid *grid, float dt, bool splats);
// Applies zones: drag, prescribed flows and turbulence. `pressure`: the pressure from which the next projection starts.
void gfGrid_ApplyZones(const gfBody *body, gfGrid *grid, const gfPair *pressure, float dt, bool splats);
// Applies vorticity confinement: forces that strengthen small vortices.
void gfGrid_ConfineVorticity(const gfBody *body, gfGrid *grid, float dt);

// How zones of `mask` act in a time step of `dt`, which is `dtRatio` times the last one's.
typedef struct gfZoneStep {
    const char *file; // the fragment shader
    uint32_t mask;
    bool splats;
    const gfPair *pressure;
    float dt, dtRatio;
} gfZoneStep;
void gfGrid_ApplyToZones(const gfBody *body, gfGrid *grid, gfPair *field, const gfZoneStep *step);

// --- diffusion: diffusion.c ------------------------------------------------------------------------------------------

// The fields that diffuse. Each has a lattice of its own, as their texels lie at different places.
typedef enum gfLatticeKind {
    GF_LATTICE_X, // x component of the velocity, on vertical faces
    GF_LATTICE_Y, // y component of the velocity, on horizontal faces
    GF_LATTICE_HEAT,
    GF_LATTICE_DYE,
    GF_LATTICES
} gfLatticeKind;

// The lattice on which one field diffuses: the points that hold its values, and the textures of the solve. It is made
// when the field's diffusivity is first above 0. Textures are packed, 2 x 2 values per texel.
typedef struct gfLattice {
    gfMultigrid *multigrid; // solver of this lattice; null: the lattice was not made
    int width, height;      // points of the lattice along each axis
    bool wrapX, wrapY;
    gfPair change;          // change of the field in the last step, from which the next solve starts
    gfTexture rhs, weights; // right-hand side, and couplings between points (shaders/multigrid/weights.glsl)
} gfLattice;

// Diffuses the velocity over `dt`. `predicts`: first subtracts the last pressure's gradient, a guess at the next one's.
void gfGrid_DiffuseVelocity(const gfBody *body, gfGrid *grid, float dt, bool predicts);
void gfGrid_DiffuseScalars(const gfBody *body, gfGrid *grid, float dt);

// Makes the lattices that are needed, but missing or for other periodic axes. Other elements, on failure all, become 0.
bool gfGrid_MakeLattices(const gfBody *body, const gfGrid *grid, gfLattice made[GF_LATTICES]);
// Moves the lattices of gfGrid_MakeLattices into the state, and destroys those that they replace.
void gfGrid_TakeLattices(gfDevice *device, gfGrid *grid, const gfLattice made[GF_LATTICES]);
void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
// Sets the stored changes to 0, as in a new fluid.
void gfGrid_ResetLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
// Shifts the stored changes, as the domain moves by whole cells. Returns false and reports on failure.
bool gfGrid_ScrollLattices(gfDevice *device, gfLattice lattices[GF_LATTICES], const gfScroll *scroll);
// Draws the weights of all lattices and of their coarse levels, after solids or boundaries changed in `tiles`.
void gfGrid_PrepareLattices(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles);
// Archive lattices: the first call writes which exist or, reading, makes them; the second archives their textures.
void gfGrid_ArchiveMadeLattices(const gfBody *body, gfGrid *grid, gfArchive *archive);
void gfGrid_ArchiveLattices(gfGrid *grid, gfArchive *archive);

// Finds the sides that hold a lattice's field at a fixed value: holding[i] becomes 1 (else 0), and value[i] that value.
void gfGrid_GetHeldSides(const gfBody *body, gfLatticeKind kind, float holding[GF_SIDES], float value[GF_SIDES]);
// Returns how strongly, 0 to 1, diffusion takes into account that the fluid between a wall and the face beside it may
// be narrower than a cell (shaders/grid/width.glsl). `s`: viscosity dt / h^2, with the cell size h.
float gfGrid_GetWallWidths(float s);

// --- projection: projection.c ----------------------------------------------------------------------------------------

// The state of the projection, which makes the velocity free of divergence.
typedef struct gfProjection {
    // The solve's right-hand side: the divergence before it, times the cell size; packed, 2 x 2 cells per texel.
    gfPair rhs;
    int rhsShift[2]; // cells by which the domain moved since rhs was drawn; rhs is shifted only when the host reads it
    gfPyramid rhsMean;       // reduces rhs to its mean, which is subtracted in closed domains
    gfFailure balanceFailed; // rhsMean could not be made
    gfPressure pressure;
    // Whether fluid gets a sudden push (splat, written velocity, new solid) in this step, and got one in the last.
    bool shakes, shaken;
    bool unprepared;        // the multigrid's coarse levels don't fit the solids: they must be drawn before a solve
    gfPair reflectPressure; // pressure of the second projection of GF_SCHEME_REFLECT, nearly 0
} gfProjection;

// A second output of shaders/grid/gradient.frag: the velocity less (1 + times) times the pressure gradient.
typedef struct gfSecondGradient {
    float times;
    float most; // near solids a change of velocity beyond this counts less, m/s
} gfSecondGradient;

// Returns whether the pressure solve must start from 0: a sudden push made the last pressure, and this step has none.
bool gfGrid_StartsAnew(const gfGrid *grid);
// Makes the velocity free of divergence. `second`: how gfVelocityAdvection.carried is drawn, too; null: it isn't.
void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *grid, const gfSecondGradient *second);
// Projects the velocity at the host's request, see gfSolver.host.project.
bool gfGrid_Project(const gfBody *body, void *state, int cycles);

// Draws the velocity's divergence into the packed texture `to`. `balances`: in a closed domain the mean is subtracted,
// as a pressure exists only for a mean of 0. `between`: a texture of the same size that is overwritten for that.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *grid, bool balances, const gfTexture *between,
                           const gfTexture *to);
// Draws the velocity less `scale` times the pressure gradient to `to`. `second`: as in gfGrid_ProjectVelocity.
void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *grid, float scale, const char *label,
                             const gfTexture *to, const gfSecondGradient *second);

// Returns the problem of the next pressure solve, by the present solids and boundaries.
gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *grid);
// Prepares the pressure solver after weights changed; for a fluid of a group only when a call projects it alone.
void gfGrid_PreparePressure(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles, const gfEmptyBox *empty);

// --- solid masks: solid_masks.c --------------------------------------------------------------------------------------

#define GF_EXTRAPOLATED_CELLS 8 // cells along each side of a tile in which velocity is extrapolated

// Textures that tell where solids are, and for what they were drawn.
typedef struct gfSolidMasks {
    bool current; // textures fit the last update of solids; false: the next update draws them as a whole
    gfBoundaries drawnBoundaries; // the sides of the domain for which the masks were drawn
    int solidCount;               // the number of solids for which the masks were drawn
    gfSolidsChange untaken;       // the largest change that the fluid's group has not copied yet
    bool bounded;                 // some side is open, which fixes the mean of the pressure
    bool moving;                  // some solid moves or some side is an inflow, so wallVelocity is not 0
    // x: 1 for a texel in fluid, 0 in a solid; y: area of its fluid (shaders/solid/fluid_mask.frag). fluid[0] has the
    // resolution of dye, fluid[1] that of the other scalars if it is another. `read` is the mask of the last update of
    // solids. If `differ` is set, `write` is the mask at the last advection, which the next advection needs.
    gfPair fluid[2];
    bool differ, drawn; // solids moved since the last advection; the masks were drawn
    bool apart;         // `write` is so much older than `read` that drawing the tiles of two updates is not enough
    int shift[2];       // cells by which the domain moved since `fluid` was drawn
    gfPair corners;     // distance to the nearest solid at cell corners, m
    gfTexture faces; // open fraction of each cell's left and bottom face (shaders/solid/faces.frag); a texel per corner
    gfTexture wallVelocity; // velocity of solids through faces, m/s; a texel per corner
    gfTexture valves;       // copy of `faces` in which one-way sources close faces; made for the first one-way source
    gfFailure valvesFailed; // `valves` could not be made
    gfTexture weights;      // couplings between cells for the pressure solve (shaders/multigrid/weights.glsl)
    gfTexture extrapolated; // a texel per tile: 1 where velocity is extrapolated (shaders/grid/extrapolated_tiles.frag)
} gfSolidMasks;

// Draws the masks, if solids or boundaries changed. See gfSolver.solids.update.
bool gfGrid_UpdateSolids(const gfBody *body, void *state);
// Returns the scroll that catches up a texture that was not shifted by the domain's moves. `shift`: cells of all moves.
gfScroll gfGrid_MakeScroll(const gfGrid *grid, const int shift[2]);

// Finds the rectangle of velocity texels that solids can affect; in a group, all. Returns false if there are no solids.
bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *grid, gfRegion *region);
// Fills in gfPressureProblem.sides, the weights across the sides of the domain.
void gfGrid_GetSides(const gfBody *body, float sides[GF_SIDES]);

// --- fields: grid_fields.c -------------------------------------------------------------------------------------------

// Textures for reading fields that are computed, not stored. They are made at first use.
typedef struct gfFieldReading {
    gfTexture texture;   // the field that was computed last
    gfPair divergence;   // divergence of the present velocity, packed, 2 x 2 cells per texel
    gfResidual residual; // root mean squares of the divergence, for GF_FIELD_RESIDUAL
} gfFieldReading;

// Calls for fields and forces on solids in the solver's table gf_solverGrid, see gfSolver.
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_HasField(const gfBody *body, const void *state, int id);
bool gfGrid_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGrid_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfGrid_DrawSideLoads(const gfBody *body, void *state, const gfTexture *sums);
bool gfGrid_IsWritable(gfField field);
bool gfGrid_WriteField(const gfBody *body, void *state, gfField field, const float *values);

// Makes gfFieldReading.residual, if it is missing. Returns false and reports on failure.
bool gfGrid_MakeResidual(const gfBody *body, gfGrid *grid);

// --- resizing: grid_resize.c -----------------------------------------------------------------------------------------

// Totals of scalars before a resize, to which they are scaled once solids are drawn at the new size. All zero: none.
typedef struct gfGridTotals {
    gfPyramid sums[GF_SCALARS]; // reduction to the mean of each scalar over the fluid
    float scale[GF_SCALARS];    // factor from the mean in `sums` to the total, m^2
} gfGridTotals;

// Draws the totals of the state `old` into grid->totals. Returns false and reports on failure.
bool gfGrid_KeepTotals(const gfBody *body, gfGrid *grid, const gfFluidDef *oldDef, const gfGrid *old);
void gfGrid_DropTotals(gfDevice *device, gfGrid *grid);
// Scales scalars to the kept totals, and projects the velocity. See gfSolver.domain.resized.
bool gfGrid_Settle(const gfBody *body, void *state);

// --- the state: grid.c, and its table of textures in grid_state.c ----------------------------------------------------

// The state of one fluid or of a group.
struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY; // cells along each axis, and dye texels along each axis
    bool together;                  // dye has one texel per cell and is advected with heat in one pass
    int wrapX, wrapY;               // 1: the axis is periodic
    uint32_t needs;                 // GF_NEED_... bits of the features that were used so far
    uint32_t options;               // GF_GRID_... options that follow from the definition and the needs
    float lastDt;                   // length of the time step of the last projection, s
    float dtRatio;  // this time step / the last one, by which stored pressure is scaled before a solve starts from it
    uint32_t draws; // number of substeps so far, from which random seeds follow
    // Velocity (m/s; on faces, with one texel more than cells along each axis), dye, and temperature (K).
    gfPair velocity, dye, temperature;
    gfVelocityAdvection velocityAdvection;
    gfScalarAdvection scalarAdvection;
    gfGridForces forces;
    gfLattice lattices[GF_LATTICES];
    gfProjection projection;
    gfSolidMasks masks;
    gfCfl cfl;
    gfFieldReading reading;
    gfGridTotals totals;
    struct gfGridInstances *instances; // the fluids, if this is a group's state; null: it is the state of one fluid
};

static inline gfPair *gfGrid_GetScalar(const gfGrid *grid, int scalar)
{
    return (gfPair *)(void *)((char *)grid + gf_gridScalars[scalar].pair);
}

// The scalars that one pass advects: dye and heat together, if dye has one texel per cell; otherwise each scalar alone.
typedef struct gfScalarSet {
    int first, count;    // gfGridScalarId of the first scalar; number of scalars
    gfPair *pairs[2];    // textures of these `count` scalars
    const char *defines; // defines of shaders that draw these scalars
    uint32_t sources;    // gfSourceFields bits of these scalars
} gfScalarSet;
// Returns how many scalars the state has. Scalars that a definition may leave out come last in the table.
int gfGrid_CountScalars(const gfGrid *grid);
// Returns the number of passes that advect all scalars, and what each of them advects.
int gfGrid_CountSets(const gfGrid *grid);
gfScalarSet gfGrid_GetSet(const gfGrid *grid, int set);
// Swaps the textures of each scalar in the set, after a pass wrote them.
void gfGrid_SwapSet(const gfScalarSet *set);

// Returns how many fluid masks (gfSolidMasks.fluid) there are: one per resolution of scalars.
static inline int gfGrid_CountMasks(const gfGrid *grid)
{
    return grid->together ? 1 : 2;
}

// Returns the fluid mask (gfSolidMasks.fluid) that has the resolution of a scalar.
static inline const gfPair *gfGrid_GetMask(const gfGrid *grid, int scalar)
{
    return &grid->masks.fluid[scalar == GF_SCALAR_DYE || grid->together ? 0 : 1];
}

// Returns the GF_GRID_... options that follow from the definition and the needs.
uint32_t gfGrid_GetOptions(const gfBody *body, uint32_t needs);

// Passes that round stored values up or down at random. Each of them has its own random seed in each substep.
typedef enum gfGridSeed {
    GF_GRID_SEED_SCALARS,
    GF_GRID_SEED_VELOCITY,
    GF_GRID_SEED_ZONES,
    GF_GRID_SEED_SOURCES,
    GF_GRID_SEED_CONFINEMENT,
    GF_GRID_SEED_DIFFUSION,
    GF_GRID_SEED_GRADIENT,
    GF_GRID_SEED_TOTALS,
    GF_GRID_SEEDS = 32 // the step from one substep's seeds to the next one's, above the number of passes
} gfGridSeed;
static inline GLint gfGrid_GetSeed(const gfGrid *grid, int pass)
{
    return (GLint)gfScramble((uint32_t)GF_GRID_SEEDS * grid->draws + (uint32_t)pass);
}

// Calls in the solver's table gf_solverGrid, see gfSolver.
void *gfGrid_Create(const gfBody *body);
void gfGrid_Destroy(const gfBody *body, void *state);
bool gfGrid_Tune(const gfBody *body, void *state);
bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report);

// Sizes of textures, as indices into gfGridPlan.extents.
enum {
    GF_GRID_EXTENT_CELLS,        // a texel per cell
    GF_GRID_EXTENT_CORNERS,      // one texel more than cells along each axis
    GF_GRID_EXTENT_DYE,          // a texel per dye texel
    GF_GRID_EXTENT_BLOCKS,       // a texel per 2 x 2 cells
    GF_GRID_EXTENT_EXTRAPOLATED, // a texel per tile of gfSolidMasks.extrapolated
    // The textures of gfScalarAdvection: `ledger`, `sides`, `added`, the sums over dye, and those over cells.
    GF_GRID_EXTENT_LEDGER_ITSELF,
    GF_GRID_EXTENT_LEDGER_SIDES,
    GF_GRID_EXTENT_LEDGER_ADDED,
    GF_GRID_EXTENT_LEDGER_DYE,
    GF_GRID_EXTENT_LEDGER_CELLS,
    GF_GRID_EXTENTS
};

// Indices into gfGridPlan.clear, the values of cleared textures and of new cells: 0, or a scalar's value at rest.
enum { GF_GRID_CLEAR_ZERO, GF_GRID_CLEAR_DYE, GF_GRID_CLEAR_HEAT, GF_GRID_CLEARS = GF_GRID_CLEAR_DYE + GF_SCALARS };

// A gfStatePlan together with the arrays that its pointers refer to.
typedef struct gfGridPlan {
    int extents[GF_GRID_EXTENTS][2];
    float clear[GF_GRID_CLEARS][4];
    gfStatePlan plan;
} gfGridPlan;

// The table of all textures of a gfGrid, in the order in which snapshots store them.
extern const gfStateTable gf_gridStateTable;

// Fills in a plan of the textures that follow from the definition.
void gfGrid_PlanDefined(const gfBody *body, const gfGrid *grid, gfGridPlan *plan);
// Fills in a plan of the textures that these GF_NEED_... bits add.
void gfGrid_PlanNeeded(const gfBody *body, const gfGrid *grid, uint32_t needs, gfGridPlan *plan);

#endif
