// The interface of solvers. A new solver is a folder with a gfSolver and a gfModule (fluid/module.h), a folder of
// shaders, and a value of gfSolverKind.
#ifndef GF_SOLVER_H
#define GF_SOLVER_H

#include "gpufluid/particles.h"
#include "gpufluid/shallow.h"

#include "fluid/field.h"
#include "fluid/state.h"

// Results of a step.
typedef struct gfStepReport {
    int substeps; // how many CFL substeps the step took
} gfStepReport;

// A request for a property of the particles at finite points of the world.
typedef struct gfParticleSamples {
    gfParticleProperty property;
    const gfVec2 *points;
    int count;
    float *values;
    gfVec2 *gradients; // null: not wanted
} gfParticleSamples;

// Calls of solvers with particles. `add`, `read` and `count` wait for the GPU; false and reported on failure.
typedef struct gfParticleCalls {
    bool (*add)(const gfBody *body, void *state, const gfParticle *particles, int count, const char *caller);
    // Reads at most `count` particles; *live becomes the number of all.
    bool (*read)(const gfBody *body, const void *state, gfParticle *particles, int count, int *live);
    bool (*count)(const gfBody *body, const void *state, gfParticleStats *stats);
    bool (*checkChange)(const gfCore *core, const gfParticleParams *from, const gfParticleParams *to,
                        const char *caller);
    // Returns whether a source that passed gfSource_Check can act on particles; reports.
    bool (*checkSource)(const gfBody *body, const gfSourceDef *def, const char *caller);
    void (*view)(const gfBody *body, const void *state, gfParticleView *view);
    bool (*sample)(const gfBody *body, void *state, const gfParticleSamples *samples);
    bool (*hasGroups)(const void *state);
    // Returns the number of a living group in marks, from 1. 0: it is gone, which is reported (BAD_HANDLE) unless
    // `caller` is null.
    int (*findGroup)(const gfBody *body, const void *state, gfHandle group, const char *caller);
} gfParticleCalls;

// Columns of partial sums for the sides of the domain.
#define GF_SIDE_LOADS (2 * GF_SIDES)

// The solids of one pass, and the texture for partial sums of the pressure on each (shaders/solid/loads.glsl).
typedef struct gfLoadTarget {
    const gfTexture *sums;
    const int32_t (*boxes)[4]; // GF_LOADS_PER_PASS boxes and places
    const float (*places)[4];
    int count;  // 0: only makes the program and framebuffer of the pass
    bool whole; // some are masks or textures
    bool warm;  // some have their own temperature
} gfLoadTarget;

// The solids of one pass, and the textures for partial sums over the particles that touch each
// (shaders/particles/contacts.frag).
typedef struct gfContactTarget {
    const gfTexture *sums[2];
    const int32_t (*boxes)[4]; // as in gfLoadTarget
    const float (*places)[4];
    int count;
    float reach; // distance from a solid's surface up to which a particle touches it, spacings
} gfContactTarget;

// Shapes in which particles are counted, and the textures for partial sums over each (shaders/particles/inside.frag and
// inside_sums.frag).
typedef struct gfCountTarget {
    const gfTexture *shapes; // as in shaders/common/asked_shapes.glsl
    int count;               // of the shapes
    int known;               // of how many shapes `memory` and `before` tell which particles were inside
    float elapsed;           // s since `memory` was drawn
    const gfTexture *inside; // a texel for each particle
    const gfTexture *memory; // by id, a texel or more each: the shapes that a particle was in
    const gfTexture *before; // the next free id at that time
    const gfTexture *sums[4];
} gfCountTarget;

// Groups of particles, and the textures for their members' contacts and the partial sums over each group
// (shaders/particles/touches.frag and touch_sums.frag).
typedef struct gfTouchTarget {
    const int32_t (*listed)[4];  // GF_GROUP_VECTORS of them, as in shaders/particles/listed.glsl
    int count;                   // of the groups; 0: only makes programs and framebuffers
    float reach;                 // distance up to which a member touches a surface, spacings; 0: no contacts wanted
    const gfTexture *touches[2]; // a texel for each particle
    const gfTexture *sums[3];
} gfTouchTarget;

// The fluids of a group, which are stepped in the same passes.
typedef struct gfGroupFluids {
    const gfBody *const *bodies;
    void *const *states; // the fluids' own
    int count;
} gfGroupFluids;

