// The one interface of every solver. To add one: a source file with a gfSolver, its shaders in a folder of their own, a
// value of gfSolverKind, and a row in the table of solver.c.
#ifndef GF_SOLVER_H
#define GF_SOLVER_H

#include "gpufluid/draw.h"
#include "gpufluid/field.h"
#include "gpufluid/fluid.h"

#include "obstacle.h"
#include "source.h"

// What a fluid hands to its solver: where it is, and what the host put into it.
typedef struct gfBody {
    gfDevice *device;
    gfFluidDef def;
    gfSources sources;
    gfObstacles obstacles;
    int parts; // of the last step
} gfBody;

// A field ready to be read back.
typedef struct gfFieldView {
    const gfTarget *target;
    int attachment;
    int width, height, channels;
} gfFieldView;

// What a renderer sees of a fluid: textures and where they lie, those that the style needs; others may be null. It
// changes nothing. Textures may be larger than what they hold: its texels are the lower left ones, and the outermost
// repeat beyond.
typedef struct gfRenderView {
    const gfTexture *dye;         // rgba
    const gfTexture *temperature; // K
    const gfTexture *mass;        // w x h texels, red; of GF_DRAW_LIQUID with velocity (m/s) in green and blue
    const gfTexture *velocity;    // faces, m/s; one texel more than cells each way
    const gfTexture *pressure;    // packed 2 x 2, m/s
    const gfTexture *solid;       // distance, m
    const gfTexture *faces;       // open shares of the faces
    const gfTexture *relief;      // of GF_DRAW_LIQUID, drawn from this view by gfRelief_Draw
    const gfTexture *fluidMask;   // red is 1 in fluid, 0 in solids, at the dye's texels; null: no solids
    int cellsX, cellsY;
    gfVec2 dyePerCell; // texels of the dye a cell
    gfVec2 origin;
    int wrapX, wrapY; // 1: periodic
    float cellSize;
    float pressureUnit; // from stored pressure to m^2/s^2
    float ambient;
    bool manualBilinear;  // the context does not filter some of these
    bool velocityHasMass; // in blue, of each texel's cell
} gfRenderView;

typedef struct gfSolver {
    const char *name;
    // Whether `def` has what this solver needs in range; reports.
    bool (*check)(const gfCore *core, const gfFluidDef *def, const char *caller);
    // A new state at rest for body->def; null and reported on failure.
    void *(*create)(gfBody *body);
    void (*destroy)(gfBody *body, void *state);
    // Fills a fresh state, made for the body's new definition, with the fields of an old one; false and reported on
    // failure.
    bool (*resample)(gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
    void (*reset)(gfBody *body, void *state);
    // After body->def's tunables or sides changed: false and reported if a shader, a texture or a framebuffer can't be
    // made; the caller then puts the old definition back and calls again.
    bool (*tune)(gfBody *body, void *state);
    // Draws what follows from the solids, if the host changed any; a step does it by itself.
    void (*updateSolids)(gfBody *body, void *state);
    // One substep of `dt` seconds.
    void (*step)(gfBody *body, void *state, float dt);
    // Size and place of a field; false if the solver has no such field.
    bool (*describeField)(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
    // Draws the field if it is not stored as it is read; false and reported on failure. updateSolids came before.
    bool (*prepareField)(gfBody *body, void *state, gfField field, gfFieldView *view);
    // Whether the host may replace the field.
    bool (*isWritable)(gfField field);
    // Replaces it by as many finite values as describeField tells; false, reported and nothing changed on failure.
    bool (*writeField)(gfBody *body, void *state, gfField field, const float *values);
    // What a drawing of this style reads; false and reported (UNSUPPORTED if the solver has no such style) on failure.
    bool (*view)(gfBody *body, void *state, gfDrawStyle style, gfRenderView *view);
    // Sum of the relative changes of mass that the solver has made to keep it; false and reported on failure. Null:
    // none.
    bool (*massCorrection)(gfBody *body, void *state, double *sum);
} gfSolver;

extern const gfSolver gf_solverGrid;
extern const gfSolver gf_solverGaussian;

// The solver of a kind; null if there is none.
const gfSolver *gfSolver_Find(gfSolverKind kind);

#endif
