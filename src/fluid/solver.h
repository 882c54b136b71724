// The interface of solvers: by gfSolver's functions the core, drawings, queries and extensions use any solver. A new
// one is a folder with a gfSolver and a gfModule (fluid/module.h), a folder of shaders, and a value of gfSolverKind.
#ifndef GF_SOLVER_H
#define GF_SOLVER_H

#include "gpufluid/particles.h"
#include "gpufluid/shallow.h"

#include "fluid/field.h"
#include "fluid/state.h"

// What a solver reports of a step that it ran.
typedef struct gfStepReport {
    // How many parts the step was divided into for the fastest flow (CFL condition); 1: it was not divided.
    int substeps;
} gfStepReport;

// Further calls of a solver whose fluid is made of particles.
typedef struct gfParticleCalls {
    // Returns whether a source that gfSource_Check accepted can act on particles; if not, reports why.
    bool (*checkSource)(const gfBody *body, const gfSourceDef *def, const char *caller);
    void (*view)(const gfBody *body, const void *state, gfParticleView *view);
    bool (*hasGroups)(const void *state);
    // Returns a group's number in textures of particles, from 1. 0: it is gone (BAD_HANDLE unless `caller` is null).
    int (*findGroup)(const gfBody *body, const void *state, gfHandle group, const char *caller);
} gfParticleCalls;

// Columns in the partial sums of loads on the domain's sides: for each side one for force and heat, one for flow.
#define GF_SIDE_LOADS (2 * GF_SIDES)

// What gfSolidCalls.drawLoads draws: for some solids, partial sums of the pressure on each. Each texel of a sum takes a
// part of the solid's surface; a later pass adds the parts up (shaders/solid/loads.glsl, parts.glsl).
typedef struct gfLoadTarget {
    const gfTexture *sums;
    // Of each of GF_LOADS_PER_PASS solids: corner and size, cells, of the box of cells to sum over.
    const int32_t (*boxes)[4];
    const float (*places)[4];
    int count;  // number of solids; 0: only makes the program and framebuffer, ahead of use
    bool whole; // some of these solids are masks or textures
    bool warm;  // some of these solids have a temperature of their own, so the heat that they give is summed, too
} gfLoadTarget;

// What drawContacts draws: partial sums over the particles that touch each solid (shaders/particles/contacts.frag).
typedef struct gfContactTarget {
    const gfTexture *sums[2];
    // Of each of `count` solids: corner and size, cells, of the box of cells to look for particles in.
    const int32_t (*boxes)[4];
    const float (*places)[4];
    int count;
    float reach; // a particle within this distance of a solid's surface touches it, in spacings of particles at rest
} gfContactTarget;

// What countInside draws: which particles are in which shapes, and sums for each (shaders/particles/inside*.frag).
typedef struct gfCountTarget {
    const gfTexture *shapes; // the shapes, packed as shaders/common/asked_shapes.glsl reads them
    int count;               // number of shapes
    // Number of shapes, from the first, for which `memory` and `before` are valid; others count all particles as new.
    int known;
    float elapsed; // time since `memory` was drawn, s
    // Written: for each particle a bit for each shape that it is in now, and for each that it was in before.
    const gfTexture *inside;
    // Read and written: the shapes that each particle was in at the last count, found by the id of the particle; ids
    // share texels if there are more ids than texels.
    const gfTexture *memory;
    // Row 3 of each column: the next particle's id at the last count, so that particles with later ids count as new.
    const gfTexture *before;
    const gfTexture *sums[4];
} gfCountTarget;

// What gfSolver.drawTouches draws: what each member of some groups of particles touches, and partial sums over each
// group (shaders/particles/touches.frag and touch_sums.frag).
typedef struct gfTouchTarget {
    // For the number of each group its place in the request, from 1, or 0: the request lacks it
    // (shaders/particles/listed.glsl); GF_GROUP_VECTORS vectors.
    const int32_t (*listed)[4];
    int count; // number of groups; 0: only makes programs and framebuffers, ahead of use
    // A particle so near to a surface touches it, in spacings of particles at rest; 0: no contacts are wanted.
    float reach;
    // Written, a texel for each particle: what it touches; and place and direction of its nearest contact.
    const gfTexture *touches[2];
    const gfTexture *sums[3];
} gfTouchTarget;

// The fluids of a group, all of which each pass steps at once.
typedef struct gfGroupFluids {
    const gfBody *const *bodies;
    void *const *states; // each fluid's own state, beside the state of the group
    int count;
} gfGroupFluids;