// Calls of solvers that can step groups.
typedef struct gfGroupCalls {
    // Returns whether a fluid of this definition can be in a group; reports.
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // Returns whether a member may have tunables `own` beside the group's `group`; reports.
    bool (*checkOwn)(const gfCore *core, const gfFluidDef *group, const gfFluidDef *own, const char *caller);
    // Makes the state of all fluids, with fields in atlases; `body` is what they share. Null and reported on failure.
    void *(*create)(gfBody *body, const gfAtlas *atlas);
    void (*destroy)(gfBody *body, void *group);
    // Called after the members' own tunables changed. False and reported on failure.
    bool (*follow)(gfBody *body, void *group, const gfGroupFluids *fluids);
    // Runs one substep of all fluids, after copying changes of their own states to the group. Returns as gfSolver.step.
    bool (*step)(gfBody *body, void *group, const gfGroupFluids *fluids, float dt, gfStepReport *report);
    // Copies the group's state to a member's own. `changes`: the own state will be changed. False and reported on
    // failure.
    bool (*fetch)(const gfBody *body, void *state, bool changes);
} gfGroupCalls;

// Calls for a domain that is resized or moved. Calls may be null.
typedef struct gfDomainCalls {
    // Fills a new state, made for the body's new definition, with the fields of an old one. False and reported on
    // failure. Null: by the rows of the table.
    bool (*resample)(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
    // Repairs values that a resize has broken, after solids are drawn. False and reported on failure: the state stays
    // as it is.
    bool (*resized)(const gfBody *body, void *state);
    // Moves the domain by whole cells; body->def.origin changes afterwards. Values inside keep their places in the
    // world, bit for bit. Makes only programs. False and reported on failure; if a program failed, nothing changed.
    bool (*scroll)(const gfBody *body, void *state, const gfScroll *scroll);
    // Returns the cells of which each move along an axis must be a multiple. Null: 1.
    int (*getScrollMultiple)(const gfBody *body, int axis);
    bool keepsSolids; // solids keep their origin (gfSolidsDomain), so that moves change no bit
    // Called after body->def.fixedStep changed, to convert values in units of it. False and reported: a value does not
    // fit, nothing changed, and the caller restores the old step. Null: there are no such values.
    bool (*changeStep)(const gfBody *body, void *state, float oldStep);
} gfDomainCalls;

// Calls for snapshots (gl/archive.h), and for the repair of a state.
typedef struct gfSavedCalls {
    // `archiveMade` comes first: it archives which textures were made in use, and reading makes them. `archive` follows
    // when solids are drawn: it archives the state's values.
    void (*archiveMade)(const gfBody *body, void *state, gfArchive *archive);
    void (*archive)(const gfBody *body, void *state, gfArchive *archive);
    // Fills *def with the definition by which the state is laid out. Null: the body's.
    void (*getLayoutDef)(const gfBody *body, const void *state, gfFluidDef *def);
    // Called after values that were not finite were replaced in the textures. False and reported on failure; null:
    // nothing to do.
    bool (*repaired)(const gfBody *body, void *state);
} gfSavedCalls;

// Calls by which the host reads or changes a solver's state. Null: the solver can't.
typedef struct gfHostCalls {
    bool (*isWritable)(gfField field); // whether the host may replace the field
    // Replaces a field by finite values, as many as describeField tells; false and reported on failure.
    bool (*writeField)(const gfBody *body, void *state, gfField field, const float *values);
    // Projects the velocity to be free of divergence, with `cycles` cycles, or for 0 as many as in a step. False: a
    // pass could not be drawn.
    bool (*project)(const gfBody *body, void *state, int cycles);
    // Reads the sum of the solver's relative corrections of the total mass; waits for the GPU. False and reported on
    // failure; null: it makes none.
    bool (*massCorrection)(const gfBody *body, void *state, double *sum);
    // Measures mass, momentum, energy and speed, where the solver knows them better than its fields; waits for the GPU.
    // False and reported on failure.
    bool (*measure)(const gfBody *body, const void *state, gfFluidStats *stats);
    // Changes the ground; false and reported on failure.
    bool (*shapeGround)(const gfBody *body, void *state, const gfGroundDef *def);
    // Fills a shape (null: the domain) with still fluid up to a level; false and reported on failure.
    bool (*fillToLevel)(const gfBody *body, void *state, const gfShape *shape, float level);
} gfHostCalls;

// Calls about solids in the fluid, and the fluid's forces on them. Calls may be null.
typedef struct gfSolidCalls {
    // Draws the textures that depend on solids and boundaries, if these changed. Called before all calls that read the
    // state. False and reported on failure.
    bool (*update)(const gfBody *body, void *state);
    // Returns the distance up to which the solver needs distances to solids, cells, GF_SOLID_REACH or more. Null: that.
    float (*reach)(const gfBody *body);
    bool followsValves; // `update` depends on one-way sources (gfZone.oneWay), so it runs in every substep
    // Sums the last step's pressure on solids, for a density of 1. False and reported on failure; null: the solver has
    // no pressure.
    bool (*drawLoads)(const gfBody *body, void *state, const gfLoadTarget *target);
    // Sums pressure on the domain's sides and flow through them into GF_SIDE_LOADS columns of partial sums
    // (shaders/grid/side_loads.frag). Null `sums`: only makes program and framebuffer.
    bool (*drawSideLoads)(const gfBody *body, void *state, const gfTexture *sums);
    // Sums over the particles that touch solids. False and reported on failure; null: there are no particles.
    bool (*drawContacts)(const gfBody *body, void *state, const gfContactTarget *target);
} gfSolidCalls;

// The ways in which a fluid meets rigid bodies.
typedef enum gfMediumKind {
    GF_MEDIUM_LIQUID, // it has a surface, with nothing over it
    GF_MEDIUM_FULL,   // it fills the domain
    GF_MEDIUM_ABOVE   // it is seen from above: bodies have no solid in it
} gfMediumKind;

// The properties of a fluid that rigid bodies feel.
typedef struct gfMedium {
    gfMediumKind kind;
    gfVec2 gravity; // as the fluid feels it, m/s^2
    double density; // kg/m^3, if bodies do not set it
    double spacing; // of particles, m; 0: there are none
    double sound;   // speed of sound, cells a step
    bool measured;  // the fluid measures its forces on solids, so that momentum is kept
} gfMedium;

// Textures that come to be needed in use, as bits of the solver. Null: all textures are made at creation.
typedef struct gfNeedCalls {
    uint32_t (*get)(const void *state);
    bool (*make)(const gfBody *body, void *state, uint32_t needs); // ahead of use; false and reported on failure
} gfNeedCalls;

typedef struct gfSolver {
    const char *name;
    const gfStateTable *table; // of the state's textures
    // Returns whether `def` is valid for this solver; reports.
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // Makes a new state at rest for body->def; null and reported on failure.
    void *(*create)(const gfBody *body);
    // Returns the values that the table's rows refer to. Null: destroy, resample and reset are calls of the solver, not
    // loops over the table.
    gfStatePlan (*plan)(const gfBody *body, const void *state);
    void (*destroy)(const gfBody *body, void *state); // null: destroys all rows, then frees the state
    void (*reset)(const gfBody *body, void *state);   // null: resets all rows that persist
    // Called after body->def's tunables or boundaries changed. False and reported: a shader, texture or framebuffer
    // can't be made, nothing changed, and the caller restores the old definition. Null: nothing to do.
    bool (*tune)(const gfBody *body, void *state);
    // Returns whether the state can take over body->def, before programs are made; reports. Null: it can.
    bool (*mayTune)(const gfBody *body, const void *state);
    // Runs one substep of `dt` seconds. False: a pass could not be drawn, as device->failedPasses counts.
    bool (*step)(const gfBody *body, void *state, float dt, gfStepReport *report);
    // Tells size and place of a field that the host reads; false: the solver lacks the field.
    bool (*describeField)(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
    // Returns whether the solver has a field, of gfField or gfFieldId.
    bool (*hasField)(const gfBody *body, const void *state, int id);
    // Gives a view of a field that the solver has; a field that is not stored is drawn. Changes nothing that a step
    // reads, and keeps views of other fields valid. False and reported on failure.
    bool (*getField)(const gfBody *body, void *state, int id, gfFieldView *view);
    // Describes the fluid to rigid bodies, from a medium of density 1000.
    void (*describeMedium)(const gfBody *body, gfMedium *medium);
    gfDomainCalls domain;
    gfSavedCalls saved;
    gfHostCalls host;
    gfSolidCalls solids;
    gfNeedCalls needs;
    const gfParticleCalls *particles; // null: the solver has none
    // Counts the particles in shapes, and remembers which are inside. False and reported on failure; null: the solver
    // has no particles.
    bool (*countInside)(const gfBody *body, void *state, const gfCountTarget *target);
    // Sums the contacts of the members of groups of particles. False and reported on failure; null: the solver has no
    // particles.
    bool (*drawTouches)(const gfBody *body, void *state, const gfTouchTarget *target);
    const gfGroupCalls *group; // null: the solver can't step groups
} gfSolver;

#define GF_SOLVER_COUNT (GF_SOLVER_SHALLOW + 1)

// Makes the programs of a new fluid's steps, then its state. Null and reported on failure.
void *gfSolver_Create(const gfSolver *solver, const gfBody *body);
// These call the solver's function or, if it is null, loop over its table.
void gfSolver_Destroy(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_Resample(const gfSolver *solver, const gfBody *body, void *state, const gfFluidDef *oldDef,
                       const void *oldState);
void gfSolver_Reset(const gfSolver *solver, const gfBody *body, void *state);
// Makes the textures in a new state that an old one has made in use. False and reported on failure.
bool gfSolver_TakeNeeds(const gfSolver *solver, const gfBody *body, void *state, const void *oldState);
bool gfSolver_Tune(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_UpdateSolids(const gfSolver *solver, const gfBody *body, void *state);
bool gfSolver_IsWritable(const gfSolver *solver, gfField field);

// Returns the solver of a kind; null if the build has none.
const gfSolver *gfSolver_Find(gfSolverKind kind);
// Returns the properties of the fluid that rigid bodies feel.
gfMedium gfSolver_GetMedium(const gfBody *body);

#endif
