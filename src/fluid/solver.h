// The one interface of every solver. To add one: a folder with a gfSolver and a gfModule (fluid/module.h), its
// shaders in a folder of their own, and a value of gfSolverKind.
#ifndef GF_SOLVER_H
#define GF_SOLVER_H

#include "gpufluid/particles.h"
#include "gpufluid/shallow.h"

#include "fluid/field.h"
#include "fluid/state.h"

// Results of a step.
typedef struct gfStepReport {
    int substeps; // CFL substeps that it was cut into
} gfStepReport;

// A request for a property at points of the world, which are finite.
typedef struct gfParticleSamples {
    gfParticleProperty property;
    const gfVec2 *points;
    int count;
    float *values;
    gfVec2 *gradients; // null: they are not wanted
} gfParticleSamples;

// Calls that only solvers with particles have. `add`, `read` and `count` wait; false and reported on failure.
typedef struct gfParticleCalls {
    bool (*add)(const gfBody *body, void *state, const gfParticle *particles, int count, const char *caller);
    // Reads at most `count` particles; *live becomes how many there are.
    bool (*read)(const gfBody *body, const void *state, gfParticle *particles, int count, int *live);
    bool (*count)(const gfBody *body, const void *state, gfParticleStats *stats);
    // Returns whether a source that gfSource_Check lets pass can act on particles; reports.
    bool (*checkSource)(const gfBody *body, const gfSourceDef *def, const char *caller);
    void (*view)(const gfBody *body, const void *state, gfParticleView *view);
    bool (*sample)(const gfBody *body, void *state, const gfParticleSamples *samples);
    bool (*hasGroups)(const void *state);
    // Returns the number that marks have of a living group, from 1. 0: there is none, which is reported (BAD_HANDLE)
    // unless `caller` is null.
    int (*findGroup)(const gfBody *body, const void *state, gfHandle group, const char *caller);
} gfParticleCalls;

// Columns of partial sums for the sides of the domain.
#define GF_SIDE_LOADS (2 * GF_SIDES)

// The solids of one pass, and the texture that takes the partial sums of pressure on each, see
// shaders/solid/loads.glsl.
typedef struct gfLoadTarget {
    const gfTexture *sums;
    const int32_t (*boxes)[4]; // GF_LOADS_PER_PASS of each
    const float (*places)[4];
    int count;  // 0: only what the pass needs is made
    bool whole; // some are made of whole cells
    bool warm;  // some have a temperature of their own
} gfLoadTarget;

// The solids of one pass, and the textures that take the partial sums over the particles that touch each, see
// shaders/particles/contacts.frag.
typedef struct gfContactTarget {
    const gfTexture *sums[2];
    const int32_t (*boxes)[4]; // as in gfLoadTarget
    const float (*places)[4];
    int count;
    float reach; // how near its surface a particle touches a solid, spacings of particles
} gfContactTarget;

// Shapes in which particles are counted, and the textures that take the partial sums over those in each, see
// shaders/particles/inside.frag and inside_sums.frag.
typedef struct gfCountTarget {
    const gfTexture *shapes; // as in shaders/common/asked_shapes.glsl
    int count;               // of the shapes
    int known;               // shapes of which `memory` and `before` tell who was inside; 0: of none
    float elapsed;           // s since then
    const gfTexture *inside; // a texel for each particle
    const gfTexture *memory; // a texel for each id, or several
    const gfTexture *before; // the next id, as of then
    const gfTexture *sums[4];
} gfCountTarget;

// Groups of particles, and the textures that take what their members touch and the partial sums over each group, see
// shaders/particles/touches.frag and touch_sums.frag.
typedef struct gfTouchTarget {
    const int32_t (*listed)[4]; // GF_GROUP_VECTORS of them, as in shaders/particles/listed.glsl
    int count;                  // of the groups; 0: only what the passes need is made
    float reach;                // how near its surface a member touches something, spacings; 0: contacts are not wanted
    const gfTexture *touches[2]; // a texel for each particle
    const gfTexture *sums[3];
} gfTouchTarget;

// The fluids of a group, which are stepped in the same passes.
typedef struct gfGroupFluids {
    const gfBody *const *bodies;
    void *const *states; // their own
    int count;
} gfGroupFluids;

// Calls that only solvers which can step groups have.
typedef struct gfGroupCalls {
    // Returns whether fluids of a definition can be in a group; reports.
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // Returns whether a member may have tunables that differ from the group's in this way; reports.
    bool (*checkOwn)(const gfCore *core, const gfFluidDef *group, const gfFluidDef *own, const char *caller);
    // Makes the state of all fluids, with their fields in atlases; `body` has what they share. Null and reported.
    void *(*create)(gfBody *body, const gfAtlas *atlas);
    void (*destroy)(gfBody *body, void *group);
    // Called after the own tunables of members changed: makes what depends on these. False and reported.
    bool (*follow)(gfBody *body, void *group, const gfGroupFluids *fluids);
    // Runs one substep of all fluids; first the group's state takes over changes of their own states. Returns as
    // gfSolver.step.
    bool (*step)(gfBody *body, void *group, const gfGroupFluids *fluids, float dt, gfStepReport *report);
    // Brings all of a member's own state up to date. `changes`: it will be changed. False and reported.
    bool (*fetch)(const gfBody *body, void *state, bool changes);
} gfGroupCalls;