// Further calls of a solver that can step the fluids of a group by the passes that step one fluid.
typedef struct gfGroupCalls {
    // Returns whether a fluid of this definition can be in a group; if not, reports why.
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // Returns whether a member of a group defined by `group` may have the definition `own`; if not, reports why.
    bool (*checkOwn)(const gfCore *core, const gfFluidDef *group, const gfFluidDef *own, const char *caller);
    // Makes a group's state, with fields in atlases: textures with a rectangle a fluid. `body`: what the fluids share.
    void *(*create)(gfBody *body, const gfAtlas *atlas);
    void (*destroy)(gfBody *body, void *group);
    // Called after definitions of single members changed.
    bool (*follow)(gfBody *body, void *group, const gfGroupFluids *fluids);
    // Runs one step of all fluids, after copying changes in members' own states to the group. Result: as gfSolver.step.
    bool (*step)(gfBody *body, void *group, const gfGroupFluids *fluids, float dt, gfStepReport *report);
    // Copies a member's fields from the group's textures to the member's own state. `changes`: the caller will change
    // the own state, so it must be copied back before the next step.
    bool (*fetch)(const gfBody *body, void *state, bool changes);
} gfGroupCalls;

// Calls for a domain that gets another size, resolution or time step, or moves. All but `resample` may be null.
typedef struct gfDomainCalls {
    // Fills a new state, made for the body's new definition, with the resampled fields of an old state.
    bool (*resample)(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
    // Repairs total amounts and divergence after resampling, once solids are drawn. False: they stay unrepaired.
    bool (*resized)(const gfBody *body, void *state);
    // Moves the state's contents as the domain moves by whole cells; body->def.origin changes afterwards. Values inside
    // keep their places, bit for bit. Makes programs but no other GL objects; if it can't, nothing changed.
    bool (*scroll)(const gfBody *body, void *state, const gfScroll *scroll);
    // Returns the number of cells of which each move along an axis must be a multiple. Null: 1.
    int (*getScrollMultiple)(const gfBody *body, int axis);
    // Solids are drawn from an origin that stays as the domain moves (gfSolidsDomain), so no drawn bit changes.
    bool keepsSolids;
    // Called after body->def.fixedStep changed, to convert stored values whose unit contains the step. False: a pass
    // failed. Null: no stored values depend on the step. `prepareChangeStep` makes its programs before anything else
    // changes, so that changeStep, which comes last, can't fail for lack of them; or null.
    bool (*prepareChangeStep)(const gfBody *body);
    bool (*changeStep)(const gfBody *body, void *state, float oldStep);
} gfDomainCalls;

// Calls for snapshots, which gl/archive.h measures, writes and reads, and for repairing values that are not finite.
typedef struct gfSavedCalls {
    // A snapshot has two chunks of the solver. The first is `archiveMade`: which textures were made after the fluid was
    // created; reading makes them; null: none. Once solids are drawn, `archive` follows: the values of the state.
    void (*archiveMade)(const gfBody *body, void *state, gfArchive *archive);
    void (*archive)(const gfBody *body, void *state, gfArchive *archive);
    // Fills in the definition for which the state's textures were laid out. Null: the body's present definition.
    void (*getLayoutDef)(const gfBody *body, const void *state, gfFluidDef *def);
    // Called after values that were not finite were replaced in the textures. Null: nothing else needs repair.
    bool (*repaired)(const gfBody *body, void *state);
} gfSavedCalls;

// Calls by which the host reads or changes a solver's state. One that the solver can't do is null, save `isWritable`.
typedef struct gfHostCalls {
    bool (*isWritable)(gfField field); // returns whether the host may replace this field
    // Replaces a field by the host's values, as many as describeField tells; all are finite.
    bool (*writeField)(const gfBody *body, void *state, gfField field, const float *values);
    // Makes the velocity free of divergence. `cycles`: multigrid cycles of the pressure solve; 0: as many as in a step.
    bool (*project)(const gfBody *body, void *state, int cycles);
    // Reads the sum of all relative corrections of total mass so far. Waits for the GPU. Null: the solver makes none.
    bool (*massCorrection)(const gfBody *body, void *state, double *sum);
    // Replaces sums in *stats that the solver knows more exactly than the fields. Waits for the GPU. Null: none.
    bool (*measure)(const gfBody *body, const void *state, gfFluidStats *stats);
    // Changes the height of the ground in a shape.
    bool (*shapeGround)(const gfBody *body, void *state, const gfGroundDef *def);
    // Fills a shape, or the whole domain if it is null, with still fluid up to the height `level`, m.
    bool (*fillToLevel)(const gfBody *body, void *state, const gfShape *shape, float level);
} gfHostCalls;

// Calls about solids in the fluid, and its forces on them and on the domain's sides. Calls may be null.
typedef struct gfSolidCalls {
    // Draws textures that depend on solids and boundaries, if these changed, before any call that reads the state.
    bool (*update)(const gfBody *body, void *state);
    // Returns how far from solids, in cells, the solver needs distances: at least GF_SOLID_REACH. Null: GF_SOLID_REACH.
    float (*reach)(const gfBody *body);
    // `update` depends on one-way sources (gfZone.oneWay), so it must run in every step with such a source.
    bool followsValves;
    // Draws partial sums of the last step's pressure on solids, for a fluid of density 1. Null: there is no pressure.
    bool (*drawLoads)(const gfBody *body, void *state, const gfLoadTarget *target);
    // Draws partial sums of the pressure on the domain's sides and of the flow through them, in GF_SIDE_LOADS columns
    // (shaders/grid/side_loads.frag). `sums` null: only makes the program and framebuffer.
    bool (*drawSideLoads)(const gfBody *body, void *state, const gfTexture *sums);
    // Draws partial sums over the particles that touch solids. Null: the solver has no particles.
    bool (*drawContacts)(const gfBody *body, void *state, const gfContactTarget *target);
} gfSolidCalls;

// How a fluid surrounds rigid bodies, which decides how it pushes them.
typedef enum gfMediumKind {
    GF_MEDIUM_LIQUID, // a liquid with a surface and nothing above it: bodies float
    GF_MEDIUM_FULL,   // a fluid that fills the domain: bodies are wholly inside
    GF_MEDIUM_ABOVE   // water seen from above: bodies swim on it and are no solids in it
} gfMediumKind;

// What rigid bodies need to know of the fluid around them.
typedef struct gfMedium {
    gfMediumKind kind;
    gfVec2 gravity; // gravity as the fluid feels it, in the domain's axes, m/s^2
    double density; // density of the fluid where the definition of a body leaves it open, kg/m^3
    double spacing; // distance between neighbouring particles at rest, m; 0: the fluid has no particles
    bool measured;  // rigid bodies use the pressure on their solids (gfSolidCalls.drawLoads), which is solved for
} gfMedium;

// Calls for textures made only once needed; the solver gives bits of `needs` their meaning. Null: it has none of these.
typedef struct gfNeedCalls {
    uint32_t (*get)(const void *state);
    // Makes the textures for which the bits of `needs` stand, before they are used.
    bool (*make)(const gfBody *body, void *state, uint32_t needs);
    uint32_t ofSteps; // bits that change the programs of steps; others stand for fields that are read or drawn
} gfNeedCalls;

typedef struct gfSolver {
    const char *name;
    const gfStateTable *table; // table of the textures in the state
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // Makes the state of a fluid at rest, for body->def.
    void *(*create)(const gfBody *body);
    // Frees the state and its textures; null: gfState_Destroy by the table, then the state is freed.
    void (*destroy)(const gfBody *body, void *state);
    void (*reset)(const gfBody *body, void *state); // puts the state to rest
    // Takes over changed parameters or boundaries; may be null. False: nothing changed, the caller restores body->def.
    bool (*tune)(const gfBody *body, void *state);
    // Returns whether the state can take over body->def, before programs are made; if not, reports why. Null: always.
    bool (*mayTune)(const gfBody *body, const void *state);
    // Runs one step of `dt` seconds. False: a pass could not be drawn (device->failedPasses has grown).
    bool (*step)(const gfBody *body, void *state, float dt, gfStepReport *report);
    // Fills in size, place and channels of a field that the host reads. False: the solver lacks the field.
    bool (*describeField)(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
    // Returns whether the solver has a field; `id` is a gfField or a gfFieldId.
    bool (*hasField)(const gfBody *body, const void *state, int id);
    // Fills in the view of a field that the solver has; a field that the state does not store is drawn for it. Changes
    // nothing that a step reads, and keeps views of other fields valid.
    bool (*getField)(const gfBody *body, void *state, int id, gfFieldView *view);
    // Fills in what rigid bodies need to know of this fluid. On entry the density is 1000 kg/m^3, and all else is 0.
    // Null: the fluid has no rigid bodies.
    void (*describeMedium)(const gfBody *body, gfMedium *medium);
    gfDomainCalls domain;
    gfSavedCalls saved;
    gfHostCalls host;
    gfSolidCalls solids;
    gfNeedCalls needs;
    bool oneWay;                      // sources may let the fluid through in one direction only (gfZone.oneWay)
    const gfParticleCalls *particles; // calls for particles; null: the solver has no particles
    // Counts the particles in shapes, and remembers which are inside for the next count. Null: there are no particles.
    bool (*countInside)(const gfBody *body, void *state, const gfCountTarget *target);
    // Finds what members of groups touch, and draws partial sums over each group. Null: there are no particles.
    bool (*drawTouches)(const gfBody *body, void *state, const gfTouchTarget *target);
    const gfGroupCalls *group; // calls for groups of fluids; null: the solver can't step groups
} gfSolver;

#define GF_SOLVER_COUNT (GF_SOLVER_WATER + 1)

// Makes a new fluid's programs and state. `oldState`: one whose needs (gfSolver.needs) it has from the start, or null.
void *gfSolver_Create(const gfSolver *solver, const gfBody *body, const void *oldState);
// Call the solver's functions, which may be null. gfSolver_Tune first makes the programs for the new definition.
void gfSolver_Destroy(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_Tune(const gfSolver *solver, const gfBody *body, void *state);

// Returns the solver of a kind. Null: the build lacks it.
const gfSolver *gfSolver_Find(gfSolverKind kind);
// Returns what rigid bodies need to know of a fluid that can have them, by describeMedium.
gfMedium gfSolver_GetMedium(const gfBody *body);

#endif