// Calls that resizing and moving a domain make. They may be null.
typedef struct gfDomainCalls {
    // Fills a fresh state, made for the body's new definition, with the fields of an old one; false and reported on
    // failure. Null: the rows say how.
    bool (*resample)(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
    // Repairs values that a resize has broken, once solids are drawn. False and reported on failure, when the state
    // stays as it is.
    bool (*resized)(const gfBody *body, void *state);
    // The domain moves by whole cells, before body->def.origin says so: what is inside keeps its place in the world,
    // and to the last bit its value. Makes nothing but programs. False and reported on failure; where that is for a
    // program, nothing changed.
    bool (*scroll)(const gfBody *body, void *state, const gfScroll *scroll);
    // Returns the number of cells of which every move along an axis is a multiple. Null: 1.
    int (*getScrollMultiple)(const gfBody *body, int axis);
    bool keepsSolids; // solids are drawn from an origin that stays in the world (gfSolidsDomain), bit for bit
    // Called after body->def.fixedStep changed, to convert values that are stored in units of it. False and reported if
    // a value does not fit; nothing changed then, and the caller puts the old step back. Null: nothing is stored so.
    bool (*changeStep)(const gfBody *body, void *state, float oldStep);
} gfDomainCalls;

// Calls for snapshots (gl/archive.h), and for the repair of a state.
typedef struct gfSavedCalls {
    // Archives first which textures were made in use, which reading makes too; then, with solids drawn, the values of
    // the state.
    void (*archiveMade)(const gfBody *body, void *state, gfArchive *archive);
    void (*archive)(const gfBody *body, void *state, gfArchive *archive);
    // Puts the definition by which the state is laid out into *def. Null: it is always the body's.
    void (*getLayoutDef)(const gfBody *body, const void *state, gfFluidDef *def);
    // Called after values that are not finite were replaced in textures that persist. False and reported; null: nothing
    // depends on them.
    bool (*repaired)(const gfBody *body, void *state);
} gfSavedCalls;

// Calls by which the host reads or changes a solver's state. Null: it can't.
typedef struct gfHostCalls {
    bool (*isWritable)(gfField field); // whether the host may replace it
    // Replaces a field by as many finite values as describeField tells; false and reported on failure.
    bool (*writeField)(const gfBody *body, void *state, gfField field, const float *values);
    // Takes its divergence from the velocity as it stands, with so many cycles or, at 0, as many as a step; nothing
    // else changes. False if a pass could not be drawn.
    bool (*project)(const gfBody *body, void *state, int cycles);
    // Reads the sum of the relative changes of mass that the solver has made to keep it; null: it makes none. Waits.
    // False and reported on failure.
    bool (*massCorrection)(const gfBody *body, void *state, double *sum);
    // Measures mass, momentum, energy and speed, where fields tell less than the solver knows. Waits. False and
    // reported.
    bool (*measure)(const gfBody *body, const void *state, gfFluidStats *stats);
    // Changes the ground under the fluid; false and reported on failure.
    bool (*shapeGround)(const gfBody *body, void *state, const gfGroundDef *def);
    // Fills a shape, or with null everything, with still fluid; false and reported on failure.
    bool (*fillToLevel)(const gfBody *body, void *state, const gfShape *shape, float level);
} gfHostCalls;

// Calls about solids in the fluid, and its forces on them. Calls may be null.
typedef struct gfSolidCalls {
    // Draws the textures that depend on solids and boundaries, if these changed since the last time. It comes before
    // all calls that read the state. False and reported on failure.
    bool (*update)(const gfBody *body, void *state);
    // Returns the distance from solids up to which it must be known, cells, at least GF_SOLID_REACH. Null: no farther.
    float (*reach)(const gfBody *body);
    bool followsValves; // one-way sources (gfZone.oneWay) change what `update` draws in every substep
    // Sums pressure on solids as of the last step, for a density of 1. False and reported on failure; null: it knows of
    // none.
    bool (*drawLoads)(const gfBody *body, void *state, const gfLoadTarget *target);
    // Sums pressure on the domain's sides, and the flow through them, into GF_SIDE_LOADS columns of partial sums, see
    // shaders/grid/side_loads.frag. Null `sums`: only what the pass needs is made.
    bool (*drawSideLoads)(const gfBody *body, void *state, const gfTexture *sums);
    // Sums up which particles touch solids, as they stand. False and reported on failure; null: there are no particles.
    bool (*drawContacts)(const gfBody *body, void *state, const gfContactTarget *target);
} gfSolidCalls;

// The ways in which a fluid meets rigid bodies.
typedef enum gfMediumKind {
    GF_MEDIUM_LIQUID, // it has a surface, with nothing over it
    GF_MEDIUM_FULL,   // it fills the domain
    GF_MEDIUM_ABOVE   // it is seen from above: what is in it has no solid
} gfMediumKind;

// The fluid as rigid bodies meet it.
typedef struct gfMedium {
    gfMediumKind kind;
    gfVec2 gravity; // as the fluid feels it, m/s^2
    double density; // kg/m^3, where bodies don't tell it
    double spacing; // of particles, m; 0: there are none
    double sound;   // speed of sound, cells a step
    bool measured;  // the fluid measures its forces on solids, so that no momentum is lost between the two
} gfMedium;

// Textures made in use, beyond what the definition asks for, as bits of the solver's own. Null: all is made at
// creation.
typedef struct gfNeedCalls {
    uint32_t (*get)(const void *state);
    bool (*make)(const gfBody *body, void *state, uint32_t needs); // ahead of use; false and reported on failure
} gfNeedCalls;

typedef struct gfSolver {
    const char *name;
    const gfStateTable *table; // of the state that `create` makes
    // Returns whether `def` has what this solver needs in range; reports.
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // Makes a new state at rest for body->def; null and reported on failure.
    void *(*create)(const gfBody *body);
    // Returns what the table means for this state. Null: destroy, resample and reset are the solver's own, not loops
    // over it.
    gfStatePlan (*plan)(const gfBody *body, const void *state);
    void (*destroy)(const gfBody *body, void *state); // null: all rows, then the state itself is freed
    void (*reset)(const gfBody *body, void *state);   // null: all rows that persist
    // Called after body->def's tunables or boundaries changed: false and reported if a shader, a texture or a
    // framebuffer can't be made; nothing changed then, and the caller puts the old definition back. Null: nothing
    // depends on them.
    bool (*tune)(const gfBody *body, void *state);
    // Returns whether the state may take these over, before programs for them are made; reports. Null: it may.
    bool (*mayTune)(const gfBody *body, const void *state);
    // Runs one substep of `dt` seconds. False if a pass could not be drawn, which device->failedPasses counts.
    bool (*step)(const gfBody *body, void *state, float dt, gfStepReport *report);
    // Tells size and place of a field that the host reads; false if the solver has no such field.
    bool (*describeField)(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
    // Returns whether the solver has a field, of gfField or gfFieldId.
    bool (*hasField)(const gfBody *body, const void *state, int id);
    // Gives a view of a field that it has, which is drawn if it is not stored as it is read. Nothing that a step reads
    // changes, and views of other fields stay as they are. False and reported on failure.
    bool (*getField)(const gfBody *body, void *state, int id, gfFieldView *view);
    // Describes the fluid to rigid bodies, from a medium of density 1000.
    void (*describeMedium)(const gfBody *body, gfMedium *medium);
    gfDomainCalls domain;
    gfSavedCalls saved;
    gfHostCalls host;
    gfSolidCalls solids;
    gfNeedCalls needs;
    const gfParticleCalls *particles; // null: it has none
    // Counts the particles in shapes, as they stand, and remembers who is inside. False and reported on failure; null:
    // it has no particles.
    bool (*countInside)(const gfBody *body, void *state, const gfCountTarget *target);
    // Sums up what the members of groups of particles touch, as they stand. False and reported on failure; null: it has
    // no particles.
    bool (*drawTouches)(const gfBody *body, void *state, const gfTouchTarget *target);
    const gfGroupCalls *group; // null: it steps none
} gfSolver;

#define GF_SOLVER_COUNT (GF_SOLVER_SHALLOW + 1)

// Makes the state of a new fluid, after the programs of its steps. Null and reported.
void *gfSolver_Create(const gfSolver *solver, const gfBody *body);
// Calls that use the solver's own function or, where that is null, its table.
void gfSolver_Destroy(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_Resample(const gfSolver *solver, const gfBody *body, void *state, const gfFluidDef *oldDef,
                       const void *oldState);
void gfSolver_Reset(const gfSolver *solver, const gfBody *body, void *state);
// Makes in a new state the textures that an old one has made in use, so that they need not be made when asked for
// again. False and reported.
bool gfSolver_TakeNeeds(const gfSolver *solver, const gfBody *body, void *state, const void *oldState);
bool gfSolver_Tune(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_UpdateSolids(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_IsWritable(const gfSolver *solver, gfField field);

// Returns the solver of a kind; null if the build has none.
const gfSolver *gfSolver_Find(gfSolverKind kind);
// Returns the fluid as rigid bodies meet it.
gfMedium gfSolver_GetMedium(const gfBody *body);

#endif
